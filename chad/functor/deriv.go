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
		z := r.pullback(s, r.along(t, captured, dγ, dx), wrt, t.Param, v.At.Atom)
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
