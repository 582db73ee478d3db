package build

import "github.com/seed-4b734f86/gochad/syntax"

// Ty is a type of the language as a Go type. Data types of a program are
// structs that embed [Tag].
type Ty interface{ ty() }

// Tag makes a struct that embeds it a Ty:
//
//	type List struct{ build.Tag }
type Tag struct{}

func (Tag) ty() {}

// The types of the language. They have no values.
type (
	Real struct{ Tag } // real
	Int  struct{ Tag } // int
	Bool struct{ Tag } // bool
	Unit struct{ Tag } // unit
	Idx  struct{ Tag } // idx n, the index type of arrays of length n

	Pair[A, B Ty]   struct{ Tag } // (A, B)
	Either[A, B Ty] struct{ Tag } // A + B
	Array[A Ty]     struct{ Tag } // [n]A, for an n that is checked as the program is built
	Dyn[A Ty]       struct{ Tag } // [?]A, of a length known at run time only
	Func[A, B Ty]   struct{ Tag } // A → B
)

// Number is a type with arithmetic.
type Number interface {
	Real | Int
	Ty
}

// Type is a type of the language with its sizes, for the parameters of definitions and functions.
type Type[A Ty] struct{ t syntax.Type }

// Syntax is the type in the core language.
func (t Type[A]) Syntax() syntax.Type { return t.t }

// The types without parts.
var (
	RealT = Type[Real]{syntax.Real}
	IntT  = Type[Int]{syntax.Int}
	BoolT = Type[Bool]{syntax.Bool}
	UnitT = Type[Unit]{syntax.Unit}
)

// IdxT is idx n.
func IdxT(n Size) Type[Idx] { return Type[Idx]{syntax.NewIdxType(n.n)} }

// PairT is (a, b).
func PairT[A, B Ty](a Type[A], b Type[B]) Type[Pair[A, B]] {
	return Type[Pair[A, B]]{syntax.NewTupleType(a.t, b.t)}
}

// EitherT is a + b.
func EitherT[A, B Ty](a Type[A], b Type[B]) Type[Either[A, B]] {
	return Type[Either[A, B]]{syntax.NewSumType(a.t, b.t)}
}

// ArrayT is [n]a.
func ArrayT[A Ty](n Size, a Type[A]) Type[Array[A]] {
	return Type[Array[A]]{syntax.NewArrayType(n.n, a.t)}
}

// DynT is [?]a.
func DynT[A Ty](a Type[A]) Type[Dyn[A]] { return Type[Dyn[A]]{syntax.NewDynType(a.t)} }

// FuncT is a → b.
func FuncT[A, B Ty](a Type[A], b Type[B]) Type[Func[A, B]] {
	return Type[Func[A, B]]{syntax.NewFuncType(a.t, b.t)}
}

// Size is the length of an array: a polynomial in the size parameters.
type Size struct {
	s *session
	n *syntax.Size
}

// Add is n + m.
func (n Size) Add(m Size) Size { return Size{n.s, n.n.Add(m.n)} }

// Sub is n - m.
func (n Size) Sub(m Size) Size { return Size{n.s, n.n.Sub(m.n)} }

// Mul is n * m.
func (n Size) Mul(m Size) Size { return Size{n.s, n.n.Mul(m.n)} }

// Plus is n + k.
func (n Size) Plus(k int) Size { return Size{n.s, n.n.Add(syntax.SizeLit(int64(k)))} }

// Int is the size as an expression.
func (n Size) Int() I {
	return expression[Int](func() syntax.Term { return syntax.NewSizeOf(n.n) }, expr{s: n.s})
}
