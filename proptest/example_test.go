package proptest_test

import (
	"fmt"
	"math"

	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// printer is a test that prints; in a test of your own use t.
type printer struct{}

func (printer) Helper()                        {}
func (printer) Errorf(format string, a ...any) { fmt.Printf(format+"\n", a...) }

// A gradient with a slip in its second component.
func ExampleCheckGradient() {
	f := func(x []float64) float64 { return x[0] * x[0] * x[1] }
	grad := func(dst, x []float64) {
		dst[0] = 2 * x[0] * x[1]
		dst[1] = x[0]
	}
	proptest.CheckGradient(printer{}, f, grad, proptest.At(2, 3))
	// Output:
	// ∂f/∂x[1] at [2 3]
	// 	got  2
	// 	want 4 ± 5e-12 (differences)
}

// A pair of a JVP and a VJP of the function (x, y) ↦ x·y.
func ExampleCheckTranspose() {
	jvp := func(dst, x, v []float64) { dst[0] = x[1]*v[0] + x[0]*v[1] }
	vjp := func(dst, x, w []float64) { dst[0], dst[1] = x[1]*w[0], x[0]*w[0] }
	proptest.CheckTranspose(printer{}, 1, jvp, vjp, proptest.Dim(2))
	fmt.Println("transposes")
	// Output: transposes
}

// A primitive of one's own: softplus, log(1 + exp x).
func ExampleCheckOp() {
	softplus := &syntax.Op{
		Name: "softplus", Params: []syntax.Type{syntax.Real}, Result: syntax.Real, Cost: 40,
		Domain: []syntax.Interval{{Lo: -5, Hi: 5}},
		Eval: func(x []syntax.Value) (syntax.Value, error) {
			return syntax.Value{F: math.Log1p(math.Exp(x[0].F))}, nil
		},
		Partials: func(x []syntax.Term, _ syntax.Term) []syntax.Term {
			e := syntax.Apply1("exp", syntax.Neg(x[0]))
			return []syntax.Term{syntax.Div(syntax.RealLit(1), syntax.Add(syntax.RealLit(1), e))}
		},
	}
	proptest.CheckOp(printer{}, softplus)
	fmt.Println("checked")
	// Output: checked
}

// A random straight-line program is well typed and closed.
func ExampleGenerate() {
	s := proptest.Generate(proptest.Config{Seed: 1, Size: 1, Features: proptest.StraightLine, Plain: true})
	fmt.Println(s.Entry.Name, syntax.VerifyProgram(s.Program) == nil)
	// Output: main true
}
