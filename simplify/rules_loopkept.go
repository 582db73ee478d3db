package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is loopStateKept: parts of a state that no iteration changes are no state.
//
//	loop s = ⟨⟨c, t⟩, u⟩ for i < n do let r = if x then s else ⟨⟨fst (fst s), t'⟩, u'⟩ in …
//
// is a loop over ⟨t, u⟩, with c in the place of fst (fst s). What the next state has in a place is followed through
// variables, tuples and branches; it may be that place, another that is the same at first and stays, or what the place
// is at first. So what is multiplied by a structural zero goes, as in pullbacks, iterations without a state are
// independent, and the way back has no cotangents for the arrays that branches hand on.

// loopStateKept takes parts that stay out of the state of a loop or while.
func loopStateKept(p *pass, t syntax.Term) syntax.Term {
	l, ok := iterationOf(t)
	if !ok {
		return nil
	}
	k := &keeper{defs: map[*syntax.Var]syntax.Term{}, memo: map[*syntax.Var]*heldBy{}}
	root := k.place(l.state.Type, l.init)
	k.memo[l.state] = root.held
	next := k.term(l.body)
	if l.out != syntax.NoOutput {
		next = next.part(0)
	}
	k.compare(root, next)
	if !k.settle() || l.cond != nil && root.all() {
		return nil // a while of which nothing changes never ends, if it begins
	}
	return k.without(p, l, root)
}

// An iteration is a loop or a while, seen alike.
type iteration struct {
	loop             *syntax.Loop // nil for a while
	at               *syntax.Pos
	state            *syntax.Var
	init, cond, body syntax.Term // cond is nil for a loop
	out              syntax.Output
}

func iterationOf(t syntax.Term) (iteration, bool) {
	switch t := t.(type) {
	case *syntax.Loop:
		return iteration{loop: t, state: t.State, init: t.Init, body: t.Body, out: t.Out}, true
	case *syntax.While:
		return iteration{at: t.At, state: t.State, init: t.Init, cond: t.Cond, body: t.Body, out: t.Out}, true
	}
	return iteration{}, false
}

// A statePlace is a part of a state: the state, or what a place of a tuple in it is.
type statePlace struct {
	typ   syntax.Type
	first syntax.Term   // at first
	parts []*statePlace // of a tuple
	held  *heldBy       // this place
	next  []syntax.Term // what it may be in the next state: places, by what they are at first, and other terms
	from  []*statePlace
	stays bool
	slot  int // of what is still state, its place among that
}

// heldBy is what is known of a value: for each part that is no tuple what it may be, nothing if that is not known.
type heldBy struct {
	parts []*heldBy     // of a tuple
	from  []*statePlace // places of the state
	other []syntax.Term // terms from outside
}

// mostHeld bounds what a part may be.
const mostHeld = 8

// part is place i of a tuple, nil if nothing is known of it.
func (h *heldBy) part(i int) *heldBy {
	if h == nil || i >= len(h.parts) {
		return nil
	}
	return h.parts[i]
}

// A keeper finds the parts that stay.
type keeper struct {
	defs   map[*syntax.Var]syntax.Term
	memo   map[*syntax.Var]*heldBy
	leaves []*statePlace
	slots  []*statePlace // what is still state
	flat   bool          // of a tuple that is still state, its parts are
}

// slot reports whether s becomes a place of the new state.
func (k *keeper) slot(s *statePlace) bool {
	return s.none() && !(k.flat && len(s.parts) > 0)
}

// place makes the parts of a state that is t at first.
func (k *keeper) place(typ syntax.Type, t syntax.Term) *statePlace {
	s := &statePlace{typ: typ, first: t}
	ty, ok := typ.(*syntax.TupleType)
	if !ok {
		s.held = &heldBy{from: []*statePlace{s}}
		k.leaves = append(k.leaves, s)
		return s
	}
	s.held = &heldBy{}
	for i, e := range ty.Elems {
		c := k.place(e, form.PartAtFirst(t, i))
		s.parts, s.held.parts = append(s.parts, c), append(s.held.parts, c.held)
	}
	return s
}

// term is what is known of t.
func (k *keeper) term(t syntax.Term) *heldBy {
	switch t := t.(type) {
	case *syntax.VarRef:
		h, ok := k.memo[t.Var]
		if !ok {
			if d := k.defs[t.Var]; d != nil {
				h = k.term(d)
			} else {
				h = heldOutside(t, t.Type())
			}
			k.memo[t.Var] = h
		}
		return h
	case *syntax.Const, *syntax.Zero:
		return heldOutside(t, t.Type())
	case *syntax.Proj:
		return k.term(t.Arg).part(t.Index)
	case *syntax.Tuple:
		h := &heldBy{}
		for _, e := range t.Elems {
			h.parts = append(h.parts, k.term(e))
		}
		return h
	case *syntax.Coproj:
		h := &heldBy{}
		for i := range t.Type().(*syntax.TupleType).Elems {
			h.parts = append(h.parts, k.term(form.PlaceOf(t, i)))
		}
		return h
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var != nil {
				k.defs[b.Var] = b.Rhs
			}
		}
		return k.term(t.Body)
	}
	b, ok := syntax.ForkOf(t)
	if !ok {
		return nil
	}
	var h *heldBy
	for i, body := range b.Bodies {
		one := k.term(body)
		if i == 0 {
			h = one
		} else {
			h = either(h, one)
		}
	}
	return h
}

// heldOutside is t, which no iteration changes if it is in scope around the loop. What t is compared with is.
func heldOutside(t syntax.Term, typ syntax.Type) *heldBy {
	ty, ok := typ.(*syntax.TupleType)
	if !ok {
		return &heldBy{other: []syntax.Term{t}}
	}
	h := &heldBy{}
	for i, e := range ty.Elems {
		h.parts = append(h.parts, heldOutside(form.PartAtFirst(t, i), e))
	}
	return h
}

// either is a value that is a or b.
func either(a, b *heldBy) *heldBy {
	if a == b || a == nil {
		return a
	}
	if b == nil {
		return nil
	}
	if a.parts == nil && b.parts == nil {
		h := &heldBy{from: slices.Clone(a.from), other: append(slices.Clone(a.other), b.other...)}
		for _, s := range b.from {
			if !slices.Contains(h.from, s) {
				h.from = append(h.from, s)
			}
		}
		if len(h.from)+len(h.other) > mostHeld {
			return nil
		}
		return h
	}
	h := &heldBy{}
	for i := range a.parts {
		h.parts = append(h.parts, either(a.part(i), b.part(i)))
	}
	return h
}

// compare notes what the parts of s may be in the next state, which is h.
func (k *keeper) compare(s *statePlace, h *heldBy) {
	if h == nil {
		return
	}
	if s.parts == nil {
		s.from, s.next, s.stays = h.from, h.other, true
		return
	}
	for i, c := range s.parts {
		k.compare(c, h.part(i))
	}
}

// settle takes parts from those that may stay until, by induction, these do: those that may be something else than they
// are at first, and those that may be what one of these is. It reports whether there are any left. Each is looked at
// once, and each part that it may be once more.
func (k *keeper) settle() (some bool) {
	var changes []*statePlace                 // whose like has not been looked for
	become := map[*statePlace][]*statePlace{} // what may be a part in the next state
	for _, s := range k.leaves {
		for _, t := range s.next {
			s.stays = s.stays && sameAtFirst(t, s.first)
		}
		for _, o := range s.from {
			if o != s && s.stays {
				s.stays = sameAtFirst(o.first, s.first)
				become[o] = append(become[o], s)
			}
		}
		if !s.stays {
			changes = append(changes, s)
		}
	}
	for len(changes) > 0 {
		o := changes[len(changes)-1]
		changes = changes[:len(changes)-1]
		for _, s := range become[o] {
			if s.stays {
				s.stays = false
				changes = append(changes, s)
			}
		}
	}
	return slices.ContainsFunc(k.leaves, func(s *statePlace) bool { return s.stays })
}

// sameAtFirst reports whether a and b are one literal, zero or variable, or the same place of one variable.
func sameAtFirst(a, b syntax.Term) bool {
	switch a := a.(type) {
	case *syntax.Proj:
		b, ok := b.(*syntax.Proj)
		return ok && a.Index == b.Index && sameAtFirst(a.Arg, b.Arg)
	case *syntax.Const, *syntax.Zero, *syntax.VarRef:
		return syntax.Equal(a, b)
	}
	return false
}

// all reports whether all of s stays.
func (s *statePlace) all() bool {
	if s.parts == nil {
		return s.stays
	}
	return !slices.ContainsFunc(s.parts, func(c *statePlace) bool { return !c.all() })
}

// none reports whether no part of s stays.
func (s *statePlace) none() bool {
	if s.parts == nil {
		return !s.stays
	}
	return !slices.ContainsFunc(s.parts, func(c *statePlace) bool { return !c.none() })
}

// divide binds what stays of s, which is t at first, and finds what is still state.
func (k *keeper) divide(p *pass, s *statePlace, t syntax.Term, name string) {
	s.first = t
	switch {
	case k.slot(s):
		s.slot = len(k.slots)
		k.slots = append(k.slots, s)
	case s.parts == nil:
		s.first = p.atom(name, t)
	default:
		if !form.HasPlaces(t) {
			t = p.atom(name, t)
		}
		for i, c := range s.parts {
			k.divide(p, c, form.PartAtFirst(t, i), name)
		}
	}
}

// whole is s, of the values of the slots.
func (k *keeper) whole(s *statePlace, slots []syntax.Term) syntax.Term {
	switch {
	case k.slot(s):
		return slots[s.slot]
	case s.parts == nil:
		return s.first
	}
	elems := make([]syntax.Term, len(s.parts))
	for i, c := range s.parts {
		elems[i] = k.whole(c, slots)
	}
	return syntax.NewTupleOf(s.typ.(*syntax.TupleType), elems...)
}

// without is the loop over what is still state.
func (k *keeper) without(p *pass, l iteration, root *statePlace) syntax.Term {
	k.divide(p, root, l.init, l.state.Name)
	types, init := make([]syntax.Type, len(k.slots)), make([]syntax.Term, len(k.slots))
	for j, s := range k.slots {
		types[j], init[j] = s.typ, s.first
	}
	if len(k.slots) == 0 && l.out == syntax.NoOutput {
		return k.whole(root, nil)
	}
	state := syntax.NewVar(l.state.Name, form.TupleType(types))
	put := form.Placing(l.state, k.whole(root, form.PlacesOf(syntax.Ref(state), len(types))))
	body := &form.Body{Name: l.state.Name}
	t := put(l.body)
	if b, ok := t.(*syntax.Let); ok {
		body.Binds, t = slices.Clone(b.Binds), b.Body
	}
	var out syntax.Term
	if l.out != syntax.NoOutput {
		t = body.Named(t)
		t, out = form.PartAtFirst(t, 0), form.PartAtFirst(t, 1)
	}
	if len(k.slots) == 0 {
		return syntax.NewTuple(k.whole(root, nil), l.independent(syntax.NewLet(body.Binds, out)))
	}
	k.collect(body, root, t)
	t = form.TupleOf(body.Next)
	if out != nil {
		t = syntax.NewTuple(t, out)
	}
	z := p.atom(l.state.Name, l.with(state, form.TupleOf(init), put, syntax.NewLet(body.Binds, t)))
	if out == nil {
		return k.whole(root, form.PlacesOf(z, len(types)))
	}
	return syntax.NewTuple(k.whole(root, form.PlacesOf(syntax.NewProj(0, z), len(types))), syntax.NewProj(1, z))
}

// collect takes from t, which is s in the next state, what is still state.
func (k *keeper) collect(b *form.Body, s *statePlace, t syntax.Term) {
	switch {
	case k.slot(s):
		b.Next = append(b.Next, t)
	case s.parts != nil && !s.all():
		t = b.Named(t)
		for i, c := range s.parts {
			k.collect(b, c, form.PartAtFirst(t, i))
		}
	}
}

// independent is the output of a loop without a state.
func (l *iteration) independent(out syntax.Term) syntax.Term {
	made := syntax.NewBuild(l.loop.Len, l.loop.Idx, out)
	if l.out == syntax.Accumulate {
		return syntax.NewSum(made)
	}
	return made
}

// with is l over another state, put saying where the old one is used.
func (l *iteration) with(state *syntax.Var, init syntax.Term, put func(syntax.Term) syntax.Term,
	body syntax.Term) syntax.Term {
	switch {
	case l.loop != nil:
		return syntax.NewLoop(l.loop.Len, l.loop.Down, l.out, l.loop.Idx, state, init, body)
	case l.out == syntax.Collect:
		return syntax.NewWhileCollect(l.at, state, init, put(l.cond), body)
	}
	return syntax.NewWhile(l.at, state, init, put(l.cond), body)
}
