package gosrc

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

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

// offer adds a fix of what stands at the place of a warning: a node for which is gives true.
func (l *lowered) offer(w *Warning, title string, is func(n ast.Node) bool, change func(c *mend.Change, n ast.Node)) {
	for _, f := range l.p.Files {
		if filepath.Base(f.Path) != w.File || f.Syntax == nil {
			continue
		}
		file := mend.File{
			Fset: l.p.Fset, Syntax: f.Syntax, All: l.p.Syntax, Types: l.p.Types, Info: l.p.TypesInfo, Text: f.Source.Text,
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			if n == nil || !is(n) {
				return true
			}
			if at := l.p.Fset.Position(n.Pos()); at.Line != w.Line || at.Column != w.Col {
				return true
			}
			c := mend.New(file)
			change(c, n)
			if fix, ok := c.Fix(title); ok {
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
