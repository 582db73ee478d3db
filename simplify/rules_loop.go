package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

func loopRules() []*Rule {
	return []*Rule{
		{
			Name: "projLoop", Before: "projᵢ (loop …)", After: "let x = loop … in projᵢ x", Ref: fig4,
			Why:       "let substitution; bound, its parts can be simplified",
			Condition: "loop or while", on: atProj, apply: projLoop,
		},
		{
			Name: "loopZero", Before: "loop s = 0 … do e", After: "0", Ref: fig6, Why: "by induction", on: atLoop,
			apply:     loopZero,
			Condition: "e is linear in s: it is 0 where s is, by its form; likewise for collect and sum",
		},
		{
			Name: "loopLast", Before: "loop s = a for i < n do e", After: "if n > 0 then (let i = n - 1 in e) else a",
			Ref: own, on: atLoop, apply: loopLast,
			Why: "no iteration sees the one before",
			Condition: "e does not use s, and requires nothing that depends on i; the last i is 0 in a loop that " +
				"goes down",
		},
		{
			Name: "loopStateKept", Before: "loop s = ⟨c, t⟩ … e (fst s) … ⟨fst s, t'⟩",
			After: "⟨c, loop s = t … e c … t'⟩", Ref: own, Why: "by induction",
			Condition: "the next state has in that place what it has there, in another place that is the same at " +
				"first and stays, or c, through variables, tuples and branches. " +
				"Loop or while; but a while keeps some of its state", on: atLoop, too: atWhile, apply: loopStateKept,
		},
		{
			Name: "loopSumZero", Before: "loop s … sum ⟨s', ⟨a, 0⟩⟩",
			After: "let z = loop s … sum ⟨s', a⟩ in ⟨fst z, ⟨snd z, 0⟩⟩", Ref: fig6, Why: "sums are linear", on: atLoop,
			apply: loopSumZero,
			Condition: "0 is the structural zero, in all branches that the body ends in; likewise all of the output, " +
				"components of components, the rest of coprojₖ a, and of onehot j a, where j is bound outside",
		},
		{
			Name: "loopOutDead", Before: "fst (loop … collect ⟨s, y⟩)", After: "loop … do s", Ref: own,
			Why:       "the output is not used",
			Condition: "the loop is bound to x, and x is used only as fst x; likewise for sum",
		},
		{
			Name: "loopStateDead", Before: "snd (loop ⟨s, t⟩ … ⟨s', t'⟩)", After: "loop t … t'", Ref: own,
			Why: "dead state",
			Condition: "neither the result nor the output nor a live place of the state depends on the place " +
				"dropped, also where branches give several places",
		},
		{
			Name: "loopToBuild", Before: "snd (loop s for i < n collect ⟨s, e⟩); … sum ⟨s, e⟩",
			After: "[e | i < n]; sum [e | i < n]", Ref: own,
			Why: "iterations are independent", Condition: "e does not use the state and the final state is not used",
		},
	}
}

func projLoop(p *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Proj)
	switch pr.Arg.(type) {
	case *syntax.Loop, *syntax.While:
		return syntax.NewProj(pr.Index, p.atom("t", pr.Arg))
	}
	return nil
}

// splitLoop simplifies a loop bound to x by what of its result is used. It
// returns nil if all uses of x are replaced.
func (p *pass) splitLoop(l *syntax.Loop, x *syntax.Var, o *occ) syntax.Term {
	if o.n != o.projs {
		return l
	}
	if l.Out == syntax.NoOutput {
		return p.dropState(l, x, o)
	}
	switch {
	case o.mask == maskBit(0) && p.on["loopOutDead"]:
		p.fire("loopOutDead")
		first := func(t syntax.Term) syntax.Term { return part(t, 0) }
		n := syntax.NewLoop(l.Len, l.Down, syntax.NoOutput, l.Idx, l.State, l.Init, inBlock(l.Body, first))
		p.isParts(x, p.gaveParts("loopOutDead", []syntax.Term{p.atom(x.Name, n), nil}))
		return nil
	case o.mask == maskBit(1) && p.on["loopToBuild"] && p.stateless(l):
		p.fire("loopToBuild")
		second := func(t syntax.Term) syntax.Term { return part(t, 1) }
		n := syntax.Term(syntax.NewBuild(l.Len, l.Idx, inBlock(l.Body, second)))
		if l.Out == syntax.Accumulate {
			n = syntax.NewSum(n)
		}
		p.isParts(x, p.gaveParts("loopToBuild", []syntax.Term{nil, p.atom(x.Name, n)}))
		return nil
	case o.mask == maskBit(1) && p.on["loopStateDead"]:
		return p.dropStateOfOutput(l, x)
	}
	return l
}

// part is place i of a term in result position.
func part(t syntax.Term, i int) syntax.Term {
	if tup, ok := t.(*syntax.Tuple); ok {
		return tup.Elems[i]
	}
	return syntax.NewProj(i, t)
}

// stateless reports whether the output of a loop does not depend on its state.
func (p *pass) stateless(l *syntax.Loop) bool {
	binds, elems, ok := opened(l.Body)
	if !ok {
		return false
	}
	d := depends{state: l.State, needed: map[*syntax.Var]uint64{}}
	d.visit(elems[1])
	d.binds(binds)
	return d.needed[l.State] == 0
}

// opened takes a block that ends in a tuple apart.
func opened(t syntax.Term) (binds []syntax.Bind, elems []syntax.Term, ok bool) {
	if l, ok := t.(*syntax.Let); ok {
		binds, t = l.Binds, l.Body
	}
	tup, ok := t.(*syntax.Tuple)
	if !ok {
		return nil, nil, false
	}
	return binds, tup.Elems, true
}

// placesOfBlock takes a block that ends in something else than a tuple apart: its places are those of a variable.
func placesOfBlock(t syntax.Term, name string) (binds []syntax.Bind, elems []syntax.Term) {
	b := &form.Body{Name: name}
	if l, ok := t.(*syntax.Let); ok {
		b.Binds, t = slices.Clone(l.Binds), l.Body
	}
	t = b.Named(t)
	for i := range t.Type().(*syntax.TupleType).Elems {
		elems = append(elems, form.PartAtFirst(t, i))
	}
	return b.Binds, elems
}

// depends finds the places of a state that terms need, through bindings.
type depends struct {
	state  *syntax.Var
	needed map[*syntax.Var]uint64 // the places needed of a variable, allPlaces for all of it
	// looks into inner loops: a place of one need not depend on all of its initial state; then kept must make what is
	// kept
	inner bool
}

const allPlaces = ^uint64(0)

func (d *depends) visit(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.VarRef:
		d.needed[t.Var] = allPlaces
		return
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			d.needed[r.Var] |= maskBit(t.Index)
			return
		}
	}
	syntax.Children(t, d.visit)
}

// whole reports whether all of the state is needed.
func (d *depends) whole() bool { return d.needed[d.state] == allPlaces }

func (d *depends) binds(bs []syntax.Bind) {
	for i := len(bs) - 1; i >= 0; i-- {
		switch {
		case bs[i].Var == nil:
			d.visit(bs[i].Rhs)
		case d.needed[bs[i].Var] != 0:
			d.places(bs[i].Rhs, d.needed[bs[i].Var])
		}
	}
}

// places visits what some places of t need.
func (d *depends) places(t syntax.Term, mask uint64) {
	if b, ok := syntax.ForkOf(t); ok && d.inner && mask != allPlaces {
		d.visit(b.On)
		for _, body := range b.Bodies {
			d.arm(body, mask)
		}
		return
	}
	l := d.open(t, mask)
	if l == nil {
		d.visit(t)
		return
	}
	switch {
	case l.out == nil:
		d.needed[l.State] |= mask
	case mask&maskBit(0) != 0:
		d.needed[l.State] = allPlaces
	}
	if l.out != nil && l.needsOut(mask) {
		d.visit(l.out)
	}
	for i, e := range l.next {
		if !syntax.IsAdditive(e.Type()) { // there is nothing to put in its place
			d.needed[l.State] |= l.bit(i)
		}
	}
	for live := uint64(0); ; {
		d.binds(l.binds)
		now := d.needed[l.State]
		if now == live {
			break
		}
		for i, e := range l.next {
			if now&^live&l.bit(i) != 0 {
				d.visit(e)
			}
		}
		live = now
	}
	live := d.needed[l.State]
	if init, ok := l.Init.(*syntax.Tuple); ok {
		for i, e := range init.Elems {
			if live&l.bit(i) != 0 {
				d.visit(e)
			}
		}
	} else if live != 0 {
		d.visit(l.Init)
	}
}

// arm visits what some places of a branch need.
func (d *depends) arm(body syntax.Term, mask uint64) {
	switch e := form.Result(body).(type) {
	case *syntax.Tuple, *syntax.Coproj, *syntax.Zero:
		for i, t := range e.Type().(*syntax.TupleType).Elems {
			if mask&maskBit(i) != 0 || !syntax.IsAdditive(t) { // there is nothing to put in its place
				d.visit(form.PlaceOf(e, i))
			}
		}
	case *syntax.VarRef:
		for i, t := range e.Type().(*syntax.TupleType).Elems {
			if mask&maskBit(i) != 0 || !syntax.IsAdditive(t) {
				d.needed[e.Var] |= maskBit(i)
			}
		}
	default:
		d.visit(e)
	}
	if l, ok := body.(*syntax.Let); ok {
		d.binds(l.Binds)
	}
}

// trimmedBranches is t with zeros in the places that are not needed.
func (d *depends) trimmedBranches(t syntax.Term, mask uint64) syntax.Term {
	b, ok := syntax.ForkOf(t)
	if !ok || mask == allPlaces {
		return t
	}
	bodies := make([]syntax.Term, len(b.Bodies))
	for k, body := range b.Bodies {
		e := form.Result(body)
		if form.HasPlaces(e) {
			ty := e.Type().(*syntax.TupleType)
			elems := make([]syntax.Term, len(ty.Elems))
			for i, t := range ty.Elems {
				if elems[i] = form.PartAtFirst(e, i); mask&maskBit(i) == 0 && syntax.IsAdditive(t) {
					elems[i] = syntax.NewZero(t)
				}
			}
			e = syntax.NewTupleOf(ty, elems...)
		}
		if bodies[k] = e; form.Result(body) != body {
			bodies[k] = syntax.NewLet(d.kept(body.(*syntax.Let).Binds), e)
		}
	}
	return b.With(b.Vars, bodies)
}

// An innerLoop is a loop of which some places are needed.
type innerLoop struct {
	*syntax.Loop
	binds []syntax.Bind // the body
	next  []syntax.Term // the places of the next state, or all of it
	out   syntax.Term   // nil without output
}

// open takes a loop apart that [depends.places] looks into; nil for other terms.
func (d *depends) open(t syntax.Term, mask uint64) *innerLoop {
	l, ok := t.(*syntax.Loop)
	if !ok || !d.inner || mask == allPlaces {
		return nil
	}
	binds, elems, ok := opened(l.Body)
	if !ok {
		return nil
	}
	in := &innerLoop{Loop: l, binds: binds, next: elems}
	if l.Out != syntax.NoOutput {
		in.next, in.out = elems[:1], elems[1]
		if tup, isTuple := elems[0].(*syntax.Tuple); isTuple {
			in.next = tup.Elems
		}
	}
	if ty, tuple := l.State.Type.(*syntax.TupleType); tuple && len(in.next) != len(ty.Elems) || len(in.next) > 63 {
		return nil
	}
	return in
}

// bit is place i of the state in a mask, where all of it is one that is no tuple.
func (l *innerLoop) bit(i int) uint64 {
	if _, tuple := l.State.Type.(*syntax.TupleType); tuple {
		return maskBit(i)
	}
	return allPlaces
}

func (l *innerLoop) needsOut(mask uint64) bool {
	return mask&maskBit(1) != 0 || !syntax.IsAdditive(l.out.Type())
}

// kept is those of the bindings that are needed. What is not needed in the loops among them is not computed there: it
// could fail with other values than it had.
func (d *depends) kept(bs []syntax.Bind) []syntax.Bind {
	var out []syntax.Bind
	for _, b := range bs {
		switch {
		case b.Var == nil:
			out = append(out, b)
		case d.needed[b.Var] != 0:
			if l := d.open(b.Rhs, d.needed[b.Var]); l != nil {
				b.Rhs = d.trimmed(l, d.needed[b.Var])
			} else if d.inner {
				b.Rhs = d.trimmedBranches(b.Rhs, d.needed[b.Var])
			}
			out = append(out, b)
		}
	}
	return out
}

// trimmed is l with zeros, which stay, in the places of its state that are not needed.
func (d *depends) trimmed(l *innerLoop, mask uint64) syntax.Term {
	live := d.needed[l.State]
	init, isTuple := l.Init.(*syntax.Tuple)
	ty, tuple := l.State.Type.(*syntax.TupleType)
	start, next := make([]syntax.Term, len(l.next)), make([]syntax.Term, len(l.next))
	for i, e := range l.next {
		if next[i] = e; live&l.bit(i) != 0 {
			if isTuple {
				start[i] = init.Elems[i]
			}
			continue
		}
		start[i], next[i] = syntax.NewZero(e.Type()), syntax.Ref(l.State)
		if tuple {
			next[i] = syntax.NewProj(i, next[i])
		}
	}
	first, body := l.Init, next[0]
	switch {
	case live == 0:
		first = syntax.NewZero(l.State.Type)
	case isTuple:
		first = syntax.NewTupleOf(ty, start...)
	}
	if tuple {
		body = syntax.NewTupleOf(ty, next...)
	}
	if l.out != nil {
		out := l.out
		if !l.needsOut(mask) {
			out = syntax.NewZero(out.Type())
		}
		body = syntax.NewTuple(body, out)
	}
	return syntax.NewLoop(l.Len, l.Down, l.Out, l.Idx, l.State, first, syntax.NewLet(d.kept(l.binds), body))
}

// dropState is loopStateDead for a loop without output whose state is a tuple.
func (p *pass) dropState(l *syntax.Loop, x *syntax.Var, o *occ) syntax.Term {
	ty, ok := l.State.Type.(*syntax.TupleType)
	if !ok || len(ty.Elems) > 63 || !p.on["loopStateDead"] {
		return l
	}
	if !form.HasPlaces(l.Init) {
		return l
	}
	binds, elems, ok := opened(l.Body)
	if !ok {
		binds, elems = placesOfBlock(l.Body, l.State.Name)
	}
	d, live := liveState(l.State, binds, elems, nil, o.mask)
	if d == nil {
		return l
	}
	p.fire("loopStateDead")
	p.isParts(x, p.gaveParts("loopStateDead", p.liveLoop(l, x, binds, elems, d, live)))
	return nil
}

// dropStateOfOutput is loopStateDead for a loop of which only the output is used.
func (p *pass) dropStateOfOutput(l *syntax.Loop, x *syntax.Var) syntax.Term {
	ty, ok := l.State.Type.(*syntax.TupleType)
	if !ok || !form.HasPlaces(l.Init) || len(ty.Elems) > 63 {
		return l
	}
	binds, elems, ok := opened(l.Body)
	if !ok {
		return l
	}
	body := &form.Body{Name: l.State.Name, Binds: slices.Clone(binds)}
	all := body.Named(elems[0])
	next := make([]syntax.Term, len(ty.Elems))
	for i := range next {
		next[i] = form.PartAtFirst(all, i)
	}
	d, live := liveState(l.State, body.Binds, next, elems[1], 0)
	if d == nil {
		return l
	}
	p.fire("loopStateDead")
	var made syntax.Term
	if live == 0 {
		it, _ := iterationOf(l)
		made = it.independent(syntax.NewLet(d.kept(body.Binds), elems[1]))
	} else {
		made = syntax.NewProj(1, p.atom(x.Name, withLiveState(l, body.Binds, next, elems[1], d, live)))
	}
	p.isParts(x, p.gaveParts("loopStateDead", []syntax.Term{nil, p.atom(x.Name, made)}))
	return nil
}

// liveState returns the places of a state that out and some of its places need, and what they depend on; nothing if
// that is all of it.
func liveState(state *syntax.Var, binds []syntax.Bind, next []syntax.Term, out syntax.Term, live uint64) (*depends,
	uint64) {
	for popCount(live) < len(next) {
		d := &depends{state: state, needed: map[*syntax.Var]uint64{}, inner: true}
		for i, e := range next {
			if live&maskBit(i) != 0 {
				d.visit(e)
			}
		}
		if out != nil {
			d.visit(out)
		}
		d.binds(binds)
		if d.whole() {
			break
		}
		if d.needed[state]|live == live {
			return d, live
		}
		live |= d.needed[state]
	}
	return nil, 0
}

// liveLoop makes the loop with the live places of its state only, and returns what its places are.
func (p *pass) liveLoop(l *syntax.Loop, x *syntax.Var, binds []syntax.Bind, next []syntax.Term, d *depends,
	live uint64) []syntax.Term {
	parts := make([]syntax.Term, len(next))
	if live == 0 {
		return parts
	}
	r, places := p.atom(x.Name, withLiveState(l, binds, next, nil, d, live)), 0
	for i := range next {
		if live&maskBit(i) == 0 {
			continue
		}
		if parts[i] = r; popCount(live) > 1 {
			parts[i] = p.atom(x.Name, syntax.NewProj(places, r))
		}
		places++
	}
	return parts
}

// withLiveState is the loop with the live places of its state only, if there are any, and an output or none.
func withLiveState(l *syntax.Loop, binds []syntax.Bind, next []syntax.Term, out syntax.Term, d *depends,
	live uint64) syntax.Term {
	var types []syntax.Type
	var start, stay []syntax.Term
	place := map[int]int{}
	for i, e := range next {
		if live&maskBit(i) != 0 {
			place[i] = len(types)
			types = append(types, e.Type())
			start, stay = append(start, form.PartAtFirst(l.Init, i)), append(stay, e)
		}
	}
	state := syntax.NewVar(l.State.Name, form.TupleType(types))
	at := form.PlacesOf(syntax.Ref(state), len(types))
	var redirect func(syntax.Term) syntax.Term
	redirect = func(t syntax.Term) syntax.Term {
		if pr, ok := t.(*syntax.Proj); ok && form.IsVar(pr.Arg, l.State) {
			return at[place[pr.Index]]
		}
		return syntax.MapChildren(t, redirect)
	}
	body := form.TupleOf(stay)
	if out != nil {
		body = syntax.NewTuple(body, out)
	}
	return syntax.NewLoop(l.Len, l.Down, l.Out, l.Idx, state, form.TupleOf(start),
		redirect(syntax.NewLet(d.kept(binds), body)))
}

// loopZero is the rule of that name.
func loopZero(_ *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	if !syntax.IsLinear(t.Type()) || !(form.Zeros{}).Loop(l) {
		return nil
	}
	return syntax.NewZero(t.Type())
}
