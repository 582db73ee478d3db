package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// global is the function's copy of a package variable: it gets the value of the initialiser when the function begins.
// That is the same only when nothing writes to the variable.
func (f *fn) global(obj *types.Var, id *ast.Ident, n ast.Expr) *flow.Var {
	top := f.top()
	if v := top.globals[obj]; v != nil {
		return v
	}
	v := &flow.Var{Name: obj.Name(), Type: f.translator.typ(obj.Type()), At: f.pkg.at(obj.Pos()), Global: true}
	top.globals[obj] = v
	if isOpaque(v.Type) {
		return v
	}
	p := f.translator.pkg(obj.Pkg().Path())
	number := f.errorNumber(obj)
	switch {
	case number != 0: // io.EOF and the like are not nil
		l := &flow.Lit{Typ: flow.ErrorT, I: number}
		f.numbered = append(f.numbered, l)
		top.prelude = append(top.prelude, &flow.Assign{Dst: []flow.Place{{Var: v}}, Src: []flow.Expr{l}, At: f.at(id)})
		return v
	case p == nil && f.translator.beside(obj.Pkg().Path()) != nil:
		p = f.translator.beside(obj.Pkg().Path())
		if p.writes(obj.Name()) || f.translator.passesOn(p, p.Types.Scope().Lookup(obj.Name())) {
			f.refuse(n, "foreign-variable", "the variable %s.%s is written", obj.Pkg().Name(), obj.Name())
			return v
		}
	case p == nil:
		f.refuse(n, "foreign-variable", "the variable %s.%s belongs to another module", obj.Pkg().Name(), obj.Name())
		return v
	case p.writes(obj.Name()), f.translator.passesOn(p, p.Types.Scope().Lookup(obj.Name())):
		f.report(f.pkg, n.Pos(), n.End(), "global-write", obj.Name()+" is a package variable that is written elsewhere",
			"give it its value where it is declared, by a function if need be, or pass it as a parameter")
		return v
	}
	own := p.Types.Scope().Lookup(obj.Name())
	init := p.inits[own]
	g := &fn{
		translator: f.translator, pkg: p, vars: map[types.Object]*flow.Var{}, globals: top.globals,
		flow: top.flow, use: &usage{}, temps: top.temps,
	}
	if init != nil {
		g.use, g.file = p.usage(init.Rhs), p.fileOf(init.Rhs)
	}
	switch {
	case init == nil:
		g.assign(flow.Place{Var: v}, zero(v.Type), id)
	case len(init.Lhs) == 1:
		if !g.direct(flow.Place{Var: v}, init.Rhs, obj.Type()) {
			g.assign(flow.Place{Var: v}, g.exprTo(init.Rhs, obj.Type()), id)
		}
	default:
		for i, r := range g.callResults(ast.Unparen(init.Rhs).(*ast.CallExpr)) {
			if init.Lhs[i] == own {
				g.assign(flow.Place{Var: v}, load(r), id)
			}
		}
	}
	top.temps = g.temps
	top.prelude = append(append(top.prelude, g.prelude...), g.out...)
	return v
}

// fileOf is the file that a node is in.
func (p *pkgInfo) fileOf(n ast.Node) *ast.File {
	for _, f := range p.Syntax {
		if f.FileStart <= n.Pos() && n.Pos() < f.FileEnd {
			return f
		}
	}
	return nil
}
