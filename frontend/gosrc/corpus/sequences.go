package corpus

import (
	"cmp"
	"iter"
	"slices"
	"sort"
)

// evenOf gives every other element.
func evenOf(x []float64) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for i := 0; i < len(x) && yield(x[i]); i += 2 {
		}
	}
}

// Sequences makes slices of sequences, and parts of slices.
func Sequences(x []float64, n int) (s float64) {
	a := slices.Collect(evenOf(x))
	b := slices.AppendSeq(slices.Clip(slices.Clone(x)), slices.Values(a))
	for i, v := range slices.Sorted(evenOf(b)) {
		s += v * v * float64(i)
	}
	for v := range slices.Chunk(x, n&3+1) {
		s = s*0.5 + v[0]*float64(len(v))
	}
	return
}

// ByFunc sorts, compares and searches by functions.
func ByFunc(x []float64, n int) (s float64) {
	type item struct {
		v float64
		k int
	}
	var items []item
	for i, v := range x {
		items = append(items, item{v, i * n % 3})
	}
	slices.SortFunc(items, func(a, b item) int { return cmp.Or(cmp.Compare(a.k, b.k), -cmp.Compare(a.v, b.v)) })
	items = slices.CompactFunc(items, func(a, b item) bool { return a.k == b.k })
	vs := slices.SortedFunc(slices.Values(x), func(a, b float64) int { return cmp.Compare(b*b, a*a) })
	if sort.Float64sAreSorted(vs) {
		s += 0.5
	}
	vs = slices.Replace(vs, len(vs)/2, len(vs), 1, 2)
	for i, it := range items {
		s += it.v*it.v + float64(i)*vs[i%len(vs)]
	}
	return
}
