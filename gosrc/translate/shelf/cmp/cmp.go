// Package cmp has the meaning of the standard library's cmp, for numbers.
package cmp

type ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

// Less reports whether x is less than y; NaN is less than all others.
func Less[T ordered](x, y T) bool { return x < y || x != x && y == y }

// Compare is −1, 0 or 1; NaN is less than all others and equal to NaN.
func Compare[T ordered](x, y T) int {
	if Less(x, y) {
		return -1
	}
	if Less(y, x) {
		return 1
	}
	return 0
}

// Or is the first that is not zero, or zero.
func Or[T comparable](vals ...T) T {
	var zero T
	for _, v := range vals {
		if v != zero {
			return v
		}
	}
	return zero
}
