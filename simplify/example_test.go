package simplify_test

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A linear function that is applied once opens there, and pairs dissolve.
func ExampleTerm() {
	x, v := syntax.NewVar("x", syntax.Real), syntax.NewVar("v", syntax.Real)
	var s syntax.Spine
	pair := s.Let("z", syntax.NewTuple(
		syntax.Apply1("sin", syntax.Ref(x)),
		syntax.NewLinLam(v, syntax.Mul(syntax.Apply1("cos", syntax.Ref(x)), syntax.Ref(v))),
	))
	u := syntax.NewVar("u", syntax.Real)
	body := syntax.NewLinApp(syntax.NewProj(1, pair), syntax.Mul(syntax.RealLit(2), syntax.Ref(u)))
	t := s.In(syntax.NewTuple(syntax.NewProj(0, pair), syntax.NewLinLam(u, body)))

	out, report, err := simplify.Term(t, simplify.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(syntax.String(out))
	fmt.Println("linBeta fired:", report.Times("linBeta")+report.Times("linAppLam"))
	// Output:
	// ⟨sin x, λ̲u. cos x * (2 * u)⟩
	// linBeta fired: 1
}
