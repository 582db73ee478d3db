package own

import (
	"maps"
	"reflect"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// maxTower bounds how often functions that a recursive function is copied for may hold functions made of the same
// literal: a call that passes on its parameter in a literal makes a higher tower each time.
const maxTower = 3

// share gives a literal the function of an earlier one that is the same: a copy of a function has copies of its
// literals, and a function that calls itself with literals would have no end of copies for them.
func (r *resolver) share(l *lifted, scope map[*flow.Var]target, all []*lifted) {
	if l.fn.Params != nil || l.fn.Body != nil {
		return // another name of a literal that was lifted
	}
	if slices.ContainsFunc(r.lifted[l.lit.At], func(m *lifted) bool { return m.fn == l.fn }) {
		return
	}
	l.env, l.open = maps.Clone(scope), map[*flow.Var]bool{}
	for _, m := range all {
		if _, known := scope[m.v]; !known && m != l {
			l.open[m.v] = true
		}
	}
	for _, m := range r.lifted[l.lit.At] {
		if sameLifted(l, m) {
			for _, n := range all {
				if n != l && n.fn == l.fn {
					n.fn = m.fn
				}
			}
			l.fn = m.fn
			return
		}
	}
	r.lifted[l.lit.At] = append(r.lifted[l.lit.At], l)
	r.towers[l.fn] = r.tower(l)
}

// tower counts for literals, by where they stand, how often one is in another of them, and so on: in a literal and the
// known functions that it uses.
func (r *resolver) tower(l *lifted) map[*syntax.Pos]int {
	out := map[*syntax.Pos]int{}
	for v := range mentions(l.lit.Body) {
		if t, ok := l.env[v]; ok {
			for at, n := range r.towers[t.fn] {
				out[at] = max(out[at], n)
			}
		}
	}
	out[l.lit.At]++
	return out
}

// high reports whether a function holds too many made of one literal.
func (r *resolver) high(f *flow.Func) bool {
	for _, n := range r.towers[f] {
		if n > maxTower {
			return true
		}
	}
	return false
}

// sameLifted reports whether the functions of two literals are the same: what they capture, in order, and what is known
// of the functions that they use.
func sameLifted(l, m *lifted) bool {
	if len(l.caps) != len(m.caps) {
		return false
	}
	c := newCorrespondence()
	for i, k := range l.caps {
		if k.ref != m.caps[i].ref || !c.variables(k.v, m.caps[i].v) {
			return false
		}
	}
	if !c.literals(l.lit, m.lit) {
		return false
	}
	for v, w := range c.to {
		s, ok := l.env[v]
		t, ok2 := m.env[w]
		if l.open[v] || m.open[w] || ok != ok2 || (v == l.v) != (w == m.v) || ok && !c.sameTargets(s, t) {
			return false
		}
	}
	return true
}

// sameTargets reports whether two known functions are one, and are given the same.
func (c *correspondence) sameTargets(s, t target) bool {
	if s.fn != t.fn || len(s.extra) != len(t.extra) {
		return false
	}
	for i, e := range s.extra {
		if !c.same(reflect.ValueOf(e), reflect.ValueOf(t.extra[i])) {
			return false
		}
	}
	return true
}
