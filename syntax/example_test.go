package syntax_test

import (
	"fmt"

	. "github.com/seed-4b734f86/gochad/syntax"
)

// CHAD Fig. 1 (a).
func ExampleString() {
	x, y, z := NewVar("x", Real), NewVar("y", Real), NewVar("z", Real)
	fmt.Println(String(NewLet([]Bind{
		{Var: y, Rhs: Mul(RealLit(2), Ref(x))},
		{Var: z, Rhs: Mul(Ref(x), Ref(y))},
	}, NewTuple(Ref(y), Ref(z)))))
	// Output:
	// let y = 2 * x
	//     z = x * y in
	//     ⟨y, z⟩
}

// The verifier names the node, the rule and the reason.
func ExampleVerify() {
	v := NewVar("v", Real)
	fmt.Println(Verify(NewLinLam(v, Mul(Ref(v), Ref(v)))))
	// Output:
	// syntax: Prim: linear: * is not linear in what depends on a linear variable, in
	//   v * v
}

// The transpose of copying is addition.
func ExampleTransposeLinear() {
	k, v := NewVar("k", Real), NewVar("v", Real)
	f := NewLinLam(v, NewTuple(Mul(Ref(k), Ref(v)), Ref(v)))
	ft, err := TransposeLinear(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(String(f))
	fmt.Println(String(ft))
	// Output:
	// λ̲v. ⟨k * v, v⟩
	// λ̲w.
	//   let w2 = fst w
	//       w3 = k * w2
	//       w4 = snd w in
	//       w3 + w4
}

// Equal terms may name their bound variables differently.
func ExampleEqual() {
	x, y := NewVar("x", Real), NewVar("y", Real)
	fmt.Println(Equal(NewLam(x, Neg(Ref(x))), NewLam(y, Neg(Ref(y)))))
	// Output:
	// true
}
