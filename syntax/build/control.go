package build

import "github.com/seed-4b734f86/gochad/syntax"

// MkPair is ⟨a, b⟩.
func MkPair[A, B Ty](a Expr[A], b Expr[B]) Expr[Pair[A, B]] {
	return expression[Pair[A, B]](func() syntax.Term { return syntax.NewTuple(a.e.term, b.e.term) }, a.e, b.e)
}

// Fst is the first component of a pair.
func Fst[A, B Ty](p Expr[Pair[A, B]]) Expr[A] {
	return expression[A](func() syntax.Term { return syntax.NewProj(0, p.e.term) }, p.e)
}

// Snd is the second component of a pair.
func Snd[A, B Ty](p Expr[Pair[A, B]]) Expr[B] {
	return expression[B](func() syntax.Term { return syntax.NewProj(1, p.e.term) }, p.e)
}

// Lambda is λx. body for x : a.
func Lambda[A, B Ty](p *Program, a Type[A], body func(x Expr[A]) Expr[B]) Expr[Func[A, B]] {
	return expression[Func[A, B]](func() syntax.Term {
		var x *syntax.Var
		t := p.s.block(func() expr {
			var e expr
			x, e = p.s.fresh("x", a.t)
			return body(Expr[A]{e}).e
		})
		return syntax.NewLam(x, t)
	}, expr{s: p.s})
}

// Apply is f x.
func Apply[A, B Ty](f Expr[Func[A, B]], x Expr[A]) Expr[B] {
	return expression[B](func() syntax.Term { return syntax.NewApp(f.e.term, x.e.term) }, f.e, x.e)
}

// If is if c then yes else no. Only the branch taken is evaluated.
func If[A Ty](p *Program, c B, yes, no func() Expr[A]) Expr[A] {
	return expression[A](func() syntax.Term {
		return syntax.NewIf(c.e.term,
			p.s.block(func() expr { return yes().e }), p.s.block(func() expr { return no().e }))
	}, c.e, expr{s: p.s})
}

// Inl is the left injection into t.
func Inl[A, B Ty](t Type[Either[A, B]], a Expr[A]) Expr[Either[A, B]] {
	return expression[Either[A, B]](func() syntax.Term { return syntax.NewInj(t.t, 0, a.e.term) }, a.e)
}

// Inr is the right injection into t.
func Inr[A, B Ty](t Type[Either[A, B]], b Expr[B]) Expr[Either[A, B]] {
	return expression[Either[A, B]](func() syntax.Term { return syntax.NewInj(t.t, 1, b.e.term) }, b.e)
}

// Match is case e of inl x → left x | inr y → right y.
func Match[A, B, C Ty](p *Program, e Expr[Either[A, B]], left func(Expr[A]) Expr[C],
	right func(Expr[B]) Expr[C]) Expr[C] {
	return expression[C](func() syntax.Term {
		ts := e.e.term.Type().(*syntax.SumType).Variants
		return syntax.NewCase(e.e.term,
			p.s.arm(ts[0], func(x expr) expr { return left(Expr[A]{x}).e }),
			p.s.arm(ts[1], func(x expr) expr { return right(Expr[B]{x}).e }))
	}, e.e, expr{s: p.s})
}

func (s *session) arm(t syntax.Type, f func(expr) expr) syntax.Arm {
	var a syntax.Arm
	a.Body = s.block(func() expr {
		var e expr
		a.Var, e = s.fresh("x", t)
		return f(e)
	})
	return a
}

// Loop is loop s = init for i < n do step i s.
func Loop[S Ty](n Size, init Expr[S], step func(i Expr[Idx], s Expr[S]) Expr[S]) Expr[S] {
	return expression[S](func() syntax.Term {
		return syntax.LoopFor(n.n, init.e.term, n.s.fn2(func(i, s expr) expr {
			return step(Expr[Idx]{i}, Expr[S]{s}).e
		}))
	}, init.e, expr{s: n.s})
}

// While is loop s = init while cond s do step s.
func While[S Ty](p *Program, init Expr[S], cond func(Expr[S]) B, step func(Expr[S]) Expr[S]) Expr[S] {
	return expression[S](func() syntax.Term {
		s := syntax.NewVar("s", init.e.term.Type())
		in := func(f func(Expr[S]) expr) syntax.Term {
			return p.s.block(func() expr {
				*p.s.owner.At(s.ID()) = p.s.top()
				return f(Expr[S]{expr{term: syntax.Ref(s), s: p.s}})
			})
		}
		c := in(func(x Expr[S]) expr { return cond(x).e })
		return syntax.NewWhile(caller(), s, init.e.term, c, in(func(x Expr[S]) expr { return step(x).e }))
	}, init.e, expr{s: p.s})
}

// Checkpoint is checkpoint body: the same value, but reverse mode keeps nothing of body and runs it again,
// as the schedule says.
func Checkpoint[A Ty](p *Program, by syntax.Schedule, body func() Expr[A]) Expr[A] {
	return expression[A](func() syntax.Term {
		return syntax.NewCheckpoint(by, p.s.block(func() expr { return body().e }))
	}, expr{s: p.s})
}

// JVP is jvp f x dx, the tangent of f at x in direction dx, for types without
// discrete parts.
func JVP[A, B Ty](p *Program, f func(Expr[A]) Expr[B], x, dx Expr[A]) Expr[B] {
	return expression[B](func() syntax.Term { return p.s.deriv(syntax.JVP, f2(f), x.e, dx.e) }, x.e, dx.e, expr{s: p.s})
}

// VJP is vjp f x u, the cotangent of x for the cotangent u of f x.
func VJP[A, B Ty](p *Program, f func(Expr[A]) Expr[B], x Expr[A], u Expr[B]) Expr[A] {
	return expression[A](func() syntax.Term { return p.s.deriv(syntax.VJP, f2(f), x.e, u.e) }, x.e, u.e, expr{s: p.s})
}

// Grad is grad f x, the gradient of f at x.
func Grad[A Ty](p *Program, f func(Expr[A]) R, x Expr[A]) Expr[A] { return VJP(p, f, x, Lit(1)) }

// Fixpoint is the solution of x = f x by iteration from start, a real or an array of reals, with the
// derivative of the implicit function theorem (docs/matrices.md). lib is chad.Library().
func Fixpoint[A Ty](p *Program, lib *syntax.Program, f func(Expr[A]) Expr[A], start Expr[A]) Expr[A] {
	return expression[A](func() syntax.Term {
		return p.implicit(lib, syntax.FixpointOf, "fixpoint", f2(f), start.e)
	}, start.e, expr{s: p.s})
}

// Root is the solution of f x = 0 by Newton's method from start, as for [Fixpoint].
func Root[A Ty](p *Program, lib *syntax.Program, f func(Expr[A]) Expr[A], start Expr[A]) Expr[A] {
	return expression[A](func() syntax.Term {
		return p.implicit(lib, syntax.RootOf, "root", f2(f), start.e)
	}, start.e, expr{s: p.s})
}

func (p *Program) implicit(lib *syntax.Program, eq syntax.Equation, name string, f func(expr) expr,
	start expr) syntax.Term {
	a := p.s.arm(start.term.Type(), f)
	m := &syntax.Implicit{
		Equation: eq, Name: name, At: caller(), Param: a.Var, Body: a.Body, Start: start.term,
		SolveT: lib.Lookup("solveT"),
	}
	t, err := m.Call()
	if err != nil {
		panic(failure{p.s.mistake("%s: %v", name, err)})
	}
	p.used = append(p.used, t.(*syntax.Call).Def)
	return t
}

func f2[A, B Ty](f func(Expr[A]) Expr[B]) func(expr) expr {
	return func(x expr) expr { return f(Expr[A]{x}).e }
}

func (s *session) deriv(op syntax.Operator, f func(expr) expr, at, dir expr) syntax.Term {
	a := s.arm(at.term.Type(), f)
	if t := syntax.TangentType(at.term.Type()); t != at.term.Type() {
		panic("syntax: no derivative with respect to a " + at.term.Type().String() + ": it is not made of reals only")
	}
	return syntax.NewDeriv(op, a.Var, a.Body, at.term, dir.term)
}
