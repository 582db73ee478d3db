package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file makes the one branch of fuseBranch. It gives a tuple of what is used of its members outside: a member as it
// is, or places of it.

// madeParts are what is used of the members of a choice outside of it.
type madeParts struct {
	order []madePart
	whole map[*syntax.Var]bool
	part  map[*syntax.Var]map[int]*syntax.Var
}

// A madePart is a member, or a place of one, and its name; the place of a whole member is negative.
type madePart struct {
	of    *syntax.Var
	place int
	name  *syntax.Var
}

// named is the name of a place of x.
func (m *madeParts) named(x *syntax.Var, place int, t syntax.Type) *syntax.Var {
	if m.part[x] == nil {
		m.part[x] = map[int]*syntax.Var{}
	}
	y := m.part[x][place]
	if y == nil {
		y = syntax.NewVar(x.Name, t)
		m.part[x][place] = y
		m.order = append(m.order, madePart{x, place, y})
	}
	return y
}

// outside is the spine with names for places of members, wherever they stand but in members of the same choice, and finds
// what is used. What is a part of a member, and used in members only, has no term.
func (s *choices) outside(parts map[int]*madeParts) *syntax.Let {
	out := &syntax.Let{Binds: slices.Clone(s.let.Binds)}
	own := -1 // the choice in whose member the walk is
	var walk func(t syntax.Term) syntax.Term
	member := func(t syntax.Term) (*syntax.Var, *madeParts) {
		r, ok := t.(*syntax.VarRef)
		if !ok {
			return nil, nil
		}
		p, ok := s.at[r.Var]
		if !ok {
			return nil, nil
		}
		c := s.given(p)
		switch {
		case c == nil || parts[c.at] == nil || c.at == own:
			return nil, nil
		case s.of[p] == c:
			return r.Var, parts[c.at]
		case out.Binds[p].Rhs == nil: // used for the first time
			out.Binds[p].Rhs = walk(s.let.Binds[p].Rhs)
		}
		return nil, nil
	}
	walk = func(t syntax.Term) syntax.Term {
		if q, ok := t.(*syntax.Proj); ok {
			if x, m := member(q.Arg); m != nil {
				return syntax.Ref(m.named(x, q.Index, t.Type()))
			}
		}
		if x, m := member(t); m != nil && !m.whole[x] {
			m.whole[x] = true
			m.order = append(m.order, madePart{x, -1, x})
		}
		return syntax.MapChildren(t, walk)
	}
	isPart := func(p int) bool {
		c := s.given(p)
		return c != nil && parts[c.at] != nil && s.of[p] == nil
	}
	for p := range out.Binds {
		if isPart(p) {
			out.Binds[p].Rhs = nil
		}
	}
	for p, b := range s.let.Binds {
		if isPart(p) {
			continue
		}
		own = -1
		if c := s.of[p]; c != nil {
			own = c.at
		}
		out.Binds[p].Rhs = walk(b.Rhs)
	}
	own = -1
	out.Body = walk(s.let.Body)
	return out
}

// one is the branch that all members of c have become, and what is used of it by name.
func (f *branchFuser) one(s *choices, c *choice, out *syntax.Let, m *madeParts) []syntax.Bind {
	for range c.members[1:] {
		f.Fired("fuseBranch")
	}
	bodies := make([]syntax.Term, len(c.b.Bodies))
	for k := range bodies {
		bodies[k] = s.arm(c, k, out, m)
	}
	one := f.tampered("fuseBranch", c.b.With(c.b.Vars, bodies))
	z := syntax.NewVar(s.let.Binds[c.at].Var.Name, one.Type())
	binds := []syntax.Bind{{Var: z, Rhs: one}}
	for i, part := range m.order {
		var rhs syntax.Term = syntax.Ref(z)
		if len(m.order) > 1 {
			rhs = syntax.NewProj(i, rhs)
		}
		binds = append(binds, syntax.Bind{Var: part.name, Rhs: rhs})
	}
	return binds
}

// arm is branch k of all members of c, one after the other.
func (s *choices) arm(c *choice, k int, out *syntax.Let, m *madeParts) syntax.Term {
	var sp syntax.Spine
	value := map[*syntax.Var]syntax.Term{} // of members, in this branch
	defs := map[*syntax.Var]syntax.Term{}
	seen := 0
	tuple := func(t syntax.Term) syntax.Term {
		for ; seen < len(sp.Binds); seen++ {
			if x := sp.Binds[seen].Var; x != nil {
				defs[x] = sp.Binds[seen].Rhs
			}
		}
		for {
			r, ok := t.(*syntax.VarRef)
			if !ok || defs[r.Var] == nil || !isMade(defs[r.Var]) {
				return t
			}
			t = defs[r.Var]
		}
	}
	place := func(t syntax.Term, i int) syntax.Term {
		if tup, ok := tuple(t).(*syntax.Tuple); ok {
			return tup.Elems[i]
		}
		return sp.Let("z", syntax.NewProj(i, t))
	}
	var valueOf func(x *syntax.Var) syntax.Term
	valueOf = func(x *syntax.Var) syntax.Term {
		if v := value[x]; v != nil {
			return v
		}
		p, ok := s.at[x]
		if !ok || s.of[p] != nil || s.given(p) != c {
			return nil
		}
		rhs := s.let.Binds[p].Rhs
		v := valueOf(argOf(rhs).(*syntax.VarRef).Var)
		if q, ok := rhs.(*syntax.Proj); ok {
			v = place(v, q.Index)
		}
		value[x] = v
		return v
	}
	var walk func(t syntax.Term) syntax.Term
	walk = func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			if v := valueOf(t.Var); v != nil {
				return v
			}
		case *syntax.Proj:
			if r, ok := t.Arg.(*syntax.VarRef); ok {
				if v := valueOf(r.Var); v != nil {
					return place(v, t.Index)
				}
			}
		}
		return syntax.MapChildren(t, walk)
	}
	for i, p := range c.members {
		b, _ := syntax.ForkOf(out.Binds[p].Rhs)
		tag := c.tags[i][k]
		switch {
		case i == 0 || b.Vars == nil:
		case s.sameChoice(c, b):
			value[b.Vars[tag]] = syntax.Ref(c.b.Vars[k])
		default:
			inj := tuple(valueOf(b.On.(*syntax.VarRef).Var)).(*syntax.Inj)
			value[b.Vars[tag]] = inj.Arg
		}
		body := walk(b.Bodies[tag])
		value[s.let.Binds[p].Var] = sp.Atom("w", sp.Open(body))
	}
	elems := make([]syntax.Term, len(m.order))
	for i, part := range m.order {
		elems[i] = value[part.of]
		if part.place >= 0 {
			elems[i] = place(elems[i], part.place)
		}
	}
	if len(elems) == 1 {
		return sp.In(elems[0])
	}
	return sp.In(sp.Let("t", syntax.NewTuple(elems...)))
}

// sameChoice reports whether b is made on what c is made on.
func (s *choices) sameChoice(c *choice, b syntax.Fork) bool {
	return c.b.Vars != nil && form.SameVar(s.resolved(b.On), s.resolved(c.b.On))
}

// isMade reports whether the parts of t are seen.
func isMade(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Tuple, *syntax.Inj, *syntax.VarRef:
		return true
	}
	return false
}
