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

// Spines of builds over many sizes are searched once, and once more where loops have been merged, for all sizes: the
// memory that takes grows with the length only.
func TestFuseManySizes(t *testing.T) {
	size := func(s *sx.Spine, acc sx.Term) *sx.Size {
		m := sx.NewSizeVar("m")
		s.Binds = append(s.Binds, sx.Bind{Size: m, Rhs: s.Let("k", sx.Apply1("int", acc))})
		return sx.SizeOfVar(m)
	}
	apart := func(s *sx.Spine, acc sx.Term) sx.Term {
		m := size(s, acc)
		for range 2 { // the second needs the sum of the first
			y := acc
			acc = s.Let("s", total(s.Let("x", sx.BuildArray(m, func(i sx.Term) sx.Term { return mul(sx.Apply1("real", sx.NewFromIdx(i)), sin(y)) }))))
		}
		return acc
	}
	together := func(s *sx.Spine, acc sx.Term) sx.Term {
		m := size(s, acc)
		x := s.Let("x", sx.BuildArray(m, func(i sx.Term) sx.Term { return mul(sx.Apply1("real", sx.NewFromIdx(i)), acc) }))
		p := s.Let("p", total(s.Let("y", sx.BuildArray(m, func(i sx.Term) sx.Term { return sin(index(x, i)) }))))
		q := s.Let("q", total(s.Let("z", sx.BuildArray(m, func(i sx.Term) sx.Term { return mul(index(x, i), acc) }))))
		return s.Let("r", mul(p, q))
	}
	for _, row := range []struct {
		name string
		next func(*sx.Spine, sx.Term) sx.Term
	}{{"apart", apart}, {"together", together}} {
		allocs := func(n int) float64 {
			return testing.AllocsPerRun(1, func() {
				var s sx.Spine
				acc := a
				for range n {
					acc = row.next(&s, acc)
				}
				simplified(t, s.In(acc), simplify.Options{})
			})
		}
		if small, large := allocs(50), allocs(400); large > 12*small {
			t.Errorf("%s: %.0f allocations for 50 sizes, %.0f for 400", row.name, small, large)
		}
	}
}

// Loops over many sizes that stand between each other are merged, each with its own.
func TestFuseBetweenEachOther(t *testing.T) {
	const sizes = 20
	var s sx.Spine
	var ns [sizes]*sx.Size
	var xs, sums [sizes]sx.Term
	for k := range sizes {
		m := sx.NewSizeVar("m")
		s.Binds = append(s.Binds, sx.Bind{Size: m, Rhs: s.Let("k", prim("imax", free("k", sx.Int), sx.IntLit(int64(k))))})
		ns[k] = sx.SizeOfVar(m)
	}
	for k, n := range ns {
		xs[k] = s.Let("x", sx.BuildArray(n, func(i sx.Term) sx.Term { return sin(mul(a, sx.Apply1("real", sx.NewFromIdx(i)))) }))
	}
	for k, n := range ns {
		p := s.Let("p", total(s.Let("y", sx.BuildArray(n, func(i sx.Term) sx.Term { return sin(index(xs[k], i)) }))))
		q := s.Let("q", total(s.Let("z", sx.BuildArray(n, func(i sx.Term) sx.Term { return mul(index(xs[k], i), b) }))))
		sums[k] = mul(p, q)
	}
	if _, rep := simplified(t, s.In(plus(sums[:]...)), simplify.Options{}); rep.Times("fuseSums") != sizes {
		t.Errorf("%d fusions, want %d", rep.Times("fuseSums"), sizes)
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

// Sums of one array are one loop, whatever else is made of that array, or of what it is made of: what is needed as an
// array stays, and is read.
func TestFuseKeepsArrays(t *testing.T) {
	each := func(x sx.Term, f func(e sx.Term) sx.Term) sx.Term {
		return build(func(i sx.Term) sx.Term { return f(index(x, i)) })
	}
	double := func(e sx.Term) sx.Term { return add(e, e) }
	place := func(k int) func(sx.Term) sx.Term { return func(e sx.Term) sx.Term { return sx.NewProj(k, e) } }
	// sums are those of both places of pairs of y's elements
	sums := func(s *sx.Spine, y sx.Term) sx.Term {
		p := s.Let("p", each(y, func(e sx.Term) sx.Term { return tup(sx.NewOneHot(three, ix, sin(e)), sx.NewOneHot(three, ix, e)) }))
		return plus(index(s.Let("u", total(each(p, place(0)))), jx), index(s.Let("v", total(each(p, place(1)))), ix))
	}
	for name, f := range map[string]func(s *sx.Spine) sx.Term{
		"one array, which something else reads": func(s *sx.Spine) sx.Term {
			y := s.Let("y", each(xs, sin))
			return tup(y, index(y, jx), sums(s, y))
		},
		"two arrays": func(s *sx.Spine) sx.Term {
			y := s.Let("y", each(xs, sin))
			z := s.Let("z", each(y, double))
			return tup(y, z, sums(s, z))
		},
		"two arrays beside the sums": func(s *sx.Spine) sx.Term {
			y := s.Let("y", each(xs, sin))
			return tup(s.Let("z", each(y, double)), s.Let("w", each(y, sin)), sums(s, y))
		},
	} {
		var s sx.Spine
		body := f(&s)
		out, rep := simplified(t, s.In(body), simplify.Options{})
		if got := strings.Count(sx.String(out), "sum ["); rep.Times("fuseSums") != 1 || got != 1 {
			t.Errorf("%s: %d fusions, %d sums:\n%s", name, rep.Times("fuseSums"), got, sx.String(out))
		}
	}
}

// A sum of arrays is made where one element of it is read, where that is its one use, but not behind an update of what
// it reads, nor in a branch if it requires something.
func TestSumsReadOnce(t *testing.T) {
	long := func(extra sx.Term) sx.Term {
		return plus(xs, ys, build(func(i sx.Term) sx.Term {
			return mul(add(sin(index(xs, i)), sin(index(ys, i))), add(extra, sin(index(xs, jx))))
		}))
	}
	required := sx.Apply1("real", sx.NewPrim(sx.OpRequire, cond, sx.IntLit(0)))
	for _, c := range []struct {
		name  string
		term  sx.Term
		moved bool
	}{
		{"an element", let("y", long(a), func(y sx.Term) sx.Term { return tup(xs, index(y, ix)) }), true},
		{"of a sum of rows", let("y", total(build(func(i sx.Term) sx.Term { return plus(long(a), sx.NewOneHot(three, i, a)) })), func(y sx.Term) sx.Term { return tup(xs, index(y, ix)) }), true},
		{"two elements", let("y", long(a), func(y sx.Term) sx.Term { return tup(xs, index(y, ix), index(y, jx)) }), false},
		{"in a branch", let("y", long(a), func(y sx.Term) sx.Term { return tup(xs, iff(cond, index(y, ix), a)) }), true},
		{"what is required, in a branch", let("y", long(required), func(y sx.Term) sx.Term { return tup(xs, iff(cond, index(y, ix), a)) }), false},
		{"behind an update", let("y", long(a), func(y sx.Term) sx.Term {
			return let("w", sx.NewSet(xs, ix, a), func(w sx.Term) sx.Term { return tup(w, index(w, jx), index(y, ix)) })
		}), false},
		{"in a loop", let("y", long(a), func(y sx.Term) sx.Term {
			return build(func(i sx.Term) sx.Term { return mul(index(y, i), index(xs, jx)) })
		}), false},
	} {
		out, rep := simplified(t, c.term, simplify.Options{})
		if moved := rep.Times("indexPlus") > 0; moved != c.moved {
			t.Errorf("%s: moved is %v, want %v:\n%s", c.name, moved, c.moved, sx.String(out))
		}
	}
}
