package complexes

import (
	"math"
	"math/cmplx"
)

func twiddle(k, n int) complex128 { return cmplx.Exp(complex(0, -2*math.Pi*float64(k)/float64(n))) }

func twiddleSplit(k, n int) pair {
	r := math.Exp(0)
	sin, cos := math.Sincos(-2 * math.Pi * float64(k) / float64(n))
	return pair{r * cos, r * sin}
}
