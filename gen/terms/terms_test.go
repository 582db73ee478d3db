package terms

import (
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A parameter that is a function is one in Go, and a linear function is made of combinators.
func TestFunction(t *testing.T) {
	f, x := syntax.NewVar("f", syntax.NewFuncType(syntax.Real, syntax.Real)), syntax.NewVar("x", syntax.Real)
	v := syntax.NewVar("v", syntax.Real)
	for _, c := range []struct {
		name   string
		params []*syntax.Var
		body   syntax.Term
		want   string
	}{
		{
			"apply", []*syntax.Var{f, x}, syntax.Mul(syntax.NewApp(syntax.Ref(f), syntax.Ref(x)), syntax.Ref(x)),
			"// Apply is the definition apply.\nfunc Apply(f func(float64) float64, x float64) float64 {\n\treturn f(x) * x\n}",
		},
		{
			"scale", []*syntax.Var{x}, syntax.NewLinLam(v, syntax.Mul(syntax.Ref(x), syntax.Ref(v))),
			"// Scale is the definition scale.\nfunc Scale(x float64) linear.LFun[float64, float64] {\n\treturn linear.Scale(x)\n}",
		},
	} {
		d := &syntax.Def{Name: c.name, Params: c.params, Body: c.body, Result: c.body.Type()}
		if !HoldFunctions(d) {
			t.Errorf("%s holds no functions", c.name)
		}
		fn := &code.Function{Def: d, Name: code.ExportedName(c.name), Exported: true}
		p := New(code.NewFile("p", false), []*code.Function{fn})
		if got := fmt.Sprintf("%#v", p.Function(fn)); got != c.want {
			t.Errorf("%s is\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
