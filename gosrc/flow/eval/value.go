package eval

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Value is the value of an expression: a number, or what Parts, Ptr or Fun say.
type Value struct {
	Num   syntax.Value
	Cells []*Cell // the parts of an array or struct; of a slice, from its first element to its capacity
	Len   int     // of a slice
	Slice bool
	Ptr   *Cell
	Fun   *Closure
	// Mark is what an [Observer] knows the number by; 0 if it does not.
	Mark int32
}

// A Cell is a place in memory.
type Cell struct{ Value Value }

// A Closure is a function value with the variables around it.
type Closure struct {
	Func *flow.Func
	env  *frame
}

// Zero is the zero value of a type.
func Zero(t flow.Type) Value { return zeroOf(t) }

// zeroOf is the zero value of a type.
func zeroOf(t flow.Type) Value {
	switch t := t.(type) {
	case *flow.Array:
		v := Value{Cells: make([]*Cell, t.Len)}
		for i := range v.Cells {
			v.Cells[i] = &Cell{zeroOf(t.Elem)}
		}
		return v
	case *flow.Struct:
		v := Value{Cells: make([]*Cell, len(t.Fields))}
		for i, f := range t.Fields {
			v.Cells[i] = &Cell{zeroOf(f.Type)}
		}
		return v
	case *flow.Slice:
		return Value{Slice: true}
	case *flow.Basic, *flow.Pointer, *flow.FuncType:
		return Value{}
	}
	panic(fmt.Sprintf("eval: unexpected type %T", t))
}

// clone is the value as an assignment copies it: arrays and structs with new cells, slices and pointers as they are.
func (v Value) clone() Value {
	if v.Slice || v.Cells == nil {
		return v
	}
	w := Value{Cells: make([]*Cell, len(v.Cells))}
	for i, c := range v.Cells {
		w.Cells[i] = &Cell{c.Value.clone()}
	}
	return w
}
