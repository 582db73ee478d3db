package functor_test

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// grad is d/dy f(y) at a point.
func grad(f func(y sx.Term) sx.Term, at sx.Term) sx.Term {
	y := sx.NewVar("y", sx.Real)
	return sx.Grad(y, f(sx.Ref(y)), at)
}

func jvp(f func(y sx.Term) sx.Term, at, dir sx.Term) sx.Term {
	y := sx.NewVar("y", sx.Real)
	return sx.NewDeriv(sx.JVP, y, f(sx.Ref(y)), at, dir)
}

var nestedPitfalls = []pitfall{
	{"perturbation confusion, vjp", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return sx.Mul(x[0], grad(func(y sx.Term) sx.Term { return sx.Add(x[0], y) }, x[1]))
	}, []float64{1, 0}},
	{"perturbation confusion, jvp", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return sx.Mul(x[0], jvp(func(y sx.Term) sx.Term { return sx.Add(x[0], y) }, x[1], lit(1)))
	}, []float64{1, 0}},
	{"perturbation confusion, at the outer variable", []float64{2}, func(x []sx.Term) sx.Term {
		// d/dx [x · d/dy (x·y) at y = x] = d/dx x²
		return sx.Mul(x[0], grad(func(y sx.Term) sx.Term { return sx.Mul(x[0], y) }, x[0]))
	}, []float64{4}},
	{"a closure made inside", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return grad(func(y sx.Term) sx.Term {
			return let("f", times(sx.Mul(x[0], y)), func(f sx.Term) sx.Term { return app(f, app(f, y)) }) // x0²·y³
		}, x[1])
	}, []float64{2 * 2 * 3 * 9, 4 * 6 * 3}},
	{"a vjp inside a closure", []float64{2, 3}, func(x []sx.Term) sx.Term {
		f := fn(func(z sx.Term) sx.Term {
			return grad(func(y sx.Term) sx.Term { return sx.Mul(sx.Mul(y, y), sx.Mul(z, x[0])) }, x[1])
		})
		return let("f", f, func(f sx.Term) sx.Term { return app(f, app(f, lit(1))) }) // (2·x1·x0)²
	}, []float64{2 * 4 * 9 * 2, 2 * 4 * 4 * 3}},
	{"a while inside", []float64{1.3, 0.9}, func(x []sx.Term) sx.Term {
		return grad(func(y sx.Term) sx.Term {
			return whileLoop(y, func(s sx.Term) sx.Term { return prim("lt", s, lit(6)) },
				func(s sx.Term) sx.Term { return sx.Add(sx.Mul(s, sx.Mul(s, x[0])), y) })
		}, x[1])
	}, nil},
	{"vjp in a direction that varies", []float64{2, 3}, func(x []sx.Term) sx.Term {
		y := sx.NewVar("y", sx.Real)
		return sx.NewDeriv(sx.VJP, y, sx.Mul(sx.Ref(y), sx.Mul(sx.Ref(y), x[0])), x[1], sx.Mul(x[0], x[1])) // 2·x1·x0·x0·x1
	}, []float64{4 * 2 * 9, 4 * 4 * 3}},
	{"gradient of an array function", []float64{2, 3}, func(x []sx.Term) sx.Term {
		a := sx.NewVar("a", sx.NewArrayType(sx.SizeLit(2), sx.Real))
		body := sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Mul(e, sx.Mul(e, x[1])) }, sx.Ref(a)))
		g := sx.Grad(a, body, sx.NewArrayLit(sx.Real, x...)) // 2·x1·a
		return let("g", g, func(g sx.Term) sx.Term { return sx.Mul(sx.NewIndex(g, idx(2, 0)), sx.NewIndex(g, idx(2, 1))) })
	}, []float64{4 * 27, 4 * 2 * 27}}, // 4·x1³·x0
	{"Hessian-vector product", []float64{0.7, 0.4}, func(x []sx.Term) sx.Term {
		return jvp(func(y sx.Term) sx.Term {
			return grad(func(z sx.Term) sx.Term { return sin(sx.Mul(z, sx.Mul(z, x[1]))) }, y)
		}, x[0], x[1])
	}, nil},
	{"second derivative through a case", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return grad(func(y sx.Term) sx.Term {
			v := loop(3, sx.NewInj(either(), 0, y), func(_, s sx.Term) sx.Term { return flip(s, x[1]) })
			return let("v", v, worth) // y²x1 + y²x1²
		}, x[0])
	}, []float64{2 * (3 + 9), 2 * 2 * (1 + 6)}},
	{"second derivative of scatter", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return grad(func(y sx.Term) sx.Term {
			return let("a", sx.NewArrayLit(sx.Real, x...), func(a sx.Term) sx.Term {
				s := sx.NewSet(a, idx(2, 0), sx.Mul(y, sx.Mul(y, y)))
				return let("s", s, func(s sx.Term) sx.Term { return sx.Fold(mulAll, y, s) }) // y·y³·x1
			})
		}, x[0])
	}, []float64{12 * 4 * 3, 4 * 8}},
}

func TestNested(t *testing.T) { runPitfalls(t, nestedPitfalls) }

// captured are vjps whose functions capture closures defined outside of them.
var captured = []pitfall{
	{"let-bound", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("f", times(x[0]), func(f sx.Term) sx.Term {
			return grad(func(y sx.Term) sx.Term { return sx.Mul(app(f, y), app(f, y)) }, x[1]) // 2·x0²·x1
		})
	}, []float64{4 * 2 * 3, 2 * 4}},
	{"through another closure", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("f", times(x[0]), func(f sx.Term) sx.Term {
			return let("g", fn(func(z sx.Term) sx.Term { return sx.Mul(app(f, z), z) }), func(g sx.Term) sx.Term {
				return grad(func(y sx.Term) sx.Term { return app(g, app(f, y)) }, x[1]) // x0³y² → 2·x0³·y
			})
		})
	}, []float64{6 * 4 * 3, 2 * 8}},
	{"twice", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("f", fn(func(z sx.Term) sx.Term { return sx.Mul(sx.Mul(z, z), sx.Mul(z, x[0])) }), func(f sx.Term) sx.Term {
			return grad(func(y sx.Term) sx.Term { return grad(func(z sx.Term) sx.Term { return app(f, z) }, y) }, x[1]) // 6·x0·x1
		})
	}, []float64{18, 12}},
	{"chosen by a branch", []float64{2, 3}, func(x []sx.Term) sx.Term {
		f := sx.NewIf(prim("lt", x[0], x[1]), times(sx.Mul(x[0], x[1])), fn(sin))
		return let("f", f, func(f sx.Term) sx.Term {
			return grad(func(y sx.Term) sx.Term { return app(f, app(f, y)) }, x[1]) // (x0·x1)²
		})
	}, []float64{2 * 2 * 9, 2 * 3 * 4}},
	{"pushed", []float64{2, 3}, func(x []sx.Term) sx.Term {
		return let("f", times(x[0]), func(f sx.Term) sx.Term {
			return jvp(func(y sx.Term) sx.Term { return app(f, app(f, y)) }, x[1], x[0]) // x0³
		})
	}, []float64{12, 0}},
}

func TestCaptured(t *testing.T) { runPitfalls(t, captured) }

// TestUnknownFunction captures a function that is not known: second derivatives
// are refused, never wrong.
func TestUnknownFunction(t *testing.T) {
	p := newProgram(2, func(x sx.Term) sx.Term {
		return unpacked(x, 2, func(x []sx.Term) sx.Term {
			f := sx.NewVar("f", sx.NewFuncType(sx.Real, sx.Real))
			slope := sx.NewLam(f, grad(func(y sx.Term) sx.Term { return app(sx.Ref(f), y) }, x[1]))
			return let("slope", slope, func(slope sx.Term) sx.Term { return sx.NewApp(slope, times(x[0])) })
		})
	})
	fwd, rev := functors(functor.Options{})
	for _, f := range []*functor.Functor{fwd, rev} {
		if _, err := f.Definition(p.def, []bool{true}); err == nil {
			t.Errorf("%s mode differentiates the derivative of an unknown function", f.Mode.Name())
		}
	}
}

// recPower is y^n by recursion.
func recPower() *sx.Def {
	y, n := sx.NewVar("y", sx.Real), sx.NewVar("n", sx.Int)
	d := &sx.Def{Name: "power", Params: []*sx.Var{y, n}, Result: sx.Real}
	less := sx.NewPrim(sx.OpIntSub, sx.Ref(n), sx.IntLit(1))
	d.Body = sx.ANF(sx.NewIf(prim("ilt", sx.Ref(n), sx.IntLit(1)), lit(1),
		sx.Mul(sx.Ref(y), sx.NewCall(nil, d, nil, sx.Ref(y), less))))
	return d
}

// TestHigherOrders takes derivatives of order 1 to 3 of f by nested operators, and
// one more by each mode, against those of y ↦ y⁴ or sin.
func TestHigherOrders(t *testing.T) {
	power := recPower()
	quartic := []float64{4, 12, 24, 24} // coefficients of y³, y², y, 1
	atQuartic := func(k int, y float64) float64 { return quartic[k-1] * pow(y, 4-k) }
	atSine := func(k int, y float64) float64 { return math.Sin(y + float64(k)*math.Pi/2) }
	rows := []struct {
		name string
		f    func(y sx.Term) sx.Term
		want func(k int, y float64) float64
		more []*sx.Def
	}{
		{"primitive", sin, atSine, nil},
		{"recursion", func(y sx.Term) sx.Term { return sx.NewCall(nil, power, nil, y, sx.IntLit(4)) }, atQuartic, []*sx.Def{power}},
		{"loop", func(y sx.Term) sx.Term { return loop(4, lit(1), func(_, s sx.Term) sx.Term { return sx.Mul(s, y) }) }, atQuartic, nil},
		{"while", func(y sx.Term) sx.Term {
			r := whileLoop(sx.NewTuple(lit(1), sx.IntLit(0)), func(s sx.Term) sx.Term { return prim("ilt", sx.NewProj(1, s), sx.IntLit(4)) },
				func(s sx.Term) sx.Term {
					return sx.NewTuple(sx.Mul(sx.NewProj(0, s), y), sx.NewPrim(sx.OpIntAdd, sx.NewProj(1, s), sx.IntLit(1)))
				})
			return let("r", r, func(r sx.Term) sx.Term { return sx.NewProj(0, r) })
		}, atQuartic, nil},
		{"closure", func(y sx.Term) sx.Term {
			return let("f", times(y), func(f sx.Term) sx.Term { return app(f, app(f, app(f, y))) })
		}, atQuartic, nil},
		{"array", func(y sx.Term) sx.Term {
			return let("a", sx.BuildArray(sx.SizeLit(4), func(sx.Term) sx.Term { return y }), func(a sx.Term) sx.Term { return sx.Fold(mulAll, lit(1), a) })
		}, atQuartic, nil},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			for k := 1; k <= 4; k++ {
				p := newProgram(1, func(x sx.Term) sx.Term { return nth(k-1, r.f, at(x, 0)) }, r.more...)
				p.gradients(t, []float64{1.5}).expect(t, r.want(k, 1.5))
			}
		})
	}
}
