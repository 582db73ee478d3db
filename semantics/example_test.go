package semantics_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// dotDef is dot[n](a : [n]real, b : [n]real) : real = sum [a[i] * b[i] | i < n].
func dotDef() *syntax.Def {
	n := syntax.NewSizeVar("n")
	ty := syntax.NewArrayType(syntax.SizeOfVar(n), syntax.Real)
	a, b := syntax.NewVar("a", ty), syntax.NewVar("b", ty)
	products := syntax.ZipWith(syntax.Mul, syntax.Ref(a), syntax.Ref(b))
	return &syntax.Def{
		Name: "dot", Sizes: []*syntax.SizeVar{n}, Params: []*syntax.Var{a, b},
		Result: syntax.Real, Body: syntax.NewSum(products),
	}
}

func ExampleEval() {
	x := syntax.NewVar("x", syntax.Real)
	t := syntax.Add(syntax.Mul(syntax.Ref(x), syntax.Ref(x)), syntax.RealLit(1))
	v, err := semantics.Eval(t, &semantics.Env{Vars: map[*syntax.Var]semantics.Value{x: semantics.Real(3)}})
	fmt.Println(v, err)
	// Output: 10 <nil>
}

func ExampleCall() {
	v, err := semantics.Call(dotDef(), semantics.Reals(1, 2, 3), semantics.Reals(4, 5, 6))
	fmt.Println(v, err)
	_, err = semantics.Call(dotDef(), semantics.Reals(1, 2, 3), semantics.Reals(4, 5))
	fmt.Println(err)
	// Output:
	// 32 <nil>
	// b of dot has length 2, its type wants length n = 3
}

func ExampleEvaluator() {
	e := semantics.Evaluator{Fuel: 1000}
	y, err := e.CallGo(dotDef(), []float64{1, 2, 3}, []float64{4, 5, 6})
	fmt.Println(y, err)
	fmt.Printf("%+v\n", e.Cost)
	// Output:
	// 32 <nil>
	// {Ops:5 Loads:9 Stores:3 Alloc:3}
}

// The linear function λ̲v. ⟨2·v, v⟩ and its sum with itself.
func ExampleApply() {
	v := syntax.NewVar("v", syntax.Real)
	f := syntax.NewLinLam(v, syntax.NewTuple(syntax.Mul(syntax.RealLit(2), syntax.Ref(v)), syntax.Ref(v)))
	g := syntax.NewVar("g", f.Type())
	sum := syntax.NewLet([]syntax.Bind{{Var: g, Rhs: f}}, syntax.NewPlus(syntax.Ref(g), syntax.Ref(g)))
	h, err := semantics.Eval(sum, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, err := semantics.Apply(h, semantics.Real(10))
	fmt.Println(semantics.Format(y), err)
	// Output: (40, 20) <nil>
}

func ExampleBigStep() {
	x := syntax.NewVar("x", syntax.Real)
	square := syntax.NewLam(x, syntax.Mul(syntax.Ref(x), syntax.Ref(x)))
	v, err := semantics.BigStep(syntax.NewApp(square, syntax.RealLit(7)), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := semantics.Observe(v)
	fmt.Println(w, err)
	// Output: 49 <nil>
}

// The gradient of dot in its first argument is its second argument.
func ExampleDifference() {
	b := semantics.Reals(4, 5, 6)
	f := func(a semantics.Value) (semantics.Value, error) { return semantics.Call(dotDef(), a, b) }
	n := syntax.SizeLit(3)
	x := semantics.Space{Type: syntax.NewArrayType(n, syntax.Real), At: semantics.Reals(1, 2, 3)}
	y := semantics.Space{Type: syntax.Real, At: semantics.Real(32)}
	dy, _, err := semantics.Difference(f, x, y, []float64{0, 1, 0}, 0)
	fmt.Printf("%.6f %v\n", dy[0], err)
	// Output: 5.000000 <nil>
}
