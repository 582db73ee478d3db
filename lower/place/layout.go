package place

import (
	"fmt"
	"strconv"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Leaf is one variable of the representation of a type. A value of a
// first-order type is a list of leaves: a tuple is the leaves of its elements,
// an array of tuples one array for each leaf (structure of arrays), a sum its
// tag followed by the leaves of all its variants.
type Leaf struct {
	Type loop.Type
	Dims []*syntax.Size // outermost first; nil where the length is known only at run time
	Tag  bool           // of a linear sum, 0 for its zero
	// Variant says that it is inside a variant of a sum: an array there may be nil where the value is of another one.
	Variant bool
}

func (l Leaf) scalar() bool { return l.Type.Rank == 0 }

// array reports whether the leaf is an array of a length that its type gives.
func (l Leaf) array() bool { return len(l.Dims) > 0 && l.Dims[0] != nil }

// handedOn reports whether the leaf is an array of run-time length.
func (l Leaf) handedOn() bool { return len(l.Dims) > 0 && l.Dims[0] == nil }

// ref reports whether the leaf is a reference to a cell.
func (l Leaf) ref() bool { return l.Type.Rank == 0 && l.Type.Base == loop.Ref }

// row is the leaf of an element.
func (l Leaf) row() Leaf {
	l.Dims, l.Type = l.Dims[1:], l.Type.Elem()
	return l
}

// layout is the representation of a type; offsets[i] is the first leaf of element i of a
// tuple, or of variant i of a sum.
type layout struct {
	leaves  []Leaf
	offsets []int
}

// layouts are the representations of the types of a program.
type layouts struct {
	types map[syntax.Type]*layout
	real  *layout // of real, which most values are
	cells map[*syntax.Data]*loop.Cell
	datas map[*loop.Cell]*syntax.Data
	order []*syntax.Data
	// holding are the cells that hold arrays of numbers, as far as asked for.
	holding map[*loop.Cell]bool
	// escaped are, for each definition, the arrays among the leaves of its parameters that cells of its result keep.
	escaped map[*syntax.Def][]bool
	// rowCopies are rows that are copied where they are read, since something keeps them (rowcopies.go).
	rowCopies map[*syntax.Index]bool
	// updates are, for each definition and leaf of its result, the leaf of its parameters of which that is an update in
	// place, or -1; nil for one without (updates.go).
	updates map[*syntax.Def][]int
	// spends are, for each definition, other leaves of its parameters that it changes: arrays that no caller needs
	// after the call (spends.go).
	spends map[*syntax.Def][]int
}

func newLayouts() *layouts {
	return &layouts{types: map[syntax.Type]*layout{}, cells: map[*syntax.Data]*loop.Cell{},
		datas: map[*loop.Cell]*syntax.Data{}, holding: map[*loop.Cell]bool{}}
}

func (g *layouts) layout(t syntax.Type) *layout {
	if t == syntax.Real {
		if g.real == nil {
			g.real = g.newLayout(t)
		}
		return g.real
	}
	if l, ok := g.types[t]; ok {
		return l
	}
	l := g.newLayout(t)
	g.types[t] = l
	return l
}

// leaves are those of the layout of t. It is not written out at its two hundred places, as emitter.op of wasmbackend is
// not.
//
//go:noinline
func (g *layouts) leaves(t syntax.Type) []Leaf { return g.layout(t).leaves }

func (g *layouts) newLayout(t syntax.Type) *layout {
	switch t := t.(type) {
	case *syntax.Scalar:
		return &layout{leaves: []Leaf{{Type: loop.TypeOf(t)}}}
	case *syntax.IdxType:
		return &layout{leaves: []Leaf{{Type: loop.IntType}}}
	case *syntax.TupleType:
		return g.productLayout(nil, t.Elems)
	case *syntax.SumType:
		l := g.productLayout([]Leaf{{Type: loop.IntType, Tag: t.Linear}}, t.Variants)
		for i := range l.leaves[1:] {
			l.leaves[1+i].Variant = true
		}
		return l
	case *syntax.Data:
		return &layout{leaves: []Leaf{{Type: loop.RefTo(g.cell(t))}}}
	case *syntax.ArrayType:
		return g.arrayLayout(t.Len, t.Elem)
	case *syntax.DynType:
		l := g.arrayLayout(nil, t.Elem)
		if len(l.leaves) == 0 {
			l.leaves = []Leaf{{Dims: []*syntax.Size{nil}, Type: loop.Type{Base: loop.Unit, Rank: 1}}}
		}
		return l
	}
	failf("no first-order representation of %s", t)
	return nil
}

func (g *layouts) productLayout(head []Leaf, elems []syntax.Type) *layout {
	l := &layout{leaves: head, offsets: make([]int, 0, len(elems)+1)}
	for _, e := range elems {
		l.offsets = append(l.offsets, len(l.leaves))
		l.leaves = append(l.leaves, g.leaves(e)...)
	}
	l.offsets = append(l.offsets, len(l.leaves))
	return l
}

// maxRank bounds how deeply arrays nest. Loops in loops keep what they need for their derivatives
// in arrays of arrays, and n loops in each other need code of the size n⁴ to make them.
const maxRank = 32

func (g *layouts) arrayLayout(n *syntax.Size, elem syntax.Type) *layout {
	l := &layout{}
	for _, e := range g.leaves(elem) {
		e.Dims = append([]*syntax.Size{n}, e.Dims...)
		e.Type = e.Type.Array()
		if len(e.Dims) > maxRank {
			failf("arrays nested more than %d deep: the loops around them are nested too deeply", maxRank)
		}
		l.leaves = append(l.leaves, e)
	}
	return l
}

// part is the range of leaves of element or variant i of t.
func (g *layouts) part(t syntax.Type, i int) (lo, hi int) {
	l := g.layout(t)
	return l.offsets[i], l.offsets[i+1]
}

// cell is the cell of a data type.
func (g *layouts) cell(d *syntax.Data) *loop.Cell {
	if c, ok := g.cells[d]; ok {
		return c
	}
	c := &loop.Cell{Name: d.Name, Linear: d.Linear, Nil: -1}
	for _, k := range d.Ctors() {
		c.Ctors = append(c.Ctors, loop.Ctor{Name: k.Name})
	}
	g.cells[d], g.datas[c] = c, d
	g.order = append(g.order, d)
	for k, ctor := range d.Ctors() { // the fields may refer to c
		names := g.leafNames(ctor.Name, ctor.Arg)
		for i, l := range g.leaves(ctor.Arg) {
			c.Ctors[k].Fields = append(c.Ctors[k].Fields, loop.Field{Name: names[i], Type: l.Type})
		}
	}
	for k := len(c.Ctors) - 1; k >= 0 && !c.Linear; k-- {
		if len(c.Ctors[k].Fields) == 0 {
			c.Nil = k
		}
	}
	return c
}

// leafNames gives a name for each leaf of a value named base.
func (g *layouts) leafNames(base string, t syntax.Type) []string {
	return g.appendNames(make([]string, 0, len(g.leaves(t))), base, t)
}

func (g *layouts) appendNames(out []string, base string, t syntax.Type) []string {
	switch t := t.(type) {
	case *syntax.TupleType:
		for i, el := range t.Elems {
			sub := base + strconv.Itoa(i+1)
			if t.Names != nil {
				sub = base + "_" + t.Names[i]
			}
			out = g.appendNames(out, sub, el)
		}
		return out
	case *syntax.SumType:
		out = append(out, base+"_tag")
		for i, v := range t.Variants {
			out = g.appendNames(out, base+strconv.Itoa(i+1), v)
		}
		return out
	case *syntax.ArrayType:
		return g.appendNames(out, base, t.Elem)
	case *syntax.DynType:
		if more := g.appendNames(out, base, t.Elem); len(more) > len(out) {
			return more
		}
	}
	if len(g.leaves(t)) == 1 {
		return append(out, base)
	}
	return out
}

// failure carries an error to [Program].
func failf(format string, args ...any) { stop.With(fmt.Errorf(format, args...)) }

// Leaves are the leaves of a type. The error says which type has no first-order representation.
func Leaves(t syntax.Type) (ls []Leaf, err error) {
	defer stop.Recover(&err)
	return newLayouts().leaves(t), nil
}
