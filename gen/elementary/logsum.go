package elementary

import "math"

// logParts is x = 2^k·z for a normal x > 0 with bits b: z is in [11/16, 11/8), and i is
// its row of logTable.
func logParts(b uint64) (k, z float64, i uint64) {
	b -= logOff
	return float64(int64(b) >> 52), math.Float64frombits(b&(1<<52-1) + logOff), b >> 45 % 128
}

// logSum is log(2^k·c·(1+r)) = h + l for the c of row i of logTable and |r| <= 1/256.
// h has no rounding error.
func logSum(k, r float64, i uint64) (h, l float64) {
	e := &logTable[i]
	h = float64(k*logLn2Hi) + e.hi
	z := float64(r * r)
	p := float64(z * (float64(r*logC3) - 0.5 + float64(z*(logC4+float64(r*logC5)+float64(z*logC6)))))
	return h, r + (p + (float64(k*logLn2Lo) + e.lo))
}

// logNear is log(1+r) - r for |r| <= 1/16.
func logNear(r float64) float64 {
	z := float64(r * r)
	p := logN3 + float64(r*logN4) + float64(z*(logN5+float64(r*logN6)+
		float64(z*(logN7+float64(r*logN8)+float64(z*(logN9+float64(r*logN10)+float64(z*(logN11+float64(r*logN12)))))))))
	return float64(z * (float64(r*p) - 0.5))
}
