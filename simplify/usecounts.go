package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The counts of uses are those of the term before the round. What a rule asks for the only use of a variable may be
// another one by then: the atom that a variable was bound to stands for it, and atoms that are found where an array or
// a tuple was made are used there as well. So whoever brings uses about says so, and nothing takes one of several for
// the only one. What is used once is counted as such in the next round.

// addUse notes that an atom has a use beside the ones that were counted.
func (p *pass) addUse(a syntax.Term) {
	if r, ok := a.(*syntax.VarRef); ok {
		if o := p.occ.at(r.Var); o.n == 1 {
			o.n++
		}
	}
}

// addUses notes that an atom, in the place of one use of it, has the uses o.
func (p *pass) addUses(a syntax.Term, o *occ) {
	if r, ok := a.(*syntax.VarRef); ok {
		if y := p.occ.at(r.Var); y.n > 0 {
			y.n += max(o.n, 1) - 1
			y.depth += max(o.depth-o.from, 0)
			y.many = y.many || o.many
		}
	}
}

// addUseOfParts is addUse for the atoms that a term consists of, which costs nothing.
func (p *pass) addUseOfParts(t syntax.Term) {
	p.addUse(t)
	syntax.Children(t, p.addUseOfParts)
}

// mostGiving is how much of a term is looked at for the atom that a rule makes of it.
const mostGiving = 60

// gives reports whether x stands in t, so that what stands there may be x without another use of it. It may err on the
// side of no.
func gives(t syntax.Term, x *syntax.Var) bool {
	left := mostGiving
	var in func(t syntax.Term) bool
	in = func(t syntax.Term) bool {
		if left--; left < 0 {
			return false
		}
		if form.IsVar(t, x) {
			return true
		}
		found := false
		syntax.Children(t, func(c syntax.Term) { found = found || in(c) })
		return found
	}
	return in(t)
}
