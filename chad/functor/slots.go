package functor

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A slotMap numbers variables. Most contexts have few, so it is a list at
// first; that of the spine of a block may have a million.
type slotMap struct {
	n    int // variables
	vars []*syntax.Var
	more *paged.Table[int] // from 1; nil while there are few
}

const fewSlots = 8

// slotsOf numbers distinct variables in their order.
func slotsOf(vars []*syntax.Var) slotMap {
	m := slotMap{n: len(vars), vars: slices.Clip(vars)}
	if m.n > fewSlots {
		m.unfold()
	}
	return m
}

func (m *slotMap) get(x *syntax.Var) (int, bool) {
	if m.more != nil {
		k := m.more.Get(x.ID())
		return k - 1, k > 0
	}
	k := slices.Index(m.vars, x)
	return k, k >= 0
}

// add gives x the next number, if it has none yet.
func (m *slotMap) add(x *syntax.Var) {
	if _, ok := m.get(x); ok {
		return
	}
	m.n++
	if m.more == nil && m.n > fewSlots {
		m.unfold()
	}
	if m.more != nil {
		*m.more.At(x.ID()) = m.n
		return
	}
	m.vars = append(m.vars, x)
}

// unfold puts the list into a table.
func (m *slotMap) unfold() {
	m.more = &paged.Table[int]{}
	for i, y := range m.vars {
		*m.more.At(y.ID()) = i + 1
	}
	m.vars = nil
}
