package fusion

import (
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/depend"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// FuseWhile has a loop through a row run along with the while loop that grows it, which then need not grow it.
//
//	var z []real = nil                    var k int = 0
//	loop { while q > c                    loop { while q > c
//	  append(z, q)                          y[k] +~= q
//	  q = q * x                             q = q * x
//	}                                →      k += 1
//	var m int = len(z)                    }
//	for j < m {                           var m int = k
//	  y[j] +~= z[j]
//	}
//
// What stands between the two moves out of the way.
//
// Called says what calls in the program may do.
func FuseWhile(f *loop.Func, called *facts.Callees) {
	for range alongRounds {
		a := &alonger{Summaries: depend.Of(access.Of(f)), uses: facts.Uses(f)}
		a.Called = called
		if !a.block(&f.Body) {
			return
		}
	}
}

// alongSize bounds the nodes of a loop that comes into another.
const (
	alongSize   = 300
	alongRounds = 8
)

type alonger struct {
	*depend.Summaries
	uses map[*loop.Var]int
}

// A row that grows in a while loop and is read by a loop behind it.
type alongRow struct {
	begin *loop.Let
	app   *loop.Append
	value *loop.Var
}

func (a *alonger) block(b *[]loop.Stmt) bool {
	for i, s := range *b {
		w, ok := s.(*loop.While)
		if !ok || len(w.Head) > 0 {
			continue
		}
		rows := a.rows((*b)[:i], w)
		for k := i + 1; k < len(*b) && len(rows) > 0; k++ {
			l, ok := (*b)[k].(*loop.For)
			if !ok || l.Down || l.Par != nil {
				continue
			}
			if read := a.readBy(l, rows, (*b)[i+1:], k-i-1); len(read) > 0 && a.join(b, i, k, w, l, read) {
				return true
			}
		}
	}
	done := false
	for _, s := range *b {
		loop.Blocks(s, func(inner *[]loop.Stmt) { done = done || a.block(inner) })
	}
	return done
}

// rows are those that begin empty in a block and to which each iteration of w appends one element, and nothing else
// does.
func (a *alonger) rows(before []loop.Stmt, w *loop.While) (out []*alongRow) {
	begun := map[*loop.Var]*loop.Let{}
	for _, s := range before {
		if l, ok := s.(*loop.Let); ok && l.Rhs.IsNilConst() && l.Var.Type.Rank == 1 && l.Var.Type.Scalar().IsNumber() &&
			l.Var.Flat == nil {
			begun[l.Var] = l
		}
	}
	for _, s := range w.Body {
		if p, ok := s.(*loop.Append); ok && begun[p.Var] != nil && a.Changes(p.Var) == 1 {
			out = append(out, &alongRow{begin: begun[p.Var], app: p})
		}
	}
	return out
}

// readBy are the rows that l reads, element by element, and of which nothing else uses more than the lengths, behind
// the loop that grows them; l, at place k there, runs once for each element.
func (a *alonger) readBy(l *loop.For, rows []*alongRow, behind []loop.Stmt, k int) (out []*alongRow) {
	if !a.isLength(l.N, rows, behind[:k]) {
		return nil
	}
	for _, r := range rows {
		n := 0
		var visit func(e *loop.Expr)
		visit = func(e *loop.Expr) {
			if e.Kind == loop.IndexExpr && e.Args[0].IsVar(r.begin.Var) && e.Args[1].IsVar(l.Var) {
				n++
				return
			}
			for _, x := range e.Args {
				visit(x)
			}
		}
		loop.Walk(l.Body, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
		if n > 0 && n+1+lengthsOf(behind, r.begin.Var) == a.uses[r.begin.Var] {
			out = append(out, r)
		}
	}
	return out
}

// isLength reports whether n is the length of one of the rows.
func (a *alonger) isLength(n *loop.Expr, rows []*alongRow, between []loop.Stmt) bool {
	if n.Kind == loop.VarExpr {
		for _, s := range between {
			if l, ok := s.(*loop.Let); ok && l.Var == n.Var && !a.Mutable(l.Var) {
				n = l.Rhs
				break
			}
		}
	}
	for _, r := range rows {
		if n.Kind == loop.LenExpr && n.Args[0].IsVar(r.begin.Var) {
			return true
		}
	}
	return false
}

// join has the loop at place k of a block run along with the while loop at place i, if it may.
func (a *alonger) join(b *[]loop.Stmt, i, k int, w *loop.While, l *loop.For, rows []*alongRow) bool {
	values, apps := map[*loop.Var]*loop.Var{}, map[loop.Stmt]*alongRow{}
	for _, r := range rows {
		r.value = loop.NewVar(r.begin.Var.Name, r.app.Val.Type)
		values[r.begin.Var], apps[r.app] = r.value, r
	}
	body, ok := a.over(l, values)
	if !ok {
		return false
	}
	inner := &loop.For{Var: l.Var, N: loop.IntConst(0), Body: body}
	rest := &loop.While{Cond: w.Cond}
	for _, s := range w.Body {
		if r := apps[s]; r != nil {
			s = &loop.Let{Var: loop.NewVar("value", r.app.Val.Type), Rhs: r.app.Val}
		}
		rest.Body = append(rest.Body, s)
	}
	moved := a.Summary(inner)
	if moved.Size > alongSize || !moved.Passes(a.Summary(rest)) {
		return false
	}
	front, behind, ok := a.part((*b)[i+1:k], w, moved)
	if !ok {
		return false
	}
	counter := a.counter((*b)[:i], w, apps)
	fresh := counter == nil
	if fresh {
		counter = loop.NewVar("count", loop.IntType)
	}
	a.rewrite(w, l, body, apps, counter, fresh)
	out := append((*b)[:i:i], front...)
	if fresh {
		out = append(out, &loop.Let{Var: counter, Rhs: loop.IntConst(0)})
	}
	out = append(append(append(out, w), behind...), (*b)[k+1:]...)
	begins := set.By(rows, func(r *alongRow) loop.Stmt { return r.begin })
	*b = edit.Without(out, func(s loop.Stmt) bool { return begins[s] })
	a.measure(values, counter)
	return true
}

// counter is a variable that counts the iterations of w from 0, and goes up behind all of some statements; nil if there
// is none.
func (a *alonger) counter(before []loop.Stmt, w *loop.While, apps map[loop.Stmt]*alongRow) *loop.Var {
	zero := map[*loop.Var]bool{}
	for _, s := range before {
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.IntType && l.Rhs.IsZero() &&
			a.Changes(l.Var) == 1 {
			zero[l.Var] = true
		}
	}
	left := len(apps)
	for _, s := range w.Body {
		if apps[s] != nil {
			left--
		}
		if left > 0 {
			continue
		}
		switch s := s.(type) {
		case *loop.AddTo:
			if v := s.Lhs; v.Kind == loop.VarExpr && zero[v.Var] && s.Rhs.IsConst() && s.Rhs.I == 1 {
				return v.Var
			}
		case *loop.Assign:
			for k, v := range s.Lhs {
				e := s.Rhs[k]
				if v.Kind == loop.VarExpr && zero[v.Var] && e.Kind == loop.PrimExpr && e.Prim.Name == "iadd" &&
					e.Args[0].IsVar(v.Var) && e.Args[1].IsConst() && e.Args[1].I == 1 {
					return v.Var
				}
			}
		}
	}
	return nil
}

// over is the body of l over the values of rows, in new variables.
func (a *alonger) over(l *loop.For, values map[*loop.Var]*loop.Var) ([]loop.Stmt, bool) {
	ok := true
	loop.Walk(l.Body, func(s loop.Stmt) {
		if p, is := s.(*loop.Append); is && values[p.Var] != nil {
			ok = false
		}
	})
	if !ok {
		return nil, false
	}
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && values[e.Args[0].Var] != nil {
			return loop.Use(values[e.Args[0].Var])
		}
		return e.MapArgs(sub)
	}
	copied := (&edit.Cloner{As: map[*loop.Var]*loop.Expr{}, In: a.Info}).Block(l.Body)
	loop.MapExprs(copied, sub)
	return copied, true
}

// part says which of the statements between the loops come before both, and which behind.
func (a *alonger) part(between []loop.Stmt, w *loop.While, moved *depend.Summary) (front, behind []loop.Stmt, ok bool) {
	for _, s := range between {
		sm := a.Summary(s)
		if moved.Passes(sm) {
			behind = append(behind, s)
			continue
		}
		if !sm.Passes(a.Summary(w)) {
			return nil, nil, false
		}
		for _, t := range behind {
			if !sm.Passes(a.Summary(t)) {
				return nil, nil, false
			}
		}
		front = append(front, s)
	}
	return front, behind, true
}

// rewrite puts the body behind the last of the appendings whose rows go.
func (a *alonger) rewrite(w *loop.While, l *loop.For, body []loop.Stmt, apps map[loop.Stmt]*alongRow, counter *loop.Var,
	fresh bool) {
	with := map[*loop.Var]*loop.Expr{l.Var: loop.Use(counter)}
	loop.MapExprs(body, func(e *loop.Expr) *loop.Expr { return edit.Substitute(e, with) })
	var out []loop.Stmt
	left := len(apps)
	for _, s := range w.Body {
		r := apps[s]
		if r == nil {
			out = append(out, s)
			continue
		}
		out = append(out, &loop.Let{Var: r.value, Rhs: r.app.Val})
		if left--; left == 0 {
			out = append(out, body...)
			if fresh {
				out = append(out, &loop.AddTo{Lhs: loop.Use(counter), Rhs: loop.IntConst(1)})
			}
		}
	}
	w.Body = out
}

// measure has the counter stand for the lengths of rows that are not there any more.
func (a *alonger) measure(rows map[*loop.Var]*loop.Var, counter *loop.Var) {
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr && rows[e.Args[0].Var] != nil {
			return loop.Use(counter)
		}
		return e.MapArgs(sub)
	}
	loop.MapExprs(a.Func.Body, sub)
	for i, e := range a.Func.Results {
		a.Func.Results[i] = sub(e)
	}
}

// lengthsOf counts how often a block asks for the length of v.
func lengthsOf(b []loop.Stmt, v *loop.Var) (n int) {
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.LenExpr && e.Args[0].IsVar(v) {
			n++
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(b, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return n
}
