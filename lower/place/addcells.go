package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function that is not exported and whose result holds cells with arrays in which only some elements are not zero, as
// the pullback of a recursive definition that reads an element of each array in a list does, adds them to a cell of its
// caller (addcell.go):
//
//	def f' (k, tape, v) = case tape of … -> Cons' ⟨pack (oneHot n k v), f' (k, tape.1, v)⟩
//
//	func f'(k, tape, v, owned dst) { …; first[k] +~= v; rest = call f'(k, tape.1, v, rest); dst = new Cons'(first, rest); return dst }
//
// The cell is handed over, and comes back as the sum: nobody else has it, so that its arrays can be added to where they
// are, while the cells around them are made anew. A caller that wants the result as it is gives nil, which is zero.

// addsCells finds the leaves of the result of a function that it adds to cells of its caller; nil if there are none. It
// takes time linear in the body.
func (g *program) addsCells(f *function) []bool {
	if lab.Place("addsCells") {
		return nil
	}
	if f.export != nil || f.looked || f.def.Kernel != "" {
		return f.cells
	}
	f.looked = true
	s := &cellSums{arrays: &sumForms{g: g, binds: map[*syntax.Var]syntax.Term{}, forms: map[leafOf]form{}},
		found: map[leafOf]bool{}}
	for k, l := range g.leaves(f.def.Result) {
		if isLinearCell(g, l) && s.of(f.body, k) {
			if f.cells == nil {
				f.cells = make([]bool, len(g.leaves(f.def.Result)))
			}
			f.cells[k] = true
		}
	}
	return f.cells
}

// isLinearCell reports whether a leaf is the cotangent of a value of a data type with arrays, and no part of a sum.
func isLinearCell(g *program, l Leaf) bool {
	return l.ref() && !l.Variant && l.Type.Cell.Linear && g.holdsArrays(l.Type)
}

// cellSums finds cells, and injections, that are sums, or hold arrays that are.
type cellSums struct {
	arrays *sumForms
	found  map[leafOf]bool
}

// of reports whether leaf k of t, a cell, the tag of a sum, or an array of run-time length, is such a one, as far as is
// known without functions that are being asked.
func (s *cellSums) of(t syntax.Term, k int) bool {
	g := s.arrays.g
	if x, lo := path(g.layouts, t); x != nil {
		at := leafOf{x, lo + k}
		found, known := s.found[at]
		if !known && s.arrays.binds[x] != nil {
			s.found[at] = false
			found = s.of(s.arrays.binds[x], lo+k)
			s.found[at] = found
		}
		return found
	}
	within := func(i int, el syntax.Term) bool {
		lo, hi := g.part(t.Type(), i)
		return lo <= k && k < hi && s.of(el, k-lo)
	}
	switch t := t.(type) {
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var != nil {
				s.arrays.binds[b.Var] = b.Rhs
			}
		}
		return s.of(t.Body, k)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			if within(i, el) {
				return true
			}
		}
	case *syntax.Coproj:
		return within(t.Index, t.Arg)
	case *syntax.Proj:
		lo, _ := g.part(t.Arg.Type(), t.Index)
		return s.of(t.Arg, lo+k)
	case *syntax.If: // both, for what they bind
		a, b := s.of(t.Then, k), s.of(t.Else, k)
		return a || b
	case *syntax.Case:
		found := false
		for _, a := range t.Arms {
			if s.of(a.Body, k) {
				found = true
			}
		}
		return found
	case *syntax.Plus:
		return slices.ContainsFunc(t.Terms, func(u syntax.Term) bool { return s.of(u, k) })
	case *syntax.Sum:
		return true
	case *syntax.Loop:
		return t.Out == syntax.Accumulate && k >= len(g.leaves(t.State.Type))
	case *syntax.Call:
		cells := g.addsCells(g.funcs[t.Def])
		return cells != nil && cells[k]
	case *syntax.Inj:
		return s.inside(t.Arg)
	case *syntax.Pack:
		return s.sparse(t.Arg, k)
	}
	return false
}

// inside reports whether what a cell is made of holds arrays that are sums, or cells that hold such.
func (s *cellSums) inside(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Tuple:
		return slices.ContainsFunc(t.Elems, s.inside)
	case *syntax.Coproj:
		return s.inside(t.Arg)
	case *syntax.Pack:
		return s.inside(t.Arg)
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var != nil {
				s.arrays.binds[b.Var] = b.Rhs
			}
		}
		return s.inside(t.Body)
	case *syntax.Zero:
		return false
	}
	for k, l := range s.arrays.g.leaves(t.Type()) {
		switch {
		case isLinearCell(s.arrays.g, l):
			if s.of(t, k) {
				return true
			}
		case !l.scalar() && !l.Variant && l.Type.Scalar().IsNumber():
			if s.sparse(t, k) {
				return true
			}
		}
	}
	return false
}

// sparse reports whether leaf k of t, an array, is a sum.
func (s *cellSums) sparse(t syntax.Term, k int) bool {
	return s.arrays.of(t, k) != anyForm || s.of(t, k)
}

// opens makes variables for the fields of a cell that a block adds to acc, so that what the block binds can be added to
// them.
func (e *emitter) opens(t *syntax.Inj, acc *loop.Expr) []*loop.Expr {
	d, ok := t.Type().(*syntax.Data)
	if !ok || !e.ownsCell(acc) {
		return nil
	}
	if fields := e.opened[t]; fields != nil { // by a block around
		return fields
	}
	fields := e.openCell(d, t.Tag, acc)
	if e.opened == nil {
		e.opened = map[*syntax.Inj][]*loop.Expr{}
	}
	e.opened[t] = fields
	return fields
}
