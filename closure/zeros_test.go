package closure_test

import (
	"context"
	"testing"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A zero that is a function, or holds some, becomes a record as other functions do: 0 of a power is λx. 0.
// Simplification makes it of \y. 0.
func TestZeroFunction(t *testing.T) {
	fun := syntax.NewFuncType(syntax.Real, syntax.Real)
	n := syntax.SizeLit(3)
	for name, typ := range map[string]syntax.Type{
		"a function":     fun,
		"in a tuple":     syntax.NewTupleType(syntax.Int, fun),
		"in an array":    syntax.NewArrayType(n, fun),
		"of a function":  syntax.NewFuncType(syntax.Real, fun),
		"no function":    syntax.Real,
		"array of reals": syntax.NewArrayType(n, syntax.Real),
	} {
		x, s := syntax.NewVar("x", syntax.Real), syntax.NewVar("s", typ)
		z := syntax.NewLoop(n, false, syntax.NoOutput, syntax.NewVar("i", syntax.NewIdxType(n)), s, syntax.NewZero(typ), syntax.Ref(s))
		f := syntax.NewVar("f", typ)
		y := syntax.NewVar("y", syntax.Real)
		var applied func(t syntax.Term) syntax.Term
		applied = func(t syntax.Term) syntax.Term {
			switch ty := t.Type().(type) {
			case *syntax.FuncType:
				return applied(syntax.NewApp(t, syntax.Ref(x)))
			case *syntax.TupleType:
				return applied(syntax.NewProj(1, t))
			case *syntax.ArrayType:
				return applied(syntax.NewIndex(t, syntax.NewToIdx(nil, ty.Len, syntax.IntLit(1))))
			}
			return t
		}
		body := syntax.NewLet([]syntax.Bind{{Var: f, Rhs: z}}, syntax.Mul(applied(syntax.Ref(f)), syntax.NewApp(syntax.NewLam(y, syntax.Ref(y)), syntax.Ref(x))))
		d := &syntax.Def{Name: "f", Params: []*syntax.Var{x}, Body: body, Result: syntax.Real}
		p, _, err := closure.Convert(context.Background(), &syntax.Program{Defs: []*syntax.Def{d}}, d)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := syntax.VerifyProgram(p); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if lambdas(p) > 0 {
			t.Errorf("%s: functions are left:\n%s", name, syntax.String(p.Defs[0].Body))
		}
	}
}
