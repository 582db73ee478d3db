package semantics

// Value is a value of the denotational semantics. Values are immutable to their
// users. The values of one evaluation must not be used by two goroutines at a time.
//
//sumtype:decl
type Value interface{ value() }

type (
	// Real is a real.
	Real float64

	// Int is an int or an index.
	Int int64

	// Bool is a bool. The bools under disjunction are a linear type too.
	Bool bool

	// Tuple is a tuple; the empty one is the value of unit.
	Tuple struct{ Elems []Value }

	// Inj is a value of variant Tag of a sum or data type.
	Inj struct {
		Tag int
		Arg Value
	}

	// Array is an array of known or run-time length: of reals when F is not nil,
	// else of the values V.
	Array struct {
		F []float64
		V []Value
	}

	// Zero is the zero of whatever linear type it stands in.
	Zero struct{}
)

func (Real) value()     {}
func (Int) value()      {}
func (Bool) value()     {}
func (*Tuple) value()   {}
func (*Inj) value()     {}
func (*Array) value()   {}
func (Zero) value()     {}
func (*Copower) value() {}
func (*Func) value()    {}
func (*LFun) value()    {}
func (*oneHot) value()  {}
func (*coproj) value()  {}
func (*version) value() {}
func (*formal) value()  {}

var unit = &Tuple{}

// NewTuple is the tuple of vs; one value is itself.
func NewTuple(vs ...Value) Value {
	if len(vs) == 1 {
		return vs[0]
	}
	return &Tuple{vs}
}

// Reals is the array of reals xs, which it keeps.
func Reals(xs ...float64) *Array {
	if xs == nil {
		xs = []float64{}
	}
	return &Array{F: xs}
}

// Values is the array of vs, which it keeps, none of them reals.
func Values(vs ...Value) *Array { return &Array{V: vs} }

// Len is the length of the array.
func (a *Array) Len() int {
	if a.F != nil {
		return len(a.F)
	}
	return len(a.V)
}

// At is the i-th element.
func (a *Array) At(i int) Value {
	if a.F != nil {
		return Real(a.F[i])
	}
	return a.V[i]
}
