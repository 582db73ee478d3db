package own

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A link says why two nodes may share memory.
type link struct {
	// assumed are the pairs of parameters' nodes one of which would have to share; nil when the function itself made
	// the link.
	assumed []pair
	// within says that the second node's slices do not reach beyond the ends of the first one's, so that appending to
	// the first does not write to the second.
	within bool
	// by is what made the link: a variable that was assigned, or a call.
	by   origin
	mark mark
}

// An origin is the assignment or call that made two names for one block.
type origin struct {
	v    *flow.Var
	call *flow.Call
	at   *syntax.Pos
}

// A pair is two nodes without order.
type pair struct{ a, b node }

// A staleness says that a block's memory was written through another name, so that this one's value is out of date.
type staleness struct {
	name  *flow.Var   // the other name's variable
	at    *syntax.Pos // of the write
	link  link
	moves string // the function of a library that wrote, where a program cannot say what
}

// state is what is known before a statement.
type state struct {
	dead   bool
	pairs  map[node]map[node]link
	stale  map[node]staleness
	made   map[*view]bool        // views that may have been defined
	broken map[*view]*syntax.Pos // and whose path may have changed since
	marked bool                  // some link may have a mark
}

func newState() *state {
	return &state{pairs: map[node]map[node]link{}, stale: map[node]staleness{}, broken: map[*view]*syntax.Pos{},
		made: map[*view]bool{}}
}

func deadState() *state {
	s := newState()
	s.dead = true
	return s
}

func (s *state) clone() *state {
	t := &state{dead: s.dead, marked: s.marked, pairs: make(map[node]map[node]link, len(s.pairs)),
		stale: maps.Clone(s.stale), broken: maps.Clone(s.broken), made: maps.Clone(s.made)}
	for n, m := range s.pairs {
		t.pairs[n] = maps.Clone(m)
	}
	return t
}

// join adds what may be the case in t; it reports whether s grew.
func (s *state) join(t *state) bool {
	if t.dead {
		return false
	}
	if s.dead {
		*s = *t.clone()
		return true
	}
	grew := false
	for a, m := range t.pairs {
		for b, l := range m {
			grew = s.linkOne(a, b, l) || grew
		}
	}
	for n, st := range t.stale {
		grew = s.age(n, st) || grew
	}
	for w := range t.made {
		grew = grew || !s.made[w]
		s.made[w] = true
	}
	for v, at := range t.broken {
		if _, ok := s.broken[v]; !ok {
			s.broken[v] = at
			grew = true
		}
	}
	return grew
}

// link makes a and b share memory. l says whether b is within a, and back whether a is within b.
func (s *state) link(a, b node, l link, back bool) {
	s.linkOne(a, b, l)
	l.within = back
	s.linkOne(b, a, l)
}

func (s *state) linkOne(a, b node, l link) bool {
	s.marked = s.marked || l.mark.idx != nil
	m := s.pairs[a]
	if m == nil {
		m = map[node]link{}
		s.pairs[a] = m
	}
	old, ok := m[b]
	if !ok {
		m[b] = l
		return true
	}
	old, grew := old.or(l)
	m[b] = old
	return grew
}

// or is the link that holds when l or m does; it reports whether that differs from l.
func (l link) or(m link) (link, bool) {
	both := l.mark.or(m.mark)
	grew := l.within && !m.within || both != l.mark
	l.within, l.mark = l.within && m.within, both
	if l.assumed == nil {
		return l, grew
	}
	if m.assumed == nil {
		l.assumed, l.by = nil, m.by
		return l, true
	}
	for _, p := range m.assumed {
		if !slices.Contains(l.assumed, p) {
			l.assumed = append(slices.Clip(l.assumed), p)
			grew = true
		}
	}
	return l, grew
}

// age notes that n's value is out of date; it reports whether that is news.
func (s *state) age(n node, st staleness) bool {
	old, ok := s.stale[n]
	if !ok {
		s.stale[n] = st
		return true
	}
	l, grew := old.link.or(st.link)
	if old.link.assumed != nil && l.assumed == nil {
		old.name, old.at = st.name, st.at
	}
	old.link = l
	s.stale[n] = old
	return grew
}

// forget drops all about a node.
func (s *state) forget(n node) {
	for q := range s.pairs[n] {
		delete(s.pairs[q], n)
	}
	delete(s.pairs, n)
	delete(s.stale, n)
}
