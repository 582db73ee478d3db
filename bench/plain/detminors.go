package plain

import "math/bits"

// DetMinors is the determinant of a by Laplace expansion along the last row of the leading minors.
// The minor of the first rows and a set of as many columns is computed once; bit j of a set says
// whether column j is in it.
//
//chad:grad wrt=a
//chad:jvp wrt=a
func DetMinors(a [][]float64) float64 {
	n := len(a)
	minors := make([]float64, 1<<n)
	minors[0] = 1
	for s := 1; s < 1<<n; s++ {
		row := bits.OnesCount(uint(s)) - 1
		minor := 0.0
		// From the first column of s to the last: the signs alternate and end with +.
		for rest := s; rest != 0; rest &= rest - 1 {
			j := bits.TrailingZeros(uint(rest))
			minor = a[row][j]*minors[s&^(1<<j)] - minor
		}
		minors[s] = minor
	}
	return minors[1<<n-1]
}
