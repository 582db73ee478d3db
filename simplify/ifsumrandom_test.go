package simplify_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What branches add to a state is added outside of them to the last bit, -0 and infinities included.
func TestIfSumRandom(t *testing.T) {
	fired, zeros := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := sx.SizeLit(3)
		xs := sx.NewVar("xs", sx.NewArrayType(n, sx.Real))
		i := sx.NewVar("i", sx.NewIdxType(n))
		pair := sx.NewTupleType(sx.Real, sx.Real)
		state := sx.NewVar("s", pair)
		x := sx.NewIndex(sx.Ref(xs), sx.Ref(i))
		var sum func(s sx.Term, depth int) sx.Term
		sum = func(s sx.Term, depth int) sx.Term {
			e := sx.Term(x)
			if r.IntN(2) == 0 {
				e = sx.Mul(x, sx.RealLit(float64(r.IntN(5))-2))
			}
			switch k := r.IntN(8); {
			case k == 0:
				return s
			case k == 1:
				return sx.Sub(s, e)
			case k == 2:
				return sx.Add(e, s)
			case k == 3:
				return sx.Sub(e, s)
			case k == 4 && depth > 0:
				return sx.Sub(sum(s, depth-1), e)
			case k < 7 && depth > 0:
				return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), e, sx.RealLit(0.5)), sum(s, depth-1), sum(s, depth-1))
			}
			return sx.Add(s, e)
		}
		fst, snd := sx.NewProj(0, sx.Ref(state)), sx.NewProj(1, sx.Ref(state))
		var body sx.Term
		if r.IntN(2) == 0 {
			body = sx.NewTuple(sum(fst, 3), sum(snd, 3))
		} else {
			arm := func() sx.Term { return sx.NewTuple(sum(fst, 2), sum(snd, 2)) }
			body = sx.NewIf(sx.NewPrim(sx.MustOp("lt"), x, sx.RealLit(0)), arm(), arm())
		}
		values := []float64{0, math.Copysign(0, -1), 1, -0.3, math.Inf(1), 1e300, 0.7}
		pick := func() float64 { return values[r.IntN(len(values))] }
		term := sx.NewLoop(n, false, sx.NoOutput, i, state, sx.NewTuple(sx.RealLit(pick()), sx.RealLit(math.Copysign(0, -1))), body)
		with, rep := simplified(t, sx.Refresh(term), simplify.Options{Deriving: true})
		if rep.Times("ifSum") == 0 {
			continue
		}
		fired++
		env := &semantics.Env{Vars: map[*sx.Var]semantics.Value{xs: semantics.Reals(pick(), pick(), pick())}}
		run := func(u sx.Term) (out [2]float64) {
			var ev semantics.Evaluator
			v, err := ev.Eval(u, env)
			if err != nil {
				t.Fatal(err)
			}
			for k, e := range v.(*semantics.Tuple).Elems {
				out[k] = float64(e.(semantics.Real))
			}
			return out
		}
		want, got := run(term), run(with)
		for k := range want {
			if math.Float64bits(want[k]) != math.Float64bits(got[k]) && !(math.IsNaN(want[k]) && math.IsNaN(got[k])) {
				t.Fatalf("seed %d: %v, want %v\n%s\n%s", seed, got, want, sx.String(term), sx.String(with))
			}
			if want[k] == 0 && math.Signbit(want[k]) {
				zeros++
			}
		}
	}
	if fired < 500 || zeros < 20 {
		t.Errorf("the rule fired in %d programs, %d values are -0", fired, zeros)
	}
}
