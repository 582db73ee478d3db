package wasmbackend_test

import (
	"context"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

const layers = `--chad:emit jam
def dot [n] (a : [n]real, b : [n]real) : real = sum [a[i] * b[i] | i < n]

--chad:grad wrt=w,b,v
def loss [n, d, h, o] (w : [h][d]real, b : [h]real, v : [o][h]real, x : [n][d]real) : real =
  sum [let u = [tanh (dot (w[i], x[k]) + b[i]) | i < h] in sum [exp (dot (v[i], u)) | i < o] | k < n]
`

// Several samples of a network run side by side, and two rows of its matrices: for all sizes, odd ones and those of
// which nothing is left, the gradient is that of one after the other.
func TestTiles(t *testing.T) {
	ctx := context.Background()
	var funcs [2]*run.Func
	for k := range funcs {
		m, err := chad.GenerateWasm("layers.chad", []byte(layers), wasmbackend.Options{Scalar: k == 1, Yield: true})
		if err != nil {
			t.Fatal(err)
		}
		p, err := run.New(ctx, newEngine(t), m)
		if err != nil {
			t.Fatal(err)
		}
		if funcs[k], err = p.Func("lossGrad"); err != nil {
			t.Fatal(err)
		}
	}
	for _, size := range [][]int{{4, 1, 2, 1}, {8, 3, 5, 2}, {9, 16, 4, 3}, {7, 17, 7, 4}, {5, 33, 2, 5}, {4, 40, 3, 1}, {4, 0, 3, 2}, {6, 0, 0, 2}, {6, 5, 1, 0}, {3, 8, 8, 8}} {
		var got [2][]float64
		for k, f := range funcs {
			call, err := f.Bind(ctx, size...)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 4 {
				xs, err := call.Reals(i)
				if err != nil {
					t.Fatal(err)
				}
				for j := range xs {
					xs[j] = math.Sin(float64(100*i+7*j)) / 4
				}
			}
			if err := call.Run(ctx); err != nil {
				t.Fatal(err)
			}
			for i, l := range f.Block().Leaves {
				if !l.Result {
					continue
				}
				xs, err := call.Reals(i)
				if err != nil {
					t.Fatal(err)
				}
				got[k] = append(got[k], xs...)
			}
			call.Release()
		}
		if len(got[0]) != len(got[1]) {
			t.Fatal(size, len(got[0]), len(got[1]))
		}
		for i, want := range got[1] {
			if !(math.Abs(got[0][i]-want) <= 1e-13*(1+math.Abs(want))) {
				t.Errorf("%v: number %d is %v, want %v", size, i, got[0][i], want)
				break
			}
		}
	}
}
