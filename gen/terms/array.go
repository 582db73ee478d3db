package terms

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// arrayVal emits the array terms on the higher-order route.
func (h *emitter) arrayVal(t syntax.Term) *code.Expr {
	switch t := t.(type) {
	case *syntax.Build:
		out := h.declare("a", code.Node(code.TypedExpr, "make "+h.g.goType(t.Type()), h.size(t.Len)))
		h.over(t.Idx.Name, h.size(t.Len), func(i *code.Expr) {
			h.env[t.Idx] = h.one(i)
			h.assign(code.Index(out, i), h.val(t.Body))
		})
		return out
	case *syntax.Loop:
		return h.loopVal(t)
	case *syntax.While:
		return h.whileVal(t)
	case *syntax.Sum:
		return h.sumVal(t)
	case *syntax.ArrayLit:
		return code.Node(code.TypedExpr, h.g.goType(t.Type()), h.vals(t.Elems)...)
	case *syntax.Index:
		return code.Index(h.atom(h.val(t.Arr), "a"), h.indexVal(t.Idx))
	case *syntax.OneHot:
		out := h.declare("a", code.Node(code.TypedExpr, "make "+h.g.goType(t.Type()), h.size(t.Len)))
		if t.Val.Type() != syntax.Real {
			h.out.Stmts = h.out.Stmts[:len(h.out.Stmts)-1]
			h.out.Add(&code.Stmt{Kind: code.DeclStmt, Idents: []*code.Ident{out.Ident}, Exprs: h.one(
				code.Node(code.ApplyExpr, "", code.Node(code.FieldExpr, "Zero", h.monoid(t.Type()))))})
		}
		h.assign(code.Index(out, h.indexVal(t.Idx)), h.val(t.Val))
		return out
	case *syntax.Set:
		out := h.declare("a", code.Call("slices", "Clone", h.val(t.Arr)))
		h.assign(code.Index(out, h.indexVal(t.Idx)), h.val(t.Val))
		return out
	case *syntax.SizeOf:
		return h.size(t.Size)
	case *syntax.ToIdx:
		if t.Shifts() {
			return plusLit(h.val(t.Arg), t.Offset)
		}
		return h.checked(t, h.val(t.Arg))
	case *syntax.FromIdx:
		return h.val(t.Arg)
	case *syntax.Pack:
		return h.val(t.Arg)
	case *syntax.DynLen:
		return code.LenOf(h.val(t.Arg))
	case *syntax.Coerce:
		return h.coerceVal(t)
	case *syntax.FilterIdx:
		keep := h.declareVar("keep", "[]int")
		h.over(t.Idx.Name, h.size(t.Len), func(i *code.Expr) {
			h.env[t.Idx] = h.one(i)
			h.out.Add(&code.Stmt{Kind: code.IfStmt, Exprs: h.one(h.cond(t.Body)), Body: []*code.Stmt{
				{Kind: code.AssignStmt, Op: "=", Lhs: h.one(keep), Exprs: h.one(code.Call("", "append", keep, i))},
			}})
		})
		return keep
	}
	code.Failf("%s: %T has no Go form", h.fn.Def.Name, t)
	return nil
}

func (h *emitter) indexVal(t syntax.Term) *code.Expr {
	if c, ok := t.(*syntax.ToIdx); ok && c.At == nil && !c.Shifts() {
		return h.val(c.Arg)
	}
	return h.val(t)
}

func (h *emitter) coerceVal(t *syntax.Coerce) *code.Expr {
	x := h.atom(h.val(t.Arg), "a")
	n := h.size(t.Type().(*syntax.ArrayType).Len)
	if t.Linear {
		return h.complete(x, t.Type())
	}
	at := h.g.Package + "." + h.fn.Name
	if t.At != nil {
		at = t.At.Text()
	}
	h.out.Add(h.g.CheckLength(at, "array", code.LenOf(x), n))
	return x
}

// sumVal adds up an array.
func (h *emitter) sumVal(t *syntax.Sum) *code.Expr {
	arr := h.atom(h.val(t.Arg), "a")
	ty := t.Type()
	if ty != syntax.Real && ty != syntax.Int {
		body := h.literal("i", "int", h.g.goType(ty), func(i *code.Expr) {
			h.out.Add(&code.Stmt{Kind: code.ReturnStmt, Exprs: h.one(code.Index(arr, i))})
		})
		return code.Node(code.ApplyExpr, "", code.Node(code.FieldExpr, "Sum", h.monoid(ty)), code.LenOf(arr), body)
	}
	sum := h.declareVar("sum", h.g.goType(ty))
	h.over("i", code.LenOf(arr), func(i *code.Expr) {
		h.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "+=", Lhs: h.one(sum), Exprs: h.one(code.Index(arr, i))})
	})
	return sum
}

// loopVal emits a counted loop: its state is a variable, its output a slice, or, when added
// up, first a slice too.
func (h *emitter) loopVal(t *syntax.Loop) *code.Expr {
	s := h.declareVar(t.State.Name, h.g.goType(t.State.Type))
	h.assign(s, h.val(t.Init))
	n := h.size(t.Len)
	var out *code.Expr
	var elem syntax.Type
	if t.Out != syntax.NoOutput {
		elem = t.Body.Type().(*syntax.TupleType).Elems[1]
		out = h.declare("out", code.Node(code.TypedExpr, "make []"+h.g.goType(elem), n))
	}
	h.over(t.Idx.Name, n, func(i *code.Expr) {
		if t.Down {
			i = h.declare(t.Idx.Name, code.Binary("-", code.Binary("-", n, code.IntLit(1)), i))
		}
		h.env[t.Idx] = h.one(i)
		h.env[t.State] = h.one(h.declare(t.State.Name, s)) // closures may capture it
		v := h.val(t.Body)
		if out == nil {
			h.assign(s, v)
			return
		}
		v = h.atom(v, "t")
		h.assign(code.Index(out, i), code.Node(code.FieldExpr, "E2", v))
		h.assign(s, code.Node(code.FieldExpr, "E1", v))
	})
	switch t.Out {
	case syntax.Collect:
		return h.tupleOf([]*code.Expr{s, out}, t.Type().(*syntax.TupleType).Elems)
	case syntax.Accumulate:
		x := syntax.NewVar("out", syntax.NewArrayType(t.Len, elem))
		h.env[x] = h.one(out)
		sum := h.sumVal(syntax.NewSum(syntax.Ref(x)))
		return h.tupleOf([]*code.Expr{s, sum}, t.Type().(*syntax.TupleType).Elems)
	}
	return s
}

func (h *emitter) whileVal(t *syntax.While) *code.Expr {
	s := h.declareVar(t.State.Name, h.g.goType(t.State.Type))
	h.assign(s, h.val(t.Init))
	var out *code.Expr
	if t.Out == syntax.Collect {
		out = h.declareVar("out", "[]"+h.g.goType(t.Body.Type().(*syntax.TupleType).Elems[1]))
	}
	w := &code.Stmt{Kind: code.WhileStmt}
	w.Body = h.sub(func() {
		h.env[t.State] = h.one(h.declare(t.State.Name, s)) // closures may capture it
		h.out.Add(&code.Stmt{Kind: code.IfStmt, Exprs: h.one(code.Negate(h.cond(t.Cond))),
			Body: []*code.Stmt{{Kind: code.BreakStmt}}})
		v := h.val(t.Body)
		if out == nil {
			h.assign(s, v)
			return
		}
		v = h.atom(v, "t")
		h.assign(out, code.Call("", "append", out, code.Node(code.FieldExpr, "E2", v)))
		h.assign(s, code.Node(code.FieldExpr, "E1", v))
	})
	h.out.Add(w)
	if out == nil {
		return s
	}
	return h.tupleOf([]*code.Expr{s, out}, t.Type().(*syntax.TupleType).Elems)
}
