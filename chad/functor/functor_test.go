package functor_test

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A sample is a definition of one parameter x : [3]real with a real result, and
// what its gradient must be is what differences of the evaluator say.
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

func sin(t sx.Term) sx.Term { return sx.Apply1("sin", t) }

var samples = []sample{
	{"index", func(x sx.Term) sx.Term { return at(x, 1) }},
	{"product", func(x sx.Term) sx.Term { return sx.Mul(at(x, 0), sx.Mul(at(x, 1), at(x, 0))) }},
	{"sum of squares", func(x sx.Term) sx.Term {
		return sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Mul(e, e) }, x))
	}},
	{"fold", func(x sx.Term) sx.Term {
		return sx.Fold(func(a, e sx.Term) sx.Term { return sin(sx.Add(sx.Mul(a, e), e)) }, sx.RealLit(1), x)
	}},
	{"scan", func(x sx.Term) sx.Term {
		return let("s", sx.Scan(func(a, e sx.Term) sx.Term { return sx.Mul(a, e) }, sx.RealLit(1), x),
			func(s sx.Term) sx.Term { return sx.Add(at(s, 2), at(s, 1)) })
	}},
	{"closure", func(x sx.Term) sx.Term {
		return let("f", lam("z", sx.Real, func(z sx.Term) sx.Term { return sx.Mul(z, at(x, 0)) }), func(f sx.Term) sx.Term {
			return sx.Add(sx.NewApp(f, at(x, 1)), sx.NewApp(f, sx.NewApp(f, at(x, 2))))
		})
	}},
	{"escaping closure", func(x sx.Term) sx.Term {
		c := sx.NewPrim(sx.MustOp("lt"), at(x, 0), at(x, 1))
		f := sx.NewIf(c,
			lam("z", sx.Real, func(z sx.Term) sx.Term { return sx.Mul(z, at(x, 2)) }),
			lam("z", sx.Real, func(z sx.Term) sx.Term { return sin(sx.Add(z, at(x, 0))) }))
		return let("f", f, func(f sx.Term) sx.Term { return sx.Mul(sx.NewApp(f, at(x, 1)), sx.NewApp(f, at(x, 0))) })
	}},
	{"higher-order", func(x sx.Term) sx.Term {
		real2 := sx.NewFuncType(sx.Real, sx.Real)
		twice := lam("f", real2, func(f sx.Term) sx.Term {
			return lam("y", sx.Real, func(y sx.Term) sx.Term { return sx.NewApp(f, sx.NewApp(f, y)) })
		})
		return let("twice", twice, func(tw sx.Term) sx.Term {
			g := lam("u", sx.Real, func(u sx.Term) sx.Term { return sx.Mul(sin(u), at(x, 1)) })
			return sx.NewApp(sx.NewApp(tw, g), at(x, 0))
		})
	}},
	{"if", func(x sx.Term) sx.Term {
		return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), at(x, 0), at(x, 1)), sx.Mul(at(x, 0), at(x, 2)), sin(at(x, 1)))
	}},
	{"case", func(x sx.Term) sx.Term {
		s := sx.NewSumType(sx.Real, sx.NewTupleType(sx.Real, sx.Real))
		v := sx.NewIf(sx.NewPrim(sx.MustOp("gt"), at(x, 0), at(x, 1)),
			sx.NewInj(s, 0, at(x, 0)), sx.NewInj(s, 1, sx.NewTuple(at(x, 1), sin(at(x, 2)))))
		return let("v", v, func(v sx.Term) sx.Term {
			a, b := sx.NewVar("a", sx.Real), sx.NewVar("b", s.Variants[1])
			return sx.NewCase(v, sx.Arm{Var: a, Body: sx.Mul(sx.Ref(a), at(x, 1))},
				sx.Arm{Var: b, Body: sx.Mul(sx.NewProj(0, sx.Ref(b)), sx.NewProj(1, sx.Ref(b)))})
		})
	}},
	{"while", func(x sx.Term) sx.Term {
		s := sx.NewVar("s", sx.Real)
		return sx.NewWhile(nil, s, at(x, 0), sx.NewPrim(sx.MustOp("lt"), sx.Ref(s), sx.RealLit(20)),
			sx.Add(sx.Mul(sx.Ref(s), sx.RealLit(1.7)), sx.Mul(at(x, 1), at(x, 1))))
	}},
	{"checkpoint", func(x sx.Term) sx.Term {
		loop := func(out sx.Output, f func(i, s sx.Term) sx.Term) *sx.Loop {
			n := sx.SizeLit(7)
			i, s := sx.NewVar("i", sx.NewIdxType(n)), sx.NewVar("s", sx.Real)
			return sx.NewLoop(n, false, out, i, s, at(x, 0), f(sx.Ref(i), sx.Ref(s)))
		}
		s := sx.NewVar("s", sx.Real)
		while := sx.NewWhile(nil, s, at(x, 0), sx.NewPrim(sx.MustOp("lt"), sx.Ref(s), sx.RealLit(20)),
			sx.Add(sx.Mul(sx.Ref(s), sx.RealLit(1.7)), sx.Mul(at(x, 1), at(x, 1))))
		step := func(_, s sx.Term) sx.Term { return sin(sx.Add(sx.Mul(s, at(x, 2)), at(x, 1))) }
		pair := func(i, s sx.Term) sx.Term { return sx.NewTuple(step(i, s), sx.Mul(s, s)) }
		two := sx.Schedule{Kind: sx.Binomial, Snapshots: 2}
		sum := sx.NewCheckpoint(sx.Schedule{}, sx.Mul(at(x, 0), sin(at(x, 1))))
		return sx.NewPlus(sum,
			sx.NewCheckpoint(sx.Schedule{Kind: sx.Sqrt}, loop(sx.NoOutput, step)),
			sx.NewCheckpoint(two, loop(sx.NoOutput, step)),
			sx.NewProj(1, sx.NewCheckpoint(two, loop(sx.Accumulate, pair))),
			sx.NewSum(sx.NewProj(1, sx.NewCheckpoint(two, loop(sx.Collect, pair)))),
			sx.NewCheckpoint(sx.Schedule{Kind: sx.Sqrt}, while),
			sx.NewCheckpoint(two, sx.Refresh(while)))
	}},
	{"set", func(x sx.Term) sx.Term {
		n := x.Type().(*sx.ArrayType).Len
		y := sx.NewSet(x, sx.NewToIdx(nil, n, sx.IntLit(1)), sin(at(x, 2)))
		return let("y", y, func(y sx.Term) sx.Term { return sx.Add(sx.Mul(at(y, 1), at(y, 0)), at(x, 1)) })
	}},
	{"filter", func(x sx.Term) sx.Term {
		f := sx.Filter(func(e sx.Term) sx.Term { return sx.NewPrim(sx.MustOp("gt"), e, sx.RealLit(0.5)) }, x)
		return let("d", f, func(d sx.Term) sx.Term {
			m := sx.NewSizeVar("m")
			a := sx.NewVar("a", sx.NewArrayType(sx.SizeOfVar(m), sx.Real))
			k := sx.NewVar("k", sx.Int)
			return sx.NewLet([]sx.Bind{
				{Var: k, Rhs: sx.NewDynLen(d)}, {Size: m, Rhs: sx.Ref(k)},
				{Var: a, Rhs: sx.NewCoerce(nil, d, a.Type.(*sx.ArrayType))},
			}, sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Mul(e, sx.Mul(e, e)) }, sx.Ref(a))))
		})
	}},
	{"grad inside", func(x sx.Term) sx.Term {
		y := sx.NewVar("y", sx.Real)
		g := sx.Grad(y, sx.Mul(at(x, 0), sin(sx.Mul(sx.Ref(y), at(x, 1)))), at(x, 2))
		return sx.Mul(g, at(x, 0))
	}},
	{"perturbation confusion", func(x sx.Term) sx.Term {
		y := sx.NewVar("y", sx.Real)
		return sx.Mul(at(x, 0), sx.Grad(y, sx.Add(at(x, 0), sx.Ref(y)), at(x, 1)))
	}},
	{"grad of grad inside", func(x sx.Term) sx.Term {
		y, z := sx.NewVar("y", sx.Real), sx.NewVar("z", sx.Real)
		inner := sx.Grad(z, sx.Mul(sin(sx.Mul(sx.Ref(z), sx.Ref(y))), at(x, 0)), at(x, 1))
		return sx.Grad(y, sx.Mul(inner, sx.Ref(y)), at(x, 2))
	}},
	{"jvp inside", func(x sx.Term) sx.Term {
		y := sx.NewVar("y", sx.Real)
		return sx.NewDeriv(sx.JVP, y, sx.Mul(at(x, 0), sin(sx.Ref(y))), at(x, 2), at(x, 1))
	}},
}

func arrayDef(name string, body func(x sx.Term) sx.Term) *sx.Def {
	x := sx.NewVar("x", sx.NewArrayType(sx.SizeLit(3), sx.Real))
	d := &sx.Def{Name: name, Params: []*sx.Var{x}, Result: sx.Real}
	d.Body = sx.ANF(body(sx.Ref(x)))
	return d
}

// functors are the two modes as the system sets them up.
func functors(o functor.Options) (fwd, rev *functor.Functor) {
	fwd, rev = functor.New(forward.Mode{}, o), functor.New(reverse.Mode{}, o)
	d := dual.New()
	fwd.Reverse, fwd.Push, rev.Push = rev, d.Push, d.Push
	rev.Linear, rev.LinearBlock = d.Linear, d.LinearBlock
	return fwd, rev
}

func TestAgainstDifferences(t *testing.T) {
	point := []float64{0.7, 0.9, 1.3}
	for _, o := range []functor.Options{{}, {Recompute: true}, {Direct: true}} {
		for _, s := range samples {
			t.Run(s.name, func(t *testing.T) { checkSample(t, s, o, point) })
		}
	}
}

func checkSample(t *testing.T, s sample, o functor.Options, point []float64) {
	src := arrayDef("f", s.body)
	value := func(x []float64) float64 {
		v, err := semantics.Call(plain(t, src), semantics.Reals(x...))
		if err != nil {
			t.Fatalf("source: %v\n%s", err, sx.String(src.Body))
		}
		return float64(v.(semantics.Real))
	}
	fwd, rev := functors(o)
	df, err := fwd.Definition(src, []bool{true})
	if err != nil {
		t.Fatal(err)
	}
	dr, err := rev.Definition(src, []bool{true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*functor.Functor{fwd, rev} {
		if err := sx.VerifyProgram(&sx.Program{Defs: append([]*sx.Def{src}, f.Defs()...)}); err != nil {
			t.Errorf("%s: %v", f.Mode.Name(), err)
		}
	}
	pf, lf := split(t, df.Def, point)
	pr, lr := split(t, dr.Def, point)
	want := value(point)
	if pf != want || pr != want {
		t.Errorf("primal: forward %v, reverse %v, want %v", pf, pr, want)
	}
	back, err := semantics.Apply(lr, semantics.Real(1))
	if err != nil {
		t.Fatalf("pullback: %v\n%s", err, sx.String(dr.Def.Body))
	}
	for i := range point {
		const h = 1e-5
		hi, lo := append([]float64{}, point...), append([]float64{}, point...)
		hi[i] += h
		lo[i] -= h
		diff := (value(hi) - value(lo)) / (2 * h)
		e := make([]float64, len(point))
		e[i] = 1
		push, err := semantics.Apply(lf, semantics.Reals(e...))
		if err != nil {
			t.Fatalf("pushforward: %v\n%s", err, sx.String(df.Def.Body))
		}
		got, g := real(push), component(back, i)
		if math.Abs(got-diff) > 1e-7*(1+math.Abs(diff)) {
			t.Errorf("forward ∂%d = %v, differences say %v\n%s", i, got, diff, sx.String(df.Def.Body))
		}
		if math.Abs(g-diff) > 1e-7*(1+math.Abs(diff)) {
			t.Errorf("reverse ∂%d = %v, differences say %v\n%s", i, g, diff, sx.String(dr.Def.Body))
		}
	}
}

// plain is d without operators inside, for the evaluator.
func plain(t *testing.T, d *sx.Def) *sx.Def {
	_, rev := functors(functor.Options{})
	out, err := rev.Definition(d, []bool{false})
	if err != nil {
		t.Fatal(err)
	}
	v := *out.Def
	v.Result = d.Result
	v.Body = sx.NewProj(0, out.Def.Body)
	return &v
}

func split(t *testing.T, d *sx.Def, x []float64) (float64, semantics.Value) {
	t.Helper()
	v, err := semantics.Call(d, semantics.Reals(x...))
	if err != nil {
		t.Fatalf("%s: %v\n%s", d.Name, err, sx.String(d.Body))
	}
	p := v.(*semantics.Tuple)
	return float64(p.Elems[0].(semantics.Real)), p.Elems[1]
}

func real(v semantics.Value) float64 {
	if r, ok := v.(semantics.Real); ok {
		return float64(r)
	}
	return 0
}

func component(v semantics.Value, i int) float64 {
	if a, ok := v.(*semantics.Array); ok {
		return real(a.At(i))
	}
	return 0
}
