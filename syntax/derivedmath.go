package syntax

import "math"

// Derived forms of numerics, whose gradients are finite wherever their values
// are. The argument arrays must be atoms; the results hold lets.

// letIn is let name = t in f name.
func letIn(name string, t Term, f Fn) Term {
	x := NewVar(name, t.Type())
	return NewLet([]Bind{{Var: x, Rhs: t}}, f(Ref(x)))
}

// Dot is Σ a[i]·b[i], arrays of one length.
func Dot(a, b Term) Term { return NewSum(ZipWith(Mul, a, b)) }

// Norm is the Euclidean length of [n]real, with gradient 0 at the zero vector.
// Squares may overflow or vanish: entries should lie between 1e-150 and 1e150.
func Norm(a Term) Term {
	return letIn("s", Dot(a, a), func(s Term) Term { return unlessZero(s, Apply1("sqrt", s)) })
}

// Maximum is the greatest element of [n]real, -Inf when there is none. The
// first of equal greatest elements gets the whole cotangent.
func Maximum(a Term) Term {
	return Fold(func(acc, x Term) Term { return apply2("max", acc, x) }, RealLit(math.Inf(-1)), a)
}

// Minimum is the least element of [n]real, as Maximum.
func Minimum(a Term) Term {
	return Fold(func(acc, x Term) Term { return apply2("min", acc, x) }, RealLit(math.Inf(1)), a)
}

// shift is a number within 1 of the greatest element of a, or 0 where that is
// infinite. Rounding makes it flat: no derivative goes through it, and none should,
// since the results below do not depend on it.
func shift(a Term, f Fn) Term {
	return letIn("m", Maximum(a), func(m Term) Term {
		finite := less(Apply1("abs", m), RealLit(math.Inf(1)))
		return letIn("c", NewIf(finite, Apply1("ceil", m), RealLit(0)), f)
	})
}

// LogSumExp is log Σ exp a[i] of [n]real without overflow; -Inf for no elements.
// Its gradient is [Softmax].
func LogSumExp(a Term) Term {
	return shift(a, func(c Term) Term {
		e := MapArray(func(x Term) Term { return Apply1("exp", Sub(x, c)) }, a)
		return Add(c, Apply1("log", NewSum(e)))
	})
}

// Softmax is [ exp a[i] / Σ exp a[j] | i < n ] without overflow.
func Softmax(a Term) Term {
	return shift(a, func(c Term) Term {
		return letIn("e", MapArray(func(x Term) Term { return Apply1("exp", Sub(x, c)) }, a), func(e Term) Term {
			return letIn("z", NewSum(e), func(z Term) Term {
				return MapArray(func(x Term) Term { return Div(x, z) }, e)
			})
		})
	})
}
