package place_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/growth"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Eight times as many bindings, or branches in each other, take about eight times as much memory to place, and time
// (the benchmark); sixty-four would be quadratic.
func TestPlaceMany(t *testing.T) {
	for _, of := range []func(testing.TB, func(string, growth.Work)){placeMany, placeManyUpdates, placeManyRows} {
		of(t, func(name string, w growth.Work) { growth.Linear(t, name, 250, 2000, w) })
	}
}

func BenchmarkPlaceMany(b *testing.B) {
	for _, of := range []func(testing.TB, func(string, growth.Work)){placeMany, placeManyUpdates, placeManyRows} {
		of(b, func(name string, w growth.Work) {
			b.Run(name, func(b *testing.B) { growth.Bench(b, 250, 2000, w) })
		})
	}
}

// placeMany are bindings, or branches in each other.
func placeMany(t testing.TB, each func(name string, w growth.Work)) {
	n := syntax.SizeLit(3)
	arr := syntax.NewArrayType(n, syntax.Real)
	for name, build := range map[string]func(k int, i, y syntax.Term) syntax.Term{
		"sums of branches": func(k int, i, y syntax.Term) syntax.Term {
			var binds []syntax.Bind
			sums, val := []syntax.Term{syntax.NewZero(arr)}, y
			for range k {
				pair := syntax.NewTuple(syntax.NewOneHot(n, i, y), val)
				w := syntax.NewVar("w", pair.Type())
				binds = append(binds, syntax.Bind{Var: w, Rhs: syntax.NewIf(less(val, y), pair, syntax.NewTuple(syntax.NewZero(arr), y))})
				sums = append(sums, syntax.NewProj(0, syntax.Ref(w)))
				val = syntax.NewPrim(syntax.OpMul, syntax.NewProj(1, syntax.Ref(w)), y)
			}
			return syntax.NewLet(binds, syntax.NewTuple(syntax.NewPlus(sums...), val))
		},
		"branches in branches": func(k int, i, y syntax.Term) syntax.Term {
			out := syntax.NewTuple(syntax.NewOneHot(n, i, y), y)
			for range k {
				w := syntax.NewVar("w", out.Type())
				v := syntax.NewProj(1, syntax.Ref(w))
				rhs := syntax.NewIf(less(y, syntax.RealLit(1)), syntax.NewTuple(syntax.NewOneHot(n, i, y), y), out)
				out = syntax.NewLet([]syntax.Bind{{Var: w, Rhs: rhs}},
					syntax.NewTuple(syntax.NewPlus(syntax.NewProj(0, syntax.Ref(w)), syntax.NewOneHot(n, i, y)), syntax.NewPrim(syntax.OpMul, v, v)))
			}
			return out
		},
		"tuples in tuples": func(k int, i, y syntax.Term) syntax.Term {
			elems := make([]syntax.Term, k)
			for j := range elems {
				elems[j] = syntax.NewTuple(syntax.NewOneHot(n, i, y), y)
			}
			rhs := syntax.NewIf(less(y, syntax.RealLit(1)), syntax.NewTuple(elems...), syntax.NewTuple(elems...))
			w := syntax.NewVar("w", rhs.Type())
			sums, val := []syntax.Term{}, y
			for j := range k {
				p := syntax.NewProj(j, syntax.Ref(w))
				sums = append(sums, syntax.NewProj(0, p))
				if j < 2 {
					val = syntax.NewPrim(syntax.OpMul, syntax.NewProj(1, p), val)
				}
			}
			return syntax.NewLet([]syntax.Bind{{Var: w, Rhs: rhs}}, syntax.NewTuple(syntax.NewPlus(sums...), val))
		},
	} {
		each(name, func(k int) func() {
			y, i := syntax.NewVar("y", syntax.Real), syntax.NewVar("i", syntax.NewIdxType(n))
			body := syntax.NewSum(syntax.NewBuild(n, i, build(k, syntax.Ref(i), syntax.Ref(y))))
			def := &syntax.Def{Name: "f", Params: []*syntax.Var{y}, Result: body.Type(), Body: body}
			return func() {
				if _, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"}); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// The updates of one array in the body of a loop are walked once: each begins with the one before in both branches, and
// is added to.
func placeManyUpdates(t testing.TB, each func(name string, w growth.Work)) {
	n := syntax.SizeLit(3)
	arr := syntax.NewArrayType(n, syntax.Real)
	i, y, s := syntax.NewVar("i", syntax.NewIdxType(n)), syntax.NewVar("y", syntax.Real), syntax.NewVar("s", arr)
	cond := less(syntax.Ref(y), syntax.RealLit(1))
	set := func(b *syntax.Spine, a syntax.Term) syntax.Term {
		return b.Let("w", syntax.NewIf(cond, syntax.NewSet(a, syntax.Ref(i), syntax.Ref(y)), a))
	}
	sum := func(b *syntax.Spine, a syntax.Term) syntax.Term {
		v := b.Let("w", syntax.NewIf(cond, syntax.NewZero(arr), syntax.BuildArray(n, func(syntax.Term) syntax.Term { return syntax.Ref(y) })))
		return b.Let("w", syntax.NewPlus(syntax.NewSet(a, syntax.Ref(i), syntax.NewZero(syntax.Real)), v))
	}
	for name, build := range map[string]func(k int, b *syntax.Spine, a syntax.Term) syntax.Term{
		"a sum and updates in branches": func(k int, b *syntax.Spine, a syntax.Term) syntax.Term {
			a = sum(b, a)
			for range k {
				a = set(b, a)
			}
			return a
		},
		"sums": func(k int, b *syntax.Spine, a syntax.Term) syntax.Term {
			for range k {
				a = sum(b, a)
			}
			return a
		},
	} {
		each(name, func(k int) func() {
			x := syntax.NewVar("x", arr)
			var b syntax.Spine
			next := build(k, &b, syntax.Ref(s))
			body := syntax.NewLoop(n, false, syntax.NoOutput, i, s, syntax.Ref(x), b.In(next))
			def := &syntax.Def{Name: "f", Params: []*syntax.Var{x, y}, Result: body.Type(), Body: body}
			return func() {
				if _, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"}); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// So are rows that change again and again, with elements that are read in between and as they were.
func placeManyRows(t testing.TB, each func(name string, w growth.Work)) {
	n := syntax.SizeLit(3)
	mat := syntax.NewArrayType(n, syntax.NewArrayType(n, syntax.Real))
	each("changes of rows", func(k int) func() {
		i, y, s, x := syntax.NewVar("i", syntax.NewIdxType(n)), syntax.NewVar("y", syntax.Real), syntax.NewVar("s", mat), syntax.NewVar("x", mat)
		var b syntax.Spine
		m, at := syntax.Term(syntax.Ref(s)), syntax.Ref(i)
		for range k {
			r := b.Let("r", syntax.NewIndex(m, at))
			u := b.Let("u", syntax.NewSet(r, at, syntax.Ref(y)))
			v := b.Let("v", syntax.NewPrim(syntax.OpMul, syntax.NewIndex(u, at), syntax.Ref(y)))
			next := b.Let("m", syntax.NewSet(m, at, syntax.NewSet(u, at, v)))
			old := b.Let("v", syntax.NewPrim(syntax.OpMul, syntax.NewIndex(syntax.NewIndex(m, at), at), v))
			m = b.Let("m", syntax.NewSet(next, at, syntax.NewSet(syntax.NewIndex(next, at), at, old)))
		}
		body := syntax.NewLoop(n, false, syntax.NoOutput, i, s, syntax.Ref(x), b.In(m))
		def := &syntax.Def{Name: "f", Params: []*syntax.Var{x, y}, Result: body.Type(), Body: body}
		return func() {
			r, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"})
			if err != nil {
				t.Fatal(err)
			}
			copies := 0
			for _, f := range r.Program.Funcs {
				loop.Walk(f.Body, func(s loop.Stmt) {
					if _, ok := s.(*loop.Copy); ok {
						copies++
					}
				})
			}
			if copies != 1 {
				t.Fatal("more than one copy of the state")
			}
		}
	})
}

func less(a, b syntax.Term) syntax.Term { return syntax.NewPrim(syntax.MustOp("lt"), a, b) }
