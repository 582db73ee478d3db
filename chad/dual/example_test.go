package dual_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/chad/dual"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// The tangent of x · sin x in direction dx is a source term, so it can be pushed again.
func ExampleTransformer_Push() {
	x, dx := sx.NewVar("x", sx.Real), sx.NewVar("dx", sx.Real)
	t := sx.ANF(sx.Mul(sx.Ref(x), sx.Apply1("sin", sx.Ref(x))))
	d := dual.New().Push(t, map[*sx.Var]sx.Term{x: sx.Ref(dx)})
	fmt.Println(sx.String(d))
	fmt.Println(sx.IsSource(d))
	// Output:
	// let t = sin x
	//     t2 = cos x
	//     t' = t2 * dx
	//     t3 = x * t
	//     t4 = t * dx
	//     t5 = x * t'
	//     t2' = t4 + t5 in
	//     t2'
	// true
}
