package place

import (
	"slices"

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

// part of a tuple variable, or all of any.
type partOf struct {
	x *syntax.Var
	k int
}

const wholeVar = -1

// The same holds for what a call adds to arrays of its caller (added.go), and for branches with such calls; of their other components the
// values are needed, too.

// sink adds such sums of the let t straight into acc, the destination of its
// body, or into the state of the loop st, and returns the positions of the bindings that it has a place for.
func (e *emitter) sink(t *syntax.Let, acc []*loop.Expr, st *loopState) map[int][][]*loop.Expr {
	if len(acc) == 0 && (st == nil || st.lin == nil) {
		return nil
	}
	var into map[partOf]statePlace
	var out map[int][][]*loop.Expr
	var places map[partOf][]*loop.Expr
	var uses map[partOf]int
	for i, b := range t.Binds {
		if b.Var == nil || !sumOfArrays(b) && !e.addsInside(b.Rhs) && !(e.g.adds(e.fn) != nil && isSumming(b.Rhs)) {
			continue
		}
		if places == nil {
			places, uses = map[partOf][]*loop.Expr{}, map[partOf]int{}
			if len(acc) > 0 {
				e.addends(t.Body, acc, places)
			}
			into = e.stateAddends(t, st)
			countParts(t, uses)
		}
		for part, place := range into {
			if part.x == b.Var && place.free(i, b.Rhs) {
				places[part] = place.acc
			}
		}
		if dests := e.sinkPlaces(b, places, uses); dests != nil {
			if out == nil {
				out = map[int][][]*loop.Expr{}
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
	if !ok {
		return false
	}
	for _, t := range tup.Elems {
		if _, ok := t.(*syntax.ArrayType); ok {
			return true
		}
	}
	return false
}

// isSumming reports whether t is a loop that adds up.
func isSumming(t syntax.Term) bool {
	l, ok := t.(*syntax.Loop)
	return ok && l.Out == syntax.Accumulate
}

// addends finds the projections of variables that a block's result adds, and where.
func (e *emitter) addends(t syntax.Term, acc []*loop.Expr, out map[partOf][]*loop.Expr) {
	switch t := t.(type) {
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t.Type(), i)
			e.addends(el, acc[lo:hi], out)
		}
	case *syntax.Plus:
		if !isAcc(acc) {
			return // its value is wanted, too
		}
		for _, s := range t.Terms {
			e.addends(s, acc, out)
		}
	case *syntax.Coproj:
		if !isAcc(acc) {
			return
		}
		lo, hi := e.g.part(t.Type(), t.Index)
		e.addends(t.Arg, acc[lo:hi], out)
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok && isAcc(acc) {
			out[partOf{r.Var, t.Index}] = acc
		}
	case *syntax.VarRef:
		if isAcc(acc) {
			out[partOf{t.Var, wholeVar}] = acc
		}
	default:
	}
}

// isAcc reports whether there is a place for each leaf.
func isAcc(acc []*loop.Expr) bool { return len(acc) > 0 && !slices.Contains(acc, nil) }

// countParts counts the uses of the parts of variables in t; a use of the whole
// counts as part wholeVar.
func countParts(t syntax.Term, uses map[partOf]int) {
	switch t := t.(type) {
	case *syntax.VarRef:
		uses[partOf{t.Var, wholeVar}]++
		return
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			uses[partOf{r.Var, t.Index}]++
			return
		}
	}
	syntax.Children(t, func(s syntax.Term) { countParts(s, uses) })
}

// sinkPlaces gives each part of the variable of b its destination: where the body adds it, or nil
// for a part of numbers, or one that need not be added up, that is used otherwise. It is nil when b cannot be sunk.
func (e *emitter) sinkPlaces(b syntax.Bind, places map[partOf][]*loop.Expr, uses map[partOf]int) [][]*loop.Expr {
	x, whole := b.Var, partOf{b.Var, wholeVar}
	if place, ok := places[whole]; ok && uses[whole] == 1 && e.use.once(x) && len(place) > 0 {
		return [][]*loop.Expr{place}
	}
	tup, ok := x.Type.(*syntax.TupleType)
	if !ok || uses[whole] > 0 {
		return nil
	}
	elems := tup.Elems
	_, isSum := b.Rhs.(*syntax.Sum)
	dests := make([][]*loop.Expr, len(elems))
	sunk := false
	for k, t := range elems {
		place, ok := places[partOf{x, k}]
		switch {
		case ok && uses[partOf{x, k}] == 1:
			dests[k], sunk = place, true
		case isSum && !allNumbers(e.g.leaves(t)):
			return nil
		}
	}
	if !sunk {
		return nil
	}
	return dests
}

// bindSunk emits b: into dests, and into new variables for the parts
// that have none.
func (e *emitter) bindSunk(b *syntax.Bind, dests [][]*loop.Expr) {
	ls := e.g.leaves(b.Var.Type)
	if _, isSum := b.Rhs.(*syntax.Sum); !isSum || len(dests) == 1 && len(dests[0]) == len(ls) {
		e.bindAdded(b, dests)
		return
	}
	acc := make([]*loop.Expr, len(ls))
	names := e.g.leafNames(b.Var.Name, b.Var.Type)
	for k, d := range dests {
		lo, hi := e.g.part(b.Var.Type, k)
		for i := lo; i < hi; i++ {
			if d != nil {
				acc[i] = d[i-lo]
				continue
			}
			acc[i] = e.declareVar(names[i], ls[i].Type)
			e.of(acc[i].Var).sum = true
		}
		if d != nil {
			e.sunk[partOf{b.Var, k}] = true
		}
	}
	e.binds(b.Var, acc)
	e.add(b.Rhs, acc)
}

// bindAdded emits b, which is no sum in form: parts without a destination are values.
func (e *emitter) bindAdded(b *syntax.Bind, dests [][]*loop.Expr) {
	if _, isTuple := b.Var.Type.(*syntax.TupleType); !isTuple || len(dests[0]) == len(e.g.leaves(b.Var.Type)) && len(dests) == 1 {
		e.sunk[partOf{b.Var, wholeVar}] = true
		e.hint = ""
		e.add(b.Rhs, dests[0])
		e.binds(b.Var, dests[0])
		return
	}
	acc := make([]*loop.Expr, len(e.g.leaves(b.Var.Type)))
	for k, d := range dests {
		lo, hi := e.g.part(b.Var.Type, k)
		if d != nil {
			copy(acc[lo:hi], d)
			e.sunk[partOf{b.Var, k}] = true
		}
	}
	*e.fresh.At(b.Var.ID()) = e.serial + 1
	e.hint = b.Var.Name
	vals := slices.Clone(e.split(b.Rhs, nil, acc))
	e.hint = ""
	names := e.g.leafNames(b.Var.Name, b.Var.Type)
	for i, v := range vals {
		if acc[i] == nil && !v.IsAtom() {
			vals[i] = e.declare(names[i], v)
		}
	}
	e.binds(b.Var, vals)
}
