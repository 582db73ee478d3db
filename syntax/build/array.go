package build

import "github.com/seed-4b734f86/gochad/syntax"

// fn1 makes a block of a Go function, for the derived forms of package syntax.
func (s *session) fn1(f func(x expr) expr) syntax.Fn {
	return func(x syntax.Term) syntax.Term {
		return s.block(func() expr { return f(s.given(x)) })
	}
}

func (s *session) fn2(f func(x, y expr) expr) func(x, y syntax.Term) syntax.Term {
	return func(x, y syntax.Term) syntax.Term {
		return s.block(func() expr { return f(s.given(x), s.given(y)) })
	}
}

// Build is [ f i | i < n ].
func Build[A Ty](n Size, f func(i Expr[Idx]) Expr[A]) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term { return syntax.BuildArray(n.n, n.s.fn1(f2(f))) }, expr{s: n.s})
}

// Replicate is the array of n copies of x.
func Replicate[A Ty](n Size, x Expr[A]) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term { return syntax.Replicate(n.n, x.e.term) }, x.e, expr{s: n.s})
}

// Iota is [0, 1, …, n-1].
func Iota(n Size) Expr[Array[Int]] {
	return expression[Array[Int]](func() syntax.Term { return syntax.Iota(n.n) }, expr{s: n.s})
}

// Reals is the array of the literals xs.
func Reals(p *Program, xs ...float64) V {
	return expression[Array[Real]](func() syntax.Term {
		ts := make([]syntax.Term, len(xs))
		for i, x := range xs {
			ts[i] = syntax.RealLit(x)
		}
		return syntax.NewArrayLit(syntax.Real, ts...)
	}, expr{s: p.s})
}

// Len is the length of an array.
func Len[A Ty](a Expr[Array[A]]) Size {
	if a.e.err != nil || a.e.term == nil {
		return Size{a.e.s, syntax.SizeLit(0)}
	}
	return Size{a.e.s, a.e.term.Type().(*syntax.ArrayType).Len}
}

// At is a[i].
func At[A Ty](a Expr[Array[A]], i Expr[Idx]) Expr[A] {
	return expression[A](func() syntax.Term { return syntax.NewIndex(a.e.term, i.e.term) }, a.e, i.e)
}

// AtInt is a[i], checked at run time.
func AtInt[A Ty](a Expr[Array[A]], i I) Expr[A] { return At(a, Index(Len(a), i)) }

// Index is an int as an index below n, checked at run time.
func Index(n Size, i I) Expr[Idx] {
	return expression[Idx](func() syntax.Term { return syntax.NewToIdx(caller(), n.n, i.e.term) }, i.e, expr{s: n.s})
}

// IdxInt is an index as an int.
func IdxInt(i Expr[Idx]) I {
	return expression[Int](func() syntax.Term { return syntax.NewFromIdx(i.e.term) }, i.e)
}

// Set is a with x at i.
func Set[A Ty](a Expr[Array[A]], i Expr[Idx], x Expr[A]) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term { return syntax.NewSet(a.e.term, i.e.term, x.e.term) }, a.e, i.e,
		x.e)
}

// Map is map f a.
func Map[A, B Ty](f func(x Expr[A]) Expr[B], a Expr[Array[A]]) Expr[Array[B]] {
	return expression[Array[B]](func() syntax.Term { return syntax.MapArray(a.e.s.fn1(f2(f)), a.e.term) }, a.e)
}

// ZipWith is zipWith f a b for arrays of one length.
func ZipWith[A, B, C Ty](f func(x Expr[A], y Expr[B]) Expr[C], a Expr[Array[A]], b Expr[Array[B]]) Expr[Array[C]] {
	return expression[Array[C]](func() syntax.Term {
		return syntax.ZipWith(a.e.s.fn2(func(x, y expr) expr { return f(Expr[A]{x}, Expr[B]{y}).e }), a.e.term,
			b.e.term)
	}, a.e, b.e)
}

// Fold is fold f z a, from the left.
func Fold[A, S Ty](f func(acc Expr[S], x Expr[A]) Expr[S], z Expr[S], a Expr[Array[A]]) Expr[S] {
	return expression[S](func() syntax.Term {
		return syntax.Fold(a.e.s.fn2(func(s, x expr) expr { return f(Expr[S]{s}, Expr[A]{x}).e }), z.e.term, a.e.term)
	}, z.e, a.e)
}

// Scan is the array of the intermediate results of [Fold], z left out.
func Scan[A, S Ty](f func(acc Expr[S], x Expr[A]) Expr[S], z Expr[S], a Expr[Array[A]]) Expr[Array[S]] {
	return expression[Array[S]](func() syntax.Term {
		return syntax.Scan(a.e.s.fn2(func(s, x expr) expr { return f(Expr[S]{s}, Expr[A]{x}).e }), z.e.term, a.e.term)
	}, z.e, a.e)
}

// Sum adds up an array of numbers, or of tuples or arrays of numbers.
func Sum[A Ty](a Expr[Array[A]]) Expr[A] {
	return expression[A](func() syntax.Term {
		if e := a.e.term.Type().(*syntax.ArrayType).Elem; !syntax.IsAdditive(e) {
			panic("syntax: cannot add up values of type " + e.String())
		}
		return syntax.NewSum(a.e.term)
	}, a.e)
}

// Dot is the inner product of two vectors of one length.
func Dot(a, b V) R { return Sum(ZipWith(Mul[Real], a, b)) }

// MatMul is the product of two matrices.
func MatMul(a, b Expr[Array[Array[Real]]]) Expr[Array[Array[Real]]] {
	return expression[Array[Array[Real]]](func() syntax.Term { return syntax.MatMul(a.e.term, b.e.term) }, a.e, b.e)
}

// Transpose is the transpose of a matrix.
func Transpose[A Ty](a Expr[Array[Array[A]]]) Expr[Array[Array[A]]] {
	return expression[Array[Array[A]]](func() syntax.Term { return syntax.Transpose(a.e.term) }, a.e)
}

// Reverse is a backwards.
func Reverse[A Ty](a Expr[Array[A]]) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term { return syntax.Reverse(a.e.term) }, a.e)
}

// Concat is a followed by b.
func Concat[A Ty](a, b Expr[Array[A]]) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term { return syntax.Concat(a.e.term, b.e.term) }, a.e, b.e)
}

// Slice is the m elements of a from lo on, checked at run time.
func Slice[A Ty](a Expr[Array[A]], lo I, m Size) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term { return syntax.Slice(caller(), a.e.term, lo.e.term, m.n) }, a.e,
		lo.e)
}

// Gather is [ a[is[k]] | k < m ].
func Gather[A Ty](a Expr[Array[A]], is Expr[Array[Idx]]) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term { return syntax.Gather(a.e.term, is.e.term) }, a.e, is.e)
}

// Scatter writes vs[k] to a[is[k]] for k = 0, 1, …; the last write wins.
func Scatter[A Ty](a Expr[Array[A]], is Expr[Array[Idx]], vs Expr[Array[A]]) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term { return syntax.Scatter(a.e.term, is.e.term, vs.e.term) }, a.e, is.e,
		vs.e)
}

// ScatterAdd adds vs[k] to a[is[k]] for all k.
func ScatterAdd(a V, is Expr[Array[Idx]], vs V) V {
	return expression[Array[Real]](func() syntax.Term { return syntax.ScatterAdd(a.e.term, is.e.term, vs.e.term) }, a.e,
		is.e, vs.e)
}

// ArgMax is the index of the first greatest element, 0 for an empty array.
func ArgMax(a V) I {
	return expression[Int](func() syntax.Term { return syntax.ArgMax(a.e.term) }, a.e)
}

// Filter keeps the elements for which f holds.
func Filter[A Ty](f func(x Expr[A]) B, a Expr[Array[A]]) Expr[Dyn[A]] {
	return expression[Dyn[A]](func() syntax.Term { return syntax.Filter(a.e.s.fn1(f2(f)), a.e.term) }, a.e)
}

// Pack forgets a length.
func Pack[A Ty](a Expr[Array[A]]) Expr[Dyn[A]] {
	return expression[Dyn[A]](func() syntax.Term { return syntax.NewPack(a.e.term) }, a.e)
}

// DynLen is the length of an array of run-time length.
func DynLen[A Ty](a Expr[Dyn[A]]) I {
	return expression[Int](func() syntax.Term { return syntax.NewDynLen(a.e.term) }, a.e)
}

// Unpack is a with a size for its length: [n]A for the n that it passes to f.
func Unpack[A, B Ty](a Expr[Dyn[A]], f func(n Size, a Expr[Array[A]]) Expr[B]) Expr[B] {
	n := LetSize(DynLen(a), "m")
	arr := Coerce(a, n)
	if arr.e.err != nil {
		return Expr[B](arr)
	}
	return f(n, arr)
}

// LetSize makes an int, which must not be negative, a size.
func LetSize(k I, name string) Size {
	v := syntax.NewSizeVar(name)
	e := construct(func() syntax.Term {
		if k.e.s == nil || len(k.e.s.blocks) == 0 {
			panic("syntax: a literal is no size: use Program.N")
		}
		b := k.e.s.top()
		b.binds = append(b.binds, syntax.Bind{Size: v, Rhs: k.e.term, At: caller()})
		return syntax.IntLit(0)
	}, k.e)
	return Size{e.s, syntax.SizeOfVar(v)}
}

// Coerce is a :> [n]A, checked at run time.
func Coerce[A Ty](a Expr[Dyn[A]], n Size) Expr[Array[A]] {
	return expression[Array[A]](func() syntax.Term {
		elem := a.e.term.Type().(*syntax.DynType).Elem
		return syntax.NewCoerce(caller(), a.e.term, syntax.NewArrayType(n.n, elem))
	}, a.e)
}
