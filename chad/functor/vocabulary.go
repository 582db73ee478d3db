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
	if p.Guarded {
		return syntax.NewPrim(syntax.OpGMul, p.D, v)
	}
	return syntax.Mul(p.D, v)
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
