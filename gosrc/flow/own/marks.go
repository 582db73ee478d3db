package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// A loop that takes one element after another and puts it somewhere, as in for _, p := range ps { if p.on { out =
// append(out, p) } }, puts no element there twice, though all elements have one name. So a link says at which index of
// the loop it was made.

// A mark says that the node side shares what a link says only at the indices that the counter of a loop has had in a
// step of its path: in this iteration if now, or in earlier ones only. The zero mark says nothing.
type mark struct {
	side node
	idx  *flow.Var
	step int
	now  bool
}

// or is the mark of a link that holds when one with either mark does.
func (m mark) or(o mark) mark {
	if m.side != o.side || m.idx != o.idx || m.step != o.step {
		return mark{}
	}
	m.now = m.now || o.now
	return m
}

// counters finds the variables that have the value of a loop's counter wherever they are used: the counters, and
// variables that are assigned one once, before all other uses.
func counters(ss []flow.Stmt) map[*flow.Var]*flow.Var {
	out := map[*flow.Var]*flow.Var{}
	assigned := map[*flow.Var]int{}
	eachStmt(ss, func(s flow.Stmt) {
		if c, ok := s.(*flow.Count); ok {
			out[c.Idx] = c.Idx
		}
		for _, p := range flow.Stores(s) {
			assigned[p.Var]++
		}
	})
	if len(out) == 0 {
		return out
	}
	total := mentions(ss)
	inOrder(ss, func(v *flow.Var, e flow.Expr, behind func() []flow.Stmt) {
		l, ok := e.(*flow.Load)
		if !ok || len(l.Place.Path) > 0 || assigned[v] != 1 {
			return
		}
		if idx := out[l.Place.Var]; idx != nil && mentions(behind())[v]+1 == total[v] {
			out[v] = idx
		}
	})
	return out
}

// indexed is the first counter among the indices on the way to a source, and at which step it is; nil if there is none.
func (c *checker) indexed(q source) (idx *flow.Var, step int) {
	for k, s := range q.from.Path {
		if s.Kind != flow.StepIndex {
			continue
		}
		if l, ok := s.Index.(*flow.Load); ok && len(l.Place.Path) == 0 && c.counters[l.Place.Var] != nil {
			return c.counters[l.Place.Var], k
		}
	}
	return nil, 0
}

// remark changes all marks.
func (s *state) remark(f func(*mark)) {
	if !s.marked { // nearly always, and there may be many links
		return
	}
	s.marked = false
	for _, m := range s.pairs {
		for b, l := range m {
			if l.mark.idx != nil {
				f(&l.mark)
				m[b] = l
				s.marked = s.marked || l.mark.idx != nil
			}
		}
	}
}

// iterate notes that the next iteration of a loop begins.
func (s *state) iterate(idx *flow.Var) {
	s.remark(func(m *mark) {
		if m.idx == idx {
			m.now = false
		}
	})
}

// unmark drops the marks of a loop.
func (s *state) unmark(idx *flow.Var) {
	s.remark(func(m *mark) {
		if m.idx == idx {
			*m = mark{}
		}
	})
}

// changed drops the marks that are about what a node's indices lead to.
func (s *state) changed(is func(node) bool) {
	s.remark(func(m *mark) {
		if is(m.side) {
			*m = mark{}
		}
	})
}
