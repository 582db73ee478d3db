package functor

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A slotMap numbers variables. Most contexts have few, so it is a list at
// first; that of the spine of a block may have a million.
type slotMap struct {
	n     int // variables
	vars  []*syntax.Var
	slots []int
	more  *paged.Table[int] // from 1; nil while there are few
}

const fewSlots = 8

func (m *slotMap) get(x *syntax.Var) (int, bool) {
	if m.more != nil {
		k := m.more.Get(x.ID())
		return k - 1, k > 0
	}
	for i, y := range m.vars {
		if x == y {
			return m.slots[i], true
		}
	}
	return 0, false
}

// put numbers x, which has no number yet or the same one.
func (m *slotMap) put(x *syntax.Var, k int) {
	if _, ok := m.get(x); ok {
		return
	}
	m.n++
	if m.more == nil && m.n > fewSlots {
		m.more = &paged.Table[int]{}
		for i, y := range m.vars {
			*m.more.At(y.ID()) = m.slots[i] + 1
		}
		m.vars, m.slots = nil, nil
	}
	if m.more != nil {
		*m.more.At(x.ID()) = k + 1
		return
	}
	m.vars, m.slots = append(m.vars, x), append(m.slots, k)
}
