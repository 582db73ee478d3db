// Package set makes sets, which are maps to true, of the elements of lists.
package set

// Of has the elements of some lists.
func Of[T comparable](lists ...[]T) map[T]bool {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	out := make(map[T]bool, n)
	for _, list := range lists {
		for _, x := range list {
			out[x] = true
		}
	}
	return out
}

// By has what a function gives for the elements of a list.
func By[E any, T comparable](list []E, of func(E) T) map[T]bool {
	out := make(map[T]bool, len(list))
	for _, x := range list {
		out[of(x)] = true
	}
	return out
}

// An Ordered set has elements in the order in which they were added; the zero value has none.
type Ordered[T comparable] struct {
	List []T
	in   map[T]bool
}

// Add reports whether an element is new.
func (s *Ordered[T]) Add(x T) bool {
	if s.in[x] {
		return false
	}
	if s.in == nil {
		s.in = map[T]bool{}
	}
	s.in[x] = true
	s.List = append(s.List, x)
	return true
}

// Has reports whether x is an element.
func (s *Ordered[T]) Has(x T) bool { return s.in[x] }
