package place

import (
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

// part of a tuple variable.
type partOf struct {
	x *syntax.Var
	k int
}

// sink adds such sums of the let t straight into acc, the destination of its
// body, and returns the positions of the bindings that it has a place for.
func (e *emitter) sink(t *syntax.Let, acc []*loop.Expr) map[int][][]*loop.Expr {
	var out map[int][][]*loop.Expr
	var places map[partOf][]*loop.Expr
	var uses map[partOf]int
	for i, b := range t.Binds {
		if b.Var == nil || !sumOfArrays(b) {
			continue
		}
		if places == nil {
			places, uses = map[partOf][]*loop.Expr{}, map[partOf]int{}
			e.addends(t.Body, acc, places)
			countParts(t, uses)
		}
		if dests := e.sinkPlaces(b.Var, places, uses); dests != nil {
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

// addends finds the projections of variables that a block's result adds, and where.
func (e *emitter) addends(t syntax.Term, acc []*loop.Expr, out map[partOf][]*loop.Expr) {
	switch t := t.(type) {
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t.Type(), i)
			e.addends(el, acc[lo:hi], out)
		}
	case *syntax.Plus:
		for _, s := range t.Terms {
			e.addends(s, acc, out)
		}
	case *syntax.Coproj:
		lo, hi := e.g.part(t.Type(), t.Index)
		e.addends(t.Arg, acc[lo:hi], out)
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			out[partOf{r.Var, t.Index}] = acc
		}
	default:
	}
}

// countParts counts the uses of the parts of variables in t; a use of the whole
// counts as part -1.
func countParts(t syntax.Term, uses map[partOf]int) {
	switch t := t.(type) {
	case *syntax.VarRef:
		uses[partOf{t.Var, -1}]++
		return
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			uses[partOf{r.Var, t.Index}]++
			return
		}
	}
	syntax.Children(t, func(s syntax.Term) { countParts(s, uses) })
}

// sinkPlaces gives each part of x its destination: where the body adds it, or nil
// for a part of numbers that is used otherwise. It is nil when x cannot be sunk.
func (e *emitter) sinkPlaces(x *syntax.Var, places map[partOf][]*loop.Expr, uses map[partOf]int) [][]*loop.Expr {
	if uses[partOf{x, -1}] > 0 {
		return nil
	}
	elems := x.Type.(*syntax.TupleType).Elems
	dests := make([][]*loop.Expr, len(elems))
	sunk := false
	for k, t := range elems {
		place, ok := places[partOf{x, k}]
		switch {
		case ok && uses[partOf{x, k}] == 1:
			dests[k], sunk = place, true
		case !allNumbers(e.g.leaves(t)):
			return nil
		}
	}
	if !sunk {
		return nil
	}
	return dests
}

// bindSunk emits the sum b: into dests, and into new variables for the parts
// that have none.
func (e *emitter) bindSunk(b *syntax.Bind, dests [][]*loop.Expr) {
	ls := e.g.leaves(b.Var.Type)
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
		}
		if d != nil {
			e.sunk[partOf{b.Var, k}] = true
		}
	}
	e.binds(b.Var, acc)
	e.add(b.Rhs, acc)
}
