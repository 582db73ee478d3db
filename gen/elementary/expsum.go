package elementary

import "math"

// expReduce is x = (n·ln 2)/256 + r with |r| <= ln 2/512, for |x| < 720, and n in the low
// bits of k.
func expReduce(x float64) (k uint64, r float64) {
	const shift = 0x1.8p52 // adding it rounds to an integer
	y := float64(x*expInv) + shift
	n := y - shift
	return math.Float64bits(y), x - float64(n*expHi) - float64(n*expLo)
}

// expOuter reports whether the k that expReduce gives is of a number beyond ±698, or of NaN: it is far from the bits of
// 1.5·2^52, and what else expReduce gives may mean nothing. One comparison of integers costs less than one of floats,
// of which a processor is short here.
func expOuter(k uint64) bool { return k-(0x433<<52+1<<51-258000) >= 516000 }

// expScale is e^x = s + t for x = (n·ln 2)/256 + r: s is next to 2^(n/256), and |t| < s/511.
func expScale(k uint64, r float64) (s, t float64) {
	e := &expTable[k%256]
	s = math.Float64frombits(e.bits + k<<44)
	z := float64(r * r)
	p := float64(z * (0.5 + float64(r*expC3) + float64(z*expC4)))
	return s, float64(s * (e.tail + r + p))
}
