package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is fuseBranch: what a branch keeps for the way back, and its case there.
//
//	let z = if c then ⟨a, inl x⟩ else ⟨b, inr y⟩ in case snd z of inl x → d | inr y → e
//
// is if c then ⟨a, d⟩ else ⟨b, e⟩ where the case needs nothing else of z.

// A tapeBranch is a branch with a place that one case looks at.
type tapeBranch struct {
	*spineUses
	at, place int
	tape      int          // the name of the place
	reader    int          // the case
	early     map[int]bool // what stands between and comes first
}

// branchOf is the branch at position p with the case that reads a place of it; nil where there is none, or they cannot
// become one.
func (s *spineUses) branchOf(p int) *tapeBranch {
	b, ok := branchesOf(s.let.Binds[p].Rhs)
	if !ok || s.let.Binds[p].Var == nil {
		return nil
	}
	k := &tapeBranch{spineUses: s, at: p, tape: -1}
	for _, u := range s.uses[p] {
		q, ok := s.rhs(u.pos).(*syntax.Proj)
		if !ok {
			return nil
		}
		if len(s.uses[u.pos]) != 1 || k.tape >= 0 {
			continue
		}
		reader := s.uses[u.pos][0].pos
		c, ok := s.rhs(reader).(*syntax.Case)
		if !ok || !isVar(c.Scrut, s.let.Binds[u.pos].Var) || !k.known(b, q.Index) {
			continue
		}
		k.tape, k.place, k.reader = u.pos, q.Index, reader
	}
	if k.tape < 0 {
		return nil
	}
	if k.early, ok = s.before(p, k.reader, k.tape); !ok {
		return nil
	}
	return k
}

// known reports whether each branch has another variant in a place.
func (k *tapeBranch) known(b branches, place int) bool {
	var tags []int
	for _, body := range b.bodies {
		x, _ := injected(body, place)
		if x == nil || slices.Contains(tags, x.Tag) {
			return false
		}
		tags = append(tags, x.Tag)
	}
	return true
}

// injected is the injection in a place of what a block gives, and the block's result; nil where it is not seen.
func injected(t syntax.Term, place int) (*syntax.Inj, *syntax.Tuple) {
	defs := map[*syntax.Var]syntax.Term{}
	for {
		l, ok := t.(*syntax.Let)
		if !ok {
			break
		}
		for _, b := range l.Binds {
			if b.Var != nil {
				defs[b.Var] = b.Rhs
			}
		}
		t = l.Body
	}
	resolve := func(t syntax.Term) syntax.Term {
		for {
			r, ok := t.(*syntax.VarRef)
			if !ok || defs[r.Var] == nil {
				return t
			}
			t = defs[r.Var]
		}
	}
	tup, ok := resolve(t).(*syntax.Tuple)
	if !ok {
		return nil, nil
	}
	x, _ := resolve(tup.Elems[place]).(*syntax.Inj)
	return x, tup
}

// fused is the spine from the branch to its reader.
func (k *tapeBranch) fused(f *tapeFuser, parts tapeParts) (out []syntax.Bind) {
	f.report.add("fuseBranch", f.where)
	old, reader := k.let.Binds[k.at], k.let.Binds[k.reader]
	b, _ := branchesOf(old.Rhs)
	c := reader.Rhs.(*syntax.Case)
	bodies := make([]syntax.Term, len(b.bodies))
	for i, body := range b.bodies {
		x, tup := injected(body, k.place)
		var s syntax.Spine
		l, ok := body.(*syntax.Let)
		for ok {
			s.Binds = append(s.Binds, l.Binds...)
			body = l.Body
			l, ok = body.(*syntax.Let)
		}
		arm := c.Arms[x.Tag]
		s.Bind(arm.Var, x.Arg)
		elems := slices.Clone(tup.Elems)
		elems[k.place] = s.Let("w", arm.Body)
		bodies[i] = s.In(syntax.NewTuple(elems...))
	}
	one := b.with(b.vars, bodies)
	z := syntax.NewVar(old.Var.Name, one.Type())
	after := []syntax.Bind{{Var: z, Rhs: f.tampered("fuseBranch", one)}}
	parts.branches[old.Var] = z
	for p := k.at + 1; p < k.reader; p++ {
		switch {
		case p == k.tape:
		case k.early[p]:
			out = append(out, k.let.Binds[p])
		default:
			after = append(after, k.let.Binds[p])
		}
	}
	after = append(after, syntax.Bind{Var: reader.Var, Rhs: syntax.NewProj(k.place, syntax.Ref(z))})
	return append(out, after...)
}
