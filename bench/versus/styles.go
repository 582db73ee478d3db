package versus

import (
	"github.com/seed-4b734f86/gochad/chad"
	. "github.com/seed-4b734f86/gochad/syntax/build"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A Style is the derivative of a problem from another text of its function, to be run beside it.
type Style struct {
	Name string
	// Model and Func are the file and the export; without a file Unrolled makes the function, whose arguments are those
	// of the problem.
	Model, Func string
	Unrolled    func() (*chad.Func, error)
	// From is the first of its results that the problem has too.
	From int
}

// Compile compiles the text.
// The error is that of the compiler.
func (s *Style) Compile() (*wasmbackend.Module, error) {
	if s.Unrolled == nil {
		p := Problem{Model: s.Model}
		return p.Compile(wasmbackend.Options{})
	}
	f, err := s.Unrolled()
	if err != nil {
		return nil, err
	}
	g, err := chad.ValueAndGrad(f)
	if err != nil {
		return nil, err
	}
	return chad.CompileWasm(wasmbackend.Options{}, chad.Export{Func: g, Name: s.Func})
}

// unrolledRosenbrock is Rosenbrock's function as one expression: no loop, every element by its number.
func unrolledRosenbrock(n int) (*chad.Func, error) {
	p := NewProgram()
	Def1(p, "unrolled", ArrayT(p.N(n), RealT), RealT, func(x V) R {
		var s R
		a := AtInt(x, LitInt(0))
		for i := range n - 1 {
			b := AtInt(x, LitInt(i+1))
			t := Add(Mul(Lit(100), Square(Sub(b, Square(a)))), Square(Sub(Lit(1), a)))
			if i > 0 {
				t = Add(s, t)
			}
			s, a = t, b
		}
		return s
	}).Names("x")
	return chad.Built(p, "unrolled")
}

// unrolledPacking is circle packing with every pair by itself.
func unrolledPacking(n int) (*chad.Func, error) {
	p := NewProgram()
	vec := ArrayT(p.N(n), RealT)
	Def3(p, "unrolled", vec, vec, vec, RealT, func(x, y, r V) R {
		type circle struct{ x, y, r R }
		cs := make([]circle, n)
		for i := range cs {
			cs[i] = circle{AtInt(x, LitInt(i)), AtInt(y, LitInt(i)), AtInt(r, LitInt(i))}
		}
		zero := func() R { return Lit(0) }
		s := Lit(0)
		for i, c := range cs {
			t := Sub(Add(Sqrt(Add(Square(c.x), Square(c.y))), c.r), Lit(1))
			s = Add(s, If(p, Less(Lit(0), t), func() R { return Square(t) }, zero))
			for _, d := range cs[:i] {
				far := Add(Square(Sub(c.x, d.x)), Square(Sub(c.y, d.y)))
				reach := Add(c.r, d.r)
				s = Add(s, If(p, Less(far, Square(reach)), func() R { return Square(Sub(reach, Sqrt(far))) }, zero))
			}
		}
		return s
	}).Names("x", "y", "r")
	return chad.Built(p, "unrolled")
}
