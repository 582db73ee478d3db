package hand

import "math"

// Sine and cosine for a loop in which each argument depends on the sine before,
// so that what counts is how long one takes. Arguments are brought to
// |r| ≤ π/4 by branches, which are predicted well when arguments change slowly
// and do not delay what follows; the polynomials are evaluated in pairs of terms
// (Estrin's scheme). Their coefficients interpolate (sin(√z)/√z − 1)/z and
// (cos(√z) − 1 + z/2)/z² at six Chebyshev nodes in [0, (π/4)²]. The error is
// below 1.5 units in the last place for |x| < 3π/4, and below 2⁻⁵² where |x| < 2²⁰
// (TestSin); beyond that package math decides.

const (
	pi2Hi = 0x1.921fb54442d18p0   // π/2 rounded
	pi2Lo = 0x1.1a62633145c07p-54 // the rest
	// Multiples of pi2A and pi2B by up to 2²⁰ are exact.
	pi2A   = 0x1.921fb544p0
	pi2B   = 0x1.0b4611a6p-34
	pi2C   = math.Pi/2 - pi2A - pi2B
	farMax = 1 << 20
)

// sin is the sine of x.
func sin(x float64) float64 {
	if math.Abs(x) <= math.Pi/4 {
		return sinNear(x)
	}
	if x > 0 && x < 3*math.Pi/4 {
		return cosNear((x - pi2Hi) - pi2Lo)
	}
	if x < 0 && x > -3*math.Pi/4 {
		return -cosNear((x + pi2Hi) + pi2Lo)
	}
	return sinFar(x)
}

// cos is the cosine of x.
func cos(x float64) float64 {
	if math.Abs(x) <= math.Pi/4 {
		return cosNear(x)
	}
	if x > 0 && x < 3*math.Pi/4 {
		return -sinNear((x - pi2Hi) - pi2Lo)
	}
	if x < 0 && x > -3*math.Pi/4 {
		return sinNear((x + pi2Hi) + pi2Lo)
	}
	return cosFar(x)
}

// sinNear is the sine for |r| ≤ π/4.
func sinNear(r float64) float64 {
	z := r * r
	zz := z * z
	p := (-0x1.5555555555555p-3 + z*0x1.1111111110bb2p-7) +
		zz*((-0x1.a01a019e83816p-13+z*0x1.71de379654304p-19)+zz*(-0x1.ae600aca92c64p-26+z*0x1.5e0b05bff20f2p-33))
	return r + (r*z)*p
}

// cosNear is the cosine for |r| ≤ π/4.
func cosNear(r float64) float64 {
	z := r * r
	zz := z * z
	p := (0x1.5555555555555p-5 + z*-0x1.6c16c16c16967p-10) +
		zz*((0x1.a01a019f4e9b4p-16+z*-0x1.27e4fa17bf139p-22)+zz*(0x1.1eeb68cd22f56p-29+z*-0x1.907d8f29fe831p-37))
	return (1 - z/2) + zz*p
}

// sinFar is the sine by reduction with any multiple of π/2.
func sinFar(x float64) float64 {
	if !(math.Abs(x) < farMax) {
		return math.Sin(x)
	}
	r, n := quadrant(x)
	switch n {
	case 0:
		return sinNear(r)
	case 1:
		return cosNear(r)
	case 2:
		return -sinNear(r)
	}
	return -cosNear(r)
}

// cosFar is the cosine by reduction with any multiple of π/2.
func cosFar(x float64) float64 {
	if !(math.Abs(x) < farMax) {
		return math.Cos(x)
	}
	r, n := quadrant(x)
	switch n {
	case 0:
		return cosNear(r)
	case 1:
		return -sinNear(r)
	case 2:
		return -cosNear(r)
	}
	return sinNear(r)
}

// quadrant is the difference of x from the nearest multiple of π/2, and that multiple modulo 4.
func quadrant(x float64) (r float64, n uint64) {
	t := x*(2/math.Pi) + shifter
	n = math.Float64bits(t) % 4
	t -= shifter
	return ((x - t*pi2A) - t*pi2B) - t*pi2C, n
}
