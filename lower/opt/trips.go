package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// trips finds out how often a while loop runs before it does, and so what it counts.
//
//	var c int = 0                         var c int = popcnt(x)
//	var p int = x                         var p int = x
//	loop {                                loop {
//	  while p != 0                   →      while p != 0
//	  y[ctz(p)] = 0.0                       y[ctz(p)] = 0.0
//	  p = iand(p, p - 1)                    p = iand(p, p - 1)
//	  c += 1                              }
//	}
//
// The counter must not be read in the loop.
var tripCounts = Pass{ //nolint:gochecknoglobals // a constant
	Name: "trips",
	Law:  "x & (x-1) is x without its lowest bit. A loop that takes bits away until none is left runs once for each.",
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		t := &tripper{in: Analyse(f)}
		t.block(&f.Body)
	}),
	Needs: Loops,
}

type tripper struct{ in *Info }

func (t *tripper) block(b *[]loop.Stmt) {
	for i := 0; i < len(*b); i++ {
		s := (*b)[i]
		loop.Blocks(s, t.block)
		w, ok := s.(*loop.While)
		if !ok || len(w.Head) > 0 {
			continue
		}
		p := t.emptied(w)
		if p == nil {
			continue
		}
		for _, k := range t.counters(w) {
			i += t.count(b, i, w, k, p)
		}
	}
}

// emptied is the variable whose bits a loop takes away one by one until none is left, or nil.
func (t *tripper) emptied(w *loop.While) *loop.Var {
	c := w.Cond
	if c.Kind != loop.PrimExpr || c.Prim.Name != "ine" || c.Args[0].Kind != loop.VarExpr || !c.Args[1].IsZero() {
		return nil
	}
	p := c.Args[0].Var
	if t.changes(w, p) != 1 {
		return nil
	}
	lowered := map[*loop.Var]bool{}
	for _, s := range w.Body {
		switch s := s.(type) {
		case *loop.Let:
			if !t.in.Mutable(s.Var) && clearsLowest(s.Rhs, p) {
				lowered[s.Var] = true
			}
		case *loop.Assign:
			for k, l := range s.Lhs {
				if l.IsVar(p) && (clearsLowest(s.Rhs[k], p) || s.Rhs[k].Kind == loop.VarExpr && lowered[s.Rhs[k].Var]) {
					return p
				}
			}
		}
	}
	return nil
}

// clearsLowest reports whether e is p & (p-1).
func clearsLowest(e *loop.Expr, p *loop.Var) bool {
	if e.Kind != loop.PrimExpr || e.Prim.Name != "iand" {
		return false
	}
	a, b := e.Args[0], e.Args[1]
	return a.IsVar(p) && lessOne(b, a) || b.IsVar(p) && lessOne(a, b)
}

// changes counts the assignments to v inside a loop, the blocks in it included.
func (t *tripper) changes(w *loop.While, v *loop.Var) (n int) {
	loop.Walk(w.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				if l.IsVar(v) {
					n++
				}
			}
		case *loop.AddTo:
			if s.Lhs.IsVar(v) {
				n++
			}
		}
	})
	return n
}

// counters are the statements of a loop by which an int goes up by one in each iteration, that nothing else in the loop uses.
func (t *tripper) counters(w *loop.While) (out []*loop.AddTo) {
	for _, s := range w.Body {
		a, ok := s.(*loop.AddTo)
		if ok && a.Lhs.Kind == loop.VarExpr && a.Lhs.Type == loop.IntType && a.Rhs.IsConst() && a.Rhs.I == 1 && mentionsIn(w, a.Lhs.Var) == 1 {
			out = append(out, a)
		}
	}
	return out
}

// count has the counter k of the loop at place i of a block add up at once; it returns how many statements that takes.
func (t *tripper) count(b *[]loop.Stmt, i int, w *loop.While, k *loop.AddTo, p *loop.Var) int {
	c := k.Lhs.Var
	w.Body = without(w.Body, func(s loop.Stmt) bool { return s == loop.Stmt(k) })
	bits := loop.Prim(syntax.MustOp("popcnt"), t.valueBefore(*b, i, p))
	if i > 0 {
		if l, ok := (*b)[i-1].(*loop.Let); ok && l.Var == c && l.Rhs.IsConst() {
			l.Rhs = loop.Add(l.Rhs, bits)
			return 0
		}
	}
	add := &loop.AddTo{Lhs: loop.Use(c), Rhs: bits}
	*b = slices.Insert(*b, i, loop.Stmt(add))
	return 1
}

// valueBefore is what p holds before the statement at place i of a block: a variable that does not change, if it was declared as that, or p.
func (t *tripper) valueBefore(b []loop.Stmt, i int, p *loop.Var) *loop.Expr {
	for j := i - 1; j >= 0; j-- {
		if l, ok := b[j].(*loop.Let); ok && l.Var == p {
			if l.Rhs.Kind == loop.VarExpr && !t.in.Mutable(l.Rhs.Var) {
				return l.Rhs
			}
			break
		}
		if t.in.Effects(b[j]).Vars[p] {
			break
		}
	}
	return loop.Use(p)
}
