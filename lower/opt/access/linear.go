package access

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Linear is an integer expression c + k₁·a₁ + … in which two subscripts are compared. Atoms are
// variables and lengths of array variables. It is exact modulo 2⁶⁴, as ints are.
type Linear struct {
	C     int64 // the constant
	terms []term
	OK    bool // false: nothing is known of the value
}

type term struct {
	atom atom
	k    int64
}

type atom struct {
	v   *loop.Var
	len bool // the length of v instead of its value
}

// MaxTerms is how many terms there may be: more make a subscript opaque, so that sums of subscripts stay cheap.
const MaxTerms = 6

// Const is c.
func Const(c int64) Linear { return Linear{C: c, OK: true} }

// Var is v.
func Var(v *loop.Var) Linear {
	return Linear{terms: []term{{atom{v: v}, 1}}, OK: true}
}

// LengthOf is len(v).
func LengthOf(v *loop.Var) Linear {
	return Linear{terms: []term{{atom{v: v, len: true}, 1}}, OK: true}
}

// Count is how many terms there are.
func (a Linear) Count() int { return len(a.terms) }

// IsConst reports whether a is known to be a constant.
func (a Linear) IsConst() bool { return a.OK && len(a.terms) == 0 }

// EachTerm calls yield for the terms k·v and k·len(v) until it returns false; it reports whether it never did.
func (a Linear) EachTerm(yield func(k int64, v *loop.Var, isLen bool) bool) bool {
	for _, t := range a.terms {
		if !yield(t.k, t.atom.v, t.atom.len) {
			return false
		}
	}
	return true
}

// SoleVar is v when a is just v, or nil.
func (a Linear) SoleVar() *loop.Var {
	if !a.OK || a.C != 0 || len(a.terms) != 1 || a.terms[0].k != 1 || a.terms[0].atom.len {
		return nil
	}
	return a.terms[0].atom.v
}

// Renamed is a over other variables.
func (a Linear) Renamed(with map[*loop.Var]*loop.Var) Linear {
	out := Linear{C: a.C, OK: a.OK, terms: append([]term(nil), a.terms...)}
	for i := range out.terms {
		if v := with[out.terms[i].atom.v]; v != nil {
			out.terms[i].atom.v = v
		}
	}
	return out
}

// Expr writes a linear form.
func (a Linear) Expr() *loop.Expr {
	var e *loop.Expr
	for _, t := range a.terms {
		x := loop.Use(t.atom.v)
		if t.atom.len {
			x = loop.Len(x)
		}
		switch {
		case e == nil:
			e = loop.Mul(x, loop.IntConst(t.k))
		case t.k < 0:
			e = loop.Prim(syntax.OpIntSub, e, loop.Mul(x, loop.IntConst(-t.k)))
		default:
			e = loop.Add(e, loop.Mul(x, loop.IntConst(t.k)))
		}
	}
	if e == nil {
		return loop.IntConst(a.C)
	}
	return loop.Add(e, loop.IntConst(a.C))
}

// Plus is a + k·b.
func (a Linear) Plus(k int64, b Linear) Linear {
	if !a.OK || !b.OK {
		return Linear{}
	}
	out := Linear{C: a.C + k*b.C, OK: true, terms: append([]term(nil), a.terms...)}
	for _, t := range b.terms {
		out.add(t.atom, k*t.k)
	}
	if len(out.terms) > MaxTerms {
		return Linear{}
	}
	return out
}

func (a *Linear) add(x atom, k int64) {
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
	a.terms = append(a.terms, term{x, k})
}

// Split is a as k·v + rest.
func (a Linear) Split(v *loop.Var) (k int64, rest Linear) {
	rest = Linear{C: a.C, OK: a.OK}
	for _, t := range a.terms {
		if t.atom.v == v && !t.atom.len {
			k = t.k
		} else {
			rest.terms = append(rest.terms, t)
		}
	}
	return k, rest
}

// Difference is a - b when it is a constant.
func (a Linear) Difference(b Linear) (int64, bool) {
	d := a.Plus(-1, b)
	return d.C, d.OK && len(d.terms) == 0
}

// Equal reports whether a = b is known.
func (a Linear) Equal(b Linear) bool {
	d, ok := a.Difference(b)
	return ok && d == 0
}

// Over reports whether all atoms are variables for which keep holds.
func (a Linear) Over(keep func(*loop.Var) bool) bool {
	for _, t := range a.terms {
		if !keep(t.atom.v) {
			return false
		}
	}
	return a.OK
}

// Linear reads an int expression. Constants of their block are replaced by what
// they were bound to.
func (pl *Places) Linear(e *loop.Expr) Linear {
	switch e.Kind {
	case loop.ConstExpr:
		return Const(e.I)
	case loop.VarExpr:
		if l, ok := pl.lin[e.Var]; ok {
			return l
		}
		return Var(e.Var)
	case loop.CheckExpr:
		return pl.Linear(e.Args[0])
	case loop.LenExpr:
		if a := e.Args[0]; a.Kind == loop.VarExpr {
			return LengthOf(a.Var)
		}
	case loop.PrimExpr:
		switch e.Prim {
		case syntax.OpIntAdd:
			return pl.Linear(e.Args[0]).Plus(1, pl.Linear(e.Args[1]))
		case syntax.OpIntSub:
			return pl.Linear(e.Args[0]).Plus(-1, pl.Linear(e.Args[1]))
		case syntax.OpIntMul:
			a, b := pl.Linear(e.Args[0]), pl.Linear(e.Args[1])
			if a.OK && len(a.terms) == 0 {
				a, b = b, a
			}
			if b.OK && len(b.terms) == 0 {
				return Const(0).Plus(b.C, a)
			}
		}
	}
	return Linear{}
}
