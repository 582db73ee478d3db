package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// This file is about arrays of few rows, all of which are read: of a row that is read at few places only those elements are made, when the row has
// been made apart from the others.
//
//	let x = [[tanh (a[i] * b[j]) | j < n] | i < 2]; y = x[0]; z = x[1] in y[0] + z[1] * z[0]
//
// becomes
//
//	let y = [tanh (a[0] * b[j]) | j < n]; z = [tanh (a[1] * b[j]) | j < n] in y[0] + z[1] * z[0]
//
// to whose rows the rule then applies.

// row notes that x is bound to an element of the array from, which is a row if it is made by a build.
func (from *pickable) row(x *pickable) {
	b, ok := from.build.Body.(*syntax.Build)
	if l, block := from.build.Body.(*syntax.Let); block {
		if r, isVar := l.Body.(*syntax.VarRef); isVar && len(l.Binds) > 0 && l.Binds[len(l.Binds)-1].Var == r.Var {
			b, ok = l.Binds[len(l.Binds)-1].Rhs.(*syntax.Build)
		}
	}
	if ok {
		x.build, x.of = b, from
		from.rows = append(from.rows, x)
	}
}

// whole is the array that x is a row of, or of a row of that. It may be that the row is made where that is.
func (x *pickable) whole() *pickable {
	for x.of != nil {
		x = x.of
	}
	return x
}

// apart reports whether the rows of x, all of which are read, are made one by one: they are not where x is one that the rule has made.
func (w *picker) apart(x *pickable) bool {
	if _, lit := x.build.Len.Lit(); !lit {
		return false
	}
	for _, p := range x.picks {
		if p.at == nil || !isIndexLit(p.at) {
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
