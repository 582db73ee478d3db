package hand

import "math"

// expm1Table is 2^(j/256) − 1.
var expm1Table = func() (t [256]float64) {
	for j := range t {
		t[j] = math.Expm1(float64(j) * (math.Ln2 / 256))
	}
	return t
}()

// tanhMax is where tanh is 1 up to rounding.
const tanhMax = 20

// tanhAll replaces each element by its hyperbolic tangent, e/(e + 2) where
// e = exp(2|x|) − 1 is computed without cancellation and
// otherwise as in expSum, with one more term, since here p matters alone. There is no
// branch on the size of x, which is hard to predict; the relative error is
// below 3 units in the last place (TestTanh).
func tanhAll(x []float64) {
	for i, v := range x {
		y := 2 * math.Abs(v)
		if !(y < 2*tanhMax) {
			x[i] = math.Tanh(v)
			continue
		}
		t := y*expSteps + shifter
		k := math.Float64bits(t)
		t -= shifter
		r := (y - t*ln2Hi) - t*ln2Lo
		r2 := r * r
		p := r + r2*((1./2+r*(1./6))+r2*(1./24+r*(1./120)))
		power := math.Float64frombits((k>>8 + 1023) << 52)
		e := power*(expm1Table[k%256]+exp2Table[k%256]*p) + (power - 1)
		x[i] = math.Copysign(e/(e+2), v)
	}
}
