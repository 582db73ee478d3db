package syntax

import (
	"fmt"
	"math"
)

// Equation is what an [Implicit] solves.
type Equation uint8

// The equations.
const (
	FixpointOf Equation = iota // x = g(x, θ), by iterating g
	RootOf                     // g(x, θ) = 0, by Newton's method
)

// Bounds of the iterations: they end when no component changes by more than
// implicitTol, relative to the greatest of them or to 1.
const (
	implicitTol    = 1e-13
	fixpointLimit  = 100_000
	newtonLimit    = 200
	implicitReason = "reals, and tuples and arrays of them, have derivatives here"
)

// Implicit is a solution x(θ) of an equation in x, a real or an array of reals, as a
// definition whose parameters are the variables θ that λx. body captures, and the start of the
// iteration. It carries its derivative by the implicit function theorem,
//
//	x = g(x, θ):   dx = (I − ∂g/∂x)⁻¹ ∂g/∂θ dθ
//	g(x, θ) = 0:   dx = −(∂g/∂x)⁻¹ ∂g/∂θ dθ
//
// with ∂g/∂x as a matrix, made by n forward derivatives of g, and one solution of a linear
// system; the iteration is not differentiated, and the start has derivative 0. Where the
// iteration does not converge the result is NaN. Reverse mode uses the transposed system and one reverse
// pass of g. Reference: Christianson, "Reverse accumulation and implicit functions" (1998).
type Implicit struct {
	Equation Equation
	Name     string
	At       *Pos
	Param    *Var // x
	Body     Term // g(x, θ)
	Start    Term
	SolveT   *Def // of the library of matrices: the solution of aᵀ x = b for (a, b)

	free  []*Var
	sizes []*SizeVar
	step  *Def // g
}

// Call is the term that gives the solution; the definitions are reachable from it. The
// error says why there is none.
func (m *Implicit) Call() (Term, error) {
	if t := m.Param.Type; t != Real {
		if a, ok := t.(*ArrayType); !ok || a.Elem != Real {
			return nil, fmt.Errorf("the unknown has type %s; it must be a real or an array of reals", t)
		}
	}
	for _, y := range FreeVars(m.Body) {
		if y == m.Param {
			continue
		}
		if HoldsFunc(y.Type) {
			return nil, fmt.Errorf("the equation uses %s : %s, a function that is known at run time only; write its "+
				"λ or the name of a definition in the equation", y.Name, y.Type)
		}
		if TangentType(y.Type) != Unit && !pushable(y.Type) {
			return nil, fmt.Errorf("the equation depends on %s : %s; %s", y.Name, y.Type, implicitReason)
		}
		m.free = append(m.free, y)
	}
	m.sizes = freeSizes(m.Param, m.free, m.Body)
	m.step = m.stepDef()
	d := m.solution()
	return NewCall(m.At, d, SizesOf(m.sizes), append(Refs(m.free), m.Start)...), nil
}

// pushable reports whether forward mode has tangents for t.
func pushable(t Type) bool {
	switch t := t.(type) {
	case *Scalar, *IdxType:
		return true
	case *TupleType:
		for _, e := range t.Elems {
			if !pushable(e) {
				return false
			}
		}
		return true
	case *ArrayType:
		return pushable(t.Elem)
	case *DynType:
		return pushable(t.Elem)
	}
	return false
}

// freeSizes are the size variables from outside that a function and what it captures mention.
func freeSizes(x *Var, free []*Var, body Term) []*SizeVar {
	var out []*SizeVar
	seen := map[*SizeVar]bool{}
	use := func(n *SizeVar) {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	typ := func(t Type) Type { EachSizeVar(t, use); return t }
	typ(x.Type)
	for _, y := range free {
		typ(y.Type)
	}
	var m Mapper
	m = Mapper{
		Term:       func(t Term) Term { return m.Map(t) },
		Binder:     func(y *Var) *Var { typ(y.Type); return y },
		SizeBinder: func(n *SizeVar) *SizeVar { seen[n] = true; return n },
		Type:       typ,
		Size:       func(n *Size) *Size { n.Vars(use); return n },
	}
	m.Map(body)
	return out
}

// implicitScope is the inside of one definition, or rule: its own sizes and variables.
type implicitScope struct {
	m      *Implicit
	sizes  []*SizeVar
	params []*Var // the captured variables, and then x or the start
	sub    Substitution
}

func (m *Implicit) scope(last string) *implicitScope {
	s := &implicitScope{m: m, sub: Substitution{Vars: map[*Var]Term{}, Sizes: map[*SizeVar]*Size{}, Fresh: true}}
	for _, n := range m.sizes {
		k := NewSizeVar(n.Name)
		s.sizes = append(s.sizes, k)
		s.sub.Sizes[n] = SizeOfVar(k)
	}
	for _, y := range m.free {
		z := NewVar(y.Name, s.typ(y.Type))
		s.params = append(s.params, z)
		s.sub.Vars[y] = Ref(z)
	}
	s.params = append(s.params, NewVar(last, s.typ(m.Param.Type)))
	return s
}

func (s *implicitScope) typ(t Type) Type {
	return SubstSizes(t, func(n *SizeVar) *Size { return s.sub.Sizes[n] })
}

// call is d, one of the definitions made here, at the captured variables θ and x.
func (s *implicitScope) call(d *Def, x Term) Term { return s.callAt(d, s.theta(), x) }

func (s *implicitScope) callAt(d *Def, theta []Term, x Term) Term {
	return NewCall(s.m.At, d, SizesOf(s.sizes), append(append([]Term(nil), theta...), x)...)
}

func (s *implicitScope) theta() []Term {
	out := make([]Term, len(s.m.free))
	for i := range out {
		out[i] = Ref(s.params[i])
	}
	return out
}

func (s *implicitScope) last() Term { return Ref(s.params[len(s.params)-1]) }

// stepDef is g.
func (m *Implicit) stepDef() *Def {
	s := m.scope(m.Param.Name)
	s.sub.Vars[m.Param] = s.last()
	return &Def{
		Name: m.Name + "_equation", Sizes: s.sizes, Params: s.params, Result: s.typ(m.Param.Type),
		Body: s.sub.Apply(m.Body), At: m.At, Library: true,
	}
}

// solution is the definition of x(θ, start) with its derivative.
func (m *Implicit) solution() *Def {
	s := m.scope("start")
	t := s.typ(m.Param.Type)
	d := &Def{Name: m.Name, Sizes: s.sizes, Params: s.params, Result: t, At: m.At, Library: true, Keep: true}
	next, limit := func(x Term) Term { return s.call(m.step, x) }, int64(fixpointLimit)
	if m.Equation == RootOf {
		next, limit = s.newton, newtonLimit
	}
	d.Body = iterate(next, s.last(), limit)
	d.Custom = m.rule(d)
	return d
}

// iterate is the state y after x, y = next x, … where they are close, or NaN.
func iterate(next Fn, start Term, limit int64) Term {
	state := func(sp *Spine, x Term, k Term) Term {
		return sp.In(NewTuple(x, sp.Let("y", next(x)), k))
	}
	init := state(&Spine{}, start, IntLit(0))
	v := NewVar("s", init.Type())
	var cond, body, end Spine
	gap, most := distance(&cond, NewProj(0, Ref(v)), NewProj(1, Ref(v)))
	far := cond.In(apply2("and", apply2("gt", gap, most), apply2("ilt", NewProj(2, Ref(v)), IntLit(limit))))
	y := body.Let("x", NewProj(1, Ref(v)))
	again := state(&body, y, NewPrim(OpIntAdd, NewProj(2, Ref(v)), IntLit(1)))
	r := end.Let("r", NewWhile(nil, v, init, far, again))
	last := end.Let("y", NewProj(1, r))
	gap, most = distance(&end, NewProj(0, r), last)
	nan := Term(RealLit(math.NaN()))
	if a, ok := start.Type().(*ArrayType); ok {
		nan = Replicate(a.Len, nan)
	}
	finite := apply2("lt", most, RealLit(math.Inf(1)))
	return end.In(NewIf(apply2("and", apply2("le", gap, most), finite), last, nan))
}

// distance is the greatest change between x and y, and the greatest that counts as none.
func distance(sp *Spine, x, y Term) (gap, most Term) {
	abs := func(t Term) Term { return Apply1("abs", t) }
	x, y = sp.Let("x", x), sp.Let("y", y)
	if _, ok := x.Type().(*ArrayType); !ok {
		return sp.Let("gap", abs(Sub(x, y))), sp.Let("most",
			Mul(RealLit(implicitTol), apply2("max", RealLit(1), abs(y))))
	}
	n := x.Type().(*ArrayType).Len
	both := sp.Let("d", LoopFor(n, NewTuple(RealLit(0), RealLit(1)), func(i, s Term) Term {
		return NewTuple(apply2("max", abs(Sub(NewIndex(x, i), NewIndex(y, i))), NewProj(0, s)),
			apply2("max", NewProj(1, s), abs(NewIndex(y, i))))
	}))
	return sp.Let("gap", NewProj(0, both)), sp.Let("most", Mul(RealLit(implicitTol), NewProj(1, both)))
}

// slope is ∂g/∂x at x: a number, or the transposed Jacobian matrix, whose row j is the derivative by xⱼ.
func (s *implicitScope) slope(x Term) Term {
	at := func(dir Term) Term {
		v := NewVar("x", x.Type())
		return NewDeriv(JVP, v, s.call(s.m.step, Ref(v)), x, dir)
	}
	a, ok := x.Type().(*ArrayType)
	if !ok {
		return at(RealLit(1))
	}
	return BuildArray(a.Len, func(j Term) Term { return at(NewOneHot(a.Len, j, RealLit(1))) })
}

// solve is a⁻¹ r, for aᵀ or, of reals, a; r may be linear in something.
func (s *implicitScope) solve(at, r Term) Term {
	if a, ok := r.Type().(*ArrayType); ok {
		return NewCall(s.m.At, s.m.SolveT, []*Size{a.Len}, at, r)
	}
	return Div(r, at)
}

// newton is x − (∂g/∂x)⁻¹ g(x).
func (s *implicitScope) newton(x Term) Term {
	var sp Spine
	x = sp.Let("x", x)
	j := sp.Let("j", s.slope(x))
	d := sp.Let("d", s.solve(j, sp.Let("r", s.call(s.m.step, x))))
	if _, ok := x.Type().(*ArrayType); ok {
		return sp.In(ZipWith(Sub, x, d))
	}
	return sp.In(Sub(x, d))
}

// rule is the derivative of the solution d.
func (m *Implicit) rule(d *Def) *CustomJVP {
	s := m.scope("start")
	c := &CustomJVP{Sizes: s.sizes, Params: s.params}
	for _, p := range s.params {
		c.Tangents = append(c.Tangents, NewVar("d"+p.Name, TangentType(p.Type)))
	}
	var at, dir []Term
	place := map[int]int{} // of the captured variables that vary, in the tuple of them
	for i := range m.free {
		if c.Tangents[i].Type != Unit {
			place[i] = len(at)
			at, dir = append(at, Ref(s.params[i])), append(dir, Ref(c.Tangents[i]))
		}
	}
	if len(at) == 0 {
		c.Body = NewZero(s.typ(m.Param.Type))
		return c
	}
	var sp Spine
	x := sp.Let("x", s.call(d, s.last()))
	a := s.slope(x)
	if m.Equation == FixpointOf {
		a = identityMinus(sp.Let("j", a))
	}
	a = sp.Let("a", a)
	p := NewVar("p", NewTuple(at...).Type())
	theta := s.theta()
	for i, k := range place {
		theta[i] = Ref(p)
		if len(at) > 1 {
			theta[i] = NewProj(k, Ref(p))
		}
	}
	point, along := sp.Let("t", NewTuple(at...)), sp.Let("dt", NewTuple(dir...))
	r := sp.Let("r", NewDeriv(JVP, p, s.callAt(m.step, theta, x), point, along))
	if m.Equation == RootOf {
		if _, ok := r.Type().(*ArrayType); ok {
			r = sp.Let("r", MapArray(Neg, r))
		} else {
			r = sp.Let("r", Neg(r))
		}
	}
	c.Body = sp.In(s.solve(a, r))
	return c
}

// identityMinus is I − j, or 1 − j of a real.
func identityMinus(j Term) Term {
	a, ok := j.Type().(*ArrayType)
	if !ok {
		return Sub(RealLit(1), j)
	}
	return BuildArray(a.Len, func(i Term) Term {
		return BuildArray(a.Len, func(k Term) Term {
			one := NewIf(apply2("ieq", NewFromIdx(i), NewFromIdx(k)), RealLit(1), RealLit(0))
			return Sub(one, NewIndex(NewIndex(j, i), k))
		})
	})
}
