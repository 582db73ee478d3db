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

// Maximum is the greatest element of [n]real; a run-time error at the position when there is none. The
// first of equal greatest elements gets the whole cotangent; NaN counts as greater than any number.
func Maximum(at *Pos, a Term) Term { return extreme(at, "gt", a) }

// Minimum is the least element of [n]real, as Maximum.
func Minimum(at *Pos, a Term) Term { return extreme(at, "lt", a) }

// extreme is the element of a before all others in the order better; NaN is before all numbers. It
// looks for the place first, which has no derivative, so that the cotangent of the
// element goes there and nothing of the search is kept for it.
func extreme(at *Pos, better string, a Term) Term {
	n := arrayOf(a).Len
	place := LoopFor(n, NewToIdx(at, n, IntLit(0)), func(i, k Term) Term {
		x := NewVar("x", Real)
		wins := NewPrim(MustOp("or"), NewPrim(MustOp(better), Ref(x), NewIndex(a, k)),
			NewPrim(MustOp("ne"), Ref(x), Ref(x)))
		return NewLet([]Bind{{Var: x, Rhs: NewIndex(a, i)}}, NewIf(wins, i, k))
	})
	return letIn("k", place, func(k Term) Term { return NewIndex(a, k) })
}

// shift is a number within 1 of the greatest element of a, or 0 where that is
// infinite or missing. Rounding makes it flat: no derivative goes through it, and none should,
// since the results below do not depend on it.
func shift(a Term, f Fn) Term {
	some := NewPrim(MustOp("igt"), NewSizeOf(arrayOf(a).Len), IntLit(0))
	return letIn("m", NewIf(some, Maximum(nil, a), RealLit(0)), func(m Term) Term {
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
