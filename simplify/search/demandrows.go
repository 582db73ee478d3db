package search

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is about arrays of few rows, all of which are read: of a row that is read at few places only those elements
// are made, when the row has been made apart from the others.
//
//	let x = [[tanh (a[i] * b[j]) | j < n] | i < 2]; y = x[0]; z = x[1] in y[0] + z[1] * z[0]
//
// becomes
//
//	let y = [tanh (a[0] * b[j]) | j < n]; z = [tanh (a[1] * b[j]) | j < n] in y[0] + z[1] * z[0]
//
// to whose rows the rule then applies.

// rowDemand is what is known of an array as a row of another, and of its own rows.
type rowDemand struct {
	of    *demanded   // whose row it is
	via   *syntax.Var // and at which index
	dim   int         // how many arrays it is in
	rows  []*demanded // that are read of it and have names
	reads int         // how often elements of it are read
	first int         // how many bindings come before the first of these
	columnDemand
}

// row notes that x is bound to an element of the array from, which is a row if it is made by a build.
func (from *demanded) row(x *demanded, at syntax.Term) {
	if b, _ := rowOf(from.build); b != nil {
		x.build, x.of, x.dim = b, from, from.dim+1
		if i, ok := at.(*syntax.VarRef); ok {
			x.via = i.Var
		}
		from.rows = append(from.rows, x)
	}
}

// rowOf is the build that makes the elements of b, if one does, and the bindings before it.
func rowOf(b *syntax.Build) (*syntax.Build, []syntax.Bind) {
	if row, ok := b.Body.(*syntax.Build); ok {
		return row, nil
	}
	l, ok := b.Body.(*syntax.Let)
	if !ok || len(l.Binds) == 0 {
		return nil, nil
	}
	k := len(l.Binds) - 1
	row, ok := l.Binds[k].Rhs.(*syntax.Build)
	if r, isVar := l.Body.(*syntax.VarRef); !ok || !isVar || l.Binds[k].Var != r.Var {
		return nil, nil
	}
	return row, l.Binds[:k]
}

// whole is the array that x is a row of, or of a row of that.
func (x *demanded) whole() *demanded {
	for x.of != nil {
		x = x.of
	}
	return x
}

// apart reports whether the rows of x, all of which are read, are made one by one: they are not where x is one that the
// rule has made.
func (w *demander) apart(x *demanded) bool {
	if _, lit := x.build.Len.Lit(); !lit {
		return false
	}
	for _, p := range x.demands {
		if p.at == nil || !form.IsIndexLit(p.at) {
			return false
		}
	}
	for _, r := range x.rows {
		if w.pays(r) {
			return true
		}
	}
	return false
}
