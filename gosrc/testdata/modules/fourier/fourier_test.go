package fourier

import (
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"
)

// The transform is linear, so that its pullback is the transform back of the cotangent, whatever the point is.
func TestPullback(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{4, 16, 64} {
		x, w, xbar := make([]complex128, n), make([]complex128, n), make([]complex128, n)
		for i := range x {
			x[i], w[i] = complex(r.NormFloat64(), r.NormFloat64()), complex(r.NormFloat64(), r.NormFloat64())
		}
		y := Radix4VJP(x, w, xbar)
		fft := fourier.NewCmplxFFT(n)
		near(t, "Radix4", y, fft.Coefficients(nil, x))
		near(t, "the pullback", xbar, fft.Sequence(nil, w))
	}
}

// The gradient of half the energy is the transform back of that half of the spectrum.
func TestGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{2, 4, 8, 32} {
		x, xbar := make([]complex128, n), make([]complex128, n)
		for i := range x {
			x[i] = complex(r.NormFloat64(), r.NormFloat64())
		}
		got := Radix2Grad(x, xbar)
		fft := fourier.NewCmplxFFT(n)
		half := fft.Coefficients(nil, x)
		want := 0.0
		for k := range half {
			if k >= n/2 {
				half[k] = 0
			}
			want += real(half[k] * cmplx.Conj(half[k]))
			half[k] *= 2
		}
		near(t, "the energy", []complex128{complex(got, 0)}, []complex128{complex(want, 0)})
		near(t, "the gradient", xbar, fft.Sequence(nil, half))
	}
}

func near(t *testing.T, what string, got, want []complex128) {
	t.Helper()
	for i := range got {
		if cmplx.Abs(got[i]-want[i]) > 1e-11*(1+cmplx.Abs(want[i])) {
			t.Errorf("%s: %v at %d of %d, not %v", what, got[i], i, len(got), want[i])
		}
	}
}
