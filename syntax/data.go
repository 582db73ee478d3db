package syntax

// Data is a nominal sum with named constructors, possibly recursive: lists,
// trees, tags. Its address is its identity. A Linear data type is the
// (co)tangent type of another one and has, like a linear [SumType], an extra zero.
type Data struct {
	typeID
	Name   string
	Linear bool
	ctors  []Ctor
}

// Ctor is a constructor: its name and the type of its one argument (unit for none).
type Ctor struct {
	Name string
	Arg  Type
}

// NewData declares a data type; [Data.Define] gives the constructors, which may mention it.
func NewData(name string, linear bool) *Data {
	return &Data{typeID: ground(), Name: name, Linear: linear}
}

// Define sets the constructors, once.
func (d *Data) Define(ctors ...Ctor) *Data {
	if d.ctors != nil {
		panic("syntax: data type " + d.Name + " is defined twice")
	}
	d.ctors = ctors
	return d
}

// Ctors returns the constructors in order. The slice must not be changed.
func (d *Data) Ctors() []Ctor { return d.ctors }

// String is the name of the data type.
func (d *Data) String() string { return d.Name }

// Variants returns the argument types of the variants of a sum or data type,
// and whether t is one.
func Variants(t Type) ([]Type, bool) {
	switch t := t.(type) {
	case *SumType:
		return t.Variants, true
	case *Data:
		vs := make([]Type, len(t.ctors))
		for i, c := range t.ctors {
			vs[i] = c.Arg
		}
		return vs, true
	default:
		return nil, false
	}
}

// IsLinearSum reports whether t is a linear sum or linear data type.
func IsLinearSum(t Type) bool {
	switch t := t.(type) {
	case *SumType:
		return t.Linear
	case *Data:
		return t.Linear
	default:
		return false
	}
}
