package flow

import (
	"fmt"
	"strings"
)

// A Type is the type of a value: *Basic, *Slice, *Array, *Struct, *Func, and in reference form *Pointer.
// Types are compared with Same.
type Type interface {
	fmt.Stringer
	flowType()
}

// Basic is a type without parts.
type Basic struct {
	name string
	// Bits is the width of a number.
	Bits int
	// Kind tells the families apart.
	Kind Kind
}

// Kind is a family of basic types.
type Kind uint8

// The kinds.
const (
	KindReal  Kind = iota // float64 and float32
	KindInt               // signed integers
	KindUint              // unsigned integers
	KindBool              //
	KindError             // error: only nil or not is known
	// values that cannot influence a result: strings, channels, interfaces; they are not represented
	KindOpaque
)

// The basic types. uint and uintptr are Uint64, int is Int64: programs are made for 64-bit machines.
var (
	Real    = &Basic{"float64", 64, KindReal}
	Real32  = &Basic{"float32", 32, KindReal}
	Int     = &Basic{"int", 64, KindInt}
	Int8    = &Basic{"int8", 8, KindInt}
	Int16   = &Basic{"int16", 16, KindInt}
	Int32   = &Basic{"int32", 32, KindInt}
	Uint8   = &Basic{"uint8", 8, KindUint}
	Uint16  = &Basic{"uint16", 16, KindUint}
	Uint32  = &Basic{"uint32", 32, KindUint}
	Uint64  = &Basic{"uint64", 64, KindUint}
	Bool    = &Basic{"bool", 1, KindBool}
	ErrorT  = &Basic{"error", 0, KindError}
	OpaqueT = &Basic{"opaque", 0, KindOpaque}
	// StringT is a string as the number of the constant that it is equal to: 0 for the empty
	// one, -1 for none.
	StringT = &Basic{"string", 64, KindInt}
	// MethodT says which method of an interface is meant; reference form only.
	MethodT = &Basic{"method", 64, KindInt}
)

// Slice is []Elem. In value form all elements that are slices themselves have one length (a matrix is rectangular);
// what comes from a caller is checked.
type Slice struct{ Elem Type }

// Array is [Len]Elem.
type Array struct {
	Len  int
	Elem Type
}

// Struct is a structure; Name is for printing, and empty for literal types.
type Struct struct {
	Name   string
	Fields []Field
	// Map says that the struct stands for what a map refers to: a nil pointer to one reads as zeros.
	Map bool
	// Whole says that all fields are there, whatever is read: the struct is that of a library's type.
	Whole bool
}

// SetSuffix ends the name of a field that says whether the field of that name, a slice or pointer, is not nil.
const SetSuffix = "?"

// Field is a field of a Struct. A Constant one does not vary for differentiation (//chad:nodiff).
type Field struct {
	Name     string
	Type     Type
	Constant bool
}

// FuncType is the type of a function value. Interface is the Go type of values that are called through their methods;
// it is empty for functions.
type FuncType struct {
	Params, Results []Type
	Interface       string
}

// Pointer is *Elem; reference form only.
type Pointer struct{ Elem Type }

func (*Basic) flowType()    {}
func (*Slice) flowType()    {}
func (*Array) flowType()    {}
func (*Struct) flowType()   {}
func (*FuncType) flowType() {}
func (*Pointer) flowType()  {}

// String is the type as Go writes it.
func (t *Basic) String() string { return t.name }

// String is the type as Go writes it.
func (t *Slice) String() string { return "[]" + t.Elem.String() }

// String is the type as Go writes it.
func (t *Array) String() string { return fmt.Sprintf("[%d]%v", t.Len, t.Elem) }

// String is the type as Go writes it.
func (t *Pointer) String() string { return "*" + t.Elem.String() }

// String is the name, or the type as Go writes it.
func (t *Struct) String() string {
	if t.Name != "" {
		return t.Name
	}
	fields := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		fields[i] = f.Name + " " + f.Type.String()
	}
	return "struct{" + strings.Join(fields, "; ") + "}"
}

// String is the type as Go writes it, with the paths of packages in the names of interfaces.
func (t *FuncType) String() string {
	if t.Interface != "" {
		return t.Interface
	}
	return "func" + list(t.Params) + " " + list(t.Results)
}

func list(ts []Type) string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.String()
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// Same reports whether two types have the same structure. Names of structs do not count.
func Same(a, b Type) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *Slice:
		b, ok := b.(*Slice)
		return ok && Same(a.Elem, b.Elem)
	case *Array:
		b, ok := b.(*Array)
		return ok && a.Len == b.Len && Same(a.Elem, b.Elem)
	case *Pointer:
		b, ok := b.(*Pointer)
		return ok && Same(a.Elem, b.Elem)
	case *Struct:
		b, ok := b.(*Struct)
		if !ok || len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if !Same(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	case *FuncType:
		b, ok := b.(*FuncType)
		return ok && a.Interface == b.Interface && sameAll(a.Params, b.Params) && sameAll(a.Results, b.Results)
	case *Basic:
	}
	return false
}

func sameAll(a, b []Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Same(a[i], b[i]) {
			return false
		}
	}
	return true
}

// Varies reports whether a type has reals that are not constant.
func Varies(t Type) bool {
	switch t := t.(type) {
	case *Basic:
		return t.Kind == KindReal
	case *Slice:
		return Varies(t.Elem)
	case *Array:
		return Varies(t.Elem)
	case *Pointer:
		return Varies(t.Elem)
	case *Struct:
		for _, f := range t.Fields {
			if !f.Constant && Varies(f.Type) {
				return true
			}
		}
	case *FuncType:
	}
	return false
}
