package functor

import (
	"errors"
	"runtime"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Why second derivatives are linear though their form does not show it.
const symmetric = "⟨w, f′(y)ᵀu⟩ = ⟨f′(y)w, u⟩"

// pullback is D_x(body) at x = at, by the reverse functor: ⟨value, linear half⟩.
// wrt are further primal variables to differentiate by, before x.
func (s *scope) pullback(sp *syntax.Spine, body syntax.Term, wrt []*syntax.Var, x *syntax.Var, at syntax.Term) syntax.Term {
	s.firstOrder(body, x)
	return s.derivativeAt(s.f.Reverse, sp, body, wrt, x, at)
}

// derivativeAt is pullback by any functor.
func (s *scope) derivativeAt(f *Functor, sp *syntax.Spine, body syntax.Term, wrt []*syntax.Var, x *syntax.Var, at syntax.Term) syntax.Term {
	in := f.newScope()
	in.env = s.env.Clone()
	for k, v := range s.sizes {
		in.sizes[k] = v
	}
	x1 := in.bind(x, true)
	sp.Bind(x1, at)
	ctx := append(append([]*syntax.Var{}, wrt...), x1)
	for _, y := range ctx {
		in.activate(y)
	}
	return sp.Let("z", in.pair(body, ctx))
}

// firstOrder refuses derivatives of a body that captures functions whose primal
// carries the linear functions of another mode.
func (s *scope) firstOrder(body syntax.Term, x *syntax.Var) {
	if s.f.Reverse == s.f {
		return
	}
	for _, y := range syntax.FreeVars(body) {
		if y != x && syntax.HoldsFunc(y.Type) {
			fail(nil, "forward mode through a vjp whose function captures the function %s; use dual numbers", y.Name)
		}
	}
}

// derivValue is the value of an operator inside a program.
func (s *scope) derivValue(sp *syntax.Spine, t *syntax.Deriv) syntax.Term {
	if t.Op == syntax.JVP {
		return s.spine(sp, s.pushed(t), nil)
	}
	z := s.pullback(sp, t.Body, nil, t.Param, s.atom(t.At))
	return syntax.NewLinApp(syntax.NewProj(1, z), s.atom(t.Dir))
}

// pushed is jvp (λx. body) at dir as a source block without the operator.
func (s *scope) pushed(t *syntax.Deriv) syntax.Term {
	return syntax.ANF(syntax.NewLet([]syntax.Bind{{Var: t.Param, Rhs: t.At}},
		s.push(t.Body, map[*syntax.Var]syntax.Term{t.Param: t.Dir})))
}

// deriv is D of vjp (λx. t) y u, with captured variables γ. No reverse pass is
// differentiated: the linear halves are pullbacks of the tangent of t.
func (r *rule) deriv(t *syntax.Deriv) (primal, lin syntax.Term) {
	if t.Op == syntax.JVP {
		return r.unpair(r.sp.Let("z", r.half(r.pushed(t), r.fr.vars, nil)))
	}
	z := r.pullback(r.sp, t.Body, nil, t.Param, r.atom(t.At))
	back := r.sp.Let("z'", syntax.NewProj(1, z))
	value := syntax.NewLinApp(back, r.atom(t.Dir))
	if r.f.Mode.Contravariant() {
		return value, r.vjpBack(t)
	}
	return value, r.vjpForth(t, back)
}

// vjpBack, in reverse mode: with cotangent w, let φ(γ, x) = jvp (λx. t) x w in
// ū = φ(γ, y) and (γ̄, ȳ) = vjp φ (γ, y) u.
func (r *rule) vjpBack(t *syntax.Deriv) syntax.Term {
	w := syntax.NewVar("w", r.tangent(t.Param.Type))
	ws := syntax.NewVar("w", t.Type())
	r.rename(ws, w)
	phi := syntax.ANF(r.push(t.Body, map[*syntax.Var]syntax.Term{t.Param: syntax.Ref(ws)}))
	captured := r.activeVars(t.Body, t.Param)
	var in syntax.Spine
	z := r.pullback(&in, phi, captured, t.Param, r.atom(t.At))
	u := in.Let("u", syntax.NewLinApp(syntax.NewProj(1, z), r.atom(t.Dir)))
	parts := make([][]syntax.Term, len(r.fr.vars))
	add := func(a syntax.Term, v syntax.Term) {
		if o := r.fr.primalOperand(a); o.Active() {
			parts[o.Slot] = append(parts[o.Slot], v)
		}
	}
	for i, x := range captured {
		add(syntax.Ref(x), Component(i, len(captured)+1, u))
	}
	add(r.atom(t.At), Component(len(captured), len(captured)+1, u))
	add(r.atom(t.Dir), syntax.NewProj(0, z))
	elems := make([]syntax.Term, len(parts))
	for i, ps := range parts {
		elems[i] = Zero(r.fr.ctx[i])
		if len(ps) > 0 {
			elems[i] = syntax.NewPlus(ps...)
		}
	}
	return syntax.NewLinLamAsserted(w, in.In(syntax.NewTuple(elems...)), symmetric)
}

// vjpForth, in forward mode: vjp (λx. t) y u′ + vjp (λx. jvp t (γ′, y′)) y u.
func (r *rule) vjpForth(t *syntax.Deriv, back syntax.Term) syntax.Term {
	v := syntax.NewVar("v", r.fr.ctx.Type())
	var in syntax.Spine
	dirs := map[*syntax.Var]syntax.Term{}
	dot := func(o Operand) syntax.Term { return Component(o.Slot, len(r.fr.ctx), syntax.Ref(v)) }
	tangent := func(x *syntax.Var, o Operand) {
		if !o.Active() {
			return
		}
		d := in.Let(x.Name+"'", dot(o)).Var
		ds := syntax.NewVar(x.Name+"'", syntax.TangentType(x.Type))
		r.rename(ds, d)
		dirs[x] = syntax.Ref(ds)
	}
	for _, x := range syntax.FreeVars(t.Body) {
		if x != t.Param {
			tangent(x, r.fr.operand(syntax.Ref(x)))
		}
	}
	tangent(t.Param, r.fr.operand(t.At))
	var terms []syntax.Term
	if len(dirs) > 0 {
		phi := syntax.ANF(r.push(t.Body, dirs))
		z := r.pullback(&in, phi, nil, t.Param, r.atom(t.At))
		terms = append(terms, syntax.NewLinApp(syntax.NewProj(1, z), r.atom(t.Dir)))
	}
	if o := r.fr.operand(t.Dir); o.Active() {
		terms = append(terms, syntax.NewLinApp(back, dot(o)))
	}
	out := Zero(r.tangent(t.Type()))
	if len(terms) > 0 {
		out = syntax.NewPlus(terms...)
	}
	return syntax.NewLinLamAsserted(v, in.In(out), symmetric)
}

func (s *scope) push(body syntax.Term, dirs map[*syntax.Var]syntax.Term) syntax.Term {
	if s.f.Push == nil {
		fail(nil, "no dual-number transformation is set for operators inside operators")
	}
	defer func() {
		r := recover()
		if _, ok := stop.Error(r); ok {
			panic(r)
		}
		if err, ok := r.(error); ok && !errors.As(err, new(runtime.Error)) {
			fail(nil, "%v", err)
		}
		if r != nil {
			panic(r)
		}
	}()
	return s.f.lams.CloseAll(s.f.Push(body, dirs))
}
