package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A cell that the body of a loop makes may keep an array of the state: in a closure, say, or in a node of a list. Then that array
// must stay as it is after the iteration. It is neither updated in place nor is its memory used again for a later state:
// each iteration builds the next one in new memory.

// escaping finds the leaves of a state that a loop body may put into cells.
func (g *layouts) escaping(state *syntax.Var, body syntax.Term) map[int]bool {
	s := &escapes{g: g, from: map[*syntax.Var][]int{}, out: map[int]bool{}}
	for i, l := range g.leaves(state.Type) {
		if l.array() {
			s.from[state] = append(s.from[state], i)
		}
	}
	if len(s.from[state]) > 0 {
		s.state = state
		s.walk(body)
	}
	return s.out
}

type escapes struct {
	g     *layouts
	state *syntax.Var
	from  map[*syntax.Var][]int // the leaves of the state with which a variable may share memory
	out   map[int]bool
}

// arrays reports whether values of a type share memory with others: cells never change.
func (s *escapes) arrays(t syntax.Type) bool {
	for _, l := range s.g.leaves(t) {
		if !l.scalar() {
			return true
		}
	}
	return false
}

// walk notes what variables share, and what goes into cells.
func (s *escapes) walk(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Let:
		for i := range t.Binds {
			b := &t.Binds[i]
			s.walk(b.Rhs)
			if b.Var != nil {
				s.bind(b.Var, b.Rhs)
			}
		}
		s.walk(t.Body)
		return
	case *syntax.Case:
		for _, a := range t.Arms {
			s.bind(a.Var, t.Scrut)
		}
	case *syntax.Loop:
		s.bind(t.State, t.Init)
	case *syntax.While:
		s.bind(t.State, t.Init)
	case *syntax.Inj:
		if _, ok := t.Type().(*syntax.Data); ok {
			s.escape(t.Arg)
		}
	case *syntax.Call:
		if s.cells(t.Type()) {
			for _, a := range t.Args {
				s.escape(a)
			}
		}
	}
	syntax.Children(t, s.walk)
}

// cells reports whether values of a type hold references to cells.
func (s *escapes) cells(t syntax.Type) bool {
	for _, l := range s.g.leaves(t) {
		if l.Type.Base == loop.Ref {
			return true
		}
	}
	return false
}

func (s *escapes) bind(x *syntax.Var, t syntax.Term) {
	if s.arrays(x.Type) {
		if from := s.origins(t, nil); len(from) > 0 {
			s.from[x] = from
		}
	}
}

func (s *escapes) escape(t syntax.Term) {
	for _, i := range s.origins(t, nil) {
		s.out[i] = true
	}
}

// origins adds the leaves of the state with which t may share memory.
func (s *escapes) origins(t syntax.Term, out []int) []int {
	if !s.arrays(t.Type()) {
		return out
	}
	if x, lo := path(s.g, t); x != nil {
		hi := lo + len(s.g.leaves(t.Type()))
		for _, i := range s.from[x] {
			if x != s.state || lo <= i && i < hi {
				out = append(out, i)
			}
		}
		return out
	}
	if l, ok := t.(*syntax.Let); ok { // its bindings have been walked
		return s.origins(l.Body, out)
	}
	syntax.Children(t, func(c syntax.Term) { out = s.origins(c, out) })
	return out
}
