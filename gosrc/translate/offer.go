package translate

import (
	"github.com/seed-4b734f86/gochad/gosrc/mend"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// offer adds a fix to a message, where the change can be made and the place is in the user's package. The message may be
// nil: it is told elsewhere.
func (t *translator) offer(p *pkgInfo, d *diag.Diagnostic, title string, change func(c *mend.Change)) {
	if d == nil || p != t.main || !d.Pos.IsValid() {
		return
	}
	for _, file := range p.Syntax {
		name := p.Fset.File(file.FileStart).Name()
		src := t.source(p, name)
		if name != d.Pos.File || len(src.Text) == 0 {
			continue
		}
		c := mend.New(mend.File{Fset: p.Fset, Syntax: file, All: p.Syntax, Types: p.Types, Info: p.Info, Text: src.Text})
		change(c)
		if fix, ok := c.Fix(title); ok {
			d.Fixes = append(d.Fixes, fix)
		}
	}
}

func (f *fn) offer(d *diag.Diagnostic, title string, change func(c *mend.Change)) {
	f.translator.offer(f.pkg, d, title, change)
}
