package functions

import "math"

// round32 is x rounded to single precision: by adding and subtracting a number of which that is the last place.
func round32(x float64) float64 {
	e := math.Float64bits(x) >> 52 & 0x7ff
	if e == 0x7ff {
		return x
	}
	if e > 1023+127 {
		return math.Copysign(math.Inf(1), x)
	}
	if e < 1023-126 {
		e = 1023 - 126
	}
	m := math.Float64frombits((e+29)<<52 | 1<<51)
	y := math.Abs(x) + m - m
	if y >= 0x1p128 {
		y = math.Inf(1)
	}
	return math.Copysign(y, x)
}

// bits32 is the representation of x, rounded to single precision, by 32 bits.
func bits32(x float64) int {
	y := round32(x)
	b := math.Float64bits(y)
	s := b >> 63 << 31
	switch {
	case y != y:
		return int(s | 0x7fc00000 | b>>29&(1<<22-1))
	case math.Abs(y) > math.MaxFloat64:
		return int(s | 0xff<<23)
	case math.Abs(y) < 0x1p-126:
		return int(s | uint64(math.Abs(float64(y*0x1p149))))
	}
	return int(s | (b>>52&0x7ff-(1023-127))<<23 | b>>29&(1<<23-1))
}

// frombits32 is the real that the low 32 bits represent in single precision.
func frombits32(n int) float64 {
	b := uint64(n)
	s, e, f := b>>31&1<<63, b>>23&0xff, b&(1<<23-1)
	switch {
	case e == 0:
		return math.Float64frombits(math.Float64bits(float64(float64(f)*0x1p-149)) | s)
	case e == 0xff && f != 0:
		return math.Float64frombits(s | 0x7ff8<<48 | f<<29)
	case e == 0xff:
		return math.Float64frombits(s | 0x7ff<<52)
	}
	return math.Float64frombits(s | (e+1023-127)<<52 | f<<29)
}

// nextafter32 is the number of single precision next to x, rounded to it, toward y.
func nextafter32(x, y float64) float64 {
	x, y = round32(x), round32(y)
	switch {
	case x != x || y != y:
		return math.NaN()
	case x == y:
		return x
	case x == 0:
		return math.Copysign(0x1p-149, y)
	case (y > x) == (x > 0):
		return frombits32(bits32(x) + 1)
	}
	return frombits32(bits32(x) - 1)
}
