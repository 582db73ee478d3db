package loop

import (
	"strings"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Base is the type of the elements of an array, or of a scalar.
type Base uint8

// The bases.
const (
	Real Base = iota // float64
	Int              // int, also indices and tags
	Bool
	Unit // no information: only the length of an array of units is ever used
	Ref  // a reference to a cell, or nil
)

// Type is the type of a variable or expression: Rank 0 is a scalar, Rank k an array with k
// indices. Types are comparable with ==.
type Type struct {
	Base Base
	Rank int32
	Cell *Cell // of Ref
}

// The scalar types.
var (
	RealType = Type{Base: Real} //nolint:gochecknoglobals // a constant
	IntType  = Type{Base: Int}  //nolint:gochecknoglobals // a constant
	BoolType = Type{Base: Bool} //nolint:gochecknoglobals // a constant
)

// RefTo is the type of references to a cell.
func RefTo(c *Cell) Type { return Type{Base: Ref, Cell: c} }

// Array is the type of arrays of t.
func (t Type) Array() Type { t.Rank++; return t }

// Elem is the type of a row or element of an array.
func (t Type) Elem() Type {
	if t.Rank == 0 {
		panic("loop: element of a scalar type")
	}
	t.Rank--
	return t
}

// Scalar is the type of what stands under all indices.
func (t Type) Scalar() Type { t.Rank = 0; return t }

// IsArray reports whether the type has indices.
func (t Type) IsArray() bool { return t.Rank > 0 }

// IsNumber reports whether t is a real, an int or a bool.
func (t Type) IsNumber() bool { return t.Rank == 0 && t.Base <= Bool }

// String writes a type as the text form does: real, [][]int, &list.
func (t Type) String() string {
	s := strings.Repeat("[]", int(t.Rank))
	switch t.Base {
	case Real:
		return s + "real"
	case Int:
		return s + "int"
	case Bool:
		return s + "bool"
	case Unit:
		return s + "unit"
	case Ref:
		if t.Cell == nil {
			return s + "&?"
		}
		return s + "&" + t.Cell.Name
	}
	return s + "?"
}

// A Cell is an inductive data type: a tag, and the fields of the constructor it names.
type Cell struct {
	Name   string
	Ctors  []Ctor
	Linear bool // a data type of cotangents: nil is its zero, tags start at 1, and it has an addition
	Nil    int  // the constructor that nil stands for, or -1
}

// A Ctor is one constructor of a cell.
type Ctor struct {
	Name   string
	Fields []Field
}

// A Field is one scalar, array or reference in a cell.
type Field struct {
	Name string
	Type Type
}

// Tag is the tag of constructor i: linear cells keep 0 for their zero.
func (c *Cell) Tag(i int) int64 {
	if c.Linear {
		return int64(i) + 1
	}
	return int64(i)
}

// TypeOf is the type of the values of a scalar type.
func TypeOf(t *syntax.Scalar) Type {
	switch t {
	case syntax.Real:
		return RealType
	case syntax.Int:
		return IntType
	}
	return BoolType
}
