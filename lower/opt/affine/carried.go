package affine

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A carried is what all values that a variable of a changing int gets have in common: the row of the largest
// pivot so far, say, is one of the rows from the diagonal on.
type carried struct {
	// at its declaration and at assignments, over what is in scope where it is declared; least and greatest
	values []*Form
	most   []*Form
	vars   int // variables in scope at the declaration
	// Some value is not known: to be at least anything, at most anything, and far from the ends of the integers.
	noLeast, noMost, large bool
}

// carriedRanges finds the values of changing ints, with the variables of the loops inside the scope at the ends of
// their ranges.
func carriedRanges(f *loop.Func, in *facts.Info) map[*loop.Var]*carried {
	w := &carriedWalk{Facts: NewFacts(in), of: map[*loop.Var]*carried{}}
	w.block(f.Body)
	return w.of
}

type carriedWalk struct {
	*Facts
	of map[*loop.Var]*carried
	// the order in which variables are declared; those that are out of scope have larger ones than what is declared
	// then
	rank     paged.Table[int]
	declared int
}

func (w *carriedWalk) block(b []loop.Stmt) {
	mark := len(w.Known)
	for _, s := range b {
		if IsReal(s) {
			loop.Declared(s, w.declare)
			continue
		}
		w.statement(s)
		w.Inside(s, func(inner *[]loop.Stmt) { w.block(*inner) })
		w.After(s)
	}
	w.Known = w.Known[:mark]
}

func (w *carriedWalk) declare(v *loop.Var) {
	w.declared++
	*w.rank.At(v.ID()) = w.declared
}

func (w *carriedWalk) statement(s loop.Stmt) {
	loop.Declared(s, w.declare)
	switch s := s.(type) {
	case *loop.Let:
		if s.Var.Type == loop.IntType && w.In.Mutable(s.Var) {
			w.of[s.Var] = &carried{vars: w.rank.Get(s.Var.ID())}
			w.value(s.Var, s.Rhs)
		}
	case *loop.Assign:
		for i, l := range s.Lhs {
			if l.Kind == loop.VarExpr && l.Type == loop.IntType {
				w.value(l.Var, s.Rhs[i])
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			w.unknown(s.Lhs.Var)
		}
	case *loop.Call:
		for _, v := range s.Vars {
			if v != nil {
				w.unknown(v)
			}
		}
	}
}

func (w *carriedWalk) unknown(v *loop.Var) {
	if c := w.of[v]; c != nil {
		c.noLeast, c.noMost, c.large = true, true, true
	}
}

func (w *carriedWalk) value(v *loop.Var, e *loop.Expr) {
	c := w.of[v]
	if c == nil || e.IsVar(v) {
		return
	}
	c.large = c.large || !w.Small(e, 0)
	x := w.Facts.Of(e)
	lo, hi := w.end(x, c.vars, false), w.end(x, c.vars, true)
	if x == nil && e.Kind == loop.LenExpr {
		lo = &Form{}
	}
	if c.noLeast = c.noLeast || lo == nil || len(c.values) >= maxCarried; !c.noLeast {
		c.values = append(c.values, lo)
	}
	if c.noMost = c.noMost || hi == nil || len(c.most) >= maxCarried; !c.noMost {
		c.most = append(c.most, hi)
	}
}

const maxCarried = 8

// end is the least or the greatest value of x while the variables declared after the first n have all their values.
func (w *carriedWalk) end(x *Form, n int, greatest bool) *Form {
	for round := 0; x != nil && round < 8; round++ {
		k := w.inner(x, n)
		if k < 0 {
			return x
		}
		t := x.terms[k]
		up, counts := w.Upper[t.a.v]
		switch {
		case t.a.len || t.a.e != nil || !counts:
			return nil
		case (t.k > 0) != greatest:
			x = x.with(t.a, &Form{})
		case up == nil:
			return nil
		default:
			x = x.with(t.a, up)
		}
	}
	return nil
}

// inner is a term of x with a variable that is not in scope; -1 when there is none.
func (w *carriedWalk) inner(x *Form, n int) int {
	for k, t := range x.terms {
		if t.a.e != nil {
			found := false
			t.a.e.EachVar(func(v *loop.Var) { found = found || w.rank.Get(v.ID()) > n })
			if found {
				return k
			}
			continue
		}
		if w.rank.Get(t.a.v.ID()) > n {
			return k
		}
	}
	return -1
}

// bound puts what is known of a changing int at its declaration among the facts.
func (f *Facts) bound(v *loop.Var) {
	c := f.carried[v]
	if c == nil || c.large {
		return
	}
	f.Bounded[v] = true
	if !c.noLeast {
		f.least[v] = f.extreme(c.values, 1)
	}
	if !c.noMost {
		f.greatest[v] = f.extreme(c.most, -1)
	}
}

// extreme is one of some values that all others are at least (sign 1) or at most (-1).
func (f *Facts) extreme(xs []*Form, sign int64) *Form {
	for _, x := range xs {
		all := true
		for _, y := range xs {
			all = all && (x == y || f.Holds((&Form{}).Add(sign, y).Add(-sign, x)))
		}
		if all {
			return x
		}
	}
	return nil
}

// Within learns that x is a value of a changing int.
func (f *Facts) Within(x *Form, v *loop.Var) {
	if lo := f.least[v]; lo != nil {
		f.Known = append(f.Known, x.Add(-1, lo))
	}
	if hi := f.greatest[v]; hi != nil {
		f.Known = append(f.Known, hi.Add(-1, x))
	}
}
