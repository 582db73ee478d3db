package affine

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// IsReal reports whether s gives a real a value without a look at ints: from it nothing follows about them, and nothing
// in it follows from what is known of them. Most of straight-line code is such statements.
func IsReal(s loop.Stmt) bool {
	switch s := s.(type) {
	case *loop.Let:
		return s.Var.Type == loop.RealType && !s.Rhs.Has(1<<loop.CheckExpr|loop.IntPrims)
	case *loop.Assign:
		for i, l := range s.Lhs {
			if l.Kind != loop.VarExpr || l.Type != loop.RealType || s.Rhs[i].Has(1<<loop.CheckExpr|loop.IntPrims) {
				return false
			}
		}
		return true
	}
	return false
}

// OfReals reports whether a condition compares reals without a look at ints: nothing follows from it about those, nor
// it from what is known of them.
func (f *Facts) OfReals(c *loop.Expr) bool {
	is := f.condition(c)
	return is.Kind == loop.PrimExpr && len(is.Args) > 0 && is.Args[0].Type == loop.RealType &&
		!c.Has(1<<loop.CheckExpr|loop.IntPrims)
}

// Blocks calls block for the blocks of s, from which nothing follows that is not known.
func (f *Facts) Blocks(s loop.Stmt, block func(*[]loop.Stmt)) {
	f.around = append(f.around, f.aroundOf(s))
	loop.Blocks(s, block)
	f.around = f.around[:len(f.around)-1]
}

// Inside calls block for the blocks of s, with what is known in them.
func (f *Facts) Inside(s loop.Stmt, block func(*[]loop.Stmt)) {
	mark := len(f.Known)
	f.around = append(f.around, f.aroundOf(s))
	switch s := s.(type) {
	case *loop.For:
		f.enter(s)
		block(&s.Body)
	case *loop.If:
		f.Learn(s.Cond)
		block(&s.Then)
		f.Known = f.Known[:mark]
		f.deny(s.Cond)
		block(&s.Else)
	default:
		loop.Blocks(s, block)
	}
	f.Known, f.around = f.Known[:mark], f.around[:len(f.around)-1]
}

// After learns what holds after s.
func (f *Facts) After(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		f.define(s)
		e := s.Rhs
		if e.Kind == loop.CheckExpr {
			f.passed(e)
			e = e.Args[0]
		}
		if e.Kind == loop.VarExpr && (f.least[e.Var] != nil || f.greatest[e.Var] != nil) {
			if x := f.Of(loop.Use(s.Var)); x != nil {
				f.Within(x, e.Var)
			}
		}
		f.shifted(s.Var, e)
		f.extremum(s.Var, e)
		if isCount(e) && !f.In.Fixed(e.Args[0]) {
			if x := f.Of(loop.Use(s.Var)); x != nil {
				f.Known = append(f.Known, x, (&Form{c: 64}).Add(-1, x))
			}
		}
		f.ofBits(s.Var)
	case *loop.Check:
		f.Learn(s.Cond)
	case *loop.Alloc:
		if f.length != nil && s.Var.Flat == nil && !f.In.Mutable(s.Var) {
			if n := f.Of(s.Dims[0]); n != nil {
				f.length[s.Var] = n
			}
		}
		// An array that is there has no more elements than memory has bytes.
		if f.always[s] {
			for _, n := range s.Dims {
				if n.Kind == loop.VarExpr && !f.In.Mutable(n.Var) {
					f.Bounded[n.Var] = true
				}
			}
		}
	}
}

// extremum learns of v, a minimum or maximum that has no form since a side may be any int, how it compares with the
// other side.
func (f *Facts) extremum(v *loop.Var, e *loop.Expr) {
	if e.Kind != loop.PrimExpr || e.Prim.Name != "imin" && e.Prim.Name != "imax" || f.In.Mutable(v) {
		return
	}
	x := f.Of(loop.Use(v))
	if x == nil || len(x.terms) != 1 || x.terms[0].a.v != v {
		return
	}
	for _, a := range e.Args {
		if y := f.Of(a); y != nil {
			d := y.Add(-1, x) // at least 0 if v is the minimum
			if e.Prim.Name == "imax" {
				d = x.Add(-1, y)
			}
			f.Known = append(f.Known, d)
		}
	}
}

// shifted learns of v = a + w what is known of a changing int w: v - a is one of its values.
func (f *Facts) shifted(v *loop.Var, e *loop.Expr) {
	if e.Kind != loop.PrimExpr || e.Prim != syntax.OpIntAdd || f.Bounded == nil || f.In.Mutable(v) || !f.Small(e, 0) {
		return
	}
	for i, w := range e.Args {
		a := f.Of(e.Args[1-i])
		if w.Kind != loop.VarExpr || !f.In.Mutable(w.Var) || !f.Bounded[w.Var] || a == nil || a.Large() {
			continue
		}
		if x := f.Of(loop.Use(v)); x != nil {
			f.Within(x.Add(-1, a), w.Var)
		}
	}
}

// passed learns 0 ≤ i < n.
func (f *Facts) passed(e *loop.Expr) {
	i, n := f.Of(e.Args[0]), f.Of(e.Args[1])
	if i == nil {
		return
	}
	f.Known = append(f.Known, i)
	if n != nil {
		f.Known = append(f.Known, n.Add(-1, i).Add(1, &Form{c: -1}))
	}
}
