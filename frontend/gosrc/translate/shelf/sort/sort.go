// Package sort has the meaning of the standard library's sort, for slices of numbers.
package sort

// Float64s sorts in place, NaN first.
func Float64s(x []float64) {
	n := len(x)
	for i := n/2 - 1; i >= 0; i-- {
		sift(x, i, n)
	}
	for i := n - 1; i > 0; i-- {
		x[0], x[i] = x[i], x[0]
		sift(x, 0, i)
	}
}

func less(a, b float64) bool { return a < b || a != a && b == b }

// sift lets x[i] sink to its place in the heap x[:n].
func sift(x []float64, i, n int) {
	for 2*i+1 < n {
		k := 2*i + 1
		if k+1 < n && less(x[k], x[k+1]) {
			k++
		}
		if !less(x[i], x[k]) {
			return
		}
		x[i], x[k] = x[k], x[i]
		i = k
	}
}

// SearchFloat64s is the least i with x[i] >= v in a sorted slice.
func SearchFloat64s(x []float64, v float64) int {
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
