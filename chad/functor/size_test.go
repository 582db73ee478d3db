package functor_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// CHAD Corollary 7.2: the code of D(t) is linear in that of t. The programs grow
// in one way each; the ratio of sizes must not grow with them. Measured ratios
// are logged. What may grow is the number of variables that one branch, loop body or
// function captures: each spells its context out once, so that n nested
// branches of which the innermost uses n outer variables cost n² in contexts.

func nodes(t sx.Term) int {
	n := 0
	var walk func(t sx.Term)
	walk = func(t sx.Term) {
		n++
		sx.Children(t, walk)
	}
	walk(t)
	return n
}

// chain is f applied n times, each result bound by a let.
func chain(n int, x sx.Term, f func(y sx.Term) sx.Term) sx.Term {
	binds := make([]sx.Bind, n)
	for i := range binds {
		v := sx.NewVar("y", x.Type())
		binds[i] = sx.Bind{Var: v, Rhs: f(x)}
		x = sx.Ref(v)
	}
	return sx.NewLet(binds, x)
}

// nest is f of f of … x, n deep: f puts its argument under a binder or a branch.
func nest(n int, x sx.Term, f func(inside func(y sx.Term) sx.Term, x sx.Term) sx.Term) sx.Term {
	if n == 0 {
		return x
	}
	return f(func(y sx.Term) sx.Term { return nest(n-1, y, f) }, x)
}

var growing = []struct {
	name string
	max  int
	body func(n int, x sx.Term) sx.Term
}{
	{"chain", 4096, func(n int, x sx.Term) sx.Term {
		return chain(n, x, func(y sx.Term) sx.Term { return sx.Mul(sin(y), y) })
	}},
	{"doubling", 4096, func(n int, x sx.Term) sx.Term {
		return chain(n, x, func(y sx.Term) sx.Term { return sx.Add(y, y) })
	}},
	{"ifs in a chain", 1024, func(n int, x sx.Term) sx.Term {
		return chain(n, x, func(y sx.Term) sx.Term { return sx.NewIf(prim("lt", y, lit(1)), sin(y), sx.Mul(y, x)) })
	}},
	{"nested ifs", 128, func(n int, x sx.Term) sx.Term {
		return nest(n, x, func(inside func(sx.Term) sx.Term, y sx.Term) sx.Term {
			return sx.NewIf(prim("lt", y, lit(1)), let("y", sin(y), inside), sx.Mul(y, y))
		})
	}},
	{"nested loops", 128, func(n int, x sx.Term) sx.Term {
		return nest(n, x, func(inside func(sx.Term) sx.Term, y sx.Term) sx.Term {
			return loop(2, y, func(_, s sx.Term) sx.Term { return let("y", sx.Mul(s, s), inside) })
		})
	}},
	{"nested builds", 128, func(n int, x sx.Term) sx.Term {
		return nest(n, x, func(inside func(sx.Term) sx.Term, y sx.Term) sx.Term {
			return sx.NewSum(sx.BuildArray(sx.SizeLit(2), func(sx.Term) sx.Term { return let("y", sx.Mul(y, y), inside) }))
		})
	}},
	{"closures composed", 1024, func(n int, x sx.Term) sx.Term {
		f := chain(n, fn(func(z sx.Term) sx.Term { return z }), func(f sx.Term) sx.Term {
			return fn(func(z sx.Term) sx.Term { return sx.Mul(app(f, z), x) })
		})
		return let("f", f, func(f sx.Term) sx.Term { return app(f, x) })
	}},
	{"nested closures", 128, func(n int, x sx.Term) sx.Term {
		return nest(n, x, func(inside func(sx.Term) sx.Term, y sx.Term) sx.Term {
			return let("f", fn(func(z sx.Term) sx.Term { return let("y", sx.Mul(z, y), inside) }), func(f sx.Term) sx.Term { return app(f, y) })
		})
	}},
	{"cases in a chain", 1024, func(n int, x sx.Term) sx.Term {
		return let("v", chain(n, sx.NewInj(either(), 0, x), func(v sx.Term) sx.Term { return flip(v, x) }), worth)
	}},
	{"whiles in a chain", 1024, func(n int, x sx.Term) sx.Term {
		return chain(n, x, func(y sx.Term) sx.Term {
			return whileLoop(y, func(s sx.Term) sx.Term { return prim("lt", s, lit(4)) }, func(s sx.Term) sx.Term { return sx.Mul(s, y) })
		})
	}},
}

func TestCodeSize(t *testing.T) {
	for _, g := range growing {
		t.Run(g.name, func(t *testing.T) {
			fwd, rev := functors(functor.Options{})
			for _, f := range []*functor.Functor{fwd, rev} {
				small, large := growth(t, f, g.max/4, g.body), growth(t, f, g.max, g.body)
				t.Logf("%-8s %5.1f nodes a node", f.Mode.Name(), large)
				if large > 1.1*small || large > 16 {
					t.Errorf("%s: D(t) is %.1f times t at size %d, %.1f times at %d", f.Mode.Name(), small, g.max/4, large, g.max)
				}
			}
		})
	}
}

// With Direct a line of primitives, or of choices between reals, has one linear function, and some half of the code;
// the derivative of other code is as without.
func TestDirectSize(t *testing.T) {
	for name, line := range map[string]func(y, x sx.Term) sx.Term{
		"primitives": func(y, x sx.Term) sx.Term { return sx.Mul(y, prim("sin", x)) },
		"choices":    func(y, x sx.Term) sx.Term { return sx.NewIf(prim("lt", y, x), y, x) },
	} {
		t.Run(name, func(t *testing.T) {
			chained := func(n int, x sx.Term) sx.Term { return chain(n, x, func(y sx.Term) sx.Term { return line(y, x) }) }
			_, bound := functors(functor.Options{})
			_, direct := functors(functor.Options{Direct: true})
			long, short := growth(t, bound, 50, chained), growth(t, direct, 50, chained)
			t.Logf("%.1f nodes a node, %.1f with Direct", long, short)
			if short > 0.75*long {
				t.Errorf("%.1f nodes a node with Direct, %.1f without", short, long)
			}
			if n := linLams(direct.Defs()[len(direct.Defs())-1].Body); n > 2 { // of the block, and of x[0]
				t.Errorf("%d linear functions in a line", n)
			}
		})
	}
}

func linLams(t sx.Term) (n int) {
	sx.EachNode(t, func(s sx.Term) {
		if _, ok := s.(*sx.LinLam); ok {
			n++
		}
	})
	return n
}

// growth is the size of D(t) over that of t.
func growth(t *testing.T, f *functor.Functor, n int, body func(n int, x sx.Term) sx.Term) float64 {
	t.Helper()
	p := newProgram(1, func(x sx.Term) sx.Term {
		return let("x", at(x, 0), func(x sx.Term) sx.Term { return body(n, x) })
	})
	d, err := f.Definition(p.def, []bool{true})
	if err != nil {
		t.Fatal(err)
	}
	return float64(nodes(d.Def.Body)) / float64(nodes(p.def.Body))
}
