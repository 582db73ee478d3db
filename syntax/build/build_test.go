package build_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/syntax/build"
)

func finish(t *testing.T, p *build.Program) *syntax.Program {
	t.Helper()
	prog, err := p.Finish()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range prog.Defs {
		if !syntax.IsSource(d.Body) {
			t.Errorf("%s is not a source term", d.Name)
		}
	}
	return prog
}

func call(t *testing.T, d *syntax.Def, args ...semantics.Value) string {
	t.Helper()
	v, err := semantics.Call(d, args...)
	if err != nil {
		t.Fatal(err)
	}
	return semantics.Format(v)
}

// Values are by hand.
func TestMeaning(t *testing.T) {
	p := build.NewProgram()
	n := p.Size("n")
	vec := build.ArrayT(n, build.RealT)
	real2 := build.PairT(build.RealT, build.RealT)
	xs := semantics.Reals(1, 2, 3)
	two := build.Lit(2)
	type R = build.R
	type V = build.V
	pick := build.Def2(p, "pick", build.BoolT, build.RealT, build.RealT, func(b build.B, x R) R {
		return build.If(p, b, func() R { return build.Mul(x, two) }, func() R { return build.Sqrt(x) })
	})
	dot := build.Def2(p, "dot", vec, vec, build.RealT, build.Dot)
	norm := build.Def1(p, "norm2", vec, build.RealT, func(x V) R { return dot.Call(x, x) })
	mean := build.Def1(p, "prefix", vec, vec, func(x V) V {
		return build.Scan(func(s, x R) R { return build.Add(s, x) }, build.Lit(0), x)
	})
	power := build.Rec1(p, "halve", build.RealT, build.RealT, func(self build.Fn1[build.Real, build.Real], x R) R {
		return build.If(p, build.Less(x, build.Lit(1)), func() R { return x }, func() R { return self.Call(build.Div(x, two)) })
	})
	newton := build.Def1(p, "newton", build.RealT, build.RealT, func(a R) R {
		return build.Loop(p.N(20), build.Lit(1), func(_ build.Expr[build.Idx], x R) R {
			return build.Div(build.Add(x, build.Div(a, x)), two)
		})
	})
	double := build.Def1(p, "double", build.RealT, build.RealT, func(a R) R {
		return build.While(p, a, func(x R) build.B { return build.Less(x, build.Lit(100)) }, func(x R) R { return build.Mul(x, two) })
	})
	swap := build.Def1(p, "swap", real2, real2, func(x build.Expr[build.Pair[build.Real, build.Real]]) build.Expr[build.Pair[build.Real, build.Real]] {
		return build.MkPair(build.Snd(x), build.Fst(x))
	})
	either := build.EitherT(build.RealT, build.IntT)
	match := build.Def1(p, "match", build.RealT, build.RealT, func(x R) R {
		return build.Match(p, build.Inl(either, x), func(l R) R { return build.Neg(l) }, build.ToReal)
	})
	positive := build.Def1(p, "positive", vec, build.RealT, func(x V) R {
		kept := build.Filter(func(x R) build.B { return build.Less(build.Lit(1.5), x) }, x)
		return build.Unpack(kept, func(_ build.Size, a V) R { return build.Sum(a) })
	})
	joined := build.Def1(p, "joined", vec, build.ArrayT(n.Add(n), build.RealT), func(x V) V {
		return build.Concat(x, build.Map(func(x R) R { return build.Mul(x, x) }, build.Reverse(x)))
	})
	finish(t, p)
	for _, r := range []struct {
		name, got, want string
	}{
		{"if true", call(t, pick.Def(), semantics.Bool(true), semantics.Real(9)), "18"},
		{"if false", call(t, pick.Def(), semantics.Bool(false), semantics.Real(9)), "3"},
		{"dot", call(t, norm.Def(), xs), "14"},
		{"scan", call(t, mean.Def(), xs), "[1, 3, 6]"},
		{"recursion", call(t, power.Def(), semantics.Real(6)), "0.75"},
		{"loop", call(t, newton.Def(), semantics.Real(9)), "3"},
		{"while", call(t, double.Def(), semantics.Real(3)), "192"},
		{"pair", call(t, swap.Def(), semantics.NewTuple(semantics.Real(1), semantics.Real(2))), "(2, 1)"},
		{"match", call(t, match.Def(), semantics.Real(5)), "-5"},
		{"filter", call(t, positive.Def(), xs), "5"},
		{"concat", call(t, joined.Def(), xs), "[1, 2, 3, 9, 4, 1]"},
	} {
		if r.got != r.want {
			t.Errorf("%s: got %s, want %s", r.name, r.got, r.want)
		}
	}
}

type list struct{ build.Tag }

func TestData(t *testing.T) {
	p := build.NewProgram()
	l := build.NewData[list](p, "list")
	null := build.NewCtor(l, "Nil", build.UnitT)
	cons := build.NewCtor(l, "Cons", build.PairT(build.RealT, l.Type()))
	l.Done()
	total := build.Rec1(p, "total", l.Type(), build.RealT, func(self build.Fn1[list, build.Real], e build.Expr[list]) build.R {
		return build.Switch(l, e,
			build.On(cons, func(x build.Expr[build.Pair[build.Real, list]]) build.R {
				return build.Add(build.Fst(x), self.Call(build.Snd(x)))
			}),
			build.On(null, func(build.Expr[build.Unit]) build.R { return build.Lit(0) }))
	})
	main := build.Def1(p, "main", build.RealT, build.RealT, func(x build.R) build.R {
		return total.Call(cons.Make(build.MkPair(x, cons.Make(build.MkPair(x, null.Make(build.Nothing()))))))
	})
	finish(t, p)
	if got := call(t, main.Def(), semantics.Real(4)); got != "8" {
		t.Errorf("got %s", got)
	}
}

// A Go variable used twice is computed once: 40 doublings are 40 additions.
func TestSharing(t *testing.T) {
	p := build.NewProgram()
	f := build.Def1(p, "f", build.RealT, build.RealT, func(x build.R) build.R {
		for range 40 {
			x = build.Add(x, x)
		}
		return x
	})
	finish(t, p)
	if n := syntax.CountNodes(f.Def().Body); n > 200 {
		t.Errorf("the program has %d nodes", n)
	}
	if got := call(t, f.Def(), semantics.Real(1)); got != "1099511627776" && got != "1.099511627776e+12" {
		t.Errorf("got %s", got)
	}
}

// A long chain stays a spine.
func TestLongChain(t *testing.T) {
	p := build.NewProgram()
	build.Def1(p, "f", build.RealT, build.RealT, func(x build.R) build.R {
		for range 100_000 {
			x = build.Sin(x)
		}
		return x
	})
	finish(t, p)
}

func TestGradInside(t *testing.T) {
	p := build.NewProgram()
	build.Def1(p, "f", build.RealT, build.RealT, func(x build.R) build.R {
		return build.Mul(x, build.Grad(p, func(y build.R) build.R { return build.Add(x, y) }, x))
	})
	prog := finish(t, p)
	want := "def f (x : real) : real =\n  x * grad (λx2. x + x2) x\n"
	if got := syntax.ProgramString(prog); got != want {
		t.Errorf("got %s", got)
	}
}

// Mistakes that Go's types do not hold are errors with the line of the caller.
func TestMistakes(t *testing.T) {
	var line int
	here := func() { _, _, line, _ = runtime.Caller(1) }
	type R = build.R
	type V = build.V
	var leaked R
	for _, r := range []struct {
		name string
		make func(p *build.Program)
		want string
	}{
		{"lengths", func(p *build.Program) {
			n, m := p.Size("n"), p.Size("m")
			build.Def2(p, "f", build.ArrayT(n, build.RealT), build.ArrayT(m, build.RealT), build.RealT, func(a, b V) R {
				here()
				return build.Dot(a, b)
			})
		}, "index wants idx m, got idx n"},
		{"leak", func(p *build.Program) {
			build.Def1(p, "f", build.RealT, build.RealT, func(x R) R {
				build.Lambda(p, build.RealT, func(y R) R { leaked = build.Sin(y); return leaked })
				here()
				return build.Add(x, leaked)
			})
		}, "is used outside of the function"},
		{"result", func(p *build.Program) {
			n := p.Size("n")
			here()
			build.Def1(p, "f", build.ArrayT(n, build.RealT), build.ArrayT(p.N(3), build.RealT), func(x V) V { return x })
		}, "the body of f has type [n]real, the result is declared as [3]real"},
		{"no primitive", func(p *build.Program) {
			build.Def1(p, "f", build.RealT, build.RealT, func(x R) R {
				here()
				return build.Prim[build.Real, build.Real]("sinus", x)
			})
		}, "no primitive sinus"},
		{"twice", func(p *build.Program) {
			id := func(x R) R { return x }
			build.Def1(p, "f", build.RealT, build.RealT, id)
			here()
			build.Def1(p, "f", build.RealT, build.RealT, id)
		}, "f is defined twice"},
		{"grad of an int", func(p *build.Program) {
			build.Def1(p, "f", build.IntT, build.IntT, func(x build.I) build.I {
				here()
				return build.Grad(p, build.ToReal, x)
			})
		}, "no derivative with respect to a int"},
		{"nothing returned", func(p *build.Program) {
			here()
			build.Def1(p, "f", build.RealT, build.RealT, func(R) (none R) { return none })
		}, "the function returns no expression"},
		{"missing arm", func(p *build.Program) {
			l := build.NewData[list](p, "list")
			null := build.NewCtor(l, "Nil", build.UnitT)
			build.NewCtor(l, "Cons", build.RealT)
			l.Done()
			build.Def1(p, "f", l.Type(), build.RealT, func(e build.Expr[list]) R {
				here()
				return build.Switch(l, e, build.On(null, func(build.Expr[build.Unit]) R { return build.Lit(1) }))
			})
		}, "a case has no arm for Cons"},
	} {
		t.Run(r.name, func(t *testing.T) {
			p := build.NewProgram()
			r.make(p)
			_, err := p.Finish()
			var e *build.Error
			if !errors.As(err, &e) || !strings.Contains(e.Msg, r.want) {
				t.Fatalf("got %v, want %s", err, r.want)
			}
			if filepath.Base(e.Pos.File) != "build_test.go" || e.Pos.Line != line+1 {
				t.Errorf("at %s:%d, want line %d", e.Pos.File, e.Pos.Line, line+1)
			}
			if strings.Count(err.Error(), "\n") > 0 {
				t.Errorf("more than one error: %v", err)
			}
		})
	}
}

// The place of an operation is the line that asks for it, also where it is made of others.
func TestPlaces(t *testing.T) {
	p := build.NewProgram()
	_, _, line, _ := runtime.Caller(0)
	build.Def1(p, "f", build.RealT, build.RealT, func(x build.R) build.R {
		y := build.Square(x)
		z := build.Exp(y)
		w := build.Prim[build.Real, build.Real]("pow", z, y)
		v := build.If(p, build.LitBool(true), func() build.R { return w }, func() build.R { return y })
		return build.Add(v, v)
	})
	prog := finish(t, p)
	want := map[string]int{"*": line + 2, "exp": line + 3, "pow": line + 4, "if": line + 5, "+": line + 6}
	syntax.EachNode(prog.Lookup("f").Body, func(s syntax.Term) {
		if l, ok := s.(*syntax.Let); ok {
			for _, b := range l.Binds {
				if _, ok := b.Rhs.(*syntax.If); ok && b.At != nil && b.At.Line == want["if"] {
					delete(want, "if")
				}
			}
		}
		if op, ok := s.(*syntax.Prim); ok {
			if op.At == nil || op.At.Line != want[op.Op.Name] || filepath.Base(op.At.File) != "build_test.go" {
				t.Errorf("%s is at %v, want line %d", op.Op.Name, op.At, want[op.Op.Name])
			}
			delete(want, op.Op.Name)
		}
	})
	if len(want) != 0 {
		t.Errorf("not found: %v", want)
	}
}
