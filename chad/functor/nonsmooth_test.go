package functor_test

import (
	"math"
	"testing"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// The rows of docs/nonsmooth.md, in its order, each in both modes and in dual
// numbers. The values are the conventions, not limits of differences.

var inf, nan = math.Inf(1), math.NaN()

// convention is the gradient of body at a point.
type convention struct {
	name string
	at   []float64
	body func(x []sx.Term) sx.Term
	want []float64
}

func prim(name string, args ...sx.Term) sx.Term { return sx.NewPrim(sx.MustOp(name), args...) }

func lit(x float64) sx.Term { return sx.RealLit(x) }

// one is a unary primitive of the first argument.
func one(name string) func(x []sx.Term) sx.Term {
	return func(x []sx.Term) sx.Term { return prim(name, x[0]) }
}

// two is a binary primitive of the first two arguments.
func two(name string) func(x []sx.Term) sx.Term {
	return func(x []sx.Term) sx.Term { return prim(name, x[0], x[1]) }
}

// power is x to a constant.
func power(p float64) func(x []sx.Term) sx.Term {
	return func(x []sx.Term) sx.Term { return prim("pow", x[0], lit(p)) }
}

func guarded(bound sx.Term, f string) func(x []sx.Term) sx.Term {
	return func(x []sx.Term) sx.Term {
		return sx.NewIf(prim("gt", x[0], bound), prim(f, x[0]), lit(0))
	}
}

// floated computes f outside of the branch that uses it.
func floated(f string) func(x []sx.Term) sx.Term {
	return func(x []sx.Term) sx.Term {
		return let("a", prim(f, x[0]), func(a sx.Term) sx.Term {
			return sx.NewIf(prim("gt", x[0], lit(0)), a, lit(0))
		})
	}
}

// kinks are points where the function has a value but no derivative.
var kinks = []convention{
	{"abs", []float64{0}, one("abs"), []float64{0}},
	{"abs of -0", []float64{math.Copysign(0, -1)}, one("abs"), []float64{0}},
	{"relu", []float64{0}, one("relu"), []float64{0}},
	{"max tie", []float64{2, 2}, two("max"), []float64{1, 0}},
	{"min tie", []float64{2, 2}, two("min"), []float64{0, 1}},
	{"max + min at a tie", []float64{2, 2}, func(x []sx.Term) sx.Term {
		return sx.Add(prim("max", x[0], x[1]), prim("min", x[0], x[1]))
	}, []float64{1, 1}},
	{"max(x, 0) + min(x, 0)", []float64{0}, func(x []sx.Term) sx.Term {
		return sx.Add(prim("max", x[0], lit(0)), prim("min", x[0], lit(0)))
	}, []float64{1}},
	{"max of ±0", []float64{math.Copysign(0, -1), 0}, two("max"), []float64{1, 0}},
	{"min of ±0", []float64{math.Copysign(0, -1), 0}, two("min"), []float64{0, 1}},
	{"max beside NaN", []float64{1, nan}, two("max"), []float64{1, 0}},
	{"min beside NaN", []float64{1, nan}, two("min"), []float64{1, 0}},
	{"max(x, x)", []float64{2}, func(x []sx.Term) sx.Term { return prim("max", x[0], x[0]) }, []float64{1}},
	{"min(x, x)", []float64{2}, func(x []sx.Term) sx.Term { return prim("min", x[0], x[0]) }, []float64{1}},
	{"floor", []float64{2}, one("floor"), []float64{0}},
	{"ceil", []float64{2}, one("ceil"), []float64{0}},
	{"round", []float64{0.5}, one("round"), []float64{0}},
	{"trunc", []float64{0}, one("trunc"), []float64{0}},
	{"sign", []float64{0}, one("sign"), []float64{0}},
	{"to int and back", []float64{2.7}, func(x []sx.Term) sx.Term {
		return prim("real", prim("int", sx.Mul(x[0], x[0])))
	}, []float64{0}},
	{"roundaway at a jump", []float64{0.5}, one("roundaway"), []float64{0}},
	{"logb at a jump", []float64{2}, one("logb"), []float64{0}},
	{"round32", []float64{0.1}, one("round32"), []float64{1}},
	{"nextafter", []float64{0.1, 1}, two("nextafter"), []float64{1, 0}},
	{"nextafter32", []float64{0.1, 1}, two("nextafter32"), []float64{1, 0}},
	{"copysign at 0", []float64{0, -1}, two("copysign"), []float64{-1, 0}},
	{"copysign to -0", []float64{-2, math.Copysign(0, -1)}, two("copysign"), []float64{1, 0}},
	{"dim at a tie", []float64{2, 2}, two("dim"), []float64{0, 0}},
	{"dim below", []float64{1, 2}, two("dim"), []float64{0, 0}},
	{"mathmax at a tie", []float64{2, 2}, two("mathmax"), []float64{1, 0}},
	{"mathmin at a tie", []float64{2, 2}, two("mathmin"), []float64{0, 1}},
	{"modffrac at a jump", []float64{2}, one("modffrac"), []float64{1}},
	{"modffrac below 0", []float64{-2.5}, one("modffrac"), []float64{1}},
	{"frexpfrac at a jump", []float64{8}, one("frexpfrac"), []float64{0.0625}},
	{"frexpfrac below 0", []float64{-0.75}, one("frexpfrac"), []float64{1}},
	{"remainder at a jump", []float64{4.5, 3}, two("remainder"), []float64{1, -2}},
	{"fmod at a multiple", []float64{6, 3}, two("fmod"), []float64{1, -2}},
	{"hypot", []float64{0, 0}, two("hypot"), []float64{0, 0}},
	{"atan2", []float64{0, 0}, two("atan2"), []float64{nan, nan}},
	{"atan2 on the cut", []float64{0, -2}, two("atan2"), []float64{-0.5, 0}},
}

// slopes are points where the derivative is infinite, and powers at 0.
var slopes = []convention{
	{"sqrt", []float64{0}, one("sqrt"), []float64{inf}},
	{"sqrt of -0", []float64{math.Copysign(0, -1)}, one("sqrt"), []float64{-inf}},
	{"cbrt", []float64{0}, one("cbrt"), []float64{inf}},
	{"asin", []float64{1}, one("asin"), []float64{inf}},
	{"acos", []float64{-1}, one("acos"), []float64{-inf}},
	{"acosh", []float64{1}, one("acosh"), []float64{inf}},
	{"x^3", []float64{0}, power(3), []float64{0}},
	{"x^1", []float64{0}, power(1), []float64{1}},
	{"x^0.5", []float64{0}, power(0.5), []float64{inf}},
	{"x^0", []float64{0}, power(0), []float64{0}},
	{"x^0 beyond", []float64{inf}, power(0), []float64{0}},
	{"0^y, y > 0", []float64{0, 2}, two("pow"), []float64{0, 0}},
	{"0^0", []float64{0, 0}, two("pow"), []float64{0, -inf}},
	{"negative base", []float64{-2, 3}, two("pow"), []float64{12, nan}},
	{"negative base, constant exponent", []float64{-2}, power(3), []float64{12}},
	{"integer power 0", []float64{0}, func(x []sx.Term) sx.Term { return prim("powi", x[0], sx.IntLit(0)) }, []float64{0}},
	{"integer power 1", []float64{0}, func(x []sx.Term) sx.Term { return prim("powi", x[0], sx.IntLit(1)) }, []float64{1}},
	{"0·log 0", []float64{0, 0}, two("xlogy"), []float64{-inf, 0}},
}

// branches contribute nothing unless taken, and a zero (co)tangent meets no singular slope.
var branches = []convention{
	{"sqrt guarded", []float64{0}, guarded(lit(0), "sqrt"), []float64{0}},
	{"log guarded", []float64{0}, guarded(lit(0), "log"), []float64{0}},
	{"sqrt computed before its guard", []float64{0}, floated("sqrt"), []float64{0}},
	{"if x < 1 then x else sqrt x", []float64{0}, func(x []sx.Term) sx.Term {
		return sx.NewIf(prim("lt", x[0], lit(1)), x[0], prim("sqrt", x[0]))
	}, []float64{1}},
	{"constant under sqrt", []float64{3}, func(x []sx.Term) sx.Term {
		return sx.Add(x[0], prim("sqrt", sx.Mul(lit(0), lit(2))))
	}, []float64{1}},
	{"sqrt unused", []float64{0}, func(x []sx.Term) sx.Term {
		return let("a", prim("sqrt", x[0]), func(sx.Term) sx.Term { return x[0] })
	}, []float64{1}},
}

// stable are functions that overflow when spelled out.
var stable = []convention{
	{"tanh", []float64{1000}, one("tanh"), []float64{0}},
	{"softplus", []float64{800}, one("softplus"), []float64{1}},
	{"softplus", []float64{-800}, one("softplus"), []float64{0}},
	{"sigmoid", []float64{-800}, one("sigmoid"), []float64{0}},
	{"sigmoid", []float64{800}, one("sigmoid"), []float64{0}},
	{"sigmoid'", []float64{40}, func(x []sx.Term) sx.Term {
		return sx.Mul(lit(1e17), prim("sigmoid", x[0]))
	}, []float64{0.4248354255291589}},
	{"logaddexp", []float64{1000, 0}, two("logaddexp"), []float64{1, 0}},
	{"logaddexp of -Inf", []float64{math.Inf(-1), 3}, two("logaddexp"), []float64{0, 1}},
	{"asinh", []float64{1e200}, one("asinh"), []float64{1e-200}},
	{"acosh", []float64{1e200}, one("acosh"), []float64{1e-200}},
}

func TestConventions(t *testing.T) {
	for _, group := range [][]convention{kinks, slopes, branches, stable} {
		for _, c := range group {
			t.Run(c.name, func(t *testing.T) {
				p := newProgram(len(c.at), func(x sx.Term) sx.Term {
					xs := make([]sx.Term, len(c.at))
					for i := range xs {
						xs[i] = at(x, int64(i))
					}
					return c.body(xs)
				})
				p.gradients(t, c.at).expect(t, c.want...)
			})
		}
	}
}

func maximum(x sx.Term) sx.Term { return sx.Maximum(nil, x) }

func minimum(x sx.Term) sx.Term { return sx.Minimum(nil, x) }

func mulAll(acc, x sx.Term) sx.Term { return sx.Mul(acc, x) }

// TestArrayConventions are the rows about arrays.
func TestArrayConventions(t *testing.T) {
	total := func(x sx.Term) sx.Term { return sx.NewSum(x) }
	rows := []struct {
		name string
		at   []float64
		body func(x sx.Term) sx.Term
		want []float64
	}{
		{"first maximum", []float64{1, 3, 3}, maximum, []float64{0, 1, 0}},
		{"first minimum", []float64{3, 1, 1}, minimum, []float64{0, 1, 0}},
		{"maximum with NaN", []float64{1, math.NaN(), 3, math.NaN(), 2}, maximum, []float64{0, 0, 0, 1, 0}},
		{"minimum with NaN", []float64{1, math.NaN(), 0}, minimum, []float64{0, 1, 0}},
		{"argmax", []float64{1, 3, 3}, func(x sx.Term) sx.Term { return prim("real", sx.ArgMax(x)) }, []float64{0, 0, 0}},
		{"product, one zero", []float64{2, 0, 3}, func(x sx.Term) sx.Term { return sx.Fold(mulAll, lit(1), x) }, []float64{0, 6, 0}},
		{"product, two zeros", []float64{2, 0, 0}, func(x sx.Term) sx.Term { return sx.Fold(mulAll, lit(1), x) }, []float64{0, 0, 0}},
		// 2 + 2·0 + 2·0·3: ∂₀ = 1 + 0 + 0, ∂₁ = 2 + 2·3, ∂₂ = 0.
		{"scan (*)", []float64{2, 0, 3}, func(x sx.Term) sx.Term { return total(sx.Scan(mulAll, lit(1), x)) }, []float64{1, 8, 0}},
		{"norm of zero", []float64{0, 0}, sx.Norm, []float64{0, 0}},
		{"norm", []float64{3, 4}, sx.Norm, []float64{0.6, 0.8}},
		{"norm of a difference", []float64{3, 4}, func(x sx.Term) sx.Term {
			return let("d", sx.ZipWith(sx.Sub, x, x), sx.Norm)
		}, []float64{0, 0}},
		{"logsumexp", []float64{1000, 0}, sx.LogSumExp, []float64{1, 0}},
		{"logsumexp tie", []float64{-1000, -1000}, sx.LogSumExp, []float64{0.5, 0.5}},
		{"softmax", []float64{1000, 1000, -5}, func(x sx.Term) sx.Term {
			return let("s", sx.Softmax(x), func(s sx.Term) sx.Term { return at(s, 0) })
		}, []float64{0.25, -0.25, 0}},
		{"dot", []float64{2, 5}, func(x sx.Term) sx.Term { return sx.Dot(x, x) }, []float64{4, 10}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			newProgram(len(r.at), r.body).gradients(t, r.at).expect(t, r.want...)
		})
	}
}

// TestInfiniteMeetsZero are the points where the modes differ: an infinite slope
// followed by a factor 0 on the way of the tangent, or of the cotangent.
func TestInfiniteMeetsZero(t *testing.T) {
	after := newProgram(2, func(x sx.Term) sx.Term { return sx.Mul(at(x, 1), prim("sqrt", at(x, 0))) })
	g := after.gradients(t, []float64{0, 0})
	if g.reverse[0] != 0 || !math.IsNaN(g.forward[0]) || !math.IsNaN(g.dual[0]) {
		t.Errorf("y·√x for y = 0: %v", g)
	}
	before := newProgram(2, func(x sx.Term) sx.Term { return prim("sqrt", sx.Mul(at(x, 1), at(x, 0))) })
	g = before.gradients(t, []float64{5, 0})
	if !math.IsNaN(g.reverse[0]) || g.forward[0] != 0 || g.dual[0] != 0 {
		t.Errorf("√(y·x) for y = 0: %v", g)
	}
	log := newProgram(1, func(x sx.Term) sx.Term { return floated("log")([]sx.Term{at(x, 0)}) })
	g = log.gradients(t, []float64{0})
	if !math.IsNaN(g.reverse[0]) || g.forward[0] != 0 || g.dual[0] != 0 {
		t.Errorf("log before its guard: %v", g)
	}
}

// TestConstant: what is constant by its form has no derivative, in no mode, however steep that is which it goes into,
// or which goes into it.
func TestConstant(t *testing.T) {
	for name, body := range map[string]func(x sx.Term) sx.Term{
		"√(x-x)": func(x sx.Term) sx.Term { return prim("sqrt", sx.Sub(x, x)) },
		"√Σ(x-x)²": func(x sx.Term) sx.Term {
			return let("d", sx.Sub(x, x), func(d sx.Term) sx.Term { return prim("sqrt", sx.Mul(d, d)) })
		},
		"√(0·x)":         func(x sx.Term) sx.Term { return prim("sqrt", sx.Mul(lit(0), x)) },
		"0·√x":           func(x sx.Term) sx.Term { return sx.Mul(prim("sqrt", x), lit(0)) },
		"√fma(0, x, 0)":  func(x sx.Term) sx.Term { return prim("sqrt", prim("fma", lit(0), x, lit(0))) },
		"max(√x, 1)":     func(x sx.Term) sx.Term { return prim("max", prim("sqrt", x), lit(1)) },
		"min(-1, -√x)":   func(x sx.Term) sx.Term { return prim("min", lit(-1), sx.Neg(prim("sqrt", x))) },
		"relu(-1 - √x)":  func(x sx.Term) sx.Term { return prim("relu", sx.Sub(lit(-1), prim("sqrt", x))) },
		"dim(0, 1 + √x)": func(x sx.Term) sx.Term { return prim("dim", lit(0), sx.Add(lit(1), prim("sqrt", x))) },
		"√dim(x, 1)":     func(x sx.Term) sx.Term { return prim("sqrt", prim("dim", x, lit(1))) },
		"√relu(x - 1)":   func(x sx.Term) sx.Term { return prim("sqrt", prim("relu", sx.Sub(x, lit(1)))) },
		"√floor(x)":      func(x sx.Term) sx.Term { return prim("sqrt", prim("floor", x)) },
		"floor(√x)":      func(x sx.Term) sx.Term { return prim("floor", prim("sqrt", x)) },
		"√√(x-x)":        func(x sx.Term) sx.Term { return prim("sqrt", prim("sqrt", sx.Sub(x, x))) },
		"√(x-x)·√x":      func(x sx.Term) sx.Term { return sx.Mul(prim("sqrt", sx.Sub(x, x)), x) },
		"if c then √x else 1": func(x sx.Term) sx.Term {
			return let("s", prim("sqrt", x), func(s sx.Term) sx.Term { return sx.NewIf(prim("gt", x, lit(0)), s, lit(1)) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			newProgram(1, func(x sx.Term) sx.Term { return let("y", at(x, 0), body) }).gradients(t, []float64{0}).expect(t, 0)
		})
	}
}

// TestFourthPower takes the derivatives of x⁴ at 0 through nested operators.
func TestFourthPower(t *testing.T) {
	forms := map[string]func(x sx.Term) sx.Term{
		"pow":      func(x sx.Term) sx.Term { return prim("pow", x, lit(4)) },
		"powi":     func(x sx.Term) sx.Term { return prim("powi", x, sx.IntLit(4)) },
		"products": func(x sx.Term) sx.Term { return sx.Mul(sx.Mul(x, x), sx.Mul(x, x)) },
		"squares":  func(x sx.Term) sx.Term { return prim("square", prim("square", x)) },
	}
	for name, f := range forms {
		t.Run(name, func(t *testing.T) {
			for k, want := range []float64{0, 0, 0, 0, 24, 0} {
				p := newProgram(1, func(x sx.Term) sx.Term { return nth(k, f, at(x, 0)) })
				if got := p.value(t, []float64{0}); got != want {
					t.Errorf("derivative %d is %v, want %v", k, got, want)
				}
				if k > 0 { // the last operator from outside, by each mode
					q := newProgram(1, func(x sx.Term) sx.Term { return nth(k-1, f, at(x, 0)) })
					q.gradients(t, []float64{0}).expect(t, want)
				}
			}
		})
	}
}

// nth is the k-th derivative of f at x by nested operators, vjp and jvp in turn.
func nth(k int, f func(x sx.Term) sx.Term, x sx.Term) sx.Term {
	if k == 0 {
		return f(x)
	}
	y := sx.NewVar("y", sx.Real)
	body := nth(k-1, f, sx.Ref(y))
	if k%2 == 0 {
		return sx.NewDeriv(sx.JVP, y, body, x, lit(1))
	}
	return sx.Grad(y, body, x)
}
