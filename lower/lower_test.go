package lower_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/lower"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

var point = vec(0.7, 0.9, 1.3)

var real3 = sx.NewArrayType(sx.SizeLit(3), sx.Real)

// program wraps definitions; the last is called main in what follows.
func program(defs ...*sx.Def) *sx.Program { return &sx.Program{Defs: defs} }

// A linear function that a spine binds and applies in several places.
func TestSeveralSites(t *testing.T) {
	d := define("main", real3, func(x sx.Term) sx.Term {
		return let("a", sin(at(x, 0)), func(a sx.Term) sx.Term {
			big := linlam(sx.Real, func(v sx.Term) sx.Term {
				return let("w", sx.Mul(a, v), func(w sx.Term) sx.Term {
					return sx.Add(sx.Mul(a, w), sx.Add(sx.Mul(at(x, 1), w), sx.Add(sx.Mul(at(x, 2), w), sx.Mul(at(x, 0), v))))
				})
			})
			return let("l", big, func(l sx.Term) sx.Term {
				return sx.NewTuple(sx.NewLinApp(l, sx.RealLit(2)), sx.NewLinApp(l, at(x, 1)))
			})
		})
	})
	q := same(t, program(d), "main", []semantics.Value{point})
	if len(q.Defs) != 2 || q.Defs[1].Name != "main_part1" {
		t.Errorf("code applied at two sites is not one definition:\n%s", sx.ProgramString(q))
	}
}

// Code of a few nodes is inlined at each of a few sites.
func TestSmallCode(t *testing.T) {
	d := define("main", real3, func(x sx.Term) sx.Term {
		return let("l", linlam(sx.Real, func(v sx.Term) sx.Term { return sx.Mul(at(x, 0), v) }), func(l sx.Term) sx.Term {
			return sx.Add(sx.NewLinApp(l, sx.RealLit(2)), sx.NewLinApp(l, at(x, 1)))
		})
	})
	if q := same(t, program(d), "main", []semantics.Value{point}); len(q.Defs) != 1 {
		t.Errorf("small code is not inlined:\n%s", sx.ProgramString(q))
	}
}

// Sums and zeros of linear functions are pointwise.
func TestPlusOfLinear(t *testing.T) {
	lf := sx.NewLFunType(sx.Real, sx.Real)
	d := define("main", real3, func(x sx.Term) sx.Term {
		a := linlam(sx.Real, func(v sx.Term) sx.Term { return sx.Mul(at(x, 0), v) })
		b := sx.NewIf(lt(at(x, 0), at(x, 1)), linlam(sx.Real, func(v sx.Term) sx.Term { return sx.Mul(sin(at(x, 1)), v) }), sx.NewZero(lf))
		return sx.NewLinApp(sx.NewPlus(a, b, sx.NewZero(lf)), at(x, 2))
	})
	same(t, program(d), "main", []semantics.Value{point}, []semantics.Value{vec(2, 1, 3)})
}

// differentiate gives the reverse derivative of d, of its first parameter when only is set, with its use.
func differentiate(t testing.TB, d *sx.Def) *sx.Program {
	t.Helper()
	f := functor.New(reverse.Mode{}, functor.Options{})
	push := dual.New()
	f.Push, f.Linear, f.LinearBlock = push.Push, push.Linear, push.LinearBlock
	active := make([]bool, len(d.Params))
	for i := range active {
		active[i] = true
	}
	dd, err := f.Definition(d, active)
	if err != nil {
		t.Fatal(err)
	}
	return &sx.Program{Defs: reachable(applied(dd.Def))}
}

// sized makes a definition f[n](a : [n]real, k : int) : real.
func sized(body func(f *sx.Def, n *sx.Size, a, k sx.Term) sx.Term) *sx.Def {
	n := sx.NewSizeVar("n")
	a, k := sx.NewVar("a", sx.NewArrayType(sx.SizeOfVar(n), sx.Real)), sx.NewVar("k", sx.Int)
	f := &sx.Def{Name: "f", Sizes: []*sx.SizeVar{n}, Params: []*sx.Var{a, k}, Result: sx.Real}
	f.Body = sx.ANF(body(f, sx.SizeOfVar(n), sx.Ref(a), sx.Ref(k)))
	return f
}

// The tape of a recursion over arrays holds arrays of unknown length.
func TestRecursionOverArrays(t *testing.T) {
	d := sized(func(f *sx.Def, n *sx.Size, a, k sx.Term) sx.Term {
		smaller := sx.NewPrim(sx.OpIntSub, k, sx.IntLit(1))
		return sx.NewIf(sx.NewPrim(sx.MustOp("ilt"), k, sx.IntLit(1)),
			sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Mul(e, e) }, a)),
			let("b", sx.MapArray(func(e sx.Term) sx.Term { return sin(sx.Mul(e, e)) }, a), func(b sx.Term) sx.Term {
				return sx.Mul(sx.NewCall(nil, f, []*sx.Size{n}, b, smaller), sx.NewSum(b))
			}))
	})
	p := differentiate(t, d)
	for _, k := range []int64{0, 1, 4} {
		same(t, p, "use_f_rev", []semantics.Value{point, semantics.Int(k), semantics.Real(1)})
	}
	same(t, p, "use_f_rev", []semantics.Value{vec(), semantics.Int(2), semantics.Real(1)})
}

// Sizes of a callee are instantiated, at several places.
func TestSizedCalls(t *testing.T) {
	f := sized(func(_ *sx.Def, n *sx.Size, a, _ sx.Term) sx.Term {
		return sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term { return sx.Apply1("exp", sin(sx.Mul(e, e))) }, a))
	})
	x := sx.NewVar("x", real3)
	g := &sx.Def{Name: "g", Params: []*sx.Var{x}, Result: sx.Real}
	call := func(n int64, a sx.Term) sx.Term {
		return sx.NewCall(nil, f, []*sx.Size{sx.SizeLit(n)}, a, sx.IntLit(0))
	}
	g.Body = sx.ANF(sx.NewIf(lt(at(sx.Ref(x), 0), sx.RealLit(1)),
		call(3, sx.Ref(x)), call(6, sx.Concat(sx.Ref(x), sx.Ref(x)))))
	p := differentiate(t, g)
	same(t, p, "use_g_rev", []semantics.Value{point, semantics.Real(1)}, []semantics.Value{vec(2, 1, 0.5), semantics.Real(1)})
}

// Definitions that call each other have tapes of data types that mention each other.
func TestMutualRecursion(t *testing.T) {
	mk := func(name string) *sx.Def {
		return &sx.Def{Name: name, Params: []*sx.Var{sx.NewVar("y", sx.Real), sx.NewVar("z", sx.Real), sx.NewVar("n", sx.Int)}, Result: sx.Real}
	}
	even, odd := mk("even"), mk("odd")
	body := func(d, other *sx.Def, step func(y sx.Term) sx.Term) {
		y, z, n := sx.Ref(d.Params[0]), sx.Ref(d.Params[1]), sx.Ref(d.Params[2])
		d.Body = sx.ANF(sx.NewIf(sx.NewPrim(sx.MustOp("ilt"), n, sx.IntLit(1)), sx.Mul(y, z),
			sx.Mul(y, sx.NewCall(nil, other, nil, step(y), z, sx.NewPrim(sx.OpIntSub, n, sx.IntLit(1))))))
	}
	body(even, odd, sin)
	body(odd, even, func(y sx.Term) sx.Term { return sx.Mul(y, y) })
	p := differentiate(t, even)
	for _, n := range []int64{0, 1, 2, 7} {
		same(t, p, "use_even_rev", []semantics.Value{semantics.Real(0.8), semantics.Real(1.5), semantics.Int(n), semantics.Real(1)})
	}
}

// What holds closures is left alone, with what it calls, and reported.
func TestHigherOrderIsKept(t *testing.T) {
	y := sx.NewVar("y", sx.Real)
	h := &sx.Def{Name: "h", Params: []*sx.Var{y}, Result: sx.Real}
	h.Body = sx.ANF(sin(sx.Mul(sx.Ref(y), sx.Ref(y))))
	f := define("f", real3, func(x sx.Term) sx.Term {
		z := sx.NewVar("z", sx.Real)
		lam := func(w sx.Term) sx.Term {
			z := sx.NewVar("z", sx.Real)
			return sx.NewLam(z, sx.Mul(sx.Ref(z), w))
		}
		_ = z
		g := sx.NewIf(lt(at(x, 0), at(x, 1)), lam(at(x, 1)), lam(sx.NewCall(nil, h, nil, at(x, 2))))
		return let("g", g, func(g sx.Term) sx.Term { return sx.NewApp(g, sx.NewCall(nil, h, nil, at(x, 0))) })
	})
	f.Body = sx.ANF(f.Body)
	p := differentiate(t, f)
	hp := differentiate(t, h)
	p.Defs = append(p.Defs, hp.Defs[0])
	r, err := lower.Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Kept) != 2 || r.Kept[0].Def.Name != "use_f_rev" || r.Kept[1].Def.Name != "f_rev" {
		t.Fatalf("kept %v\n%s", r.Kept, sx.ProgramString(p))
	}
	if err := sx.VerifyProgram(&sx.Program{Data: r.Program.Data, Defs: r.Program.Defs[:len(r.Program.Defs)-1]}); err != nil {
		t.Fatalf("%v\n%s", err, sx.ProgramString(r.Program))
	}
	a := []semantics.Value{point, semantics.Real(1)}
	want, err := semantics.Call(p.Lookup("use_f_rev"), a...)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := semantics.Call(r.Program.Lookup("use_f_rev"), a...); err != nil || !close(got, want) {
		t.Fatalf("got %v, want %v (%v)", got, want, err)
	}
}

// The same program gives the same text.
func TestDeterministic(t *testing.T) {
	var first string
	for range 5 {
		src := define("f", real3, samples[len(samples)-1].body)
		src.Body = sx.ANF(sx.Add(src.Body, sx.NewCall(nil, callSample(), nil, sx.Ref(src.Params[0]))))
		s := sx.ProgramString(lowered(t, differentiate(t, src)))
		if first == "" {
			first = s
		}
		if s != first {
			t.Fatalf("differs:\n%s\n%s", first, s)
		}
	}
}

func callSample() *sx.Def {
	for _, s := range samples {
		if s.name == "branches that flip through a loop" {
			d := define("g", real3, s.body)
			d.Body = sx.ANF(d.Body)
			return d
		}
	}
	return nil
}

// chain is a spine of n bindings, a third of them under branches, whose linear half is one spine too.
func chain(n int) *sx.Def {
	return define("f", sx.Real, func(x sx.Term) sx.Term {
		var s sx.Spine
		y := x
		for i := range n {
			if i%3 == 0 {
				a, b := y, y
				y = s.Let("y", sx.NewIf(sx.BoolLit(i%2 == 0), sx.ANF(sin(sin(a))), sx.ANF(sx.Mul(b, b))))
				continue
			}
			y = s.Let("y", sx.Mul(y, x))
		}
		return s.In(y)
	})
}

// Work per binding, counted in allocations, does not grow.
func TestLinearWork(t *testing.T) {
	per := func(n int, shape func(int) *sx.Def) float64 {
		p := differentiate(t, shape(n))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := lower.Tapes(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return float64(after.Mallocs-before.Mallocs) / float64(n)
	}
	for name, shape := range map[string]func(int) *sx.Def{"straight": straight, "branches": chain} {
		small, large := per(200, shape), per(5000, shape)
		if large > 1.5*small {
			t.Errorf("%s: %.0f allocations a binding at 200, %.0f at 5,000", name, small, large)
		}
	}
}

// nest is a branch in a branch in a branch …, n deep.
func nest(n int) *sx.Def {
	return define("f", sx.Real, func(x sx.Term) sx.Term {
		t := sx.ANF(sin(sin(x)))
		for i := range n {
			inner := t
			t = let("c", lt(x, sx.RealLit(float64(i))), func(c sx.Term) sx.Term {
				return let("r", sx.NewIf(c, inner, sx.ANF(sx.Mul(x, sin(x)))), func(r sx.Term) sx.Term {
					return let("s", sin(r), func(s sx.Term) sx.Term { return s })
				})
			})
		}
		return t
	})
}

func TestDeepNests(t *testing.T) {
	for _, n := range []int{10, 300} {
		p := differentiate(t, nest(n))
		same(t, p, "use_f_rev", []semantics.Value{semantics.Real(0.5), semantics.Real(1)}, []semantics.Value{semantics.Real(-3), semantics.Real(1)})
	}
}
