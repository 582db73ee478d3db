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
