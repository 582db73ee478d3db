package affine

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
)

// An Form is a sum c + Σ kᵢ·aᵢ of atoms: variables that do not change, lengths, and minima and maxima. It is exact:
// front to back in integers, without overflow ([Facts.Of] says why).
type Form struct {
	c     int64
	terms []term
}

type term struct {
	k int64
	a atom
}

// An atom is a variable; the length of one; or, with e, an imin or imax.
type atom struct {
	v   *loop.Var
	len bool
	e   *loop.Expr
}

// Limit is how large coefficients may be: larger ones are not worth a proof, and could overflow.
const Limit = 1 << 32

// Number is the sum c.
func Number(c int64) *Form { return &Form{c: c} }

// Variable is the sum v.
func Variable(v *loop.Var) *Form { return &Form{terms: []term{{1, atom{v: v}}}} }

// LengthOf is the sum len(v).
func LengthOf(v *loop.Var) *Form { return &Form{terms: []term{{1, atom{v: v, len: true}}}} }

// EachVar calls yield for the variables that are terms of x.
func (x *Form) EachVar(yield func(*loop.Var)) {
	for _, t := range x.terms {
		if t.a.e == nil && !t.a.len {
			yield(t.a.v)
		}
	}
}

// Renamed is x with other variables for some: as variables, and as expressions for those that minima and maxima have.
func (x *Form) Renamed(as map[*loop.Var]*loop.Var, with map[*loop.Var]*loop.Expr) *Form {
	if x == nil {
		return nil
	}
	out := &Form{c: x.c}
	for _, t := range x.terms {
		a := t.a
		if v := as[a.v]; v != nil && !a.len {
			a.v = v
		}
		if a.e != nil {
			a.e = edit.Substitute(a.e, with)
		}
		out.put(t.k, a)
	}
	return out
}

// Add is x + k·y.
func (x *Form) Add(k int64, y *Form) *Form {
	out := &Form{c: x.c + k*y.c, terms: append([]term(nil), x.terms...)}
	for _, t := range y.terms {
		out.put(k*t.k, t.a)
	}
	return out
}

func (x *Form) put(k int64, a atom) {
	for i := range x.terms {
		if x.terms[i].a != a {
			continue
		}
		if x.terms[i].k += k; x.terms[i].k == 0 {
			x.terms = append(x.terms[:i], x.terms[i+1:]...)
		}
		return
	}
	if k != 0 {
		x.terms = append(x.terms, term{k, a})
	}
}

// with is x where y stands for a.
func (x *Form) with(a atom, y *Form) *Form {
	k := x.coefficient(a)
	if k == 0 {
		return x
	}
	out := &Form{c: x.c, terms: append([]term(nil), x.terms...)}
	out.put(-k, a)
	return out.Add(k, y)
}

func (x *Form) coefficient(a atom) int64 {
	for _, t := range x.terms {
		if t.a == a {
			return t.k
		}
	}
	return 0
}

// Large reports whether a coefficient of x is beyond [Limit].
func (x *Form) Large() bool {
	if x.c > Limit || x.c < -Limit {
		return true
	}
	for _, t := range x.terms {
		if t.k > Limit || t.k < -Limit {
			return true
		}
	}
	return false
}

// isEqual reports whether x and y are one sum.
func (x *Form) isEqual(y *Form) bool {
	d := x.Add(-1, y)
	return len(d.terms) == 0 && d.c == 0
}
