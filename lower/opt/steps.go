package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// steps keeps where the rows of a triangle begin in a variable that goes from row to row with the loop. What is added to it waits for
// nothing that the row needs, as a product would.
//
//	for r < n {                          var at int = 0
//	  var m int = r + 1                  for r < n {
//	  var a []real = q[r * m >> 1 :+ m]    var m int = r + 1
//	  …                              →     var a []real = q[at :+ m]
//	}                                      …
//	                                       at += m
//	                                     }
var steps = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "steps",
	Law:   "The sum of the numbers up to i, i·(i+1)/2, is 0 for i = 0, and greater by i+1 for i+1.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		if hasTriangular(f) {
			s := &stepper{in: Analyse(f), next: map[*loop.Var]*loop.Var{}, sums: map[*loop.Var]*stepSum{}}
			f.Body = s.block(f.Body)
		}
	}),
}

type stepper struct {
	in   *Info
	next map[*loop.Var]*loop.Var // variables that are one more than a counter
	sums map[*loop.Var]*stepSum  // of the counters of loops around
}

// A stepSum is what a loop needs for the sum of the numbers up to its counter.
type stepSum struct {
	at   *loop.Var  // nil where nothing asks for it
	next *loop.Expr // one more than the counter
}

func hasTriangular(f *loop.Func) (some bool) {
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		some = some || halved(e) != nil
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(f.Body, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return some
}

// halved is the product that e is half of, or nil.
func halved(e *loop.Expr) *loop.Expr {
	if e.Kind != loop.PrimExpr || e.Prim.Name != "ishr" || !e.Args[1].IsConst() || e.Args[1].I != 1 {
		return nil
	}
	if p := e.Args[0]; p.Kind == loop.PrimExpr && p.Prim == syntax.OpIntMul {
		return p
	}
	return nil
}

func (s *stepper) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, t := range block {
		loop.Operands(t, func(e **loop.Expr, _ bool) { *e = s.expr(*e) })
		l, ok := t.(*loop.For)
		if !ok || l.Down || l.Vector || l.Par != nil {
			loop.Blocks(t, func(b *[]loop.Stmt) { *b = s.block(*b) })
			if d, ok := t.(*loop.Let); ok && d.Rhs.Kind == loop.PrimExpr && d.Rhs.Prim == syntax.OpIntAdd && !s.in.Mutable(d.Var) {
				if i := d.Rhs.Args[0]; i.Kind == loop.VarExpr && s.sums[i.Var] != nil && d.Rhs.Args[1].IsConst() && d.Rhs.Args[1].I == 1 {
					s.next[d.Var] = i.Var
				}
			}
			out = append(out, t)
			continue
		}
		sum := &stepSum{next: loop.Add(loop.Use(l.Var), loop.IntConst(1))}
		s.sums[l.Var] = sum
		l.Body = s.block(l.Body)
		delete(s.sums, l.Var)
		if sum.at != nil {
			out = append(out, &loop.Let{Var: sum.at, Rhs: loop.IntConst(0)})
			l.Body = append(l.Body, &loop.AddTo{Lhs: loop.Use(sum.at), Rhs: sum.next})
		}
		out = append(out, t)
	}
	return out
}

func (s *stepper) expr(e *loop.Expr) *loop.Expr {
	if p := halved(e); p != nil {
		for k, i := range p.Args {
			if i.Kind != loop.VarExpr || s.sums[i.Var] == nil || !s.isNext(p.Args[1-k], i) {
				continue
			}
			sum := s.sums[i.Var]
			if sum.at == nil {
				sum.at = loop.NewVar("at", loop.IntType)
			}
			return loop.Use(sum.at)
		}
	}
	return e.MapArgs(s.expr)
}

// isNext reports whether e is one more than a counter.
func (s *stepper) isNext(e, i *loop.Expr) bool {
	if e.Kind == loop.VarExpr {
		return s.next[e.Var] == i.Var
	}
	return e.Kind == loop.PrimExpr && e.Prim == syntax.OpIntAdd && e.Args[0].IsVar(i.Var) && e.Args[1].IsConst() && e.Args[1].I == 1
}
