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

// attach translates the derivatives that the user has written for f.
func (p *program) attach(f *flow.Func) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(failure); !ok {
				panic(r)
			}
		}
	}()
	sig := p.sigs[f]
	if f.Cut {
		sig.def.Custom = p.held(f)
	}
	if f.JVP != nil {
		sig.def.Custom = p.pushforward(f)
	}
	if f.VJP != nil {
		sig.def.Custom = p.transposed(f, sig.def.Custom)
	}
}

// pushforward is the JVP of f.
func (p *program) pushforward(f *flow.Func) *syntax.CustomJVP {
	b := p.byHand(f, f.JVP)
	j := b.f
	c := &syntax.CustomJVP{Sizes: b.sizes, Params: b.params}
	var tangents []*flow.Var // of the parameters, nil for those that do not vary
	written := newValues(j)
	next := len(f.Params)
	for i, v := range f.Params {
		x := b.params[i]
		c.Tangents = append(c.Tangents, syntax.NewVar("d"+x.Name, syntax.TangentType(x.Type)))
		tangents = append(tangents, nil)
		if varying(v, x.Type) {
			if next >= len(j.Params) || !flow.Same(j.Params[next].Type, v.Type) {
				b.fail(j.At, "the derivative "+j.Name+" has no tangent for "+v.Name, "its parameters are those of "+
					f.Name+", then a tangent for each that varies")
			}
			tangents[i] = j.Params[next]
			next++
		}
	}
	var outs []*flow.Var // the tangents of the results, nil for those that do not vary
	k := len(f.Results) - len(f.Outs)
	next = k
	types := b.results()
	for i, r := range f.Results {
		outs = append(outs, nil)
		if !varying(r, types[i]) {
			continue
		}
		if i < k {
			if next >= len(j.Results)-len(j.Outs) || !flow.Same(j.Results[next].Type, r.Type) {
				b.fail(j.At, "the derivative "+j.Name+" has no tangent for result "+fmt.Sprint(i+1),
					"its results are those of "+f.Name+", then their tangents")
			}
			outs[i] = j.Results[next]
			next++
			continue
		}
		// The parameter's new value: what j makes of its tangent, which it may leave as it is.
		d := tangents[f.Outs[i-k]]
		outs[i] = d
		if v := written[d]; v != nil {
			outs[i] = v
		}
	}
	c.Body = b.translate(outs, func(func(*syntax.Size) *syntax.Size) {
		for i, v := range tangents {
			if v != nil {
				b.tangent(v, syntax.Ref(c.Tangents[i]), b.param(i))
			}
		}
	}, func(inner func(*syntax.Size) *syntax.Size) syntax.Term {
		return b.tangentOfResult(outs, inner)
	})
	return c
}

// newValues has, for parameters that a function writes, the results that are their new values.
func newValues(f *flow.Func) map[*flow.Var]*flow.Var {
	out := map[*flow.Var]*flow.Var{}
	for i, p := range f.Outs {
		out[f.Params[p]] = f.Results[len(f.Results)-len(f.Outs)+i]
	}
	return out
}

// varying reports whether a variable of a type has tangents.
func varying(v *flow.Var, ty syntax.Type) bool {
	tt := syntax.TangentType(ty)
	return !v.Constant && tt != nil && tt != syntax.Unit
}

// byHand is a derivative that the user has written for the function of: sizes and parameters of its own for those of
// the function.
type byHand struct {
	*tr
	of     *flow.Func
	sig    *signature // of the function
	sizes  []*syntax.SizeVar
	params []*syntax.Var
	env    map[*syntax.SizeVar]*syntax.Size
}

func (p *program) byHand(f, j *flow.Func) *byHand {
	b := &byHand{tr: newTr(p, j), of: f, sig: p.sigs[f], env: map[*syntax.SizeVar]*syntax.Size{}}
	for _, n := range b.sig.def.Sizes {
		m := syntax.NewSizeVar(n.Name)
		b.sizes = append(b.sizes, m)
		b.env[n] = syntax.SizeOfVar(m)
		b.isSize[m] = true
	}
	for _, x := range b.sig.def.Params {
		y := syntax.NewVar(x.Name, syntax.SubstSizes(x.Type, b.rename))
		if syntax.TangentType(y.Type) == nil {
			b.fail(j.At, "the function "+f.Name+" takes functions, which a derivative of its own cannot", "")
		}
		b.params = append(b.params, y)
	}
	return b
}

func (b *byHand) rename(n *syntax.SizeVar) *syntax.Size { return b.env[n] }

// result is the type of what the function returns, with its status where it may fail.
func (b *byHand) result() syntax.Type { return syntax.SubstSizes(b.sig.def.Result, b.rename) }

func (b *byHand) results() []syntax.Type {
	return resultParts(b.result(), len(b.of.Results), b.sig.fails)
}

// param is the shape of a parameter.
func (b *byHand) param(i int) *shape {
	return substShape(b.sig.params[i], func(p *syntax.Size) *syntax.Size { return p.Subst(b.rename) })
}

// resultParts are the types of the n results, and of the status behind them if the function may fail, of a definition
// with the result t: a tuple, but for one alone.
func resultParts(t syntax.Type, n int, fails bool) []syntax.Type {
	if n == 1 && !fails || n == 0 && fails {
		return []syntax.Type{t}
	}
	return t.(*syntax.TupleType).Elems
}

// translate is the body of the derivative: what give is told of gets its values from give, and take makes the result
// of the variables outs, some of which may be nil. Both are told how lengths of the function are said here.
func (b *byHand) translate(outs []*flow.Var, give func(inner func(*syntax.Size) *syntax.Size),
	take func(inner func(*syntax.Size) *syntax.Size) syntax.Term) (body syntax.Term) {
	outs = slices.DeleteFunc(slices.Clone(outs), func(v *flow.Var) bool { return v == nil })
	b.body = b.facts.function(b.f, outs)
	for b.dirty = true; b.dirty && b.passes < maxPasses; {
		b.passes++
		b.dirty = false
		b.begin(outs)
		b.exits = false
		inner := b.enter()
		give(inner)
		b.declareResults(b.f)
		b.list(b.body)
		body = b.spine.In(take(inner))
	}
	return body
}

// enter binds the parameters that are those of the function, and the lengths of its results.
func (b *byHand) enter() (inner func(*syntax.Size) *syntax.Size) {
	sig := b.sig
	for _, n := range b.sizes[:len(b.sizes)-len(sig.extra)] {
		b.sc.push(n)
	}
	known := map[*syntax.SizeVar]*syntax.Size{}
	for i, v := range b.f.Params[:len(b.of.Params)] {
		vs := b.tr.param(b.params[i], v, b.param(i))
		for j, x := range vs {
			if g := sig.ints[i][j]; g != nil {
				known[g] = b.polyOf(x)
			}
		}
	}
	inner = func(p *syntax.Size) *syntax.Size {
		return p.Subst(b.rename).Subst(func(g *syntax.SizeVar) *syntax.Size { return known[g] })
	}
	for i, p := range sig.extra {
		n := b.sizes[len(b.sizes)-len(sig.extra)+i]
		b.sc.push(n)
		b.sc.reals[inner(p)] = syntax.SizeOfVar(n)
		b.sc.polys[n] = inner(p)
	}
	return inner
}

// tangent gives a variable the value of a tangent.
func (b *byHand) tangent(v *flow.Var, d syntax.Term, sh *shape) {
	e := b.fromTangent(v.Name, d, v.Type, sh)
	b.store(dest{slot: b.sl.of(v)}, b.explode(v.Name, e, v.Type, sh), v.At)
}

// tangentOfResult is made of the tangents of the results, nil for those that do not vary.
func (b *byHand) tangentOfResult(outs []*flow.Var, inner func(*syntax.Size) *syntax.Size) syntax.Term {
	if syntax.TangentType(b.result()) == syntax.Unit {
		return syntax.UnitTerm()
	}
	var parts []syntax.Term
	types := b.results()
	for i, r := range b.of.Results {
		tt := syntax.TangentType(types[i])
		if outs[i] == nil {
			parts = append(parts, b.zeroTangent(tt))
			continue
		}
		sh := substShape(b.sig.results[i], inner)
		e := b.implode(r.Name, b.load(flow.Place{Var: outs[i]}), r.Type, sh, b.f.At)
		parts = append(parts, b.toTangent(r.Name, e, r.Type, tt))
	}
	if b.sig.fails {
		parts = append(parts, syntax.UnitTerm())
	}
	return syntax.NewTuple(parts...)
}

func (t *tr) zeroTangent(tt syntax.Type) syntax.Term {
	if tt == syntax.Unit {
		return syntax.UnitTerm()
	}
	return syntax.NewZero(tt)
}

// fromTangent is a tangent as a value of the type of the primal: what does not vary is zero, and what has a length of its
// own gets that of the primal.
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
		if d, ok := e.Type().(*syntax.DynType); ok {
			e = syntax.NewLinearCoerce(nil, t.let(name, e), syntax.NewArrayType(t.real(sh.n), d.Elem))
			return t.fromTangent(name, e, ft, sh)
		}
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
