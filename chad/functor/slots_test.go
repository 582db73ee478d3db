package functor

import (
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Variables have the numbers in which they came, however many there are, and those that came first stay those of their
// list, which nobody changes.
func TestSlots(t *testing.T) {
	var all []*syntax.Var
	for range 3 * fewSlots {
		all = append(all, syntax.NewVar("x", syntax.Real))
	}
	for begin := range all {
		list := all[:begin]
		m := slotsOf(list)
		for _, x := range all {
			m.add(x)
			m.add(x)
		}
		for i, x := range all {
			if k, ok := m.get(x); !ok || k != i {
				t.Fatalf("%d at first: variable %d has number %d, %t", begin, i, k, ok)
			}
		}
		if _, ok := m.get(syntax.NewVar("y", syntax.Real)); ok || m.n != len(all) {
			t.Fatalf("%d at first: there are %d", begin, m.n)
		}
	}
	room := append(make([]*syntax.Var, 0, 4), all[0], all[1])
	m := slotsOf(room[:1])
	if m.add(all[2]); room[1] != all[1] {
		t.Error("the list of a context has been written into")
	}
}
