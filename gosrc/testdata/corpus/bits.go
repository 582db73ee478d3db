package corpus

import "math/bits"

// Subsets weighs the elements of a set of bits by how many stand before and behind them.
func Subsets(x []float64, set uint16, n uint) float64 {
	s := 0.0
	for rest := set; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros16(rest)
		s += x[i%len(x)] * float64(bits.OnesCount16(rest)+bits.Len16(rest))
	}
	s += float64(bits.LeadingZeros64(uint64(set))) + float64(bits.TrailingZeros8(0)) + float64(bits.LeadingZeros32(uint32(n)))
	return s*x[0] + float64(bits.Len(n)+bits.OnesCount(n)+bits.TrailingZeros(n)+bits.LeadingZeros8(uint8(n))+bits.TrailingZeros32(uint32(n)))
}

// Reversed reads in the order of reversed bits and bytes.
func Reversed(x []float64, n uint) (s float64) {
	if len(x) == 0 {
		return 0
	}
	for i := range x {
		w := uint(i) * 0x9e3779b97f4a7c15
		s = s*0.5 + x[int(bits.Reverse(w)>>1)%len(x)]*x[int(bits.ReverseBytes64(uint64(w))>>1)%len(x)]
	}
	small := uint64(bits.Reverse8(uint8(n))) + uint64(bits.Reverse16(uint16(n))) + uint64(bits.ReverseBytes16(uint16(n)))
	return s + x[0]*float64((small+uint64(bits.Reverse32(uint32(n)))+uint64(bits.ReverseBytes32(uint32(n))))%1000)
}
