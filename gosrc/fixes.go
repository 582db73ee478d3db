package gosrc

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// offer adds a fix to a message, if there is one.
func offer(m *diag.Diagnostic) func(fix diag.Fix, ok bool) {
	return func(fix diag.Fix, ok bool) {
		if ok {
			m.Fixes = append(m.Fixes, fix)
		}
	}
}

// change is a fix of a file of the package.
func (l *lowered) change(f *load.File, title string, change func(c *mend.Change)) (diag.Fix, bool) {
	c := mend.New(mend.File{
		Fset: l.p.Fset, Syntax: f.Syntax, All: l.p.Syntax, Types: l.p.Types, Info: l.p.TypesInfo, Text: f.Source.Text,
	})
	change(c)
	fix, ok := c.Fix(title)
	for i := range fix.Edits {
		fix.Edits[i].File = f.Name
	}
	return fix, ok
}

// offer adds a fix of what stands at the place of a warning: a node for which is gives true.
func (l *lowered) offer(w *Warning, title string, is func(n ast.Node) bool, change func(c *mend.Change, n ast.Node)) {
	for _, f := range l.p.Files {
		if filepath.Base(f.Path) != w.File || f.Syntax == nil {
			continue
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			if n == nil || !is(n) {
				return true
			}
			if at := l.p.Fset.Position(n.Pos()); at.Line != w.Line || at.Column != w.Col {
				return true
			}
			if fix, ok := l.change(f, title, func(c *mend.Change) { change(c, n) }); ok {
				w.Fixes = append(w.Fixes, fix)
			}
			return false
		})
	}
}

// leaveOut is the fix that makes the directives of a function leave a parameter out of wrt=. There is none where one of
// them would be left with nothing.
func (r *root) leaveOut(name string) (diag.Fix, bool) {
	title := "leave " + name + " out of wrt="
	var edits []diag.Edit
	for _, d := range r.directives {
		if d.Verb == load.Func {
			continue
		}
		var rest []string
		all := d.Varying()
		for _, p := range all {
			if first, _, _ := strings.Cut(p, "."); first != name {
				rest = append(rest, p)
			}
		}
		if len(rest) == 0 {
			return diag.Fix{}, false
		}
		if len(rest) == len(all) {
			continue
		}
		fix, ok := d.With(title, "wrt", strings.Join(rest, ","))
		if !ok {
			return fix, false
		}
		edits = append(edits, fix.Edits...)
	}
	return diag.NewFix(title, edits...)
}

func isComparison(n ast.Node) bool {
	b, ok := n.(*ast.BinaryExpr)
	return ok && (b.Op == token.EQL || b.Op == token.NEQ)
}

func isCall(n ast.Node) bool {
	_, ok := n.(*ast.CallExpr)
	return ok
}

// mended are messages of the stages that know no syntax trees, with their fixes.
func (l *lowered) mended(ds diag.List) diag.List {
	for i := range ds {
		d := &ds[i]
		switch d.Code {
		case own.CodeCapacity:
			l.mendCapacity(d)
		case term.CodeTerm:
			for _, by := range l.p.Derivatives() {
				from, to := l.p.Fset.Position(by.Decl.Pos()), l.p.Fset.Position(by.Decl.End())
				if by.File.Name == d.Pos.File && from.Line <= d.Pos.Line && d.Pos.Line <= to.Line &&
					by.Target.Pkg() == l.p.Types {
					offer(d)(by.Without(mend.Unattach))
				}
			}
		}
	}
	return ds
}

// mendCapacity offers to leave the third index of s[a:b:cap(s)] out.
func (l *lowered) mendCapacity(d *diag.Diagnostic) {
	for _, f := range l.p.Files {
		if f.Name != d.Pos.File || f.Syntax == nil {
			continue
		}
		offer(d)(l.change(f, "leave cap out", func(c *mend.Change) {
			c.FullCapacity(l.p.Fset.File(f.Syntax.FileStart).Pos(d.Pos.Offset))
		}))
	}
}
