package terms

import (
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The boundary of an exported function on the higher-order route is that of the first-order
// route: products are separate parameters and results. Only what stands inside arrays, sums and
// functions keeps the representation of this route.

// A slot is a Go parameter or result of an exported function.
type slot struct {
	name string
	typ  syntax.Type
}

// slots takes products apart.
func slots(name string, t syntax.Type) []slot {
	tt, ok := t.(*syntax.TupleType)
	if !ok {
		return []slot{{name, t}}
	}
	var out []slot
	for i, el := range tt.Elems {
		sub := name + strconv.Itoa(i+1)
		if tt.Names != nil {
			sub = name + "_" + tt.Names[i]
		}
		out = append(out, slots(sub, el)...)
	}
	return out
}

// leaf is the Go variable of a slot.
func (s slot) leaf(g *Printer) leaf {
	var l leaf
	t := s.typ
	for {
		switch a := t.(type) {
		case *syntax.ArrayType:
			l.dims, t = append(l.dims, a.Len), a.Elem
			continue
		case *syntax.DynType:
			l.dims, t = append(l.dims, nil), a.Elem
			continue
		}
		break
	}
	l.elem = g.goType(t)
	return l
}

// exportParams declares the parameters of an exported function and the sizes, and checks them.
func (h *emitter) exportParams() {
	var leaves []leaf
	var vals []*code.Expr
	var decls []code.Param
	for _, p := range h.fn.Def.Params {
		for _, s := range slots(p.Name, p.Type) {
			id := &code.Ident{Name: h.names.Fresh(s.name), Param: true}
			l := s.leaf(h.g)
			decls = append(decls, code.Param{Name: id.Name, Type: l.goType()})
			h.shapes = append(h.shapes, code.Shaped{Name: id.Name, Dims: l.dims})
			leaves, vals = append(leaves, l), append(vals, code.Use(id))
		}
	}
	from := map[*syntax.SizeVar]*code.Expr{}
	for _, v := range h.fn.Def.Sizes {
		if id, a := h.sizeParam(v, leaves, vals); a != nil {
			from[v] = a
		} else {
			h.params = append(h.params, code.Param{Name: id.Name, Type: "int"})
			h.out.Add(h.g.CheckSize(code.Use(id), h.g.Package+"."+h.fn.Name+": negative size "+v.Name))
		}
	}
	h.params = append(h.params, decls...)
	for i, l := range leaves {
		h.check(vals[i], l.dims, from)
	}
	for _, p := range h.fn.Def.Params {
		if _, ok := p.Type.(*syntax.TupleType); !ok {
			h.env[p], vals = h.one(vals[0]), vals[1:]
			continue
		}
		var x *code.Expr
		x, vals = h.packed(p.Type, vals)
		h.env[p] = h.one(h.atom(x, p.Name))
	}
	h.inTypes(h.fn.Def.Params)
}

// packed is a value of type t made of the first of vals, and the rest of them.
func (h *emitter) packed(t syntax.Type, vals []*code.Expr) (*code.Expr, []*code.Expr) {
	tt, ok := t.(*syntax.TupleType)
	if !ok {
		return vals[0], vals[1:]
	}
	elems := make([]*code.Expr, len(tt.Elems))
	for i, el := range tt.Elems {
		elems[i], vals = h.packed(el, vals)
	}
	return h.tupleOf(elems, tt.Elems), vals
}

// exportResults emits the body of an exported function and returns its Go
// result types and its documentation.
func (h *emitter) exportResults() (types, doc []jen.Code) {
	d := h.fn.Def
	var results []leaf
	for _, s := range slots("", d.Result) {
		results = append(results, s.leaf(h.g))
	}
	dests := h.resultBuffers(results)
	var out []*code.Expr
	for i, v := range h.components(d.Body) {
		if dests[i] != nil {
			h.copyLeaf(dests[i], h.atom(v, "r"), results[i])
			continue
		}
		types = append(types, code.Source(results[i].goType()))
		out = append(out, h.unaliased(v, results[i]))
	}
	if len(out) > 0 {
		h.out.Add(&code.Stmt{Kind: code.ReturnStmt, Exprs: out})
	}
	var buffers []string
	for i, x := range dests {
		if x != nil {
			buffers = append(buffers, x.Ident.Name)
			h.shapes = append(h.shapes, code.Shaped{Name: x.Ident.Name, Dims: results[i].dims})
		}
	}
	return types, code.DocComment(h.fn, h.shapes, buffers)
}

// components emits t as the values of its slots.
func (h *emitter) components(t syntax.Term) []*code.Expr {
	switch t := t.(type) {
	case *syntax.Let:
		h.binds(t.Binds)
		return h.components(t.Body)
	case *syntax.Tuple:
		var out []*code.Expr
		for _, el := range t.Elems {
			out = append(out, h.components(el)...)
		}
		return out
	}
	return h.unpacked(h.val(t), t.Type())
}

// unpacked takes the products in a value apart.
func (h *emitter) unpacked(x *code.Expr, t syntax.Type) []*code.Expr {
	tt, ok := t.(*syntax.TupleType)
	if !ok {
		return h.one(x)
	}
	x = h.atom(x, "r")
	var out []*code.Expr
	for i, el := range tt.Elems {
		y := x
		for _, f := range componentPath(i, len(tt.Elems)) {
			y = code.Node(code.FieldExpr, f, y)
		}
		out = append(out, h.unpacked(y, el)...)
	}
	return out
}
