package place_test

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/internal/cputime"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Eight times as many bindings, or branches in each other, take about eight times as long to place; sixty-four would be quadratic.
func TestPlaceMany(t *testing.T) {
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
		took := func(k int) time.Duration {
			y, i := syntax.NewVar("y", syntax.Real), syntax.NewVar("i", syntax.NewIdxType(n))
			body := syntax.NewSum(syntax.NewBuild(n, i, build(k, syntax.Ref(i), syntax.Ref(y))))
			def := &syntax.Def{Name: "f", Params: []*syntax.Var{y}, Result: body.Type(), Body: body}
			begin := cputime.Now()
			if _, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"}); err != nil {
				t.Fatal(err)
			}
			return cputime.Now() - begin
		}
		grows(t, name, took)
	}
}

// grows reports a time that is not about eight times as long for 2000 as for 250.
func grows(t *testing.T, name string, took func(k int) time.Duration) {
	t.Helper()
	few, many := time.Hour, time.Hour
	for range 5 { // the least of as many tries as it takes: the machine has other work
		few, many = min(few, took(250)), min(many, took(2000))
		if many <= 24*few || many <= 200*time.Millisecond {
			return
		}
	}
	t.Errorf("%s takes %v for 250, %v for 2000", name, few, many)
}

// The updates of one array in the body of a loop are walked once: each begins with the one before in both branches, and is added to.
func TestPlaceManyUpdates(t *testing.T) {
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
		grows(t, name, func(k int) time.Duration {
			x := syntax.NewVar("x", arr)
			var b syntax.Spine
			next := build(k, &b, syntax.Ref(s))
			body := syntax.NewLoop(n, false, syntax.NoOutput, i, s, syntax.Ref(x), b.In(next))
			def := &syntax.Def{Name: "f", Params: []*syntax.Var{x, y}, Result: body.Type(), Body: body}
			begin := cputime.Now()
			if _, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"}); err != nil {
				t.Fatal(err)
			}
			return cputime.Now() - begin
		})
	}
}

// So are rows that change again and again, with elements that are read in between and as they were.
func TestPlaceManyRows(t *testing.T) {
	n := syntax.SizeLit(3)
	mat := syntax.NewArrayType(n, syntax.NewArrayType(n, syntax.Real))
	grows(t, "changes of rows", func(k int) time.Duration {
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
		begin := cputime.Now()
		r, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"})
		took := cputime.Now() - begin
		if err != nil {
			t.Fatal(err)
		}
		if text := r.Program.String(); strings.Count(text, "copy(") != 1 {
			t.Fatal("more than one copy of the state")
		}
		return took
	})
}

func less(a, b syntax.Term) syntax.Term { return syntax.NewPrim(syntax.MustOp("lt"), a, b) }
