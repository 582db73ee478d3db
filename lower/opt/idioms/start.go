package idioms

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// fromZero is a loop whose inner products start at zero, where what they started at is added afterwards: additions are
// in any order. It is l itself if there are no such; undo forgets what has become known of the variables.
//
//	var s real = c                     var p real = 0.0
//	for vector j < len(x) {            for vector j < len(x) {
//	  s +~= x[j] * y[j]          →       p +~= x[j] * y[j]
//	}                                  }
//	                                   var s real = c + p
func (m *matrixMaker) fromZero(l *loop.For) (with *loop.For, undo func()) {
	undo = func() {}
	starts := map[*loop.Var]*loop.Let{}
	for _, s := range l.Body {
		if d, ok := s.(*loop.Let); ok && d.Var.Type == loop.RealType && m.In.Changes(d.Var) == 1 &&
			!d.Rhs.IsZero() && m.steadyAtom(d.Rhs) {
			starts[d.Var] = d
		}
	}
	if len(starts) == 0 {
		return l, undo
	}
	body := slices.Clone(l.Body)
	var sums []*loop.Var
	for i := 0; i < len(body); i++ {
		f, ok := body[i].(*loop.For)
		if !ok || !f.Vector {
			continue
		}
		v, ok := loop.VectorOf(f)
		if !ok || v.Op != loop.Dot || !f.Body[0].(*loop.AddTo).Free {
			continue
		}
		s := v.Acc.Var
		start := starts[s]
		if start == nil {
			continue
		}
		at := slices.Index(body, loop.Stmt(start))
		if at > i || used(body[at+1:i], s) {
			continue
		}
		p := m.In.Fresh(s.Name, loop.RealType, nil)
		m.In.SetChanges(p, 1)
		add := *f.Body[0].(*loop.AddTo)
		add.Lhs = loop.Use(p)
		inner := *f
		inner.Body = []loop.Stmt{&add}
		body[at], body[i] = &loop.Let{Var: p, Rhs: loop.RealConst(0)}, &inner
		body = slices.Insert(body, i+1,
			loop.Stmt(&loop.Let{Var: s, Rhs: loop.Prim(syntax.OpAdd, start.Rhs, loop.Use(p))}))
		sums = append(sums, s)
	}
	if len(sums) == 0 {
		return l, undo
	}
	for _, s := range sums {
		m.In.SetChanges(s, 0)
	}
	undo = func() {
		for _, s := range sums {
			m.In.SetChanges(s, 1)
		}
	}
	other := *l
	other.Body = body
	return &other, undo
}

// steadyAtom reports whether e is a constant or a variable that does not change.
func (m *matrixMaker) steadyAtom(e *loop.Expr) bool {
	return e.IsConst() || e.Kind == loop.VarExpr && !m.In.Mutable(e.Var)
}

// used reports whether statements use a variable.
func used(b []loop.Stmt, v *loop.Var) bool {
	for _, s := range b {
		if facts.Mentions(s, v) > 0 {
			return true
		}
	}
	return false
}

// A fit is x ≤ y in the form y - x ≥ 0, which the beginning of a function has checked for the case that some loops run.
type fit struct {
	rest access.Linear
	runs []*loop.Expr // their trip counts
}

// fits are the checks x ≤ y, or n ≤ 0 || x ≤ y, at the beginning of a function.
func (m *matrixMaker) findFits(prologue []loop.Stmt) {
	for _, s := range prologue {
		c, ok := s.(*loop.Check)
		if !ok {
			continue
		}
		var f fit
		found := 0
		for _, d := range m.disjuncts(c.Cond, nil) {
			if d.Kind != loop.PrimExpr || d.Prim.Name != "ile" {
				found = 2
				break
			}
			if x, y := d.Args[0], d.Args[1]; y.IsZero() && x.Kind == loop.VarExpr {
				f.runs = append(f.runs, x)
			} else {
				f.rest = m.rows.Linear(y).Plus(-1, m.rows.Linear(x))
				found++
			}
		}
		if found == 1 && f.rest.OK && f.rest.Over(m.rows.OneValue) {
			m.fits = append(m.fits, f)
		}
	}
}

// disjuncts appends to list what c is the disjunction of, the values of bool variables put in.
func (m *matrixMaker) disjuncts(c *loop.Expr, list []*loop.Expr) []*loop.Expr {
	if c.Kind == loop.VarExpr && m.lets[c.Var] != nil {
		c = m.lets[c.Var]
	}
	if c.Kind == loop.PrimExpr && c.Prim.Name == "or" {
		return m.disjuncts(c.Args[1], m.disjuncts(c.Args[0], list))
	}
	return append(list, c)
}

// notNegative reports whether d ≥ 0 is known inside loop l.
func (m *matrixMaker) notNegative(d access.Linear, l *loop.For) bool {
	if m.rows.Positive(d.Plus(1, access.Const(1))) {
		return true
	}
	for _, f := range m.fits {
		rest := d.Plus(-1, f.rest)
		ok := rest.OK && m.rows.Positive(rest.Plus(1, access.Const(1)))
		for _, n := range f.runs {
			ok = ok && (m.Runs(n) || loop.Equal(n, l.N) && m.In.Fixed(n))
		}
		if ok {
			return true
		}
	}
	return false
}
