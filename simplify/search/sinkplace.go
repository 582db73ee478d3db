package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is placeIfZero, which is letIfZero for a place of branches that give several values: what is linear in the
// place moves into the branch in which it is not zero.
//
//	let w = if c then ⟨a, 0⟩ else ⟨0, b⟩; u = sum [onehot i (x[i] * (snd w)[i]) | i < n] in fst w + u
//
// becomes
//
//	let w = if c then ⟨a, 0⟩ else ⟨0, sum [onehot i (x[i] * b[i]) | i < n]⟩ in fst w + snd w
//
// And so it is for what is linear in all that the branches give, where not all of the block is:
//
//	let w = if c then a else 0; u = sum [onehot i (x[i] * w[i]) | i < n] in ⟨y, u⟩    ⇝    let u = if c then sum [onehot i (x[i] * a[i]) | i < n] else 0 in ⟨y, u⟩
//
// as what is computed for one branch alone, where it stands in front of the branch, has a derivative in that branch
// only.

// hasZeroPlace reports whether t is branches in one place of which, that holds arrays, all arms but one are zero.
func hasZeroPlace(t syntax.Term) bool {
	ty, ok := t.Type().(*syntax.TupleType)
	b, branch := syntax.ForkOf(t)
	if !ok || !branch {
		return false
	}
	for i, e := range ty.Elems {
		if syntax.HoldsArray(e) && zeroArmsAt(b, i) >= 0 {
			return true
		}
	}
	return false
}

// zeroArmsAt is the one arm of b that is not zero at place i, or -1.
func zeroArmsAt(b syntax.Fork, i int) int {
	arm := -1
	for k, body := range b.Bodies {
		if zeroPlaceOf(body, i) {
			continue
		}
		if arm >= 0 {
			return -1
		}
		arm = k
	}
	if len(b.Bodies) < 2 {
		return -1
	}
	return arm
}

// zeroPlaceOf reports whether place i of what a block gives is zero, also where that has a name.
func zeroPlaceOf(body syntax.Term, i int) bool {
	e := given(body, form.Result(body))
	switch e.(type) {
	case *syntax.Tuple, *syntax.Coproj, *syntax.Zero:
		return form.IsZero(given(body, form.PlaceOf(e, i)))
	}
	return false
}

// given is what t, if it is a variable that the block binds, is bound to.
func given(block, t syntax.Term) syntax.Term {
	l, ok := block.(*syntax.Let)
	r, isVar := t.(*syntax.VarRef)
	if !ok || !isVar {
		return t
	}
	for i := len(l.Binds) - 1; i >= 0; i-- {
		if l.Binds[i].Var == r.Var {
			return l.Binds[i].Rhs
		}
	}
	return t
}

// A placeMove is what moves into the arm.
type placeMove struct {
	w      *syntax.Var
	place  int                  // allOf for all of w
	zero   form.Zeros           // what is zero where the place is
	later  map[*syntax.Var]bool // what is bound behind w and stays
	moves  []int                // the bindings that move
	moved  map[*syntax.Var]bool // what these bind; zero has variables of blocks inside, too
	outer  []*syntax.Var        // those that are used where they do not move
	sizes  bool                 // a size is bound behind w
	whole  bool                 // w is used otherwise than by places
	dear   bool                 // something that moves takes longer than its text
	places map[*syntax.Var]bool // the names of the place itself
}

const allOf = -1

// mostOuter bounds the values that the branches give in the stead of one.
const mostOuter = 4

// sinkPlace applies the rule to place i of the branches bs, which the k-th binding of l is, or to all of them; arm is
// the one that is not zero there. It returns nil if it does not apply.
func (n *sinker) sinkPlace(l *syntax.Let, k, i, arm int, bs syntax.Fork) syntax.Term {
	m := &placeMove{w: l.Binds[k].Var, place: i, zero: form.Zeros{}, later: map[*syntax.Var]bool{},
		moved: map[*syntax.Var]bool{}, places: map[*syntax.Var]bool{}}
	l = m.placeNamed(l, k)
	for j := k + 1; j < len(l.Binds); j++ {
		m.bind(j, l.Binds[j])
	}
	m.use(l.Body)
	if m.whole || !m.dear || len(m.outer) == 0 || len(m.outer) > mostOuter ||
		slices.ContainsFunc(m.outer, func(x *syntax.Var) bool { return m.places[x] }) {
		return nil
	}
	var types []syntax.Type
	first := 0 // of the places that outer has, after the first
	if i == allOf {
		types = []syntax.Type{m.outer[0].Type}
	} else {
		types = slices.Clone(m.w.Type.(*syntax.TupleType).Elems)
		types[i] = m.outer[0].Type
		first = len(types) - 1
	}
	for _, u := range m.outer[1:] {
		types = append(types, u.Type)
	}
	w := syntax.NewVar(m.w.Name, form.TupleType(types))
	bodies := make([]syntax.Term, len(bs.Bodies))
	for a, body := range bs.Bodies {
		bodies[a] = m.body(body, l, a == arm)
	}
	joined := bs.With(bs.Vars, bodies)
	joined = n.tampered("placeIfZero", joined)
	binds := append(slices.Clone(l.Binds[:k]), syntax.Bind{Var: w, Rhs: joined})
	places := form.PlacesOf(syntax.Ref(w), len(types))
	for j, u := range m.outer {
		at := max(i, 0)
		if j > 0 {
			at = first + j
		}
		binds = append(binds, syntax.Bind{Var: u, Rhs: places[at]})
	}
	var rename func(t syntax.Term) syntax.Term
	rename = func(t syntax.Term) syntax.Term {
		if form.IsVar(t, m.w) {
			return syntax.Ref(w)
		}
		if p, ok := t.(*syntax.Proj); ok && form.IsVar(p.Arg, m.w) {
			return syntax.NewProj(p.Index, syntax.Ref(w))
		}
		return syntax.MapChildren(t, rename)
	}
	for j := k + 1; j < len(l.Binds); j++ {
		if b := l.Binds[j]; !slices.Contains(m.moves, j) {
			b.Rhs = rename(b.Rhs)
			binds = append(binds, b)
		}
	}
	n.fired++
	n.Fired("placeIfZero")
	return syntax.NewLet(binds, rename(l.Body))
}

// placeNamed is l with a name for the place, right behind w.
func (m *placeMove) placeNamed(l *syntax.Let, k int) *syntax.Let {
	whole := syntax.Term(syntax.Ref(m.w))
	if m.place != allOf {
		whole = syntax.NewProj(m.place, whole)
	}
	v := syntax.NewVar(m.w.Name, whole.Type())
	var name func(t syntax.Term) syntax.Term
	name = func(t syntax.Term) syntax.Term {
		if m.place == allOf && form.IsVar(t, m.w) {
			return syntax.Ref(v)
		}
		if p, ok := t.(*syntax.Proj); ok && p.Index == m.place && form.IsVar(p.Arg, m.w) {
			return syntax.Ref(v)
		}
		return syntax.MapChildren(t, name)
	}
	binds := append(slices.Clone(l.Binds[:k+1]), syntax.Bind{Var: v, Rhs: whole})
	for _, b := range l.Binds[k+1:] {
		b.Rhs = name(b.Rhs)
		binds = append(binds, b)
	}
	m.zero[v], m.places[v] = true, true
	return syntax.NewLet(binds, name(l.Body)).(*syntax.Let)
}

// bind decides whether the j-th binding moves.
func (m *placeMove) bind(j int, b syntax.Bind) {
	if b.Var == nil {
		m.use(b.Rhs)
		m.sizes = true
		return
	}
	if r, alias := b.Rhs.(*syntax.VarRef); alias && m.places[r.Var] {
		m.zero[b.Var], m.places[b.Var] = true, true
	}
	if m.places[b.Var] {
		m.move(j, b)
		return
	}
	some, stays := false, m.sizes || !syntax.IsLinear(b.Var.Type)
	for _, x := range syntax.FreeVars(b.Rhs) {
		some = some || m.zero[x]
		stays = stays || x == m.w || m.later[x]
	}
	if !some || stays || !m.zero.Term(b.Rhs) {
		m.later[b.Var] = true
		m.use(b.Rhs)
		return
	}
	_, sum := b.Rhs.(*syntax.Sum)
	m.dear = m.dear || sum || syntax.NodesOf(b.Rhs)&(syntax.Builds|syntax.Loops|syntax.Calls|syntax.Sets) != 0
	m.zero[b.Var] = true
	m.move(j, b)
}

func (m *placeMove) move(j int, b syntax.Bind) {
	m.moves, m.moved[b.Var] = append(m.moves, j), true
}

// use notes what t, which stays, uses of what moves.
func (m *placeMove) use(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.VarRef:
		m.whole = m.whole || t.Var == m.w
		if m.moved[t.Var] && !slices.Contains(m.outer, t.Var) {
			m.outer = append(m.outer, t.Var)
		}
		return
	case *syntax.Proj:
		if form.IsVar(t.Arg, m.w) {
			return
		}
	}
	syntax.Children(t, m.use)
}

// body is a branch with the values of outer in the stead of the place.
func (m *placeMove) body(body syntax.Term, l *syntax.Let, arm bool) syntax.Term {
	in := &form.Body{Name: m.w.Name}
	if b, ok := body.(*syntax.Let); ok {
		in.Binds, body = slices.Clone(b.Binds), b.Body
	}
	old := body
	if m.place != allOf {
		body = in.Named(body)
		for i := range m.w.Type.(*syntax.TupleType).Elems {
			in.Next = append(in.Next, form.PartAtFirst(body, i))
		}
		old = in.Next[m.place]
	}
	for j, u := range m.outer {
		v := syntax.Term(syntax.Ref(u))
		if !arm {
			v = syntax.NewZero(u.Type)
		}
		if j == 0 && m.place != allOf {
			in.Next[m.place] = v
		} else {
			in.Next = append(in.Next, v)
		}
	}
	if arm {
		s := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}}
		for _, u := range m.outer { // which the block binds again, to places of w
			s.Vars[u] = syntax.Ref(syntax.NewVar(u.Name, u.Type))
		}
		for _, j := range m.moves {
			b := l.Binds[j]
			if m.places[b.Var] {
				b.Rhs = old
			} else {
				b.Rhs = s.Apply(b.Rhs)
			}
			if r, ok := s.Vars[b.Var].(*syntax.VarRef); ok {
				b.Var = r.Var
			}
			in.Binds = append(in.Binds, b)
		}
		for i, e := range in.Next {
			if r, ok := e.(*syntax.VarRef); ok && s.Vars[r.Var] != nil {
				in.Next[i] = s.Vars[r.Var]
			}
		}
	}
	return syntax.NewLet(in.Binds, form.TupleOf(in.Next))
}
