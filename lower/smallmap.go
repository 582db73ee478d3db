package lower

// small is a map that is a list while it is short: most static code has few variables,
// and there is a lot of it.
type small[K comparable, V any] struct {
	keys []K
	vals []V
	big  map[K]V
}

const smallMax = 12

func (s *small[K, V]) get(k K) (v V, ok bool) {
	if s.big != nil {
		v, ok = s.big[k]
		return v, ok
	}
	for i, h := range s.keys {
		if h == k {
			return s.vals[i], true
		}
	}
	return v, false
}

func (s *small[K, V]) has(k K) bool {
	_, ok := s.get(k)
	return ok
}

func (s *small[K, V]) put(k K, v V) {
	if s.big != nil {
		s.big[k] = v
		return
	}
	for i, h := range s.keys {
		if h == k {
			s.vals[i] = v
			return
		}
	}
	if len(s.keys) < smallMax {
		s.keys, s.vals = append(s.keys, k), append(s.vals, v)
		return
	}
	s.big = make(map[K]V, 4*smallMax)
	for i, h := range s.keys {
		s.big[h] = s.vals[i]
	}
	s.big[k] = v
}

// empty reports whether nothing was put.
func (s *small[K, V]) empty() bool { return len(s.keys) == 0 && len(s.big) == 0 }
