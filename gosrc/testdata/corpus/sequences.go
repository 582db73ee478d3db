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
	half := len(vs) / 2
	vs = slices.Replace(vs, half, max(half, len(vs)-n&3), 1, 2)
	for i, it := range items {
		s += it.v*it.v + float64(i)*vs[i%len(vs)]
	}
	return
}

// MovedRows inserts in and deletes from slices of slices and of pointers, of a length that the data say.
func MovedRows(x []float64, n int) (s float64) {
	type item struct{ v, w float64 }
	var rows [][]float64
	var items []*item
	for i, v := range x {
		rows = slices.Insert(rows, len(rows)/2, []float64{v, float64(i * n)})
		items = slices.Insert(items, i*n&1&len(items), &item{v, 1})
	}
	rows = slices.DeleteFunc(rows, func(r []float64) bool { return r[0] < 0 })
	rows = slices.CompactFunc(rows, func(a, b []float64) bool { return a[1] == b[1] })
	items = slices.DeleteFunc(items, func(p *item) bool { return p.v > 1 })
	if len(rows) > 1 {
		rows = slices.Delete(rows, 0, 1)
		rows = slices.Replace(rows, 0, 1, []float64{2 * rows[len(rows)-1][0], 1}, x[:2:2])
	}
	for i, r := range rows {
		s += r[0] * r[0] * float64(i+1)
	}
	for i, p := range items {
		s += p.v * (p.w + p.v) * float64(i+2)
	}
	return
}
