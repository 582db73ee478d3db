package eval

import (
	"fmt"
	"reflect"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// From is a Go value as a value of type t. Slices and pointers get memory of their own; Flat reads it back.
// Functions cannot be brought in.
func From(v reflect.Value, t flow.Type) Value {
	switch t := t.(type) {
	case *flow.Basic:
		return Value{Num: number(v, t)}
	case *flow.Slice:
		if v.IsNil() {
			return Value{Slice: true}
		}
		out := Value{Slice: true, Len: v.Len(), Cells: make([]*Cell, v.Len())}
		for i := range out.Cells {
			out.Cells[i] = &Cell{From(v.Index(i), t.Elem)}
		}
		return out
	case *flow.Array:
		out := Value{Cells: make([]*Cell, v.Len())}
		for i := range out.Cells {
			out.Cells[i] = &Cell{From(v.Index(i), t.Elem)}
		}
		return out
	case *flow.Struct:
		out := Value{Cells: make([]*Cell, v.NumField())}
		for i, f := range t.Fields {
			out.Cells[i] = &Cell{From(v.Field(i), f.Type)}
		}
		return out
	case *flow.Pointer:
		if v.IsNil() {
			return Value{}
		}
		return Value{Ptr: &Cell{From(v.Elem(), t.Elem)}}
	case *flow.FuncType:
	}
	panic(fmt.Sprintf("eval: no value of type %v from %v", t, v.Type()))
}

func number(v reflect.Value, t *flow.Basic) syntax.Value {
	switch t.Kind {
	case flow.KindReal:
		return syntax.Value{F: v.Float()}
	case flow.KindInt:
		return syntax.Value{I: v.Int()}
	case flow.KindUint:
		return syntax.Value{I: int64(v.Uint())}
	case flow.KindBool:
		if v.Bool() {
			return syntax.Value{I: 1}
		}
	case flow.KindError:
		if !v.IsNil() {
			return syntax.Value{I: 1}
		}
	case flow.KindOpaque:
	}
	return syntax.Value{}
}

// Flat lists all numbers of a value of type t in order, with the lengths of slices before their elements; opaque parts
// and functions are left out. Two values are the same when their lists are.
func (v Value) Flat(t flow.Type) []syntax.Value {
	switch t := t.(type) {
	case *flow.Basic:
		if t.Kind == flow.KindOpaque {
			return nil
		}
		if t.Kind == flow.KindError && v.Num.I != 0 { // which one it is does not count
			return []syntax.Value{{I: 1}}
		}
		return []syntax.Value{v.Num}
	case *flow.Slice:
		out := []syntax.Value{{I: int64(v.Len)}}
		for _, c := range v.Cells[:v.Len] {
			out = append(out, c.Value.Flat(t.Elem)...)
		}
		return out
	case *flow.Array:
		var out []syntax.Value
		for _, c := range v.Cells {
			out = append(out, c.Value.Flat(t.Elem)...)
		}
		return out
	case *flow.Struct:
		var out []syntax.Value
		for i, c := range v.Cells {
			out = append(out, c.Value.Flat(t.Fields[i].Type)...)
		}
		return out
	case *flow.Pointer:
		if v.Ptr == nil {
			return []syntax.Value{{I: 0}}
		}
		return append([]syntax.Value{{I: 1}}, v.Ptr.Value.Flat(t.Elem)...)
	case *flow.FuncType:
		return nil
	}
	panic(fmt.Sprintf("eval: unexpected type %T", t))
}
