package search

import (
	"cmp"
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/numbers"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// maxEarly bounds what comes before a branch that did not: few bindings make a seed that is known there.
const maxEarly = 32

// FuseBranches moves branches that read what an earlier branch on the same condition made into that one. It works on
// the A-normal form of t, and returns t itself if there is nothing to move, or t is arithmetic and branches alone. It is
// linear in the size of t for every level of nesting.
func (r *Rules) FuseBranches(t syntax.Term) (syntax.Term, bool) {
	defer times.Begin("fuseBranch")()
	if !r.On["fuseBranch"] || form.Straight(t) || !mayFuseBranches(t) { // what straight code keeps are local variables
		return t, false
	}
	f := branchFuser{Rules: r}
	n := f.term(syntax.ANF(t))
	if !f.fired {
		return t, false
	}
	return n, true
}

// mayFuseBranches reports whether several branches in t depend on one variable, or one on what another gives.
func mayFuseBranches(t syntax.Term) bool {
	on, found := map[*syntax.Var]bool{}, false
	var look func(t syntax.Term)
	see := func(x *syntax.Var, t syntax.Term) {
		if r, ok := argOf(t).(*syntax.VarRef); ok && on[r.Var] && x != nil {
			on[x] = true
		} else if b, ok := syntax.ForkOf(t); ok {
			if r, ok := argOf(b.On).(*syntax.VarRef); ok {
				found = found || on[r.Var]
				on[r.Var] = true
			}
			if x != nil {
				on[x] = true
			}
		}
	}
	look = func(t syntax.Term) {
		if found || syntax.NodesOf(t)&syntax.Branches == 0 {
			return
		}
		if l, ok := t.(*syntax.Let); ok {
			for _, b := range l.Binds {
				see(b.Var, b.Rhs)
			}
		} else {
			see(nil, t)
		}
		syntax.Children(t, look)
	}
	look(t)
	return found
}

type branchFuser struct {
	*Rules
	fired bool
}

// term goes from the outside in: what was moved into a branch meets the branches there.
func (f *branchFuser) term(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Branches == 0 {
		return t
	}
	if l, ok := t.(*syntax.Let); ok {
		t = f.spine(l)
	}
	return syntax.MapChildren(t, f.term)
}

// A choice is a branch at a position of a spine, and the branches that go into it: they are its members, in order.
type choice struct {
	at      int
	b       syntax.Fork
	members []int
	tags    [][]int // for each member, which of its branches belongs to a branch of the choice
}

// A choices is a spine seen from its branches.
type choices struct {
	*spineUses
	alias map[*syntax.Var]syntax.Term // names of names
	of    map[int]*choice             // where a branch is, or is in
	// where a binding stands in the end: 2p+1 for that of position p, 2p right before it
	slot  []int
	known map[int]bool // the positions whose needs have been asked for
}

// need is what position p needs. Most are never asked.
func (s *choices) need(p int) []need {
	if !s.known[p] {
		s.known[p] = true
		s.collect(p, s.let.Binds[p].Rhs)
	}
	return s.needs[p]
}

// spine fuses branches of one spine.
func (f *branchFuser) spine(l *syntax.Let) syntax.Term {
	if !mayJoin(l) {
		return l
	}
	s := &choices{positionsIn(l), aliases(l.Binds), map[int]*choice{}, make([]int, len(l.Binds)), map[int]bool{}}
	var fused []*choice
	for p, b := range l.Binds {
		s.slot[p] = 2*p + 1
		br, ok := syntax.ForkOf(b.Rhs)
		if !ok || b.Var == nil {
			continue
		}
		if c := s.join(p, br); c != nil {
			if len(c.members) == 2 {
				fused = append(fused, c)
			}
			continue
		}
		s.of[p] = &choice{p, br, []int{p}, [][]int{numbers.To(len(br.Bodies))}}
	}
	if len(fused) == 0 {
		return l
	}
	f.fired = true
	return f.fused(s, fused)
}

// mayJoin reports whether a spine has a branch that depends on what another one does, or gives.
func mayJoin(l *syntax.Let) bool {
	on := map[*syntax.Var]bool{}
	found := false
	for _, b := range l.Binds {
		switch rhs := b.Rhs.(type) {
		case *syntax.Proj, *syntax.VarRef:
			if r, ok := argOf(rhs).(*syntax.VarRef); ok && on[r.Var] {
				on[b.Var] = true
			}
		default:
			br, ok := syntax.ForkOf(rhs)
			if !ok || b.Var == nil {
				continue
			}
			if r, ok := br.On.(*syntax.VarRef); ok {
				found = found || on[r.Var]
				on[r.Var] = true
			}
			on[b.Var] = true
		}
	}
	return found
}

// argOf is what t is a projection of, and t if it is none.
func argOf(t syntax.Term) syntax.Term {
	if q, ok := t.(*syntax.Proj); ok {
		return q.Arg
	}
	return t
}

// aliases are the names that stand for others.
func aliases(binds []syntax.Bind) map[*syntax.Var]syntax.Term {
	out := map[*syntax.Var]syntax.Term{}
	for _, b := range binds {
		if r, ok := b.Rhs.(*syntax.VarRef); ok && b.Var != nil {
			if a := out[r.Var]; a != nil {
				out[b.Var] = a
			} else {
				out[b.Var] = r
			}
		}
	}
	return out
}

func (s *choices) resolved(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok && s.alias[r.Var] != nil {
		return s.alias[r.Var]
	}
	return t
}

// join makes the branch at position q part of an earlier one that it reads, if it may be, and gives that.
func (s *choices) join(q int, b syntax.Fork) *choice {
	tried := map[*choice]bool{}
	for _, d := range slices.Backward(s.need(q)) {
		c := s.given(d.pos)
		if c == nil || tried[c] || len(tried) > 3 {
			continue
		}
		tried[c] = true
		tags := s.tags(c, b)
		if tags == nil {
			continue
		}
		early := map[int]bool{}
		if !s.before(c, q, q, early) {
			continue
		}
		for e := range early {
			s.slot[e] = 2 * c.at
		}
		s.of[q], s.slot[q] = c, 2*c.at+1
		c.members, c.tags = append(c.members, q), append(c.tags, tags)
		return c
	}
	return nil
}

// given is the choice that gives the value at position p, or of which it is a part.
func (s *choices) given(p int) *choice {
	for {
		if c := s.of[p]; c != nil {
			return c
		}
		b := s.let.Binds[p]
		r, ok := argOf(b.Rhs).(*syntax.VarRef)
		if !ok || b.Var == nil {
			return nil
		}
		if p, ok = s.at[r.Var]; !ok {
			return nil
		}
	}
}

// tags says which branch of b is taken in each branch of c; nil if that is not known.
func (s *choices) tags(c *choice, b syntax.Fork) []int {
	if (b.Vars == nil) == (c.b.Vars == nil) && form.SameVar(s.resolved(b.On), s.resolved(c.b.On)) {
		return numbers.To(len(b.Bodies))
	}
	x, ok := b.On.(*syntax.VarRef)
	if !ok {
		return nil
	}
	p, ok := s.at[x.Var]
	if !ok || s.given(p) != c {
		return nil
	}
	var tags []int
	for k := range c.b.Bodies {
		g := s.gives(c, k, p)
		tag := tagOf(g)
		if tag < 0 || slices.Contains(tags, tag) {
			return nil
		}
		tags = append(tags, tag)
	}
	return tags
}

// tagOf is the branch that is taken on t; negative if it is not known.
func tagOf(t syntax.Term) int {
	switch t := t.(type) {
	case *syntax.Inj:
		return t.Tag
	case *syntax.Const:
		if t.Type() == syntax.Bool {
			return 1 - int(t.I)
		}
	}
	return -1
}

// gives is what branch k of c gives at position p, which is c or a part of it; nil if that is not seen.
func (s *choices) gives(c *choice, k, p int) syntax.Term {
	var path []int
	for s.of[p] == nil {
		rhs := s.let.Binds[p].Rhs
		if q, ok := rhs.(*syntax.Proj); ok {
			path = append(path, q.Index)
		}
		p = s.at[argOf(rhs).(*syntax.VarRef).Var]
	}
	m := slices.Index(c.members, p)
	b, _ := syntax.ForkOf(s.let.Binds[p].Rhs)
	t := b.Bodies[c.tags[m][k]]
	defs := map[*syntax.Var]syntax.Term{}
	if l, ok := t.(*syntax.Let); ok {
		for _, b := range l.Binds {
			if b.Var != nil {
				defs[b.Var] = b.Rhs
			}
		}
		t = l.Body
	}
	for {
		if r, ok := t.(*syntax.VarRef); ok && defs[r.Var] != nil {
			t = defs[r.Var]
			continue
		}
		if len(path) == 0 {
			return t
		}
		tup, ok := t.(*syntax.Tuple)
		if !ok {
			return nil
		}
		t, path = tup.Elems[path[len(path)-1]], path[:len(path)-1]
	}
}

// before reports whether what position p needs is there in the branches of c, or may come before them: what does then is
// added to early, and does not fail. The reader of c is q.
func (s *choices) before(c *choice, q, p int, early map[int]bool) bool {
	for _, d := range s.need(p) {
		switch {
		case s.slot[d.pos] < 2*c.at+1 || early[d.pos]:
		case p == q && s.given(d.pos) == c:
		case s.of[d.pos] != nil || len(early) >= maxEarly || !safe(s.let.Binds[d.pos]):
			return false
		default:
			early[d.pos] = true
			if !s.before(c, q, d.pos, early) {
				return false
			}
		}
	}
	return true
}

// fused is the spine with branches that have become one.
func (f *branchFuser) fused(s *choices, all []*choice) syntax.Term {
	parts := map[int]*madeParts{}
	for _, c := range all {
		m := &madeParts{whole: map[*syntax.Var]bool{}, part: map[*syntax.Var]map[int]*syntax.Var{}}
		for _, p := range c.members {
			parts[p] = m
		}
	}
	out := s.outside(parts)
	order := numbers.To(len(s.let.Binds))
	slices.SortStableFunc(order, func(p, q int) int { return cmp.Compare(s.slot[p], s.slot[q]) })
	var binds []syntax.Bind
	for _, p := range order {
		c := s.given(p)
		switch {
		case c == nil || parts[c.at] == nil || s.of[p] == nil && out.Binds[p].Rhs != nil:
			binds = append(binds, out.Binds[p])
		case c.at == p:
			binds = append(binds, f.one(s, c, out, parts[p])...)
		}
	}
	return syntax.NewLet(binds, out.Body)
}
