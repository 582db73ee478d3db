package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// global is the function's copy of a package variable: it gets the value that the variable has from its declaration and
// from init functions when the function begins. That is the same only when nothing writes to the variable later.
func (f *fn) global(obj *types.Var, id *ast.Ident, n ast.Expr) *flow.Var {
	top := f.top()
	path := obj.Pkg().Path()
	p := f.translator.pkg(path)
	foreign := p == nil
	if foreign {
		p = f.translator.beside(path)
	}
	if p != nil {
		own, ok := p.Types.Scope().Lookup(obj.Name()).(*types.Var) // obj may come from export data
		if ok {
			obj = own
		} else {
			p = nil // read with other tags, it has no such variable
		}
	}
	if v := top.globals[obj]; v != nil {
		return v
	}
	v := &flow.Var{Name: obj.Name(), Type: f.translator.typ(obj.Type()), At: f.pkg.at(obj.Pos()), Global: true}
	top.globals[obj] = v
	if isOpaque(v.Type) {
		return v
	}
	if number := f.errorNumber(obj); number != 0 { // io.EOF and the like are not nil
		l := &flow.Lit{Typ: flow.ErrorT, I: number}
		f.numbered = append(f.numbered, l)
		top.prelude = append(top.prelude, &flow.Assign{Dst: []flow.Place{{Var: v}}, Src: []flow.Expr{l}, At: f.at(id)})
		return v
	}
	if p == nil {
		f.refuse(n, "foreign-variable", "the variable %s.%s belongs to another module", obj.Pkg().Name(), obj.Name())
		return v
	}
	fill := p.filledBy(obj.Name())
	later := p.writesLater(obj.Name())
	written := later != nil || f.passesOn(p, obj) || fill != nil && !f.fillable(p, fill)
	if init := p.inits[obj]; init != nil && !written {
		written = p.readsFilled(init.Rhs, true, map[ast.Node]bool{})
	}
	switch {
	case written && foreign:
		f.refuse(n, "foreign-variable", "the variable %s.%s is written", obj.Pkg().Name(), obj.Name())
	case written && isLock(named(obj.Type())):
		hint := "differentiate a function that does not lock, and lock around the calls of both"
		if named(obj.Type()).Obj().Name() == "Once" {
			hint = "do what it does in an init function, which runs once, too"
		}
		f.report(f.pkg, n.Pos(), n.End(), "goroutine", obj.Name()+" is a lock that others share, which a derivative cannot lock", hint)
	case written:
		d := f.report(f.pkg, n.Pos(), n.End(), "global-write", obj.Name()+" is a package variable that is written elsewhere",
			"give it its value where it is declared or in an init function, or pass it as a parameter")
		if later != nil {
			d.Relate(f.diagnose(p, later.Pos(), later.End()), "written here")
		}
	case fill != nil:
		f.fill(p, fill, id)
	default:
		f.initial(p, obj, flow.Place{Var: v}, id)
	}
	return v
}

// initial gives a variable the value of the initialiser of a package variable, at the beginning of the function.
func (f *fn) initial(p *pkgInfo, own *types.Var, to flow.Place, id *ast.Ident) {
	top := f.top()
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
		g.assign(to, zero(to.Var.Type), id)
	case len(init.Lhs) == 1:
		if !g.direct(to, init.Rhs, own.Type()) {
			g.assign(to, g.exprTo(init.Rhs, own.Type()), id)
		}
	default:
		for i, r := range g.callResults(ast.Unparen(init.Rhs).(*ast.CallExpr)) {
			if init.Lhs[i] == own {
				g.assign(to, load(r), id)
			}
		}
	}
	top.temps = g.temps
	top.prelude = append(append(top.prelude, g.prelude...), g.out...)
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
