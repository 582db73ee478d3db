package provenance_test

import (
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/provenance"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A program takes x : [4]real to [3]real.
type program struct {
	name string
	body func(x func(int64) sx.Term, all sx.Term) []sx.Term
}

func prim(name string, args ...sx.Term) sx.Term { return sx.NewPrim(sx.MustOp(name), args...) }

func lam(t sx.Type, f func(x sx.Term) sx.Term) sx.Term {
	x := sx.NewVar("x", t)
	return sx.NewLam(x, f(sx.Ref(x)))
}

func let(t sx.Term, f func(x sx.Term) sx.Term) sx.Term {
	x := sx.NewVar("t", t.Type())
	return sx.NewLet([]sx.Bind{{Var: x, Rhs: t}}, f(sx.Ref(x)))
}

var programs = []program{
	{"straight line", func(x func(int64) sx.Term, _ sx.Term) []sx.Term {
		return []sx.Term{sx.Mul(x(0), x(1)), sx.RealLit(3), prim("floor", sx.Add(x(3), x(3)))}
	}},
	{"zero times", func(x func(int64) sx.Term, _ sx.Term) []sx.Term {
		return []sx.Term{sx.Mul(sx.RealLit(0), x(2)), prim("real", prim("int", x(1))), x(0)}
	}},
	{"branches", func(x func(int64) sx.Term, _ sx.Term) []sx.Term {
		return []sx.Term{
			sx.NewIf(prim("lt", x(0), x(1)), x(2), x(3)), sx.NewIf(prim("gt", x(0), x(1)), x(2), x(3)), sx.Add(x(1), x(1)),
		}
	}},
	{"closures", func(x func(int64) sx.Term, _ sx.Term) []sx.Term {
		add := func() sx.Term {
			return lam(sx.Real, func(a sx.Term) sx.Term {
				return lam(sx.Real, func(b sx.Term) sx.Term { return sx.Add(sx.Mul(a, b), x(3)) })
			})
		}
		first := func(t sx.Term) sx.Term {
			return let(add(), func(f sx.Term) sx.Term { return sx.NewApp(sx.NewApp(f, t), x(1)) })
		}
		constant := lam(sx.Real, func(sx.Term) sx.Term { return x(0) })
		return []sx.Term{first(x(0)), first(sx.RealLit(2)), let(constant, func(f sx.Term) sx.Term { return sx.NewApp(f, x(2)) })}
	}},
	{"sums", func(x func(int64) sx.Term, _ sx.Term) []sx.Term {
		s := sx.NewSumType(sx.Real, sx.NewTupleType(sx.Real, sx.Real))
		flip := func(c sx.Term) sx.Term {
			v := sx.NewIf(c, sx.NewInj(s, 0, x(0)), sx.NewInj(s, 1, sx.NewTuple(x(1), x(2))))
			return let(v, func(v sx.Term) sx.Term {
				a, b := sx.NewVar("a", sx.Real), sx.NewVar("b", s.Variants[1])
				return sx.NewCase(v, sx.Arm{Var: a, Body: sx.Mul(sx.Ref(a), x(3))}, sx.Arm{Var: b, Body: sx.NewProj(1, sx.Ref(b))})
			})
		}
		return []sx.Term{flip(sx.BoolLit(true)), flip(sx.BoolLit(false)), flip(prim("lt", x(0), x(1)))}
	}},
	{"arrays", func(x func(int64) sx.Term, all sx.Term) []sx.Term {
		n := all.Type().(*sx.ArrayType).Len
		set := sx.NewSet(all, sx.NewToIdx(nil, n, sx.IntLit(1)), sx.Mul(x(2), x(2)))
		return []sx.Term{
			sx.NewSum(all), let(set, func(a sx.Term) sx.Term { return sx.NewIndex(a, sx.NewToIdx(nil, n, sx.IntLit(1))) }),
			let(set, func(a sx.Term) sx.Term { return sx.Maximum(nil, a) }),
		}
	}},
	{"shifting state", func(x func(int64) sx.Term, _ sx.Term) []sx.Term {
		shifted := func(k int64) sx.Term {
			t := sx.LoopFor(sx.SizeLit(k), sx.NewTuple(x(0), x(1), x(2)), func(_, s sx.Term) sx.Term {
				return sx.NewTuple(sx.NewProj(1, s), sx.NewProj(2, s), sx.RealLit(1))
			})
			return let(t, func(s sx.Term) sx.Term { return sx.NewProj(0, s) })
		}
		return []sx.Term{shifted(1), shifted(2), shifted(3)}
	}},
	{"while", func(x func(int64) sx.Term, _ sx.Term) []sx.Term {
		s := sx.NewVar("s", sx.NewTupleType(sx.Real, sx.Real))
		w := sx.NewWhile(nil, s, sx.NewTuple(sx.RealLit(1), x(2)), prim("lt", sx.NewProj(0, sx.Ref(s)), sx.RealLit(8)),
			sx.NewTuple(sx.Mul(sx.NewProj(0, sx.Ref(s)), sx.RealLit(2)), sx.Add(sx.NewProj(1, sx.Ref(s)), sx.NewProj(0, sx.Ref(s)))))
		return []sx.Term{
			let(w, func(r sx.Term) sx.Term { return sx.NewProj(0, r) }), x(3),
			sx.Fold(func(a, e sx.Term) sx.Term { return sx.Mul(a, e) }, x(0), sx.NewArrayLit(sx.Real)),
		}
	}},
}

// TestAgainstNaive compares both modes with the interpreter that carries sets.
func TestAgainstNaive(t *testing.T) {
	point := []float64{0.5, 1.5, 2.5, 3.5}
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			x := sx.NewVar("x", sx.NewArrayType(sx.SizeLit(4), sx.Real))
			d := &sx.Def{Name: "f", Params: []*sx.Var{x}, Result: sx.NewArrayType(sx.SizeLit(3), sx.Real)}
			d.Body = sx.ANF(sx.NewArrayLit(sx.Real, p.body(func(i int64) sx.Term {
				return sx.NewIndex(sx.Ref(x), sx.NewToIdx(nil, sx.SizeLit(4), sx.IntLit(i)))
			}, sx.Ref(x))...))
			want := naive(d, point)
			for _, m := range []functor.Mode{provenance.Influence{}, provenance.Need{}} {
				if got := table(t, m, d, point); !slices.EqualFunc(got, want, slices.Equal) {
					t.Errorf("%s: outputs need %v, naively %v", m.Name(), got, want)
				}
			}
		})
	}
}

// naive lists for each output the inputs that it needs.
func naive(d *sx.Def, point []float64) [][]int {
	var in traced
	for i, v := range point {
		in.es = append(in.es, traced{f: v, from: map[int]bool{i: true}})
	}
	out := make([][]int, 3)
	for j, y := range (scope{d.Params[0]: in}).run(d.Body).es {
		for i := range point {
			if y.from[i] {
				out[j] = append(out[j], i)
			}
		}
	}
	return out
}

// table lists the same by one of the modes.
func table(t *testing.T, m functor.Mode, d *sx.Def, point []float64) [][]int {
	t.Helper()
	f := functor.New(m, functor.Options{})
	df, err := f.Definition(d, []bool{true})
	if err != nil {
		t.Fatal(err)
	}
	if err := sx.VerifyProgram(&sx.Program{Defs: append([]*sx.Def{d}, f.Defs()...)}); err != nil {
		t.Fatal(err)
	}
	v, err := semantics.Call(df.Def, semantics.Reals(point...))
	if err != nil {
		t.Fatal(err)
	}
	linear := v.(*semantics.Tuple).Elems[1]
	from, to := len(point), 3
	if m.Contravariant() {
		from, to = to, from
	}
	out := make([][]int, 3)
	for i := range from {
		seed := make([]semantics.Value, from)
		for k := range seed {
			seed[k] = semantics.Bool(false)
		}
		seed[i] = semantics.Bool(true)
		r, err := semantics.Apply(linear, semantics.Values(seed...))
		if err != nil {
			t.Fatal(err)
		}
		for j := range to {
			if r.(*semantics.Array).At(j) != semantics.Bool(true) {
				continue
			}
			if m.Contravariant() {
				out[i] = append(out[i], j)
			} else {
				out[j] = append(out[j], i)
			}
		}
	}
	return out
}

// TestAttached attaches a derivative that forgets a parameter: provenance reads the body.
func TestAttached(t *testing.T) {
	a, b := sx.NewVar("a", sx.Real), sx.NewVar("b", sx.Real)
	g := &sx.Def{Name: "g", Params: []*sx.Var{a, b}, Result: sx.Real, Body: sx.ANF(sx.Mul(sx.Ref(a), sx.Ref(b)))}
	ca, cb, da, db := sx.NewVar("a", sx.Real), sx.NewVar("b", sx.Real), sx.NewVar("da", sx.Real), sx.NewVar("db", sx.Real)
	g.Custom = &sx.CustomJVP{Params: []*sx.Var{ca, cb}, Tangents: []*sx.Var{da, db}, Body: sx.Ref(da)}
	f := functor.New(provenance.Need{}, functor.Options{})
	df, err := f.Definition(g, []bool{true, true})
	if err != nil {
		t.Fatal(err)
	}
	v, err := semantics.Call(df.Def, semantics.Real(2), semantics.Real(3))
	if err != nil {
		t.Fatal(err)
	}
	r, err := semantics.Apply(v.(*semantics.Tuple).Elems[1], semantics.Bool(true))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range r.(*semantics.Tuple).Elems {
		if m != semantics.Bool(true) {
			t.Errorf("parameter %d is not needed", i)
		}
	}
}

func TestOperatorsRefused(t *testing.T) {
	x, y := sx.NewVar("x", sx.Real), sx.NewVar("y", sx.Real)
	d := &sx.Def{Name: "f", Params: []*sx.Var{x}, Result: sx.Real}
	d.Body = sx.ANF(sx.Grad(y, sx.Mul(sx.Ref(y), sx.Ref(y)), sx.Ref(x)))
	for _, m := range []functor.Mode{provenance.Influence{}, provenance.Need{}} {
		for _, active := range []bool{true, false} {
			if _, err := functor.New(m, functor.Options{}).Definition(d, []bool{active}); err == nil {
				t.Errorf("%s accepts a derivative operator", m.Name())
			}
		}
	}
}
