package slices

// Collect is a slice of all that a sequence gives, nil if that is nothing.
func Collect[E any](seq func(yield func(E) bool)) []E {
	var out []E
	for v := range seq {
		out = append(out, v)
	}
	return out
}

// AppendSeq puts what a sequence gives after a slice.
func AppendSeq[Slice ~[]E, E any](s Slice, seq func(yield func(E) bool)) Slice {
	for v := range seq {
		s = append(s, v)
	}
	return s
}

// Sorted is what a sequence gives, sorted.
func Sorted[E ordered](seq func(yield func(E) bool)) []E {
	var out []E
	for v := range seq {
		out = append(out, v)
	}
	Sort(out)
	return out
}

// SortedFunc is what a sequence gives, sorted.
func SortedFunc[E any](seq func(yield func(E) bool), cmp func(E, E) int) []E {
	var out []E
	for v := range seq {
		out = append(out, v)
	}
	SortStableFunc(out, cmp)
	return out
}

// SortedStableFunc is what a sequence gives, sorted; equal elements keep their order.
func SortedStableFunc[E any](seq func(yield func(E) bool), cmp func(E, E) int) []E {
	return SortedFunc(seq, cmp)
}

// Chunk gives parts of n elements, the last of which may have fewer.
func Chunk[Slice ~[]E, E any](s Slice, n int) func(yield func(Slice) bool) {
	if n < 1 {
		panic("cannot be less than 1")
	}
	return func(yield func(Slice) bool) {
		for i := 0; i < len(s); i += n {
			end := min(n, len(s[i:]))
			if !yield(s[i : i+end : i+end]) {
				return
			}
		}
	}
}
