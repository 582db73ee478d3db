package functions

import "math"

// fmod is x - n·y for the integer n next to x/y toward 0, exactly.
func fmod(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	switch {
	case !ordinary(y) && !(b > math.MaxFloat64) || !(a <= math.MaxFloat64):
		return math.NaN()
	case a < b:
		return x
	}
	e, least := ilogbOf(a), ilogbOf(b)
	m := math.Float64bits(mantissa(a))&(1<<52-1) | 1<<52
	d := math.Float64bits(mantissa(b))&(1<<52-1) | 1<<52
	for e > least {
		if m >= d {
			m -= d
		}
		m <<= 1
		e--
	}
	if m >= d {
		m -= d
	}
	return math.Copysign(ldexp(float64(m), least-52), x)
}

// remainder is x - n·y for the integer n next to x/y, the even one of two, exactly.
func remainder(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	switch {
	case !ordinary(y) && !(b > math.MaxFloat64) || !(a <= math.MaxFloat64):
		return math.NaN()
	case b > math.MaxFloat64:
		return x
	}
	if b <= math.MaxFloat64/2 {
		a = fmod(a, b+b)
	}
	if b < 0x1p-1021 { // half of b may not be a float64
		if a+a > b {
			a -= b
			if a+a >= b {
				a -= b
			}
		}
	} else {
		half := float64(0.5 * b)
		if a > half {
			a -= b
			if a >= half {
				a -= b
			}
		}
	}
	return math.Float64frombits(math.Float64bits(a) ^ math.Float64bits(x)>>63<<63)
}
