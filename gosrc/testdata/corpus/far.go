package corpus

import "math"

// Far has loops that stand for ones without a bound.
func Far(x, y float64) float64 {
	most := math.MaxInt
	s := x
	for i := 0; i <= most; i++ {
		if s += y * x; i > 3 {
			break
		}
	}
	for i := 0; i < most; i += 3 {
		if s += y * s; i > 3 {
			break
		}
	}
	for i := -2; i < math.MaxInt; i++ {
		if s -= y * x; i > 3 {
			break
		}
	}
	for i := 3; i >= math.MinInt; i -= 3 {
		if s += y * s; i < -3 {
			break
		}
	}
	for i := uint64(0); i < math.MaxUint64; i++ {
		if s += y * y; i > 3 {
			break
		}
	}
	for i := uint(1); i <= math.MaxUint; i += 3 {
		if s += x * x; i > 3 {
			return s
		}
	}
	return 0
}

// FarFrom compares with numbers so far from lengths that differences wrap.
func FarFrom(x []float64, y float64) float64 {
	best, worst := math.MaxInt, math.MinInt
	s := y
	if len(x)-5 < best {
		s += x[0] * y
	}
	if len(x)+5 > worst {
		s += x[1] * y
	}
	for i := range x {
		if i-9 < best {
			s += x[i] * y
		}
		if i+9 <= worst {
			s = 0
		}
	}
	return s
}

// FarAny has loops between variables that may be anything.
func FarAny(x, y float64) float64 {
	least, most := math.MinInt, math.MaxInt
	if x > 1e9 {
		least, most = -9, 9
	}
	s := x
	for i := least; i < most; i++ {
		if s += x * y; i > least+3 {
			break
		}
	}
	for i := -1 - len("ab"); i < most; i += 2 {
		if s += y; i > 3 {
			break
		}
	}
	for i := 5; i > least; i-- {
		if s += y * s; i < 0 {
			break
		}
	}
	for i := most; i >= 0; i-- {
		if s -= x * x; i < most-3 {
			break
		}
	}
	for j := range 3 {
		for i := j; i <= most; i++ {
			if s += y * float64(i); i > 4 {
				break
			}
		}
	}
	for i := least; i <= -5; i++ {
		if s += x * y; i > least+2 {
			return s
		}
	}
	return 0
}
