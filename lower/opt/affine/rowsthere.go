package affine

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// RowsThere finds the rows a[i] in while loops of which it is known in front of the loop that i is in range: they are
// there even if the loop does not run.
func RowsThere(f *loop.Func) map[*loop.While]map[*loop.Expr]bool {
	found := false
	loop.Walk(f.Body, func(s loop.Stmt) {
		w, ok := s.(*loop.While)
		found = found || ok && len(rowsIn(w)) > 0
	})
	if !found {
		return nil
	}
	in := facts.Analyse(f)
	r := &rowFinder{Facts: NewFacts(in).Follow(), lengths: in.Lengths(), of: map[*loop.While]map[*loop.Expr]bool{}}
	r.block(f.Body)
	return r.of
}

type rowFinder struct {
	*Facts
	lengths facts.Lengths
	of      map[*loop.While]map[*loop.Expr]bool
}

func (r *rowFinder) block(b []loop.Stmt) {
	mark := len(r.Known)
	for _, s := range b {
		if w, ok := s.(*loop.While); ok {
			for _, e := range rowsIn(w) {
				if r.isThere(e) {
					if r.of[w] == nil {
						r.of[w] = map[*loop.Expr]bool{}
					}
					r.of[w][e] = true
				}
			}
		}
		r.Inside(s, func(inner *[]loop.Stmt) { r.block(*inner) })
		r.After(s)
	}
	r.Known = r.Known[:mark]
}

// rowsIn are the rows of variables under variables in a loop.
func rowsIn(w *loop.While) (out []*loop.Expr) {
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.IndexExpr && e.Type.IsArray() && e.Args[0].Kind == loop.VarExpr &&
			e.Args[1].Kind == loop.VarExpr {
			out = append(out, e)
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk([]loop.Stmt{w}, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return out
}

// isThere reports whether a row is known to be in range with what is known now.
func (r *rowFinder) isThere(e *loop.Expr) bool {
	a, i := e.Args[0].Var, r.Facts.Of(e.Args[1])
	if r.In.Mutable(a) || i == nil {
		return false
	}
	n := LengthOf(a)
	if r.Holds(i) && r.Holds(n.Add(-1, i).Add(1, Number(-1))) {
		return true
	}
	if l := r.lengths[a]; l != nil {
		n = r.Facts.Of(l)
		return n != nil && r.Holds(i) && r.Holds(n.Add(-1, i).Add(1, Number(-1)))
	}
	return false
}
