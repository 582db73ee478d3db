package lower_test

import (
	"math/rand"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// generator makes random source terms over what is in scope.
type generator struct {
	*rand.Rand
	reals, arrays, idxs, ints []sx.Term
	defs                      []*sx.Def // (real, [3]real) → real
	rec                       *sx.Def   // (real, [3]real, int) → real: the definition being made
	kinds                     map[string]int
}

// scope runs f and forgets what it brings into scope.
func (g *generator) scope(f func() sx.Term) sx.Term {
	saved := *g
	t := f()
	g.reals, g.arrays, g.idxs, g.ints = saved.reals, saved.arrays, saved.idxs, saved.ints
	return t
}

func (g *generator) pick(ts []sx.Term) sx.Term { return ts[g.Intn(len(ts))] }

func (g *generator) cond(d int) sx.Term { return lt(g.real(d), g.real(d)) }

// named binds t and brings it into scope.
func (g *generator) named(list *[]sx.Term, t sx.Term, body func() sx.Term) sx.Term {
	return let("n", t, func(x sx.Term) sx.Term {
		return g.scope(func() sx.Term {
			*list = append((*list)[:len(*list):len(*list)], x)
			return body()
		})
	})
}

func (g *generator) with(list *[]sx.Term, x sx.Term, body func() sx.Term) sx.Term {
	return g.scope(func() sx.Term {
		*list = append((*list)[:len(*list):len(*list)], x)
		return body()
	})
}

func (g *generator) real(d int) sx.Term {
	if d <= 0 {
		switch g.Intn(5) {
		case 0:
			return sx.RealLit(float64(g.Intn(7)-3) / 2)
		case 1:
			return g.element()
		}
		return g.pick(g.reals)
	}
	names := []string{"mul", "add", "sin", "exp", "sum", "index", "if", "let", "let", "letarray", "loop", "while", "case", "filter", "call", "rec", "fold"}
	k := names[g.Intn(len(names))]
	g.kinds[k]++
	d--
	switch k {
	case "mul":
		return sin(sx.Mul(g.real(d), g.real(d)))
	case "add":
		return sx.Add(g.real(d), g.real(d))
	case "sin":
		return sin(g.real(d))
	case "exp":
		return sx.Apply1("exp", sin(g.real(d)))
	case "sum":
		return sx.NewSum(g.array(d))
	case "index":
		return g.element()
	case "if":
		return sx.NewIf(g.cond(d/2), g.real(d), g.real(d))
	case "let":
		return g.named(&g.reals, g.real(d), func() sx.Term { return g.real(d) })
	case "letarray":
		return g.named(&g.arrays, g.array(d), func() sx.Term { return g.real(d) })
	case "loop":
		return sx.LoopFor(sx.SizeLit(int64(g.Intn(4))), g.real(d), func(i, s sx.Term) sx.Term {
			return g.with(&g.reals, s, func() sx.Term { return g.real(d) })
		})
	case "fold":
		return sx.LoopFor(sx.SizeLit(3), g.real(d), func(i, s sx.Term) sx.Term {
			return g.with(&g.idxs, i, func() sx.Term { return g.with(&g.reals, s, func() sx.Term { return g.real(d) }) })
		})
	case "while":
		return g.while(d)
	case "case":
		return g.caseOf(d)
	case "filter":
		return g.filter(d)
	case "call":
		if len(g.defs) > 0 {
			return sx.NewCall(nil, g.defs[g.Intn(len(g.defs))], nil, g.real(d), g.array(d))
		}
	case "rec":
		if g.rec != nil {
			n := sx.Ref(g.rec.Params[2])
			smaller := sx.NewPrim(sx.OpIntSub, n, sx.IntLit(1))
			return sx.NewIf(sx.NewPrim(sx.MustOp("ilt"), n, sx.IntLit(1)), g.real(d),
				sx.NewCall(nil, g.rec, nil, g.real(d), g.array(d/2), smaller))
		}
	}
	return g.pick(g.reals)
}

func (g *generator) element() sx.Term {
	a := g.pick(g.arrays)
	if len(g.idxs) > 0 && g.Intn(2) == 0 {
		i := g.pick(g.idxs)
		if g.Intn(3) == 0 {
			j := sx.NewPrim(sx.OpIntMod, sx.NewPrim(sx.OpIntAdd, sx.NewFromIdx(i), sx.IntLit(1)), sx.IntLit(3))
			return sx.NewIndex(a, sx.NewToIdx(nil, sx.SizeLit(3), j))
		}
		return sx.NewIndex(a, i)
	}
	return at(a, int64(g.Intn(3)))
}

func (g *generator) while(d int) sx.Term {
	st := sx.NewTupleType(sx.Int, sx.Real)
	s := sx.NewVar("s", st)
	body := g.with(&g.reals, sx.NewProj(1, sx.Ref(s)), func() sx.Term { return g.real(d) })
	next := sx.NewTuple(sx.NewPrim(sx.OpIntAdd, fst(sx.Ref(s)), sx.IntLit(1)), body)
	return snd(sx.NewWhile(nil, s, sx.NewTuple(sx.IntLit(0), g.real(d)),
		sx.NewPrim(sx.MustOp("ilt"), fst(sx.Ref(s)), sx.IntLit(int64(g.Intn(4)))), next))
}

func (g *generator) caseOf(d int) sx.Term {
	s := sx.NewSumType(sx.Real, real3, sx.Int)
	v := sx.NewIf(g.cond(d/2), sx.NewInj(s, 0, g.real(d)), sx.NewInj(s, 1, g.array(d)))
	return let("v", v, func(v sx.Term) sx.Term {
		a, b, c := sx.NewVar("a", sx.Real), sx.NewVar("b", real3), sx.NewVar("c", sx.Int)
		return sx.NewCase(v,
			sx.Arm{Var: a, Body: g.with(&g.reals, sx.Ref(a), func() sx.Term { return g.real(d) })},
			sx.Arm{Var: b, Body: g.with(&g.arrays, sx.Ref(b), func() sx.Term { return g.real(d) })},
			sx.Arm{Var: c, Body: g.real(d)})
	})
}

// filter works on the elements over a bound, an array of a size of its own.
func (g *generator) filter(d int) sx.Term {
	x := g.array(d)
	f := let("x", x, func(x sx.Term) sx.Term {
		return sx.Filter(func(e sx.Term) sx.Term { return lt(sx.RealLit(0.2), e) }, x)
	})
	return let("d", f, func(dyn sx.Term) sx.Term {
		m := sx.NewSizeVar("m")
		a := sx.NewVar("a", sx.NewArrayType(sx.SizeOfVar(m), sx.Real))
		k := sx.NewVar("k", sx.Int)
		body := sx.NewSum(sx.BuildArray(sx.SizeOfVar(m), func(i sx.Term) sx.Term {
			return let("e", sx.NewIndex(sx.Ref(a), i), func(e sx.Term) sx.Term {
				return g.with(&g.reals, e, func() sx.Term { return g.real(d) })
			})
		}))
		return sx.NewLet([]sx.Bind{
			{Var: k, Rhs: sx.NewDynLen(dyn)}, {Size: m, Rhs: sx.Ref(k)},
			{Var: a, Rhs: sx.NewCoerce(nil, dyn, a.Type.(*sx.ArrayType))},
		}, body)
	})
}

func (g *generator) array(d int) sx.Term {
	if d <= 0 {
		return g.pick(g.arrays)
	}
	d--
	switch g.Intn(5) {
	case 0:
		return sx.NewIf(g.cond(d/2), g.array(d), g.array(d))
	case 1:
		return sx.NewSet(g.array(d), sx.NewToIdx(nil, sx.SizeLit(3), sx.IntLit(int64(g.Intn(3)))), g.real(d))
	case 2, 3:
		return sx.BuildArray(sx.SizeLit(3), func(i sx.Term) sx.Term {
			return g.with(&g.idxs, i, func() sx.Term { return g.real(d) })
		})
	}
	i, s := sx.NewVar("i", sx.NewIdxType(sx.SizeLit(3))), sx.NewVar("s", sx.Real)
	return snd(sx.NewLoop(sx.SizeLit(3), g.Intn(2) == 0, sx.Collect, i, s, g.real(d),
		g.with(&g.idxs, sx.Ref(i), func() sx.Term {
			return g.with(&g.reals, sx.Ref(s), func() sx.Term { return sx.NewTuple(g.real(d), g.real(d)) })
		})))
}

// definition makes a random definition; recursive ones count down.
func (g *generator) definition(name string, recursive bool, d int) *sx.Def {
	y, a := sx.NewVar("y", sx.Real), sx.NewVar("a", real3)
	f := &sx.Def{Name: name, Params: []*sx.Var{y, a}, Result: sx.Real}
	if recursive {
		f.Params = append(f.Params, sx.NewVar("n", sx.Int))
		g.rec = f
		defer func() { g.rec = nil }()
	}
	g.reals, g.arrays, g.idxs = []sx.Term{sx.Ref(y)}, []sx.Term{sx.Ref(a)}, nil
	body := g.real(d)
	if recursive { // once at least
		body = sx.Add(body, sx.NewIf(sx.NewPrim(sx.MustOp("ilt"), sx.Ref(f.Params[2]), sx.IntLit(1)), g.real(1),
			sx.NewCall(nil, f, nil, g.real(1), sx.Ref(a), sx.NewPrim(sx.OpIntSub, sx.Ref(f.Params[2]), sx.IntLit(1)))))
	}
	f.Body = sx.ANF(sx.Refresh(body))
	return f
}

// program makes a definition over helpers, one of them recursive behind a wrapper.
func (g *generator) program() *sx.Def {
	h := g.definition("h", false, 2)
	r := g.definition("r", true, 2)
	y, a := sx.NewVar("y", sx.Real), sx.NewVar("a", real3)
	w := &sx.Def{Name: "w", Params: []*sx.Var{y, a}, Result: sx.Real}
	w.Body = sx.ANF(sx.NewCall(nil, r, nil, sx.Ref(y), sx.Ref(a), sx.IntLit(2)))
	g.defs = []*sx.Def{h, w}
	f := g.definition("f", false, 4)
	f.Body = sx.ANF(sx.Add(f.Body, sx.NewCall(nil, g.defs[g.Intn(2)], nil, sx.Ref(f.Params[0]), sx.Ref(f.Params[1]))))
	g.defs = nil
	return f
}

func TestRandomPrograms(t *testing.T) {
	runs := 150
	if testing.Short() {
		runs = 30
	}
	g := &generator{Rand: rand.New(rand.NewSource(1)), kinds: map[string]int{}}
	for i := range runs {
		f := g.program()
		for _, m := range []functor.Mode{forward.Mode{}, reverse.Mode{}} {
			rev, fun := functor.New(reverse.Mode{}, functor.Options{}), functor.New(m, functor.Options{})
			fun.Reverse = rev
			d, err := fun.Definition(f, []bool{true, true})
			if err != nil {
				t.Fatal(err)
			}
			if d.Def.Result.(*sx.TupleType).Elems[1].(*sx.LFunType) == nil {
				t.Fatal("no linear half")
			}
			use := applied(d.Def)
			defs := reachable(use)
			if m == functor.Mode(reverse.Mode{}) && i%2 == 0 {
				simplified(t, defs) // changes f, so it comes last
			}
			seed := semantics.Value(semantics.Real(1))
			if m == functor.Mode(forward.Mode{}) {
				seed = semantics.NewTuple(semantics.Real(1), vec(0.5, -1, 2))
			}
			p := &sx.Program{Defs: defs}
			same(t, p, use.Name, []semantics.Value{semantics.Real(0.6), vec(0.7, 0.9, 1.3), seed})
		}
	}
	t.Log(g.kinds)
}
