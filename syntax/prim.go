package syntax

import (
	"fmt"
	"math"
	"slices"
)

// Value is a scalar value: F for reals, I for ints and bools (0 or 1).
type Value struct {
	F float64
	I int64
}

// An Op is a primitive operation on scalars: one row of the table, which holds
// all that the system knows about it. Adding one means adding a row.
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
	// zero. Partials is nil when the result is not real.
	Partials func(x []Term, y Term) []Term
	// Singular says that a partial can be infinite or NaN inside the domain, so that the
	// product with a zero (co)tangent must be guarded (docs/nonsmooth.md).
	Singular bool
	// Joint, if not nil, says that the operation is jointly linear in all its
	// arguments, with these coefficients.
	Joint []float64
	// LinearIn lists the arguments in which it is linear when the others are held fixed.
	LinearIn []int
	// Cost is the weight in the cost model: 1 for an addition.
	Cost int
	// Domain gives for each parameter the interval where the property suite samples.
	Domain []Interval
	// Smooth, if not nil, reports whether the suite may difference at these arguments
	// (away from kinks).
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
	Op     string // infix or prefix operator
	Pkg    string // import path, with Func
	Func   string
	Helper string // source of a function named Func
	Conv   string // conversion, e.g. float64
}

// String is the name of the primitive.
func (o *Op) String() string { return o.Name }

// Ops returns the primitive table in its order.
func Ops() []*Op { return slices.Clone(opTable) }

// OpByName finds a primitive, or nil.
func OpByName(name string) *Op { return opIndex[name] }

// MustOp is OpByName for names known to exist.
func MustOp(name string) *Op {
	if o := OpByName(name); o != nil {
		return o
	}
	panic("syntax: no primitive " + name)
}

func sig(n int, t Type) []Type {
	out := make([]Type, n)
	for i := range out {
		out[i] = t
	}
	return out
}

func real1(name, goFunc string, cost int, dom Interval, f func(float64) float64, d func(x, y Term) Term) *Op {
	return &Op{
		Name: name, Params: sig(1, Real), Result: Real, Cost: cost, Domain: []Interval{dom},
		Eval:     func(x []Value) (Value, error) { return Value{F: f(x[0].F)}, nil },
		Partials: func(x []Term, y Term) []Term { return []Term{d(x[0], y)} },
		Go:       GoForm{Pkg: "math", Func: goFunc},
	}
}

func real2(name, goFunc string, cost int, a, b Interval, f func(x, y float64) float64, d func(x, y, z Term) (Term, Term)) *Op {
	return &Op{
		Name: name, Params: sig(2, Real), Result: Real, Cost: cost, Domain: []Interval{a, b},
		Eval: func(x []Value) (Value, error) { return Value{F: f(x[0].F, x[1].F)}, nil },
		Partials: func(x []Term, z Term) []Term {
			p, q := d(x[0], x[1], z)
			return []Term{p, q}
		},
		Go: GoForm{Pkg: "math", Func: goFunc},
	}
}

// The operations below build source terms; derivatives are written with them.

// RealLit is a real literal.
func RealLit(f float64) *Const { return &Const{typed{Real}, f, 0} }

// IntLit is an int literal.
func IntLit(i int64) *Const { return &Const{typed{Int}, 0, i} }

// BoolLit is a bool literal.
func BoolLit(b bool) *Const {
	if b {
		return &Const{typed{Bool}, 0, 1}
	}
	return &Const{typed{Bool}, 0, 0}
}

// NewPrim applies a primitive to arguments of its parameter types.
func NewPrim(op *Op, args ...Term) *Prim {
	if len(args) != len(op.Params) {
		panic(fmt.Sprintf("syntax: %s takes %d arguments, not %d", op.Name, len(op.Params), len(args)))
	}
	for i, a := range args {
		want(a, op.Params[i], op.Name)
	}
	return &Prim{typed{op.Result}, op, args, nil}
}

// NewPrimAt is NewPrim with a source position for run-time errors.
func NewPrimAt(at *Pos, op *Op, args ...Term) *Prim {
	p := NewPrim(op, args...)
	p.At = at
	return p
}

// Add is a + b on reals.
func Add(a, b Term) Term { return NewPrim(OpAdd, a, b) }

// Sub is a - b on reals.
func Sub(a, b Term) Term { return NewPrim(OpSub, a, b) }

// Mul is a * b on reals.
func Mul(a, b Term) Term { return NewPrim(OpMul, a, b) }

// Div is a / b on reals.
func Div(a, b Term) Term { return NewPrim(OpDiv, a, b) }

// Neg is -a on reals.
func Neg(a Term) Term { return NewPrim(OpNeg, a) }

// Apply1 is the unary primitive of that name applied to a.
func Apply1(name string, a Term) Term { return NewPrim(MustOp(name), a) }

func inf() Interval { return Interval{-3, 3} }

func boolValue(b bool) Value {
	if b {
		return Value{I: 1}
	}
	return Value{}
}

func sqrtPartial(_, y Term) Term { return Div(RealLit(0.5), y) }

// guardedMul is the meaning of gmul: k·v, and 0 where v is 0 whatever k.
func guardedMul(k, v float64) float64 {
	if v == 0 {
		return 0
	}
	return k * v
}

// floatMod is fmod with the sign of the dividend.
var negInf = math.Inf(-1)

func floatMod(x, y float64) float64 { return math.Mod(x, y) }
