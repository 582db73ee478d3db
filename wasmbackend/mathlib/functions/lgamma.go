package functions

import "math"

// lgammaNear is log Γ(x + e) = h + l for x in [3/4, 3) and a rounding error e: (x-1)·(x-2) times a polynomial.
func lgammaNear(x, e float64) (h, l float64) {
	i := int(float64((x - 0.75) * 8))
	row := 18 * i
	d := x - (0.8125 + float64(float64(i)*0.125))
	z := float64(d * d)
	q := float64(z * z)
	o := float64(q * q)
	p := lgammaTable[row+2] + float64(d*lgammaTable[row+3]) + float64(z*(lgammaTable[row+4]+float64(d*lgammaTable[row+5]))) +
		float64(q*(lgammaTable[row+6]+float64(d*lgammaTable[row+7])+float64(z*(lgammaTable[row+8]+float64(d*lgammaTable[row+9]))))) +
		float64(o*(lgammaTable[row+10]+float64(d*lgammaTable[row+11])+float64(z*(lgammaTable[row+12]+float64(d*lgammaTable[row+13])))+
			float64(q*(lgammaTable[row+14]+float64(d*lgammaTable[row+15])+float64(z*(lgammaTable[row+16]+float64(d*lgammaTable[row+17])))))))
	g, ge := fastTwoSum(lgammaTable[row], lgammaTable[row+1]+float64(d*p))
	s, se := twoSum(x-1, e)
	t, te := twoSum(x-2, e)
	s, se = productPair(s, se, t, te)
	s, se = fastTwoSum(s, se)
	return productPair(s, se, g, ge+float64(e*p))
}

// lgammaPair is log Γ(x) = h + l for x in [2^-60, 2^1000).
func lgammaPair(x float64) (h, l float64) {
	if x < 0.75 {
		y, e := fastTwoSum(1, x)
		h, l = lgammaNear(y, e)
		u, v := logPair(x)
		s, t := twoSum(-u, h)
		return fastTwoSum(s, t+(l-v))
	}
	if x < 3 {
		return lgammaNear(x, 0)
	}
	y, e, p, q := risen(x)
	h, l = stirling(y, e)
	if x < 12 {
		u, v := logPair(p)
		s, t := twoSum(h, -u)
		return fastTwoSum(s, t+(l-v-q/p))
	}
	return h, l
}

// lgamma is log |Γ(x)|: for x < 0, log(π/(|x·sin πx|·Γ(-x))).
func lgamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-60:
		return -log(a)
	case x != x || x < -math.MaxFloat64:
		return x
	case x > 2.6e305 || x < -0x1p52 || x < 0 && x == math.Floor(x):
		return math.Inf(1)
	}
	h, l := lgammaPair(a)
	if x > 0 {
		return h + l
	}
	s, se := sinpiPair(a)
	b, be := productPair(math.Abs(s), float64(math.Copysign(1, s)*se), a, 0)
	b, be = fastTwoSum(b, be)
	u, v := logPair(b)
	v += be / b
	s1, e1 := twoSum(-u, -h)
	s2, e2 := twoSum(s1, logPiHi)
	return s2 + (e2 + e1 + (logPiLo - v - l))
}

// digammaPair is ψ(x) = h + l for x >= 2^-60.
func digammaPair(x float64) (h, l float64) {
	y, e := x, 0.0
	s, se := 0.0, 0.0 // Σ 1/(x+i)
	for n := 1.0; y < 12; n++ {
		q, qe := quotientPair(1, 0, y, e)
		t, te := twoSum(s, q)
		s, se = fastTwoSum(t, te+se+qe)
		y, e = twoSum(x, n)
	}
	h, l = logPair(y)
	r := 1 / y
	z := float64(r * r)
	q := float64(z * z)
	o := float64(q * q)
	tail := float64(0.5*r) + float64(z*(digamma1+float64(z*digamma2)+float64(q*(digamma3+float64(z*digamma4)))+
		float64(o*(digamma5+float64(z*digamma6)+float64(q*(digamma7+float64(z*digamma8)))+float64(o*(digamma9+float64(z*digamma10)))))))
	h, e1 := twoSum(h, -s)
	h, e2 := twoSum(h, -tail)
	return fastTwoSum(h, e2+e1+(l+float64(e*r)-se))
}

// digamma is the derivative of lgamma: for x < 0, ψ(-x) - 1/x - π·cot πx.
func digamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-60:
		return -1 / x
	case !(a <= math.MaxFloat64):
		if x > 0 {
			return x
		}
		return math.NaN()
	case x < 0 && x == math.Floor(x):
		return math.NaN()
	}
	h, l := digammaPair(a)
	if x > 0 {
		return h + l
	}
	s, se := sinpiPair(a)
	c, ce := cospiPair(a)
	q, qe := quotientPair(c, ce, s, se)
	p, pe := productPair(q, qe, wholePiHi, wholePiLo)
	r, re := quotientPair(1, 0, a, 0)
	t1, e1 := twoSum(p, h)
	t2, e2 := twoSum(t1, r)
	return t2 + (e2 + e1 + (pe + l + re))
}
