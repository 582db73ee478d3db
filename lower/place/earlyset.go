package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Updates come early. Where an updated array is added to, as the cotangent of an array that a loop updates is,
//
//	let v = x[i]; r = …; w = … in set x i 0 + r + w
//
// the update moves up to where x was read last, before r and w:
//
//	let v = x[i]; u = set x i 0; r = …; w = … in u + r + w
//
// Terms are pure, so that is the same value. But now the array is not touched from there on, and what is added to r and
// w can be added to it directly (sinkstate.go; pass shadows). Numbers that the update needs, and that r and w do not
// give, move with it.
//
// A number that r gives cannot. Where that keeps the update behind a binding that makes an array for the sum, the
// update that moves is one to zero, and the number, or the numbers of an element that has arrays, too, are added in the
// end: set x i v + r = set x i 0 + r + oneHot n i v.
//
//	let r = loop … for k < 3 down sum …; v = f (fst r) in set x i v + snd r
//	→   let u = set x i 0; r = …; v = … in u + snd r + oneHot n i v
//
// A sum of cotangents has no order, so it may end with what it began with.
//
// Where such a binding reads a row of the array, the row has a name:
//
//	let v = x[i]; w = if c then ⟨v, 0⟩ else ⟨0, oneHot n j v⟩ in set x i 0 + snd w
//	→   let v = x[i]; u = set x i 0; w = … in u + snd w
//
// and is copied where it gets it, which is less than an array for each branch, and adding that up.

// earlyWindow is how many bindings an update may pass.
const earlyWindow = 400

func earlyUpdates(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Sets == 0 {
		return t
	}
	m := &syntax.Mapper{Term: earlyUpdates}
	t = m.Map(t)
	if l, ok := t.(*syntax.Let); ok {
		return earlyIn(l)
	}
	return t
}

// earlyIn moves the updates of one spine.
func earlyIn(l *syntax.Let) syntax.Term {
	if sumsUpdates(l) {
		l = numbersNamed(l)
	}
	s := &earlySpine{binds: l.Binds, free: map[int][]*syntax.Var{}, moved: map[int][]syntax.Bind{},
		movedTo: map[int]int{}}
	changed := false
	for i, b := range l.Binds {
		if b.Var == nil {
			continue
		}
		if rhs := s.value(b.Rhs, i); rhs != b.Rhs {
			if !changed {
				s.binds, changed = slices.Clone(l.Binds), true
			}
			s.binds[i].Rhs = rhs
		}
	}
	body := s.value(l.Body, len(l.Binds))
	if len(s.moved) == 0 {
		return l
	}
	var binds []syntax.Bind
	for i, b := range s.binds {
		binds = append(binds, s.moved[i]...)
		if _, moved := s.movedTo[i]; !moved {
			binds = append(binds, b)
		}
	}
	return syntax.NewLet(binds, body)
}

// sumsUpdates reports whether a value of the spine is a sum with an update.
func sumsUpdates(l *syntax.Let) bool {
	var in func(t syntax.Term) bool
	in = func(t syntax.Term) bool {
		switch t := t.(type) {
		case *syntax.Tuple:
			return slices.ContainsFunc(t.Elems, in)
		case *syntax.Coproj:
			return in(t.Arg)
		case *syntax.Plus:
			return slices.ContainsFunc(t.Terms, func(s syntax.Term) bool { _, ok := s.(*syntax.Set); return ok })
		}
		return false
	}
	return in(l.Body) || slices.ContainsFunc(l.Binds, func(b syntax.Bind) bool { return in(b.Rhs) })
}

// numbersNamed gives names to the numbers that calls get: what reads an array for one need not be behind the update of
// it.
func numbersNamed(l *syntax.Let) *syntax.Let {
	var binds []syntax.Bind
	for i, b := range l.Binds {
		call, ok := b.Rhs.(*syntax.Call)
		if !ok {
			if binds != nil {
				binds = append(binds, b)
			}
			continue
		}
		args := call.Args
		for k, a := range call.Args {
			if syntax.IsAtom(a) || isPath(a) || !isNumber(a.Type()) || !movable(a) {
				continue
			}
			if binds == nil {
				binds = slices.Clone(l.Binds[:i])
			}
			if &args[0] == &call.Args[0] {
				args = slices.Clone(args)
			}
			x := syntax.NewVar("t", a.Type())
			binds = append(binds, syntax.Bind{Var: x, Rhs: a})
			args[k] = syntax.Ref(x)
		}
		if len(args) > 0 && &args[0] != &call.Args[0] {
			b.Rhs = syntax.NewCall(call.At, call.Def, call.Sizes, args...)
		}
		if binds != nil {
			binds = append(binds, b)
		}
	}
	if binds == nil {
		return l
	}
	return syntax.NewLet(binds, l.Body).(*syntax.Let)
}

type earlySpine struct {
	binds   []syntax.Bind
	free    map[int][]*syntax.Var // of right-hand sides
	moved   map[int][]syntax.Bind // to before a binding
	movedTo map[int]int           // where bindings are now that have moved
}

// value treats the sums that a term before binding at consists of.
func (s *earlySpine) value(t syntax.Term, at int) syntax.Term {
	switch t := t.(type) {
	case *syntax.Tuple:
		m := &syntax.Mapper{Term: func(el syntax.Term) syntax.Term { return s.value(el, at) }}
		return m.Map(t)
	case *syntax.Coproj:
		return syntax.NewCoproj(t.Type().(*syntax.TupleType), t.Index, s.value(t.Arg, at))
	case *syntax.Plus:
		return s.sum(t, at)
	}
	return t
}

func (s *earlySpine) sum(p *syntax.Plus, at int) syntax.Term {
	for k, t := range p.Terms {
		u, ok := t.(*syntax.Set)
		if !ok || !s.gains(p, k) {
			continue
		}
		to, with := s.place(u, at, false)
		var late []syntax.Term
		forms := append([]lateUpdate{{u, nil}}, zeroed(u)...)
		for _, past := range []bool{false, true} {
			for _, z := range forms {
				if first, and := s.place(z.set, at, past); first >= 0 &&
					(!past && s.makes(p, k, first, to, at) || past && s.makesWhole(p, k, first, to, at, with, and)) {
					u, to, with, late = z.set, first, and, nil
					if z.late != nil {
						late = []syntax.Term{z.late}
					}
				}
			}
		}
		if to < 0 || to >= at {
			continue
		}
		for _, q := range with {
			s.moved[to], s.movedTo[q] = append(s.moved[to], s.binds[q]), to
		}
		x := syntax.NewVar("d", u.Type())
		s.moved[to] = append(s.moved[to], syntax.Bind{Var: x, Rhs: u})
		terms := []syntax.Term{syntax.Ref(x)}
		terms = append(append(append(terms, p.Terms[:k]...), p.Terms[k+1:]...), late...)
		return syntax.NewPlus(terms...)
	}
	return p
}

// A lateUpdate is an update as a sum of one to less, and what is added to the array in the end.
type lateUpdate struct {
	set  *syntax.Set
	late syntax.Term
}

// zeroed are an update without the numbers of the new element, if there are any, and one to zero.
func zeroed(u *syntax.Set) (out []lateUpdate) {
	arr, ok := u.Type().(*syntax.ArrayType)
	if !ok || !syntax.IsLinear(u.Val.Type()) || !isRowIndex(u.Idx) || syntax.IsZero(u.Val) {
		return nil
	}
	rest, numbers := numbersApart(u.Val)
	if numbers != nil {
		out = append(out, lateUpdate{syntax.NewSet(u.Arr, u.Idx, rest), syntax.NewOneHot(arr.Len, u.Idx, numbers)})
	}
	if !syntax.IsZero(rest) {
		out = append(out, lateUpdate{syntax.NewSet(u.Arr, u.Idx, syntax.NewZero(u.Val.Type())),
			syntax.NewOneHot(arr.Len, u.Idx, u.Val)})
	}
	return out
}

// numbersApart is a value as a sum of two, of which the second is made of numbers; that is nil if there are none.
func numbersApart(t syntax.Term) (rest, numbers syntax.Term) {
	switch {
	case syntax.IsZero(t):
		return t, nil
	case isNumber(t.Type()):
		return syntax.NewZero(t.Type()), t
	}
	rest = syntax.NewZero(t.Type())
	add := func(s syntax.Term, in func(syntax.Term) syntax.Term) {
		r, v := numbersApart(s)
		if !syntax.IsZero(r) {
			rest = plus(rest, in(r))
		}
		if v != nil {
			numbers = plus(numbers, in(v))
		}
	}
	switch t := t.(type) {
	case *syntax.Coproj:
		add(t.Arg, func(s syntax.Term) syntax.Term {
			return syntax.NewCoproj(t.Type().(*syntax.TupleType), t.Index, s)
		})
	case *syntax.OneHot:
		if !isRowIndex(t.Idx) {
			return t, nil
		}
		add(t.Val, func(s syntax.Term) syntax.Term { return syntax.NewOneHot(t.Len, t.Idx, s) })
	case *syntax.Plus:
		for _, s := range t.Terms {
			add(s, func(s syntax.Term) syntax.Term { return s })
		}
	case *syntax.Tuple:
		ty, elems := t.Type().(*syntax.TupleType), slices.Clone(t.Elems)
		for i, el := range t.Elems {
			r, v := numbersApart(el)
			if elems[i] = r; v != nil {
				numbers = plus(numbers, syntax.NewCoproj(ty, i, v))
			}
		}
		rest = syntax.NewTupleOf(ty, elems...)
	default:
		return t, nil
	}
	if numbers == nil {
		return t, nil
	}
	return rest, numbers
}

// plus is s + t; s may be zero, or nil.
func plus(s, t syntax.Term) syntax.Term {
	if s == nil || syntax.IsZero(s) {
		return t
	}
	return syntax.NewPlus(s, t)
}

// makes reports whether a binding that is no earlier than first, but earlier than the binding to, or than at if that is
// negative, makes an array of its own for one of the operands of p besides the k-th, as what can be added to an array
// that is there (sink.go) would not.
func (s *earlySpine) makes(p *syntax.Plus, k, first, to, at int) bool {
	if to < 0 {
		to = at
	}
	if first >= to {
		return false
	}
	vars := map[*syntax.Var]bool{}
	for i, t := range p.Terms {
		if i != k {
			for _, v := range syntax.FreeVars(t) {
				vars[v] = true
			}
		}
	}
	for q := at - 1; q >= first; q-- {
		b := s.binds[q]
		if b.Var == nil || !vars[b.Var] || !holdsArray(b.Var.Type) {
			continue
		}
		if isPath(b.Rhs) { // another name
			vars[rootVar(b.Rhs)] = true
		}
		if q >= to {
			continue
		}
		if makesArray(b.Rhs) {
			return true
		}
	}
	return false
}

// makesArray reports whether what a term adds up, or gives in a branch, is an array of its own.
func makesArray(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Call, *syntax.Sum, *syntax.If, *syntax.Case:
		return true
	case *syntax.Loop:
		return t.Out == syntax.Accumulate
	}
	return false
}

// makesWhole reports whether a binding between first and to, or one of those that move with the update to there but not
// to first, makes an array as long as p for one of the operands besides the k-th: that is worth the copy of a row.
func (s *earlySpine) makesWhole(p *syntax.Plus, k, first, to, at int, with, and []int) bool {
	if to < 0 {
		to = at
	}
	whole := map[*syntax.Var]bool{}
	for i, t := range p.Terms {
		if x := rootVar(t); i != k && x != nil {
			whole[x] = true
		}
	}
	for q := at - 1; q >= max(0, at-earlyWindow) && len(whole) > 0; q-- {
		b := s.binds[q]
		if b.Var == nil || !whole[b.Var] {
			continue
		}
		if isPath(b.Rhs) { // another name
			whole[rootVar(b.Rhs)] = true
		}
		between := q >= first && q < to || slices.Contains(with, q) && !slices.Contains(and, q)
		if between && makesArray(b.Rhs) {
			return true
		}
	}
	return false
}

// gains reports whether one of the others may be a whole array that is made for the sum.
func (s *earlySpine) gains(p *syntax.Plus, k int) bool {
	for i, t := range p.Terms {
		if one, ok := t.(*syntax.OneHot); i != k && (!ok || holdsArray(one.Val.Type())) {
			return true
		}
	}
	return false
}

// place is the binding before which an update can stand: behind what binds its variables, and behind the last one that
// reads its array, or a row or part of that, but for numbers and new rows that can move with it; negative if that is
// too far away. Those are with. If past says so, what reads a row of numbers that has a name may come behind the
// update: then the row is copied where it gets the name.
func (s *earlySpine) place(u *syntax.Set, at int, past bool) (to int, with []int) {
	x := rootVar(u.Arr)
	if x == nil {
		return -1, nil
	}
	needs := set.Of(syntax.FreeVars(u))
	lo := max(0, at-earlyWindow)
	reads := s.readers(x, lo, at, past)
	to = lo
	var moves []int
	for q := at - 1; q >= lo; q-- {
		b := s.binds[q]
		if b.Var == nil {
			to = max(to, q+1)
			continue
		}
		if !needs[b.Var] && !reads[q] {
			continue
		}
		now, moved := s.movedTo[q]
		switch {
		case moved:
			to = max(to, now)
		case movable(b.Rhs) || reads[q] && movableSum(b.Rhs) || past && isNumberRow(b.Rhs) && quick(b.Rhs):
			moves = append(moves, q)
			for _, v := range s.freeIn(q) {
				needs[v] = true
			}
		default:
			to = max(to, q+1)
		}
	}
	for _, q := range slices.Backward(moves) {
		if q >= to {
			with = append(with, q)
		}
	}
	return to, with
}

// readers are the bindings from lo to at that read x, or a row or part of it; if past says so, those that read a row of
// numbers with a name are none.
func (s *earlySpine) readers(x *syntax.Var, lo, at int, past bool) map[int]bool {
	reads, views := map[int]bool{}, map[*syntax.Var]bool{x: true}
	for q := lo; q < at; q++ {
		b := s.binds[q]
		if !slices.ContainsFunc(s.freeIn(q), func(v *syntax.Var) bool { return views[v] }) || !readsView(b.Rhs, views) {
			continue
		}
		reads[q] = true
		if b.Var != nil && holdsView(b.Rhs) && !(past && isNumberRow(b.Rhs)) {
			views[b.Var] = true
		}
	}
	return reads
}

// earlySize bounds the nodes of a number that moves with an update.
const earlySize = 1000

// movable reports whether a term is a number or a new array of numbers that surely ends and requires nothing, and not
// too long to look at, or another name of a part of an array.
func movable(t syntax.Term) bool {
	if !isNumber(t.Type()) && !newRow(t) {
		return isPath(t)
	}
	return quick(t)
}

// quick reports whether a term surely ends, requires nothing, and is not too long to look at.
func quick(t syntax.Term) bool {
	n := 0
	var visit func(t syntax.Term) bool
	visit = func(t syntax.Term) bool {
		n++
		switch t := t.(type) {
		case *syntax.Call, *syntax.App, *syntax.LinApp, *syntax.While, *syntax.Checkpoint, *syntax.Deriv:
			return false
		case *syntax.Prim:
			if t.Op.Requires {
				return false
			}
		}
		ok := n <= earlySize
		syntax.Children(t, func(c syntax.Term) { ok = ok && visit(c) })
		return ok
	}
	return visit(t)
}

// newRow reports whether t is an array of numbers that holds no other.
func newRow(t syntax.Term) bool {
	a, ok := t.Type().(*syntax.ArrayType)
	_, build := t.(*syntax.Build)
	return ok && build && isNumber(a.Elem)
}

// isNumberRow reports whether t is a row of numbers of an array.
func isNumberRow(t syntax.Term) bool {
	a, ok := t.Type().(*syntax.ArrayType)
	_, row := t.(*syntax.Index)
	return ok && row && isNumber(a.Elem)
}

// movableSum is movable for a sum of arrays. One that the update has to stand behind, since it reads the array, is
// added up in arrays of its own wherever it stands.
func movableSum(t syntax.Term) bool {
	s, ok := t.(*syntax.Sum)
	return ok && plain(s.Type()) && quick(s)
}

func (s *earlySpine) freeIn(q int) []*syntax.Var {
	vs, ok := s.free[q]
	if !ok {
		vs = syntax.FreeVars(s.binds[q].Rhs)
		s.free[q] = vs
	}
	return vs
}

// readsView reports whether t reads one of some arrays and parts of them. Numbers in a part that has a name have been
// read where that is bound.
func readsView(t syntax.Term, views map[*syntax.Var]bool) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		return views[t.Var]
	case *syntax.Proj:
		if isNumber(t.Type()) && isPath(t) {
			return false
		}
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || readsView(c, views) })
	return found
}

// holdsView reports whether a term may be, or hold, a part of what it reads.
func holdsView(t syntax.Term) bool {
	if isNumber(t.Type()) {
		return false // one that was read, and tuples of those
	}
	switch t.(type) {
	case *syntax.VarRef, *syntax.Index, *syntax.Proj, *syntax.Tuple, *syntax.If, *syntax.Case, *syntax.Coerce, *syntax.Inj, *syntax.Pack:
		return true
	}
	return false
}

// rootVar is the variable that a term is a part of, or nil.
func rootVar(t syntax.Term) *syntax.Var {
	for {
		switch p := t.(type) {
		case *syntax.VarRef:
			return p.Var
		case *syntax.Proj:
			t = p.Arg
		default:
			return nil
		}
	}
}
