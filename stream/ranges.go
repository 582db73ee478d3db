package stream

import "iter"

// A Range is some of the rows of data in memory: those from number Lo to number Hi, without Hi.
type Range struct{ Lo, Hi int }

// Place is the first row, of a shard without a name.
func (r Range) Place() (shard string, index int) { return "", r.Lo }

// rangeRows is how many rows a Range has. It is no option: sums that are not reproducible depend on it.
const rangeRows = 256

// Ranges are n rows of data in memory, which [Sum] adds where they are, many at once:
//
//	sum, err := stream.Sum(ctx, stream.Ranges(len(x)), newState,
//		func(s *NegLogLikSum, r stream.Range) { s.AddAll(x[r.Lo:r.Hi], y[r.Lo:r.Hi]) })
//
// Each Range is a batch of its own, whatever [Batch] says.
func Ranges(n int) iter.Seq2[Range, error] {
	return func(yield func(Range, error) bool) {
		for lo := 0; lo < n; lo += rangeRows {
			if !yield(Range{lo, min(n, lo+rangeRows)}, nil) {
				return
			}
		}
	}
}
