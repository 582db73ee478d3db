package simplify_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// Sums that go into branches give what they gave behind them, infinities and NaNs included.
func TestPlusIfSetRandom(t *testing.T) {
	fired := 0
	rows := sx.NewArrayType(three, vec)
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 17))
		values := []float64{0, 1, -0.5, 2, 0.25, math.Inf(1), math.NaN()}
		pick := func() float64 {
			if r.IntN(12) > 0 {
				return values[r.IntN(5)]
			}
			return values[r.IntN(len(values))]
		}
		env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{}}
		row := func() semantics.Value { return semantics.Reals(pick(), pick(), pick()) }
		given := func(t sx.Type, v semantics.Value) sx.Term {
			x := sx.NewVar("x", t)
			env.Vars[x] = v
			return sx.Ref(x)
		}
		idx := func() sx.Term { return given(ix.Type(), semantics.Int(r.IntN(3))) }
		is := []sx.Term{idx(), idx()}
		at := func() sx.Term { return is[r.IntN(len(is))] }
		ms := []sx.Term{given(rows, semantics.Values(row(), row(), row()))}
		vs := []sx.Term{given(vec, row()), given(vec, row())}
		some := func(ts []sx.Term) sx.Term { return ts[len(ts)-1-r.IntN(min(2, len(ts)))] }
		asked := func() sx.Term { return given(sx.Bool, semantics.Bool(r.IntN(2) == 0)) }
		var s sx.Spine
		var vecOf func() sx.Term
		vecOf = func() sx.Term {
			switch r.IntN(5) {
			case 0:
				return sx.NewZero(vec)
			case 1:
				return sx.NewSet(some(vs), at(), sx.NewZero(sx.Real))
			case 2:
				return plus(some(vs), sx.NewIndex(ms[0], at()))
			}
			return some(vs)
		}
		var part func(depth int) sx.Term
		part = func(depth int) sx.Term {
			if depth > 0 && r.IntN(3) == 0 {
				return iff(asked(), part(depth-1), part(depth-1))
			}
			m := some(ms)
			switch r.IntN(6) {
			case 0, 1:
				return tup(sx.NewSet(m, at(), sx.NewZero(vec)), vecOf())
			case 2:
				return tup(sx.NewSet(m, at(), vecOf()), vecOf())
			case 3:
				return sx.NewZero(sx.NewTupleType(rows, vec))
			case 4:
				return sx.NewCoproj(sx.NewTupleType(rows, vec).(*sx.TupleType), 0, sx.NewSet(m, at(), sx.NewZero(vec)))
			}
			return tup(m, vecOf())
		}
		for range 1 + r.IntN(4) {
			w := s.Let("w", iff(asked(), part(2), part(2)))
			if r.IntN(3) == 0 { // not known in the branches of w
				is = append(is, s.Let("i", iff(asked(), is[0], is[1])))
			}
			i := at()
			parts := []sx.Term{sx.NewProj(0, w), sx.NewOneHot(three, i, plus(sx.NewProj(1, w), vecOf()))}
			if r.IntN(2) == 0 {
				parts = append(parts, sx.NewOneHot(three, at(), vecOf()))
			}
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			if r.IntN(6) == 0 { // the sum has not the only use
				ms = append(ms, sx.NewProj(0, w))
			}
			if r.IntN(6) == 0 {
				vs = append(vs, sx.NewProj(1, w))
			}
			if r.IntN(6) == 0 { // nor have its places
				u := s.Let("u", iff(asked(), w, tup(ms[0], vs[0])))
				ms, vs = append(ms, sx.NewProj(0, u)), append(vs, sx.NewProj(1, u))
			}
			ms = append(ms, s.Let("m", plus(parts...)))
			vs = append(vs, s.Let("v", sx.NewIndex(some(ms), at())))
		}
		term := s.In(tup(ms[len(ms)-1], vs[len(vs)-1]))
		o := simplify.Options{Compiled: true, Final: true}
		if seed%2 == 0 { // otherwise what is used twice has a name, and is no place of w any more
			o.Disable = []string{"cse"}
		}
		with, rep := simplified(t, sx.Refresh(term), o)
		if rep.Times("plusIfSet") == 0 {
			continue
		}
		fired++
		run := func(u sx.Term) string {
			var ev semantics.Evaluator
			v, err := ev.Eval(u, env)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, sx.String(u))
			}
			x := sx.NewVar("x", term.Type())
			var reals []sx.Term
			for i := range int64(9) {
				row := sx.NewIndex(sx.NewProj(0, sx.Ref(x)), sx.NewToIdx(nil, three, sx.IntLit(i/3)))
				reals = append(reals, sx.NewIndex(row, sx.NewToIdx(nil, three, sx.IntLit(i%3))))
			}
			for i := range int64(3) {
				reals = append(reals, sx.NewIndex(sx.NewProj(1, sx.Ref(x)), sx.NewToIdx(nil, three, sx.IntLit(i))))
			}
			if v, err = ev.Eval(tup(reals...), &semantics.Env{Vars: map[*sx.Var]semantics.Value{x: v}}); err != nil {
				t.Fatal(err)
			}
			return semantics.Format(v)
		}
		if want, got := run(term), run(with); got != want {
			t.Fatalf("seed %d: %s, want %s\n%s\n%s", seed, got, want, sx.String(term), sx.String(with))
		}
	}
	if fired < 300 {
		t.Errorf("the rule fires in %d programs", fired)
	}
}
