package gen

import (
	"slices"
	"strconv"

	"github.com/seed-4b734f86/gochad/syntax"
)

// check panics unless a slice that the caller passed has the lengths of its type.
func (e *emitter) check(a *expr, dims []*syntax.Size, from map[*syntax.SizeVar]*expr) {
	e.checkNamed(a, pathName(a), dims, from)
}

// checkNamed is check with a name for messages.
func (e *emitter) checkNamed(a *expr, name string, dims []*syntax.Size, from map[*syntax.SizeVar]*expr) {
	if len(dims) == 0 || dims[0] == nil {
		return
	}
	v, ok := dims[0].IsVar()
	if !ok || from[v] == nil || !same(from[v], a) {
		n := e.size(dims[0])
		e.out.add(e.g.checkLength(e.g.opt.Package+"."+e.fn.name, name, lenOf(a), n))
	}
	if len(dims) > 1 && dims[1] != nil {
		e.names.push()
		row := &ident{name: e.names.fresh("row")}
		body := e.sub(func() { e.checkNamed(use(row), "a row of "+name, dims[1:], nil) })
		e.names.pop()
		e.out.add(&stmt{kind: eachStmt, ids: []*ident{row}, exprs: []*expr{a}, body: body})
	}
}

func pathName(a *expr) string {
	if a.kind == identExpr {
		return a.id.name
	}
	return pathName(a.args[0]) + "[0]"
}

const lengthErrorHelper = `// lengthError is the message for a slice of the wrong length.
func lengthError(fn, name string, got, want int) string {
	return fn + ": length of " + name + " is " + strconv.Itoa(got) + ", want " + strconv.Itoa(want)
}`

// inTypes panics unless arguments are values of the types of the parameters: lengths are checked already. What
// functions and data types hold is looked at where it is used.
func (h *closures) inTypes(params []*syntax.Var) {
	for _, p := range params {
		h.inType(h.env[p][0], p.Type, p.Name)
	}
}

func (h *closures) inType(x *expr, t syntax.Type, name string) {
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
				y = node(fieldExpr, f, y)
			}
			h.inType(y, el, name)
		}
	case *syntax.SumType:
		tag := node(fieldExpr, "Tag", x)
		h.inRange(tag, intLit(int64(len(t.Variants))), "the tag of "+name)
		s := &stmt{kind: switchStmt, exprs: h.one(tag)}
		for k, v := range t.Variants {
			s.cases = append(s.cases, h.sub(func() { h.inType(node(fieldExpr, "V"+strconv.Itoa(k+1), x), v, name) }))
		}
		if slices.ContainsFunc(t.Variants, holdsBounds) {
			h.out.add(s)
		}
	case *syntax.ArrayType:
		h.elemsInType(x, t.Elem, name)
	case *syntax.DynType:
		h.elemsInType(x, t.Elem, name)
	}
}

func (h *closures) elemsInType(x *expr, t syntax.Type, name string) {
	h.names.push()
	row := &ident{name: h.names.fresh("t")}
	body := h.sub(func() { h.inType(use(row), t, name) })
	h.names.pop()
	h.out.add(&stmt{kind: eachStmt, ids: []*ident{row}, exprs: h.one(x), body: body})
}

func (h *closures) inRange(i, n *expr, name string) {
	h.g.helper("checkIndex", checkIndexHelper)
	h.g.helper("indexError", indexErrorHelper)
	at := strLit(h.g.opt.Package + "." + h.fn.name + ": " + name)
	h.out.add(&stmt{kind: exprStmt, exprs: h.one(call("", "checkIndex", i, n, at))})
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

const checkIndexHelper = `// checkIndex is i, which must be in [0, n).
func checkIndex(i, n int, at string) int {
	if uint(i) >= uint(n) {
		panic(indexError(i, n, at)) // seen not to return, so that variables stay in registers
	}
	return i
}`

const indexErrorHelper = `// indexError is the message that i is not in [0, n).
func indexError(i, n int, at string) string {
	return at + ": index " + strconv.Itoa(i) + " out of range [0, " + strconv.Itoa(n) + ")"
}`

// checkSize panics if n is below 0.
func (g *generator) checkSize(n *expr, text string) *stmt {
	g.helper("checkSize", checkSizeHelper)
	return &stmt{kind: exprStmt, exprs: []*expr{call("", "checkSize", n, strLit(text))}}
}

const checkSizeHelper = `// checkSize panics if n is below 0.
func checkSize(n int, text string) {
	if n < 0 {
		panic(text)
	}
}`

// checkLength panics unless two lengths are the same.
func (g *generator) checkLength(fn, name string, got, want *expr) *stmt {
	g.helper("lengthError", lengthErrorHelper)
	g.helper("checkLength", checkLengthHelper)
	return &stmt{kind: exprStmt, exprs: []*expr{call("", "checkLength", strLit(fn), strLit(name), got, want)}}
}

const checkLengthHelper = `// checkLength panics unless the length of name is the one wanted.
func checkLength(fn, name string, got, want int) {
	if got != want {
		panic(lengthError(fn, name, got, want))
	}
}`

// checkThat panics unless ok.
func (g *generator) checkThat(ok *expr, text string) *stmt {
	g.helper("checkThat", checkThatHelper)
	return &stmt{kind: exprStmt, exprs: []*expr{call("", "checkThat", ok, strLit(text))}}
}

const checkThatHelper = `// checkThat panics unless ok.
func checkThat(ok bool, text string) {
	if !ok {
		panic(text)
	}
}`

// checkRange panics unless indices are in range: i is one that is not in [0, n) if they are not.
func (g *generator) checkRange(ok, i, n *expr, at string) *stmt {
	g.helper("indexError", indexErrorHelper)
	g.helper("checkRange", checkRangeHelper)
	return &stmt{kind: exprStmt, exprs: []*expr{call("", "checkRange", ok, i, n, strLit(at))}}
}

const checkRangeHelper = `// checkRange panics unless ok: i is not in [0, n) then.
func checkRange(ok bool, i, n int, at string) {
	if !ok {
		panic(indexError(i, n, at))
	}
}`

func panicStmt(msg *expr) *stmt { return &stmt{kind: exprStmt, exprs: []*expr{call("", "panic", msg)}} }
