package forward_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// D of a function type in this mode: its values, its (co)tangents, and the arrow.
func ExampleMode() {
	f := sx.NewFuncType(sx.Real, sx.NewTupleType(sx.Real, sx.Int))
	m := forward.Mode{}
	fmt.Println(functor.Primal(m, f))
	fmt.Println(functor.Tangent(m, f))
	fmt.Println(m.Arrow(sx.Real, sx.NewTupleType(sx.Real, sx.Real)))
	// Output:
	// real -> ((real, int), real ⊸ (real, unit))
	// real -> (real, unit)
	// real ⊸ (real, real)
}
