package place

import (
	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The pullback of a conditional gives, in each of its branches, what that adds to the cotangents of the variables that
// any of them uses:
//
//	let w = case c of inl y → ⟨oneHot n i v, …⟩ | inr y → ⟨0, …⟩ in ⟨fst w + …, …⟩
//
// An array of n zeros for each such branch would cost n where the conditional costs one. So they are added where they
// end up, too (sink.go): a + (if c then b else d) = if c then a + b else a + d. Only arrays are: numbers are as well in
// variables.

// So are cells and injections with such arrays, tag and all:
//
//	let w = case f of inl y → ⟨inl ⟨oneHot n j v, …⟩, …⟩ | inr y → ⟨inr v, …⟩ in ⟨oneHot m i (fst w), …⟩

// branchSums finds the leaves of the variable of b that are arrays, and in some branch of it one that is a sum by its
// form, and cells and the leaves of sum types that hold such arrays; nil if there are none.
func (e *emitter) branchSums(b syntax.Bind) []bool {
	if lab.Place("branchSums") {
		return nil
	}
	switch b.Rhs.(type) {
	case *syntax.If, *syntax.Case:
	default:
		return nil
	}
	if b.Var == nil {
		return nil
	}
	if _, number := b.Var.Type.(*syntax.Scalar); number { // as most that straight-line code chooses are
		return nil
	}
	if out, known := e.branched[b.Var]; known {
		return out
	}
	if e.branched == nil {
		e.branched = map[*syntax.Var][]bool{}
		e.forms = &sumForms{g: e.g, binds: map[*syntax.Var]syntax.Term{}, forms: map[leafOf]form{}}
	}
	e.forms.binds[b.Var] = b.Rhs
	x := syntax.Ref(b.Var)
	var out []bool
	e.g.sumParts(b.Var.Type, 0, func(lo, hi int) {
		if e.forms.of(x, lo) == anyForm {
			return
		}
		if out == nil {
			out = make([]bool, len(e.g.leaves(b.Var.Type)))
		}
		for i := lo; i < hi; i++ {
			out[i] = true
		}
	})
	cells := &cellSums{arrays: e.forms, found: map[leafOf]bool{}}
	add := func(lo, hi int) {
		if !cells.of(x, lo) {
			return
		}
		if out == nil {
			out = make([]bool, len(e.g.leaves(b.Var.Type)))
		}
		for i := lo; i < hi; i++ {
			out[i] = true
		}
	}
	e.g.injectedParts(b.Var.Type, 0, add)
	for k, l := range e.g.leaves(b.Var.Type) {
		if isLinearCell(e.g, l) {
			add(k, k+1)
		}
	}
	e.g.numbersParts(b.Var.Type, 0, add)
	e.branched[b.Var] = out
	return out
}

// numbersParts yields the leaves of the components of a tuple that are arrays of run-time length of numbers. Where
// elements have several parts, the arrays of these are added up together or not at all.
func (g *layouts) numbersParts(t syntax.Type, lo int, yield func(lo, hi int)) {
	switch t := t.(type) {
	case *syntax.TupleType:
		for i, el := range t.Elems {
			off, _ := g.part(t, i)
			g.numbersParts(el, lo+off, yield)
		}
	case *syntax.DynType:
		if ls := g.leaves(t); len(ls) == 1 && len(ls[0].Dims) == 1 && ls[0].Type.Scalar().IsNumber() {
			yield(lo, lo+1)
		}
	}
}

// injectedParts yields the leaves of the components of a tuple that are of linear sum types.
func (g *layouts) injectedParts(t syntax.Type, lo int, yield func(lo, hi int)) {
	switch t := t.(type) {
	case *syntax.TupleType:
		for i, el := range t.Elems {
			off, _ := g.part(t, i)
			g.injectedParts(el, lo+off, yield)
		}
	case *syntax.SumType:
		if t.Linear {
			yield(lo, lo+len(g.leaves(t)))
		}
	}
}
