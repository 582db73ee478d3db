package translate_test

import (
	"cmp"
	"slices"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// The functions of this file are run natively, and translated from this very file.
var shelfFuncs = map[string]any{
	"floatsScalars": floatsScalars, "floatsInPlace": floatsInPlace, "floatsTo": floatsTo, "floatsMore": floatsMore,
	"blasVectors": blasVectors, "blasMatrices": blasMatrices, "blasTriangular": blasTriangular, "stdSlices": stdSlices,
	"stdSort": stdSort, "stdSortFuncs": stdSortFuncs, "stdEdit": stdEdit, "stdIterators": stdIterators,
	"stdSequences": stdSequences, "stdByFunc": stdByFunc,
}

// pair gives two slices of one length, which is not 0.
func pair(x, y []float64) ([]float64, []float64) {
	n := min(len(x), len(y))
	if n == 0 {
		return []float64{1, 2}, []float64{3, 4}
	}
	return x[:n], y[:n]
}

func floatsScalars(x, y []float64) (float64, float64, float64, float64, float64, float64, int, float64) {
	x, y = pair(x, y)
	return floats.Dot(x, y), floats.Sum(x), floats.Norm(y, 2), floats.Distance(x, y, 2), floats.LogSumExp(x),
		floats.Max(x) - floats.Min(y), floats.MaxIdx(x)*10 + floats.MinIdx(y), floats.Prod(x)
}

func floatsInPlace(x, y []float64, c float64) ([]float64, []float64) {
	x, y = pair(x, y)
	x = append([]float64(nil), x...)
	y = append([]float64(nil), y...)
	floats.Add(x, y)
	floats.AddConst(c, y)
	floats.AddScaled(x, c, y)
	floats.Sub(y, x)
	floats.Mul(x, y)
	floats.Scale(c, y)
	floats.Div(x, y)
	floats.Reverse(x)
	return x, y
}

func floatsTo(x, y []float64, c float64) (a, b, d, e, g []float64) {
	x, y = pair(x, y)
	n := len(x)
	a = floats.AddTo(make([]float64, n), x, y)
	b = floats.SubTo(make([]float64, n), x, a)
	d = floats.MulTo(make([]float64, n), b, a)
	e = floats.AddScaledTo(make([]float64, n), x, c, d)
	g = floats.ScaleTo(make([]float64, n), c, floats.DivTo(make([]float64, n), e, a))
	return
}

func floatsMore(x, y []float64, c float64) (a, b, d []float64, e, g, h, i float64, j bool, k int, l float64) {
	x, y = pair(x, y)
	n := len(x)
	a = floats.CumSum(make([]float64, n), x)
	b = floats.CumProd(make([]float64, n), y)
	d = floats.Span(make([]float64, n+1), 1, 3)
	return a, b, d, floats.Norm(x, 1), floats.Norm(x, 3), floats.Distance(x, y, 1), floats.Distance(x, y, 3),
		floats.Equal(x, y), floats.Count(func(v float64) bool { return v > c }, x), floats.SumCompensated(x)
}

func blasVectors(x, y []float64, c float64) (a, b, d, e float64, k int, u, v []float64) {
	x, y = pair(x, y)
	n := (len(x) + 1) / 2
	p := blas64.Vector{N: n, Data: x, Inc: 2}
	q := blas64.Vector{N: n, Data: append([]float64(nil), y...), Inc: 1}
	blas64.Axpy(c, p, q)
	a, b, d, k = blas64.Dot(p, q), blas64.Nrm2(p), blas64.Asum(q), blas64.Iamax(q)
	r := blas64.Vector{N: n, Data: make([]float64, n), Inc: 1}
	blas64.Copy(p, r)
	blas64.Scal(3, r)
	blas64.Swap(q, r)
	return a, b, d, c, k, q.Data, r.Data
}

func blasMatrices(w [12]float64, c float64) (x, y, z, s []float64) {
	a := blas64.General{Rows: 2, Cols: 3, Stride: 4, Data: w[:8]}
	b := blas64.General{Rows: 3, Cols: 2, Stride: 2, Data: w[6:]}
	v3 := blas64.Vector{N: 3, Data: w[:3], Inc: 1}
	v2 := blas64.Vector{N: 2, Data: w[5:8], Inc: 2}
	x = []float64{1, 2}
	blas64.Gemv(blas.NoTrans, c, a, v3, 0.5, blas64.Vector{N: 2, Data: x, Inc: 1})
	y = []float64{1, 2, 3}
	blas64.Gemv(blas.Trans, c, a, v2, 2, blas64.Vector{N: 3, Data: y, Inc: 1})
	z = make([]float64, 4)
	g := blas64.General{Rows: 2, Cols: 2, Stride: 2, Data: z}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 2, a, b, 0, g)
	blas64.Gemm(blas.Trans, blas.Trans, c, b, a, 1, g)
	blas64.Ger(c, v2, v2, g)
	s = []float64{0, 1}
	blas64.Symv(1, blas64.Symmetric{Uplo: blas.Upper, N: 2, Stride: 2, Data: z}, v2, 3, blas64.Vector{N: 2, Data: s, Inc: 1})
	return
}

func blasTriangular(w [9]float64, v [3]float64, lower, trans, unit bool) []float64 {
	for i := range w {
		w[i] = 1 + 0.25/(1+w[i]*w[i])
	}
	m := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: 3, Stride: 3, Data: w[:]}
	if lower {
		m.Uplo = blas.Lower
	}
	if unit {
		m.Diag = blas.Unit
	}
	t := blas.NoTrans
	if trans {
		t = blas.Trans
	}
	x := append([]float64(nil), v[:]...)
	blas64.Trmv(t, m, blas64.Vector{N: 3, Data: x, Inc: 1})
	x[0]++
	blas64.Trsv(t, m, blas64.Vector{N: 3, Data: x, Inc: 1})
	return x
}

func stdSlices(x []float64, n []int8) (float64, float64, int8, []float64, []int8, bool, int) {
	x = append(slices.Clone(x), 1)
	n = append(slices.Clone(n), 3)
	a, b, c := slices.Max(x), slices.Min(x), slices.Max(n)
	slices.Sort(x)
	slices.Sort(n)
	slices.Reverse(n)
	return a, b, c, x, n, slices.Contains(n, 2) || slices.IsSorted(n), slices.Index(x, 1)
}

func stdSort(x []float64, v float64) ([]float64, int, int) {
	x = append([]float64(nil), x...)
	sort.Float64s(x)
	return x, sort.SearchFloat64s(x, v), sort.Search(20, func(i int) bool { return float64(i) >= v })
}

func stdIterators(x []float64, c float64) (a, b, d float64, e []float64) {
	for i, v := range slices.All(x) {
		if v > c {
			break
		}
		a += float64(i) * v
	}
	for i, v := range slices.Backward(x) {
		if i == 1 {
			continue
		}
		b = b/2 + v
		e = append(e, b)
	}
	for v := range slices.Values(x) {
		d = d/2 - v
		x[0] = d // the loop reads what it wrote
	}
	return
}

type keyed struct {
	key int
	val float64
}

// stdSortFuncs sorts by keys that occur several times, stably, and by all of an element.
func stdSortFuncs(x []float64, n []int8) (a, b []float64, c []int, d float64, e bool) {
	var s []keyed
	for i, v := range x {
		k := i % 3
		if i < len(n) {
			k = int(n[i]) % 4
		}
		s = append(s, keyed{k, v})
	}
	t := slices.Clone(s)
	slices.SortStableFunc(s, func(p, q keyed) int { return p.key - q.key })
	sort.SliceStable(t, func(i, j int) bool { return t[i].key > t[j].key })
	for i := range s {
		a = append(a, s[i].val, t[i].val)
	}
	b = slices.Clone(x)
	slices.SortFunc(b, func(p, q float64) int { return cmp.Compare(q, p) })
	for i := range x {
		c = append(c, i)
	}
	sort.Slice(c, func(i, j int) bool { return x[c[i]] < x[c[j]] || x[c[i]] == x[c[j]] && c[i] < c[j] })
	if len(s) > 0 {
		byVal := func(p, q keyed) int { return cmp.Compare(p.val, q.val) }
		d = slices.MaxFunc(s, byVal).val - 2*slices.MinFunc(s, byVal).val
	}
	e = slices.IsSortedFunc(n, func(p, q int8) int { return cmp.Compare(p, q) }) || cmp.Less(1, len(x))
	return
}

// stdEdit takes slices apart and puts them together.
func stdEdit(x []float64, n []int8) (a []float64, b, c int, d bool, e []int, f int, g []int8) {
	a = slices.Insert(slices.Clone(x), len(x)/2, 1, 2, 3)
	a = slices.Delete(a, 1, 2)
	n = slices.Clone(n)
	slices.Sort(n)
	b, d = slices.BinarySearch(n, 2)
	for i, v := range n {
		e = append(e, int(v)*(5-i))
	}
	sort.Ints(e)
	c = sort.SearchInts(e, 3)
	if sort.SliceIsSorted(e, func(i, j int) bool { return e[i] < e[j] }) {
		f = len(e)
	}
	return a, b, c, d, e, f, slices.Repeat(n, 2)
}

// even gives every other element.
func even(x []float64) func(yield func(float64) bool) {
	return func(yield func(float64) bool) {
		for i := 0; i < len(x) && yield(x[i]); i += 2 {
		}
	}
}

func stdSequences(x []float64, n int8) (a, b, c []float64, d []int, e float64) {
	a = slices.Collect(even(x))
	b = slices.AppendSeq(slices.Clip(slices.Clone(x)), slices.Values(a))
	c = slices.Sorted(even(x))
	for v := range slices.Chunk(x, int(n)&3+1) {
		d = append(d, len(v))
		e = e/2 + v[0]
		v = append(v, 1)
		v[0]++
	}
	return
}

func stdByFunc(x, y []float64, n []int8) (a, b []float64, c []int, d, e int, f, g bool) {
	byOdd := func(p, q float64) int { return cmp.Or(cmp.Compare(size(p)&1, size(q)&1), cmp.Compare(q, p)) }
	a = slices.SortedFunc(slices.Values(x), byOdd)
	a = append(a, slices.SortedStableFunc(even(y), byOdd)...)
	b = slices.CompactFunc(slices.Clone(a), func(p, q float64) bool { return size(p)/2 == size(q)/2 })
	b = append(b, slices.CompactFunc(slices.Clone(a), func(p, q float64) bool { return p > q })...)
	d, f = slices.BinarySearchFunc(n, 3, func(p int8, q int) int { return int(p) - q })
	e = slices.Compare(x, y) + 3*slices.Compare(n, slices.Sorted(slices.Values(n))) + 9*slices.Compare(x, x[:len(x)/2])
	g = slices.EqualFunc(x, n, func(p float64, q int8) bool { return size(p) == int(q) }) || sort.Float64sAreSorted(y)
	for _, v := range n {
		c = append(c, int(v))
	}
	if sort.IntsAreSorted(c) {
		c = append(c, 100)
	}
	c = slices.Replace(c, len(c)/2, len(c), 7, 8, len(c))
	k := []int{5, 6, 7, 8}
	c = append(c, slices.Replace(k, 1, 3, 9)...)
	c = append(c, k...)
	return
}

func size(p float64) int {
	for i := range 4 {
		if p < float64(i) {
			return i
		}
	}
	return 4
}
