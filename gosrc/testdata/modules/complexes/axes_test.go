package complexes

import (
	"math"
	"math/cmplx"
	"testing"
)

// slopes are the derivatives of the functions of Of. Those with a cut are written for the side that they are on.
var slopes = []func(z complex128) complex128{
	0:  func(z complex128) complex128 { return 0.5 / cmplx.Sqrt(z) },
	1:  cmplx.Exp,
	2:  func(z complex128) complex128 { return 1 / z },
	3:  func(z complex128) complex128 { return complex(math.Log10E, 0) / z },
	4:  cmplx.Cos,
	5:  func(z complex128) complex128 { return -cmplx.Sin(z) },
	6:  func(z complex128) complex128 { return 1 + cmplx.Tan(z)*cmplx.Tan(z) },
	7:  func(z complex128) complex128 { return -1 - cmplx.Cot(z)*cmplx.Cot(z) },
	8:  cmplx.Cosh,
	9:  cmplx.Sinh,
	10: func(z complex128) complex128 { return 1 - cmplx.Tanh(z)*cmplx.Tanh(z) },
	11: func(z complex128) complex128 { return 1 / cmplx.Cos(cmplx.Asin(z)) },
	12: func(z complex128) complex128 { return -1 / cmplx.Sin(cmplx.Acos(z)) },
	13: func(z complex128) complex128 { return 1 / (1 + z*z) },
	14: func(z complex128) complex128 { return 1 / cmplx.Cosh(cmplx.Asinh(z)) },
	15: func(z complex128) complex128 { return 1 / cmplx.Sinh(cmplx.Acosh(z)) },
	16: func(z complex128) complex128 { return 1 / (1 - z*z) },
	17: func(z complex128) complex128 { return 1.5 * cmplx.Sqrt(z) },
	18: func(z complex128) complex128 { return complex(math.Log(0.5), 0) * cmplx.Pow(0.5, z) },
	19: func(z complex128) complex128 { return cmplx.Pow(z, z) * (1 + cmplx.Log(z)) },
}

// On the axes, where the functions have branches of their own, derivatives across the axis are those of the function
// on both sides; on a cut those of the side that the value is on.
func TestAxes(t *testing.T) {
	minus := math.Copysign(0, -1)
	for _, z := range []complex128{
		0.5, 2, -0.5, -2, 0.5i, 2i, -0.5i, -2i, 0.3 + 0.4i, -3 - 2i, 40 - 1i,
		complex(2, minus), complex(-2, minus), complex(minus, 2), complex(minus, -2), complex(0.5, minus),
	} {
		for k, slope := range slopes {
			want := slope(z)
			v, along := OfJVP(k, z, 1)
			_, across := OfJVP(k, z, 1i)
			var zbar complex128
			OfVJP(k, z, 2+1i, &zbar)
			if v != Of(k, z) {
				t.Errorf("function %d at %v: %v, not %v", k, z, v, Of(k, z))
			}
			for name, pair := range map[string][2]complex128{
				"along": {along, want}, "across": {across, 1i * want}, "pulled back": {zbar, (2 + 1i) * cmplx.Conj(want)},
			} {
				if got, want := pair[0], pair[1]; !(cmplx.Abs(got-want) <= 1e-12*(1+cmplx.Abs(want))) {
					t.Errorf("function %d at %v, %s: %v, not %v", k, z, name, got, want)
				}
			}
		}
	}
}

// The derivative of a square at 0 is 0.
func TestSquare(t *testing.T) {
	zbar := 1i
	if SquareVJP(0, 1, &zbar); zbar != 0 {
		t.Error(zbar)
	}
}
