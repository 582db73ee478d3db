package own

import (
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A state knows whether it has marks, whatever happened to them before: else they would not change when they must.
func TestMarked(t *testing.T) {
	v, idx, other := &flow.Var{Name: "v"}, &flow.Var{Name: "i"}, &flow.Var{Name: "j"}
	a, b := node{v, "["}, node{v, "[."}
	s := newState()
	s.link(a, b, link{mark: mark{side: a, idx: idx, now: true}}, false)
	has := func(s *state) bool { return s.pairs[a][b].mark.idx != nil || s.pairs[b][a].mark.idx != nil }
	s.iterate(idx)
	s.iterate(idx)
	s.unmark(other)
	if !has(s) || s.pairs[a][b].mark.now {
		t.Fatal("the mark of another loop is gone, or that of an earlier iteration is one of this")
	}
	for name, drop := range map[string]func(*state){
		"the loop ends":  func(s *state) { s.unmark(idx) },
		"memory changes": func(s *state) { s.changed(func(n node) bool { return n == a }) },
		"behind a join": func(s *state) {
			u := newState()
			u.join(s)
			*s = *u
			s.unmark(idx)
		},
	} {
		c := s.clone()
		if drop(c); has(c) || c.marked {
			t.Errorf("%s, and the mark stays", name)
		}
	}
}
