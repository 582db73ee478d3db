package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// rows knows which elements of nested arrays are apart: a[i][0] and a[j][0] are where i < j.
type rows struct {
	*places
	counts map[*loop.Var]*loop.Expr // iterations of the loop of a variable
}

func newRows(f *loop.Func) *rows {
	r := &rows{places: newPlaces(f), counts: map[*loop.Var]*loop.Expr{}}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.For); ok && !r.Mutable(l.Var) {
			r.counts[l.Var] = l.N
		}
	})
	return r
}

// apart reports whether two elements are different places, whenever both expressions are evaluated in one run of a
// statement with effects ef. The variables of loops around have the same values, those of loops inside any of their
// range: a subscript that such variables do not occur in is the same in all iterations.
func (r *rows) apart(a, b *loop.Expr, ef *facts.Effects) bool {
	x, y := r.locate(a), r.locate(b)
	return len(x.subs) == len(y.subs) && r.partsApart(x, y, ef)
}

// partsApart is apart for an element and what may be a row: they are different places where they differ in a subscript
// that both have.
func (r *rows) partsApart(x, y location, ef *facts.Effects) bool {
	if x.root == nil || x.root != y.root || ef.Vars[x.root] {
		return false
	}
	for k := range min(len(x.subs), len(y.subs)) {
		if !r.comparable(x.subs[k], y.subs[k], ef) {
			continue
		}
		d := x.subs[k].plus(-1, y.subs[k])
		if r.positive(d) || r.positive(linConst(0).plus(-1, d)) {
			return true
		}
	}
	return false
}

// comparable reports whether the variables that change are on one side only, where they may have any value that they
// ever have.
func (r *rows) comparable(a, b linear, ef *facts.Effects) bool {
	changes := func(l linear) bool { return !l.over(func(v *loop.Var) bool { return !ef.Vars[v] }) }
	return a.ok && b.ok && !(changes(a) && changes(b))
}

// positive reports whether d > 0 is known, from the ranges of the variables of loops and lengths.
func (r *rows) positive(d linear) bool {
	for round := 0; d.ok && round <= 2*maxLinTerms; round++ {
		if len(d.terms) == 0 {
			return d.c > 0
		}
		t := r.least(d)
		if t == nil {
			return false
		}
		v := t.atom.v
		rest := d.plus(-t.k, linear{terms: []linTerm{{t.atom, 1}}, ok: true})
		if t.k < 0 { // the variable of a loop is at most the number of iterations less one
			n := r.linear(r.counts[v])
			if !n.over(r.fixed) {
				return false
			}
			rest = rest.plus(t.k, n.plus(-1, linConst(1)))
		}
		d = rest
	}
	return false
}

// least is a term of d whose least value is known, those first that may cancel others when it is put in; or nil.
func (r *rows) least(d linear) *linTerm {
	var found *linTerm
	for i := range d.terms {
		t := &d.terms[i]
		if t.k > 1<<20 || t.k < -1<<20 {
			return nil
		}
		counted := !t.atom.len && r.counts[t.atom.v] != nil
		switch {
		case t.k < 0 && counted:
			return t
		case t.k > 0 && (t.atom.len || counted):
			found = t
		}
	}
	return found
}
