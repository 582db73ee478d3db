package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

func tapeRules() []*Rule {
	return []*Rule{{
		Name: "fuseTape", Before: "let z = loop s = a for i < n collect ⟨e, y⟩ in sum [c (snd z)[i] | i < n]",
		After: "snd (loop s = a for i < n sum ⟨e, c y⟩)", Ref: iiLoop,
		Why: "meaning of loop and sum: an iteration goes back at once, and its tape need not outlive it",
		Condition: "snd z is used only there, as (snd z)[i], and c needs nothing else of z: its seed is known before, " +
			"and iterations hand over no cotangent. So it is with [c (snd z)[i] | i < n] as an array",
		Set: Compiled, after: true,
	}}
}

// fuseTapes moves what reads the tape of a loop, iteration by iteration, into the loop. It works on the A-normal form
// of t, and returns t itself if there is nothing to move. It is linear in the size of t for every level of nesting.
func (e *engine) fuseTapes(t syntax.Term, where string) (syntax.Term, bool) {
	defer times.Begin("fuseTape")()
	if !e.on["fuseTape"] || !mayHaveTapes(t) {
		return t, false
	}
	f := tapeFuser{engine: e, where: where}
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
	*engine
	where string
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
	parts := tapeParts{sums: map[*syntax.Var]syntax.Term{}, states: map[*syntax.Var]syntax.Term{}}
	var out []syntax.Bind
	next := 0 // fused loops stand apart
	for p, b := range l.Binds {
		if p < next {
			continue
		}
		if k := s.tapeOf(p); k != nil {
			out = append(out, k.fused(f, parts)...)
			next = k.reader + 1
			continue
		}
		out = append(out, b)
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
			if loop, ok := b.Rhs.(*syntax.Loop); ok && own && loop.Out == syntax.Collect {
				state, outputs := syntax.NewProj(0, syntax.Ref(b.Var)), syntax.NewProj(1, syntax.Ref(b.Var))
				s, y := syntax.NewVar("s", state.Type()), syntax.NewVar("tape", outputs.Type())
				parts[b.Var] = []syntax.Term{syntax.Ref(s), syntax.Ref(y)}
				binds = append(binds, syntax.Bind{Var: s, Rhs: state}, syntax.Bind{Var: y, Rhs: outputs})
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
	at     int   // of the loop
	tape   []int // the names of its outputs
	reader int   // the build
	late   map[int]bool
}

// tapeOf is the loop at position p with the build that reads what it collects; nil where it is none, or they cannot
// become one loop.
func (s *spineUses) tapeOf(p int) *tapeLoop {
	loop, ok := s.let.Binds[p].Rhs.(*syntax.Loop)
	if !ok || loop.Out != syntax.Collect {
		return nil
	}
	k := &tapeLoop{spineUses: s, at: p, reader: -1}
	for _, u := range s.uses[p] {
		q, ok := s.rhs(u.pos).(*syntax.Proj)
		if !ok {
			return nil
		}
		if q.Index == 1 {
			k.tape = append(k.tape, u.pos)
		}
	}
	for _, q := range k.tape {
		for _, u := range s.uses[q] {
			b, ok := s.rhs(u.pos).(*syntax.Build)
			if !ok || !u.own || b.Len != loop.Len || k.reader >= 0 && k.reader != u.pos {
				return nil
			}
			k.reader = u.pos
		}
	}
	if k.reader < 0 {
		return nil
	}
	k.late = s.delayedBy(p, k.reader)
	for _, d := range s.needs[k.reader] {
		if k.late[d.pos] && !slices.Contains(k.tape, d.pos) {
			return nil // its seed is not known before the loop has ended
		}
	}
	return k
}

// rhs is what stands at a position; nil for the body.
func (s *spineUses) rhs(p int) syntax.Term {
	if p == len(s.let.Binds) {
		return nil
	}
	return s.let.Binds[p].Rhs
}

// delayedBy are the bindings from p to q that need p, p among them.
func (s *spineUses) delayedBy(p, q int) map[int]bool {
	late := map[int]bool{p: true}
	for r := p + 1; r < q; r++ {
		if slices.ContainsFunc(s.needs[r], func(d need) bool { return late[d.pos] }) {
			late[r] = true
		}
	}
	return late
}

// fused is the spine from the loop to its reader: what the reader may need, the one loop, and what needs it.
func (k *tapeLoop) fused(f *tapeFuser, parts tapeParts) (out []syntax.Bind) {
	f.report.add("fuseTape", f.where)
	binds := k.let.Binds
	loop, reader := binds[k.at].Rhs.(*syntax.Loop), binds[k.reader]
	kind := syntax.Accumulate
	for _, u := range k.uses[k.reader] {
		if !isSumOf(k.rhs(u.pos), reader.Var) {
			kind = syntax.Collect
		}
	}
	one := f.tampered("fuseTape", syntax.NewLoop(loop.Len, loop.Down, kind, loop.Idx, loop.State, loop.Init, k.body()))
	z := syntax.NewVar(binds[k.at].Var.Name, one.Type())
	parts.states[binds[k.at].Var] = syntax.NewProj(0, syntax.Ref(z))
	after := []syntax.Bind{{Var: z, Rhs: one}}
	for p := k.at + 1; p < k.reader; p++ {
		switch {
		case slices.Contains(k.tape, p):
		case k.late[p]:
			after = append(after, binds[p])
		default:
			out = append(out, binds[p])
		}
	}
	made := syntax.NewProj(1, syntax.Ref(z))
	if kind == syntax.Collect {
		after = append(after, syntax.Bind{Var: reader.Var, Rhs: made})
	} else {
		parts.sums[reader.Var] = made
	}
	return append(out, after...)
}

// body is an iteration of the loop, and then of its reader.
func (k *tapeLoop) body() syntax.Term {
	loop, reader := k.rhs(k.at).(*syntax.Loop), k.rhs(k.reader).(*syntax.Build)
	var s syntax.Spine
	w := s.Let("w", loop.Body)
	next, y := s.Let("s", syntax.NewProj(0, w)), s.Let("y", syntax.NewProj(1, w))
	s.Bind(reader.Idx, syntax.Ref(loop.Idx))
	value := map[*syntax.Var]syntax.Term{}
	for _, q := range k.tape {
		value[k.let.Binds[q].Var] = y
	}
	back := s.Let("c", redirect(reader.Body, reader.Idx, value))
	return s.In(syntax.NewTuple(next, back))
}
