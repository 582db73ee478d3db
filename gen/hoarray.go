package gen

import "github.com/seed-4b734f86/gochad/syntax"

// arrayVal emits the array terms on the higher-order route.
func (h *closures) arrayVal(t syntax.Term) *expr {
	switch t := t.(type) {
	case *syntax.Build:
		out := h.declare("a", node(typedExpr, "make "+h.g.goType(t.Type()), h.size(t.Len)))
		h.over(t.Idx.Name, h.size(t.Len), func(i *expr) {
			h.env[t.Idx] = h.one(i)
			h.assign(index(out, i), h.val(t.Body))
		})
		return out
	case *syntax.Loop:
		return h.loopVal(t)
	case *syntax.While:
		return h.whileVal(t)
	case *syntax.Sum:
		return h.sumVal(t)
	case *syntax.ArrayLit:
		return node(typedExpr, h.g.goType(t.Type()), h.vals(t.Elems)...)
	case *syntax.Index:
		return index(h.atom(h.val(t.Arr), "a"), h.indexVal(t.Idx))
	case *syntax.OneHot:
		out := h.declare("a", node(typedExpr, "make "+h.g.goType(t.Type()), h.size(t.Len)))
		if t.Val.Type() != syntax.Real {
			h.out.stmts = h.out.stmts[:len(h.out.stmts)-1]
			h.out.add(&stmt{kind: declStmt, ids: []*ident{out.id}, exprs: h.one(
				node(applyExpr, "", node(fieldExpr, "Zero", h.monoid(t.Type()))))})
		}
		h.assign(index(out, h.indexVal(t.Idx)), h.val(t.Val))
		return out
	case *syntax.Set:
		out := h.declare("a", call("slices", "Clone", h.val(t.Arr)))
		h.assign(index(out, h.indexVal(t.Idx)), h.val(t.Val))
		return out
	case *syntax.SizeOf:
		return h.size(t.Size)
	case *syntax.ToIdx:
		if t.Shifts() {
			return shifted(h.val(t.Arg), t.Offset)
		}
		return h.checked(t, h.val(t.Arg))
	case *syntax.FromIdx:
		return h.val(t.Arg)
	case *syntax.Pack:
		return h.val(t.Arg)
	case *syntax.DynLen:
		return lenOf(h.val(t.Arg))
	case *syntax.Coerce:
		return h.coerceVal(t)
	case *syntax.FilterIdx:
		keep := h.declareVar("keep", "[]int")
		h.over(t.Idx.Name, h.size(t.Len), func(i *expr) {
			h.env[t.Idx] = h.one(i)
			h.out.add(&stmt{kind: ifStmt, exprs: h.one(h.cond(t.Body)), body: []*stmt{
				{kind: assignStmt, op: "=", lhs: h.one(keep), exprs: h.one(call("", "append", keep, i))},
			}})
		})
		return keep
	}
	failf("%s: %T has no Go form", h.fn.def.Name, t)
	return nil
}

func (h *closures) indexVal(t syntax.Term) *expr {
	if c, ok := t.(*syntax.ToIdx); ok && c.At == nil && !c.Shifts() {
		return h.val(c.Arg)
	}
	return h.val(t)
}

func (h *closures) coerceVal(t *syntax.Coerce) *expr {
	x := h.atom(h.val(t.Arg), "a")
	n := h.size(t.Type().(*syntax.ArrayType).Len)
	if t.Linear {
		return h.complete(x, t.Type())
	}
	at := h.g.opt.Package + "." + h.fn.name
	if t.At != nil {
		at = posText(t.At)
	}
	h.out.add(h.g.checkLength(at, "array", lenOf(x), n))
	return x
}

// sumVal adds up an array.
func (h *closures) sumVal(t *syntax.Sum) *expr {
	arr := h.atom(h.val(t.Arg), "a")
	ty := t.Type()
	if ty != syntax.Real && ty != syntax.Int {
		body := h.literal("i", "int", h.g.goType(ty), func(i *expr) {
			h.out.add(&stmt{kind: returnStmt, exprs: h.one(index(arr, i))})
		})
		return node(applyExpr, "", node(fieldExpr, "Sum", h.monoid(ty)), lenOf(arr), body)
	}
	sum := h.declareVar("sum", h.g.goType(ty))
	h.over("i", lenOf(arr), func(i *expr) {
		h.out.add(&stmt{kind: assignStmt, op: "+=", lhs: h.one(sum), exprs: h.one(index(arr, i))})
	})
	return sum
}

// loopVal emits a counted loop: its state is a variable, its output a slice, or, when added
// up, first a slice too.
func (h *closures) loopVal(t *syntax.Loop) *expr {
	s := h.declareVar(t.State.Name, h.g.goType(t.State.Type))
	h.assign(s, h.val(t.Init))
	n := h.size(t.Len)
	var out *expr
	var elem syntax.Type
	if t.Out != syntax.NoOutput {
		elem = t.Body.Type().(*syntax.TupleType).Elems[1]
		out = h.declare("out", node(typedExpr, "make []"+h.g.goType(elem), n))
	}
	h.over(t.Idx.Name, n, func(i *expr) {
		if t.Down {
			i = h.declare(t.Idx.Name, binary("-", binary("-", n, intLit(1)), i))
		}
		h.env[t.Idx] = h.one(i)
		h.env[t.State] = h.one(h.declare(t.State.Name, s)) // closures may capture it
		v := h.val(t.Body)
		if out == nil {
			h.assign(s, v)
			return
		}
		v = h.atom(v, "t")
		h.assign(index(out, i), node(fieldExpr, "E2", v))
		h.assign(s, node(fieldExpr, "E1", v))
	})
	switch t.Out {
	case syntax.Collect:
		return h.tupleOf([]*expr{s, out}, t.Type().(*syntax.TupleType).Elems)
	case syntax.Accumulate:
		x := syntax.NewVar("out", syntax.NewArrayType(t.Len, elem))
		h.env[x] = h.one(out)
		sum := h.sumVal(syntax.NewSum(syntax.Ref(x)))
		return h.tupleOf([]*expr{s, sum}, t.Type().(*syntax.TupleType).Elems)
	}
	return s
}

func (h *closures) whileVal(t *syntax.While) *expr {
	s := h.declareVar(t.State.Name, h.g.goType(t.State.Type))
	h.assign(s, h.val(t.Init))
	var out *expr
	if t.Out == syntax.Collect {
		out = h.declareVar("out", "[]"+h.g.goType(t.Body.Type().(*syntax.TupleType).Elems[1]))
	}
	w := &stmt{kind: whileStmt}
	w.body = h.sub(func() {
		h.env[t.State] = h.one(h.declare(t.State.Name, s)) // closures may capture it
		h.out.add(&stmt{kind: ifStmt, exprs: h.one(negate(h.cond(t.Cond))), body: []*stmt{{kind: breakStmt}}})
		v := h.val(t.Body)
		if out == nil {
			h.assign(s, v)
			return
		}
		v = h.atom(v, "t")
		h.assign(out, call("", "append", out, node(fieldExpr, "E2", v)))
		h.assign(s, node(fieldExpr, "E1", v))
	})
	h.out.add(w)
	if out == nil {
		return s
	}
	return h.tupleOf([]*expr{s, out}, t.Type().(*syntax.TupleType).Elems)
}
