package sparse

import (
	"fmt"
	"math"
)

// Check asks whether an expanded matrix is the whole one at the point where it was made. full is what Expand or
// ExpandSymmetric wrote; compress is the function that made the compressed matrix, at the same point: it gets other
// colours, 0 … 3, and a buffer of k·m elements, k being the greatest colour + 1, for the sums of the columns of each.
// What the pattern leaves out is in these sums, and either not in full or in a column whose number differs from the
// right one in a digit to base 4, by which the columns are put together: so one place that was left out is found for
// certain, several unless they cancel out. It takes ⌈log₄ n⌉ calls, and time 4mn for each.
//
// The error names the row, and columns among which the place is. Differences below a millionth of the row, taken by
// absolute values without infinite ones, are counted as rounding. Another point may have places that this one has not:
// see [Detect].
//
//	err := p.Check(jac, func(colors []int, buf []float64) { w.FJacobianColors(x, colors, buf) })
//
// It panics if the length of full is not that of the matrix.
func (p *Pattern) Check(full []float64, compress func(colors []int, buf []float64)) error {
	if len(full) != p.m*p.n {
		panic(fmt.Sprintf("sparse: a matrix of %d elements, want %d*%d", len(full), p.m, p.n))
	}
	colors := make([]int, p.n)
	for digit := 1; digit == 1 || digit < p.n; digit *= 4 {
		k := 0
		for j := range colors {
			colors[j] = j / digit % 4
			k = max(k, colors[j]+1)
		}
		buf := make([]float64, k*p.m)
		compress(append([]int(nil), colors...), buf)
		for i := range p.m {
			if err := p.checkRow(i, colors, full[i*p.n:(i+1)*p.n], buf); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkRow compares the sums of a row.
func (p *Pattern) checkRow(i int, colors []int, row, buf []float64) error {
	var sums [4]float64
	scale := 0.0
	for j, v := range row {
		sums[colors[j]] += v
		if a := math.Abs(v); a <= math.MaxFloat64 {
			scale += 1e-6 * a // the sum of great numbers may be infinite
		}
	}
	for c := range len(buf) / max(p.m, 1) {
		got := buf[c*p.m+i]
		near := math.Abs(got) <= math.MaxFloat64 && math.Abs(got-sums[c]) <= scale+1e-6*math.Abs(got)
		if !near && got != sums[c] && !(math.IsNaN(got) && math.IsNaN(sums[c])) {
			var among []int
			for j, k := range colors {
				if k == c && len(among) < 9 {
					among = append(among, j)
				}
			}
			return fmt.Errorf("sparse: the pattern leaves out a place of row %d: its elements in columns %d add up "+
				"to %v, not %v", i, among, got, sums[c])
		}
	}
	return nil
}
