package simplify_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What a long chain of branches is taken by is asked again where the linear function of the branch is applied: the
// answers of the inner branches, brought along through the outer ones, would make code that grows with the square of
// the length.
func TestComparisonsAreMadeAgain(t *testing.T) {
	k, x := free("k", sx.Int), free("x", sx.Real)
	chain := func(n int) sx.Term {
		body := sx.Term(sx.NewTuple(x, llam("v", sx.Real, func(v sx.Term) sx.Term { return v })))
		for i := range n {
			c := realLit(float64(i + 2))
			then := sx.NewTuple(mul(x, c), llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(c, v) }))
			is, w := sx.NewVar("is", sx.Bool), sx.NewVar("w", body.Type())
			inner := sx.NewLet([]sx.Bind{{Var: w, Rhs: body}}, sx.NewTuple(sx.NewProj(0, sx.Ref(w)), llam("v", sx.Real, func(v sx.Term) sx.Term { return sx.NewLinApp(sx.NewProj(1, sx.Ref(w)), v) })))
			body = sx.NewLet([]sx.Bind{{Var: is, Rhs: sx.NewPrim(sx.MustOp("ieq"), k, sx.IntLit(int64(i)))}}, sx.NewIf(sx.Ref(is), then, inner))
		}
		return let("z", body, func(z sx.Term) sx.Term {
			return sx.NewTuple(sx.NewProj(0, z), sx.NewLinApp(sx.NewProj(1, z), realLit(1)))
		})
	}
	size := func(n int) int {
		u, _, err := simplify.Term(chain(n), simplify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := sx.String(u)
		if strings.Contains(s, "false") {
			t.Errorf("%d branches bring answers along:\n%s", n, s)
		}
		count := 0
		sx.EachNode(u, func(sx.Term) { count++ })
		return count
	}
	if small, large := size(10), size(100); large > 12*small {
		t.Errorf("%d nodes of 10 branches, %d of 100", small, large)
	}
}
