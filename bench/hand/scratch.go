package hand

// grow returns s with length n and unspecified contents, a new slice only when s is too short.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// clearRows sets a matrix to zero.
func clearRows(a [][]float64) {
	for _, row := range a {
		clear(row)
	}
}
