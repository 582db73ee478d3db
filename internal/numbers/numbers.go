// Package numbers has lists of numbers.
package numbers

// To is 0, 1, …, n-1.
func To(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
