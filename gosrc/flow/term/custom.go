package term

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// extern makes a definition around an operation that emitted code calls by its Go name. It has no meaning here but
// its derivative.
func (p *program) extern(f *flow.Func, sig *signature) {
	fail := func(what string) {
		p.report(f.At, "the function "+f.Name+" is called as it is, and "+what,
			"give it a body in Go, or pass it numbers and bools only")
		panic(failure{})
	}
	if len(f.Results) != 1 {
		fail(fmt.Sprintf("returns %d results", len(f.Results)))
	}
	res, ok := f.Results[0].Type.(*flow.Basic)
	if !ok || res.Kind == flow.KindOpaque {
		fail("returns a " + f.Results[0].Type.String())
	}
	var args []syntax.Term
	op := &syntax.Op{Name: f.Extern.Name, Result: basicType(res), Cost: 20, Flat: true, Host: true}
	for i, v := range f.Params {
		b, ok := v.Type.(*flow.Basic)
		if !ok || b.Kind == flow.KindOpaque {
			fail("takes a " + v.Type.String())
		}
		op.Params = append(op.Params, basicType(b))
		args = append(args, syntax.Ref(sig.def.Params[i]))
	}
	if syntax.OpByName(op.Name) != nil { // passes know those by their names
		op.Name = "go." + op.Name
	}
	name := f.Extern.Name
	if f.Extern.Pkg != "" {
		name = f.Extern.Pkg + "." + name
	}
	op.Eval = func([]syntax.Value) (syntax.Value, error) {
		return syntax.Value{}, fmt.Errorf("the Go function %s cannot be run by the interpreter", name)
	}
	if op.Result == syntax.Real {
		// Its derivative is the definition's, or nothing: the operation itself is flat.
		op.Partials = func(x []syntax.Term, _ syntax.Term) []syntax.Term { return make([]syntax.Term, len(x)) }
	}
	op.Go = syntax.GoForm{Pkg: f.Extern.Pkg, Func: f.Extern.Name}
	if f.Extern.Adapter != "" {
		op.Go = syntax.GoForm{Func: f.Extern.AdapterName, Helper: f.Extern.Adapter}
	}
	sig.results = []*shape{scalarShape}
	p.resultType(f, sig, sig.def)
	sig.def.Body = syntax.NewPrimAt(f.At, op, args...)
}

// attach translates the derivative that the user has written for f.
func (p *program) attach(f *flow.Func) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(failure); !ok {
				panic(r)
			}
		}
	}()
	j, sig := f.JVP, p.sigs[f]
	t := newTr(p, j)
	varying := func(v *flow.Var, ty syntax.Type) bool {
		tt := syntax.TangentType(ty)
		return !v.Constant && tt != nil && tt != syntax.Unit
	}
	env := map[*syntax.SizeVar]*syntax.Size{}
	c := &syntax.CustomJVP{}
	for _, n := range sig.def.Sizes {
		m := syntax.NewSizeVar(n.Name)
		c.Sizes = append(c.Sizes, m)
		env[n] = syntax.SizeOfVar(m)
		t.isSize[m] = true
	}
	rename := func(n *syntax.SizeVar) *syntax.Size { return env[n] }
	var tangents []*flow.Var // of the parameters, nil for those that do not vary
	next := len(f.Params)
	for i, v := range f.Params {
		ty := syntax.SubstSizes(sig.def.Params[i].Type, rename)
		c.Params = append(c.Params, syntax.NewVar(sig.def.Params[i].Name, ty))
		tt := syntax.TangentType(ty)
		if tt == nil {
			t.fail(j.At, "the function "+f.Name+" takes functions, which a derivative of its own cannot", "")
		}
		c.Tangents = append(c.Tangents, syntax.NewVar("d"+sig.def.Params[i].Name, tt))
		tangents = append(tangents, nil)
		if varying(v, ty) {
			if next >= len(j.Params) || !flow.Same(j.Params[next].Type, v.Type) {
				t.fail(j.At, "the derivative "+j.Name+" has no tangent for "+v.Name, "its parameters are those of "+
					f.Name+", then a tangent for each that varies")
			}
			tangents[i] = j.Params[next]
			next++
		}
	}
	var outs []*flow.Var // the tangents of the results, nil for those that do not vary
	next = len(f.Results)
	types := resultParts(sig.def.Result, len(f.Results), sig.fails)
	for i, r := range f.Results {
		outs = append(outs, nil)
		if varying(r, types[i]) {
			if next >= len(j.Results) || !flow.Same(j.Results[next].Type, r.Type) {
				t.fail(j.At, "the derivative "+j.Name+" has no tangent for result "+fmt.Sprint(i+1),
					"its results are those of "+f.Name+", then their tangents")
			}
			outs[i] = j.Results[next]
			next++
		}
	}
	t.body = t.facts.function(j, slices.DeleteFunc(slices.Clone(outs), func(v *flow.Var) bool { return v == nil }))
	for t.dirty = true; t.dirty && t.passes < maxPasses; {
		t.passes++
		t.dirty = false
		c.Body = t.derivative(f, sig, c, tangents, outs, rename)
	}
	sig.def.Custom = c
}

// resultParts are the types of the n results, and of the status behind them if the function may fail, of a definition
// with the result t: a tuple, but for one alone.
func resultParts(t syntax.Type, n int, fails bool) []syntax.Type {
	if n == 1 && !fails || n == 0 && fails {
		return []syntax.Type{t}
	}
	return t.(*syntax.TupleType).Elems
}

// derivative is one pass over the body of a derivative: the tangent of the result.
func (t *tr) derivative(f *flow.Func, sig *signature, c *syntax.CustomJVP, tangents, outs []*flow.Var,
	rename func(*syntax.SizeVar) *syntax.Size) syntax.Term {
	t.begin(slices.DeleteFunc(slices.Clone(outs), func(v *flow.Var) bool { return v == nil }))
	t.exits = false
	for _, n := range c.Sizes[:len(c.Sizes)-len(sig.extra)] {
		t.sc.push(n)
	}
	known := map[*syntax.SizeVar]*syntax.Size{}
	for i, v := range t.f.Params[:len(f.Params)] {
		vs := t.param(c.Params[i], v, substShape(sig.params[i],
			func(p *syntax.Size) *syntax.Size { return p.Subst(rename) }))
		for j, x := range vs {
			if g := sig.ints[i][j]; g != nil {
				known[g] = t.polyOf(x)
			}
		}
	}
	inner := func(p *syntax.Size) *syntax.Size {
		return p.Subst(rename).Subst(func(g *syntax.SizeVar) *syntax.Size { return known[g] })
	}
	for i, p := range sig.extra {
		n := c.Sizes[len(c.Sizes)-len(sig.extra)+i]
		t.sc.push(n)
		t.sc.reals[inner(p)] = syntax.SizeOfVar(n)
		t.sc.polys[n] = inner(p)
	}
	for i, v := range tangents {
		if v == nil {
			continue
		}
		sh := substShape(sig.params[i], func(p *syntax.Size) *syntax.Size { return p.Subst(rename) })
		e := t.fromTangent(c.Tangents[i].Name, syntax.Ref(c.Tangents[i]), v.Type, sh)
		t.store(dest{slot: t.sl.of(v)}, t.explode(v.Name, e, v.Type, sh), v.At)
	}
	t.declareResults(t.f)
	t.list(t.body)
	var parts []syntax.Term
	types := resultParts(sig.def.Result, len(f.Results), sig.fails)
	for i, r := range f.Results {
		tt := syntax.TangentType(syntax.SubstSizes(types[i], rename))
		if outs[i] == nil {
			parts = append(parts, t.zeroTangent(tt))
			continue
		}
		sh := substShape(sig.results[i], inner)
		e := t.implode(r.Name, t.load(flow.Place{Var: outs[i]}), r.Type, sh, t.f.At)
		parts = append(parts, t.toTangent(r.Name, e, r.Type, tt))
	}
	if sig.fails {
		parts = append(parts, syntax.UnitTerm())
	}
	body := syntax.NewTuple(parts...)
	if syntax.TangentType(syntax.SubstSizes(sig.def.Result, rename)) == syntax.Unit {
		body = syntax.UnitTerm()
	}
	return t.spine.In(body)
}

func (t *tr) zeroTangent(tt syntax.Type) syntax.Term {
	if tt == syntax.Unit {
		return syntax.UnitTerm()
	}
	return syntax.NewZero(tt)
}

// fromTangent is a tangent as a value of the type of the primal: what does not vary is zero.
func (t *tr) fromTangent(name string, e syntax.Term, ft flow.Type, sh *shape) syntax.Term {
	if e.Type() == t.typ(ft, sh) {
		return e
	}
	if e.Type() == syntax.Unit {
		return t.zeros(ft, sh)
	}
	switch ft := ft.(type) {
	case *flow.Struct:
		es := make([]syntax.Term, len(ft.Fields))
		for i, f := range ft.Fields {
			es[i] = t.fromTangent(name, part(e, len(es), i), f.Type, sh.parts[i])
		}
		return syntax.NewTuple(es...)
	case *flow.Array:
		return t.mapTangent(e, func(x syntax.Term) syntax.Term { return t.fromTangent(name, x, ft.Elem, sh.elem) })
	case *flow.Slice:
		return t.mapTangent(e, func(x syntax.Term) syntax.Term { return t.fromTangent(name, x, ft.Elem, sh.elem) })
	}
	panic("term: no value from a tangent of type " + ft.String())
}

// toTangent is a value of the type of a primal as a tangent.
func (t *tr) toTangent(name string, e syntax.Term, ft flow.Type, tt syntax.Type) syntax.Term {
	if e.Type() == tt {
		return e
	}
	if tt == syntax.Unit {
		return syntax.UnitTerm()
	}
	switch ft := ft.(type) {
	case *flow.Struct:
		e = t.let(name, e)
		es := make([]syntax.Term, len(ft.Fields))
		for i, f := range ft.Fields {
			want := tt
			if len(es) > 1 {
				want = tt.(*syntax.TupleType).Elems[i]
			}
			es[i] = t.toTangent(name, part(e, len(es), i), f.Type, want)
		}
		return syntax.NewTuple(es...)
	case *flow.Array:
		return t.mapTangent(e, func(x syntax.Term) syntax.Term { return t.toTangent(name, x, ft.Elem, elemType(tt)) })
	case *flow.Slice:
		return t.mapTangent(e, func(x syntax.Term) syntax.Term { return t.toTangent(name, x, ft.Elem, elemType(tt)) })
	}
	panic("term: no tangent from a value of type " + ft.String())
}

func elemType(t syntax.Type) syntax.Type { return t.(*syntax.ArrayType).Elem }

func (t *tr) mapTangent(e syntax.Term, f func(syntax.Term) syntax.Term) syntax.Term {
	a := t.let("t", e)
	n := a.Type().(*syntax.ArrayType).Len
	i := syntax.NewVar("i", syntax.NewIdxType(n))
	return syntax.NewBuild(n, i, t.sub(func() syntax.Term { return f(syntax.NewIndex(a, syntax.Ref(i))) }))
}
