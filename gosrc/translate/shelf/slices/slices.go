// Package slices has the meaning of the standard library's slices, for elements that are numbers.
package slices

type ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

// less is x < y, where NaN is less than all others.
func less[E ordered](x, y E) bool { return x < y || x != x && y == y }

// Max is the greatest element, or NaN if there is one.
func Max[S ~[]E, E ordered](x S) E {
	m := x[0]
	for i := 1; i < len(x); i++ {
		m = max(m, x[i])
	}
	return m
}

// Min is the least element, or NaN if there is one. The first of equal ones has the derivative, since min gives it to
// its second argument at a tie.
func Min[S ~[]E, E ordered](x S) E {
	m := x[0]
	for i := 1; i < len(x); i++ {
		m = min(x[i], m)
	}
	return m
}

// Contains reports whether v is one of the elements.
func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

// Index is the index of the first element equal to v, or -1.
func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if v == s[i] {
			return i
		}
	}
	return -1
}

// IndexFunc is the index of the first element for which f holds, or -1.
func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

// ContainsFunc reports whether f holds for an element.
func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

// Equal reports whether all elements are equal.
func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if s1[i] != s2[i] {
			return false
		}
	}
	return true
}

// Reverse turns the order round.
func Reverse[S ~[]E, E any](s S) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// Clone is a copy.
func Clone[S ~[]E, E any](s S) S {
	t := make(S, len(s))
	copy(t, s)
	return t
}

// IsSorted reports whether the elements do not descend.
func IsSorted[S ~[]E, E ordered](x S) bool {
	for i := len(x) - 1; i > 0; i-- {
		if less(x[i], x[i-1]) {
			return false
		}
	}
	return true
}

// Sort sorts in place, NaN first. The order is found first, of numbers that do not vary: of an exchange of two elements
// that do, the derivative would have to remember which.
func Sort[S ~[]E, E ordered](x S) {
	order := permutation(len(x), func(i, j int) bool { return less(x[i], x[j]) })
	old := make(S, len(x))
	copy(old, x)
	for i, k := range order {
		x[i] = old[k]
	}
}

// All gives the indices and elements in order.
func All[Slice ~[]E, E any](s Slice) func(yield func(int, E) bool) {
	return func(yield func(int, E) bool) {
		for i, v := range s {
			if !yield(i, v) {
				return
			}
		}
	}
}

// Backward gives the indices and elements from the last to the first.
func Backward[Slice ~[]E, E any](s Slice) func(yield func(int, E) bool) {
	return func(yield func(int, E) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

// Values gives the elements in order.
func Values[Slice ~[]E, E any](s Slice) func(yield func(E) bool) {
	return func(yield func(E) bool) {
		for _, v := range s {
			if !yield(v) {
				return
			}
		}
	}
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

// SortStableFunc sorts in place; equal elements keep their order.
func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	order := permutation(len(x), func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
	old := make(S, len(x))
	copy(old, x)
	for i, k := range order {
		x[i] = old[k]
	}
}

// SortFunc sorts in place.
func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int) { SortStableFunc(x, cmp) }

// IsSortedFunc reports whether the elements do not descend.
func IsSortedFunc[S ~[]E, E any](x S, cmp func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if cmp(x[i], x[i-1]) < 0 {
			return false
		}
	}
	return true
}

// MinFunc is the first of the least elements.
func MinFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	m := x[0]
	for i := 1; i < len(x); i++ {
		if cmp(x[i], m) < 0 {
			m = x[i]
		}
	}
	return m
}

// MaxFunc is the first of the greatest elements.
func MaxFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	m := x[0]
	for i := 1; i < len(x); i++ {
		if cmp(x[i], m) > 0 {
			m = x[i]
		}
	}
	return m
}

// BinarySearch finds the least position at which target can be inserted, and whether it is there.
func BinarySearch[S ~[]E, E ordered](x S, target E) (int, bool) {
	lo, hi := 0, len(x)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if less(x[m], target) {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, lo < len(x) && (x[lo] == target || x[lo] != x[lo] && target != target)
}

// Insert gives a slice with v in front of element i.
func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	out := make(S, 0, len(s)+len(v))
	out = append(out, s[:i]...)
	out = append(out, v...)
	out = append(out, s[i:]...)
	moved("slices.Insert", s, v...)
	return out
}

// Delete takes the elements from i to before j out.
func Delete[S ~[]E, E any](s S, i, j int) S {
	within(i, j, len(s))
	k := j - i
	copy(s[i:], s[j:])
	clear(s[len(s)-k:])
	return s[:len(s)-k]
}

// DeleteFunc takes out the elements for which del is true.
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	n := 0
	for i := range s {
		v := s[i]
		if !del(v) {
			s[n] = v
			n++
		}
	}
	clear(s[n:])
	return s[:n]
}

// Compact takes out elements that equal the one before.
func Compact[S ~[]E, E comparable](s S) S {
	n := 0
	for i := range s {
		v := s[i]
		if n == 0 || v != s[n-1] {
			s[n] = v
			n++
		}
	}
	clear(s[n:])
	return s[:n]
}

// Concat gives slices one after another.
func Concat[S ~[]E, E any](slices ...S) S {
	var out S
	for _, s := range slices {
		out = append(out, s...)
	}
	return out
}

// Repeat gives count copies, one after another.
func Repeat[S ~[]E, E any](x S, count int) S {
	out := make(S, 0, len(x)*count)
	for range count {
		out = append(out, x...)
	}
	return out
}

// Clip is s without room to grow.
func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }

// CompactFunc takes out elements of which eq says that they are as good as the one before.
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S {
	if len(s) == 0 {
		return s
	}
	n := 1
	last := s[0]
	for i := 1; i < len(s); i++ {
		v := s[i]
		if !eq(v, last) {
			s[n] = v
			n++
		}
		last = v
	}
	clear(s[n:])
	return s[:n]
}

// EqualFunc reports whether two slices have as many elements, which eq calls equal.
func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, eq func(E1, E2) bool) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if !eq(s1[i], s2[i]) {
			return false
		}
	}
	return true
}

// BinarySearchFunc finds the least position at which target can be inserted, and whether it is there.
func BinarySearchFunc[S ~[]E, E, T any](x S, target T, cmp func(E, T) int) (int, bool) {
	lo, hi := 0, len(x)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if cmp(x[m], target) < 0 {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, lo < len(x) && cmp(x[lo], target) == 0
}

// Replace puts v in the place of the elements from i to before j, in the memory of s if that is long enough.
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S {
	within(i, j, len(s))
	n := len(s) - (j - i) + len(v)
	if n > len(s) {
		out := make(S, 0, n)
		out = append(out, s[:i]...)
		out = append(out, v...)
		out = append(out, s[j:]...)
		moved("slices.Replace", s, v...)
		return out
	}
	rest := Clone(s[j:])
	copy(s[i:], v)
	copy(s[i+len(v):], rest)
	clear(s[n:])
	return s[:n]
}

// Compare compares the elements, one after another; of two of which one begins with the other, the shorter is less.
func Compare[S ~[]E, E ordered](s1, s2 S) int {
	for i := range s1 {
		if i >= len(s2) {
			return 1
		}
		if less(s1[i], s2[i]) {
			return -1
		}
		if less(s2[i], s1[i]) {
			return 1
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}
