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
	if c, ok := p.D.(*syntax.Const); ok {
		switch c.F {
		case 1:
			return v
		case -1:
			return syntax.Neg(v)
		}
	}
	if t := choice(p.D, v); t != nil {
		return t
	}
	if p.Guarded {
		return syntax.NewPrim(syntax.OpGMul, p.D, v)
	}
	return syntax.Mul(p.D, v)
}

// choice is d · v for a partial that is 1 or 0, as those of maxima and minima are: what the primitive leaves out has
// the structural zero for its cotangent, which costs nothing further on, and hides infinities.
func choice(d, v syntax.Term) syntax.Term {
	c, ok := d.(*syntax.If)
	if !ok {
		return nil
	}
	yes, ok := c.Then.(*syntax.Const)
	no, ok2 := c.Else.(*syntax.Const)
	zero := func() syntax.Term { return syntax.NewZero(v.Type()) }
	switch {
	case !ok || !ok2 || !syntax.IsLinear(v.Type()):
		return nil
	case yes.F == 1 && no.F == 0:
		return syntax.NewIf(c.Cond, v, zero())
	case yes.F == 0 && no.F == 1:
		return syntax.NewIf(c.Cond, zero(), v)
	}
	return nil
}

// Cast changes the array type of a (co)tangent.
func Cast(t syntax.Term, to syntax.Type) syntax.Term {
	if to == t.Type() {
		return t
	}
	switch to := to.(type) {
	case *syntax.ArrayType:
		return syntax.NewLinearCoerce(nil, t, to)
	default:
		return syntax.NewPack(t)
	}
}
