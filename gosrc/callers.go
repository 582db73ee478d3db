package gosrc

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// called says in messages about functions without a directive which function with one leads to them, and where.
func (l *lowered) called(ds diag.List) diag.List {
	var ways map[*ast.FuncDecl]way
	for i, d := range ds {
		decl := l.declaration(d.Pos)
		if decl == nil {
			continue
		}
		if ways == nil {
			ways = l.ways()
		}
		if w, ok := ways[decl]; ok && w.call.IsValid() {
			at := l.p.Fset.PositionFor(w.call, false)
			ds[i].Message += fmt.Sprintf("; %s calls this from %s:%d", w.root.Name(), l.names.file[at.Filename].Name,
				at.Line)
		}
	}
	return ds
}

// A way leads from a function with a directive to one that it calls, directly or not: the call in the former.
type way struct {
	root *types.Func
	call token.Pos // none for the root itself
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
		ast.Inspect(f.decl, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj, ok := f.p.TypesInfo.Uses[id].(*types.Func)
			if !ok || obj.Pkg() == nil {
				return true
			}
			p := l.p
			if obj.Pkg().Path() != p.Types.Path() {
				p = l.p.Lookup(obj.Pkg().Path())
			}
			if p == nil || p.Types == nil {
				return true
			}
			decl := declared.of(p, obj)
			if _, seen := out[decl]; decl == nil || seen {
				return true
			}
			w := from
			if !w.call.IsValid() {
				w.call = id.Pos()
			}
			out[decl] = w
			work = append(work, found{p, decl})
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

// declaration is the function that a message is about, or nil.
func (l *lowered) declaration(pos diag.Pos) *ast.FuncDecl {
	f := l.names.file[pos.File]
	if f == nil || f.Package == nil {
		return nil
	}
	for _, file := range f.Package.Syntax {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from, to := l.p.Fset.Position(decl.Pos()), l.p.Fset.Position(decl.End())
			if l.names.of(from.Filename) == l.names.of(f.Path) && from.Line <= pos.Line && pos.Line <= to.Line {
				return decl
			}
		}
	}
	return nil
}
