package functor_test

import (
	"testing"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// either is real + ⟨real, real⟩.
func either() *sx.SumType { return sx.NewSumType(sx.Real, sx.NewTupleType(sx.Real, sx.Real)) }

// match is case v of inl a → f a | inr b → g b.
func match(v sx.Term, f, g func(a sx.Term) sx.Term) sx.Term {
	vs, _ := sx.Variants(v.Type())
	a, b := sx.NewVar("a", vs[0]), sx.NewVar("b", vs[1])
	return sx.NewCase(v, sx.Arm{Var: a, Body: f(sx.Ref(a))}, sx.Arm{Var: b, Body: g(sx.Ref(b))})
}

// flip is inl a → inr ⟨a, a·y⟩, inr ⟨a, b⟩ → inl (a·b).
func flip(v, y sx.Term) sx.Term {
	s := either()
	return match(v,
		func(a sx.Term) sx.Term { return sx.NewInj(s, 1, sx.NewTuple(a, sx.Mul(a, y))) },
		func(b sx.Term) sx.Term { return sx.NewInj(s, 0, sx.Mul(sx.NewProj(0, b), sx.NewProj(1, b))) })
}

// worth is inl a → a, inr ⟨a, b⟩ → a + b.
func worth(v sx.Term) sx.Term {
	return match(v, func(a sx.Term) sx.Term { return a },
		func(b sx.Term) sx.Term { return sx.Add(sx.NewProj(0, b), sx.NewProj(1, b)) })
}

var sumPitfalls = []pitfall{
	{"flipping sides through a loop", []float64{2, 3}, func(x []sx.Term) sx.Term {
		v := loop(3, sx.NewInj(either(), 0, x[0]), func(_, s sx.Term) sx.Term { return flip(s, x[1]) })
		return let("v", v, worth) // x → (x, xy) → x²y → x²y + x²y²
	}, []float64{2*2*3 + 2*2*9, 4 + 2*4*3}},
	{"flipping sides through a while", []float64{2, 3}, func(x []sx.Term) sx.Term {
		v := whileLoop(sx.NewInj(either(), 0, x[0]),
			func(s sx.Term) sx.Term { return prim("lt", worth(s), lit(10)) },
			func(s sx.Term) sx.Term { return flip(s, x[1]) })
		return let("v", v, worth) // x=2 → (2, 6) → 12 = x²y
	}, []float64{12, 4}},
	{"case of case", []float64{2, 3}, func(x []sx.Term) sx.Term {
		v := sx.NewIf(prim("gt", x[0], x[1]), sx.NewInj(either(), 0, x[0]), sx.NewInj(either(), 1, sx.NewTuple(x[1], x[0])))
		return let("v", v, func(v sx.Term) sx.Term {
			return let("w", flip(v, x[0]), func(w sx.Term) sx.Term { return sx.Mul(worth(w), worth(v)) })
		}) // inr (y, x) → inl (xy), times (x + y)
	}, []float64{2*2*3 + 9, 4 + 2*2*3}},
	{"the side not taken", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("v", sx.NewInj(either(), 1, sx.NewTuple(x[1], lit(1))), func(v sx.Term) sx.Term {
			return match(v, func(a sx.Term) sx.Term { return sx.Mul(a, x[0]) }, func(sx.Term) sx.Term { return x[1] })
		})
	}, []float64{0, 1}},
	{"25 cases in a chain", []float64{1.5, 0.9}, func(x []sx.Term) sx.Term {
		v := sx.Term(sx.NewInj(either(), 0, x[0]))
		var binds []sx.Bind
		for range 25 {
			b, w := sx.NewVar("v", v.Type()), sx.NewVar("w", v.Type())
			// flip squares: the logarithm keeps the numbers small.
			binds = append(binds, sx.Bind{Var: w, Rhs: flip(v, x[1])}, sx.Bind{Var: b, Rhs: match(sx.Ref(w),
				func(a sx.Term) sx.Term { return sx.NewInj(either(), 0, prim("log1p", a)) },
				func(a sx.Term) sx.Term { return sx.NewInj(either(), 1, a) })})
			v = sx.Ref(b)
		}
		return sx.NewLet(binds, worth(v))
	}, nil},
	{"array of sums", []float64{2, 3}, func(x []sx.Term) sx.Term {
		a := sx.BuildArray(sx.SizeLit(4), func(i sx.Term) sx.Term {
			k := prim("real", sx.NewFromIdx(i))
			return sx.NewIf(prim("lt", k, lit(2)), sx.NewInj(either(), 0, sx.Mul(k, x[0])), sx.NewInj(either(), 1, sx.NewTuple(x[1], sx.Mul(x[0], k))))
		})
		return let("a", a, func(a sx.Term) sx.Term { return sx.NewSum(sx.MapArray(worth, a)) }) // x + 2y + 5x
	}, []float64{6, 2}},
}

func idx(n, i int64) sx.Term { return sx.NewToIdx(nil, sx.SizeLit(n), sx.IntLit(i)) }

func indices(n int64, is ...int64) sx.Term {
	out := make([]sx.Term, len(is))
	for k, i := range is {
		out[k] = idx(n, i)
	}
	return sx.NewArrayLit(sx.NewIdxType(sx.SizeLit(n)), out...)
}

var arrayPitfalls = []pitfall{
	{"scatter, duplicate indices", []float64{2, 3, 5}, func(x []sx.Term) sx.Term {
		a := sx.NewArrayLit(sx.Real, x...)
		return let("a", a, func(a sx.Term) sx.Term {
			return let("s", sx.Scatter(a, indices(3, 1, 1), sx.NewArrayLit(sx.Real, sx.Mul(x[0], x[0]), sx.Mul(x[2], x[0]))), func(s sx.Term) sx.Term {
				return sx.NewSum(s) // x0 + x2·x0 + x2: the last write wins
			})
		})
	}, []float64{6, 0, 3}},
	{"scatterAdd, duplicate indices", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("a", sx.NewArrayLit(sx.Real, x...), func(a sx.Term) sx.Term {
			vs := sx.NewArrayLit(sx.Real, sx.Mul(x[0], x[0]), x[1])
			return let("vs", vs, func(vs sx.Term) sx.Term {
				return let("is", indices(2, 1, 1), func(is sx.Term) sx.Term {
					return let("s", sx.ScatterAdd(a, is, vs), func(s sx.Term) sx.Term { return sx.Mul(sx.NewIndex(s, idx(2, 1)), sx.NewIndex(s, idx(2, 0))) })
				})
			})
		}) // (x1 + x0² + x1)·x0
	}, []float64{2*3 + 3*4, 4}},
	{"gather, duplicate indices", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("a", sx.NewArrayLit(sx.Real, x...), func(a sx.Term) sx.Term {
			return let("g", sx.Gather(a, indices(2, 1, 1, 0)), func(g sx.Term) sx.Term { return sx.Fold(mulAll, lit(1), g) }) // x1²·x0
		})
	}, []float64{9, 12}},
	{"destination read later", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("a", sx.NewArrayLit(sx.Real, x...), func(a sx.Term) sx.Term {
			return let("b", sx.NewSet(a, idx(2, 0), sx.Mul(x[1], x[1])), func(b sx.Term) sx.Term {
				return sx.Add(sx.Mul(sx.NewIndex(a, idx(2, 0)), sx.NewIndex(b, idx(2, 0))), sx.NewIndex(b, idx(2, 1))) // x0·x1² + x1
			})
		})
	}, []float64{9, 13}},
	{"empty sum", []float64{2}, func(x []sx.Term) sx.Term {
		return let("e", sx.NewArrayLit(sx.Real), func(e sx.Term) sx.Term {
			return sx.Add(x[0], sx.NewSum(sx.MapArray(func(y sx.Term) sx.Term { return sx.Mul(y, x[0]) }, e)))
		})
	}, []float64{1}},
	{"empty fold", []float64{2}, func(x []sx.Term) sx.Term {
		return let("e", sx.NewArrayLit(sx.Real), func(e sx.Term) sx.Term { return sx.Mul(x[0], sx.Fold(mulAll, x[0], e)) })
	}, []float64{4}},
	{"empty maximum, guarded", []float64{2}, func(x []sx.Term) sx.Term { // maximum of nothing is an error
		return let("e", sx.NewArrayLit(sx.Real), func(e sx.Term) sx.Term {
			return sx.NewIf(prim("igt", sx.NewSizeOf(sx.SizeLit(0)), sx.IntLit(0)), maximum(e), x[0])
		})
	}, []float64{1}},
	{"filter keeps nothing", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("a", sx.NewArrayLit(sx.Real, x...), func(a sx.Term) sx.Term {
			return let("d", sx.Filter(func(e sx.Term) sx.Term { return prim("gt", e, lit(9)) }, a), func(d sx.Term) sx.Term {
				return sx.Add(sx.Mul(x[0], x[0]), sumDyn(d))
			})
		})
	}, []float64{4, 0}},
	{"filter keeps one", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("a", sx.NewArrayLit(sx.Real, x...), func(a sx.Term) sx.Term {
			return let("d", sx.Filter(func(e sx.Term) sx.Term { return prim("gt", e, lit(2.5)) }, a), func(d sx.Term) sx.Term {
				return sx.Mul(x[0], sumDyn(d))
			})
		})
	}, []float64{3, 2}},
	{"a guarded index", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("a", sx.NewArrayLit(sx.Real, x...), func(a sx.Term) sx.Term {
			return sx.NewSum(sx.BuildArray(sx.SizeLit(2), func(i sx.Term) sx.Term {
				k := sx.NewFromIdx(i)
				before := sx.NewToIdx(nil, sx.SizeLit(2), sx.NewPrim(sx.OpIntSub, k, sx.IntLit(1)))
				return sx.NewIf(prim("igt", sx.NewFromIdx(i), sx.IntLit(0)), sx.NewIndex(a, before), lit(7))
			}))
		})
	}, []float64{1, 0}},
	{"an array of arrays", []float64{2, 3}, func(x []sx.Term) sx.Term {
		m := sx.BuildArray(sx.SizeLit(2), func(sx.Term) sx.Term {
			return sx.BuildArray(sx.SizeLit(3), func(j sx.Term) sx.Term { return sx.Mul(x[0], sx.Add(x[1], prim("real", sx.NewFromIdx(j)))) })
		})
		return let("m", m, func(m sx.Term) sx.Term {
			return let("t", sx.Transpose(m), func(t sx.Term) sx.Term {
				return sx.NewSum(sx.MapArray(func(r sx.Term) sx.Term { return sx.NewSum(r) }, t))
			})
		}) // 2·x0·(3·x1 + 3)
	}, []float64{24, 12}},
}

// sumDyn opens an array of run-time length and adds it up.
func sumDyn(d sx.Term) sx.Term {
	m := sx.NewSizeVar("m")
	a := sx.NewVar("a", sx.NewArrayType(sx.SizeOfVar(m), sx.Real))
	k := sx.NewVar("k", sx.Int)
	return sx.NewLet([]sx.Bind{
		{Var: k, Rhs: sx.NewDynLen(d)}, {Size: m, Rhs: sx.Ref(k)},
		{Var: a, Rhs: sx.NewCoerce(nil, d, a.Type.(*sx.ArrayType))},
	}, sx.NewSum(sx.Ref(a)))
}

var plainPitfalls = []pitfall{
	{"the input itself", []float64{2, 3}, func(x []sx.Term) sx.Term { return x[1] }, []float64{0, 1}},
	{"a constant", []float64{2}, func([]sx.Term) sx.Term { return lit(4) }, []float64{0}},
	{"an unused parameter", []float64{2, 3}, func(x []sx.Term) sx.Term { return sx.Mul(x[0], x[0]) }, []float64{4, 0}},
	{"the same variable twice", []float64{2}, func(x []sx.Term) sx.Term { return sx.NewPlus(x[0], x[0], sx.Mul(x[0], x[0])) }, []float64{6}},
	{"a record", []float64{2, 3}, func(x []sx.Term) sx.Term {
		r := sx.NewRecordType([]string{"a", "n"}, []sx.Type{sx.Real, sx.Int})
		v := sx.NewIf(prim("lt", x[0], x[1]), sx.NewTupleOf(r, x[1], sx.IntLit(3)), sx.NewTupleOf(r, x[0], sx.IntLit(2)))
		return let("r", v, func(r sx.Term) sx.Term {
			return sx.Mul(sx.NewProj(0, r), sx.Mul(prim("real", sx.NewProj(1, r)), x[0])) // 3·x0·x1
		})
	}, []float64{9, 6}},
	{"doubling 40 deep", []float64{1}, func(x []sx.Term) sx.Term {
		y := x[0]
		var binds []sx.Bind
		for range 40 {
			v := sx.NewVar("y", sx.Real)
			binds = append(binds, sx.Bind{Var: v, Rhs: sx.Add(y, y)})
			y = sx.Ref(v)
		}
		return sx.NewLet(binds, y)
	}, []float64{1 << 40}},
}

func TestSums(t *testing.T) { runPitfalls(t, sumPitfalls) }

func TestArrays(t *testing.T) { runPitfalls(t, arrayPitfalls) }

func TestPlain(t *testing.T) { runPitfalls(t, plainPitfalls) }
