package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// mutable emits t into variables and slices that may be changed: its
// destinations, what t itself made fresh and nobody else uses, or copies.
func (e *emitter) mutable(t syntax.Term, d []dest) []*loop.Expr {
	ls := e.g.leaves(t.Type())
	hints := e.hints(t.Type(), "acc")
	var vals []*loop.Expr
	if free := e.unshared(t); free && !anyDest(d) {
		vals = e.eval(t, nil)
	} else {
		vals = e.fillClean(t, e.buffers(hints, ls, d), d)
	}
	out := make([]*loop.Expr, len(vals))
	e.change(vals)
	for i, v := range vals {
		if ls[i].array() {
			out[i] = v
		} else {
			out[i] = e.declareInit(hints[i], ls[i], v)
		}
	}
	return out
}

// change notes that other things than sums will be stored in arrays.
func (e *emitter) change(vals []*loop.Expr) {
	for _, v := range vals {
		if root := v.Root(); root != nil {
			e.of(root).sum = false
		}
	}
}

func anyDest(d []dest) bool {
	for i := range d {
		if d[i].lv != nil {
			return true
		}
	}
	return false
}

// declareInit makes a variable for a leaf with a first value.
func (e *emitter) declareInit(hint string, l Leaf, v *loop.Expr) *loop.Expr {
	x := e.declare(hint, v)
	e.of(x.Var).varies = true
	return x
}

// unshared reports whether the arrays of t are fresh and used only here.
func (e *emitter) unshared(t syntax.Term) bool {
	var x *syntax.Var
	var lo, hi int
	switch t := t.(type) {
	case *syntax.VarRef:
		if x = t.Var; !e.use.once(x) {
			return false
		}
		hi = len(e.g.leaves(x.Type))
	case *syntax.Proj:
		r, ok := t.Arg.(*syntax.VarRef)
		if !ok || !e.use.onceAt(r.Var, t.Index) {
			return false
		}
		x = r.Var
		lo, hi = e.g.part(x.Type, t.Index)
	default:
		return false
	}
	vals, after := e.env.Get(x.ID()), e.fresh.Get(x.ID())-1
	if after < 0 || vals == nil && lo < hi {
		return false
	}
	seen := map[*loop.Var]bool{}
	for i, l := range e.g.leaves(x.Type)[lo:hi] {
		v := vals[lo+i]
		if !l.array() {
			continue
		}
		if v.Kind != loop.VarExpr || !e.of(v.Var).owned || e.of(v.Var).serial <= after || seen[v.Var] {
			return false
		}
		seen[v.Var] = true
	}
	return true
}
