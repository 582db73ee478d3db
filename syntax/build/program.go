package build

import (
	"errors"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Program is a program under construction.
type Program struct {
	s    *session
	prog *syntax.Program
	used []*syntax.Def // from outside
}

// NewProgram begins a program.
func NewProgram() *Program {
	return &Program{s: &session{}, prog: &syntax.Program{}}
}

// Finish returns the program, or all mistakes in the order in which they were
// made, each an [*Error].
func (p *Program) Finish() (*syntax.Program, error) {
	if len(p.s.errs) > 0 {
		return nil, errors.Join(p.s.errs...)
	}
	p.adopt()
	if err := syntax.VerifyProgram(p.prog); err != nil {
		return nil, err
	}
	return p.prog, nil
}

// Size is a size parameter: a definition has those that the types of its parameters mention.
func (p *Program) Size(name string) Size { return Size{p.s, syntax.SizeOfVar(syntax.NewSizeVar(name))} }

// N is the constant size n.
func (p *Program) N(n int) Size { return Size{p.s, syntax.SizeLit(int64(n))} }

// Fn1 is a definition with one parameter.
type Fn1[A, B Ty] struct{ d *definition }

// Fn2 is a definition with two parameters.
type Fn2[A, B, C Ty] struct{ d *definition }

// Fn3 is a definition with three parameters.
type Fn3[A, B, C, D Ty] struct{ d *definition }

// Def1 adds the definition name(x : a) : b, whose body is what body gives for x.
func Def1[A, B Ty](p *Program, name string, a Type[A], b Type[B], body func(x Expr[A]) Expr[B]) Fn1[A, B] {
	return Rec1(p, name, a, b, func(_ Fn1[A, B], x Expr[A]) Expr[B] { return body(x) })
}

// Rec1 is [Def1] with the definition itself for recursive calls.
func Rec1[A, B Ty](p *Program, name string, a Type[A], b Type[B], body func(self Fn1[A, B], x Expr[A]) Expr[B]) Fn1[A,
	B] {
	d := p.declare(name, b.t, a.t)
	d.define(func(x []expr) expr { return body(Fn1[A, B]{d}, Expr[A]{x[0]}).e })
	return Fn1[A, B]{d}
}

// Def2 adds the definition name(x : a, y : b) : c.
func Def2[A, B, C Ty](p *Program, name string, a Type[A], b Type[B], c Type[C],
	body func(x Expr[A], y Expr[B]) Expr[C],
) Fn2[A, B, C] {
	d := p.declare(name, c.t, a.t, b.t)
	d.define(func(x []expr) expr { return body(Expr[A]{x[0]}, Expr[B]{x[1]}).e })
	return Fn2[A, B, C]{d}
}

// Def3 adds the definition name(x : a, y : b, z : c) : d.
func Def3[A, B, C, D Ty](p *Program, name string, a Type[A], b Type[B], c Type[C], result Type[D],
	body func(x Expr[A], y Expr[B], z Expr[C]) Expr[D],
) Fn3[A, B, C, D] {
	d := p.declare(name, result.t, a.t, b.t, c.t)
	d.define(func(x []expr) expr { return body(Expr[A]{x[0]}, Expr[B]{x[1]}, Expr[C]{x[2]}).e })
	return Fn3[A, B, C, D]{d}
}

// Call is f(x). The size parameters of f follow from the type of x.
func (f Fn1[A, B]) Call(x Expr[A]) Expr[B] { return Expr[B]{f.d.call(x.e)} }

// Call is f(x, y).
func (f Fn2[A, B, C]) Call(x Expr[A], y Expr[B]) Expr[C] { return Expr[C]{f.d.call(x.e, y.e)} }

// Call is f(x, y, z).
func (f Fn3[A, B, C, D]) Call(x Expr[A], y Expr[B], z Expr[C]) Expr[D] {
	return Expr[D]{f.d.call(x.e, y.e, z.e)}
}

// Names gives the parameters their names, for printers.
func (f Fn1[A, B]) Names(x string) Fn1[A, B] { f.d.names(x); return f }

// Names gives the parameters their names, for printers.
func (f Fn2[A, B, C]) Names(x, y string) Fn2[A, B, C] { f.d.names(x, y); return f }

// Names gives the parameters their names, for printers.
func (f Fn3[A, B, C, D]) Names(x, y, z string) Fn3[A, B, C, D] { f.d.names(x, y, z); return f }

// Def is the definition in the core language; its body is nil after a mistake.
func (f Fn1[A, B]) Def() *syntax.Def { return f.d.def }

// Def is the definition in the core language; its body is nil after a mistake.
func (f Fn2[A, B, C]) Def() *syntax.Def { return f.d.def }

// Def is the definition in the core language; its body is nil after a mistake.
func (f Fn3[A, B, C, D]) Def() *syntax.Def { return f.d.def }
