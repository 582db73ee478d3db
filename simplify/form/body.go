package form

import "github.com/seed-4b734f86/gochad/syntax"

// A Body is one that is made, of a loop or a branch: its bindings, and the places of what it gives.
type Body struct {
	Binds []syntax.Bind
	Next  []syntax.Term
	Name  string
}

// Named is t, or a variable for it, so that places may be used by themselves.
func (b *Body) Named(t syntax.Term) syntax.Term {
	if HasPlaces(t) {
		return t
	}
	x := syntax.NewVar(b.Name, t.Type())
	b.Binds = append(b.Binds, syntax.Bind{Var: x, Rhs: t})
	return syntax.Ref(x)
}
