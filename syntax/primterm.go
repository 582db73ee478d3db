package syntax

import (
	"fmt"
	"slices"
)

// The operations below build source terms; derivatives are written with them.

// RealLit is a real literal.
func RealLit(f float64) *Const { return &Const{typed{Real, 0}, f, 0} }

// IntLit is an int literal.
func IntLit(i int64) *Const { return &Const{typed{Int, 0}, 0, i} }

// BoolLit is a bool literal.
func BoolLit(b bool) *Const {
	if b {
		return literalTrue
	}
	return literalFalse
}

var literalFalse, literalTrue = &Const{typed{Bool, 0}, 0, 0}, &Const{typed{Bool, 0}, 0, 1}

// NewPrim applies a primitive to arguments of its parameter types.
func NewPrim(op *Op, args ...Term) *Prim {
	if len(args) != len(op.Params) {
		panic(fmt.Sprintf("syntax: %s takes %d arguments, not %d", op.Name, len(op.Params), len(args)))
	}
	n := Nodes(0)
	for i, a := range args {
		want(a, op.Params[i], op.Name)
		n |= a.kinds()
	}
	// One piece of memory for the node and up to two operands: terms are full of these.
	switch len(args) {
	case 1:
		m := new(struct {
			p    Prim
			args [1]Term
		})
		m.p.Op, m.p.nodes, m.args[0] = op, n, args[0]
		m.p.Args = m.args[:]
		return &m.p
	case 2:
		m := new(struct {
			p    Prim
			args [2]Term
		})
		m.p.Op, m.p.nodes, m.args[0], m.args[1] = op, n, args[0], args[1]
		m.p.Args = m.args[:]
		return &m.p
	}
	return &Prim{Op: op, Args: slices.Clone(args), nodes: n}
}

// Type is that of the result of the primitive.
func (t *Prim) Type() Type { return t.Op.Result }

func (t *Prim) kinds() Nodes { return t.nodes }

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

// apply2 is the binary primitive of that name applied to a and b.
func apply2(name string, a, b Term) Term { return NewPrim(MustOp(name), a, b) }

// sq is x·x for an atom x.
func sq(x Term) Term { return Mul(x, x) }

// inverse is 1/x.
func inverse(x Term) Term { return Div(RealLit(1), x) }

// oneLessSquare is 1 - x², without the cancellation near 1 that squaring first has.
func oneLessSquare(x Term) Term { return Mul(Sub(RealLit(1), x), Add(RealLit(1), x)) }

// isZero is x == 0 on reals.
func isZero(x Term) Term { return apply2("eq", x, RealLit(0)) }

// unlessZero is 0 where x is 0, and t elsewhere.
func unlessZero(x, t Term) Term { return NewIf(isZero(x), RealLit(0), t) }

// cond is 1 where c holds, else 0.
func cond(c Term) Term { return NewIf(c, RealLit(1), RealLit(0)) }
