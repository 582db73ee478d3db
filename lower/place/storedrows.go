package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// storedRows stores the change of a row in its array where that costs one store (inplaceparts.go), and not as a row. A
// row that is changed and stored is changed where it is stored:
//
//	let r = m[i]; u = set r j v; … in ⟨…, set m i u⟩    →    let r = m[i]; t = v; … in ⟨…, set m i (set r j t)⟩
//
// and what reads it behind that reads the new array. One that is read before, or changed more than once, is stored each
// time, since set (set m i a) i b = set m i b:
//
//	let r = m[i]; u = set r j v; t = u[k] in set m i (set u l t)
//	→   let r = m[i]; m2 = set m i (set r j v); u = m2[i]; t = u[k] in set m2 i (set u l t)
//
// So is one to which others are added: set m i (m[i] + w) = m + oneHot n i w.
func storedRows(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	s := &rowStorer{use: countUses(body), rows: &namedRows{rows: map[*syntax.Var]*syntax.Index{}}}
	s.rows.find(body)
	return s.term(body)
}

type rowStorer struct {
	use   *usage
	rows  *namedRows
	loops int // around what is looked at
}

func (s *rowStorer) term(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Sets == 0 {
		return t
	}
	switch t.(type) {
	case *syntax.Loop, *syntax.While:
		s.loops++
		defer func() { s.loops-- }()
	}
	if l, ok := t.(*syntax.Let); ok {
		t = s.let(l) // before the blocks in it, which may change rows that it stores
	}
	return syntax.MapChildren(t, s.term)
}

// A rowStep is one change of a row: an element that is replaced by a number, or rows that are added.
type rowStep struct {
	idx, val syntax.Term
	add      []syntax.Term
}

// A changedRow is a row that a binding makes of another.
type changedRow struct {
	x     *syntax.Var // nil for what stands in the update of the array
	at    int
	steps []rowStep
}

// A rowSpine is a block in which rows are stored.
type rowSpine struct {
	*rowStorer
	l       *syntax.Let
	at      map[*syntax.Var]int           // bindings that change a row
	free    map[int][]*syntax.Var         // of bindings
	instead map[int][]syntax.Bind         // of bindings
	changed map[int]bool                  // bindings whose own updates have been treated
	before  []syntax.Bind                 // the binding that is looked at
	after   map[*syntax.Var][]syntax.Bind // the binding of a variable
}

func (s *rowStorer) let(l *syntax.Let) syntax.Term {
	p := &rowSpine{
		rowStorer: s, l: l, at: map[*syntax.Var]int{}, free: map[int][]*syntax.Var{}, instead: map[int][]syntax.Bind{},
		after: map[*syntax.Var][]syntax.Bind{}, changed: map[int]bool{},
	}
	for i, b := range l.Binds {
		if b.Var == nil {
			continue
		}
		switch t := b.Rhs.(type) {
		case *syntax.Set:
			if isNumber(t.Val.Type()) {
				p.at[b.Var] = i
			}
		case *syntax.Plus:
			if holdsArray(t.Type()) {
				p.at[b.Var] = i
			}
		}
	}
	rhs, before := make([]syntax.Term, len(l.Binds)), make([][]syntax.Bind, len(l.Binds))
	for i, b := range l.Binds {
		p.before = nil
		rhs[i] = p.stores(b.Rhs, i, b.Var)
		before[i], p.changed[i] = p.before, rhs[i] != b.Rhs
	}
	p.before = nil
	body := p.stores(l.Body, len(l.Binds), nil)
	var binds []syntax.Bind
	for i, b := range l.Binds {
		if with, ok := p.instead[i]; ok {
			binds = append(binds, with...)
			continue
		}
		b.Rhs = rhs[i]
		binds = append(append(append(binds, before[i]...), b), p.after[b.Var]...)
	}
	return syntax.NewLet(append(binds, p.before...), body)
}

// stores treats the updates that t, in a binding of x or behind all of them, consists of.
func (p *rowSpine) stores(t syntax.Term, at int, x *syntax.Var) syntax.Term {
	switch t := t.(type) {
	case *syntax.Set:
		return p.store(t, at, x)
	case *syntax.Tuple, *syntax.Plus, *syntax.Coproj:
		return syntax.MapChildren(t, func(c syntax.Term) syntax.Term { return p.stores(c, at, nil) })
	}
	return t
}

func (p *rowSpine) store(u *syntax.Set, at int, x *syntax.Var) syntax.Term {
	if !syntax.IsAtom(u.Idx) {
		return u
	}
	val, others := u.Val, []syntax.Term(nil)
	if sum, ok := val.(*syntax.Plus); ok { // which is taken out later (rowsOut)
		if val, others = p.operand(sum, u); val == nil {
			return u
		}
	}
	base, rows := p.chain(val, u, at)
	if len(rows) == 0 || len(rows) == 1 && rows[0].x == nil && len(rows[0].steps) == 1 {
		return u
	}
	w := &rowWriter{p: p, u: u, arr: u.Arr, row: base}
	if x, ok := base.(*syntax.VarRef); ok && rows[0].x != nil && rows[0].steps[0].add != nil && p.use.once(x.Var) {
		if i := p.bound(x.Var, rows[0].at); i >= 0 {
			w.put(i, nil) // nothing reads it then
		}
	}
	last := len(rows) - 1
	var inline []syntax.Bind
	for k, r := range rows {
		switch {
		case r.x == nil:
			for _, st := range r.steps {
				w.steps = append(w.steps, st.named(&inline))
			}
		case k == last && !p.uses(r.x, r.at+1, at) && (p.use.once(r.x) || x != nil && others == nil) && !r.adds(),
			k < last && p.use.once(r.x) && !r.adds():
			w.later(r)
		case p.loops > 0 && !p.touched(u, r.at+1, at):
			w.now(r)
		default:
			return u
		}
	}
	if p.loops == 0 && len(w.steps) > 1 {
		return u
	}
	for at, binds := range w.instead {
		p.instead[at] = binds
	}
	if last := rows[last].x; last != nil && x != nil && others == nil {
		p.rows.rows[last] = syntax.NewIndex(syntax.Ref(x), u.Idx)
	}
	if len(w.steps) == 0 {
		return w.added(w.arr, others)
	}
	p.before = append(p.before, inline...)
	for len(w.steps) > 1 {
		p.before = append(p.before, w.step(nil)...)
	}
	st := w.steps[0]
	if last := rows[last]; last.x != nil && !p.use.once(last.x) {
		p.after[x] = append(p.after[x], syntax.Bind{Var: last.x, Rhs: syntax.NewIndex(syntax.Ref(x), u.Idx)})
	}
	if others == nil || st.add != nil {
		return w.added(w.stored(st), others)
	}
	return syntax.NewSet(w.arr, u.Idx,
		syntax.NewPlus(slices.Concat([]syntax.Term{syntax.NewSet(w.row, st.idx, st.val)}, others)...))
}

// adds reports whether others are added to the row.
func (r *changedRow) adds() bool {
	return slices.ContainsFunc(r.steps, func(st rowStep) bool { return st.add != nil })
}

// operand is the operand of a sum that is a row which u may store, and the others; nil if there is none.
func (p *rowSpine) operand(sum *syntax.Plus, u *syntax.Set) (row syntax.Term, others []syntax.Term) {
	at := slices.IndexFunc(sum.Terms, func(t syntax.Term) bool { return p.rows.isRow(t, u) })
	if at < 0 {
		at = slices.IndexFunc(sum.Terms, func(t syntax.Term) bool {
			x, isVar := t.(*syntax.VarRef)
			_, isSet := t.(*syntax.Set)
			_, changed := p.at[varOf(x)]
			return isSet || isVar && changed
		})
	}
	if at < 0 {
		return nil, nil
	}
	return sum.Terms[at], slices.Delete(slices.Clone(sum.Terms), at, at+1)
}

func varOf(x *syntax.VarRef) *syntax.Var {
	if x == nil {
		return nil
	}
	return x.Var
}

// chain are the changes that make t of the row that u replaces, and that row; nil if t is not made of it.
func (p *rowSpine) chain(t syntax.Term, u *syntax.Set, at int) (base syntax.Term, rows []*changedRow) {
	r := &changedRow{at: at}
	for len(rows) < mostRowSteps {
		if p.rows.isRow(t, u) {
			rows = append(rows, r)
			for _, r := range rows {
				slices.Reverse(r.steps)
			}
			slices.Reverse(rows)
			return t, slices.DeleteFunc(rows, func(r *changedRow) bool { return len(r.steps) == 0 })
		}
		switch s := t.(type) {
		case *syntax.VarRef:
			q, ok := p.at[s.Var]
			if _, gone := p.instead[q]; !ok || gone || p.changed[q] || q >= at {
				return nil, nil
			}
			rows = append(rows, r)
			r = &changedRow{x: s.Var, at: q}
			t = p.l.Binds[q].Rhs
			at = q
			continue
		case *syntax.Set:
			if !isNumber(s.Val.Type()) {
				return nil, nil
			}
			r.steps = append(r.steps, rowStep{idx: s.Idx, val: s.Val})
			t = s.Arr
			continue
		case *syntax.Plus:
			row, others := p.operand(s, u)
			if row == nil {
				return nil, nil
			}
			r.steps = append(r.steps, rowStep{add: others})
			t = row
			continue
		}
		return nil, nil
	}
	return nil, nil
}

// mostRowSteps bounds the bindings of one chain.
const mostRowSteps = 16

// uses reports whether bindings from lo to hi use x, or are too many to tell.
func (p *rowSpine) uses(x *syntax.Var, lo, hi int) bool {
	if hi-lo > earlyWindow {
		return true
	}
	for i := lo; i < hi; i++ {
		if slices.Contains(p.freeIn(i), x) {
			return true
		}
	}
	return false
}

// bound is the binding before at of x, or -1.
func (p *rowSpine) bound(x *syntax.Var, at int) int {
	for i := at - 1; i >= max(0, at-earlyWindow); i-- {
		if p.l.Binds[i].Var == x {
			return i
		}
	}
	return -1
}

// touched reports whether bindings from lo to hi read the array that u updates, or a row of it, or are too many to
// tell.
func (p *rowSpine) touched(u *syntax.Set, lo, hi int) bool {
	x := rootVar(u.Arr)
	if x == nil || hi-lo > earlyWindow {
		return true
	}
	for i := lo; i < hi; i++ {
		for _, y := range p.freeIn(i) {
			if y == x || p.rows.rows[y] != nil && rootVar(p.rows.rows[y].Arr) == x {
				return true
			}
		}
	}
	return false
}

func (p *rowSpine) freeIn(i int) []*syntax.Var {
	vs, ok := p.free[i]
	if !ok {
		vs = syntax.FreeVars(p.l.Binds[i].Rhs)
		p.free[i] = vs
	}
	return vs
}

// A rowWriter makes the stores of one row.
type rowWriter struct {
	p        *rowSpine
	u        *syntax.Set
	arr, row syntax.Term // as they are
	steps    []rowStep   // still to be stored
	instead  map[int][]syntax.Bind
}

// later names what the steps of r need.
func (w *rowWriter) later(r *changedRow) {
	var binds []syntax.Bind
	for _, st := range r.steps {
		w.steps = append(w.steps, st.named(&binds))
	}
	w.put(r.at, binds)
}

// named is a step with names for what it needs, which it adds to binds.
func (st rowStep) named(binds *[]syntax.Bind) rowStep {
	if st.add != nil {
		return st
	}
	name := func(t syntax.Term, hint string) syntax.Term {
		if syntax.IsAtom(t) {
			return t
		}
		x := syntax.NewVar(hint, t.Type())
		*binds = append(*binds, syntax.Bind{Var: x, Rhs: t})
		return syntax.Ref(x)
	}
	return rowStep{idx: name(st.idx, "k"), val: name(st.val, "t")}
}

// now stores the steps of r, and those before it.
func (w *rowWriter) now(r *changedRow) {
	var binds []syntax.Bind
	for _, st := range r.steps {
		w.steps = append(w.steps, st.named(&binds))
	}
	for len(w.steps) > 1 {
		binds = append(binds, w.step(nil)...)
	}
	w.put(r.at, append(binds, w.step(r.x)...))
}

func (w *rowWriter) put(at int, binds []syntax.Bind) {
	if w.instead == nil {
		w.instead = map[int][]syntax.Bind{}
	}
	w.instead[at] = binds
}

// step stores the first step, and binds the row to x.
func (w *rowWriter) step(x *syntax.Var) []syntax.Bind {
	m := syntax.NewVar("m", w.u.Type())
	if x == nil {
		x = syntax.NewVar("r", w.row.Type())
	}
	binds := []syntax.Bind{{Var: m, Rhs: w.stored(w.steps[0])}, {Var: x, Rhs: syntax.NewIndex(syntax.Ref(m), w.u.Idx)}}
	w.arr, w.row, w.steps = syntax.Ref(m), syntax.Ref(x), w.steps[1:]
	return binds
}

// stored is the array with one step stored.
func (w *rowWriter) stored(st rowStep) syntax.Term {
	if st.add != nil {
		return w.added(w.arr, st.add)
	}
	return syntax.NewSet(w.arr, w.u.Idx, syntax.NewSet(w.row, st.idx, st.val))
}

// added is an array with others added to the row.
func (w *rowWriter) added(arr syntax.Term, others []syntax.Term) syntax.Term {
	terms := []syntax.Term{arr}
	for _, t := range others {
		terms = append(terms, syntax.NewOneHot(w.u.Type().(*syntax.ArrayType).Len, w.u.Idx, t))
	}
	return syntax.NewPlus(terms...)
}
