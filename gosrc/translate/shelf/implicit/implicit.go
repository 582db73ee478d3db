// Package implicit factors the matrices of the implicit function theorem: what //chad:implicit needs.
package implicit

import "math"

// Factor makes L·U of the n×n matrix a, by rows, where it stands, with the rows in an order that it returns: in each
// column the largest element left is the pivot.
func Factor(a []float64, n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i*n+k]) > math.Abs(a[p*n+k]) {
				p = i
			}
		}
		if p != k {
			order[p], order[k] = order[k], order[p]
			for j := range n {
				a[p*n+j], a[k*n+j] = a[k*n+j], a[p*n+j]
			}
		}
		for i := k + 1; i < n; i++ {
			a[i*n+k] /= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j]
			}
		}
	}
	return order
}
