package nest

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Rows knows which elements of nested arrays are apart: a[i][0] and a[j][0] are where i < j.
type Rows struct {
	*access.Places
	counts map[*loop.Var]*loop.Expr // iterations of the loop of a variable
}

// RowsIn looks at a function.
func RowsIn(f *loop.Func) *Rows {
	r := &Rows{Places: access.Of(f), counts: map[*loop.Var]*loop.Expr{}}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.For); ok && !r.Mutable(l.Var) {
			r.counts[l.Var] = l.N
		}
	})
	return r
}

// Apart reports whether two elements are different places, whenever both expressions are evaluated in one run of a
// statement with effects ef. The variables of loops around have the same values, those of loops inside any of their
// range: a subscript that such variables do not occur in is the same in all iterations.
func (r *Rows) Apart(a, b *loop.Expr, ef *facts.Effects) bool {
	x, y := r.Locate(a), r.Locate(b)
	return len(x.Subs) == len(y.Subs) && r.PartsApart(x, y, ef)
}

// PartsApart is apart for an element and what may be a row: they are different places where they differ in a subscript
// that both have.
func (r *Rows) PartsApart(x, y access.Location, ef *facts.Effects) bool {
	if x.Root == nil || x.Root != y.Root || ef.Vars[x.Root] {
		return false
	}
	for k := range min(len(x.Subs), len(y.Subs)) {
		if !r.comparable(x.Subs[k], y.Subs[k], ef) {
			continue
		}
		d := x.Subs[k].Plus(-1, y.Subs[k])
		if r.Positive(d) || r.Positive(access.Const(0).Plus(-1, d)) {
			return true
		}
	}
	return false
}

// comparable reports whether the variables that change are on one side only, where they may have any value that they
// ever have.
func (r *Rows) comparable(a, b access.Linear, ef *facts.Effects) bool {
	changes := func(l access.Linear) bool { return !l.Over(func(v *loop.Var) bool { return !ef.Vars[v] }) }
	return a.OK && b.OK && !(changes(a) && changes(b))
}

// Positive reports whether d > 0 is known, from the ranges of the variables of loops and lengths.
func (r *Rows) Positive(d access.Linear) bool {
	for round := 0; d.OK && round <= 2*access.MaxTerms; round++ {
		if d.IsConst() {
			return d.C > 0
		}
		k, v, isLen := r.least(d)
		if v == nil {
			return false
		}
		term := access.Var(v)
		if isLen {
			term = access.LengthOf(v)
		}
		rest := d.Plus(-k, term)
		if k < 0 { // the variable of a loop is at most the number of iterations less one
			n := r.Linear(r.counts[v])
			if !n.Over(r.OneValue) {
				return false
			}
			rest = rest.Plus(k, n.Plus(-1, access.Const(1)))
		}
		d = rest
	}
	return false
}

// least is a term of d whose least value is known, those first that may cancel others when it is put in; v may be nil.
func (r *Rows) least(d access.Linear) (k int64, v *loop.Var, isLen bool) {
	d.EachTerm(func(kt int64, vt *loop.Var, lt bool) bool {
		if kt > 1<<20 || kt < -1<<20 {
			v = nil
			return false
		}
		counted := !lt && r.counts[vt] != nil
		if kt < 0 && counted || kt > 0 && (lt || counted) {
			k, v, isLen = kt, vt, lt
		}
		return !(kt < 0 && counted)
	})
	return k, v, isLen
}
