package loops

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/gc"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

func (p *emitter) id(v *loop.Var) *code.Ident {
	id := p.ids[v]
	if id == nil {
		code.Failf("the variable %s is not declared", v.Name)
	}
	return id
}

func (p *emitter) exprs(es []*loop.Expr) []*code.Expr {
	out := make([]*code.Expr, len(es))
	for i, e := range es {
		out[i] = p.expr(e)
	}
	return out
}

// expr is an expression in Go.
func (p *emitter) expr(e *loop.Expr) *code.Expr {
	switch e.Kind {
	case loop.VarExpr:
		if x := p.fixed[e.Var]; x != nil {
			return x
		}
		return code.Use(p.id(e.Var))
	case loop.ConstExpr:
		return constant(e)
	case loop.PrimExpr:
		args := p.exprs(e.Args)
		if x := code.Fold(e.Prim, args); x != nil {
			return x
		}
		if e.Prim.Name == "sqrt" {
			return gc.Sqrt(p.g.File, args[0], p.loops > 0)
		}
		return p.g.Primitive(e.Prim, args)
	case loop.IndexExpr:
		return p.index(e)
	case loop.SliceExpr:
		if toTheEnd(e) {
			return code.Node(code.RestExpr, "", p.operand(e.Args[0]), p.expr(e.Args[1]))
		}
		a := []*code.Expr{p.operand(e.Args[0]), p.expr(e.Args[1]), p.expr(e.Args[2])}
		if e.Args[1].IsZero() {
			return code.Node(code.SliceExpr, "", a[0], a[2])
		}
		return code.Node(code.SliceExpr, "", a[0], a[1], code.Binary("+", a[1], a[2]))
	case loop.LenExpr:
		return code.LenOf(p.operand(e.Args[0]))
	case loop.CheckExpr:
		return p.g.CheckIndex(p.expr(e.Args[0]), p.expr(e.Args[1]), e.Text())
	case loop.DivExpr:
		return p.g.Division(e.Prim, p.expr(e.Args[0]), p.expr(e.Args[1]), e.Text())
	case loop.TagExpr:
		return p.g.cellTag(e.Args[0].Type.Cell, p.operand(e.Args[0]))
	case loop.FieldExpr:
		return code.Node(code.FieldExpr, p.g.fieldName(e.Args[0].Type.Cell, int(e.Ctor), int(e.Field)),
			p.operand(e.Args[0]))
	case loop.IsNilExpr:
		return code.Binary("==", p.operand(e.Args[0]), code.NilLit())
	case loop.SelectExpr:
		p.g.Helper("pick", pickHelper)
		return code.Call("", "pick", p.expr(e.Args[0]), p.operand(e.Args[1]), p.operand(e.Args[2]))
	}
	code.Failf("no Go form of a loop expression")
	return nil
}

// toTheEnd reports whether a slice has all elements of an array from one on.
func toTheEnd(e *loop.Expr) bool {
	n := e.Args[2]
	return n.Kind == loop.PrimExpr && n.Prim == syntax.OpIntSub && n.Args[0].Kind == loop.LenExpr &&
		loop.Equal(n.Args[0].Args[0], e.Args[0]) && loop.Equal(n.Args[1], e.Args[1])
}

// operand is an expression where Go does not know the type that nil should have.
func (p *emitter) operand(e *loop.Expr) *code.Expr {
	if !e.IsNilConst() {
		return p.expr(e)
	}
	t := p.g.loopType(e.Type)
	if !e.Type.IsArray() {
		t = "(" + t + ")"
	}
	return &code.Expr{Kind: code.LitExpr, Text: t + "(nil)", Size: 1}
}

const pickHelper = `// pick is a where c holds, else b.
func pick[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}`

// index is an element or row. The elements of a flat array stand row after row.
func (p *emitter) index(e *loop.Expr) *code.Expr {
	root := e.Root()
	if root == nil || root.Flat == nil {
		return code.Index(p.operand(e.Args[0]), p.expr(e.Args[1]))
	}
	at := p.offset(e)
	return code.Index(code.Use(p.id(root)), at)
}

// offset is the position of an element of a flat array.
func (p *emitter) offset(e *loop.Expr) *code.Expr {
	root := e.Root()
	depth := root.Type.Rank - e.Type.Rank // indices given
	at := p.expr(e.Args[1])
	if depth == 1 {
		return at
	}
	return code.Binary("+", code.Binary("*", p.offset(e.Args[0]), p.expr(root.Flat[depth-2])), at)
}

// constant is a constant in Go.
func constant(e *loop.Expr) *code.Expr {
	switch e.Type {
	case loop.RealType:
		return code.RealLit(e.F)
	case loop.IntType:
		return code.IntLit(e.I)
	case loop.BoolType:
		return code.BoolLit(e.I != 0)
	case loop.Type{Base: loop.Unit}:
		return code.Node(code.TypedExpr, "struct{}")
	}
	return code.NilLit()
}

// not is the negation of a condition. Comparisons of ints are turned round.
func (p *emitter) not(c *loop.Expr) *code.Expr {
	if c.Kind == loop.PrimExpr {
		if op, ok := opposite[c.Prim.Name]; ok {
			return p.expr(loop.Prim(syntax.MustOp(op), c.Args...))
		}
	}
	if c.Kind == loop.IsNilExpr {
		return code.Binary("!=", p.operand(c.Args[0]), code.NilLit())
	}
	return code.Negate(p.expr(c))
}

// opposite pairs the comparisons of ints; those of reals have no opposite, because of NaN.
var opposite = map[string]string{
	"ilt": "ige", "ige": "ilt", "igt": "ile", "ile": "igt", "ieq": "ine", "ine": "ieq",
}
