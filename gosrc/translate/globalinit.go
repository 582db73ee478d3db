package translate

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// Package variables that only init functions write have their values before anybody reads them: those that the
// initialiser and then the init functions give. Other writes in init functions do not matter. So the copy of such a
// variable gets its value by a call of a function that does what they do, with the variables as its results.

// A filling is what the init functions of a package do for variables that one of them writes.
type filling struct {
	vars  []*types.Var    // in the order of their names
	inits []*ast.FuncDecl // in their order
}

// filledBy finds what fills a package variable: the init functions that write it and, since they come in an order, those
// that write what these mention. It is nil where none writes it.
func (p *pkgInfo) filledBy(name string) *filling {
	found := p.search()
	if len(found.filled[name]) == 0 {
		return nil
	}
	names := map[string]bool{name: true}
	inits := map[*ast.FuncDecl]bool{}
	for grown := true; grown; {
		grown = false
		for v := range names {
			for _, d := range found.filled[v] {
				grown = grown || !inits[d]
				inits[d] = true
			}
		}
		for other := range found.filled {
			if !names[other] && p.mentionedIn(other, inits) {
				names[other], grown = true, true
			}
		}
	}
	out := &filling{}
	for _, name := range p.Types.Scope().Names() { // sorted
		if v, ok := p.Types.Scope().Lookup(name).(*types.Var); ok && names[name] {
			out.vars = append(out.vars, v)
		}
	}
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && inits[d] {
				out.inits = append(out.inits, d)
			}
		}
	}
	return out
}

// mentionedIn reports whether one of the functions names a package variable.
func (p *pkgInfo) mentionedIn(name string, in map[*ast.FuncDecl]bool) bool {
	for _, id := range p.paths().mentions[p.Types.Scope().Lookup(name)] {
		for d := range in {
			if d.Pos() <= id.Pos() && id.Pos() < d.End() {
				return true
			}
		}
	}
	return false
}

// fillable reports whether the copies of variables can be filled: nobody writes them later, no init function of several
// returns, and no function that these call reads them, before they are filled or while they are.
func (f *fn) fillable(p *pkgInfo, fill *filling) bool {
	for _, d := range fill.inits {
		if p.readsFilled(d.Body, false, map[ast.Node]bool{}) {
			return false
		}
	}
	for _, v := range fill.vars {
		if p.writesLater(v.Name()) != nil || f.passesOn(p, v) {
			return false
		}
	}
	last := len(fill.inits) - 1
	return !slices.ContainsFunc(fill.inits[:last], returnsEarly)
}

// readsFilled reports whether a variable that init functions fill may be read where a node is evaluated, in functions of
// the package that it calls, or itself. A method of an interface may be any.
func (p *pkgInfo) readsFilled(n ast.Node, itself bool, seen map[ast.Node]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return !found
		}
		switch obj := p.Info.Uses[id].(type) {
		case *types.Var:
			found = found || itself && isGlobal(obj) && obj.Pkg() == p.Types && len(p.search().filled[obj.Name()]) > 0
		case *types.Func:
			obj = obj.Origin()
			if recv := obj.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				found = found || len(p.search().filled) > 0
			} else if d := p.decl(obj); obj.Pkg() == p.Types && d != nil && d.Body != nil {
				found = found || p.readsFilled(d.Body, true, seen)
			}
		}
		return !found
	})
	return found
}

// isInit reports whether a declaration is an init function.
func isInit(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	return ok && f.Recv == nil && f.Name.Name == "init"
}

// returnsEarly reports whether a function has a return statement.
func returnsEarly(d *ast.FuncDecl) bool {
	found := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		_, lit := n.(*ast.FuncLit)
		_, ret := n.(*ast.ReturnStmt)
		found = found || ret
		return !lit
	})
	return found
}

// fill gives the copies of the variables of a filling their values, at the beginning of the function that n is in.
func (f *fn) fill(p *pkgInfo, fill *filling, n ast.Node) {
	top := f.top()
	g := f.filler(p, fill)
	c := &flow.Call{Func: g, At: f.at(n)}
	for i, v := range fill.vars {
		c.Dst = append(c.Dst, flow.Place{Var: top.globals[v]})
		if top.globals[v] == nil {
			w := &flow.Var{Name: v.Name(), Type: g.Results[i].Type, At: p.at(v.Pos()), Global: true}
			top.globals[v], c.Dst[i].Var = w, w
		}
	}
	top.prelude = append(top.prelude, c)
}

// filler is the function of a filling.
func (f *fn) filler(p *pkgInfo, fill *filling) *flow.Func {
	key := p.Types.Path() + " init"
	for _, v := range fill.vars { // one filling may be part of another
		key += " " + v.Name()
	}
	if known := f.funcs[key]; known != nil {
		return known
	}
	first := fill.inits[0]
	ff := &flow.Func{Name: "init." + fill.vars[0].Name(), At: p.at(first.Name.Pos())}
	f.funcs[key] = ff
	f.prog.Funcs = append(f.prog.Funcs, ff)
	results := make([]*types.Var, len(fill.vars))
	for i, v := range fill.vars {
		results[i] = types.NewVar(v.Pos(), v.Pkg(), v.Name(), v.Type())
	}
	sig := types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(results...), false)
	g := &fn{
		translator: f.translator, pkg: p, file: p.files[first], sig: sig, flow: ff, use: p.usage(first),
		vars: map[types.Object]*flow.Var{}, globals: map[types.Object]*flow.Var{}, values: map[types.Object]types.Type{},
	}
	for _, v := range fill.vars {
		w := g.declare(v)
		ff.Results = append(ff.Results, w)
	}
	f.queue = append(f.queue, func() {
		for _, v := range fill.vars {
			g.initial(p, v, flow.Place{Var: g.vars[v]}, first.Name)
		}
		list := flat(g.block(func() {
			for _, d := range fill.inits {
				g.use, g.file = p.usage(d), p.files[d]
				g.stmts(d.Body.List)
			}
		}))
		ff.Body = append(g.prelude, append(g.out, g.withDeferrals(list)...)...)
	})
	return ff
}
