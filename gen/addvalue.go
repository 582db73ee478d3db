package gen

import "github.com/seed-4b734f86/gochad/syntax"

// addVals emits acc += vals, values of type t that exist already.
func (e *emitter) addVals(t syntax.Type, acc, vals []*expr) {
	switch t := t.(type) {
	case *syntax.Scalar:
		if t == syntax.Bool {
			e.assign(acc[0], logical("||", acc[0], vals[0]))
		} else if !isZeroLit(vals[0]) {
			e.out.add(&stmt{kind: assignStmt, op: "+=", lhs: acc, exprs: vals})
		}
	case *syntax.TupleType:
		for i, el := range t.Elems {
			lo, hi := e.g.part(t, i)
			e.addVals(el, acc[lo:hi], vals[lo:hi])
		}
	case *syntax.ArrayType:
		if len(acc) == 0 {
			return
		}
		e.over("i", e.size(t.Len), func(i *expr) { e.addVals(t.Elem, elems(acc, i), elems(vals, i)) })
	case *syntax.DynType:
		e.addDyn(t, acc, vals)
	case *syntax.SumType:
		e.addSumVals(t, acc, vals)
	case *syntax.Data:
		e.g.adders[t] = true
		e.assign(acc[0], node(applyExpr, "", node(fieldExpr, "plus", acc[0]), vals[0]))
	default:
		failf("cannot add values of type %s", t)
	}
}

// addDyn adds arrays of run-time length, of which the empty one is zero.
func (e *emitter) addDyn(t *syntax.DynType, acc, vals []*expr) {
	ls := e.g.leaves(t)
	vals[0] = e.atom(vals[0], "v")
	n := lenOf(vals[0])
	s := &stmt{kind: ifStmt, exprs: e.one(binary("&&", binary("==", lenOf(acc[0]), intLit(0)), binary(">", n, intLit(0))))}
	s.body = e.sub(func() {
		for i, l := range ls {
			e.assign(acc[i], node(typedExpr, "make "+l.goType(), n))
			if l.row().array() {
				e.over("i", n, func(k *expr) { e.assign(index(acc[i], k), e.alloc("row", l.row())) })
			}
		}
	})
	e.out.add(s)
	e.over("i", n, func(i *expr) { e.addVals(t.Elem, elems(acc, i), elems(vals, i)) })
}
