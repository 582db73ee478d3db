package reversal

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/depend"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Reverse has loops go forward through rows that were grown by appending: the loop that grew a row can only be run
// again in that direction.
//
//	var w real = t                        var w real = t
//	                                      if iand(m, 1) == 0 {
//	                                        w = -w
//	                                      }
//	for down j < m {                  →   for j < m {
//	  g[z[j]] +~= w                         g[z[j]] +~= w
//	  w = -w                                w = -w
//	}                                     }
//
// The iterations must meet in nothing but free additions and in variables that change their sign, each once in an
// iteration, after which it is not read, and that nothing reads after the loop.
//
// Fast allows what changes the last bits.
func Reverse(f *loop.Func, fast bool) {
	t := &turner{
		Summaries: depend.Of(access.Of(f)), grown: map[*loop.Var]bool{}, uses: facts.Uses(f), fast: fast,
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Append); ok {
			t.grown[t.Class(a.Var)] = true
		}
	})
	t.block(&f.Body)
}

type turner struct {
	*depend.Summaries
	grown map[*loop.Var]bool // alias classes of rows that grow
	uses  map[*loop.Var]int
	fast  bool
}

func (t *turner) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for i, s := range *b {
		loop.Blocks(s, t.block)
		if l, ok := s.(*loop.For); ok && l.Down && l.Par == nil && t.throughRow(l) {
			before, after := t.loop(l, *b, i)
			out = append(append(append(out, before...), s), after...)
			continue
		}
		out = append(out, s)
	}
	*b = out
}

// throughRow reports whether a loop reads a row that has been grown, element by element.
func (t *turner) throughRow(l *loop.For) bool {
	found := false
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.IndexExpr && e.Type.IsNumber() && e.Args[1].IsVar(l.Var) && e.Args[0].Kind == loop.VarExpr &&
			t.grown[t.Class(e.Args[0].Var)] {
			found = true
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	for _, s := range l.Body {
		loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) })
	}
	return found
}

// loop turns the loop at place at of block b, and returns what has to come before and behind it; it leaves the loop as
// it is where it may not.
func (t *turner) loop(l *loop.For, b []loop.Stmt, at int) (before, after []loop.Stmt) {
	if l.N.Kind != loop.VarExpr && l.N.Kind != loop.ConstExpr {
		return nil, nil
	}
	rest := *l
	rest.Body = nil
	var flips []*loop.Var
	for k, s := range l.Body {
		if v := flipped(s); v != nil && t.alone(v, b, at, l.Body, k) {
			flips = append(flips, v)
			continue
		}
		rest.Body = append(rest.Body, s)
	}
	if !t.Reversible(&rest) {
		if t.fast && len(flips) == 0 {
			return t.transpose(l, b, at)
		}
		return nil, nil
	}
	l.Down = false
	for _, v := range flips {
		even := loop.Prim(syntax.MustOp("ieq"), loop.Prim(syntax.MustOp("iand"), l.N, loop.IntConst(1)),
			loop.IntConst(0))
		before = append(before, &loop.If{Cond: even, Then: []loop.Stmt{flip(v)}})
	}
	return before, nil
}

// flipped is the variable whose sign s changes, or nil.
func flipped(s loop.Stmt) *loop.Var {
	a, ok := s.(*loop.Assign)
	if !ok || len(a.Lhs) != 1 || a.Lhs[0].Kind != loop.VarExpr || a.Lhs[0].Type != loop.RealType {
		return nil
	}
	v := a.Lhs[0].Var
	if r := a.Rhs[0]; r.Kind == loop.PrimExpr && r.Prim.Name == "neg" && r.Args[0].IsVar(v) {
		return v
	}
	return nil
}

func flip(v *loop.Var) loop.Stmt {
	return &loop.Assign{Lhs: []*loop.Expr{loop.Use(v)}, Rhs: []*loop.Expr{loop.Prim(syntax.MustOp("neg"), loop.Use(v))}}
}

// alone reports whether v belongs to block b and is used, from the loop at place at on, only by the statements of its
// body before its k-th, which changes the sign, and which only read it.
func (t *turner) alone(v *loop.Var, b []loop.Stmt, at int, body []loop.Stmt, k int) bool {
	for _, s := range body[k+1:] {
		if facts.Mentions(s, v) > 0 {
			return false
		}
	}
	return t.begun(v, b, at) != nil && !t.Effects(body[:k]...).Vars[v]
}

// begun is the declaration of v in block b, if nothing uses v behind the loop at place at; else nil.
func (t *turner) begun(v *loop.Var, b []loop.Stmt, at int) (begin *loop.Let) {
	n := 0
	for _, s := range b[:at+1] {
		if l, ok := s.(*loop.Let); ok && l.Var == v {
			begin = l
		}
		n += facts.Mentions(s, v)
	}
	if n != t.uses[v] {
		return nil
	}
	return begin
}
