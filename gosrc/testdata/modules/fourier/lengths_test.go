package fourier

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

// dft is the sum that defines the transform; with sign 1 it is the transform back.
func dft(x []complex128, sign float64) []complex128 {
	out := make([]complex128, len(x))
	for k := range out {
		for j, v := range x {
			out[k] += v * cmplx.Exp(complex(0, sign*2*math.Pi*float64(k*j)/float64(len(x))))
		}
	}
	return out
}

// The derivative by x[j] is 2·Re Σ conj(X[k])·exp(-2πi·jk/n) over the coefficients that are there.
func TestEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{1, 2, 3, 4, 5, 6, 9, 20} {
		x, z, g := make([]float64, n), make([]complex128, n), make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64()
			z[i] = complex(x[i], 0)
		}
		value, half := EnergyGrad(x, g), dft(z, -1)[:n/2+1]
		want, sums := 0.0, make([]float64, n)
		for k, v := range half {
			want += real(v * cmplx.Conj(v))
			for j := range x {
				sums[j] += 2 * real(cmplx.Conj(v)*cmplx.Exp(complex(0, -2*math.Pi*float64(j*k)/float64(n))))
			}
		}
		if !(math.Abs(value-want) <= 1e-10*(1+want)) {
			t.Errorf("n = %d: %v, want %v", n, value, want)
		}
		for j := range g {
			if !(math.Abs(g[j]-sums[j]) <= 1e-10*(1+want)) {
				t.Errorf("n = %d: by x[%d]: %v, want %v", n, j, g[j], sums[j])
			}
		}
	}
}
