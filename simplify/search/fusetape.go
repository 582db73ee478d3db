package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// fuseTapes moves what reads the tape of a loop, iteration by iteration, into the loop. It works on the A-normal form
// of t, and returns t itself if there is nothing to move. It is linear in the size of t for every level of nesting.
func (r *Rules) fuseTapes(t syntax.Term) (syntax.Term, bool) {
	defer times.Begin("fuseTape")()
	if !r.On["fuseTape"] || !mayHaveTapes(t) {
		return t, false
	}
	f := tapeFuser{Rules: r}
	n := f.term(syntax.ANF(t))
	if !f.fired {
		return t, false
	}
	return n, true
}

// mayHaveTapes reports whether there are a loop and a build in t.
func mayHaveTapes(t syntax.Term) bool {
	const both = syntax.Builds | syntax.Loops
	return syntax.NodesOf(t)&both == both
}

type tapeFuser struct {
	*Rules
	fired bool
}

func (f *tapeFuser) term(t syntax.Term) syntax.Term {
	if !mayHaveTapes(t) {
		return t
	}
	t = syntax.MapChildren(t, f.term)
	l, ok := t.(*syntax.Let)
	if !ok {
		return t
	}
	l, ok = withParts(l)
	if !ok {
		return t
	}
	s := usesIn(l)
	parts := tapeParts{map[*syntax.Var]syntax.Term{}, map[*syntax.Var]syntax.Term{}}
	var out []syntax.Bind
	next := 0 // fused loops stand apart
	for p, b := range l.Binds {
		if p < next {
			continue
		}
		if k := s.tapeOf(p); k != nil {
			out = append(out, k.fused(f, parts)...)
			next = k.reader + 1
		} else {
			out = append(out, b)
		}
	}
	if next == 0 {
		return t
	}
	f.fired = true
	for i, b := range out {
		out[i] = parts.of(b)
	}
	return syntax.NewLet(out, l.Body)
}

// withParts has names for the last state and the outputs of each loop of a spine, in place of projections wherever they
// stand; ok says whether there are such loops.
func withParts(l *syntax.Let) (_ *syntax.Let, ok bool) {
	parts := map[*syntax.Var][]syntax.Term{} // of a loop
	names := map[*syntax.Var]syntax.Term{}   // of what named a part
	partOf := func(t syntax.Term) syntax.Term {
		if q, ok := t.(*syntax.Proj); ok {
			if r, ok := q.Arg.(*syntax.VarRef); ok && parts[r.Var] != nil {
				return parts[r.Var][q.Index]
			}
		}
		return nil
	}
	var walk func(t syntax.Term) syntax.Term
	spine := func(l *syntax.Let, own bool) *syntax.Let {
		var binds []syntax.Bind
		for _, b := range l.Binds {
			if x := partOf(b.Rhs); x != nil {
				names[b.Var] = x
				continue
			}
			b.Rhs = walk(b.Rhs)
			binds = append(binds, b)
			if !own || !givesTape(b.Rhs) {
				continue
			}
			for i := range b.Rhs.Type().(*syntax.TupleType).Elems {
				part := syntax.NewProj(i, syntax.Ref(b.Var))
				x := syntax.NewVar(b.Var.Name, part.Type())
				parts[b.Var] = append(parts[b.Var], syntax.Ref(x))
				binds = append(binds, syntax.Bind{Var: x, Rhs: part})
			}
		}
		return &syntax.Let{Binds: binds, Body: walk(l.Body)}
	}
	walk = func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			if x := names[t.Var]; x != nil {
				return x
			}
		case *syntax.Let:
			l := spine(t, false)
			return syntax.NewLet(l.Binds, l.Body)
		}
		if x := partOf(t); x != nil {
			return x
		}
		return syntax.MapChildren(t, walk)
	}
	l = spine(l, true)
	return l, len(parts) > 0
}

// tapeParts are the parts of fused loops: what stands for the sum of a reader, and for the first part of an old loop.
type tapeParts struct{ sums, states map[*syntax.Var]syntax.Term }

func (p tapeParts) of(b syntax.Bind) syntax.Bind {
	if q, ok := b.Rhs.(*syntax.Proj); ok {
		if r, ok := q.Arg.(*syntax.VarRef); ok && p.states[r.Var] != nil {
			b.Rhs = p.states[r.Var]
		}
	}
	return withSum(b, p.sums)
}

// A tapeLoop is a loop whose outputs one build reads, each in the iteration of its number.
type tapeLoop struct {
	*spineUses
	at     int           // of the loop
	gone   []int         // names of its outputs
	tapes  []*syntax.Var // those by which they are read
	reader int           // the build
	early  map[int]bool  // what stands between and comes first
}

// tapeOf is the loop at position p with the build that reads what it collects; nil where it is none, or they cannot
// become one loop.
func (s *spineUses) tapeOf(p int) *tapeLoop {
	k := &tapeLoop{spineUses: s, at: p, reader: -1}
	var found bool
	switch l := s.let.Binds[p].Rhs.(type) {
	case *syntax.Loop:
		found = l.Out == syntax.Collect && k.outputs(k.readBy) && k.reader >= 0 && k.build().Len == l.Len
	case *syntax.While:
		found = l.Out == syntax.Collect && k.outputs(k.coerced) && k.reader >= 0 && k.countsOnly() && k.onlySums()
	}
	if !found {
		return nil
	}
	if k.early, found = s.before(p, k.reader, k.gone...); !found {
		return nil
	}
	return k
}

// build is what reads the outputs.
func (k *tapeLoop) build() *syntax.Build { return k.rhs(k.reader).(*syntax.Build) }

// outputs reports whether all that is used of the loop are its last state and its outputs, of which use says whether
// they are used as they may be.
func (k *tapeLoop) outputs(use func(at int) bool) bool {
	for _, u := range k.uses[k.at] {
		q, ok := k.rhs(u.pos).(*syntax.Proj)
		if !ok || q.Index == 1 && !use(u.pos) {
			return false
		}
	}
	return true
}

// readBy reports whether the array at a position is read by one build, each element at its own index.
func (k *tapeLoop) readBy(at int) bool {
	k.gone, k.tapes = append(k.gone, at), append(k.tapes, k.let.Binds[at].Var)
	for _, u := range k.uses[at] {
		if _, ok := k.rhs(u.pos).(*syntax.Build); !ok || !u.own || k.reader >= 0 && k.reader != u.pos {
			return false
		}
		k.reader = u.pos
	}
	return true
}

// onlySums reports whether the reader is only added up.
func (k *tapeLoop) onlySums() bool {
	return !slices.ContainsFunc(k.uses[k.reader],
		func(u need) bool { return !form.IsSumOf(k.rhs(u.pos), k.let.Binds[k.reader].Var) })
}

// rhs is what stands at a position; nil for the body.
func (s *spineUses) rhs(p int) syntax.Term {
	if p == len(s.let.Binds) {
		return nil
	}
	return s.let.Binds[p].Rhs
}

// before finds out whether what reads at q what was made at p can stand there. It may need nothing that needs p, but for
// what goes: its seed is known before. What it needs that stands between comes first then, and so must not fail; those
// are the early ones.
func (s *spineUses) before(p, q int, gone ...int) (early map[int]bool, ok bool) {
	late := map[int]bool{p: true}
	for r := p + 1; r < q; r++ {
		late[r] = slices.ContainsFunc(s.needs[r], func(d need) bool { return late[d.pos] })
	}
	early = map[int]bool{}
	for r := q; r > p; r-- {
		if r < q && !early[r] {
			continue
		}
		for _, d := range s.needs[r] {
			switch {
			case d.pos <= p && d.pos != p || r == q && slices.Contains(gone, d.pos):
			case late[d.pos] || !safe(s.let.Binds[d.pos]):
				return nil, false
			default:
				early[d.pos] = true
			}
		}
	}
	return early, true
}

// safe reports whether a binding cannot fail.
func safe(b syntax.Bind) bool { return (b.Var != nil || b.Sure) && cannotFail(b.Rhs) }

func cannotFail(t syntax.Term) bool {
	ok := true
	switch t := t.(type) {
	case *syntax.Prim:
		ok = !t.Op.Fails()
	case *syntax.Coerce:
		ok = t.Sure
	case *syntax.ToIdx, *syntax.While, *syntax.Call, *syntax.App, *syntax.LinApp, *syntax.Deriv:
		ok = false
	case *syntax.Let:
		ok = !slices.ContainsFunc(t.Binds, func(b syntax.Bind) bool { return b.Size != nil && !b.Sure })
	}
	syntax.Children(t, func(c syntax.Term) { ok = ok && cannotFail(c) })
	return ok
}

// fused is the spine from the loop to its reader: what the reader may need, the one loop, and what needs it.
func (k *tapeLoop) fused(f *tapeFuser, parts tapeParts) (out []syntax.Bind) {
	f.Fired("fuseTape")
	old, reader := k.let.Binds[k.at], k.let.Binds[k.reader].Var
	one, state, made := k.one(old.Rhs)
	z := syntax.NewVar(old.Var.Name, one.Type())
	after := []syntax.Bind{{Var: z, Rhs: f.tampered("fuseTape", one)}}
	parts.states[old.Var] = state(syntax.Ref(z))
	for p := k.at + 1; p < k.reader; p++ {
		switch {
		case slices.Contains(k.gone, p):
		case k.early[p]:
			out = append(out, k.let.Binds[p])
		default:
			after = append(after, k.let.Binds[p])
		}
	}
	if k.onlySums() {
		parts.sums[reader] = made(syntax.Ref(z))
	} else {
		after = append(after, syntax.Bind{Var: reader, Rhs: made(syntax.Ref(z))})
	}
	return append(out, after...)
}

// one is the fused loop, with what is its last state then and what it makes for the reader.
func (k *tapeLoop) one(t syntax.Term) (one syntax.Term, state, made func(z syntax.Term) syntax.Term) {
	part := func(i int) func(syntax.Term) syntax.Term {
		return func(z syntax.Term) syntax.Term { return syntax.NewProj(i, z) }
	}
	if w, ok := t.(*syntax.While); ok {
		return k.while(w), part(0), part(2)
	}
	l, out := t.(*syntax.Loop), syntax.Collect
	if k.onlySums() {
		out = syntax.Accumulate
	}
	var s syntax.Spine
	next, back := k.body(&s, l.Body, syntax.Ref(l.Idx), nil)
	return syntax.NewLoop(l.Len, l.Down, out, l.Idx, l.State, l.Init,
		s.In(syntax.NewTuple(next, back))), part(0), part(1)
}

// body is an iteration of the loop, and then of its reader, whose index is i, or count as an int.
func (k *tapeLoop) body(s *syntax.Spine, loop, i, count syntax.Term) (next, back syntax.Term) {
	reader := k.build()
	w := s.Let("w", loop)
	next, y := s.Let("s", syntax.NewProj(0, w)), s.Let("y", syntax.NewProj(1, w))
	value := map[*syntax.Var]syntax.Term{}
	for _, x := range k.tapes {
		value[x] = y
	}
	t := redirect(reader.Body, reader.Idx, value)
	if count != nil {
		t = counted(t, reader.Idx, count)
	} else {
		s.Bind(reader.Idx, i)
	}
	return next, s.Let("c", t)
}

// givesTape reports whether t is a loop that collects.
func givesTape(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Loop:
		return t.Out == syntax.Collect
	case *syntax.While:
		return t.Out == syntax.Collect
	}
	return false
}
