package functor_test

import (
	"testing"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// How systems like this one go wrong: programs at which others have failed,
// with gradients computed by hand, at a point given with them. Each is run in
// both modes and in dual numbers, and compared with differences as well.
type pitfall struct {
	name string
	at   []float64
	body func(x []sx.Term) sx.Term
	want []float64 // nil: differences only
}

// runPitfalls checks each row.
func runPitfalls(t *testing.T, rows []pitfall) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			p := newProgram(len(r.at), func(x sx.Term) sx.Term { return unpacked(x, len(r.at), r.body) })
			if r.want != nil {
				p.gradients(t, r.at).expect(t, r.want...)
			}
			p.check(t, r.at)
		})
	}
}

// unpacked binds the elements of x.
func unpacked(x sx.Term, n int, body func(x []sx.Term) sx.Term) sx.Term {
	xs := make([]sx.Term, n)
	binds := make([]sx.Bind, n)
	for i := range xs {
		v := sx.NewVar("x", sx.Real)
		xs[i], binds[i] = sx.Ref(v), sx.Bind{Var: v, Rhs: at(x, int64(i))}
	}
	return sx.NewLet(binds, body(xs))
}

var realFn = sx.NewFuncType(sx.Real, sx.Real)

// fn is a function of one real.
func fn(f func(z sx.Term) sx.Term) sx.Term { return lam("z", sx.Real, f) }

func app(f sx.Term, args ...sx.Term) sx.Term {
	for _, a := range args {
		f = sx.NewApp(f, a)
	}
	return f
}

// times is λz. z·a.
func times(a sx.Term) sx.Term { return fn(func(z sx.Term) sx.Term { return sx.Mul(z, a) }) }

// loop runs a body n times on a state.
func loop(n int64, init sx.Term, f func(i, s sx.Term) sx.Term) sx.Term {
	return sx.LoopFor(sx.SizeLit(n), init, f)
}

func whileLoop(init sx.Term, cond, body func(s sx.Term) sx.Term) sx.Term {
	s := sx.NewVar("s", init.Type())
	return sx.NewWhile(nil, s, init, cond(sx.Ref(s)), body(sx.Ref(s)))
}

var closurePitfalls = []pitfall{
	{"in a tuple", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("p", sx.NewTuple(times(x[0]), times(x[1])), func(p sx.Term) sx.Term {
			return app(sx.NewProj(0, p), app(sx.NewProj(1, p), x[0])) // x0·x1·x0
		})
	}, []float64{12, 4}},
	{"in an array", []float64{2, 3}, func(x []sx.Term) sx.Term {
		fs := sx.NewArrayLit(realFn, times(x[0]), times(x[1]), fn(sin))
		return let("fs", fs, func(fs sx.Term) sx.Term {
			return sx.NewSum(sx.MapArray(func(f sx.Term) sx.Term { return app(f, x[0]) }, fs)) // x0² + x0·x1 + sin x0
		})
	}, nil},
	{"built in an array", []float64{2, 3}, func(x []sx.Term) sx.Term {
		fs := sx.BuildArray(sx.SizeLit(3), func(i sx.Term) sx.Term {
			return times(sx.Add(x[0], prim("real", sx.NewFromIdx(i))))
		})
		return let("fs", fs, func(fs sx.Term) sx.Term { return sx.Fold(func(a, f sx.Term) sx.Term { return app(f, a) }, x[1], fs) })
	}, []float64{3 * (12 + 8 + 6), 24}}, // x1·x0·(x0+1)·(x0+2)
	{"returned", []float64{2, 3}, func(x []sx.Term) sx.Term {
		mk := lam("a", sx.Real, func(a sx.Term) sx.Term { return fn(func(z sx.Term) sx.Term { return sx.Mul(sx.Mul(a, x[1]), z) }) })
		return let("mk", mk, func(mk sx.Term) sx.Term { return sx.Add(app(mk, x[0], x[0]), app(mk, x[1], lit(1))) })
	}, []float64{12, 10}}, // x0²x1 + x1²
	{"composed", []float64{1.1, 0.9}, func(x []sx.Term) sx.Term {
		comp := lam("f", realFn, func(f sx.Term) sx.Term {
			return lam("g", realFn, func(g sx.Term) sx.Term { return fn(func(z sx.Term) sx.Term { return app(f, app(g, z)) }) })
		})
		return let("comp", comp, func(c sx.Term) sx.Term {
			return let("h", app(c, times(x[0]), fn(func(z sx.Term) sx.Term { return sin(sx.Mul(z, x[1])) })), func(h sx.Term) sx.Term {
				return app(app(c, h, h), x[0])
			})
		})
	}, nil},
	{"composed n times", []float64{1.2, 0.5}, func(x []sx.Term) sx.Term {
		f := loop(8, fn(func(z sx.Term) sx.Term { return z }), func(_, f sx.Term) sx.Term {
			return fn(func(z sx.Term) sx.Term { return sx.Mul(x[0], app(f, z)) })
		})
		return let("f", f, func(f sx.Term) sx.Term { return app(f, x[1]) })
	}, []float64{8 * pow(1.2, 7) * 0.5, pow(1.2, 8)}},
	{"never called", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("f", times(x[0]), func(sx.Term) sx.Term { return sx.Mul(x[1], x[1]) })
	}, []float64{0, 6}},
	{"called many times", []float64{2, 0.5}, func(x []sx.Term) sx.Term {
		return let("f", times(x[0]), func(f sx.Term) sx.Term {
			return loop(10, x[1], func(_, s sx.Term) sx.Term { return app(f, s) })
		})
	}, []float64{10 * 512 * 0.5, 1024}},
	{"through fold", []float64{2, 3, 5}, func(x []sx.Term) sx.Term {
		step := lam("a", sx.Real, func(a sx.Term) sx.Term { return fn(func(e sx.Term) sx.Term { return sx.Add(sx.Mul(a, x[0]), e) }) })
		return let("step", step, func(f sx.Term) sx.Term {
			return let("xs", sx.NewArrayLit(sx.Real, x...), func(xs sx.Term) sx.Term {
				return sx.Fold(func(a, e sx.Term) sx.Term { return app(f, a, e) }, lit(1), xs) // x0³ + x0·x0² + x1·x0 + x2
			})
		})
	}, []float64{3*4 + 3*4 + 3, 2, 1}},
	{"of a closure", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("f", times(x[0]), func(f sx.Term) sx.Term {
			return let("g", fn(func(z sx.Term) sx.Term { return sx.Add(app(f, z), x[1]) }), func(g sx.Term) sx.Term {
				return app(g, app(g, lit(1))) // x0·(x0 + x1) + x1
			})
		})
	}, []float64{7, 3}},
	{"of records", []float64{2, 3}, func(x []sx.Term) sx.Term {
		r := sx.NewRecordType([]string{"p", "f"}, []sx.Type{sx.Real, realFn})
		return let("r", sx.NewTupleOf(r, x[1], times(x[0])), func(r sx.Term) sx.Term {
			return app(sx.NewProj(1, r), sx.NewProj(0, r))
		})
	}, []float64{3, 2}},
	{"chosen by case", []float64{2, 3}, func(x []sx.Term) sx.Term {
		s := sx.NewSumType(sx.Real, sx.Unit)
		v := sx.NewIf(prim("lt", x[0], x[1]), sx.NewInj(s, 0, sx.Mul(x[0], x[1])), sx.NewInj(s, 1, sx.UnitTerm()))
		return let("v", v, func(v sx.Term) sx.Term {
			a, u := sx.NewVar("a", sx.Real), sx.NewVar("u", sx.Unit)
			f := sx.NewCase(v, sx.Arm{Var: a, Body: times(sx.Ref(a))}, sx.Arm{Var: u, Body: times(x[1])})
			return let("f", f, func(f sx.Term) sx.Term { return app(f, x[0]) }) // x0²·x1
		})
	}, []float64{12, 4}},
	{"a result that ignores its argument", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("k", fn(func(sx.Term) sx.Term { return x[1] }), func(k sx.Term) sx.Term { return sx.Mul(app(k, x[0]), app(k, x[0])) })
	}, []float64{0, 6}},
}

func pow(x float64, n int) float64 {
	y := 1.0
	for range n {
		y *= x
	}
	return y
}

var loopPitfalls = []pitfall{
	{"while never entered", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return whileLoop(sx.Mul(x[0], x[1]), func(s sx.Term) sx.Term { return prim("lt", s, lit(0)) },
			func(s sx.Term) sx.Term { return sx.Mul(s, x[0]) })
	}, []float64{3, 2}},
	{"zero iterations", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return loop(0, x[1], func(_, s sx.Term) sx.Term { return sx.Mul(s, x[0]) })
	}, []float64{0, 1}},
	{"index as a value", []float64{2}, func(x []sx.Term) sx.Term {
		return loop(4, lit(0), func(i, s sx.Term) sx.Term {
			return sx.Add(s, sx.Mul(prim("real", sx.NewFromIdx(i)), sx.Mul(x[0], x[0])))
		}) // (0+1+2+3)·x²
	}, []float64{24}},
	{"varying trip counts", []float64{1.5, 0.7}, func(x []sx.Term) sx.Term {
		return loop(3, x[1], func(i, s sx.Term) sx.Term {
			bound := sx.Mul(lit(3), sx.Add(lit(1), prim("real", sx.NewFromIdx(i))))
			return whileLoop(s, func(r sx.Term) sx.Term { return prim("lt", r, bound) },
				func(r sx.Term) sx.Term { return sx.Add(sx.Mul(r, x[0]), x[1]) })
		})
	}, nil},
	{"loop over a varying length", []float64{1.1, 0.7}, func(x []sx.Term) sx.Term {
		return loop(3, x[1], func(i, s sx.Term) sx.Term {
			m := sx.NewSizeVar("m")
			n := sx.SizeOfVar(m)
			k := sx.NewVar("k", sx.Int)
			return sx.NewLet([]sx.Bind{{Var: k, Rhs: sx.NewFromIdx(i)}, {Size: m, Rhs: sx.Ref(k)}},
				sx.LoopFor(n, s, func(_, r sx.Term) sx.Term { return sx.Mul(r, sx.Mul(r, x[0])) }))
		})
	}, nil},
	{"state overwritten before it is read", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return loop(3, x[0], func(_, s sx.Term) sx.Term {
			return let("s", sx.Mul(x[1], x[1]), func(s sx.Term) sx.Term { return sx.Add(s, x[1]) })
		})
	}, []float64{0, 7}},
	{"acc * x twice", []float64{3}, func(x []sx.Term) sx.Term {
		return loop(2, lit(1), func(_, s sx.Term) sx.Term { return sx.Mul(s, x[0]) })
	}, []float64{6}},
	{"two states swapped", []float64{2, 3}, func(x []sx.Term) sx.Term {
		r := loop(3, sx.NewTuple(x[0], x[1]), func(_, s sx.Term) sx.Term {
			return sx.NewTuple(sx.NewProj(1, s), sx.Mul(sx.NewProj(0, s), x[0]))
		}) // (a,b) → (b,a·x) → (a·x,b·x) → (b·x, a·x²); a=x0, b=x1
		return let("r", r, func(r sx.Term) sx.Term { return sx.Add(sx.NewProj(0, r), sx.NewProj(1, r)) })
	}, []float64{3 + 12, 2}},
	{"downwards", []float64{2, 3}, func(x []sx.Term) sx.Term {
		xs := sx.NewArrayLit(sx.Real, x...)
		return let("xs", xs, func(xs sx.Term) sx.Term {
			n := sx.SizeLit(2)
			i, s := sx.NewVar("i", sx.NewIdxType(n)), sx.NewVar("s", sx.Real)
			return sx.NewLoop(n, true, sx.NoOutput, i, s, lit(1), sx.Add(sx.Mul(sx.Ref(s), lit(10)), sx.NewIndex(xs, sx.Ref(i))))
		}) // 100 + 10·x1 + x0
	}, []float64{1, 10}},
	{"20,000 steps", []float64{1.00001}, func(x []sx.Term) sx.Term {
		return loop(20000, lit(1), func(_, s sx.Term) sx.Term { return sx.Mul(s, x[0]) })
	}, nil},
	{"active in one branch only", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return loop(4, lit(1), func(i, s sx.Term) sx.Term {
			even := prim("ieq", sx.NewPrim(sx.OpIntMod, sx.NewFromIdx(i), sx.IntLit(2)), sx.IntLit(0))
			return sx.NewIf(even, sx.Mul(s, x[0]), lit(5)) // 5 at the end
		})
	}, []float64{0, 0}},
	{"state array updated", []float64{2, 3}, func(x []sx.Term) sx.Term {
		n := sx.SizeLit(3)
		init := sx.NewArrayLit(sx.Real, x[0], x[1], lit(1))
		r := sx.LoopFor(sx.SizeLit(2), init, func(i, a sx.Term) sx.Term {
			k := sx.NewToIdx(nil, n, sx.NewFromIdx(i))
			next := sx.NewToIdx(nil, n, sx.NewPrim(sx.OpIntAdd, sx.NewFromIdx(i), sx.IntLit(1)))
			return sx.NewSet(a, next, sx.Mul(sx.NewIndex(a, k), sx.NewIndex(a, next)))
		})
		return let("r", r, func(r sx.Term) sx.Term { return sx.NewSum(r) }) // x0 + x0·x1 + x0·x1
	}, []float64{7, 4}},
}

func TestClosures(t *testing.T) { runPitfalls(t, closurePitfalls) }

func TestLoops(t *testing.T) { runPitfalls(t, loopPitfalls) }
