package elementary

import (
	"math"
	"math/bits"
)

// circleGreat is |x| = n·π/64 + r + s modulo 2π, with |r| <= π/128 and |s| <= ulp(r), for |x| in
// [2^-10, +Inf): x·64/π modulo 128 to 128 binary places (Payne and Hanek), which
// leaves 64 even next to a multiple of π/64.
func circleGreat(x float64) (n uint64, r, s float64) {
	b := math.Float64bits(x)
	m, e := b&(1<<52-1)|1<<52, int(b>>52&0x7ff)-1023-52 // |x| = m·2^e
	// The places of 2/π from e-2 on: m·2^e times those before is a multiple of 4.
	j, shift := (e+62)/64, (e+62)%64
	w0, w1, w2 := circleWord(j, shift), circleWord(j+1, shift), circleWord(j+2, shift)
	h2, p2 := bits.Mul64(m, w2)
	h1, p1 := bits.Mul64(m, w1)
	p1, c := bits.Add64(p1, h2, 0)
	p0 := m*w0 + h1 + c
	// That is x·2/π modulo 4, with two bits before the point. Five more make it n, the
	// integer part of x·64/π modulo 128; the rest f is a fraction of one.
	n = p0 >> 57
	f0, f1 := p0<<7|p1>>57, p1<<7|p2>>57
	sign := f0 >> 63 << 63
	if sign != 0 { // to the next integer, and back by 1-f
		n++
		f1, c = bits.Sub64(0, f1, 0)
		f0, _ = bits.Sub64(0, f0, c)
	}
	z := bits.LeadingZeros64(f0)                     // below 64: no float64 is so close to a multiple of π/64
	u, v := bits.Mul64(f0<<z|f1>>(64-z), circleUnit) // 64 bits of π/64 do: the result is within 2^-63
	scale := math.Float64frombits(uint64(1023-68-z)<<52 | sign)
	r = float64(float64(u&^(1<<11-1)) * scale)
	return n, r, float64((float64(u&(1<<11-1)) + float64(float64(v)*0x1p-64)) * scale)
}

// circleWord is 64 places of 2/π, from the given place of word j.
func circleWord(j, shift int) uint64 {
	return circleWords[j]<<shift | circleWords[j+1]>>(64-shift)
}
