package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// rowsThere finds the rows a[i] in while loops of which it is known in front of the loop that i is in range: they are
// there even if the loop does not run.
func rowsThere(f *loop.Func) map[*loop.While]map[*loop.Expr]bool {
	found := false
	loop.Walk(f.Body, func(s loop.Stmt) {
		w, ok := s.(*loop.While)
		found = found || ok && len(rowsIn(w)) > 0
	})
	if !found {
		return nil
	}
	in := facts.Analyse(f)
	r := &rowFinder{Facts: newFacts(in).follow(), lengths: in.Lengths(), of: map[*loop.While]map[*loop.Expr]bool{}}
	r.block(f.Body)
	return r.of
}

type rowFinder struct {
	*Facts
	lengths facts.Lengths
	of      map[*loop.While]map[*loop.Expr]bool
}

func (r *rowFinder) block(b []loop.Stmt) {
	mark := len(r.known)
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
		r.inside(s, func(inner *[]loop.Stmt) { r.block(*inner) })
		r.after(s)
	}
	r.known = r.known[:mark]
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
	a, i := e.Args[0].Var, r.Facts.of(e.Args[1])
	if r.in.Mutable(a) || i == nil {
		return false
	}
	n := &affine{terms: []term{{1, atom{v: a, len: true}}}}
	if r.holds(i) && r.holds(n.add(-1, i).add(1, &affine{c: -1})) {
		return true
	}
	if l := r.lengths[a]; l != nil {
		n = r.Facts.of(l)
		return n != nil && r.holds(i) && r.holds(n.add(-1, i).add(1, &affine{c: -1}))
	}
	return false
}
