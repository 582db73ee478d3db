package penrose

import (
	"fmt"
	"math"
)

// Differ says where phi and gradient differ from the reference: by more than 1e-9 of it, or of the largest component of
// the gradient. Nothing is empty.
func (r *Reference) Differ(got []float64) string {
	want := r.Results()
	if len(got) != len(want) {
		return fmt.Sprintf("%d results, want %d", len(got), len(want))
	}
	scale := 1.0
	for _, w := range want[1:] {
		if !math.IsNaN(w) {
			scale = max(scale, math.Abs(w))
		}
	}
	for i, w := range want {
		s := scale
		if i == 0 {
			s = math.Abs(w)
		}
		if math.IsNaN(w) && math.IsNaN(got[i]) || got[i] == w || math.Abs(got[i]-w) <= 1e-9*s {
			continue
		}
		return fmt.Sprintf("result %d is %v, Penrose says %v", i, got[i], w)
	}
	return ""
}
