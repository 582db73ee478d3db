package functor

import (
	"errors"
	"runtime"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// pullback is D_x(body) at x = at, by the reverse functor: ⟨value, linear half⟩.
// wrt are further primal variables to differentiate by, before x.
func (s *scope) pullback(sp *syntax.Spine, body syntax.Term, wrt []*syntax.Var, x *syntax.Var,
	at syntax.Term) syntax.Term {
	s.firstOrder(body, x)
	return s.derivativeAt(s.f.Reverse, sp, body, wrt, x, at)
}

// derivativeAt is pullback by any functor.
func (s *scope) derivativeAt(f *Functor, sp *syntax.Spine, body syntax.Term, wrt []*syntax.Var, x *syntax.Var,
	at syntax.Term) syntax.Term {
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
	return s.f.Reverse.Mode.Run(syntax.NewProj(1, z), s.atom(t.Dir))
}

// pushed is jvp (λx. body) at dir as a source block without the operator.
func (s *scope) pushed(t *syntax.Deriv) syntax.Term {
	return syntax.ANF(syntax.NewLet([]syntax.Bind{{Var: t.Param, Rhs: t.At}},
		s.push(t.Body, map[*syntax.Var]syntax.Term{t.Param: t.Dir})))
}

// linearizes reports whether an operator is taken apart before it is differentiated.
func (s *scope) linearizes(t *syntax.Deriv) bool {
	return t.Op == syntax.VJP && s.f.Linear != nil
}

// linearized is vjp (λx. t) y u as the transpose of the tangent of t, with the values that this needs bound before:
//
//	jvp (λx. t) y dx = let values in tangent
//	vjp (λx. t) y u  = let values in vjp (λdx. tangent) 0 u
//
// So the values are computed once, for the operator and for all derivatives of it.
func (s *scope) linearized(sp *syntax.Spine, t *syntax.Deriv, ls *linearSpine) *syntax.Deriv {
	var values []syntax.Bind
	var dx *syntax.Var
	var tangent syntax.Term
	s.refusing(func() { values, dx, tangent = s.f.Linear(t.Body, t.Param, t.At) })
	for i, b := range values {
		values[i].Rhs = s.f.lams.CloseAll(b.Rhs)
		if b.Var != nil {
			s.f.lams.Note(b.Var, values[i].Rhs)
		}
	}
	zero := syntax.NewVar("zero", dx.Type)
	s.bindings(sp, append(values, syntax.Bind{Var: zero, Rhs: syntax.NewZero(dx.Type)}), ls)
	return syntax.NewDeriv(syntax.LinearVJP, dx, s.f.lams.CloseAll(tangent), syntax.Ref(zero), t.Dir)
}

// deriv is D of vjp (λx. t) y u.
func (r *rule) deriv(t *syntax.Deriv) (primal, lin syntax.Term) {
	if t.Op == syntax.JVP {
		return r.unpair(r.sp.Let("z", r.half(r.pushed(t), r.fr.vars, nil)))
	}
	z := r.pullback(r.sp, t.Body, nil, t.Param, r.atom(t.At))
	back := r.sp.Let("z'", syntax.NewProj(1, z))
	run := func(half, v syntax.Term) syntax.Term { return r.f.Reverse.Mode.Run(half, v) }
	captured := r.activeVars(t.Body, t.Param)
	v := VJP{
		Tan: r.tangent(t.Type()), X: t.Param.Name, Captured: make([]Operand, len(captured)),
		At: r.fr.operand(t.At), Dir: r.fr.operand(t.Dir),
	}
	for i, x := range captured {
		v.Captured[i] = r.fr.primalOperand(syntax.Ref(x))
	}
	v.Back = func(w syntax.Term) syntax.Term { return run(back, w) }
	v.Tangent = func(s *syntax.Spine, dγ []*syntax.Var, dx *syntax.Var, all bool) (value, back syntax.Term) {
		var wrt []*syntax.Var
		if all {
			wrt = captured
		}
		var along syntax.Term
		if t.Op == syntax.LinearVJP && len(dγ) == 0 {
			along = r.applied(t, dx)
		} else {
			along = r.along(t, captured, dγ, dx)
		}
		z := r.pullback(s, along, wrt, t.Param, v.At.Atom)
		return syntax.NewProj(0, z), run(syntax.NewProj(1, z), v.Dir.Atom)
	}
	return v.Back(v.Dir.Atom), r.f.Mode.VJP(r.fr.ctx, v)
}

// along is the tangent of the function of t in the directions dγ of γ, primal variables, and dx of its parameter. There
// may be none.
func (r *rule) along(t *syntax.Deriv, γ, dγ []*syntax.Var, dx *syntax.Var) syntax.Term {
	dirs := map[*syntax.Var]syntax.Term{}
	move := func(x, dx *syntax.Var) {
		d := syntax.NewVar(dx.Name, syntax.TangentType(x.Type))
		r.rename(d, dx)
		dirs[x] = syntax.Ref(d)
	}
	if dγ != nil {
		slots := slotsOf(γ)
		for _, x := range syntax.FreeVars(t.Body) {
			if k, ok := slots.get(r.ref(x)); ok && x != t.Param {
				move(x, dγ[k])
			}
		}
	}
	if dx != nil {
		move(t.Param, dx)
	}
	return syntax.ANF(r.push(t.Body, dirs))
}

// applied is the function of t, which is linear and so its own tangent, at dx, a primal variable.
func (r *rule) applied(t *syntax.Deriv, dx *syntax.Var) syntax.Term {
	d := syntax.NewVar(dx.Name, t.Param.Type)
	r.rename(d, dx)
	s := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{t.Param: syntax.Ref(d)}, Fresh: true}
	return s.Apply(t.Body)
}

func (s *scope) push(body syntax.Term, dirs map[*syntax.Var]syntax.Term) (out syntax.Term) {
	if s.f.Push == nil {
		fail(nil, "no dual-number transformation is set for operators inside operators")
	}
	s.refusing(func() { out = s.f.lams.CloseAll(s.f.Push(body, dirs)) })
	return out
}

// refusing runs what may refuse a term by an error of its own.
func (s *scope) refusing(f func()) {
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
	f()
}
