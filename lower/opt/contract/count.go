package contract

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// begunAfter is filledAfter for a while loop, which need not reach all elements: what has to follow it gets into after.
func (fs *firstStores) begunAfter(b []loop.Stmt, i int, t *loop.Var, after map[int][]loop.Stmt) bool {
	k, rest := fs.storedWhile(b, i, t)
	if rest == nil {
		return false
	}
	after[k] = append(after[k], rest)
	return true
}

// storedWhile makes stores of the additions of the while loop that is the next to use t, when each iteration adds to
// the element behind that of the iteration before. It returns the place of the loop and what has to follow it: the
// elements that the loop does not reach stay zero.
//
//	clear(y)                          var k int = 0
//	var k int = 0                     loop {
//	loop {                              while k < n && q > c
//	  while k < n && q > c              y[k] = q
//	  y[k] +~= q                  →     q = q * x
//	  q = q * x                         k = k + 1
//	  k = k + 1                       }
//	}                                 clear(y[k :+ len(y) - k])
func (fs *firstStores) storedWhile(b []loop.Stmt, i int, t *loop.Var) (at int, rest loop.Stmt) {
	if t.Type.Rank != 1 || fs.Mutable(t) {
		return 0, nil
	}
	k := fs.nextUse(b, i, t)
	if k < 0 {
		return 0, nil
	}
	w, ok := b[k].(*loop.While)
	if !ok || fs.accesses(w, t) != 1 {
		return 0, nil
	}
	for j, s := range w.Body {
		a, ok := s.(*loop.AddTo)
		if !ok || !a.Free || a.Lhs.Kind != loop.IndexExpr || !a.Lhs.Args[0].IsVar(t) {
			continue
		}
		q := fs.counter(w.Body, j, a.Lhs.Args[1])
		if q == nil || !startsAtZero(b[:k], q) {
			return 0, nil
		}
		w.Body[j] = &loop.Assign{Lhs: []*loop.Expr{a.Lhs}, Rhs: []*loop.Expr{a.Rhs}}
		whole, from := loop.Use(t), loop.Use(q)
		return k, &loop.Clear{Dst: loop.Slice(whole, from, loop.Sub(loop.Len(whole), from))}
	}
	return 0, nil
}

// nextUse is the place of the first statement after that at i that uses the memory of t, if it is near, or -1.
func (fs *firstStores) nextUse(b []loop.Stmt, i int, t *loop.Var) int {
	c := fs.Class(t)
	for k := i + 1; k < len(b) && k <= i+firstWindow; k++ {
		for r := range fs.Summary(b[k]).Regions {
			if r.Class == c {
				return k
			}
		}
	}
	return -1
}

func (fs *firstStores) accesses(s loop.Stmt, t *loop.Var) (n int) {
	c := fs.Class(t)
	for _, x := range fs.Summary(s).Access {
		if x.Reg.Class == c {
			n++
		}
	}
	return n
}

// counter is the variable that every iteration of a while loop increases by one and that has, at the beginning of an
// iteration, the value of the index of the statement at j of its body. It changes in nothing else.
func (fs *firstStores) counter(body []loop.Stmt, j int, index *loop.Expr) *loop.Var {
	if index.Kind != loop.VarExpr {
		return nil
	}
	v := index.Var
	if !fs.Mutable(v) {
		v = nil
		for k, s := range body[:j] {
			if l, ok := s.(*loop.Let); ok && l.Var == index.Var {
				e := l.Rhs
				if e.Kind == loop.CheckExpr {
					e = e.Args[0]
				}
				if e.Kind != loop.VarExpr {
					return nil
				}
				v, j = e.Var, k
			}
		}
	}
	if v == nil || v.Type != loop.IntType || fs.Changes(v) != 1 {
		return nil
	}
	for _, s := range body[j:] {
		if increases(s, v) {
			return v
		}
	}
	return nil
}

// increases reports whether a statement adds one to v.
func increases(s loop.Stmt, v *loop.Var) bool {
	one := func(e *loop.Expr) bool { return e.IsConst() && e.I == 1 }
	switch s := s.(type) {
	case *loop.AddTo:
		return s.Lhs.IsVar(v) && one(s.Rhs)
	case *loop.Assign:
		for k, l := range s.Lhs {
			if e := s.Rhs[k]; l.IsVar(v) && e.Kind == loop.PrimExpr && e.Prim == syntax.OpIntAdd {
				return e.Args[0].IsVar(v) && one(e.Args[1]) || one(e.Args[0]) && e.Args[1].IsVar(v)
			}
		}
	}
	return false
}

// startsAtZero reports whether one of the statements declares v as 0.
func startsAtZero(b []loop.Stmt, v *loop.Var) bool {
	for _, s := range b {
		if l, ok := s.(*loop.Let); ok && l.Var == v {
			return l.Rhs.IsZero() && l.Rhs.IsConst()
		}
	}
	return false
}
