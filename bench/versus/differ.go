package versus

import (
	"math"

	"github.com/seed-4b734f86/gochad/bench/web"
)

// Differ is the first index where two results differ by more than 1e-9 of the largest number in want, or 0 where they
// are not as many; −1 if there is none.
func Differ(got, want []web.Number) int {
	if len(got) != len(want) {
		return 0
	}
	scale := 1e-300
	for _, w := range want {
		if a := math.Abs(float64(w)); a > scale && !math.IsInf(a, 0) {
			scale = a
		}
	}
	for i := range want {
		g, w := float64(got[i]), float64(want[i])
		if g == w || math.IsNaN(g) && math.IsNaN(w) {
			continue
		}
		if !(math.Abs(g-w) <= 1e-9*scale) {
			return i
		}
	}
	return -1
}
