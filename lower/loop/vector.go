package loop

import "github.com/seed-4b734f86/gochad/syntax"

// VectorOp is what a vector loop does.
type VectorOp uint8

// The operations, over all i < N. C is a number that does not change, X and Y are arrays of reals.
const (
	Dot   VectorOp = iota // Acc +~= X[i]*Y[i]
	Sum                   // Acc +~= X[i]
	Axpy                  // Dst[i] += C*X[i]; without C: Dst[i] += X[i]
	Scale                 // Dst[i] = C*X[i]
	Shift                 // Dst[i] += C
)

// Vector is a loop that is marked [For].Vector, taken apart.
type Vector struct {
	Op   VectorOp
	Neg  bool  // what is added or stored is negated
	Acc  *Expr // the variable of Dot and Sum
	Dst  *Expr // the array of Axpy, Scale and Shift
	C    *Expr // the factor of Axpy and Scale, the term of Shift: a variable or constant
	X, Y *Expr // the arrays that are read
}

// VectorOf takes a loop apart whose body is one statement of a form of [VectorOp], with the operands of a product in
// any order, a square for one of two equal factors, and a negation before any of them. The arrays are variables. It
// does not look at the mark.
func VectorOf(s *For) (v Vector, ok bool) {
	if len(s.Body) != 1 {
		return v, false
	}
	switch b := s.Body[0].(type) {
	case *AddTo:
		return v, v.addition(s.Var, b)
	case *Assign:
		if len(b.Lhs) != 1 {
			return v, false
		}
		v.Op, v.Dst = Scale, element(s.Var, b.Lhs[0])
		return v, v.Dst != nil && v.product(s.Var, b.Rhs[0]) && v.C != nil && v.X != nil
	}
	return v, false
}

func (v *Vector) addition(i *Var, s *AddTo) bool {
	if s.Lhs.Kind == VarExpr {
		v.Acc = s.Lhs
		if !s.Free || s.Lhs.Type != RealType || !v.product(i, s.Rhs) || v.C != nil {
			return false
		}
		if v.Op = Sum; v.Y != nil {
			v.Op = Dot
		}
		return true
	}
	if v.Dst = element(i, s.Lhs); v.Dst == nil || !v.product(i, s.Rhs) || v.Y != nil {
		return false
	}
	if v.Op = Axpy; v.X == nil {
		v.Op = Shift
	}
	return true
}

// product finds C, X and Y in a product of one or two factors.
func (v *Vector) product(i *Var, e *Expr) bool {
	for e.Kind == PrimExpr && e.Prim == syntax.OpNeg {
		e, v.Neg = e.Args[0], !v.Neg
	}
	if e.Kind == PrimExpr && e.Prim.Name == "square" {
		a := element(i, e.Args[0])
		v.X, v.Y = a, a
		return a != nil
	}
	if e.Kind == PrimExpr && e.Prim == syntax.OpMul {
		return v.factor(i, e.Args[0]) && v.factor(i, e.Args[1])
	}
	return v.factor(i, e)
}

func (v *Vector) factor(i *Var, e *Expr) bool {
	for e.Kind == PrimExpr && e.Prim == syntax.OpNeg {
		e, v.Neg = e.Args[0], !v.Neg
	}
	a := element(i, e)
	switch {
	case a != nil && v.X == nil:
		v.X = a
	case a != nil && v.Y == nil:
		v.Y = a
	case e.IsAtom() && e.Type == RealType && v.C == nil:
		v.C = e
	default:
		return false
	}
	return true
}

// element is the array variable of an element at the index of a loop, or nil.
func element(i *Var, e *Expr) *Expr {
	if e.Kind == IndexExpr && e.Type == RealType && e.Args[0].Kind == VarExpr && e.Args[1].IsVar(i) {
		return e.Args[0]
	}
	return nil
}

// Arrays are the arrays of v.
func (v *Vector) Arrays() (out []*Expr) {
	for _, a := range []*Expr{v.Dst, v.X, v.Y} {
		if a != nil {
			out = append(out, a)
		}
	}
	return out
}
