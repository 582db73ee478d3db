// Package sort has the meaning of the standard library's sort, for slices of numbers.
package sort

// Float64s sorts in place, NaN first. The order is found first, of numbers that do not vary: of an exchange of two
// elements that do, the derivative would have to remember which.
func Float64s(x []float64) {
	order := permutation(len(x), func(i, j int) bool { return less(x[i], x[j]) })
	old := make([]float64, len(x))
	copy(old, x)
	for i, k := range order {
		x[i] = old[k]
	}
}

func less(a, b float64) bool { return a < b || a != a && b == b }

// SearchFloat64s is the least i with x[i] >= v in a sorted slice.
func SearchFloat64s(x []float64, v float64) int {
	lo, hi := 0, len(x)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if x[m] >= v {
			hi = m
		} else { // less, or NaN
			lo = m + 1
		}
	}
	return lo
}

// Search is the least i in [0, n) for which f holds, or n; f is false and then true.
func Search(n int, f func(int) bool) int {
	lo, hi := 0, n
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if !f(m) {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// Ints sorts in place.
func Ints(x []int) {
	n := len(x)
	for i := n/2 - 1; i >= 0; i-- {
		siftInts(x, i, n)
	}
	for i := n - 1; i > 0; i-- {
		x[0], x[i] = x[i], x[0]
		siftInts(x, 0, i)
	}
}

func siftInts(x []int, i, n int) {
	for 2*i+1 < n {
		k := 2*i + 1
		if k+1 < n && x[k] < x[k+1] {
			k++
		}
		if x[i] >= x[k] {
			return
		}
		x[i], x[k] = x[k], x[i]
		i = k
	}
}

// SearchInts is the least i with x[i] >= v in a sorted slice.
func SearchInts(x []int, v int) int {
	lo, hi := 0, len(x)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if x[m] < v {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// permutation sorts the numbers below n by merging; equal ones keep their order.
func permutation(n int, less func(i, j int) bool) []int {
	from, to := make([]int, n), make([]int, n)
	for i := range from {
		from[i] = i
	}
	for size := 1; size < n; size *= 2 {
		for lo := 0; lo < n; lo += 2 * size {
			mid, hi := min(lo+size, n), min(lo+2*size, n)
			i, j := lo, mid
			for k := lo; k < hi; k++ {
				if i < mid && (j == hi || !less(from[j], from[i])) {
					to[k] = from[i]
					i++
				} else {
					to[k] = from[j]
					j++
				}
			}
		}
		copy(from, to)
	}
	return from
}

// SliceStable sorts in place; equal elements keep their order. The elements are moved when all comparisons are done.
func SliceStable[E any](x []E, less func(i, j int) bool) {
	order := permutation(len(x), less)
	old := make([]E, len(x))
	copy(old, x)
	for i, k := range order {
		x[i] = old[k]
	}
	for i := 1; i < len(x); i++ {
		if less(i, i-1) && !less(i-1, i) {
			panic(unsorted)
		}
	}
}

// What comparisons look at must move with the elements, or else what the library does depends on the order in which it
// compares. It is found out when all is done: what has moved would be out of order.
const unsorted = "sort: less(i, j) looks at something that is not moved with elements i and j"

// Slice sorts in place.
func Slice[E any](x []E, less func(i, j int) bool) { SliceStable(x, less) }

// SliceIsSorted reports whether the elements do not descend.
func SliceIsSorted[E any](x []E, less func(i, j int) bool) bool {
	for i := len(x) - 1; i > 0; i-- {
		if less(i, i-1) {
			return false
		}
	}
	return true
}

// Interface is a list that can be sorted.
type Interface interface {
	Len() int           // the number of elements
	Less(i, j int) bool // whether element i goes before element j
	Swap(i, j int)      // exchanges two elements
}

// Sort sorts in place; equal elements keep their order.
func Sort[D Interface](data D) { Stable(data) }

// Stable sorts in place; equal elements keep their order.
func Stable[D Interface](data D) {
	n := data.Len()
	at := make([]int, n) // what comes to a place
	for i := range at {
		at[i] = i
	}
	other := make([]int, n)
	for size := 1; size < n; size *= 2 {
		for lo := 0; lo < n; lo += 2 * size {
			mid, hi := min(lo+size, n), min(lo+2*size, n)
			i, j := lo, mid
			for k := lo; k < hi; k++ {
				left := i < mid
				if left && j < hi {
					left = !data.Less(at[j], at[i])
				}
				if left {
					other[k] = at[i]
					i++
				} else {
					other[k] = at[j]
					j++
				}
			}
		}
		copy(at, other)
	}
	for i := range at { // cycle by cycle
		k := i
		for at[k] != i {
			next := at[k]
			data.Swap(k, next)
			at[k] = k
			k = next
		}
		at[k] = k
	}
	for i := 1; i < n; i++ {
		out := data.Less(i, i-1)
		if out && !data.Less(i-1, i) {
			panic(unsorted)
		}
	}
}

// IsSorted reports whether no element is less than the one before.
func IsSorted[D Interface](data D) bool {
	sorted := true
	for i := data.Len() - 1; i > 0; i-- {
		if data.Less(i, i-1) {
			sorted = false
		}
	}
	return sorted
}

// Float64Slice is a slice that can be sorted.
type Float64Slice []float64

// Len is the number of elements.
func (x Float64Slice) Len() int { return len(x) }

// Less puts NaN first.
func (x Float64Slice) Less(i, j int) bool { return less(x[i], x[j]) }

// Swap swaps two elements.
func (x Float64Slice) Swap(i, j int) { x[i], x[j] = x[j], x[i] }

// IntSlice is a slice that can be sorted.
type IntSlice []int

// Len is the number of elements.
func (x IntSlice) Len() int { return len(x) }

// Less compares two elements.
func (x IntSlice) Less(i, j int) bool { return x[i] < x[j] }

// Swap swaps two elements.
func (x IntSlice) Swap(i, j int) { x[i], x[j] = x[j], x[i] }

// Float64sAreSorted reports whether the elements do not descend.
func Float64sAreSorted(x []float64) bool {
	for i := len(x) - 1; i > 0; i-- {
		if less(x[i], x[i-1]) {
			return false
		}
	}
	return true
}

// IntsAreSorted reports whether the elements do not descend.
func IntsAreSorted(x []int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if x[i] < x[i-1] {
			return false
		}
	}
	return true
}
