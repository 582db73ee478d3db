package syntax

// Derived forms: the array language of the surface is these functions over
// build, loop, sum, index, onehot and set, so that every pass and both modes
// have few cases, and the derivative of each form follows from theirs.
// Arguments that are used more than once must be atoms (variables or literals).

// Fn builds the body of a binder from its variable.
type Fn func(x Term) Term

// BuildArray is [ f i | i < n ].
func BuildArray(n *Size, f Fn) Term {
	i := NewVar("i", NewIdxType(n))
	return NewBuild(n, i, f(Ref(i)))
}

func arrayOf(a Term) *ArrayType { return as[*ArrayType](a, "an array operation") }

// MapArray is map f a.
func MapArray(f Fn, a Term) Term {
	return BuildArray(arrayOf(a).Len, func(i Term) Term { return f(NewIndex(a, i)) })
}

// ZipWith is zipWith f a b, arrays of one length.
func ZipWith(f func(x, y Term) Term, a, b Term) Term {
	return BuildArray(arrayOf(a).Len, func(i Term) Term { return f(NewIndex(a, i), NewIndex(b, i)) })
}

// Replicate is the array of n copies of the atom x.
func Replicate(n *Size, x Term) Term { return BuildArray(n, func(Term) Term { return x }) }

// Iota is [0, 1, …, n-1] : [n]int.
func Iota(n *Size) Term { return BuildArray(n, func(i Term) Term { return NewFromIdx(i) }) }

// LoopFor is loop s = init for i < n do f i s.
func LoopFor(n *Size, init Term, f func(i, s Term) Term) Term {
	i, s := NewVar("i", NewIdxType(n)), NewVar("s", init.Type())
	return NewLoop(n, false, NoOutput, i, s, init, f(Ref(i), Ref(s)))
}

// Fold is fold f z a: f (… f (f z a[0]) a[1] …) a[n-1]. Ordered.
func Fold(f func(acc, x Term) Term, z, a Term) Term {
	return LoopFor(arrayOf(a).Len, z, func(i, s Term) Term { return f(s, NewIndex(a, i)) })
}

// Scan is the array of the intermediate results of Fold, z left out.
func Scan(f func(acc, x Term) Term, z, a Term) Term {
	n := arrayOf(a).Len
	i, s := NewVar("i", NewIdxType(n)), NewVar("acc", z.Type())
	y := NewVar("acc", z.Type())
	body := NewLet([]Bind{{Var: y, Rhs: f(Ref(s), NewIndex(a, Ref(i)))}}, NewTuple(Ref(y), Ref(y)))
	return NewProj(1, NewLoop(n, false, Collect, i, s, z, body))
}

// Gather is [ a[is[k]] | k < m ].
func Gather(a, is Term) Term {
	return MapArray(func(i Term) Term { return NewIndex(a, i) }, is)
}

// Scatter writes vs[k] to a[is[k]] for k = 0, 1, …; the last write wins.
func Scatter(a, is, vs Term) Term {
	return LoopFor(arrayOf(is).Len, a, func(k, d Term) Term {
		return NewSet(d, NewIndex(is, k), NewIndex(vs, k))
	})
}

// ScatterAdd adds vs[k] to a[is[k]] for all k.
func ScatterAdd(a, is, vs Term) Term {
	n := arrayOf(a).Len
	return NewPlus(a, NewSum(BuildArray(arrayOf(is).Len, func(k Term) Term {
		return NewOneHot(n, NewIndex(is, k), NewIndex(vs, k))
	})))
}

// Histogram counts in n bins how often each index occurs, as reals.
func Histogram(n *Size, is Term) Term {
	return NewSum(MapArray(func(b Term) Term { return NewOneHot(n, b, RealLit(1)) }, is))
}

// Concat is a followed by b.
func Concat(a, b Term) Term {
	n, m := arrayOf(a).Len, arrayOf(b).Len
	return BuildArray(n.Add(m), func(i Term) Term {
		k := NewFromIdx(i)
		inA := NewPrim(MustOp("ilt"), k, NewSizeOf(n))
		return NewIf(inA, NewIndex(a, NewToIdx(nil, n, k)),
			NewIndex(b, NewToIdx(nil, m, NewPrim(OpIntSub, k, NewSizeOf(n)))))
	})
}

// Slice is the m elements of a from the int lo on, checked at run time.
func Slice(at *Pos, a, lo Term, m *Size) Term {
	n := arrayOf(a).Len
	return BuildArray(m, func(i Term) Term {
		return NewIndex(a, NewToIdx(at, n, NewPrim(OpIntAdd, NewFromIdx(i), lo)))
	})
}

// Reverse is a backwards.
func Reverse(a Term) Term {
	n := arrayOf(a).Len
	return BuildArray(n, func(i Term) Term {
		last := NewPrim(OpIntSub, NewSizeOf(n), IntLit(1))
		return NewIndex(a, NewToIdx(nil, n, NewPrim(OpIntSub, last, NewFromIdx(i))))
	})
}

// Transpose is the transpose of a matrix [n][m]τ.
func Transpose(a Term) Term {
	row := as[*ArrayType](a, "transpose").Elem.(*ArrayType)
	return BuildArray(row.Len, func(j Term) Term {
		return BuildArray(arrayOf(a).Len, func(i Term) Term { return NewIndex(NewIndex(a, i), j) })
	})
}

// MatMul is the product of [n][k]real and [k][m]real.
func MatMul(a, b Term) Term {
	rowA, rowB := arrayOf(a).Elem.(*ArrayType), arrayOf(b).Elem.(*ArrayType)
	return BuildArray(arrayOf(a).Len, func(i Term) Term {
		return BuildArray(rowB.Len, func(j Term) Term {
			return NewSum(BuildArray(rowA.Len, func(l Term) Term {
				return Mul(NewIndex(NewIndex(a, i), l), NewIndex(NewIndex(b, l), j))
			}))
		})
	})
}

// ArgMax is the index of the first greatest element of a non-empty [n]real, as an int (0 when empty).
func ArgMax(a Term) Term {
	best := LoopFor(arrayOf(a).Len, NewTuple(RealLit(negInf), IntLit(0)), func(i, s Term) Term {
		x := NewVar("x", Real)
		better := NewPrim(MustOp("gt"), Ref(x), NewProj(0, s))
		return NewLet([]Bind{{Var: x, Rhs: NewIndex(a, i)}},
			NewIf(better, NewTuple(Ref(x), NewFromIdx(i)), s))
	})
	return NewProj(1, best)
}

// Filter keeps the elements of a for which p holds: [?]τ.
func Filter(p Fn, a Term) Term {
	n := arrayOf(a).Len
	i := NewVar("i", NewIdxType(n))
	keep, m := NewVar("keep", NewDynType(i.Type)), NewSizeVar("m")
	is := NewVar("is", NewArrayType(SizeOfVar(m), i.Type))
	return NewLet([]Bind{
		{Var: keep, Rhs: NewFilterIdx(n, i, p(NewIndex(a, Ref(i))))},
		{Size: m, Rhs: NewDynLen(Ref(keep))},
		{Var: is, Rhs: NewCoerce(nil, Ref(keep), NewArrayType(SizeOfVar(m), i.Type))},
	}, NewPack(Gather(a, Ref(is))))
}

// Grad is grad (λx. body) at: the cotangent of x for the cotangent 1 of body : real.
func Grad(x *Var, body, at Term) Term { return NewDeriv(VJP, x, body, at, RealLit(1)) }
