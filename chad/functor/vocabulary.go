package functor

import "github.com/seed-4b734f86/gochad/syntax"

// Zero is the zero of a (co)tangent type; that of unit is ⟨⟩.
func Zero(t syntax.Type) syntax.Term {
	if t == syntax.Unit {
		return syntax.UnitTerm()
	}
	return syntax.NewZero(t)
}

// Component is the i-th of n components of v; of one it is v itself.
func Component(i, n int, v syntax.Term) syntax.Term {
	if n == 1 {
		return v
	}
	return syntax.NewProj(i, v)
}

// Scale is the linear half of a primitive at one operand: d · v.
func Scale(p Partial, v syntax.Term) syntax.Term {
	if t := unit(p.D, v); t != nil {
		return t
	}
	if t := choice(p.D, v); t != nil {
		return t
	}
	if p.Factors {
		if t := factors(p, v); t != nil {
			return t
		}
	}
	if p.Guarded {
		return syntax.NewPrim(syntax.OpGMul, p.D, v)
	}
	return syntax.Mul(p.D, v)
}

// factors is d · v for a partial whose factors v is multiplied with one by one, or that has such in its branches.
func factors(p Partial, v syntax.Term) syntax.Term {
	times := func(d, v syntax.Term) syntax.Term {
		return Scale(Partial{X: p.X, D: d, Guarded: p.Guarded, Factors: true}, v)
	}
	switch d := p.D.(type) {
	case *syntax.If:
		return syntax.NewIf(d.Cond, times(d.Then, v), times(d.Else, v))
	case *syntax.Prim:
		switch d.Op {
		case syntax.OpMul:
			return times(d.Args[0], times(d.Args[1], v))
		case syntax.OpNeg:
			return syntax.Neg(times(d.Args[0], v))
		}
	}
	return nil
}

// choice is d · v for a partial that is 0 and 1 or -1 by turns, as those of maxima and minima are: what the primitive
// leaves out has the structural zero for its cotangent, which costs nothing further on, and hides infinities.
func choice(d, v syntax.Term) syntax.Term {
	c, ok := d.(*syntax.If)
	if !ok || !syntax.IsLinear(v.Type()) {
		return nil
	}
	yes, no := unit(c.Then, v), unit(c.Else, v)
	if yes == nil || no == nil {
		return nil
	}
	return syntax.NewIf(c.Cond, yes, no)
}

// unit is d · v for a literal d that is 0, 1 or -1.
func unit(d, v syntax.Term) syntax.Term {
	c, ok := d.(*syntax.Const)
	switch {
	case !ok:
	case c.F == 0:
		return syntax.NewZero(v.Type())
	case c.F == 1:
		return v
	case c.F == -1:
		return syntax.Neg(v)
	}
	return nil
}
