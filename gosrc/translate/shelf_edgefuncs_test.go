package translate_test

import (
	"cmp"
	"slices"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// edgeFuncs call one function of a library each, with whatever comes. They write into clones, and show all of them.
var edgeFuncs = map[string]any{
	"eAdd": eAdd, "eAddTo": eAddTo, "eAddConst": eAddConst, "eAddScaled": eAddScaled,
	"eAddScaledTo": eAddScaledTo, "eCount": eCount, "eCumProd": eCumProd, "eCumSum": eCumSum,
	"eDistance1": eDistance1, "eDistanceK": eDistanceK, "eDiv": eDiv, "eDivTo": eDivTo,
	"eDot": eDot, "eEqual": eEqual, "eHasNaN": eHasNaN, "eLogSpan": eLogSpan,
	"eLogSumExp": eLogSumExp, "eMax": eMax, "eMaxIdx": eMaxIdx, "eMin": eMin,
	"eMinIdx": eMinIdx, "eMul": eMul, "eMulTo": eMulTo, "eNormK": eNormK,
	"eProd": eProd, "eReverse": eReverse, "eScale": eScale, "eScaleTo": eScaleTo,
	"eSpan": eSpan, "eSub": eSub, "eSubTo": eSubTo, "eSum": eSum,
	"eCompensated": eCompensated, "eBlasDot": eBlasDot, "eBlasNrm2": eBlasNrm2, "eBlasAsum": eBlasAsum,
	"eBlasIamax": eBlasIamax, "eBlasSwap": eBlasSwap, "eBlasCopy": eBlasCopy, "eBlasAxpy": eBlasAxpy,
	"eBlasScal": eBlasScal, "eBlasGemv": eBlasGemv, "eBlasGer": eBlasGer, "eBlasGemm": eBlasGemm,
	"eSlicesMax": eSlicesMax, "eSlicesMin": eSlicesMin, "eContains": eContains, "eIndex": eIndex,
	"eDeleteFunc": eDeleteFunc, "eCompact": eCompact, "eConcat": eConcat,
	"eIndexFunc": eIndexFunc, "eSlicesEqual": eSlicesEqual, "eClone": eClone, "eIsSorted": eIsSorted,
	"eSort": eSort, "eSortFloat64s": eSortFloat64s, "eSearchFloat64s": eSearchFloat64s, "eBinarySearch": eBinarySearch,
	"eInsert": eInsert, "eDelete": eDelete, "eRepeat": eRepeat, "eMaxFunc": eMaxFunc,
	"eMinFunc": eMinFunc, "eCompare": eCompare, "eSortFunc": eSortFunc, "eSearch": eSearch,
}

func eAdd(x, y []float64, c float64, k int) []float64 { floats.Add(x, y); return x }

func eAddTo(x, y []float64, c float64, k int) []float64 { return floats.AddTo(x, y, x) }

func eAddConst(x, y []float64, c float64, k int) []float64 { floats.AddConst(c, x); return x }

func eAddScaled(x, y []float64, c float64, k int) []float64 { floats.AddScaled(x, c, y); return x }

func eAddScaledTo(x, y []float64, c float64, k int) []float64 {
	return floats.AddScaledTo(make([]float64, len(x)), x, c, y)
}

func eCount(x, y []float64, c float64, k int) int {
	return floats.Count(func(v float64) bool { return v > c }, x)
}

func eCumProd(x, y []float64, c float64, k int) []float64 { return floats.CumProd(x, y) }

func eCumSum(x, y []float64, c float64, k int) []float64 { return floats.CumSum(x, x) }

func eDistance1(x, y []float64, c float64, k int) float64 { return floats.Distance(x, y, 1) }

func eDistanceK(x, y []float64, c float64, k int) float64 { return floats.Distance(x, y, float64(k)) }

func eDiv(x, y []float64, c float64, k int) []float64 { floats.Div(x, y); return x }

func eDivTo(x, y []float64, c float64, k int) []float64 { return floats.DivTo(x, x, y) }

func eDot(x, y []float64, c float64, k int) float64 { return floats.Dot(x, y) }

func eEqual(x, y []float64, c float64, k int) bool { return floats.Equal(x, y) || floats.Equal(x, x) }

func eHasNaN(x, y []float64, c float64, k int) bool { return floats.HasNaN(x) }

func eLogSpan(x, y []float64, c float64, k int) []float64 { return floats.LogSpan(x, 0.5, 3) }

func eLogSumExp(x, y []float64, c float64, k int) float64 { return floats.LogSumExp(x) }

func eMax(x, y []float64, c float64, k int) float64 { return floats.Max(x) }

func eMaxIdx(x, y []float64, c float64, k int) int { return floats.MaxIdx(x) }

func eMin(x, y []float64, c float64, k int) float64 { return floats.Min(x) }

func eMinIdx(x, y []float64, c float64, k int) int { return floats.MinIdx(x) }

func eMul(x, y []float64, c float64, k int) []float64 { floats.Mul(x, y); return x }

func eMulTo(x, y []float64, c float64, k int) []float64 { return floats.MulTo(x, y, y) }

func eNormK(x, y []float64, c float64, k int) float64 { return floats.Norm(x, float64(k)) }

func eProd(x, y []float64, c float64, k int) float64 { return floats.Prod(x) }

func eReverse(x, y []float64, c float64, k int) []float64 { floats.Reverse(x); return x }

func eScale(x, y []float64, c float64, k int) []float64 { floats.Scale(c, x); return x }

func eScaleTo(x, y []float64, c float64, k int) []float64 { return floats.ScaleTo(x, c, y) }

func eSpan(x, y []float64, c float64, k int) []float64 { return floats.Span(x, -1, 3) }

func eSub(x, y []float64, c float64, k int) []float64 { floats.Sub(x, y); return x }

func eSubTo(x, y []float64, c float64, k int) []float64 { return floats.SubTo(y, x, y) }

func eSum(x, y []float64, c float64, k int) float64 { return floats.Sum(x) }

func eCompensated(x, y []float64, c float64, k int) float64 { return floats.SumCompensated(x) }

func eBlasDot(x, y []float64, c float64, k int) float64 {
	return blas64.Dot(blas64.Vector{N: k, Data: x, Inc: 1}, blas64.Vector{N: k, Data: y, Inc: 2})
}

func eBlasNrm2(x, y []float64, c float64, k int) float64 {
	return blas64.Nrm2(blas64.Vector{N: k, Data: x, Inc: 2})
}

func eBlasAsum(x, y []float64, c float64, k int) float64 {
	return blas64.Asum(blas64.Vector{N: k, Data: x, Inc: 3})
}

func eBlasIamax(x, y []float64, c float64, k int) int {
	return blas64.Iamax(blas64.Vector{N: k, Data: x, Inc: 1})
}

func eBlasSwap(x, y []float64, c float64, k int) ([]float64, []float64) {
	blas64.Swap(blas64.Vector{N: k, Data: x, Inc: 2}, blas64.Vector{N: k, Data: y, Inc: 1})
	return x, y
}

func eBlasCopy(x, y []float64, c float64, k int) []float64 {
	blas64.Copy(blas64.Vector{N: k, Data: x, Inc: 1}, blas64.Vector{N: k, Data: y, Inc: 2})
	return y
}

func eBlasAxpy(x, y []float64, c float64, k int) []float64 {
	blas64.Axpy(c, blas64.Vector{N: k, Data: x, Inc: 2}, blas64.Vector{N: k, Data: y, Inc: 1})
	return y
}

func eBlasScal(x, y []float64, c float64, k int) []float64 {
	blas64.Scal(c, blas64.Vector{N: k, Data: x, Inc: 2})
	return x
}

func eBlasGemv(x, y []float64, c float64, k int) []float64 {
	blas64.Gemv(blas.Trans, c, blas64.General{Rows: k, Cols: 2, Stride: 3, Data: x}, blas64.Vector{N: k, Data: y, Inc: 1}, 0.5, blas64.Vector{N: 2, Data: x[:2], Inc: 1})
	return x
}

func eBlasGer(x, y []float64, c float64, k int) []float64 {
	a := make([]float64, 9)
	blas64.Ger(c, blas64.Vector{N: k, Data: x, Inc: 1}, blas64.Vector{N: 2, Data: y, Inc: 2}, blas64.General{Rows: k, Cols: 2, Stride: 3, Data: a})
	return a
}

func eBlasGemm(x, y []float64, c float64, k int) []float64 {
	a := make([]float64, 9)
	if k == 0 {
		return a // where the library takes empty slices for too short
	}
	blas64.Gemm(blas.NoTrans, blas.Trans, c, blas64.General{Rows: 2, Cols: k, Stride: max(k, 1), Data: x}, blas64.General{Rows: 3, Cols: k, Stride: max(k, 1), Data: y}, 2, blas64.General{Rows: 2, Cols: 3, Stride: 4, Data: a})
	return a
}

func eSlicesMax(x, y []float64, c float64, k int) float64 { return slices.Max(x) }

func eSlicesMin(x, y []float64, c float64, k int) float64 { return slices.Min(x) }

func eContains(x, y []float64, c float64, k int) bool { return slices.Contains(x, c) }

func eIndex(x, y []float64, c float64, k int) int { return slices.Index(x, c) }

func eIndexFunc(x, y []float64, c float64, k int) int {
	return slices.IndexFunc(x, func(v float64) bool { return v > c })
}

func eSlicesEqual(x, y []float64, c float64, k int) bool { return slices.Equal(x, y) }

func eClone(x, y []float64, c float64, k int) []float64 { return append(slices.Clone(x), c) }

func eIsSorted(x, y []float64, c float64, k int) bool { return slices.IsSorted(x) }

func eSort(x, y []float64, c float64, k int) []float64 { slices.Sort(x); return x }

func eSortFloat64s(x, y []float64, c float64, k int) []float64 { sort.Float64s(x); return x }

func eSearchFloat64s(x, y []float64, c float64, k int) int {
	sort.Float64s(x)
	return sort.SearchFloat64s(x, c)
}

func eBinarySearch(x, y []float64, c float64, k int) (int, bool) {
	slices.Sort(x)
	return slices.BinarySearch(x, c)
}

func eInsert(x, y []float64, c float64, k int) []float64 { return slices.Insert(x, k, y...) }

func eDelete(x, y []float64, c float64, k int) []float64 { return slices.Delete(x, k, k+2) }

func eDeleteFunc(x, y []float64, c float64, k int) ([]float64, []float64) {
	return slices.DeleteFunc(x, func(v float64) bool { return v > c }), y
}

func eCompact(x, y []float64, c float64, k int) []float64 {
	if len(x) > 1 {
		x[1] = x[0]
	}
	return slices.Compact(x)
}

func eConcat(x, y []float64, c float64, k int) []float64 { return slices.Concat(y, x, []float64{c}, y) }

func eRepeat(x, y []float64, c float64, k int) []float64 { return slices.Repeat(x, k) }

func eMaxFunc(x, y []float64, c float64, k int) float64 {
	return slices.MaxFunc(x, cmp.Compare[float64])
}

func eMinFunc(x, y []float64, c float64, k int) float64 {
	return slices.MinFunc(x, cmp.Compare[float64])
}

func eCompare(x, y []float64, c float64, k int) (int, bool) {
	return cmp.Compare(c, x[0]), cmp.Less(c, x[0])
}

func eSortFunc(x, y []float64, c float64, k int) []float64 {
	slices.SortFunc(x, func(p, q float64) int { return cmp.Compare(q, p) })
	return x
}

func eSearch(x, y []float64, c float64, k int) int {
	return sort.Search(k, func(i int) bool { return x[i] > c })
}
