package place

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Rows of random blocks, to which has been added before they are replaced, are what they were: also where their array, the row or its index are used otherwise, or
// the row is replaced elsewhere or not at all.
func TestRowsKeptRandom(t *testing.T) {
	n := syntax.SizeLit(3)
	vec := syntax.NewArrayType(n, syntax.Real)
	rows := syntax.NewArrayType(n, vec)
	moved, same := 0, 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 37))
		env := &semantics.Env{Vars: map[*syntax.Var]semantics.Value{}}
		given := func(t syntax.Type, v semantics.Value) syntax.Term {
			x := syntax.NewVar("x", t)
			env.Vars[x] = v
			return syntax.Ref(x)
		}
		row := func() semantics.Value { // of which sums are exact
			return semantics.Reals(float64(r.IntN(9))/4, float64(r.IntN(9)-4), float64(r.IntN(3)))
		}
		of := func(ts []syntax.Term) syntax.Term { return ts[len(ts)-1-min(r.IntN(len(ts)), r.IntN(len(ts)))] }
		is := []syntax.Term{given(syntax.NewIdxType(n), semantics.Int(r.IntN(3))), given(syntax.NewIdxType(n), semantics.Int(r.IntN(3))), syntax.NewToIdx(nil, n, syntax.IntLit(int64(r.IntN(3))))}
		asked := given(syntax.Bool, semantics.Bool(r.IntN(2) == 0))
		ms := []syntax.Term{given(rows, semantics.Values(row(), row(), row()))}
		vs := []syntax.Term{given(vec, row()), given(vec, row())}
		var s syntax.Spine
		for range 2 + r.IntN(3) {
			m, i := of(ms), of(is)
			if r.IntN(4) > 0 {
				m = s.Let("m", syntax.BuildArray(n, func(i syntax.Term) syntax.Term { return syntax.NewIndex(of(ms), i) }))
			}
			t := s.Let("t", syntax.NewIndex(m, i))
			if r.IntN(3) == 0 {
				vs = append(vs, s.Let("u", syntax.NewIndex(of(ms), of(is)))) // another row
			}
			terms := []syntax.Term{t, of(vs)}
			if r.IntN(3) == 0 {
				terms = append(terms, of(vs))
			}
			if r.IntN(8) == 0 {
				terms = append(terms, syntax.NewIndex(of(ms), of(is)))
			}
			r.Shuffle(len(terms), func(i, j int) { terms[i], terms[j] = terms[j], terms[i] })
			sum := func() { vs = append(vs, s.Let("a", syntax.NewPlus(terms...))) }
			set := func() {
				at, in := i, m
				if r.IntN(6) == 0 {
					at = of(is)
				}
				if r.IntN(8) == 0 {
					in = of(ms)
				}
				next := syntax.Term(syntax.NewSet(in, at, of(vs)))
				switch r.IntN(8) {
				case 0:
					next = syntax.NewIf(asked, next, of(ms))
				case 1:
					next = syntax.BuildArray(n, func(i syntax.Term) syntax.Term { return syntax.NewIndex(next, i) })
				}
				ms = append(ms, s.Let("m", next))
			}
			switch r.IntN(8) {
			case 0:
				set()
				sum()
			case 1:
				sum()
			case 2:
				sum()
				sum() // t twice
				set()
			case 3:
				sum()
				ms = append(ms, m) // which others may use
				set()
			default:
				sum()
				set()
			}
		}
		term := s.In(syntax.NewTuple(of(ms), of(vs)))
		kept := rowsKept(term)
		free := syntax.FreeVars(term)
		if err := syntax.Verify(kept, free...); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, syntax.String(term), syntax.String(kept))
		}
		text := func(u syntax.Term) string {
			var ev semantics.Evaluator
			v, err := ev.Eval(u, env)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, syntax.String(u))
			}
			x := syntax.NewVar("x", u.Type())
			var reals []syntax.Term
			for i := range int64(3) {
				for j := range int64(3) {
					row := syntax.NewIndex(syntax.NewProj(0, syntax.Ref(x)), syntax.NewToIdx(nil, n, syntax.IntLit(i)))
					reals = append(reals, syntax.NewIndex(row, syntax.NewToIdx(nil, n, syntax.IntLit(j))))
				}
				reals = append(reals, syntax.NewIndex(syntax.NewProj(1, syntax.Ref(x)), syntax.NewToIdx(nil, n, syntax.IntLit(i))))
			}
			if v, err = ev.Eval(syntax.NewTuple(reals...), &semantics.Env{Vars: map[*syntax.Var]semantics.Value{x: v}}); err != nil {
				t.Fatal(err)
			}
			return semantics.Format(v)
		}
		want := text(term)
		if got := text(kept); got != want {
			t.Fatalf("seed %d: %s, want %s\n%s\n%s", seed, got, want, syntax.String(term), syntax.String(kept))
		}
		if syntax.Equal(term, kept) {
			same++
		} else {
			moved++
		}
	}
	t.Logf("rows are added to in their arrays in %d programs, in %d none is", moved, same)
	if moved < 500 || same < 500 {
		t.Errorf("rows are added to in their arrays in %d programs, in %d none is", moved, same)
	}
}
