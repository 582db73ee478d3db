package elementary

import "math"

// tanh is the hyperbolic tangent of x. For |x| = a + b with a a multiple of 1/8 and
// T = tanh a, t = tanh b it is T + t - t·T·(T+t)/(1+T·t), where the last term is small.
func tanh(x float64) float64 {
	const shift = 0x1p49 // adding it rounds to a multiple of 1/8
	y := math.Abs(x)
	n := y + shift
	i := math.Float64bits(n) - math.Float64bits(shift)
	if i >= uint64(len(tanhTable)) {
		if x != x {
			return x
		}
		return math.Copysign(1, x)
	}
	e := &tanhTable[i]
	b := y - (n - shift)
	z := float64(b * b)
	q := float64(z * z)
	p := float64(b * z * (tanhC3 + float64(z*tanhC5) + float64(q*(tanhC7+float64(z*tanhC9)+float64(q*tanhC11)))))
	t := b + p
	w := float64(t * e.hi)
	u := w * (e.hi + t) / (1 + w)
	h := e.hi + b
	return math.Copysign(h+((e.hi-h)+b+((p-u)+e.lo)), x)
}
