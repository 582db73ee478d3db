package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A sum of tuples whose arrays are only added to the result of a block,
//
//	let w = sum [⟨…⟩ | …] in ⟨fst w + …, snd w⟩
//
// needs no arrays of its own: its components are added where they are added in
// the end. Addition does not mind the order, and accumulators are not read before
// the block is done.

// The same holds for what a call adds to arrays of its caller (added.go), for branches with such calls, and for those
// that give sums themselves (sinkbranches.go); of their other components the values are needed, too. All is done by
// leaves, so that components of components, and tuples only some parts of which have a place, are no other cases.

// sink adds such sums of the let t straight into acc, the destination of its
// body, or into the state of the loop st, and returns the places that the leaves of bindings have, by position.
func (e *emitter) sink(t *syntax.Let, acc []*loop.Expr, st *loopState) map[int][]addend {
	if lab.Place("sink") {
		return nil
	}
	if len(acc) == 0 && (st == nil || st.lin == nil) {
		return nil
	}
	// Pass shadows of package opt adds what loops add up, but not past a call that adds to the same array, be it bound
	// or part of what the block results in.
	loops := st != nil && st.lin != nil &&
		(e.addsInside(t.Body) || slices.ContainsFunc(t.Binds,
			func(b syntax.Bind) bool { return b.Var != nil && e.addsInside(b.Rhs) }))
	cands, only := map[*syntax.Var]bool{}, map[*syntax.Var][]bool{}
	for _, b := range t.Binds {
		if b.Var != nil && (sumOfArrays(b) || e.addsInside(b.Rhs) ||
			isSumming(b.Rhs) && (loops || e.g.adds(e.fn) != nil || e.fn.inPlace != nil ||
				e.g.hasRagged(b.Var.Type) || e.addsInLoop(b.Rhs))) {
			cands[b.Var] = true
		} else if sums := e.branchSums(b); sums != nil {
			cands[b.Var], only[b.Var] = true, sums
		}
	}
	if len(cands) == 0 {
		return nil
	}
	places := map[leafOf]addend{}
	if len(acc) > 0 {
		e.addends(t.Body, acc, nil, places)
	}
	into, uses := e.stateAddends(t, st), e.usesOfLeaves(t)
	var out map[int][]addend
	for i, b := range t.Binds {
		if b.Var == nil || !cands[b.Var] {
			continue
		}
		if dests := e.sinkPlaces(b, i, only[b.Var], places, into, uses); dests != nil {
			if out == nil {
				out = map[int][]addend{}
			}
			out[i] = dests
		}
	}
	return out
}

// sumOfArrays reports whether b is the sum of tuples that hold arrays.
func sumOfArrays(b syntax.Bind) bool {
	if _, ok := b.Rhs.(*syntax.Sum); !ok {
		return false
	}
	tup, ok := b.Var.Type.(*syntax.TupleType)
	return ok && hasArrayPlace(tup)
}

// hasArrayPlace reports whether a place of a tuple, or of a tuple in it, is an array.
func hasArrayPlace(t *syntax.TupleType) bool {
	return slices.ContainsFunc(t.Elems, func(el syntax.Type) bool {
		_, array := el.(*syntax.ArrayType)
		inner, tuple := el.(*syntax.TupleType)
		return array || tuple && hasArrayPlace(inner)
	})
}

// isSumming reports whether t is a loop that adds up.
func isSumming(t syntax.Term) bool {
	l, ok := t.(*syntax.Loop)
	return ok && l.Out == syntax.Accumulate
}

// addsInLoop reports whether a call that adds stands in a loop, or in one in it.
func (e *emitter) addsInLoop(t syntax.Term) bool {
	if syntax.NodesOf(t)&syntax.Calls == 0 {
		return false
	}
	l, ok := t.(*syntax.Loop)
	if !ok {
		return false
	}
	if e.addsInside(l.Body) {
		return true
	}
	let, ok := l.Body.(*syntax.Let)
	if !ok {
		return e.addsInLoop(l.Body)
	}
	return e.addsInLoop(let.Body) ||
		slices.ContainsFunc(let.Binds, func(b syntax.Bind) bool { return e.addsInLoop(b.Rhs) })
}

// hasRagged reports whether values of a type have rows of run-time lengths, which pass shadows of package opt does not
// see.
func (g *layouts) hasRagged(t syntax.Type) bool {
	return slices.ContainsFunc(g.leaves(t), func(l Leaf) bool { return l.array() && slices.Contains(l.Dims, nil) })
}

// An addend is a place to which a leaf of a variable is added: an accumulator, or a row of one.
type addend struct {
	acc  *loop.Expr
	rows []syntax.Term // the indices of the row
	uses int           // of the leaf, one in each branch
	// of, if it has a variable, has the accumulator, an array that a loop owns, when the addend is bound.
	of leafOf
}

// addends finds the leaves of variables that a block's result adds, and where. It goes where [emitter.split] and
// [emitter.add] go.
func (e *emitter) addends(t syntax.Term, acc []*loop.Expr, rows []syntax.Term, out map[leafOf]addend) {
	if x, lo := path(e.g.layouts, t); x != nil {
		for i, a := range acc {
			if a != nil {
				out[leafOf{x, lo + i}] = addend{acc: a, rows: rows, uses: 1}
			}
		}
		return
	}
	switch t := t.(type) {
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t.Type(), i)
			e.addends(el, acc[lo:hi], rows, out)
		}
	case *syntax.Plus:
		if _, ok := e.base[t]; ok && !isAcc(acc) {
			return // an array of a state is updated in place
		}
		for _, s := range t.Terms {
			if _, ok := s.(*syntax.Inj); !ok { // to what others add to, too
				e.addends(s, acc, rows, out)
			}
		}
	case *syntax.Let:
		e.addends(t.Body, acc, rows, out)
	case *syntax.Pack:
		if at := e.rowsAt(acc, rows); at != nil && e.branch == 0 && e.addsPacked(t, at) {
			e.roomFor(t, at)
			e.addends(t.Arg, at, nil, out)
		}
	case *syntax.If:
		e.branchAddends([]syntax.Term{t.Then, t.Else}, acc, rows, out)
	case *syntax.Case:
		arms := make([]syntax.Term, len(t.Arms))
		for i, a := range t.Arms {
			arms[i] = a.Body
		}
		e.branchAddends(arms, acc, rows, out)
	case *syntax.Inj:
		if len(acc) == 1 && len(rows) == 0 && e.branch == 0 {
			if fields := e.opens(t, acc[0]); fields != nil {
				e.addends(t.Arg, fields, nil, out)
			}
		}
	case *syntax.Coproj:
		lo, hi := e.g.part(t.Type(), t.Index)
		e.addends(t.Arg, acc[lo:hi], rows, out)
	case *syntax.OneHot:
		if isRowIndex(t.Idx) && isAcc(acc) && !scalars(e.g.leaves(t.Val.Type())) {
			e.addends(t.Val, acc, append(rows[:len(rows):len(rows)], t.Idx), out)
		}
	default:
	}
}

// mostBranches bounds how deep addends goes into branches of branches.
const mostBranches = 4

// branchAddends finds the leaves that every branch adds to the same place, once.
func (e *emitter) branchAddends(branches []syntax.Term, acc []*loop.Expr, rows []syntax.Term, out map[leafOf]addend) {
	if e.branch == mostBranches {
		return
	}
	e.branch++
	defer func() { e.branch-- }()
	var all map[leafOf]addend
	for i, b := range branches {
		found := map[leafOf]addend{}
		e.addends(b, acc, rows, found)
		if i == 0 {
			all = found
			continue
		}
		for at, a := range all {
			if b, ok := found[at]; ok && a.same(b) {
				a.uses += b.uses
				all[at] = a
			} else {
				delete(all, at)
			}
		}
	}
	for at, a := range all {
		out[at] = a
	}
}

// same reports whether two addends are one place, of a whole array.
func (a addend) same(b addend) bool {
	return a.acc == b.acc && len(a.rows) == 0 && len(b.rows) == 0
}

// rowsAt are the rows of accumulators under indices, or nil if those are not known yet.
func (e *emitter) rowsAt(acc []*loop.Expr, rows []syntax.Term) []*loop.Expr {
	if !isAcc(acc) || !e.isSum(acc[0]) || slices.ContainsFunc(rows, func(t syntax.Term) bool { return !e.hasIndex(t) }) {
		return nil
	}
	at := slices.Clone(acc)
	for _, t := range rows {
		i := e.atom(e.indexOf(t), "k")
		for k := range at {
			at[k] = loop.Index(at[k], i)
		}
	}
	return at
}

// isRowIndex reports whether an index of a row can be had before the row is added to: a variable, or an int that is one
// or a constant and is found to be below the length.
func isRowIndex(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const:
		return true
	case *syntax.ToIdx:
		return isRowIndex(t.Arg)
	case *syntax.FromIdx:
		return isRowIndex(t.Arg)
	}
	return false
}

// placed are the accumulators that addends stand for, nil where the index of a row is not known yet.
func (e *emitter) placed(as []addend) []*loop.Expr {
	out := make([]*loop.Expr, len(as))
	indices := map[syntax.Term]*loop.Expr{}
	for k, a := range as {
		if out[k] = a.acc; a.of.x != nil {
			out[k] = nil
			if v := e.env.Get(a.of.x.ID()); v != nil && e.lazy[a.of.x] == nil {
				out[k] = v[a.of.leaf]
			}
		}
		for _, t := range a.rows {
			if out[k] == nil || !e.hasIndex(t) {
				out[k] = nil
				break
			}
			i := indices[t]
			if i == nil {
				i = e.atom(e.indexOf(t), "k")
				indices[t] = i
			}
			out[k] = loop.Index(out[k], i)
		}
	}
	return out
}

// hasIndex reports whether the variables of an index, as isRowIndex has them, have values that stay.
func (e *emitter) hasIndex(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		i := e.env.Get(t.Var.ID())
		return i != nil && i[0].IsAtom() && !e.volatile(i[0])
	case *syntax.ToIdx:
		bound := e.hasIndex(t.Arg)
		t.Len.Terms(func(_ int64, vars []*syntax.SizeVar) {
			for _, n := range vars {
				bound = bound && e.sizes[n] != nil
			}
		})
		return bound
	case *syntax.FromIdx:
		return e.hasIndex(t.Arg)
	}
	return true
}

// isAcc reports whether there is a place for each leaf.
func isAcc(acc []*loop.Expr) bool { return len(acc) > 0 && !slices.Contains(acc, nil) }

// usesOfLeaves counts the uses of the leaves of tuples that t, a block of the function, binds; for all blocks at once.
func (e *emitter) usesOfLeaves(t *syntax.Let) map[leafOf]int {
	if e.counts == nil {
		e.counts = map[leafOf]int{}
		body := e.fn.body
		if body == nil {
			body = t
		}
		e.countLeaves(body, map[*syntax.Var]bool{}, e.counts)
	}
	return e.counts
}

// countLeaves counts the uses of the leaves of tuples that are bound in t, or are among those of.
func (e *emitter) countLeaves(t syntax.Term, of map[*syntax.Var]bool, uses map[leafOf]int) {
	if x, lo := path(e.g.layouts, t); x != nil {
		if of[x] {
			for i := range e.g.leaves(t.Type()) {
				uses[leafOf{x, lo + i}]++
			}
		}
		return
	}
	if l, ok := t.(*syntax.Let); ok {
		for _, b := range l.Binds {
			if b.Var != nil {
				of[b.Var] = true
			}
		}
	}
	syntax.Children(t, func(s syntax.Term) { e.countLeaves(s, of, uses) })
}

// sinkPlaces gives the leaves of the variable of binding i their destinations: where the body adds them, or nil
// for a leaf that is used otherwise, or not one of those in only, if that is not nil. It is nil when there is none.
func (e *emitter) sinkPlaces(b syntax.Bind, i int, only []bool, places map[leafOf]addend, into map[leafOf]statePlace,
	uses map[leafOf]int) []addend {
	dests := make([]addend, len(e.g.leaves(b.Var.Type)))
	for k := range dests {
		at := leafOf{b.Var, k}
		if only != nil && !only[k] {
			continue
		}
		if place, ok := into[at]; ok && uses[at] == 1 && place.free(i, b.Rhs) {
			dests[k] = place.addend
		} else if !ok && places[at].acc != nil && uses[at] == places[at].uses {
			dests[k] = places[at]
		}
	}
	none := func(a addend) bool { return a.acc == nil }
	e.g.injectedParts(b.Var.Type, 0, func(lo, hi int) { // the tag says what the others are
		if slices.ContainsFunc(dests[lo:hi], none) {
			clear(dests[lo:hi])
		}
	})
	if !slices.ContainsFunc(dests, func(a addend) bool { return !none(a) }) {
		return nil
	}
	return dests
}

// bindSunk emits b: into dests, and into new variables, or as values, for the leaves
// that have none.
func (e *emitter) bindSunk(b *syntax.Bind, dests []*loop.Expr) {
	for k, d := range dests {
		if d != nil {
			e.sunk[leafOf{b.Var, k}] = true
		}
	}
	*e.fresh.At(b.Var.ID()) = e.serial + 1
	e.hint = b.Var.Name
	if isAcc(dests) {
		e.hint = ""
	}
	aims := slices.Clone(e.aims(b.Var))
	for k := range aims {
		if dests[k] != nil {
			aims[k] = dest{}
		}
	}
	vals := slices.Clone(e.split(b.Rhs, aims, dests))
	e.hint = ""
	names := e.g.leafNames(b.Var.Name, b.Var.Type)
	for i, v := range vals {
		if dests[i] == nil && !v.IsAtom() {
			vals[i] = e.declare(names[i], v)
		}
	}
	e.binds(b.Var, vals)
}

// unsunk leaves out the accumulators of the leaves of t that are added already, where they were bound.
func (e *emitter) unsunk(t syntax.Term, acc []*loop.Expr) []*loop.Expr {
	if len(e.sunk) == 0 {
		return acc
	}
	x, lo := path(e.g.layouts, t)
	if x == nil {
		return acc
	}
	out := slices.Clone(acc)
	for i := range out {
		if e.sunk[leafOf{x, lo + i}] {
			out[i] = nil
		}
	}
	return out
}
