package complexes

import (
	"math"
	"testing"
)

var special = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.25, -2.5, 7, math.Pi / 2, 1e9 + 0.5, -3e19, 1e300, -1e308, 5e-324, -1e-310, 1e-160,
	math.Inf(1), math.Inf(-1), math.NaN(),
}

// Values are those of Go, to the bit, also of numbers of which the run time and math/cmplx have a word to say.
func TestSpecial(t *testing.T) {
	for _, a := range special {
		for _, b := range special {
			z := complex(a, b)
			for k := range len(slopes) {
				v, _ := OfJVP(k, z, 1)
				equal(t, v, Of(k, z), "function", k, z)
			}
			for _, c := range special {
				for _, d := range special {
					v, _ := QuotientJVP(z, complex(c, d), 1, 1)
					equal(t, v, Quotient(z, complex(c, d)), "a quotient", z, complex(c, d))
					v, _ = PowerJVP(z, complex(c, d), 1, 1)
					if z != 0 || !math.IsNaN(c) { // there the library panics
						equal(t, v, Power(z, complex(c, d)), "a power", z, complex(c, d))
					}
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}

func equal(t *testing.T, got, want complex128, what ...any) {
	t.Helper()
	if !sameBits(real(got), real(want)) || !sameBits(imag(got), imag(want)) {
		t.Error(append(what, "is", got, "not", want)...)
	}
}

func sameBits(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
}
