package inplace

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// rowEnds finds the arrays of lengths that say where the rows of an array end, as pass grown-rows makes them, and that
// array of each. A row and its length are stored in one assignment, and neither is stored otherwise:
//
//	g[k], len_g[k] = u, len(u)
//
// So g[k][0:+len_g[k]] is the row. An array of ints that says something else makes rows shorter. Where memory that is
// longer than the row is stored, with the length of its beginning, no row may be read to its end, but by a variable
// that changes, as that which has room for more.
func rowEnds(in *facts.Info) map[*loop.Var]*loop.Var {
	r := &rowEnder{of: map[*loop.Var]*loop.Var{}, begins: map[*loop.Var]*loop.Var{}, bad: map[*loop.Var]bool{},
		room: map[*loop.Var]bool{}, whole: map[*loop.Var]bool{}}
	loop.Walk(in.Func.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let:
			if s.Rhs.Kind == loop.SliceExpr && s.Rhs.Args[0].Kind == loop.VarExpr && s.Rhs.Args[1].IsZero() {
				r.begins[s.Var] = s.Rhs.Args[0].Var
			}
			if isRow(s.Rhs) && in.Mutable(s.Var) {
				r.uses(s.Rhs.Args[1])
				return
			}
		case *loop.Assign:
			r.assign(s)
			return
		case *loop.AddTo:
			r.stored(s.Lhs)
		case *loop.Append:
			r.bad[s.Var] = true
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { r.uses(*e) })
	})
	for _, e := range in.Func.Results {
		r.uses(e)
	}
	for n, g := range r.of {
		if r.bad[n] || r.bad[g] || r.room[g] && r.whole[g] {
			delete(r.of, n)
		}
	}
	return r.of
}

type rowEnder struct {
	of     map[*loop.Var]*loop.Var // arrays of lengths, and those whose rows are as long
	begins map[*loop.Var]*loop.Var // variables that are beginnings of others
	bad    map[*loop.Var]bool      // arrays that are written otherwise, or may be
	room   map[*loop.Var]bool      // arrays with memory behind their rows
	whole  map[*loop.Var]bool      // arrays with rows that are read as a whole
}

// uses notes what an expression reads as a whole.
func (r *rowEnder) uses(e *loop.Expr) {
	args := e.Args
	switch {
	case e.Kind == loop.VarExpr:
		r.bad[e.Var] = true
	case isRow(e):
		r.whole[e.Args[0].Var] = true
		args = args[1:]
	case (e.Kind == loop.IndexExpr || e.Kind == loop.LenExpr) && args[0].Kind == loop.VarExpr:
		args = args[1:]
	case (e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr) && isRow(args[0]):
		r.uses(args[0].Args[1])
		args = args[1:]
	}
	for _, x := range args {
		r.uses(x)
	}
}

// stored notes an array that something else is written to than a row with its length.
func (r *rowEnder) stored(l *loop.Expr) {
	if l.Kind == loop.VarExpr || l.Kind == loop.IndexExpr && l.Args[0].Kind == loop.VarExpr {
		r.bad[l.Root()] = true
	}
}

func (r *rowEnder) assign(s *loop.Assign) {
	paired := map[int]bool{}
	for k, l := range s.Lhs {
		for _, x := range l.Args {
			if x.Kind != loop.VarExpr || l.Type.IsArray() && !isRow(l) {
				r.uses(x)
			}
		}
		r.uses(s.Rhs[k])
		if !isRow(l) {
			continue
		}
		for i, n := range s.Lhs {
			if n.Kind == loop.IndexExpr && n.Type == loop.IntType && n.Args[0].Kind == loop.VarExpr &&
				loop.Equal(n.Args[1], l.Args[1]) && !paired[i] &&
				r.pair(n.Args[0].Var, l.Args[0].Var, s.Rhs[k], s.Rhs[i]) {
				paired[i], paired[k] = true, true
				break
			}
		}
	}
	for k, l := range s.Lhs {
		if !paired[k] {
			r.stored(l)
		}
	}
}

// pair reports whether n is the length of x, or of a beginning of that, and these are stored for a row of g and its
// length.
func (r *rowEnder) pair(lens, g *loop.Var, x, n *loop.Expr) bool {
	if by := r.of[lens]; by != nil && by != g {
		return false
	}
	switch {
	case x.IsNilConst() && n.IsZero():
	case x.Kind != loop.VarExpr || n.Kind != loop.LenExpr || n.Args[0].Kind != loop.VarExpr:
		return false
	case n.Args[0].Var == x.Var:
	case r.begins[n.Args[0].Var] == x.Var:
		r.room[g] = true
	default:
		return false
	}
	r.of[lens] = g
	return true
}
