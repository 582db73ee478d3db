package lower

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// build rewrites build n (i. t). When t holds linear functions, their tapes
// are the elements of a new array; all that does not depend on i stays outside.
func (l *lowerer) build(b *block, t *syntax.Build) shape {
	body := b.body(t.Len)
	l.enter(body, t.Idx)
	if !l.lfuns.in(t.Body.Type()) {
		return plain{syntax.NewBuild(t.Len, t.Idx, l.blockTerm(body, t.Body))}
	}
	elem := l.settle(body, "t", l.term(body, t.Body))
	p, a := l.arrayOf(body, t.Idx, elem)
	if p.taped > 0 {
		vals := p.pack()
		taped := syntax.NewBuild(t.Len, t.Idx, body.close(syntax.NewTuple(vals...)))
		a.carrier = l.atom(b, "tape", taped)
		if len(vals) > 1 && slices.ContainsFunc(vals, isArray) {
			l.columns(b, a, t.Len, len(vals))
		}
	}
	return a
}

func isArray(t syntax.Term) bool {
	switch t.Type().(type) {
	case *syntax.ArrayType, *syntax.DynType:
		return true
	}
	return false
}

// columns makes an array of its own of each component of what a tapes. Of arrays of
// arrays, the primal often needs one and the pullback another; the second alone is to be kept.
func (l *lowerer) columns(b *block, a *array, n *syntax.Size, k int) {
	for c := range k {
		i := syntax.NewVar("i", syntax.NewIdxType(n))
		col := syntax.NewBuild(n, i, syntax.NewProj(c, syntax.NewIndex(a.carrier, syntax.Ref(i))))
		a.columns = append(a.columns, l.again(b, "tape", col))
	}
	a.carrier = nil
}

// arrayOf abstracts elem, the shape at index i in the scope of body, to an array
// whose carrier the caller sets when something is taped.
func (l *lowerer) arrayOf(body *block, i *syntax.Var, elem shape) (*packet, *array) {
	pk := l.newPacker(body)
	if i != nil {
		pk.provided[i] = true
	}
	pk.need(elem)
	p := pk.finish()
	tm := &template{idx: i, packet: p, elem: elem}
	f := newFree()
	f.bound.put(i, struct{}{}) // nil for a while loop that counts nothing
	for _, s := range p.steps {
		if s.v != nil {
			f.typ(s.v.Type)
		}
		if s.rhs != nil {
			f.term(s.rhs)
		}
	}
	atoms(elem, f.term, func(n *syntax.Size) { n.Vars(f.sizeVar) })
	a := &array{tmpl: tm}
	for _, n := range f.sizes {
		if l.sizes[n].block != body {
			tm.sizes = append(tm.sizes, n)
			a.sizes = append(a.sizes, syntax.SizeOfVar(n))
		}
	}
	for _, x := range f.vars {
		if l.vars[x].block != body {
			tm.free = append(tm.free, x)
			a.args = append(a.args, syntax.Ref(x))
		}
	}
	return p, a
}

// loop rewrites a loop whose collected output, but not its state, may hold linear functions.
func (l *lowerer) loop(b *block, t *syntax.Loop) shape {
	if t.Out == syntax.Accumulate && l.lfuns.in(t.Type()) || l.lfuns.in(t.State.Type) {
		bail("a loop with linear functions in its state or its sum")
	}
	init := l.operand(b, t.Init)
	body := b.body(t.Len)
	l.enter(body, t.Idx, t.State)
	l.state[t.State] = true
	if !l.lfuns.in(t.Body.Type()) {
		return plain{syntax.NewLoop(t.Len, t.Down, t.Out, t.Idx, t.State, init, l.blockTerm(body, t.Body))}
	}
	out, ok := l.term(body, t.Body).(tuple)
	if !ok {
		bail("a loop body of unknown shape")
	}
	state := l.settle(body, "s", out.elems[0]).(plain).term
	l.steady(b, body, t, init, state)
	p, a := l.arrayOf(body, t.Idx, l.settle(body, "t", out.elems[1]))
	if p.taped == 0 {
		last := syntax.NewLoop(t.Len, t.Down, syntax.NoOutput, t.Idx, t.State, init, body.close(state))
		return tuple{[]shape{plain{l.atom(b, "s", last)}, a}}
	}
	r := syntax.NewTuple(state, syntax.NewTuple(p.pack()...))
	z := l.atom(b, "z", syntax.NewLoop(t.Len, t.Down, syntax.Collect, t.Idx, t.State, init, body.close(r)))
	a.carrier = l.again(b, "tape", syntax.NewProj(1, z))
	return tuple{[]shape{plain{l.again(b, "s", syntax.NewProj(0, z))}, a}}
}

// while rewrites a while loop whose collected output, but not its state, may
// hold linear functions. It collects at least units, which tell how often it ran.
func (l *lowerer) while(b *block, t *syntax.While) shape {
	if l.lfuns.in(t.State.Type) {
		bail("a while loop with linear functions in its state")
	}
	init := l.operand(b, t.Init)
	cond, body := b.body(nil), b.body(nil)
	l.state[t.State] = true
	l.enter(cond, t.State)
	c := l.blockTerm(cond, t.Cond)
	l.enter(body, t.State)
	if !l.lfuns.in(t.Body.Type()) {
		r := l.blockTerm(body, t.Body)
		if t.Out == syntax.Collect {
			return plain{syntax.NewWhileCollect(t.At, t.State, init, c, r)}
		}
		return plain{syntax.NewWhile(t.At, t.State, init, c, r)}
	}
	out, ok := l.term(body, t.Body).(tuple)
	if !ok {
		bail("a loop body of unknown shape")
	}
	state := l.settle(body, "s", out.elems[0]).(plain).term
	var at *syntax.Var
	if c := l.counted(t.State, init, state); c != nil {
		l.counts[t.State], at = c, c.at
	}
	p, a := l.arrayOf(body, at, l.settle(body, "t", out.elems[1]))
	r := syntax.NewTuple(state, syntax.NewTuple(p.pack()...))
	z := l.atom(b, "z", syntax.NewWhileCollect(t.At, t.State, init, c, body.close(r)))
	a.carrier = l.again(b, "tape", syntax.NewProj(1, z))
	return tuple{[]shape{plain{l.again(b, "s", syntax.NewProj(0, z))}, a}}
}

// resize rewrites a change of the type of an array of shapes: between a known length and [?].
// What the elements are does not depend on it.
func (l *lowerer) resize(b *block, arr shape, f func(carrier syntax.Term) syntax.Term) shape {
	a, ok := arr.(*array)
	if !ok || a.carrier == nil && a.columns == nil {
		bail("a change of the length of an array of linear functions")
	}
	out := *a
	if a.carrier != nil {
		out.carrier = l.atom(b, "tape", f(a.carrier))
	}
	out.columns = nil
	for _, c := range a.columns {
		out.columns = append(out.columns, l.atom(b, "tape", f(c)))
	}
	return &out
}

// coerce rewrites t :> [n]τ.
func (l *lowerer) coerce(b *block, t *syntax.Coerce) shape {
	return l.resize(b, l.term(b, t.Arg), func(c syntax.Term) syntax.Term {
		return syntax.NewCoerce(t.At, c, syntax.NewArrayType(t.Type().(*syntax.ArrayType).Len, elemType(c.Type())))
	})
}

func elemType(t syntax.Type) syntax.Type {
	switch t := t.(type) {
	case *syntax.ArrayType:
		return t.Elem
	case *syntax.DynType:
		return t.Elem
	default:
		panic("lower: not an array: " + t.String())
	}
}

// index reads an array of shapes at the atom j: the tape is unpacked here.
func (l *lowerer) index(b *block, arr shape, j syntax.Term) shape {
	a, ok := arr.(*array)
	if !ok {
		bail("indexing an unknown array of linear functions")
	}
	r, tm := newRenaming(), a.tmpl
	if tm.idx != nil {
		i := j
		if tm.idx.Type == syntax.Int {
			i = l.again(b, "i", syntax.NewFromIdx(j)) // the number of an iteration of a while loop
		}
		r.Vars[tm.idx] = i
	}
	for i, x := range tm.free {
		if ref, ok := a.args[i].(*syntax.VarRef); !ok || ref.Var != x {
			r.Vars[x] = a.args[i]
		}
	}
	for i, n := range tm.sizes {
		if v, ok := a.sizes[i].IsVar(); !ok || v != n {
			r.Sizes[n] = a.sizes[i]
		}
	}
	var raw []syntax.Term
	for _, c := range a.columns {
		raw = append(raw, l.again(b, "e", syntax.NewIndex(c, j)))
	}
	if a.carrier != nil && tm.packet.taped > 0 {
		e := l.again(b, "e", syntax.NewIndex(a.carrier, j))
		raw = split(e, tm.packet.taped)
	}
	l.unpack(tm.packet, b, raw, r)
	return r.shape(tm.elem)
}
