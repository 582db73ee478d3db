package terms

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The higher-order route: one Go value for each value of the language.
//
//	real int idx bool unit   float64 int int bool linear.Unit
//	products                 linear.Tuple2 … linear.Tuple8, the eighth holding the rest of longer ones
//	sums                     a struct of a tag and one field for each variant
//	data                     a pointer to such a struct
//	linear sums              linear.Sum, nested to the right
//	linear data              a struct of one linear.Maybe for each constructor
//	[n]τ, [?]τ               slices
//	τ → σ                    func(T) S
//	τ ⊸ σ, !τ ⊗ σ            linear.LFun[T, S], linear.Copower[T, S]

// width is how many components a Go tuple has.
const width = 8

// goType is the Go type of t on the higher-order route.
func (g *Printer) goType(t syntax.Type) string {
	switch t := t.(type) {
	case *syntax.Scalar:
		return scalarType(t)
	case *syntax.IdxType:
		return "int"
	case *syntax.TupleType:
		return g.tupleType(t.Elems)
	case *syntax.SumType:
		return g.sumType(t)
	case *syntax.Data:
		if t.Linear {
			return g.boxType(t)
		}
		return "*" + g.boxType(t)
	case *syntax.ArrayType:
		return "[]" + g.goType(t.Elem)
	case *syntax.DynType:
		return "[]" + g.goType(t.Elem)
	case *syntax.FuncType:
		return "func(" + g.goType(t.Param) + ") " + g.goType(t.Result)
	case *syntax.LFunType:
		return "linear.LFun[" + g.goType(t.Dom) + ", " + g.goType(t.Cod) + "]"
	case *syntax.CopowerType:
		return "linear.Copower[" + g.goType(t.Key) + ", " + g.goType(t.Val) + "]"
	}
	code.Failf("no Go type for %s", t)
	return ""
}

func (g *Printer) tupleType(elems []syntax.Type) string {
	switch {
	case len(elems) == 0:
		return "linear.Unit"
	case len(elems) == 1:
		return g.goType(elems[0])
	case len(elems) <= width:
		return fmt.Sprintf("linear.Tuple%d[%s]", len(elems), g.list(elems))
	}
	return fmt.Sprintf("linear.Tuple%d[%s, %s]", width, g.list(elems[:width-1]), g.tupleType(elems[width-1:]))
}

func (g *Printer) list(ts []syntax.Type) string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = g.goType(t)
	}
	return strings.Join(out, ", ")
}

func (g *Printer) sumType(t *syntax.SumType) string {
	if !t.Linear {
		g.sums[len(t.Variants)] = true
		return fmt.Sprintf(code.OneOf+"%d[%s]", len(t.Variants), g.list(t.Variants))
	}
	return g.linearSum(t.Variants)
}

func (g *Printer) linearSum(vs []syntax.Type) string {
	if len(vs) == 1 {
		return g.goType(vs[0])
	}
	return "linear.Sum[" + g.goType(vs[0]) + ", " + g.linearSum(vs[1:]) + "]"
}

// boxType declares the struct of a data type on the higher-order route.
func (g *Printer) boxType(d *syntax.Data) string {
	if n, ok := g.boxes[d]; ok {
		return n
	}
	name := code.LocalName(d.Name)
	if g.met {
		name = code.ExportedName(d.Name)
	}
	n := g.PackageName(name)
	g.boxes[d] = n
	g.boxOrder = append(g.boxOrder, d)
	return n
}

// Types declares the sums and data types in use.
func (g *Printer) Types() []jen.Code {
	var out []jen.Code
	for i := 0; i < len(g.boxOrder); i++ {
		d := g.boxOrder[i]
		name := g.boxes[d]
		if d.Linear {
			out = append(out, g.linearBox(d))
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b,
			"// %s is a value of the data type %s: the field V<i> is that of its i-th constructor, Tag counts "+
				"from 0.\n", name, code.OneLine(d.Name))
		b.WriteString("type " + name + " struct {\nTag int\n")
		for k, c := range d.Ctors() {
			fmt.Fprintf(&b, "V%d %s // %s\n", k+1, g.goType(c.Arg), code.OneLine(c.Name))
		}
		out = append(out, code.Source(b.String()+"}"))
	}
	for n := 2; n <= maxSum(g.sums); n++ {
		if !g.sums[n] {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "// %s%d is a sum of %d types; Tag counts from 0.\ntype %s%d[", code.OneOf, n, n, code.OneOf, n)
		for k := range n {
			b.WriteString("T" + strconv.Itoa(k+1) + ", ")
		}
		b.WriteString("] struct {\nTag int\n")
		for k := range n {
			fmt.Fprintf(&b, "V%d T%d\n", k+1, k+1)
		}
		out = append(out, code.Source(strings.Replace(b.String(), ", ]", " any]", 1)+"}"))
	}
	return out
}

// linearBox declares the struct of a linear data type, one optional field for
// each constructor, and its monoid.
func (g *Printer) linearBox(d *syntax.Data) jen.Code {
	name := g.boxes[d]
	var b, parts strings.Builder
	fmt.Fprintf(&b,
		"// %s is a value of the linear data type %s: one field for each constructor, all absent for "+
			"zero.\n", name, code.OneLine(d.Name))
	b.WriteString("type " + name + " struct {\n")
	h := &emitter{g: g, fn: &code.Function{Def: &syntax.Def{Name: name}}, self: d}
	s := jen.Null()
	for k, c := range d.Ctors() {
		fmt.Fprintf(&b, "V%d linear.Maybe[%s] // %s\n", k+1, g.goType(c.Arg), code.OneLine(c.Name))
	}
	s.Add(code.Source(b.String() + "}")).Line().Line()
	fmt.Fprintf(&parts, "// monoid is the addition of %s.\nfunc (%s) monoid() linear.Monoid[%s] {\n", name, name, name)
	fmt.Fprintf(&parts,
		"return linear.RecMonoid(func(self linear.Monoid[%s]) linear.Monoid[%s] {\nreturn "+
			"linear.StructMonoid(\n", name, name)
	s.Add(code.Source(parts.String()))
	for k, c := range d.Ctors() {
		s.Add(h.boxPart(d, k, h.monoid(c.Arg)).Code(true)).Op(",\n")
	}
	return s.Op(")\n})\n}")
}

// boxPart is linear.Part of one constructor.
func (h *emitter) boxPart(d *syntax.Data, k int, m *code.Expr) *code.Expr {
	return code.Call("", "linear.Part", h.boxField(d, k), code.Call("", "linear.MaybeMonoid", m))
}

// boxField is the field of constructor k of a linear data type.
func (h *emitter) boxField(d *syntax.Data, k int) *code.Expr {
	name := h.g.goType(d)
	p := &code.Ident{Name: "t"}
	body := []*code.Stmt{{Kind: code.ReturnStmt,
		Exprs: h.one(code.Unary("&", code.Node(code.FieldExpr, "V"+strconv.Itoa(k+1), code.Use(p))))}}
	f := code.Node(code.FuncExpr, "")
	f.Func = &code.Closure{
		Params: []*code.Ident{p}, Types: []string{"*" + name},
		Result: "*linear.Maybe[" + h.g.goType(d.Ctors()[k].Arg) + "]", Body: body,
	}
	return code.Call("", "linear.FieldOf", f)
}

func maxSum(m map[int]bool) int {
	n := 0
	for k := range m {
		n = max(n, k)
	}
	return n
}

// componentPath is the chain of fields that leads to component i of n.
func componentPath(i, n int) []string {
	var out []string
	for n > width && i >= width-1 {
		out = append(out, "E"+strconv.Itoa(width))
		i, n = i-width+1, n-width+1
	}
	if n == 1 {
		return out
	}
	return append(out, "E"+strconv.Itoa(i+1))
}

// monoid is the dictionary of a linear type.
func (h *emitter) monoid(t syntax.Type) *code.Expr {
	switch t := t.(type) {
	case *syntax.Scalar:
		if t == syntax.Real {
			return code.Call("", "linear.RealMonoid")
		}
	case *syntax.TupleType:
		return h.tupleMonoid(t.Elems)
	case *syntax.ArrayType:
		if t.Elem == syntax.Real {
			return code.Call("", "linear.RealsMonoid", h.size(t.Len))
		}
		return code.Call("", "linear.ArrayMonoid", h.size(t.Len), h.monoid(t.Elem))
	case *syntax.DynType:
		return code.Call("", "linear.ArrayMonoid", code.IntLit(0), h.monoid(t.Elem))
	case *syntax.FuncType:
		return code.Call("", "linear.FuncMonoid["+h.g.goType(t.Param)+"]", h.monoid(t.Result))
	case *syntax.LFunType:
		return code.Call("", "linear.LFunMonoid["+h.g.goType(t.Dom)+"]", h.monoid(t.Cod))
	case *syntax.CopowerType:
		return code.Call("", "linear.CopowerMonoid["+h.g.goType(t.Key)+", "+h.g.goType(t.Val)+"]")
	case *syntax.SumType:
		if t.Linear {
			return h.sumMonoid(t.Variants)
		}
	case *syntax.Data:
		switch {
		case t == h.self:
			return code.Use(&code.Ident{Name: "self"})
		case t.Linear:
			return code.Call("", h.g.boxType(t)+"{}.monoid")
		}
	}
	code.Failf("%s: no addition of values of type %s in package linear", h.fn.Def.Name, t)
	return nil
}

func (h *emitter) tupleMonoid(elems []syntax.Type) *code.Expr {
	switch {
	case len(elems) == 0:
		return code.Call("", "linear.UnitMonoid")
	case len(elems) == 1:
		return h.monoid(elems[0])
	}
	var ms []*code.Expr
	for i, e := range elems {
		if i == width-1 && len(elems) > width {
			ms = append(ms, h.tupleMonoid(elems[i:]))
			break
		}
		ms = append(ms, h.monoid(e))
	}
	return code.Call("", fmt.Sprintf("linear.Tuple%dMonoid", len(ms)), ms...)
}

func (h *emitter) sumMonoid(vs []syntax.Type) *code.Expr {
	if len(vs) == 1 {
		return h.monoid(vs[0])
	}
	return code.Call("", "linear.SumMonoid", h.monoid(vs[0]), h.sumMonoid(vs[1:]))
}
