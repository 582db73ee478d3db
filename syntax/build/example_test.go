package build_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/syntax/build"
)

// The logistic function.
func Example() {
	p := build.NewProgram()
	build.Def1(p, "logistic", build.RealT, build.RealT, func(z build.R) build.R {
		return build.Div(build.Lit(1), build.Add(build.Lit(1), build.Exp(build.Neg(z))))
	}).Names("z")
	prog, err := p.Finish()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(syntax.ProgramString(prog))
	// Output:
	// def logistic (z : real) : real =
	//   1 / (1 + exp (-z))
}

// Rosenbrock's function over a vector: terms of neighbours, added up.
func ExampleBuild() {
	p := build.NewProgram()
	n := p.Size("n")
	build.Def1(p, "rosenbrock", build.ArrayT(n.Plus(1), build.RealT), build.RealT, func(x build.V) build.R {
		return build.Sum(build.Build(n, func(i build.Expr[build.Idx]) build.R {
			k := build.IdxInt(i)
			a := build.AtInt(x, k).Named("a")
			b := build.AtInt(x, build.Add(k, build.LitInt(1))).Named("b")
			u := build.Sub(build.Lit(1), a).Named("u")
			w := build.Sub(b, build.Square(a)).Named("w")
			return build.Add(build.Square(u), build.Mul(build.Lit(100), build.Square(w)))
		}))
	})
	prog, err := p.Finish()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(syntax.ProgramString(prog))
	// Output:
	// def rosenbrock [n] (x : [n+1]real) : real =
	//   sum [let t = int i
	//            a = x[t]
	//            b = x[t + 1]
	//            u = 1 - a
	//            w = b - a * a in
	//            u * u + 100 * (w * w)
	//        | i < n]
}

// Functions are values: twice takes one and applies it two times.
func ExampleLambda() {
	p := build.NewProgram()
	twice := build.Def2(p, "twice", build.FuncT(build.RealT, build.RealT), build.RealT, build.RealT,
		func(f build.Expr[build.Func[build.Real, build.Real]], x build.R) build.R {
			return build.Apply(f, build.Apply(f, x))
		}).Names("f", "x")
	build.Def1(p, "main", build.RealT, build.RealT, func(x build.R) build.R {
		f := build.Lambda(p, build.RealT, func(z build.R) build.R { return build.Mul(x, build.Sin(z)) })
		return twice.Call(f, x)
	})
	prog, err := p.Finish()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(syntax.ProgramString(prog))
	// Output:
	// def twice (f : real -> real, x : real) : real =
	//   f (f x)
	//
	// def main (x : real) : real =
	//   twice (λx2. x * sin x2, x)
}
