// Package unionfind keeps disjoint sets, of which two can become one.
package unionfind

// Sets are disjoint sets, each with an element that stands for it. In the zero value each element has a set of its own.
type Sets[T comparable] struct {
	up map[T]T // towards the element that stands for the set, which has none
}

// Find is the element that stands for the set of x. The path to it is halved, so that it takes logarithmic time at the
// most, as an average.
func (s *Sets[T]) Find(x T) T {
	for {
		y, ok := s.up[x]
		if !ok {
			return x
		}
		z, ok := s.up[y]
		if !ok {
			return y
		}
		s.up[x] = z
		x = z
	}
}

// Union makes the sets of two elements one, for which the same stands as for that of b before.
func (s *Sets[T]) Union(a, b T) {
	if a, b = s.Find(a), s.Find(b); a == b {
		return
	}
	if s.up == nil {
		s.up = map[T]T{}
	}
	s.up[a] = b
}
