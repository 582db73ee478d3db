package translate_test

import (
	"go/types"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
)

// unsigned are functions that may give a zero of the other sign: sorts have no order between them, and Scal and Gemv
// store zeros for products with 0, where ours multiply, as its derivative needs.
var unsigned = map[string]bool{"eSort": true, "eSortFloat64s": true, "eSortFunc": true, "eBlasScal": true, "eBlasGemv": true}

// Each function of a library means what the library means: for empty slices, lengths that differ, numbers that are
// none, zeros with signs. Where the library panics it fails.
func TestShelfEdges(t *testing.T) {
	text, err := os.ReadFile("shelf_edgefuncs_test.go")
	if err != nil {
		t.Fatal(err)
	}
	p := check(t, "p", map[string]string{"shelf_edgefuncs_test.go": string(text)}, "")
	for name, native := range edgeFuncs {
		t.Run(name, func(t *testing.T) {
			res, diags := translate.Translate(p, []translate.Root{{Func: p.Types.Scope().Lookup(name).(*types.Func)}})
			if len(diags) > 0 {
				t.Fatal(diags.Err())
			}
			f := res.Roots[0].Flow
			r := rand.New(rand.NewPCG(5, 6))
			for range 200 {
				x, y := edgeSlice(r), edgeSlice(r)
				if r.IntN(2) == 0 {
					y = slices.Clone(x)
					for i := range y {
						y[i] = edgeReal(r)
					}
				}
				c, k := edgeReal(r), r.IntN(5)
				args := []reflect.Value{reflect.ValueOf(slices.Clip(slices.Clone(x))), reflect.ValueOf(slices.Clip(slices.Clone(y))), reflect.ValueOf(c), reflect.ValueOf(k)}
				var vals []eval.Value
				for i, a := range args {
					vals = append(vals, eval.From(a, f.Params[i].Type))
				}
				want, panics := call(reflect.ValueOf(native), args)
				got, err := eval.Call(f, vals)
				if (err != nil) != (panics != nil) {
					t.Fatalf("on %v, %v, %v, %d: %v, the library says %v", x, y, c, k, err, panics)
				}
				for i, w := range want {
					g, w := got[i].Flat(f.Results[i].Type), eval.From(w, f.Results[i].Type).Flat(f.Results[i].Type)
					ok := len(g) == len(w)
					for j := 0; ok && j < len(g); j++ {
						ok = g[j].I == w[j].I && (edgeSame(g[j].F, w[j].F) || g[j].F == 0 && w[j].F == 0 && unsigned[name])
					}
					if !ok {
						t.Fatalf("result %d on %v, %v, %v, %d: %v, the library has %v", i, x, y, c, k, g, w)
					}
				}
			}
		})
	}
}

func edgeSlice(r *rand.Rand) []float64 {
	x := make([]float64, r.IntN(9))
	for i := range x {
		x[i] = edgeReal(r)
	}
	return x
}

func edgeReal(r *rand.Rand) float64 {
	if r.IntN(12) == 0 {
		return []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(5)]
	}
	return float64(r.IntN(13)-6) / 2
}

// edgeSame allows for sums in another order, not for another sign of zero.
func edgeSame(x, y float64) bool {
	switch {
	case math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0):
		return x == y || math.IsNaN(x) && math.IsNaN(y)
	case x == 0 && y == 0:
		return math.Signbit(x) == math.Signbit(y)
	}
	return math.Abs(x-y) <= 1e-12*(math.Abs(x)+math.Abs(y))
}
