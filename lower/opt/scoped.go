package opt

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// scopedVars is a scopedMap from variables to numbers other than 0.
type scopedVars struct {
	m    paged.Table[int32]
	log  []varChange
	open int // marks that may be gone back to: changes before the first are not logged
}

type varChange struct {
	v   *loop.Var
	old int32
}

func (s *scopedVars) reset() {
	s.m.Reset()
	clear(s.log)
	s.log, s.open = s.log[:0], 0
}

func (s *scopedVars) get(v *loop.Var) int32 { return s.m.Get(v.ID()) }

func (s *scopedVars) set(v *loop.Var, n int32) {
	at := s.m.At(v.ID())
	if s.open > 0 {
		s.log = paged.Append(s.log, varChange{v, *at})
	}
	*at = n
}

func (s *scopedVars) mark() int {
	s.open++
	return len(s.log)
}

// undo takes the map back to the last mark that was not taken back to, and adds the variables that had changed to vars,
// but for those that were not there before: what a branch declares is nothing to those around it.
func (s *scopedVars) undo(mark int, vars []*loop.Var) []*loop.Var {
	s.open--
	for i := len(s.log) - 1; i >= mark; i-- {
		c := s.log[i]
		*s.m.At(c.v.ID()) = c.old
		if c.old != 0 {
			vars = append(vars, c.v)
		}
	}
	s.log = s.log[:mark]
	return vars
}

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
func (s *scopedMap[K, V]) undo(mark int, keys []K) []K {
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
