package wasmbackend_test

import (
	"context"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Results in the block that are stored to in pairs, one by one, by additions, outside of loops, and both.
const watched = `
--chad:func
def pairs [n] (x : [n]real, a : real) : [n]real = [x[i] * a | i < n]

--chad:func
def singles [n] (x : [n]real, a : real) : [n]real = [if int i - int i / 3 * 3 == 0 then x[i] + a else a | i < n]

--chad:func
def one [n] (x : [n]real, a : real) : [n]real = if n > 0 then set (replicate n 1.0) (0 :> idx n) (-x[0]) else replicate n a

--chad:grad wrt=x
def steps [n] (x : [n]real, a : real) : real = sum [100 * (x[i + 1] - x[int i] ^ 2) ^ 2 + a | i < n - 1]

--chad:grad wrt=x
def scattered [n] (x : [n]real, a : real) : real = sum [x[int i / 2 :> idx n] * a | i < n]
`

// Whatever NaN is stored to an array that is watched, the result has one: an odd one at each place, with infinities of
// both signs, and from engines' own operations.
func TestWatchedNaN(t *testing.T) {
	ctx := context.Background()
	odd := math.Float64frombits(0xfff8_0000_0000_0123)
	for _, scalar := range []bool{false, true} {
		m, err := chad.GenerateWasm("m.chad", []byte(watched), wasmbackend.Options{Scalar: scalar})
		if err != nil {
			t.Fatal(err)
		}
		p, err := run.New(ctx, newEngine(t), m)
		if err != nil {
			t.Fatal(err)
		}
		some := map[string]int{}
		for _, b := range m.Blocks {
			f, err := p.Func(b.Name)
			if err != nil {
				t.Fatal(err)
			}
			for n := range 12 {
				for at := range n {
					for _, a := range []float64{1, 0, odd} {
						x := make([]float64, n)
						for i := range x {
							x[i] = []float64{1, math.Inf(1), -2, math.Inf(-1)}[i%4]
						}
						x[at] = odd
						got, err := f.Leaves(ctx, []int{n}, []loop.Value{x, a})
						if err != nil {
							t.Fatal(err)
						}
						some[b.Name] += oneNaN(t, got)
					}
				}
			}
			if some[b.Name] == 0 {
				t.Errorf("%s has no NaN", b.Name)
			}
		}
		t.Log(some)
	}
}
