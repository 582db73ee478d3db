package functions

import "math"

// tiny is (y + l)·2^-1022 for y < 2, an l below y/2^50, and a result that may be subnormal: it is rounded once.
func tiny(y, l float64) float64 {
	if y >= 1 {
		return float64((y + l) * 0x1p-1022)
	}
	h := 1 + y
	return float64((h + (((1 - h) + y) + l) - 1) * 0x1p-1022)
}

// expTimes is e^(h+l)·(g+d) for h < 710, a g of 2^-100 to 2^100, and rounding errors l and d.
func expTimes(h, l, g, d float64) float64 {
	if h < -600 {
		if !(h > -800) {
			return 0
		}
		k, r := expReduce(h)
		s, t := expScale(k+1022<<8, r+l)
		y, e := fastTwoSum(s, t)
		p, pe := productPair(y, e, g, d)
		y, e = fastTwoSum(p, pe)
		return tiny(y, e)
	}
	scale := 1.0
	k, r := expReduce(h)
	if h > 600 {
		k, scale = k-128<<8, 0x1p128
	}
	s, t := expScale(k, r+l)
	y, e := fastTwoSum(s, t)
	p, pe := productPair(y, e, g, d)
	return float64((p + pe) * scale)
}

// erfNear is erf x = h + l for |x| <= 1/2, not subnormal.
func erfNear(x float64) (h, l float64) {
	z := float64(x * x)
	q := float64(z * z)
	p := float64(z * (erfC0 + float64(z*erfC1) + float64(q*(erfC2+float64(z*erfC3)+float64(q*(erfC4+float64(z*erfC5)+
		float64(q*(erfC6+float64(z*erfC7)+float64(q*(erfC8+float64(z*erfC9)))))))))))
	h, l = twoProd(x, erfOneHi)
	return fastTwoSum(h, l+float64(x*(erfOneLo+p)))
}

// erfcScaled is e^(x²)·erfc x = h + l for x in [1/2, 32).
func erfcScaled(x float64) (h, l float64) {
	b := math.Float64bits(x)
	row := 13 * (int(b>>48) - 1022<<4)
	m := math.Float64frombits(b&(1<<52-1) | 1023<<52)
	c := math.Float64frombits(b&(1<<52-1)>>48<<48 | 1023<<52 | 1<<47)
	d := m - c
	z := float64(d * d)
	q := float64(z * z)
	p := erfcTable[row+2] + float64(d*erfcTable[row+3]) + float64(z*(erfcTable[row+4]+float64(d*erfcTable[row+5]))) +
		float64(q*(erfcTable[row+6]+float64(d*erfcTable[row+7])+float64(z*(erfcTable[row+8]+float64(d*erfcTable[row+9])))+
			float64(q*(erfcTable[row+10]+float64(d*erfcTable[row+11])+float64(z*erfcTable[row+12])))))
	return fastTwoSum(erfcTable[row], erfcTable[row+1]+float64(d*p))
}

// erfcFar is erfc x = h + l for x in [1/2, 26).
func erfcFar(x float64) (h, l float64) {
	p, pe := twoProd(x, x)
	k, r := expReduce(-p)
	s, t := expScale(k, r-pe)
	y, e := fastTwoSum(s, t)
	g, d := erfcScaled(x)
	return productPair(y, e, g, d)
}

// erf is the error function, 2/√π·∫₀ˣ e^(-t²) dt.
func erf(x float64) float64 {
	a := math.Abs(x)
	if a < 0.5 {
		if a < 0x1p-500 {
			return timesPair(x, erfOneHi, erfOneLo)
		}
		h, l := erfNear(x)
		return h + l
	}
	if !(a < 6) {
		if a != a {
			return x
		}
		return math.Copysign(1, x)
	}
	h, l := erfcFar(a)
	s, e := fastTwoSum(1, -h)
	return math.Copysign(s+(e-l), x)
}

// erfc is 1 - erf x.
func erfc(x float64) float64 {
	a := math.Abs(x)
	if a < 0.5 {
		if a < 0x1p-60 {
			return 1 - x
		}
		h, l := erfNear(x)
		s, e := fastTwoSum(1, -h)
		return s + (e - l)
	}
	if x < 0 {
		if x < -6 {
			return 2
		}
		h, l := erfcFar(a)
		s, e := fastTwoSum(2, -h)
		return s + (e - l)
	}
	if !(x < 28) {
		if x != x {
			return x
		}
		return 0
	}
	p, pe := twoProd(x, x)
	g, d := erfcScaled(x)
	return expTimes(-p, -pe, g, d)
}

// normcdf is the probability below x in the standard normal distribution: erfc(-x/√2)/2.
func normcdf(x float64) float64 {
	z, e := twoProd(-x, rootHalfHi)
	e += float64(-x * rootHalfLo)
	a := math.Abs(z)
	if a < 0.5 {
		if a < 0x1p-60 {
			return 0.5
		}
		h, l := erfNear(z)
		s, t := fastTwoSum(0.5, float64(-0.5*h))
		return s + (t - float64(0.5*(l+float64(e*(erfOneHi-float64(float64(z*z)*erfOneHi))))))
	}
	if !(a < 28) {
		switch {
		case x != x:
			return x
		case x < 0:
			return 0
		}
		return 1
	}
	p, pe := twoProd(x, x)
	g, d := erfcScaled(a)
	if z < 0 {
		e = -e
	}
	d += float64(e * (float64(2*a*g) - erfOneHi)) // the derivative of e^(z²)·erfc z
	if z > 0 {
		return expTimes(float64(-0.5*p), float64(-0.5*pe), float64(0.5*g), float64(0.5*d))
	}
	if a > 6 {
		return 1
	}
	k, r := expReduce(float64(-0.5 * p))
	u, v := expScale(k, r-float64(0.5*pe))
	y, ye := fastTwoSum(u, v)
	h, l := productPair(y, ye, float64(0.5*g), float64(0.5*d))
	s, t := fastTwoSum(1, -h)
	return s + (t - l)
}

// normpdf is the density of the standard normal distribution: e^(-x²/2)/√(2π).
func normpdf(x float64) float64 {
	if !(math.Abs(x) < 40) {
		if x != x {
			return x
		}
		return 0
	}
	p, pe := twoProd(x, x)
	return expTimes(float64(-0.5*p), float64(-0.5*pe), normOneHi, normOneLo)
}
