package affine

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// True reports whether a comparison of ints holds.
func (f *Facts) True(c *loop.Expr) bool {
	if c = f.condition(c); c.Kind != loop.PrimExpr || len(c.Args) != 2 || c.Args[0].Type != loop.IntType {
		return false
	}
	if zero := c.Args[1]; c.Prim.Name == "ige" && zero.IsZero() && f.signs != nil && f.signs.NotNegative(c.Args[0]) {
		return true
	}
	if c.Prim.Name == "ieq" && (f.made(c.Args[0], c.Args[1]) || f.made(c.Args[1], c.Args[0])) {
		return true
	}
	if may, far := f.atEnd(c.Args[0], c.Args[1]); far {
		return facts.Orders[c.Prim.Name]&may != 0
	}
	x, y := f.Of(c.Args[0]), f.Of(c.Args[1])
	if x == nil || y == nil {
		return false
	}
	d := y.Add(-1, x) // y − x
	switch c.Prim.Name {
	case "ilt":
		return f.Holds(d.Add(1, &Form{c: -1}))
	case "ile":
		return f.Holds(d)
	case "igt":
		return f.Holds((&Form{c: -1}).Add(-1, d))
	case "ige":
		return f.Holds((&Form{}).Add(-1, d))
	case "ieq":
		return x.isEqual(y)
	}
	return false
}

// atEnd says how x compares with y where one is a constant at an end of the integers, such as that from which searches
// for the least start, and the other is far from it.
func (f *Facts) atEnd(x, y *loop.Expr) (is facts.Order, known bool) {
	if x.IsConst() && !y.IsConst() {
		is, known = f.atEnd(y, x)
		return is.Turned(), known
	}
	if !y.IsConst() || math.MinInt64+Limit < y.I && y.I < math.MaxInt64-Limit || !f.Small(x, 0) {
		return 0, false
	}
	return facts.Compared(0, y.I), true
}

// inRange reports whether the check e holds.
func (f *Facts) inRange(e *loop.Expr) bool {
	i, n := f.Of(e.Args[0]), f.Of(e.Args[1])
	if f.bitsInRange(e, n) {
		return true
	}
	if v := e.Args[0]; v.Kind == loop.VarExpr && n != nil && f.least[v.Var] != nil && f.greatest[v.Var] != nil {
		return f.Holds(f.least[v.Var]) && f.Holds(n.Add(-1, f.greatest[v.Var]).Add(1, &Form{c: -1}))
	}
	return i != nil && n != nil && f.Holds(i) && f.Holds(n.Add(-1, i).Add(1, &Form{c: -1}))
}

// AlwaysInRange reports whether the check e holds wherever later passes may take what it is for: see [Facts.Leaves].
func (f *Facts) AlwaysInRange(e *loop.Expr) bool {
	all := f.Known
	defer func() { f.Known = all }()
	if mark, some := f.Leaves(e.Args[0]); some {
		f.Known = all[:mark]
	}
	return f.inRange(e)
}

// Taken is the branch that is taken, if that is known.
func (f *Facts) Taken(s *loop.If) ([]loop.Stmt, bool) {
	if f.True(s.Cond) {
		return s.Then, true
	}
	if not := inverse(f.condition(s.Cond)); not != nil && f.True(not) {
		return s.Else, true
	}
	return nil, false
}

// Extremum is the side of a minimum or maximum that is known to be it, or nil.
func (f *Facts) Extremum(e *loop.Expr) *loop.Expr {
	if e.Args[0].IsAtom() && loop.Equal(e.Args[0], e.Args[1]) {
		return e.Args[0]
	}
	x, y := f.Of(e.Args[0]), f.Of(e.Args[1])
	if x == nil || y == nil {
		return nil
	}
	d := x.Add(-1, y)
	if e.Prim.Name == "imin" {
		d = y.Add(-1, x)
	}
	switch {
	case f.Holds(d):
		return e.Args[0]
	case f.Holds((&Form{}).Add(-1, d)):
		return e.Args[1]
	}
	return nil
}

// NeverRuns reports whether a loop is known to have no iteration.
func (f *Facts) NeverRuns(s *loop.For) bool {
	n := f.Of(s.N)
	return n != nil && len(n.terms) == 0 && n.c <= 0
}
