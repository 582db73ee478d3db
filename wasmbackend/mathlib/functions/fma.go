package functions

import "math"

// shiftRight is the number of two words shifted right, with a last bit that says whether something was lost.
func shiftRight(hi, lo uint64, n int) (h, l uint64) {
	switch {
	case n <= 0:
		return hi, lo
	case n >= 128:
		if hi|lo != 0 {
			return 0, 1
		}
		return 0, 0
	case n >= 64:
		h, l = 0, hi>>(n-64)
		if lo != 0 || hi<<(128-n) != 0 {
			l |= 1
		}
		return h, l
	}
	h, l = hi>>n, lo>>n|hi<<(64-n)
	if lo<<(64-n) != 0 {
		l |= 1
	}
	return h, l
}

// fma is x·y + z, rounded once: the sum in integers of 128 bits.
func fma(x, y, z float64) float64 {
	switch {
	case !ordinary(x) || !ordinary(y):
		return float64(x*y) + z
	case z == 0:
		return float64(x * y)
	case !ordinary(z):
		return z + z
	}
	sign, signz := (math.Float64bits(x)^math.Float64bits(y))>>63, math.Float64bits(z)>>63
	mx := math.Float64bits(mantissa(x))&(1<<52-1) | 1<<52
	my := math.Float64bits(mantissa(y))&(1<<52-1) | 1<<52
	mz := math.Float64bits(mantissa(z))&(1<<52-1) | 1<<52
	hi, lo := mul64(mx, my)
	hi, lo = hi<<20|lo>>44, lo<<20 // x·y is that times 2^ep
	ep, ez := ilogbOf(x)+ilogbOf(y)-124, ilogbOf(z)-124
	e := max(ep, ez)
	hi, lo = shiftRight(hi, lo, e-ep)
	zh, zl := shiftRight(mz<<8, 0, e-ez)
	var carry uint64
	if sign == signz {
		lo, carry = add64(lo, zl, 0)
		hi = hi + zh + carry
	} else {
		if hi < zh || hi == zh && lo < zl {
			sign = signz
			th, tl := hi, lo
			hi, lo, zh, zl = zh, zl, th, tl
		}
		lo, carry = sub64(lo, zl, 0)
		hi = hi - zh - carry
		if hi|lo == 0 {
			return 0
		}
	}
	for hi>>63 == 0 { // some three steps, more only where digits cancel
		hi, lo = hi<<1|lo>>63, lo<<1
		e--
	}
	if lo != 0 {
		hi |= 1
	}
	e += 127 // hi·2^(e-63) is the sum
	if e >= -1022 {
		r := float64(float64(hi) * 0x1p-63)
		if e > 1023 {
			r, e = math.Inf(1), 0
		}
		return math.Float64frombits(math.Float64bits(float64(r*math.Float64frombits(uint64(1023+e)<<52))) | sign<<63)
	}
	_, whole := shiftRight(0, hi, 9-1022-e)
	n, low := whole>>2, whole&3 // units of 2^-1074; the bit of a half, and whether more was lost
	if low == 3 || low == 2 && n&1 == 1 {
		n++
	}
	return math.Float64frombits(n | sign<<63)
}
