package chad

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Tangents and cotangents of an array of run-time length are the empty one, which is zero, or as long as that array: so
// they are when rules of this compiler make them. What a user makes need not be: in the direction of an operator inside
// a program any array may stand, and an attached derivative returns what it likes. There lengths are compared, and an
// empty array takes the place of zeros.

// derived says of a derivative of f whether its tangents are known to have such shapes.
func (f *Func) derived(d *Func, err error) (*Func, error) {
	if err == nil {
		d.shaped = f.written().shapes()
		d.seeded = f.seeded || dynParams(d) > dynParams(f)
	}
	return d, err
}

// dynParams is how many parameters have arrays of run-time length. A derivative has those of its function, and tangents
// or cotangents.
func dynParams(f *Func) int {
	n := 0
	for _, x := range f.def.Params {
		if syntax.HoldsDyn(x.Type) {
			n++
		}
	}
	return n
}

// shapes reports whether rules of the compiler make all tangents of run-time length in derivatives of f.
func (f *Func) shapes() bool {
	if slices.ContainsFunc(f.def.Params, func(x *syntax.Var) bool { return syntax.HoldsFunc(x.Type) }) {
		return false
	}
	for _, d := range syntax.Reachable(f.Def()) {
		if d.Body == nil {
			return false
		}
		if syntax.HasOperators(d.Body) || !f.shaped && syntax.CoercesTangents(d.Body) {
			return false
		}
		for _, rule := range d.Attached() {
			if holdsDyn(rule.Body) || slices.ContainsFunc(rule.Params,
				func(x *syntax.Var) bool { return syntax.HoldsDyn(x.Type) }) {
				return false
			}
		}
	}
	return true
}

// holdsDyn reports whether a term, or one inside, is of a type with arrays of run-time length.
func holdsDyn(t syntax.Term) bool {
	found := syntax.HoldsDyn(t.Type())
	syntax.Children(t, func(c syntax.Term) { found = found || holdsDyn(c) })
	return found
}
