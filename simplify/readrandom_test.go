package simplify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// copying makes random programs that copy arrays into rows, columns and places of tuples, change elements of the copies
// and of what is copied, and read elements of all of them.
type copying struct {
	r       *rand.Rand
	n       *sx.Size
	spine   sx.Spine
	vectors []sx.Term // of n numbers
	rows    []sx.Term // of n rows
	pairs   []sx.Term // of n pairs of numbers
	idxs    []sx.Term // in scope
}

func (g *copying) pick(ts []sx.Term) sx.Term { return ts[g.r.IntN(len(ts))] }

func (g *copying) place() sx.Term {
	if g.r.IntN(3) == 0 {
		return sx.NewToIdx(&sx.Pos{Line: 1}, g.n, sx.IntLit(int64(g.r.IntN(3))))
	}
	return g.pick(g.idxs)
}

// number is a number that is there, or an expression of two.
func (g *copying) number() sx.Term {
	switch c := g.r.IntN(6); {
	case c == 0:
		return sx.Mul(g.number(), g.number())
	case c == 1 && len(g.rows) > 0:
		return sx.NewIndex(sx.NewIndex(g.pick(g.rows), g.place()), g.place())
	case c == 2 && len(g.pairs) > 0:
		return sx.NewProj(g.r.IntN(2), sx.NewIndex(g.pick(g.pairs), g.place()))
	}
	return sx.NewIndex(g.pick(g.vectors), g.place())
}

// build is an array of elements that f makes.
func (g *copying) build(f func() sx.Term) sx.Term {
	return sx.BuildArray(g.n, func(i sx.Term) sx.Term {
		idxs := g.idxs
		defer func() { g.idxs = idxs }()
		g.idxs = append(idxs[:len(idxs):len(idxs)], i)
		return f()
	})
}

func (g *copying) program() sx.Term {
	s := &g.spine
	for range 2 + g.r.IntN(5) {
		switch g.r.IntN(7) {
		case 0, 1:
			g.rows = append(g.rows, s.Let("z", g.build(func() sx.Term { return g.build(g.number) })))
		case 2:
			g.pairs = append(g.pairs, s.Let("p", g.build(func() sx.Term { return sx.NewTuple(g.number(), g.number()) })))
		case 3:
			g.rows = append(g.rows, s.Let("z", g.build(func() sx.Term { return g.pick(g.vectors) })))
		case 4:
			g.vectors = append(g.vectors, s.Let("x", sx.NewSet(g.pick(g.vectors), g.place(), g.number())))
		case 5:
			if len(g.rows) > 0 {
				z, k := g.pick(g.rows), g.place()
				g.rows = append(g.rows, s.Let("z", sx.NewSet(z, k, sx.NewSet(g.pick(g.vectors), g.place(), g.number()))))
			}
		default:
			g.vectors = append(g.vectors, s.Let("x", g.build(g.number)))
		}
	}
	end := []sx.Term{g.number(), g.number(), sx.NewSum(g.build(g.number))}
	if _, lit := g.n.Lit(); lit && len(g.rows) > 0 {
		end = append(end, g.pick(g.rows))
	}
	return s.In(sx.NewTuple(end...))
}

// Reading elements where they were copied from changes no bit of a value, and no program fails that did not.
func TestReadRandom(t *testing.T) {
	rules := []string{"indexRead", "placeRead"}
	fired := map[string]int{}
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 21))
		xs, ys, m := sx.NewVar("xs", sx.NewArrayType(sx.SizeLit(3), sx.Real)), sx.NewVar("ys", sx.NewArrayType(sx.SizeLit(3), sx.Real)), sx.NewVar("m", sx.Int)
		n := sx.NewSizeVar("n")
		g := &copying{r: r, n: sx.SizeOfVar(n)}
		if seed%3 == 0 {
			g.n = sx.SizeLit(3)
			g.vectors = []sx.Term{sx.Ref(xs), sx.Ref(ys)}
		} else {
			g.spine.Binds = append(g.spine.Binds, sx.Bind{Size: n, Rhs: sx.Ref(m)})
			first := func(a *sx.Var) sx.Term {
				return sx.BuildArray(g.n, func(i sx.Term) sx.Term {
					return sx.NewIndex(sx.Ref(a), sx.NewToIdx(nil, sx.SizeLit(3), sx.NewPrim(sx.MustOp("imin"), sx.NewFromIdx(i), sx.IntLit(2))))
				})
			}
			g.vectors = []sx.Term{g.spine.Let("x", first(xs)), g.spine.Let("x", first(ys))}
		}
		k := g.spine.Let("k", sx.NewToIdx(&sx.Pos{Line: 1}, g.n, sx.IntLit(int64(r.IntN(3)))))
		g.idxs = []sx.Term{k}
		term := g.program()
		env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{
			xs: semantics.Reals(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()), ys: semantics.Reals(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()),
			m: semantics.Int(int64(r.IntN(5))),
		}}
		run := func(u sx.Term) (string, error) {
			var ev semantics.Evaluator
			v, err := ev.Eval(u, env)
			if err != nil {
				return "", err
			}
			return semantics.Format(v), nil
		}
		plain, _ := simplified(t, sx.Refresh(term), simplify.Options{Deriving: true, Disable: rules})
		with, rep := simplified(t, sx.Refresh(term), simplify.Options{Deriving: true})
		some := false
		for _, rule := range rules {
			if rep.Times(rule) > 0 {
				fired[rule]++
				some = true
			}
		}
		if !some {
			continue
		}
		if err := sx.Verify(with, xs, ys, m); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, sx.String(with))
		}
		if _, err := run(term); err != nil {
			continue // it may fail less in one of the two
		}
		want, err := run(plain)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, sx.String(plain))
		}
		got, err := run(with)
		if err != nil || got != want {
			t.Fatalf("seed %d: %s %v, want %s\n%s\n%s", seed, got, err, want, sx.String(plain), sx.String(with))
		}
	}
	for _, rule := range rules {
		if fired[rule] < 50 {
			t.Errorf("%s in %d programs", rule, fired[rule])
		}
	}
	t.Log(fired)
}
