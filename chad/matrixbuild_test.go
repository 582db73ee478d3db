package chad_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/syntax/build"
)

// A Gaussian log-likelihood, built in Go with the library of matrices, and its gradient.
func ExampleLibrary() {
	p := build.NewProgram()
	n := p.Size("n")
	type vec = build.Array[build.Real]
	vectors := build.ArrayT(n, build.RealT)
	logdet := build.Use1[build.Array[vec], build.Real](p, chad.Library().Lookup("logdetSPD"))
	solve := build.Use2[build.Array[vec], vec, vec](p, chad.Library().Lookup("solveSPD"))
	dot := build.Use2[vec, vec, build.Real](p, chad.Library().Lookup("dot"))
	build.Def2(p, "energy", build.ArrayT(n, vectors), vectors, build.RealT, func(s build.Expr[build.Array[vec]], x build.V) build.R {
		return build.Add(logdet.Call(s), dot.Call(x, solve.Call(s, x)))
	}).Names("s", "x")
	f, err := chad.Built(p, "energy")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := chad.Grad(f, "x")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Eval([][]float64{{4, 0}, {0, 16}}, []float64{1, 2}))
	// Output:
	// [0.5 0.25] <nil>
}

// Names leaves out what a program has from the library.
func TestNames(t *testing.T) {
	m, err := chad.Parse("f.chad", []byte("def f [n] (s : [n][n]real) : real = logdetSPD s"))
	if err != nil {
		t.Fatal(err)
	}
	if names := m.Names(); len(names) != 1 || names[0] != "f" {
		t.Error(names)
	}
}

// A definition that is not there, and mistakes of the building.
func TestBuiltErrors(t *testing.T) {
	p := build.NewProgram()
	build.Def1(p, "f", build.RealT, build.RealT, func(x build.R) build.R { return x })
	if _, err := chad.Built(p, "g"); err == nil || !strings.Contains(err.Error(), "there is no definition g") {
		t.Error(err)
	}
	p = build.NewProgram()
	build.Def1(p, "f", build.ArrayT(p.N(3), build.RealT), build.RealT, func(x build.V) build.R { return build.AtInt(x, build.LitInt(7)) })
	build.Def1(p, "f", build.RealT, build.RealT, func(x build.R) build.R { return x })
	if _, err := chad.Built(p, "f"); err == nil || !strings.Contains(err.Error(), "matrixbuild_test.go:") {
		t.Error(err)
	}
}

// Kepler's equation in Go: dE/de = sin E / (1 − e cos E).
func TestBuiltEquations(t *testing.T) {
	for name, f := range map[string]func(p *build.Program, e build.R) build.R{
		"fixpoint": func(p *build.Program, e build.R) build.R {
			return build.Fixpoint(p, chad.Library(), func(x build.R) build.R { return build.Add(build.Lit(1.3), build.Mul(e, build.Sin(x))) }, build.Lit(1))
		},
		"root": func(p *build.Program, e build.R) build.R {
			return build.Root(p, chad.Library(), func(x build.R) build.R {
				return build.Sub(x, build.Add(build.Lit(1.3), build.Mul(e, build.Sin(x))))
			}, build.Lit(1))
		},
	} {
		p := build.NewProgram()
		build.Def1(p, "kepler", build.RealT, build.RealT, func(e build.R) build.R { return f(p, e) })
		k, err := chad.Built(p, "kepler")
		if err != nil {
			t.Fatal(err)
		}
		g, err := chad.Grad(k)
		if err != nil {
			t.Fatal(err)
		}
		const e = 0.4
		x := call(t, k, e).(float64)
		if gap := x - 1.3 - e*math.Sin(x); math.Abs(gap) > 1e-12 {
			t.Errorf("%s: %v is off by %v", name, x, gap)
		}
		near(t, name, call(t, g, e), math.Sin(x)/(1-e*math.Cos(x)))
	}
	p := build.NewProgram()
	build.Def2(p, "bad", build.FuncT(build.RealT, build.RealT), build.RealT, build.RealT,
		func(f build.Expr[build.Func[build.Real, build.Real]], x build.R) build.R {
			return build.Fixpoint(p, chad.Library(), func(y build.R) build.R { return build.Apply(f, y) }, x)
		})
	if _, err := p.Finish(); err == nil || !strings.Contains(err.Error(), "a function that is known at run time only") {
		t.Errorf("a run-time function: %v", err)
	}
}

// Where the iteration finds nothing the result is NaN, not the last guess.
func TestEquationsWithoutSolution(t *testing.T) {
	m, err := chad.Parse("f.chad", []byte("def grows (x : real) : real = fixpoint (\\y. 2 * y + x) 1\ndef none (x : real) : real = root (\\y. y * y + x) 1\ndef done (x : real) : real = fixpoint (\\y. 0.5 * y) 0"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"grows": math.NaN(), "none": math.NaN(), "done": 0} {
		f, _ := m.Func(name)
		if got := call(t, f, 1.0).(float64); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}
