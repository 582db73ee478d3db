package functions

import "math"

// erfinvNear is the x with erf x = y + e, for |y| <= 0.5205 and a rounding error e: three steps of Newton's from a
// series, the last with the residual in two parts.
func erfinvNear(y, e float64) float64 {
	z := float64(y * y)
	x := float64(y * (0.886226925452758 + float64(z*(0.2320136665346545+float64(z*(0.12755617530559793+float64(z*0.08655212924154752)))))))
	for range 3 {
		h, l := erfNear(x)
		x += float64((((y - h) + e) - l) * (erfOneInverse * exp(float64(x*x))))
	}
	return x
}

// erfOneInverse is √π/2.
const erfOneInverse = 0.886226925452758

// erfcinvFar is the x >= 1/2 with erfc x = p, for p in (0, 0.4795]: Newton's iteration for log erfc x = log p, at last
// with the residual in two parts.
func erfcinvFar(p float64) float64 {
	u, v := logPair(p)
	x := math.Sqrt(max(float64(-0.5*log(float64(-math.Pi*u)))-u, 0.25))
	for range 5 {
		g, _ := erfcScaled(max(x, 0.5))
		x = max(x, 0.5)
		x += float64((log(g) - float64(x*x) - u) * (g * erfOneInverse))
	}
	x = max(x, 0.5)
	g, d := erfcScaled(x)
	w, we := logPair(g)
	q, qe := twoProd(x, x)
	s, se := twoSum(w, -q)
	t, te := twoSum(s, -u)
	return x + float64((t+(te+se+(we+d/g-qe-v)))*(g*erfOneInverse))
}

// erfinv is the inverse of erf.
func erfinv(y float64) float64 {
	a := math.Abs(y)
	switch {
	case !(a < 1):
		if a == 1 {
			return math.Copysign(math.Inf(1), y)
		}
		return math.NaN()
	case a < 0x1p-30:
		return timesPair(y, erfInvHi, erfInvLo)
	case a <= 0.5205:
		return erfinvNear(y, 0)
	}
	return math.Copysign(erfcinvFar(1-a), y)
}

// erfcinv is the inverse of erfc.
func erfcinv(p float64) float64 {
	switch {
	case !(p > 0 && p < 2):
		if p == 0 {
			return math.Inf(1)
		}
		if p == 2 {
			return math.Inf(-1)
		}
		return math.NaN()
	case p < 0.4795:
		return erfcinvFar(p)
	case p <= 1.5205:
		y, e := twoSum(1, -p)
		if math.Abs(y) < 0x1p-30 {
			return timesPair(y, erfInvHi, erfInvLo)
		}
		return erfinvNear(y, e)
	}
	return -erfcinvFar(2 - p)
}
