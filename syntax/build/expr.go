package build

import (
	"runtime"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Expr is an expression of type A.
type Expr[A Ty] struct{ e expr }

// The expressions that occur most.
type (
	R = Expr[Real]        // a real
	I = Expr[Int]         // an int
	B = Expr[Bool]        // a bool
	V = Expr[Array[Real]] // a vector
)

// Named gives the expression a name for printers, and returns it.
func (x Expr[A]) Named(name string) Expr[A] {
	if r, ok := x.e.term.(*syntax.VarRef); ok && r.Var.Name == "t" {
		r.Var.Name = name
	}
	return x
}

// Term is the expression in the core language: a variable or a literal. It is nil
// after a mistake.
func (x Expr[A]) Term() syntax.Term { return x.e.term }

// expression is what an operation makes of operands. The operation calls it itself.
func expression[A Ty](f func() syntax.Term, ops ...expr) Expr[A] {
	var pcs [2]uintptr
	at := outside(pcs[:], runtime.Callers(calledFrom, pcs[:]), calledFrom)
	return Expr[A]{constructAt(at, f, ops)}
}

func literal[A Ty](c syntax.Term) Expr[A] { return Expr[A]{expr{term: c}} }

// Lit is a real literal.
func Lit(x float64) R { return literal[Real](syntax.RealLit(x)) }

// LitInt is an int literal.
func LitInt(n int) I { return literal[Int](syntax.IntLit(int64(n))) }

// LitBool is a bool literal.
func LitBool(b bool) B { return literal[Bool](syntax.BoolLit(b)) }

// Nothing is the value of unit.
func Nothing() Expr[Unit] { return literal[Unit](syntax.UnitTerm()) }

// Prim applies a primitive of the table ([syntax.OpByName]) to arguments of its parameter types.
func Prim[A, B Ty](name string, args ...Expr[A]) Expr[B] {
	var few [3]expr
	ops := few[:0]
	for _, a := range args {
		ops = append(ops, a.e)
	}
	var pcs [1]uintptr // it is called from outside, by those above all who make programs of data
	return primitiveAt[B](outside(pcs[:], runtime.Callers(calledFrom, pcs[:]), calledFrom), name, ops)
}

func primitive[A Ty](name string, ops ...expr) Expr[A] {
	var pcs [2]uintptr
	return primitiveAt[A](outside(pcs[:], runtime.Callers(calledFrom, pcs[:]), calledFrom), name, ops)
}

func primitiveAt[A Ty](at *syntax.Pos, name string, ops []expr) Expr[A] {
	return Expr[A]{constructAt(at, func() syntax.Term {
		op := syntax.OpByName(name)
		if op == nil {
			panic("syntax: no primitive " + name)
		}
		var few [3]syntax.Term
		ts := few[:0]
		for _, o := range ops {
			ts = append(ts, o.term)
		}
		return syntax.NewPrimAt(at, op, ts...)
	}, ops)}
}

// numeric picks the primitive for the type of the operands.
func numeric[A Number](onReal, onInt string) string {
	var a A
	if _, ok := any(a).(Int); ok {
		return onInt
	}
	return onReal
}

// Add is a + b.
func Add[A Number](a, b Expr[A]) Expr[A] { return primitive[A](numeric[A]("+", "iadd"), a.e, b.e) }

// Sub is a - b.
func Sub[A Number](a, b Expr[A]) Expr[A] { return primitive[A](numeric[A]("-", "isub"), a.e, b.e) }

// Mul is a * b.
func Mul[A Number](a, b Expr[A]) Expr[A] { return primitive[A](numeric[A]("*", "imul"), a.e, b.e) }

// Div is a / b; on ints it rounds toward zero.
func Div[A Number](a, b Expr[A]) Expr[A] { return primitive[A](numeric[A]("/", "idiv"), a.e, b.e) }

// Neg is -a.
func Neg[A Number](a Expr[A]) Expr[A] { return primitive[A](numeric[A]("neg", "ineg"), a.e) }

// Max is the greater of a and b.
func Max[A Number](a, b Expr[A]) Expr[A] { return primitive[A](numeric[A]("max", "imax"), a.e, b.e) }

// Min is the smaller of a and b.
func Min[A Number](a, b Expr[A]) Expr[A] { return primitive[A](numeric[A]("min", "imin"), a.e, b.e) }

// Mod is the remainder of a / b.
func Mod(a, b I) I { return primitive[Int]("imod", a.e, b.e) }

// Less is a < b.
func Less[A Number](a, b Expr[A]) B { return primitive[Bool](numeric[A]("lt", "ilt"), a.e, b.e) }

// LessEq is a <= b.
func LessEq[A Number](a, b Expr[A]) B { return primitive[Bool](numeric[A]("le", "ile"), a.e, b.e) }

// Eq is a == b.
func Eq[A Number](a, b Expr[A]) B { return primitive[Bool](numeric[A]("eq", "ieq"), a.e, b.e) }

// And is a && b, both evaluated.
func And(a, b B) B { return primitive[Bool]("and", a.e, b.e) }

// Or is a || b, both evaluated.
func Or(a, b B) B { return primitive[Bool]("or", a.e, b.e) }

// Not is the negation of a.
func Not(a B) B { return primitive[Bool]("not", a.e) }

// Pow is x to the power y.
func Pow(x, y R) R { return primitive[Real]("pow", x.e, y.e) }

// PowInt is x to the integer power n.
func PowInt(x R, n I) R { return primitive[Real]("powi", x.e, n.e) }

// Square is x * x.
func Square(x R) R { return Mul(x, x) }

// Exp is eˣ.
func Exp(x R) R { return primitive[Real]("exp", x.e) }

// Log is the natural logarithm.
func Log(x R) R { return primitive[Real]("log", x.e) }

// Sqrt is the square root.
func Sqrt(x R) R { return primitive[Real]("sqrt", x.e) }

// Sin is the sine.
func Sin(x R) R { return primitive[Real]("sin", x.e) }

// Cos is the cosine.
func Cos(x R) R { return primitive[Real]("cos", x.e) }

// Tanh is the hyperbolic tangent.
func Tanh(x R) R { return primitive[Real]("tanh", x.e) }

// Abs is the absolute value.
func Abs(x R) R { return primitive[Real]("abs", x.e) }

// ToReal is an int as a real.
func ToReal(n I) R { return primitive[Real]("real", n.e) }

// ToInt rounds a real toward zero.
func ToInt(x R) I { return primitive[Int]("int", x.e) }
