package simplify_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A sample is a source term over x : [4]real, with a real result.
type sample struct {
	name string
	body func(x sx.Term) sx.Term
}

func let(name string, t sx.Term, f func(x sx.Term) sx.Term) sx.Term {
	x := sx.NewVar(name, t.Type())
	return sx.NewLet([]sx.Bind{{Var: x, Rhs: t}}, f(sx.Ref(x)))
}

func at(x sx.Term, i int64) sx.Term {
	n := x.Type().(*sx.ArrayType).Len
	return sx.NewIndex(x, sx.NewToIdx(nil, n, sx.IntLit(i)))
}

func lam(name string, t sx.Type, f func(x sx.Term) sx.Term) sx.Term {
	x := sx.NewVar(name, t)
	return sx.NewLam(x, f(sx.Ref(x)))
}

func sin(t sx.Term) sx.Term     { return sx.Apply1("sin", t) }
func lt(a, b sx.Term) sx.Term   { return sx.NewPrim(sx.MustOp("lt"), a, b) }
func mul(a, b sx.Term) sx.Term  { return sx.Mul(a, b) }
func add(a, b sx.Term) sx.Term  { return sx.Add(a, b) }
func realLit(f float64) sx.Term { return sx.RealLit(f) }

var samples = []sample{
	{"figure 1", func(x sx.Term) sx.Term {
		y := add(mul(at(x, 0), at(x, 3)), mul(realLit(2), at(x, 1)))
		return let("y", y, func(y sx.Term) sx.Term { return sin(add(mul(y, at(x, 2)), at(x, 3))) })
	}},
	{"doubling", func(x sx.Term) sx.Term {
		var s sx.Spine
		y := s.Let("y", at(x, 0))
		for range 40 {
			y = s.Let("y", sx.Mul(realLit(0.5), add(y, y)))
		}
		return s.In(y)
	}},
	{"sum of squares", func(x sx.Term) sx.Term {
		return sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return mul(e, e) }, x))
	}},
	{"map of map", func(x sx.Term) sx.Term {
		return let("y", sx.MapArray(func(e sx.Term) sx.Term { return sin(e) }, x), func(y sx.Term) sx.Term {
			return let("z", sx.MapArray(func(e sx.Term) sx.Term { return mul(e, at(x, 1)) }, y), func(z sx.Term) sx.Term {
				return sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return mul(e, e) }, z))
			})
		})
	}},
	{"matmul", func(x sx.Term) sx.Term {
		n := x.Type().(*sx.ArrayType).Len
		m := sx.BuildArray(n, func(i sx.Term) sx.Term {
			return sx.BuildArray(n, func(j sx.Term) sx.Term { return mul(sx.NewIndex(x, i), sin(sx.NewIndex(x, j))) })
		})
		return let("m", m, func(m sx.Term) sx.Term {
			return sx.NewSum(sx.MapArray(func(row sx.Term) sx.Term { return sx.NewSum(row) }, sx.MatMul(m, m)))
		})
	}},
	{"fold", func(x sx.Term) sx.Term {
		return sx.Fold(func(a, e sx.Term) sx.Term { return sin(add(mul(a, e), e)) }, realLit(1), x)
	}},
	{"scan", func(x sx.Term) sx.Term {
		return let("s", sx.Scan(func(a, e sx.Term) sx.Term { return mul(a, e) }, realLit(1), x),
			func(s sx.Term) sx.Term { return add(at(s, 2), at(s, 1)) })
	}},
	{"closure", func(x sx.Term) sx.Term {
		return let("f", lam("z", sx.Real, func(z sx.Term) sx.Term { return mul(z, at(x, 0)) }), func(f sx.Term) sx.Term {
			return add(sx.NewApp(f, at(x, 1)), sx.NewApp(f, sx.NewApp(f, at(x, 2))))
		})
	}},
	{"escaping closure", func(x sx.Term) sx.Term {
		f := sx.NewIf(lt(at(x, 0), at(x, 1)),
			lam("z", sx.Real, func(z sx.Term) sx.Term { return mul(z, at(x, 2)) }),
			lam("z", sx.Real, func(z sx.Term) sx.Term { return sin(add(z, at(x, 0))) }))
		return let("f", f, func(f sx.Term) sx.Term { return mul(sx.NewApp(f, at(x, 1)), sx.NewApp(f, at(x, 0))) })
	}},
	{"higher-order", func(x sx.Term) sx.Term {
		twice := lam("f", sx.NewFuncType(sx.Real, sx.Real), func(f sx.Term) sx.Term {
			return lam("y", sx.Real, func(y sx.Term) sx.Term { return sx.NewApp(f, sx.NewApp(f, y)) })
		})
		return let("twice", twice, func(tw sx.Term) sx.Term {
			g := lam("u", sx.Real, func(u sx.Term) sx.Term { return mul(sin(u), at(x, 1)) })
			return sx.NewApp(sx.NewApp(tw, g), at(x, 0))
		})
	}},
	{"if", func(x sx.Term) sx.Term {
		return sx.NewIf(lt(at(x, 0), at(x, 1)), mul(at(x, 0), at(x, 2)), sin(at(x, 1)))
	}},
	{"25 ifs", func(x sx.Term) sx.Term {
		var s sx.Spine
		y := s.Let("y", at(x, 0))
		for i := range 25 {
			y = s.Let("y", sx.NewIf(lt(y, realLit(float64(i)/10)), mul(y, at(x, 1)), sin(add(y, at(x, 2)))))
		}
		return s.In(y)
	}},
	{"25 cases", func(x sx.Term) sx.Term {
		ty := sx.NewSumType(sx.Real, sx.NewTupleType(sx.Real, sx.Real))
		var s sx.Spine
		y := s.Let("y", sx.NewInj(ty, 0, at(x, 0)))
		for range 25 {
			a, b := sx.NewVar("a", sx.Real), sx.NewVar("b", ty.Variants[1])
			y = s.Let("y", sx.NewCase(y,
				sx.Arm{Var: a, Body: sx.NewInj(ty, 1, sx.NewTuple(mul(sx.Ref(a), at(x, 1)), sin(sx.Ref(a))))},
				sx.Arm{Var: b, Body: sx.NewInj(ty, 0, add(sx.NewProj(0, sx.Ref(b)), sx.NewProj(1, sx.Ref(b))))}))
		}
		a, b := sx.NewVar("a", sx.Real), sx.NewVar("b", ty.Variants[1])
		return s.In(sx.NewCase(y, sx.Arm{Var: a, Body: sx.Ref(a)}, sx.Arm{Var: b, Body: sx.NewProj(0, sx.Ref(b))}))
	}},
	{"while", func(x sx.Term) sx.Term {
		s := sx.NewVar("s", sx.Real)
		return sx.NewWhile(nil, s, at(x, 0), lt(sx.Ref(s), realLit(20)),
			add(mul(sx.Ref(s), realLit(1.7)), mul(at(x, 1), at(x, 1))))
	}},
	{"set", func(x sx.Term) sx.Term {
		n := x.Type().(*sx.ArrayType).Len
		y := sx.NewSet(x, sx.NewToIdx(nil, n, sx.IntLit(1)), sin(at(x, 2)))
		return let("y", y, func(y sx.Term) sx.Term { return add(mul(at(y, 1), at(y, 0)), at(x, 1)) })
	}},
	{"records of pairs", func(x sx.Term) sx.Term {
		p := sx.NewTuple(at(x, 0), sx.NewTuple(mul(at(x, 1), at(x, 2)), at(x, 3)))
		return let("p", p, func(p sx.Term) sx.Term {
			q := sx.NewProj(1, p)
			return add(mul(sx.NewProj(0, q), sx.NewProj(1, q)), mul(sx.NewProj(0, p), sx.NewProj(0, q)))
		})
	}},
	{"grad inside", func(x sx.Term) sx.Term {
		y := sx.NewVar("y", sx.Real)
		return mul(sx.Grad(y, mul(at(x, 0), sin(mul(sx.Ref(y), at(x, 1)))), at(x, 2)), at(x, 0))
	}},
	{"grad of grad inside", func(x sx.Term) sx.Term {
		y, z := sx.NewVar("y", sx.Real), sx.NewVar("z", sx.Real)
		inner := sx.Grad(z, mul(sin(mul(sx.Ref(z), sx.Ref(y))), at(x, 0)), at(x, 1))
		return sx.Grad(y, mul(inner, sx.Ref(y)), at(x, 2))
	}},
}

// derivatives returns the derivative of s in both modes, as terms over x.
func derivatives(t testing.TB, s sample) (x *sx.Var, fwd, rev sx.Term) {
	t.Helper()
	f, r := functor.New(forward.Mode{}, functor.Options{}), functor.New(reverse.Mode{}, functor.Options{})
	d := dual.New()
	f.Reverse, f.Push, r.Push, r.Linear, r.LinearBlock = r, d.Push, d.Push, d.Linear, d.LinearBlock
	x = sx.NewVar("x", sx.NewArrayType(sx.SizeLit(4), sx.Real))
	src := sx.ANF(s.body(sx.Ref(x)))
	fwd, err := f.Block(src, []*sx.Var{x})
	if err != nil {
		t.Fatal(err)
	}
	rev, err = r.Block(src, []*sx.Var{x})
	if err != nil {
		t.Fatal(err)
	}
	return x, fwd, rev
}

// run evaluates a derivative at x, and its linear half at dir.
func run(t testing.TB, d sx.Term, x *sx.Var, at []float64, dir semantics.Value) (string, int64) {
	t.Helper()
	var ev semantics.Evaluator
	v, err := ev.Eval(d, &semantics.Env{Vars: map[*sx.Var]semantics.Value{x: semantics.Reals(at...)}})
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.String(d))
	}
	pair := v.(*semantics.Tuple)
	w, err := ev.Apply(pair.Elems[1], dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.String(d))
	}
	return semantics.Format(pair.Elems[0]) + " " + rounded(w), ev.Cost.Ops + ev.Cost.Loads + ev.Cost.Stores
}

// rounded prints reals to 10 digits: sums may be added up in another order.
func rounded(v semantics.Value) string {
	switch v := v.(type) {
	case semantics.Real:
		return fmt.Sprintf("%.10g", float64(v)+0)
	case *semantics.Array:
		s := "["
		for i := range v.Len() {
			s += rounded(v.At(i)) + " "
		}
		return s + "]"
	}
	return semantics.Format(v)
}

func TestDerivatives(t *testing.T) {
	for _, s := range samples {
		x, fwd, rev := derivatives(t, s)
		for mode, d := range map[string]sx.Term{"forward": fwd, "reverse": rev} {
			for _, reading := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s %s %v", s.name, mode, reading), func(t *testing.T) {
					checkDerivative(t, sx.Refresh(d), x, mode, simplify.Options{Reading: reading})
				})
			}
		}
	}
}

func checkDerivative(t *testing.T, d sx.Term, x *sx.Var, mode string, o simplify.Options) {
	out, rep, err := simplify.Term(d, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d -> %d nodes, %d rounds\n%s", sx.CountNodes(d), sx.CountNodes(out), rep.Rounds, sx.String(out))
	if err := sx.Verify(out, x); err != nil {
		t.Fatal(err)
	}
	again, rep2, _ := simplify.Term(out, o)
	if again != out {
		t.Errorf("not a fixed point: %v\n%s", rep2.Lines(), sx.String(again))
	}
	for _, p := range [][]float64{{0.7, 0.9, 1.3, -0.4}, {1.2, 0.3, 0.8, 2}} {
		var dir semantics.Value = semantics.Reals(1, 0.5, -2, 0.25)
		if mode == "reverse" {
			dir = semantics.Real(math.Pi)
		}
		want, cost := run(t, d, x, p, dir)
		got, less := run(t, out, x, p, dir)
		if got != want {
			t.Errorf("at %v: %s, want %s", p, got, want)
		}
		if less > cost && !o.Reading {
			t.Errorf("at %v: cost %d was %d", p, less, cost)
		}
	}
}
