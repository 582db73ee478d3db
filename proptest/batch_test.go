package proptest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/batch"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/place"
)

// TestBatchedDerivatives: pullbacks at several seeds at once, and pushforwards along several directions, are what they
// are one by one, to the last bit, after the optimiser up to the order of free additions, and cost less.
func TestBatchedDerivatives(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 20
	}
	const lanes = 3
	for _, c := range loopConfigs[:2] {
		ran := 0
		var apart, together int64
		for seed := range int64(n) {
			c.Seed = seed
			s := Generate(c)
			for _, w := range []what{thePullback, thePushforward} {
				r, err := newLoopRun(Real(), s, w)
				if err != nil {
					continue
				}
				placed, err := place.Program(place.Options{}, place.Export{Def: r.def, Name: "f"})
				if err != nil {
					continue
				}
				a, b, err := r.batched(placed, lanes, len(s.Entry.Params))
				if err != nil {
					t.Fatalf("seed %d: %v\n%s\n%s", seed, err, s, placed.Program)
				}
				ran, apart, together = ran+1, apart+a, together+b
			}
		}
		if ran < n/3 || together > apart*9/10 {
			t.Errorf("%d runs: %d operations one by one, %d together", ran, apart, together)
		}
		t.Logf("%d runs: %d operations one by one, %d together", ran, apart, together)
	}
}

// batched compares a function with that of lanes, which have other values of the parameters of the definition from the
// place from on. It returns the operations of both.
func (r *loopRun) batched(placed *place.Result, lanes, from int) (apart, together int64, err error) {
	p := placed.Program
	sizes := loopval.Sizes{}
	for i, n := range r.def.Sizes {
		sizes[n] = r.sizes[i]
	}
	f := exported(p)
	args, err := r.arguments(f, r.given(placed), sizes)
	if err != nil {
		return 0, 0, err
	}
	varying := make([]bool, len(f.Params))
	for i, q := range f.Params {
		for k, d := range r.def.Params {
			varying[i] = varying[i] || k >= from && placed.Part[q.Var] == d
		}
	}
	b, err := batch.Func(p, f, batch.Options{Lanes: lanes, Varying: varying})
	if err != nil {
		return 0, 0, err
	}
	b.Func.Name = "lanes"
	p.Funcs = append(p.Funcs, b.Func)
	if err := loop.Verify(p); err != nil {
		return 0, 0, fmt.Errorf("%w\n%s", err, p)
	}
	var want [][]loop.Value
	all := make([]loop.Value, len(b.Func.Params))
	for l := range lanes {
		mine := make([]loop.Value, len(args))
		for i, x := range args {
			if mine[i] = x; varying[i] {
				mine[i] = scaled(x, float64(l)-0.5)
			}
			all[b.Params[i][min(l, len(b.Params[i])-1)]] = mine[i]
		}
		got, counts, err := loop.Eval(p, f, mine, 100*evalFuel)
		if err != nil {
			return 0, 0, err
		}
		apart += counts.Total()
		want = append(want, got)
	}
	check := func(same func(x, y loop.Value) bool) (loop.Counts, error) {
		got, counts, err := loop.Eval(p, b.Func, all, 100*evalFuel)
		if err != nil {
			return counts, fmt.Errorf("the batch fails: %w", err)
		}
		for l := range lanes {
			for j, places := range b.Results {
				x, y := got[places[min(l, len(places)-1)]], want[l][j]
				if _, ref := got[places[0]].(*loop.Object); !ref && !same(x, y) {
					return counts, fmt.Errorf("lane %d: result %d is %v, want %v", l, j, x, y)
				}
			}
		}
		return counts, nil
	}
	counts, err := check(func(x, y loop.Value) bool { return fmt.Sprintf("%v", x) == fmt.Sprintf("%v", y) })
	if err != nil {
		return 0, 0, err
	}
	f.Exported = false
	p.Funcs = append([]*loop.Func{b.Func}, p.Funcs[:len(p.Funcs)-1]...)
	if err := opt.Optimize(p, opt.Options{Ordered: true, Verify: loop.Verify}); err != nil {
		return 0, 0, err
	}
	_, err = check(nearlySame)
	return apart, counts.Total(), err
}

// nearlySame reports whether two values are the same up to the order of free additions, in which the passes may put
// sums together.
func nearlySame(x, y loop.Value) bool {
	switch x := x.(type) {
	case float64:
		y, ok := y.(float64)
		return ok && (fmt.Sprint(x) == fmt.Sprint(y) || math.Abs(x-y) <= 1e-11*max(1, math.Abs(x), math.Abs(y)))
	case []float64:
		y, ok := y.([]float64)
		return ok && slices.EqualFunc(x, y, func(a, b float64) bool { return nearlySame(a, b) })
	case []loop.Value:
		y, ok := y.([]loop.Value)
		return ok && slices.EqualFunc(x, y, nearlySame)
	}
	return fmt.Sprintf("%v", x) == fmt.Sprintf("%v", y)
}

// scaled is a value with its reals multiplied.
func scaled(x loop.Value, by float64) loop.Value {
	switch x := x.(type) {
	case float64:
		return x * by
	case []float64:
		out := make([]float64, len(x))
		for i := range x {
			out[i] = x[i] * by
		}
		return out
	case []loop.Value:
		out := make([]loop.Value, len(x))
		for i := range x {
			out[i] = scaled(x[i], by)
		}
		return out
	}
	return x
}
