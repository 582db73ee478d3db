package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/growth"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// chain is let x1 = x0 + x0; x2 = x1 + x1; … in xn; or with one use of each.
func chain(n int, shared bool) sx.Term {
	var s sx.Spine
	x := sx.Ref(sx.NewVar("x0", sx.Real))
	y := sx.Ref(sx.NewVar("y0", sx.Real))
	for range n {
		if shared {
			x = s.Let("x", sx.Add(x, x))
		} else {
			x = s.Let("x", sx.Add(x, y))
		}
	}
	return s.In(x)
}

// fanOut is n values, each used m times.
func fanOut(n, m int) sx.Term {
	var s sx.Spine
	x := sx.Ref(sx.NewVar("x0", sx.Real))
	for range n {
		x = s.Let("x", sin(x))
		uses := make([]sx.Term, m)
		for k := range uses {
			uses[k] = mul(x, realLit(float64(k+2)))
		}
		x = s.Let("y", plus(uses...))
	}
	return s.In(x)
}

// alive is n variables that are all used at the end.
func alive(n int) sx.Term {
	var s sx.Spine
	x := sx.Ref(sx.NewVar("x0", sx.Real))
	uses := make([]sx.Term, n)
	for k := range uses {
		y := s.Let("y", mul(x, realLit(float64(k+2))))
		uses[k] = s.Let("z", mul(y, y))
	}
	return s.In(plus(uses...))
}

// chosen is n arrays, each of which two branches take from the one before, the first a onehot; and the sum of the last.
func chosen(n int) sx.Term {
	var s sx.Spine
	v := s.Let("v", sx.NewOneHot(three, ix, sin(a)))
	for range n {
		v = s.Let("v", iff(free("c", sx.Bool), v, iff(free("d", sx.Bool), v, sx.NewZero(vec))))
	}
	return s.In(total(v))
}

// Sharing is kept: the size of the result and the number of rounds do not grow
// faster than the term.
func TestSharingIsKept(t *testing.T) {
	for _, row := range []struct {
		name  string
		small sx.Term
		large sx.Term
	}{
		{"chain shared", chain(400, true), chain(40_000, true)},
		{"chain", chain(400, false), chain(40_000, false)},
		{"fan out", fanOut(4, 100), fanOut(40, 1000)},
		{"alive", alive(400), alive(40_000)},
		{"chosen", chosen(4), chosen(14)},
	} {
		t.Run(row.name, func(t *testing.T) {
			in := [2]int{sx.CountNodes(row.small), sx.CountNodes(row.large)}
			a, repA := simplified(t, row.small, simplify.Options{})
			b, repB := simplified(t, row.large, simplify.Options{})
			if sx.CountNodes(a) > in[0] || sx.CountNodes(b) > in[1] {
				t.Errorf("%d and %d nodes from %d and %d", sx.CountNodes(a), sx.CountNodes(b), in[0], in[1])
			}
			if repB.Rounds > repA.Rounds+1 {
				t.Errorf("%d rounds, %d for a hundredth", repB.Rounds, repA.Rounds)
			}
		})
	}
}

// Which of many places of a state stay takes time in their number, also where each becomes the next, and the last
// changes.
func manyPlaces(t testing.TB) growth.Work {
	return func(n int) func() {
		init, next := make([]sx.Term, n), make([]sx.Term, n)
		for k := range init {
			init[k] = a
		}
		s, i := sx.NewVar("s", sx.NewTupleType(types(init)...)), sx.NewVar("i", ix.Type())
		for k := range next {
			next[k] = sx.NewProj(min(k+1, n-1), sx.Ref(s))
		}
		next[n-1] = sin(sx.NewProj(0, sx.Ref(s)))
		term := sx.NewLoop(three, false, sx.NoOutput, i, s, tup(init...), tup(next...))
		return func() { simplified(t, term, simplify.Options{}) }
	}
}

func TestManyPlaces(t *testing.T) { growth.Linear(t, "simplify", 1000, 8000, manyPlaces(t)) }

func BenchmarkManyPlaces(b *testing.B) { growth.Bench(b, 1000, 8000, manyPlaces(b)) }

func types(ts []sx.Term) []sx.Type {
	out := make([]sx.Type, len(ts))
	for i, t := range ts {
		out[i] = t.Type()
	}
	return out
}

// A loop that reads many arrays, each of which is a branch, is not walked through for each of them.
func manyArrays(t testing.TB) growth.Work {
	return func(n int) func() {
		var s, in sx.Spine
		zs := make([]sx.Term, n)
		for k := range zs {
			zs[k] = s.Let("z", iff(free("c", sx.Bool), free("x", vec), free("y", vec)))
		}
		body := build(func(i sx.Term) sx.Term {
			v := a
			for _, z := range zs {
				v = in.Let("v", add(v, sin(index(z, i))))
			}
			return in.In(v)
		})
		term := s.In(body)
		return func() { simplified(t, term, simplify.Options{}) }
	}
}

func TestManyArrays(t *testing.T) { growth.Linear(t, "simplify", 500, 4000, manyArrays(t)) }

func BenchmarkManyArrays(b *testing.B) { growth.Bench(b, 500, 4000, manyArrays(b)) }

// A chain of linear functions that call each other opens in few rounds and
// without deep recursion.
func TestNestedFunctions(t *testing.T) {
	const n = 20_000
	var s sx.Spine
	f := s.Let("f", llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(realLit(0.5), v) }))
	for range n {
		g := f
		f = s.Let("f", llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(realLit(0.5), lapp(g, v)) }))
	}
	out, rep := simplified(t, s.In(lapp(f, a)), simplify.Options{})
	if rep.Rounds > 12 {
		t.Errorf("%d rounds", rep.Rounds)
	}
	linear := 0
	var count func(sx.Term)
	count = func(t sx.Term) {
		if _, ok := t.(*sx.LinLam); ok {
			linear++
		}
		sx.Children(t, count)
	}
	count(out)
	if linear > 0 {
		t.Errorf("%d linear functions are left", linear)
	}
}

// Work done once stays done once.
func TestWorkIsKept(t *testing.T) {
	once := let("y", sin(a), func(y sx.Term) sx.Term {
		return sx.MapArray(func(z sx.Term) sx.Term { return mul(z, y) }, xs)
	})
	inner := let("y", sin(a), func(y sx.Term) sx.Term {
		return lam("z", sx.Real, func(z sx.Term) sx.Term { return mul(z, y) })
	})
	linear := let("y", sin(a), func(y sx.Term) sx.Term {
		return llam("z", sx.Real, func(z sx.Term) sx.Term { return mul(z, y) })
	})
	branch := iff(cond, sin(a), total(build(func(i sx.Term) sx.Term {
		return iff(lt(index(xs, i), b), prim("exp", b), index(xs, i))
	})))
	table := let("t", sx.MapArray(func(z sx.Term) sx.Term { return sin(z) }, xs), func(u sx.Term) sx.Term {
		return build(func(sx.Term) sx.Term { return index(u, ix) })
	})
	failing := build(func(sx.Term) sx.Term { return prim("idiv", sx.IntLit(1), k) })
	inLoop := build(func(i sx.Term) sx.Term {
		return iff(lt(index(xs, i), b), mul(sin(b), c), index(ys, i))
	})
	use := func(t, u sx.Term) sx.Term { return add(mul(t, u), mul(u, u)) }
	both := iff(cond,
		let("s", sin(a), func(s sx.Term) sx.Term { return use(s, b) }),
		let("s", sin(a), func(s sx.Term) sx.Term { return use(b, s) }))
	update := let("y", index(xs, ix), func(y sx.Term) sx.Term {
		return let("z", sx.NewSet(xs, ix, b), func(z sx.Term) sx.Term { return add(y, add(index(z, jx), index(z, ix))) })
	})
	hot := let("z", sx.NewOneHot(three, ix, total(sx.MapArray(sin, xs))), func(z sx.Term) sx.Term {
		return build(func(j sx.Term) sx.Term {
			return build(func(i sx.Term) sx.Term { return mul(add(index(xs, i), index(ys, j)), index(z, i)) })
		})
	})
	for name, row := range map[string]struct {
		in   sx.Term
		want string
	}{
		"onehot":  {hot, "let z = oneHot 3 ix (sum [sin xs[i] | i < 3]) in [[(xs[i2] + ys[i]) * z[i2] | i2 < 3] | i < 3]"},
		"map":     {once, "let y = sin a in [xs[i] * y | i < 3]"},
		"lambda":  {inner, "let y = sin a in λz. z * y"},
		"linear":  {linear, "let y = sin a in λ̲z. z * y"},
		"branch":  {branch, "if cond then sin a else sum [let t = xs[i] in if t < b then exp b else t | i < 3]"},
		"table":   {table, "let t = [sin xs[i] | i < 3] in [t[ix] | i < 3]"},
		"failing": {failing, "[1 / k | i < 3]"},
		"in loop": {inLoop, "[if xs[i] < b then sin b * c else ys[i] | i < 3]"},
		"both":    {both, "if cond then sin a * b + b * b else let s = sin a in b * s + s * s"},
		"update":  {update, "let y = xs[ix] in y + ((set xs ix b)[jx] + b)"},
		"zero":    {add(a, realLit(0)), "a + 0"},
		"times":   {mul(a, realLit(0)), "a * 0"},
	} {
		out, _ := simplified(t, row.in, simplify.Options{})
		if got := oneLine(sx.String(out)); got != row.want {
			t.Errorf("%s: got %s\nwant %s", name, got, row.want)
		}
	}
}

// The same input gives the same text, several times.
func TestDeterministic(t *testing.T) {
	_, _, rev := derivatives(t, samples[4])
	var first string
	for k := range 4 {
		out, _ := simplified(t, sx.Refresh(rev), simplify.Options{})
		if s := sx.String(out); k == 0 {
			first = s
		} else if s != first {
			t.Fatalf("got\n%s\nthen\n%s", first, s)
		}
	}
}

func BenchmarkChain(b *testing.B) {
	for _, row := range []struct {
		name string
		n    int
	}{{"10k", 10_000}, {"1M", 1_000_000}} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				in := chain(row.n, true)
				b.StartTimer()
				if _, _, err := simplify.Term(in, simplify.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*row.n), "ns/binding")
		})
	}
}
