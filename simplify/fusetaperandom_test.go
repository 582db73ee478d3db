package simplify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// Loops and branches whose tapes are read at once give what they gave before, also where what reads them needs their
// result, or something else reads them, too.
func TestFuseTapeRandom(t *testing.T) {
	fired := map[string]int{}
	for seed := range uint64(500) {
		g := &tapeGen{r: rand.New(rand.NewPCG(seed, 31)), env: &semantics.Env{Vars: map[*sx.Var]semantics.Value{}}}
		for range 3 {
			g.reals = append(g.reals, g.given(sx.Real, semantics.Real(g.r.Float64())))
		}
		g.x = g.given(vec, semantics.Reals(g.r.Float64(), -g.r.Float64(), g.r.Float64()))
		term := g.spine(2, 1+g.r.IntN(3))
		o := simplify.Options{Compiled: true, Final: true}
		with, rep := simplified(t, sx.Refresh(term), o)
		o.Disable = []string{"fuseTape", "fuseBranch"}
		without, _ := simplified(t, sx.Refresh(term), o)
		for _, rule := range o.Disable {
			fired[rule] += min(1, rep.Times(rule))
		}
		var ev semantics.Evaluator
		a, err := ev.Eval(with, g.env)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, sx.String(with))
		}
		b, err := ev.Eval(without, g.env)
		if err != nil {
			t.Fatal(err)
		}
		if !semantics.Close(a, b, 1e-9) {
			t.Fatalf("seed %d: %s, not %s\n%s\n%s", seed, semantics.Format(a), semantics.Format(b), sx.String(term),
				sx.String(with))
		}
	}
	t.Log(fired)
	for rule, n := range fired {
		if n < 100 {
			t.Errorf("%s fired in %d programs only", rule, n)
		}
	}
}

// A tapeGen makes spines of loops and branches with tapes, and of what reads these.
type tapeGen struct {
	r     *rand.Rand
	env   *semantics.Env
	reals []sx.Term // in scope
	x     sx.Term
}

func (g *tapeGen) given(t sx.Type, v semantics.Value) sx.Term {
	x := sx.NewVar("x", t)
	g.env.Vars[x] = v
	return sx.Ref(x)
}

// real is a number, of late ones more often.
func (g *tapeGen) real() sx.Term {
	a, b := g.reals[g.r.IntN(len(g.reals))], g.reals[len(g.reals)-1-g.r.IntN(min(3, len(g.reals)))]
	switch g.r.IntN(4) {
	case 0:
		return sin(b)
	case 1:
		return mul(a, b)
	case 2:
		return add(a, sx.NewIndex(g.x, sx.NewToIdx(nil, three, sx.IntLit(int64(g.r.IntN(3))))))
	}
	return b
}

// in runs f, whose numbers are not in scope after it.
func (g *tapeGen) in(f func() sx.Term) sx.Term {
	defer func(n int) { g.reals = g.reals[:n:n] }(len(g.reals))
	return f()
}

// spine is a number.
func (g *tapeGen) spine(depth, steps int) sx.Term {
	return g.in(func() sx.Term {
		var s sx.Spine
		for range steps {
			g.step(&s, depth)
		}
		sum := g.real()
		for range 2 {
			sum = add(sum, g.real())
		}
		return s.In(sum)
	})
}

// body is ⟨state, ⟨number, number⟩⟩ in the scope of some numbers.
func (g *tapeGen) body(depth int, state func(next sx.Term) sx.Term, more ...sx.Term) sx.Term {
	return g.in(func() sx.Term {
		g.reals = append(g.reals, more...)
		var s sx.Spine
		a := s.Let("a", g.spine(depth-1, g.r.IntN(2)))
		g.reals = append(g.reals, a)
		return s.In(tup(state(sin(g.real())), tup(a, g.real())))
	})
}

func (g *tapeGen) step(s *sx.Spine, depth int) {
	if depth == 0 {
		g.reals = append(g.reals, s.Let("t", g.real()))
		return
	}
	same := func(t sx.Term) sx.Term { return t }
	back := func(y sx.Term) sx.Term { return g.body(depth, same, sx.NewProj(0, y), sx.NewProj(1, y)) }
	switch g.r.IntN(3) {
	case 0:
		z := s.Let("z", g.loop(g.real(), func(st sx.Term) sx.Term { return g.body(depth, same, st) }))
		g.late(s, fst(z))
		read := func() sx.Term {
			return total(build(func(i sx.Term) sx.Term { return fst(back(sx.NewIndex(snd(z), i))) }))
		}
		g.read(s, read)
		g.late(s, fst(z))
	case 1:
		z := s.Let("z", g.while(tup(g.real(), sx.IntLit(0)), func(st sx.Term) sx.Term {
			return prim("ilt", snd(st), sx.IntLit(int64(g.r.IntN(4))))
		}, func(st sx.Term) sx.Term {
			return g.body(depth, func(next sx.Term) sx.Term { return tup(next, prim("iadd", snd(st), sx.IntLit(1))) },
				fst(st))
		}))
		g.late(s, fst(fst(z)))
		g.read(s, func() sx.Term {
			var s sx.Spine
			v := sx.NewSizeVar("m")
			s.Binds = append(s.Binds, sx.Bind{Size: v, Rhs: sx.NewDynLen(snd(z))})
			m := sx.SizeOfVar(v)
			x := s.Let("x", sx.NewCoerce(nil, snd(z), sx.NewArrayType(m, snd(z).Type().(*sx.DynType).Elem)))
			return s.In(total(sx.BuildArray(m, func(i sx.Term) sx.Term {
				y := back(sx.NewIndex(x, i))
				return mul(fst(y), prim("real", sx.NewFromIdx(i)))
			})))
		})
		g.late(s, fst(fst(z)))
	default:
		g.branch(s, depth)
	}
}

// branch is a branch with a tape, and what reads it: a branch on the same condition or variant, or on what the first
// one gave.
func (g *tapeGen) branch(s *sx.Spine, depth int) {
	same := func(t sx.Term) sx.Term { return t }
	back := func(y sx.Term) sx.Term { return fst(g.body(depth, same, y)) }
	sum := sx.NewSumType(sx.Real, sx.Real)
	c := s.Let("c", prim("lt", g.real(), g.real()))
	d := s.Let("d", iff(c, sx.NewInj(sum, 0, g.real()), sx.NewInj(sum, 1, g.real())))
	byCase := g.r.IntN(2) == 0
	choose := func(f, h func(x sx.Term) sx.Term) sx.Term {
		if byCase {
			return g.caseOf(d, f, h)
		}
		return iff(c, f(g.real()), h(g.real()))
	}
	tagged := g.r.IntN(2) == 0
	arm := func(tag int) func(x sx.Term) sx.Term {
		return func(x sx.Term) sx.Term {
			return g.in(func() sx.Term {
				g.reals = append(g.reals, x)
				var s sx.Spine
				y := s.Let("y", g.body(depth, same))
				tape := g.real()
				if tagged {
					tape = sx.NewInj(sum, tag, tape)
				}
				return s.In(tup(fst(y), tape, sx.IntLit(int64(g.r.IntN(3)))))
			})
		}
	}
	z := s.Let("z", choose(arm(0), arm(1)))
	g.late(s, fst(z))
	var n *sx.Size
	if g.r.IntN(3) == 0 {
		k := sx.NewSizeVar("k")
		s.Binds = append(s.Binds, sx.Bind{Size: k, Rhs: sx.NewProj(2, z)})
		n = sx.SizeOfVar(k)
	}
	g.read(s, func() sx.Term {
		if tagged {
			return g.caseOf(snd(z), back, back)
		}
		read := func(x sx.Term) sx.Term {
			y := mul(back(snd(z)), x)
			if n != nil {
				y = mul(y, total(sx.BuildArray(n, func(sx.Term) sx.Term { return g.real() })))
			}
			return y
		}
		return choose(read, read)
	})
	g.late(s, fst(z))
}

// late brings a number into scope, often, and another one that may owe nothing to it.
func (g *tapeGen) late(s *sx.Spine, x sx.Term) {
	if g.r.IntN(3) == 0 {
		g.reals = append(g.reals, s.Let("e", sin(g.real())))
	}
	if g.r.IntN(3) == 0 {
		g.reals = append(g.reals, s.Let("l", x))
	}
}

// read reads a tape, at times twice.
func (g *tapeGen) read(s *sx.Spine, by func() sx.Term) {
	g.reals = append(g.reals, s.Let("w", by()))
	if g.r.IntN(8) == 0 {
		g.reals = append(g.reals, s.Let("w", by()))
	}
}

func (g *tapeGen) loop(init sx.Term, body func(s sx.Term) sx.Term) sx.Term {
	i, s := sx.NewVar("i", sx.NewIdxType(three)), sx.NewVar("s", init.Type())
	return sx.NewLoop(three, g.r.IntN(2) == 0, sx.Collect, i, s, init, body(sx.Ref(s)))
}

func (g *tapeGen) while(init sx.Term, cond, body func(s sx.Term) sx.Term) sx.Term {
	s := sx.NewVar("s", init.Type())
	return sx.NewWhileCollect(nil, s, init, cond(sx.Ref(s)), body(sx.Ref(s)))
}

func (g *tapeGen) caseOf(s sx.Term, f, h func(x sx.Term) sx.Term) sx.Term {
	x, y := sx.NewVar("x", sx.Real), sx.NewVar("y", sx.Real)
	return sx.NewCase(s, sx.Arm{Var: x, Body: f(sx.Ref(x))}, sx.Arm{Var: y, Body: h(sx.Ref(y))})
}

func fst(t sx.Term) sx.Term { return sx.NewProj(0, t) }
func snd(t sx.Term) sx.Term { return sx.NewProj(1, t) }
