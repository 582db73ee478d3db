package lower_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A sample is a source definition of one parameter x : [3]real with a real result.
type sample struct {
	name string
	body func(x sx.Term) sx.Term
}

var samples = []sample{
	{"index", func(x sx.Term) sx.Term { return at(x, 1) }},
	{"product", func(x sx.Term) sx.Term { return sx.Mul(at(x, 0), sx.Mul(at(x, 1), at(x, 0))) }},
	{"sum of squares", func(x sx.Term) sx.Term {
		return sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Mul(e, e) }, x))
	}},
	{"sines", func(x sx.Term) sx.Term {
		return sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sin(sx.Mul(sin(e), at(x, 1))) }, x))
	}},
	{"fold", func(x sx.Term) sx.Term {
		return sx.Fold(func(a, e sx.Term) sx.Term { return sin(sx.Add(sx.Mul(a, e), e)) }, sx.RealLit(1), x)
	}},
	{"scan", func(x sx.Term) sx.Term {
		return let("s", sx.Scan(func(a, e sx.Term) sx.Term { return sx.Mul(a, e) }, sx.RealLit(1), x),
			func(s sx.Term) sx.Term { return sx.Add(at(s, 2), at(s, 1)) })
	}},
	{"if", func(x sx.Term) sx.Term {
		return sx.NewIf(lt(at(x, 0), at(x, 1)), sx.Mul(at(x, 0), at(x, 2)), sin(at(x, 1)))
	}},
	{"if with tapes", func(x sx.Term) sx.Term {
		return sx.NewIf(lt(at(x, 0), at(x, 1)), sin(sin(sx.Mul(at(x, 0), at(x, 2)))), sx.Apply1("exp", sin(at(x, 1))))
	}},
	{"case", func(x sx.Term) sx.Term {
		s := sx.NewSumType(sx.Real, sx.NewTupleType(sx.Real, sx.Real))
		v := sx.NewIf(lt(at(x, 1), at(x, 0)),
			sx.NewInj(s, 0, at(x, 0)), sx.NewInj(s, 1, sx.NewTuple(at(x, 1), sin(at(x, 2)))))
		return let("v", v, func(v sx.Term) sx.Term {
			a, b := sx.NewVar("a", sx.Real), sx.NewVar("b", s.Variants[1])
			return sx.NewCase(v, sx.Arm{Var: a, Body: sx.Mul(sx.Ref(a), at(x, 1))},
				sx.Arm{Var: b, Body: sin(sx.Mul(sx.NewProj(0, sx.Ref(b)), sx.NewProj(1, sx.Ref(b))))})
		})
	}},
	{"while", func(x sx.Term) sx.Term {
		s := sx.NewVar("s", sx.Real)
		return sx.NewWhile(nil, s, at(x, 0), lt(sx.Ref(s), sx.RealLit(20)),
			sx.Add(sx.Mul(sx.Ref(s), sx.RealLit(1.7)), sx.Mul(at(x, 1), at(x, 1))))
	}},
	{"while of no tape", func(x sx.Term) sx.Term {
		s := sx.NewVar("s", sx.Real)
		return sx.NewWhile(nil, s, at(x, 0), lt(sx.Ref(s), sx.RealLit(20)),
			sx.Add(sx.Mul(sx.Ref(s), sx.RealLit(1.7)), at(x, 1)))
	}},
	{"set", func(x sx.Term) sx.Term {
		n := x.Type().(*sx.ArrayType).Len
		y := sx.NewSet(x, sx.NewToIdx(nil, n, sx.IntLit(1)), sin(at(x, 2)))
		return let("y", y, func(y sx.Term) sx.Term { return sx.Add(sx.Mul(at(y, 1), at(y, 0)), at(x, 1)) })
	}},
	{"filter", func(x sx.Term) sx.Term { return cubesOf(x, 0.8) }},
	{"filter in a loop", func(x sx.Term) sx.Term {
		return sx.Fold(func(a, e sx.Term) sx.Term { return sx.Mul(a, sx.Add(e, cubesOf(x, 0.8))) }, sx.RealLit(1), x)
	}},
	{"branches that flip through a loop", func(x sx.Term) sx.Term {
		return sx.Fold(func(a, e sx.Term) sx.Term {
			return sx.NewIf(lt(a, sx.RealLit(0.5)), sx.Apply1("exp", sx.Mul(a, e)), sx.Mul(a, sin(a)))
		}, sx.RealLit(1), x)
	}},
	{"build in loop in if", func(x sx.Term) sx.Term {
		inner := sx.Fold(func(a, e sx.Term) sx.Term {
			return sx.NewSum(sx.MapArray(func(d sx.Term) sx.Term { return sin(sx.Mul(sx.Mul(a, e), d)) }, x))
		}, sx.RealLit(1), x)
		return sx.NewIf(lt(sx.RealLit(0), at(x, 0)), inner, sx.RealLit(0))
	}},
	{"no trips", func(x sx.Term) sx.Term {
		i, s := sx.NewVar("i", sx.NewIdxType(sx.SizeLit(0))), sx.NewVar("s", sx.Real)
		return sx.NewLoop(sx.SizeLit(0), false, sx.NoOutput, i, s, at(x, 0), sx.Mul(sin(sx.Ref(s)), at(x, 1)))
	}},
	{"index arithmetic", func(x sx.Term) sx.Term {
		n := x.Type().(*sx.ArrayType).Len
		return sx.NewSum(sx.BuildArray(n, func(i sx.Term) sx.Term {
			j := sx.NewPrim(sx.OpIntMod, sx.NewPrim(sx.OpIntAdd, sx.NewFromIdx(i), sx.IntLit(1)), sx.NewSizeOf(n))
			return sx.Mul(sx.NewIndex(x, i), sx.NewIndex(x, sx.NewToIdx(nil, n, j)))
		}))
	}},
	{"grad inside", func(x sx.Term) sx.Term {
		y := sx.NewVar("y", sx.Real)
		g := sx.Grad(y, sx.Mul(at(x, 0), sin(sx.Mul(sx.Ref(y), at(x, 1)))), at(x, 2))
		return sx.Mul(g, at(x, 0))
	}},
	{"call", func(x sx.Term) sx.Term {
		y := sx.NewVar("y", sx.Real)
		f := &sx.Def{Name: "helper", Params: []*sx.Var{y}, Result: sx.Real}
		f.Body = sx.ANF(sin(sx.Mul(sin(sx.Ref(y)), sx.Ref(y))))
		call := func(e sx.Term) sx.Term { return sx.NewCall(nil, f, nil, e) }
		return sx.Add(call(at(x, 0)), sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return call(call(e)) }, x)))
	}},
	{"recursion", func(x sx.Term) sx.Term {
		y, n := sx.NewVar("y", sx.Real), sx.NewVar("n", sx.Int)
		f := &sx.Def{Name: "power", Params: []*sx.Var{y, n}, Result: sx.Real}
		again := sx.NewCall(nil, f, nil, sx.Ref(y), sx.NewPrim(sx.OpIntSub, sx.Ref(n), sx.IntLit(1)))
		f.Body = sx.ANF(sx.NewIf(sx.NewPrim(sx.MustOp("ilt"), sx.Ref(n), sx.IntLit(1)), sx.Ref(y), sx.Mul(sin(sx.Ref(y)), again)))
		return sx.Add(sx.NewCall(nil, f, nil, at(x, 0), sx.IntLit(3)), at(x, 1))
	}},
}

// cubesOf is the sum of the cubes of the elements over a threshold.
func cubesOf(x sx.Term, over float64) sx.Term {
	f := sx.Filter(func(e sx.Term) sx.Term { return lt(sx.RealLit(over), e) }, x)
	return let("d", f, func(d sx.Term) sx.Term {
		m := sx.NewSizeVar("m")
		a := sx.NewVar("a", sx.NewArrayType(sx.SizeOfVar(m), sx.Real))
		k := sx.NewVar("k", sx.Int)
		return sx.NewLet([]sx.Bind{
			{Var: k, Rhs: sx.NewDynLen(d)}, {Size: m, Rhs: sx.Ref(k)},
			{Var: a, Rhs: sx.NewCoerce(nil, d, a.Type.(*sx.ArrayType))},
		}, sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Mul(e, sin(sx.Mul(e, e))) }, sx.Ref(a))))
	})
}

// reachable lists the definitions that d needs, d first.
func reachable(d *sx.Def) []*sx.Def {
	seen := map[*sx.Def]bool{d: true}
	out := []*sx.Def{d}
	for i := 0; i < len(out); i++ {
		var visit func(t sx.Term)
		visit = func(t sx.Term) {
			if c, ok := t.(*sx.Call); ok && !seen[c.Def] {
				seen[c.Def] = true
				out = append(out, c.Def)
			}
			sx.Children(t, visit)
		}
		visit(out[i].Body)
	}
	return out
}

// simplified simplifies every definition in place.
func simplified(t *testing.T, defs []*sx.Def) {
	t.Helper()
	for _, d := range defs {
		b, _, err := simplify.Term(d.Body, simplify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Body = b
	}
}

func TestDerivativesOfSamples(t *testing.T) {
	for _, s := range samples {
		for _, simple := range []bool{false, true} {
			t.Run(s.name, func(t *testing.T) {
				checkSample(t, s, forward.Mode{}, simple, vec(1, -0.5, 0.25))
				checkSample(t, s, reverse.Mode{}, simple, semantics.Real(1.3))
			})
		}
	}
}

// checkSample lowers the derivative of s, as the functor gives it or simplified.
func checkSample(t *testing.T, s sample, m functor.Mode, simple bool, seed semantics.Value) {
	src := define("f", sx.NewArrayType(sx.SizeLit(3), sx.Real), s.body)
	src.Body = sx.ANF(src.Body)
	rev, f := functor.New(reverse.Mode{}, functor.Options{}), functor.New(m, functor.Options{})
	f.Reverse, f.Push = rev, dual.New().Push
	d, err := f.Definition(src, []bool{true})
	if err != nil {
		t.Fatal(err)
	}
	use := applied(d.Def)
	defs := reachable(use)
	if simple {
		simplified(t, defs)
	}
	p := &sx.Program{Defs: defs}
	q := same(t, p, use.Name, []semantics.Value{vec(0.7, 0.9, 1.3), seed}, []semantics.Value{vec(1.1, 0.4, -0.3), seed})
	if testing.Verbose() && simple {
		was := sx.ProgramString(p)
		simplified(t, q.Defs)
		t.Logf("before\n%s\nafter\n%s", was, sx.ProgramString(q))
	}
}
