package hand

import "math"

// The exponential of many numbers at once, in plain Go. A call of math.Exp
// costs twice as much, since here the work of one element overlaps with that of
// the next. x = (k/256)·log 2 + r with |r| ≤ log 2/512, so that exp(x) is a
// power of two, times an entry of a table, times a short polynomial of r. The
// relative error is below 1.5 units in the last place (TestExp); the method is
// that of P. T. P. Tang, "Table-driven implementation of the exponential
// function in IEEE floating-point arithmetic", ACM TOMS 15 (1989).

const (
	expSteps = 256 / math.Ln2
	// The multiples of ln2Hi by any k that occurs are exact.
	ln2Hi = 0x1.62e42fefp-9
	ln2Lo = math.Ln2/256 - ln2Hi
	// Adding shifter rounds to an integer, which is then in the low bits.
	shifter = 0x1.8p52
	// For larger numbers of either sign, and for NaN, math.Exp decides.
	expMax = 708
)

// exp2Table is 2^(j/256).
var exp2Table = func() (t [256]float64) {
	for j := range t {
		t[j] = math.Exp2(float64(j) / 256)
	}
	return t
}()

// expSum writes the exponentials of x − shift to dst, which may be x, and returns their sum.
func expSum(dst, x []float64, shift float64) float64 {
	dst = dst[:len(x)]
	sum := 0.0
	for i, v := range x {
		v -= shift
		if !(math.Abs(v) < expMax) {
			dst[i] = math.Exp(v)
			sum += dst[i]
			continue
		}
		t := v*expSteps + shifter
		k := math.Float64bits(t)
		t -= shifter
		r := (v - t*ln2Hi) - t*ln2Lo
		r2 := r * r
		p := r + r2*((1./2+r*(1./6))+r2*(1./24))
		s := exp2Table[k%256]
		e := math.Float64frombits(math.Float64bits(s+s*p) + k>>8<<52)
		dst[i] = e
		sum += e
	}
	return sum
}
