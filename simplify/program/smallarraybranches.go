package program

import "github.com/seed-4b734f86/gochad/syntax"

// branches is an if, of blocks that give small arrays among others. What both give from outside of them stands outside,
// so that no branch copies the elements that it does not set:
//
//	if c then ⟨a.0, x, a.2⟩ else a   ⇝   let y = if c then x else a.1 in ⟨a.0, y, a.2⟩
//
// Rules of package simplify do so, too: of a chain of them one in each round.
func branches(cond, then, other syntax.Term) syntax.Term {
	m := merging{arms: [2]arm{armOf(then), armOf(other)}}
	whole := m.merge(m.arms[0].end, m.arms[1].end, then.Type())
	if m.same == 0 || len(m.holes) == 0 {
		return syntax.NewIf(cond, then, other)
	}
	var s syntax.Spine
	if len(m.holes) == 1 {
		s.Bind(m.holes[0], syntax.NewIf(cond, m.arms[0].block(), m.arms[1].block()))
		return s.In(whole)
	}
	x := s.Let("b", syntax.NewIf(cond, m.arms[0].block(), m.arms[1].block()))
	for i, y := range m.holes {
		s.Bind(y, syntax.NewProj(i, x))
	}
	return s.In(whole)
}

// merging holds two branches against each other.
type merging struct {
	arms  [2]arm
	holes []*syntax.Var // what is not the same in both
	same  int           // what is
}

// An arm is a branch.
type arm struct {
	binds  []syntax.Bind
	end    syntax.Term
	tuples map[*syntax.Var]*syntax.Tuple // that the branch binds, and nil for what else it binds
	gives  []syntax.Term                 // for the holes
}

func armOf(t syntax.Term) arm {
	a := arm{end: t, tuples: map[*syntax.Var]*syntax.Tuple{}}
	if l, ok := t.(*syntax.Let); ok {
		a.binds, a.end = l.Binds, l.Body
	}
	for _, b := range a.binds {
		if b.Var != nil {
			a.tuples[b.Var], _ = b.Rhs.(*syntax.Tuple)
		}
	}
	return a
}

// block is the branch with what it gives for the holes.
func (a *arm) block() syntax.Term {
	if len(a.gives) == 1 {
		return syntax.NewLet(a.binds, a.gives[0])
	}
	return syntax.NewLet(a.binds, syntax.NewTuple(a.gives...))
}

// part is t as the branch knows it, if t is a place of a variable; outside says that this is not bound in it.
func (a *arm) part(t syntax.Term) (u syntax.Term, outside bool) {
	switch t := t.(type) {
	case *syntax.VarRef:
		_, inside := a.tuples[t.Var]
		return t, !inside
	case *syntax.Proj:
		u, outside := a.part(t.Arg)
		if x, ok := u.(*syntax.VarRef); ok && a.tuples[x.Var] != nil {
			if e := a.tuples[x.Var].Elems[t.Index]; placed(e) {
				return a.part(e)
			}
		}
		if u == t.Arg {
			return t, outside
		}
		return syntax.NewProj(t.Index, u), outside
	}
	return t, false
}

// merge is what both branches give, with holes.
func (m *merging) merge(x, y syntax.Term, t syntax.Type) syntax.Term {
	x, xOut := m.arms[0].part(x)
	y, yOut := m.arms[1].part(y)
	if xOut && yOut && syntax.Equal(x, y) {
		m.same++
		return x
	}
	tt, ok := t.(*syntax.TupleType)
	if ok && len(tt.Elems) > 0 && apart(x) && apart(y) {
		elems := make([]syntax.Term, len(tt.Elems))
		for i, e := range tt.Elems {
			elems[i] = m.merge(placeOf(x, i), placeOf(y, i), e)
		}
		return syntax.NewTupleOf(tt, elems...)
	}
	hole := syntax.NewVar("b", t)
	m.holes = append(m.holes, hole)
	m.arms[0].gives, m.arms[1].gives = append(m.arms[0].gives, x), append(m.arms[1].gives, y)
	return syntax.Ref(hole)
}

// placed reports whether t is a variable, or a place of one.
func placed(t syntax.Term) bool {
	for {
		p, ok := t.(*syntax.Proj)
		if !ok {
			_, ok = t.(*syntax.VarRef)
			return ok
		}
		t = p.Arg
	}
}

// apart reports whether it costs nothing to take t apart.
func apart(t syntax.Term) bool {
	_, ok := t.(*syntax.Tuple)
	return ok || placed(t)
}

func placeOf(t syntax.Term, i int) syntax.Term {
	if tuple, ok := t.(*syntax.Tuple); ok {
		return tuple.Elems[i]
	}
	return syntax.NewProj(i, t)
}
