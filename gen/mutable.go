package gen

import "github.com/seed-4b734f86/gochad/syntax"

// mutable emits t into variables and slices that may be changed: its
// destinations, what t itself made fresh and nobody else uses, or copies.
func (e *emitter) mutable(t syntax.Term, d []dest) []*expr {
	ls := e.g.leaves(t.Type())
	hints := e.hints(t.Type(), "acc")
	var vals []*expr
	if free := e.unshared(t); free && !anyDest(d) {
		vals = e.eval(t, nil)
	} else {
		vals = e.fillClean(t, e.buffers(hints, ls, d), d)
	}
	out := make([]*expr, len(vals))
	for i, v := range vals {
		if ls[i].array() {
			out[i] = v
		} else {
			out[i] = e.declareInit(hints[i], ls[i], v)
		}
	}
	return out
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
func (e *emitter) declareInit(hint string, l leaf, v *expr) *expr {
	if v.text == "nil" {
		return e.declareVar(hint, l.goType())
	}
	return e.declare(hint, v)
}

// unshared reports whether the arrays of t are fresh and used only here.
func (e *emitter) unshared(t syntax.Term) bool {
	var x *syntax.Var
	lo, hi := 0, 0
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
	vals, ok := e.env[x]
	after, bound := e.fresh[x]
	if !ok || !bound {
		return false
	}
	seen := map[*ident]bool{}
	for i, l := range e.g.leaves(x.Type)[lo:hi] {
		v := vals[lo+i]
		if !l.array() {
			continue
		}
		if v.kind != identExpr || !v.id.owned || v.id.serial <= after || seen[v.id] {
			return false
		}
		seen[v.id] = true
	}
	return true
}
