package functor

import (
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// pair is D_Γ of a block: a spine that ends in ⟨primal, linear half⟩, Γ = ctx.
func (s *scope) pair(t syntax.Term, ctx []*syntax.Var) syntax.Term {
	return s.block(t, ctx, nil, func(p, lin syntax.Term) syntax.Term { return syntax.NewTuple(p, lin) })
}

// plain is the primal of a block alone, for parts without a linear half.
func (s *scope) plain(t syntax.Term) syntax.Term {
	defer func(floor, depth int) { s.floor, s.depth = floor, depth }(s.floor, s.depth)
	s.floor = s.depth
	s.depth++
	var sp syntax.Spine
	return sp.In(s.spine(&sp, t, nil))
}

// half is D_Γ of a block where Γ may be empty, and then the primal alone.
func (s *scope) half(t syntax.Term, ctx []*syntax.Var, arms []armStep) syntax.Term {
	if len(ctx) == 0 {
		return s.plain(t)
	}
	return s.block(t, ctx, arms, func(p, lin syntax.Term) syntax.Term { return syntax.NewTuple(p, lin) })
}

// armStep puts the variable of a case arm before the block of the arm.
type armStep struct {
	x     *syntax.Var // primal
	scrut *syntax.Var // primal
	lin   syntax.Term
}

// block transforms a block: its primal bindings form the spine of the result,
// its linear halves one linear function over Γ.
func (s *scope) block(t syntax.Term, ctx []*syntax.Var, arms []armStep,
	end func(p, lin syntax.Term) syntax.Term) syntax.Term {
	var sp syntax.Spine
	fr := s.frame(ctx)
	ls := &linearSpine{fr: fr, ctx: append(Context{}, fr.ctx...)}
	if l, ok := t.(*syntax.Let); ok {
		sp.Binds = make([]syntax.Bind, 0, 2*len(l.Binds))
		ls.steps = make([]Step, 0, len(l.Binds))
	}
	for _, a := range arms {
		ls.step(a.x, []*syntax.Var{a.scrut}, a.lin, nil)
	}
	body := s.spine(&sp, t, ls)
	result := fr.primalOperand(body)
	lin := s.f.Mode.Spine(ls.ctx, ls.steps, result)
	return sp.In(end(body, lin))
}

// A linearSpine gathers the steps of the linear half of a block.
type linearSpine struct {
	fr    *frame // grows by the variables that steps bind
	ctx   Context
	steps []Step
	room  []Operand
}

func (l *linearSpine) step(x *syntax.Var, from []*syntax.Var, lin syntax.Term, ps []Partial) {
	st := Step{Name: x.Name, Tan: l.fr.s.varTangent(x), Lin: lin, Partials: ps, From: l.operands(len(from))}
	for i, y := range from {
		k, ok := l.fr.slot.get(y)
		if !ok {
			panic("functor: " + y.Name + " has no place in the context of " + x.Name)
		}
		st.From[i] = Operand{syntax.Ref(y), k, l.fr.s.varTangent(y)}
	}
	l.fr.slot.add(x)
	l.steps = append(l.steps, st)
}

// operands is room for n operands, which stand in memory with others.
func (l *linearSpine) operands(n int) []Operand {
	if len(l.room) < n {
		l.room = make([]Operand, n+min(2*cap(l.steps), 64))
	}
	out := l.room[:n:n]
	l.room = l.room[n:]
	return out
}

// primalOperand is an atom of the primal program as an operand.
func (fr *frame) primalOperand(a syntax.Term) Operand {
	r, ok := a.(*syntax.VarRef)
	if !ok {
		return Operand{a, -1, Tangent(fr.s.f.Mode, a.Type())}
	}
	o := Operand{a, -1, fr.s.varTangent(r.Var)}
	if k, in := fr.slot.get(r.Var); in {
		o.Slot = k
	}
	return o
}

// spine emits the primal bindings of a block into sp and its linear steps into
// ls (nil: none wanted) and returns the primal atom of its result.
func (s *scope) spine(sp *syntax.Spine, t syntax.Term, ls *linearSpine) syntax.Term {
	l, ok := t.(*syntax.Let)
	if !ok {
		if syntax.IsAtom(t) {
			return s.atom(t)
		}
		l = &syntax.Let{Body: t}
	}
	s.bindings(sp, l.Binds, ls)
	if syntax.IsAtom(l.Body) {
		return s.atom(l.Body)
	}
	x := syntax.NewVar("y", l.Body.Type())
	s.binding(sp, x, l.Body, ls)
	return syntax.Ref(s.ref(x))
}

func (s *scope) bindings(sp *syntax.Spine, binds []syntax.Bind, ls *linearSpine) {
	for _, b := range binds {
		if b.Var == nil {
			rhs := s.atom(b.Rhs)
			sp.Binds = append(sp.Binds, syntax.Bind{Size: s.sizeBinder(b.Size), Rhs: rhs, At: b.At, Sure: b.Sure})
			continue
		}
		s.binding(sp, b.Var, b.Rhs, ls)
	}
}

// name binds the active x to its primal; one that a rule, before which there were so many bindings, has bound already
// keeps that binding. A variable that was there before, as that of a checkpoint of it, has a place in the context of
// its own.
func (s *scope) name(sp *syntax.Spine, x *syntax.Var, p syntax.Term, before int) *syntax.Var {
	if r, ok := p.(*syntax.VarRef); ok && len(sp.Binds) > before && sp.Binds[len(sp.Binds)-1].Var == r.Var {
		s.rename(x, r.Var)
		*s.f.tan.At(r.Var.ID()) = s.tangent(x.Type)
		s.activate(r.Var)
		return r.Var
	}
	y := s.bind(x, true)
	sp.Bind(y, p)
	return y
}

// binding transforms x = rhs.
func (s *scope) binding(sp *syntax.Spine, x *syntax.Var, rhs syntax.Term, ls *linearSpine) {
	stop.Check(s.f.Context)
	if r, ok := rhs.(*syntax.VarRef); ok { // x is another name of r
		y := s.ref(r.Var)
		s.rename(x, y)
		return
	}
	if _, ok := rhs.(*syntax.Deriv); ok && s.f.Mode.Real() != syntax.Real {
		fail(nil, "%s goes through programs without derivative operators: expand these first", s.f.Mode.Name())
	}
	free := s.activeVars(rhs)
	if t, ok := rhs.(*syntax.Deriv); ok && ls != nil && len(free) > 0 && s.linearizes(t) {
		rhs = s.linearized(sp, t, ls)
		free = s.activeVars(rhs)
	}
	if ls != nil && len(free) > 0 {
		rhs = s.ahead(sp, rhs, ls)
		free = s.activeVars(rhs)
	}
	if ls == nil || len(free) == 0 || s.tangent(x.Type) == syntax.Unit {
		p := s.constant(sp, rhs)
		y := s.bind(x, false)
		sp.Bind(y, p)
		return
	}
	both := new(struct {
		rule
		own frame
	})
	both.own.begin(s, free)
	r := &both.rule
	*r = rule{scope: s, sp: sp, fr: &both.own, x: x}
	before := len(sp.Binds)
	if s.direct(rhs) {
		p, ps := r.partials(rhs)
		ls.step(s.name(sp, x, p, before), free, nil, ps)
		return
	}
	p, lin := r.apply(rhs)
	y := s.name(sp, x, p, before)
	if _, named := lin.(*syntax.VarRef); !named {
		lin = syntax.Ref(r.bindLin(y, lin))
	}
	ls.step(y, free, lin, nil)
}
