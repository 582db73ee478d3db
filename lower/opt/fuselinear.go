package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A linear is an integer expression c + k₁·a₁ + … in which two subscripts are compared. Atoms are
// variables and lengths of array variables. It is exact modulo 2⁶⁴, as ints are.
type linear struct {
	c     int64
	terms []linTerm
	ok    bool // false: nothing is known of the value
}

type linTerm struct {
	atom linAtom
	k    int64
}

type linAtom struct {
	v   *loop.Var
	len bool // the length of v instead of its value
}

const maxLinTerms = 6 // more make a subscript opaque, so that sums of subscripts stay cheap

func linConst(c int64) linear { return linear{c: c, ok: true} }

func linVar(v *loop.Var) linear {
	return linear{terms: []linTerm{{linAtom{v: v}, 1}}, ok: true}
}

// plus is a + k·b.
func (a linear) plus(k int64, b linear) linear {
	if !a.ok || !b.ok {
		return linear{}
	}
	out := linear{c: a.c + k*b.c, ok: true, terms: append([]linTerm(nil), a.terms...)}
	for _, t := range b.terms {
		out.add(t.atom, k*t.k)
	}
	if len(out.terms) > maxLinTerms {
		return linear{}
	}
	return out
}

func (a *linear) add(x linAtom, k int64) {
	if k == 0 {
		return
	}
	for i := range a.terms {
		if a.terms[i].atom != x {
			continue
		}
		if a.terms[i].k += k; a.terms[i].k == 0 {
			a.terms = append(a.terms[:i], a.terms[i+1:]...)
		}
		return
	}
	a.terms = append(a.terms, linTerm{x, k})
}

// split is a as k·v + rest.
func (a linear) split(v *loop.Var) (k int64, rest linear) {
	rest = linear{c: a.c, ok: a.ok}
	for _, t := range a.terms {
		if t.atom.v == v && !t.atom.len {
			k = t.k
		} else {
			rest.terms = append(rest.terms, t)
		}
	}
	return k, rest
}

// difference is a - b when it is a constant.
func (a linear) difference(b linear) (int64, bool) {
	d := a.plus(-1, b)
	return d.c, d.ok && len(d.terms) == 0
}

func (a linear) equal(b linear) bool {
	d, ok := a.difference(b)
	return ok && d == 0
}

// over reports whether all atoms are variables for which keep holds.
func (a linear) over(keep func(*loop.Var) bool) bool {
	for _, t := range a.terms {
		if !keep(t.atom.v) {
			return false
		}
	}
	return a.ok
}

// linear reads an int expression. Constants of their block are replaced by what
// they were bound to.
func (pl *places) linear(e *loop.Expr) linear {
	switch e.Kind {
	case loop.ConstExpr:
		return linConst(e.I)
	case loop.VarExpr:
		if l, ok := pl.lin[e.Var]; ok {
			return l
		}
		return linVar(e.Var)
	case loop.CheckExpr:
		return pl.linear(e.Args[0])
	case loop.LenExpr:
		if a := e.Args[0]; a.Kind == loop.VarExpr {
			return linear{terms: []linTerm{{linAtom{v: a.Var, len: true}, 1}}, ok: true}
		}
	case loop.PrimExpr:
		switch e.Prim {
		case syntax.OpIntAdd:
			return pl.linear(e.Args[0]).plus(1, pl.linear(e.Args[1]))
		case syntax.OpIntSub:
			return pl.linear(e.Args[0]).plus(-1, pl.linear(e.Args[1]))
		case syntax.OpIntMul:
			a, b := pl.linear(e.Args[0]), pl.linear(e.Args[1])
			if a.ok && len(a.terms) == 0 {
				a, b = b, a
			}
			if b.ok && len(b.terms) == 0 {
				return linConst(0).plus(b.c, a)
			}
		}
	}
	return linear{}
}
