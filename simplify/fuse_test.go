package simplify_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A long spine of pairs of sums, each pair over an array made from the sums before,
// becomes one loop a pair, in a few rounds whatever the length.
func TestFuseManyGroups(t *testing.T) {
	for _, n := range []int{10, 1000} {
		var s sx.Spine
		acc := a
		for range n {
			y := acc
			z := s.Let("x", build(func(i sx.Term) sx.Term { return mul(index(xs, i), sin(y)) }))
			squares := build(func(i sx.Term) sx.Term { return mul(index(z, i), index(z, i)) })
			acc = s.Let("s", plus(total(z), total(squares)))
		}
		out, rep := simplified(t, s.In(acc), simplify.Options{})
		if got := rep.Times("fuseSums"); got != n || rep.Rounds > 8 {
			t.Errorf("%d pairs: %d fusions in %d rounds", n, got, rep.Rounds)
		}
		if got := strings.Count(sx.String(out), "sum ["); got != n {
			t.Errorf("%d pairs: %d loops remain", n, got)
		}
	}
}

// What is left when others have been merged may be a single loop.
func TestFuseLeavesOne(t *testing.T) {
	var s sx.Spine
	each := func(f func(e sx.Term) sx.Term) sx.Term {
		return s.Let("s", total(s.Let("x", build(func(i sx.Term) sx.Term { return f(index(xs, i)) }))))
	}
	p := each(sin)
	q := each(func(e sx.Term) sx.Term { return mul(e, e) })
	r := each(func(e sx.Term) sx.Term { return mul(mul(e, p), q) })
	if _, rep := simplified(t, s.In(mul(r, mul(p, q))), simplify.Options{}); rep.Times("fuseSums") != 1 {
		t.Errorf("%d fusions", rep.Times("fuseSums"))
	}
}

// Spines of builds over many sizes are searched once: the memory that takes grows with the length only.
func TestFuseManySizes(t *testing.T) {
	spine := func(n int) sx.Term {
		var s sx.Spine
		acc := a
		for range n {
			m := sx.NewSizeVar("m")
			s.Binds = append(s.Binds, sx.Bind{Size: m, Rhs: s.Let("k", sx.Apply1("int", acc))})
			for range 2 { // the second needs the sum of the first
				y := acc
				acc = s.Let("s", total(s.Let("x", sx.BuildArray(sx.SizeOfVar(m), func(i sx.Term) sx.Term { return mul(sx.Apply1("real", sx.NewFromIdx(i)), sin(y)) }))))
			}
		}
		return s.In(acc)
	}
	allocs := func(n int) float64 {
		return testing.AllocsPerRun(1, func() { simplified(t, spine(n), simplify.Options{}) })
	}
	if small, large := allocs(50), allocs(400); large > 12*small {
		t.Errorf("%.0f allocations for 50 sizes, %.0f for 400", small, large)
	}
}

// Loops stay apart when one needs what the other gives, when an update of what the first
// reads stands between, and in the set “reading”.
func TestFuseRefuses(t *testing.T) {
	each := func(x sx.Term, f func(e sx.Term) sx.Term) sx.Term {
		return build(func(i sx.Term) sx.Term { return f(index(x, i)) })
	}
	needs := func() sx.Term {
		return let("s", total(each(xs, sin)), func(s sx.Term) sx.Term {
			return total(each(xs, func(e sx.Term) sx.Term { return mul(e, s) }))
		})
	}
	update := func() sx.Term {
		return let("s", total(each(xs, sin)), func(s sx.Term) sx.Term {
			return let("w", sx.NewSet(xs, ix, a), func(w sx.Term) sx.Term {
				return tup(w, index(w, jx), total(each(xs, func(e sx.Term) sx.Term { return mul(e, e) })), s)
			})
		})
	}
	apart := func() sx.Term {
		return tup(total(each(xs, sin)), total(each(xs, func(e sx.Term) sx.Term { return mul(e, e) })))
	}
	for _, c := range []struct {
		name string
		term sx.Term
		o    simplify.Options
	}{
		{"needs", needs(), simplify.Options{Compiled: true}},
		{"update", update(), simplify.Options{}},
		{"reading", apart(), simplify.Options{Reading: true}},
	} {
		out, rep := simplified(t, c.term, c.o)
		if rep.Times("fuseSums")+rep.Times("fuseBuild")+rep.Times("fuseCollect") > 0 {
			t.Errorf("%s: fused to\n%s", c.name, sx.String(out))
		}
	}
}
