package gosrc

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// called says in messages about functions without a directive which function with one leads to them, and where. What is
// said of other people's modules is said at the call in the user's files that leads there.
func (l *lowered) called(ds diag.List) diag.List {
	var ways map[*ast.FuncDecl]way
	left := map[diag.Pos]bool{} // where a message says already that one cannot leave
	var out diag.List
	for _, d := range ds {
		p, decl := l.declaration(d.Pos)
		if decl == nil {
			out = append(out, d)
			continue
		}
		if ways == nil {
			ways = l.ways()
		}
		w, ok := ways[decl]
		switch {
		case p.IsOther():
			if !ok { // by a method of an interface, for instance
				w.name, w.left = decl.Name, l.roots[0].directives[0].Pos
			}
			if d = l.elsewhere(d, w); left[d.Pos] {
				continue
			}
			left[d.Pos] = true
		case ok && w.call.IsValid():
			at := l.p.Fset.PositionFor(w.call, false)
			d.Message += fmt.Sprintf("; %s calls this from %s:%d", w.root.Name(), l.names.file[at.Filename].Name,
				at.Line)
		}
		out = append(out, d)
	}
	return out
}

// elsewhere is a message about the source of another module, at the place where the user's files leave for it.
func (l *lowered) elsewhere(d diag.Diagnostic, w way) diag.Diagnostic {
	f := l.names.file[d.Pos.File]
	hint := "write its derivative with //chad:derivative of=…, or a function of your own in its place"
	if d.Code == own.CodeFunctions { // it is about what the user's function is given
		hint = d.Hint
	}
	return l.p.World.Diagnose(w.left, w.end, d.Code,
		fmt.Sprintf("%s has no derivative: %s (%s/%s:%d)", types.ExprString(w.name), d.Message, f.Package.Path,
			filepath.Base(f.Path), d.Pos.Line), hint)
}

// A way leads from a function with a directive to one that it calls, directly or not: the call in the former.
type way struct {
	root *types.Func
	call token.Pos // none for the root itself
	// left is where the user's files name a function of another module, name that function; not set for functions in
	// the user's own.
	left, end token.Pos
	name      ast.Expr
}

// ways are the shortest ways to all functions.
func (l *lowered) ways() map[*ast.FuncDecl]way {
	type found struct {
		p    *load.Package
		decl *ast.FuncDecl
	}
	out := map[*ast.FuncDecl]way{}
	declared := declarations{}
	var work []found
	for _, r := range l.roots {
		if decl := declared.of(l.p, r.fn); decl != nil {
			out[decl] = way{root: r.fn}
			work = append(work, found{l.p, decl})
		}
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		from := out[f.decl]
		visit := func(name ast.Expr, id *ast.Ident) {
			obj, ok := f.p.TypesInfo.Uses[id].(*types.Func)
			if !ok || obj.Pkg() == nil {
				return
			}
			p := l.reached[obj.Pkg().Path()]
			if p == nil || p.Types == nil {
				return
			}
			decl := declared.of(p, obj)
			if _, seen := out[decl]; decl == nil || seen {
				return
			}
			w := from
			if !w.call.IsValid() {
				w.call = id.Pos()
			}
			if w.name == nil && p.IsOther() {
				w.left, w.end, w.name = name.Pos(), name.End(), name
			}
			out[decl] = w
			work = append(work, found{p, decl})
		}
		ast.Inspect(f.decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				visit(n, n.Sel)
			case *ast.Ident:
				visit(n, n)
			}
			return true
		})
	}
	return out
}

// declarations are those of the functions of packages, by full name: an object for a function may be another one for
// the same function.
type declarations map[*load.Package]map[string]*ast.FuncDecl

// of is the declaration of a function in a package, or nil.
func (ds declarations) of(p *load.Package, obj *types.Func) *ast.FuncDecl {
	if ds[p] == nil {
		ds[p] = map[string]*ast.FuncDecl{}
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				if decl, ok := d.(*ast.FuncDecl); ok {
					if own, ok := p.TypesInfo.Defs[decl.Name].(*types.Func); ok {
						ds[p][own.FullName()] = decl
					}
				}
			}
		}
	}
	return ds[p][obj.Origin().FullName()]
}

// declaration is the function that a message is about, and its package, or nil.
func (l *lowered) declaration(pos diag.Pos) (*load.Package, *ast.FuncDecl) {
	f := l.names.file[pos.File]
	if f == nil || f.Package == nil {
		return nil, nil
	}
	for _, file := range f.Package.Syntax {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from, to := l.p.Fset.Position(decl.Pos()), l.p.Fset.Position(decl.End())
			if l.names.of(from.Filename) == l.names.of(f.Path) && from.Line <= pos.Line && pos.Line <= to.Line {
				return f.Package, decl
			}
		}
	}
	return nil, nil
}
