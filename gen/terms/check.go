package terms

import (
	"slices"
	"strconv"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// check panics unless a slice that the caller passed has the lengths of its type.
func (h *emitter) check(a *code.Expr, dims []*syntax.Size, from map[*syntax.SizeVar]*code.Expr) {
	h.checkNamed(a, pathName(a), dims, from)
}

// checkNamed is check with a name for messages.
func (h *emitter) checkNamed(a *code.Expr, name string, dims []*syntax.Size, from map[*syntax.SizeVar]*code.Expr) {
	if len(dims) == 0 || dims[0] == nil {
		return
	}
	v, ok := dims[0].IsVar()
	if !ok || from[v] == nil || !code.Same(from[v], a) {
		n := h.size(dims[0])
		h.out.Add(h.g.CheckLength(h.g.Package+"."+h.fn.Name, name, code.LenOf(a), n))
	}
	if len(dims) > 1 && dims[1] != nil {
		h.names.Push()
		row := &code.Ident{Name: h.names.Fresh("row")}
		body := h.sub(func() { h.checkNamed(code.Use(row), "a row of "+name, dims[1:], nil) })
		h.names.Pop()
		h.out.Add(&code.Stmt{Kind: code.EachStmt, Idents: []*code.Ident{row}, Exprs: []*code.Expr{a}, Body: body})
	}
}

func pathName(a *code.Expr) string {
	if a.Kind == code.IdentExpr {
		return a.Ident.Name
	}
	return pathName(a.Args[0]) + "[0]"
}

// inTypes panics unless arguments are values of the types of the parameters: lengths are checked already. What
// functions and data types hold is looked at where it is used.
func (h *emitter) inTypes(params []*syntax.Var) {
	for _, p := range params {
		h.inType(h.env[p][0], p.Type, p.Name)
	}
}

func (h *emitter) inType(x *code.Expr, t syntax.Type, name string) {
	if !holdsBounds(t) {
		return
	}
	switch t := t.(type) {
	case *syntax.IdxType:
		h.inRange(x, h.size(t.Bound), name)
	case *syntax.TupleType:
		for i, el := range t.Elems {
			y := x
			for _, f := range componentPath(i, len(t.Elems)) {
				y = code.Node(code.FieldExpr, f, y)
			}
			h.inType(y, el, name)
		}
	case *syntax.SumType:
		tag := code.Node(code.FieldExpr, "Tag", x)
		h.inRange(tag, code.IntLit(int64(len(t.Variants))), "the tag of "+name)
		s := &code.Stmt{Kind: code.SwitchStmt, Exprs: h.one(tag)}
		for k, v := range t.Variants {
			s.Cases = append(s.Cases, h.sub(func() {
				h.inType(code.Node(code.FieldExpr, "V"+strconv.Itoa(k+1), x), v, name)
			}))
		}
		if slices.ContainsFunc(t.Variants, holdsBounds) {
			h.out.Add(s)
		}
	case *syntax.ArrayType:
		h.elemsInType(x, t.Elem, name)
	case *syntax.DynType:
		h.elemsInType(x, t.Elem, name)
	}
}

func (h *emitter) elemsInType(x *code.Expr, t syntax.Type, name string) {
	h.names.Push()
	row := &code.Ident{Name: h.names.Fresh("t")}
	body := h.sub(func() { h.inType(code.Use(row), t, name) })
	h.names.Pop()
	h.out.Add(&code.Stmt{Kind: code.EachStmt, Idents: []*code.Ident{row}, Exprs: h.one(x), Body: body})
}

func (h *emitter) inRange(i, n *code.Expr, name string) {
	h.out.Add(&code.Stmt{Kind: code.ExprStmt, Exprs: h.one(h.g.CheckIndex(i, n, h.g.Package+"."+h.fn.Name+": "+name))})
}

// holdsBounds reports whether values of a type hold indices or tags.
func holdsBounds(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.IdxType:
		return true
	case *syntax.SumType:
		return !t.Linear // which here has no tag
	case *syntax.TupleType:
		return slices.ContainsFunc(t.Elems, holdsBounds)
	case *syntax.ArrayType:
		return holdsBounds(t.Elem)
	case *syntax.DynType:
		return holdsBounds(t.Elem)
	}
	return false
}
