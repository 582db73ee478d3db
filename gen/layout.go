package gen

import (
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A leaf is one Go variable of the representation of a type. A value of a
// first-order type is a list of leaves: a tuple is the leaves of its elements,
// an array of tuples one slice for each leaf (structure of arrays), a sum its
// tag followed by the leaves of all its variants.
type leaf struct {
	dims []*syntax.Size // outermost first; nil where the length is known only at run time
	elem string         // float64, int, bool, struct{} or a pointer to a data type
	data *syntax.Data
	tag  bool // of a linear sum, 0 for its zero
}

func (l leaf) scalar() bool { return len(l.dims) == 0 }

// array reports whether the leaf is a slice of a length that its type gives.
func (l leaf) array() bool { return len(l.dims) > 0 && l.dims[0] != nil }

func (l leaf) goType() string { return strings.Repeat("[]", len(l.dims)) + l.elem }

// row is the leaf of an element.
func (l leaf) row() leaf {
	l.dims = l.dims[1:]
	return l
}

// layout is the representation of a type; offsets[i] is the first leaf of element i of a
// tuple, or of variant i of a sum.
type layout struct {
	leaves  []leaf
	offsets []int
}

func (g *generator) layout(t syntax.Type) *layout {
	if l, ok := g.layouts[t]; ok {
		return l
	}
	l := g.newLayout(t)
	g.layouts[t] = l
	return l
}

func (g *generator) leaves(t syntax.Type) []leaf { return g.layout(t).leaves }

func (g *generator) newLayout(t syntax.Type) *layout {
	switch t := t.(type) {
	case *syntax.Scalar:
		return &layout{leaves: []leaf{{elem: scalarType(t)}}}
	case *syntax.IdxType:
		return &layout{leaves: []leaf{{elem: "int"}}}
	case *syntax.TupleType:
		return g.productLayout(nil, t.Elems)
	case *syntax.SumType:
		return g.productLayout([]leaf{{elem: "int", tag: t.Linear}}, t.Variants)
	case *syntax.Data:
		g.dataType(t)
		return &layout{leaves: []leaf{{elem: "*" + g.dataNames[t], data: t}}}
	case *syntax.ArrayType:
		return g.arrayLayout(t.Len, t.Elem)
	case *syntax.DynType:
		l := g.arrayLayout(nil, t.Elem)
		if len(l.leaves) == 0 {
			l.leaves = []leaf{{dims: []*syntax.Size{nil}, elem: "struct{}"}}
		}
		return l
	}
	failf("no first-order representation of %s", t)
	return nil
}

func scalarType(t *syntax.Scalar) string {
	switch t {
	case syntax.Real:
		return "float64"
	case syntax.Int:
		return "int"
	}
	return "bool"
}

func (g *generator) productLayout(head []leaf, elems []syntax.Type) *layout {
	l := &layout{leaves: head, offsets: make([]int, 0, len(elems)+1)}
	for _, e := range elems {
		l.offsets = append(l.offsets, len(l.leaves))
		l.leaves = append(l.leaves, g.leaves(e)...)
	}
	l.offsets = append(l.offsets, len(l.leaves))
	return l
}

// maxRank bounds how deeply slices nest. Loops in loops keep what they need for their derivatives
// in slices of slices, and n loops in each other need code of the size n⁴ to make them.
const maxRank = 32

func (g *generator) arrayLayout(n *syntax.Size, elem syntax.Type) *layout {
	l := &layout{}
	for _, e := range g.leaves(elem) {
		e.dims = append([]*syntax.Size{n}, e.dims...)
		if len(e.dims) > maxRank {
			failf("arrays nested more than %d deep: the loops around them are nested too deeply", maxRank)
		}
		l.leaves = append(l.leaves, e)
	}
	return l
}

// part is the range of leaves of element or variant i of t.
func (g *generator) part(t syntax.Type, i int) (lo, hi int) {
	l := g.layout(t)
	return l.offsets[i], l.offsets[i+1]
}
