package opt

// scopedMap is a map whose changes since a mark can be undone.
type scopedMap[K comparable, V any] struct {
	m   map[K]V
	log []change[K, V]
}

type change[K comparable, V any] struct {
	key K
	old V
	had bool
}

func newScopedMap[K comparable, V any]() *scopedMap[K, V] { return &scopedMap[K, V]{m: map[K]V{}} }

func (s *scopedMap[K, V]) get(k K) (V, bool) {
	v, ok := s.m[k]
	return v, ok
}

func (s *scopedMap[K, V]) set(k K, v V) {
	old, had := s.m[k]
	s.log = append(s.log, change[K, V]{k, old, had})
	s.m[k] = v
}

func (s *scopedMap[K, V]) mark() int { return len(s.log) }

// undo takes the map back to a mark and returns the keys that had changed, in the order of the changes,
// with repetitions.
func (s *scopedMap[K, V]) undo(mark int) []K {
	keys := make([]K, 0, len(s.log)-mark)
	for i := len(s.log) - 1; i >= mark; i-- {
		c := s.log[i]
		if c.had {
			s.m[c.key] = c.old
		} else {
			delete(s.m, c.key)
		}
		keys = append(keys, c.key)
	}
	s.log = s.log[:mark]
	return keys
}
