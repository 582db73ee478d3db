package syntax

import (
	"slices"
)

// Value is a scalar value: F for reals, I for ints and bools (0 or 1).
type Value struct {
	F float64
	I int64
}

// An Op is a primitive operation on scalars: one row of the table, which holds
// all that the system knows about it. Adding one means adding a row to one of
// the prim….go files, and nothing else.
type Op struct {
	Name   string
	Params []Type
	Result Type
	// Infix is the operator printed between (or before) the operands; empty for prefix names.
	Infix string
	Prec  int
	// Eval is the meaning. An error is a run-time error of the program.
	Eval func(x []Value) (Value, error)
	// Partials gives ∂y/∂xᵢ as source terms over the arguments x (atoms) and
	// the result y (an atom), so that higher derivatives come free. A nil entry is
	// zero: it stands for a parameter that is not real, or for any parameter of a
	// flat operation. Partials is nil when the result is not real.
	Partials func(x []Term, y Term) []Term
	// Divides says that a zero second argument is a run-time error.
	Divides bool
	// Requires says that a false first argument is a run-time error; nothing else makes Eval fail, but what Divides
	// says.
	Requires bool
	// Exact says that every back end computes a real result to the same bits. Those of
	// ints and bools always are exact.
	Exact bool
	// Flat says that the derivative is zero wherever it exists (floor, sign).
	Flat bool
	// Rounded says that the value is that of a smooth function rounded to a few digits, and that
	// the derivative is that of the function: differences see it from afar only.
	Rounded bool
	// Singular says that a partial can be infinite or NaN where the value is
	// finite (sqrt at 0), so that the product with a zero (co)tangent must be
	// guarded (docs/nonsmooth.md).
	Singular bool
	// Factors says that a (co)tangent is multiplied with the factors of a partial that is a product one by one, the
	// last one first: their product may overflow, or be lost below all numbers, where the result is neither (1/x² times
	// what is as large as x).
	Factors bool
	// Host says that the primitive is none of the table but a function of the host ([NewHostOp]).
	Host bool
	// Joint, if not nil, says that the operation is jointly linear in all its
	// arguments, with these coefficients.
	Joint []float64
	// LinearIn lists the arguments in which it is linear when the others are held fixed.
	LinearIn []int
	// Cost is the weight in the cost model: 1 for an addition.
	Cost int
	// Domain gives for each parameter the interval where the property suite
	// samples, both ends included; ints take the integers in it.
	Domain []Interval
	// Smooth, if not nil, reports whether the suite may difference at these
	// arguments (away from kinks and jumps); an int argument comes as its value.
	Smooth func(x []float64) bool
	// Go says how the Go back end writes it.
	Go GoForm
}

// Interval is a closed range of sample points.
type Interval struct{ Lo, Hi float64 }

// GoForm is the Go lowering of a primitive: an operator, or a function of a
// package of the standard library, or a helper whose source is emitted once
// into the generated file.
type GoForm struct {
	Op      string   // infix or prefix operator
	Pkg     string   // import path, with Func
	Func    string   // name of a function, of a builtin when Pkg and Helper are empty
	Helper  string   // source of the function Func
	Imports []string // import paths that Helper needs, all of the standard library
	Conv    string   // conversion, e.g. float64
	Shift   string   // operator when the second operand is a literal from 0 to 63; else the helper
}

// A GoPair is Go source that computes two primitives of one real at once, for little more than the price of one. On amd64
// it gives to the last bit what each alone gives.
type GoPair struct {
	Ops [2]string // their names
	Go  GoForm    // a helper with two results
}

// GoPairs are the pairs that the Go back end knows, beside those of its own elementary functions.
func GoPairs() []GoPair {
	return []GoPair{
		{[2]string{"softplus", "sigmoid"}, helper("softplusSigmoid")},
		{[2]string{"sin", "cos"}, helper("sinCos")},
	}
}

// String is the name of the primitive.
func (o *Op) String() string { return o.Name }

var (
	opTable []*Op
	opIndex map[string]*Op
)

// The rows refer to each other through their derivatives, which Go's rule
// against initialisation cycles forbids in package variables.
func init() { //nolint:gochecknoinits // see above
	opTable = slices.Concat(arithmetic(), elementary(), special(), logistic(), kinked(), powers(), planar(),
		integers(), bitwise(), comparisons(), conversions(),
		jumping(), scaling(), parts(), inverseErrors(), bessels())
	opIndex = make(map[string]*Op, len(opTable)+1)
	for _, o := range append(slices.Clone(opTable), OpRequire) {
		if opIndex[o.Name] != nil {
			panic("syntax: primitive " + o.Name + " stands twice in the table")
		}
		opIndex[o.Name] = o
	}
}

// Slopes are the Partials, nil also where they are zero for these arguments, whatever their values are: by a literal 0,
// and for what is taken from itself.
func (o *Op) Slopes(x []Term, y Term) []Term {
	ds := o.Partials(x, y)
	for i, d := range ds {
		c, ok := d.(*Const)
		if !ok {
			continue
		}
		if c.F == 0 {
			ds[i] = nil
		}
		for j := range i {
			b, ok := ds[j].(*Const)
			if v, isVar := x[i].(*VarRef); ok && isVar && b.F == -c.F && sameVar(x[j], v.Var) {
				ds[i], ds[j] = nil, nil
				break
			}
		}
	}
	return ds
}

func sameVar(t Term, x *Var) bool {
	v, ok := t.(*VarRef)
	return ok && v.Var == x
}

// Ops returns the primitive table in its order.
func Ops() []*Op { return slices.Clone(opTable) }

// Fails reports whether arguments exist for which Eval fails.
func (o *Op) Fails() bool { return o.Divides || o.Requires }

// OpByName finds a primitive, or nil.
func OpByName(name string) *Op { return opIndex[name] }

// MustOp is OpByName for names known to exist.
func MustOp(name string) *Op {
	if o := OpByName(name); o != nil {
		return o
	}
	panic("syntax: no primitive " + name)
}
