package paged

import "slices"

// Append appends x to s, and doubles the room where there is none: lists that grow to millions get five times their
// length by append, which adds a quarter at a time, and twice by this.
func Append[T any](s []T, x T) []T {
	if len(s) == cap(s) {
		s = slices.Grow(s, len(s)+1)
	}
	return append(s, x)
}
