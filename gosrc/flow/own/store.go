package own

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// A transfer is a simultaneous assignment of values, seen as names of memory: which names get new memory, where that
// comes from, and where the old names' memory has a name afterwards.
type transfer struct {
	st       *state
	indexed  func(source) (idx *flow.Var, step int)
	permutes bool // the assignment only exchanges values
	targets  []receiver
	killed   map[node]bool     // names that lose their memory
	moved    map[node]bool     // names whose memory goes elsewhere in an exchange
	carriers map[node][]source // by old name, the new names of its memory
	old      map[node]map[node]oldLink
}

// A receiver is a name that gets memory.
type receiver struct {
	node
	by  origin
	src []source
	// same says that a place gets what it had, or a part of it.
	same bool
}

// An oldLink is a link in both directions before the assignment.
type oldLink struct {
	link
	back bool
}

// store follows a simultaneous assignment of values with the given sources.
func (c *checker) store(st *state, s flow.Stmt, dst []flow.Place, srcs []map[string][]source, permutes bool) {
	by := origin{at: c.at}
	if call, ok := s.(*flow.Call); ok {
		by.call = call
	}
	t := &transfer{
		st: st, indexed: c.indexed, permutes: permutes, killed: map[node]bool{}, moved: map[node]bool{},
		carriers: map[node][]source{},
		old:      map[node]map[node]oldLink{},
	}
	for i, p := range dst {
		if p.Var != nil {
			by.v = p.Var
			a, ok := s.(*flow.Assign)
			t.plan(p, srcs[i], by, c.declares[p.Var] == s, ok && partOfItself(p, a.Src[i]))
		}
	}
	t.run()
	for _, p := range dst {
		if p.Var == nil {
			continue
		}
		c.write(st, block(p), p.Var)
		c.header(st, p, s)
	}
}

// plan notes what the assignment to a place does to names.
func (t *transfer) plan(p flow.Place, srcs map[string][]source, by origin, declares, same bool) {
	at := letters(p)
	for _, b := range blocks(p.Type()) {
		n := node{p.Var, at + b}
		t.killed[n] = strong(at)
		if srcs == nil {
			continue
		}
		t.targets = append(t.targets, receiver{n, by, srcs[b], same})
		for _, q := range srcs[b] {
			t.carriers[q.node] = append(t.carriers[q.node], source{n, q.down, q.up, q.from})
			t.moved[q.node] = t.permutes
		}
	}
	if at == "" && declares {
		t.killed[node{p.Var, ""}] = true
	}
}

// run forgets the names that lose their memory, and links those that get some.
func (t *transfer) run() {
	for n := range t.carriers {
		t.old[n] = map[node]oldLink{}
		for r, l := range t.st.pairs[n] {
			t.old[n][r] = oldLink{l, t.st.pairs[r][n].within}
		}
	}
	for n, k := range t.killed {
		if k {
			t.st.forget(n)
		}
	}
	got := set.By(t.targets, func(g receiver) node { return g.node })
	t.st.changed(func(n node) bool { return got[n] })
	for _, g := range t.targets {
		for _, q := range g.src {
			t.share(g, q)
			for r, l := range t.old[q.node] {
				t.inherit(g, q, r, l)
			}
		}
	}
}

// names are the names that the memory of n has afterwards.
func (t *transfer) names(n node) []source {
	out := t.carriers[n]
	if t.stays(n) {
		out = append([]source{{node: n, down: true, up: true}}, out...)
	}
	return out
}

// stays reports whether a name keeps its memory; then it is the first of its names.
func (t *transfer) stays(n node) bool { return !t.killed[n] && !t.moved[n] }

// share links a target with the other names of the memory that it gets. If it stands for several places, two of them
// share it where it gets it twice, or one of them had it and keeps it.
func (t *transfer) share(g receiver, q source) {
	times := 0
	idx, step := t.indexed(q)
	for i, w := range t.names(q.node) {
		if w.node == g.node {
			times++
			continue
		}
		k := link{within: w.down && q.up, by: g.by}
		if i == 0 && t.stays(q.node) && idx != nil {
			k.mark = mark{q.node, idx, step, true}
		}
		t.st.link(g.node, w.node, k, q.down && w.up)
	}
	if times > 1 && g.several() && !t.permutes && !g.same {
		t.st.link(g.node, g.node, link{by: g.by}, false)
	}
}

// inherit links a target with the names of memory that r had, which its source was linked with.
func (t *transfer) inherit(g receiver, q source, r node, l oldLink) {
	if t.others(q.node, q, l.mark) {
		return
	}
	near := t.names(r)
	if t.moved[r] && !t.killed[r] { // other places that r stands for still have it
		near = append([]source{{node: r, down: true, up: true}}, near...)
	}
	for i, w := range near {
		if w.node == g.node && (!g.several() || t.permutes && r != q.node) || t.others(r, w, l.mark) {
			continue
		}
		k := l.link
		if i > 0 || !t.stays(r) || l.mark.side != r {
			k.mark = mark{}
		}
		k.within = w.down && l.within && q.up
		back := q.down && l.back && w.up
		if w.node == g.node {
			k.within, back = false, false
		}
		t.st.link(g.node, w.node, k, back)
	}
}

// others reports whether a link with the mark is about other elements of n than the one that a value comes from.
func (t *transfer) others(n node, from source, m mark) bool {
	idx, step := t.indexed(from)
	if idx == nil || m != (mark{n, idx, step, false}) {
		return false
	}
	_, twice := t.old[n][n]
	return !twice
}

// partOfItself reports whether a place is assigned what is there already, or a window of that.
func partOfItself(p flow.Place, e flow.Expr) bool {
	switch e := e.(type) {
	case *flow.Load:
		return samePlace(p, e.Place)
	case *flow.Window:
		return partOfItself(p, e.X)
	}
	return false
}

// permutes reports whether an assignment only exchanges values.
func permutes(s *flow.Assign) bool {
	if len(s.Dst) < 2 {
		return false
	}
	found := make([]bool, len(s.Dst))
	for _, e := range s.Src {
		l, ok := e.(*flow.Load)
		if !ok {
			return false
		}
		ok = false
		for i, d := range s.Dst {
			if !found[i] && samePlace(l.Place, d) {
				found[i], ok = true, true
				break
			}
		}
		if !ok {
			return false
		}
	}
	return true
}
