package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/syntax"
)

// emitter is the state of one function being emitted.
type emitter struct {
	g       *generator
	fn      *function
	names   *scopes
	out     *block
	env     map[*syntax.Var][]*expr
	sizes   map[*syntax.SizeVar]*expr
	use     *usage
	lazy    map[*syntax.Var]syntax.Term // bindings emitted where they are used
	sunk    map[partOf]bool             // parts of sums that are added already
	targets map[*syntax.Var][]dest      // where the leaves of a binding belong in the end
	hint    string                      // name for the next fresh variable
	fresh   map[*syntax.Var]int         // variables whose arrays are newer than this serial number
	serial  int
	touches map[*syntax.Var]bool // bindings that read an array updated in place
	early   map[*syntax.Set]bool // updates whose value is built before the array changes
	base    map[*syntax.Plus]int // the operand of a sum that is updated in place
	params  []param
	shapes  []shaped         // of an exported function
	lengths map[*ident]*expr // sizes that are the length of an array
	self    *syntax.Data     // the linear data type whose monoid is being emitted
}

// A param is a parameter of the emitted function.
type param struct{ name, typ string }

// signature renders parameters, neighbours of one type grouped.
func signature(ps []param) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(ps); {
		var group []jen.Code
		k := i
		for ; k < len(ps) && ps[k].typ == ps[i].typ; k++ {
			group = append(group, jen.Id(ps[k].name))
		}
		out = append(out, jen.List(group...).Add(rawSource(ps[i].typ)))
		i = k
	}
	return out
}

// emit renders one definition.
func (g *generator) emit(fn *function) jen.Code {
	e := &emitter{
		g: g, fn: fn, out: &block{}, env: map[*syntax.Var][]*expr{}, sizes: map[*syntax.SizeVar]*expr{},
		use: countUses(fn.def), lazy: map[*syntax.Var]syntax.Term{}, sunk: map[partOf]bool{}, targets: map[*syntax.Var][]dest{},
		fresh: map[*syntax.Var]int{}, lengths: map[*ident]*expr{}, touches: map[*syntax.Var]bool{}, base: map[*syntax.Plus]int{}, early: map[*syntax.Set]bool{},
		names: newScopes(func(s string) bool { return g.pkgNames[s] }),
	}
	e.header()
	results := g.leaves(fn.def.Result)
	dests := e.resultBuffers(results)
	var ret []leaf
	for i, l := range results {
		if dests[i].lv == nil {
			ret = append(ret, l)
		}
	}
	e.tail(fn.def.Body, dests, func(vals []*expr) {
		var out []*expr
		for i, v := range vals {
			if dests[i].lv == nil {
				out = append(out, e.unaliased(v, results[i]))
			}
		}
		if len(out) > 0 {
			e.out.add(&stmt{kind: returnStmt, exprs: out})
		}
	})
	types := make([]jen.Code, len(ret))
	for i, l := range ret {
		types[i] = jen.Id(l.goType())
	}
	f := jen.Null()
	for _, c := range e.doc(results, dests) {
		f.Add(c).Line()
	}
	f.Func().Id(fn.name).Params(signature(e.params)...)
	if len(types) == 1 {
		f.Add(types[0])
	} else if len(types) > 1 {
		f.Params(types...)
	}
	return f.Block(printStmts(hoist(prune(e.out.stmts), func(s string) bool { return g.pkgNames[s] || reserved[s] }))...)
}

// unaliased copies a slice that an exported function was given before it is
// returned: results share no memory with arguments.
func (e *emitter) unaliased(v *expr, l leaf) *expr {
	id := root(v)
	if l.scalar() || e.fn.export == nil || id == nil || !id.param {
		return v
	}
	if len(l.dims) == 1 {
		return call("slices", "Clone", v)
	}
	if !l.array() {
		return v
	}
	x := e.alloc("out", l)
	e.copyLeaf(x, v, l)
	return x
}

// leafNames gives a name for each leaf of a value named base.
func (g *generator) leafNames(base string, t syntax.Type) []string {
	switch t := t.(type) {
	case *syntax.TupleType:
		var out []string
		for i, el := range t.Elems {
			sub := base + strconv.Itoa(i+1)
			if t.Names != nil {
				sub = base + "_" + t.Names[i]
			}
			out = append(out, g.leafNames(sub, el)...)
		}
		return out
	case *syntax.SumType:
		out := []string{base + "_tag"}
		for i, v := range t.Variants {
			out = append(out, g.leafNames(base+strconv.Itoa(i+1), v)...)
		}
		return out
	case *syntax.ArrayType:
		return g.leafNames(base, t.Elem)
	case *syntax.DynType:
		if out := g.leafNames(base, t.Elem); len(out) > 0 {
			return out
		}
	}
	if l := g.leaves(t); len(l) == 1 {
		return []string{base}
	}
	return nil
}

// header declares the parameters and the sizes, and checks them.
func (e *emitter) header() {
	d := e.fn.def
	var leaves []leaf
	var vals []*expr
	var decls []param
	for _, p := range d.Params {
		ls := e.g.leaves(p.Type)
		ns := e.g.leafNames(p.Name, p.Type)
		for i, l := range ls {
			id := &ident{name: e.names.fresh(ns[i]), param: true, fixed: true}
			decls = append(decls, param{id.name, l.goType()})
			e.shapes = append(e.shapes, shaped{id.name, l})
			vals = append(vals, use(id))
			e.env[p] = append(e.env[p], vals[len(vals)-1])
		}
		leaves = append(leaves, ls...)
	}
	from := map[*syntax.SizeVar]*expr{} // the slice whose length a size is
	for _, v := range d.Sizes {
		if id, a := e.sizeParam(v, leaves, vals); a != nil {
			from[v] = a
		} else {
			e.params = append(e.params, param{id.name, "int"})
		}
	}
	e.params = append(e.params, decls...)
	if e.fn.export != nil {
		for i, l := range leaves {
			e.check(vals[i], l.dims, from)
		}
		e.checkIndices(d.Params)
		return
	}
	for i, l := range leaves {
		e.cut(vals[i], l, from)
	}
}

// sizeParam binds the size variable v to the length of a parameter, which it
// returns, or to a parameter of its own.
func (e *emitter) sizeParam(v *syntax.SizeVar, leaves []leaf, vals []*expr) (*ident, *expr) {
	depth := 1
	if e.fn.export != nil {
		depth = 3
	}
	for k := range depth {
		for i, l := range leaves {
			if k >= len(l.dims) || l.dims[k] == nil {
				continue
			}
			if w, ok := l.dims[k].IsVar(); ok && w == v {
				id := &ident{name: e.names.fresh(v.Name)}
				e.sizes[v] = use(id)
				return id, e.lengthAt(id, vals[i], k)
			}
		}
	}
	id := &ident{name: e.names.fresh(v.Name)}
	e.sizes[v] = use(id)
	return id, nil
}

// lengthAt declares id as the length of the k-th dimension of a, 0 when an outer one is 0.
func (e *emitter) lengthAt(id *ident, a *expr, k int) *expr {
	if k == 0 {
		e.out.add(&stmt{kind: declStmt, ids: []*ident{id}, exprs: []*expr{lenOf(a)}})
		return a
	}
	e.out.add(&stmt{kind: varStmt, ids: []*ident{id}, typ: "int"})
	row := a
	var cond *expr
	for range k {
		c := binary(">", lenOf(row), intLit(0))
		if cond != nil {
			c = binary("&&", cond, c)
		}
		cond, row = c, index(row, intLit(0))
	}
	e.out.add(&stmt{kind: ifStmt, exprs: []*expr{cond}, body: []*stmt{
		{kind: assignStmt, op: "=", lhs: []*expr{use(id)}, exprs: []*expr{lenOf(row)}},
	}})
	return row
}

// size is a size as a Go expression.
func (e *emitter) size(s *syntax.Size) *expr {
	var sum *expr
	s.Terms(func(coef int64, vars []*syntax.SizeVar) {
		var p *expr
		neg := coef < 0 && sum != nil && len(vars) > 0
		if neg {
			coef = -coef
		}
		if coef != 1 || len(vars) == 0 {
			p = intLit(coef)
		}
		for _, v := range vars {
			x, ok := e.sizes[v]
			if !ok {
				failf("size variable %s of %s is not bound", v.Name, e.fn.def.Name)
			}
			if p == nil {
				p = x
			} else {
				p = binary("*", p, x)
			}
		}
		switch {
		case sum == nil:
			sum = p
		case neg:
			sum = binary("-", sum, p)
		default:
			sum = addSize(sum, p)
		}
	})
	if sum == nil {
		return intLit(0)
	}
	return sum
}

// addSize writes constants last: n + 1, n - 1.
func addSize(a, b *expr) *expr {
	if a.kind == litExpr {
		if a.text[0] == '-' {
			return binary("-", b, &expr{kind: litExpr, text: a.text[1:], size: 1})
		}
		return binary("+", b, a)
	}
	return binary("+", a, b)
}
