package term

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A VJP that a user writes for f becomes two definitions, each of which is the transpose of the other, and says so
// ([syntax.Adjoint]):
//
//	f_pull(p, y, w) = the VJP                        its adjoint in w is f_push
//	f_push(p, y, d) = the JVP, or f_pullᵀ            its adjoint in d is f_pull
//
// Here y is what f returns for p. The derivative of f is f_push(p, f(p), dp), and its transpose is f_pull: reverse mode
// runs the code of the VJP, and forward mode that of the JVP where there is one, too. Where there is none, f_pullᵀ is
// what reverse mode makes of f_pull. This is linear in w, so that any point will do: vjp (λw. f_pull(p, y, w)) 0 d.

// transposed is the derivative of f made of its VJP, and of its JVP where that is not nil.
func (p *program) transposed(f *flow.Func, jvp *syntax.CustomJVP) *syntax.CustomJVP {
	sig := p.sigs[f]
	pull := p.pullback(f)
	n := len(pull.Params) - 1 // without the cotangent
	if !linearIn(pull.Params[n:], pull.Body) {
		p.refuse(f.VJP.At, "the VJP "+f.VJP.Name+" of "+f.Name+" is not linear in the cotangents", "each term of what it "+
			"returns has one cotangent as a factor, and conditions, indices and lengths have none: slices that have "+
			"cotangents in them begin as zeros; to clip a gradient, clip what the generated function gives")
	}
	h := headOf(pull, n)
	d := syntax.NewVar("d", syntax.SubstSizes(pull.Result, h.size))
	push := &syntax.Def{Name: p.unique(f.Name + "_push"), At: f.VJP.At, Sizes: h.sizes, Params: append(h.params, d)}
	push.Result = syntax.SubstSizes(pull.Params[n].Type, h.size)
	if jvp == nil {
		w := syntax.NewVar("w", push.Result)
		push.Body = syntax.NewDeriv(syntax.VJP, w, h.call(pull, syntax.Ref(w)), syntax.NewZero(w.Type), syntax.Ref(d))
	} else {
		push.Body = p.pushed(f, jvp, h, syntax.Ref(d))
	}
	pull.Adjoints, push.Adjoints = adjointBy(pull, push), adjointBy(push, pull)
	sig.byHand = []*syntax.Def{pull, push}
	return derivativeBy(f, sig.def, push)
}

// A head is sizes and parameters of its own, like the first of a definition.
type head struct {
	sizes  []*syntax.SizeVar
	params []*syntax.Var
	size   func(*syntax.SizeVar) *syntax.Size // in the place of one of the definition's
}

func headOf(d *syntax.Def, n int) head {
	h := head{params: make([]*syntax.Var, n, n+1)}
	for _, m := range d.Sizes {
		h.sizes = append(h.sizes, syntax.NewSizeVar(m.Name))
	}
	h.size = syntax.SizeEnv(d.Sizes, syntax.SizesOf(h.sizes))
	for i, x := range d.Params[:n] {
		h.params[i] = syntax.NewVar(x.Name, syntax.SubstSizes(x.Type, h.size))
	}
	return h
}

// call calls a definition with the parameters and then something more.
func (h head) call(d *syntax.Def, more ...syntax.Term) syntax.Term {
	return syntax.NewCall(d.At, d, syntax.SizesOf(h.sizes), append(syntax.Refs(h.params), more...)...)
}

// adjointBy says that the transpose of d in its last parameter is another definition.
func adjointBy(d, transpose *syntax.Def) []*syntax.Adjoint {
	n := len(d.Params) - 1
	wrt := make([]bool, n+1)
	wrt[n] = true
	h := headOf(d, n)
	w := syntax.NewVar("w", syntax.SubstSizes(d.Result, h.size))
	return []*syntax.Adjoint{{Wrt: wrt, Rule: &syntax.CustomJVP{
		Sizes: h.sizes, Params: h.params, Tangents: []*syntax.Var{w}, Body: h.call(transpose, syntax.Ref(w)),
	}}}
}

// derivativeBy is the derivative of d, which f has become, at the value of that.
func derivativeBy(f *flow.Func, d, push *syntax.Def) *syntax.CustomJVP {
	h := headOf(d, len(d.Params))
	c := &syntax.CustomJVP{Sizes: h.sizes, Params: h.params}
	var dirs []syntax.Term
	for i, x := range h.params {
		dx := syntax.NewVar("d"+x.Name, syntax.TangentType(x.Type))
		c.Tangents = append(c.Tangents, dx)
		if varying(f.Params[i], x.Type) {
			dirs = append(dirs, syntax.Ref(dx))
		}
	}
	var s syntax.Spine
	y := s.Let("y", h.call(d))
	c.Body = s.In(h.call(push, y, s.Let("d", syntax.NewTuple(dirs...))))
	return c
}

// pushed is the body of a JVP where h has the parameters, and d the tangents of those that vary.
func (p *program) pushed(f *flow.Func, jvp *syntax.CustomJVP, h head, d syntax.Term) syntax.Term {
	if !linearIn(jvp.Tangents, jvp.Body) {
		p.refuse(f.JVP.At, "the derivative "+f.JVP.Name+" of "+f.Name+" is not linear in the tangents", notLinearHint)
	}
	sub := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{}, Fresh: true}
	for i, n := range jvp.Sizes {
		sub.Sizes[n] = syntax.SizeOfVar(h.sizes[i])
	}
	var active []int
	for i, x := range jvp.Params {
		sub.Vars[x] = syntax.Ref(h.params[i])
		if varying(f.Params[i], x.Type) {
			active = append(active, i)
		}
	}
	var s syntax.Spine
	for i, dx := range jvp.Tangents {
		k := slices.Index(active, i)
		switch {
		case k >= 0:
			sub.Vars[dx] = s.Let(dx.Name, part(d, len(active), k))
		case dx.Type == syntax.Unit:
			sub.Vars[dx] = syntax.UnitTerm()
		default: // it is a constant for differentiation
			sub.Vars[dx] = s.Let(dx.Name, syntax.NewZero(syntax.TangentType(h.params[i].Type)))
		}
	}
	return s.In(sub.Apply(jvp.Body))
}

// pullback is the VJP of f, as a definition.
func (p *program) pullback(f *flow.Func) *syntax.Def {
	b := p.byHand(f, f.VJP)
	j, k := b.f, len(f.Params)
	if len(f.Outs) > 0 {
		b.fail(j.At, f.Name+" writes to its parameter "+f.Params[f.Outs[0]].Name+", and so has no VJP by hand",
			"write a JVP, which writes the tangent, too; or have "+f.Name+" return a new value")
	}
	if i := slices.IndexFunc(b.sig.results, func(sh *shape) bool { return ragged(sh, false) }); i >= 0 {
		b.fail(j.At, f.Name+" returns rows whose lengths may differ, and so has no VJP by hand",
			"have "+f.Name+" return its rows in one slice, one after the other")
	}
	y, w := syntax.NewVar("y", b.result()), syntax.NewVar("w", syntax.TangentType(b.result()))
	types := b.results()
	var cotangents []*flow.Var // of the results, nil for those that do not vary
	next := k + len(f.Results)
	for i, r := range f.Results {
		cotangents = append(cotangents, nil)
		if varying(r, types[i]) {
			cotangents[i] = j.Params[next]
			next++
		}
	}
	active := b.active()
	outs := j.Results[:len(active)]
	d := &syntax.Def{Name: p.unique(f.Name + "_pull"), At: j.At, Sizes: b.sizes, Params: append(b.params, y, w)}
	d.Body = b.translate(outs, func(inner func(*syntax.Size) *syntax.Size) {
		for i, r := range f.Results {
			sh, v := substShape(b.sig.results[i], inner), j.Params[k+i]
			vs := b.tr.result(v.Name, part(syntax.Ref(y), len(types), i), r.Type, sh)
			b.store(dest{slot: b.sl.of(v)}, vs, v.At)
			if c := cotangents[i]; c != nil { // as long as what it is of, which is looked at in its place
				b.tangent(c, part(syntax.Ref(w), len(types), i), b.rectangular(vs, r.Type, false))
			}
		}
	}, func(func(*syntax.Size) *syntax.Size) syntax.Term {
		var parts []syntax.Term
		for n, i := range active {
			r := outs[n]
			e := b.implode(r.Name, b.load(flow.Place{Var: r}), r.Type, b.param(i), j.At)
			parts = append(parts, b.toTangent(r.Name, e, r.Type, syntax.TangentType(b.params[i].Type)))
		}
		return syntax.NewTuple(parts...)
	})
	d.Result = d.Body.Type()
	return d
}

// ragged reports whether a shape has slices of unknown lengths inside others.
func ragged(sh *shape, inside bool) bool {
	if inside && sh.kind == dyn || sh.elem != nil && ragged(sh.elem, true) {
		return true
	}
	return slices.ContainsFunc(sh.parts, func(p *shape) bool { return ragged(p, inside) })
}

// active are the parameters of the function that vary.
func (b *byHand) active() (out []int) {
	for i, v := range b.of.Params {
		if varying(v, b.params[i].Type) {
			out = append(out, i)
		}
	}
	return out
}
