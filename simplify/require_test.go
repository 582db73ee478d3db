package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What requires something, or calls what may, stays before the loop that it stands before, however the token comes out
// of it.
func TestRequiredBefore(t *testing.T) {
	h := sx.NewVar("h", sx.Real)
	pair, nested := sx.NewTupleType(sx.Real, sx.Int), sx.NewTupleType(sx.NewTupleType(sx.Real, sx.Int), sx.Real)
	callee := func(result sx.Type) sx.Term {
		return sx.NewCall(nil, &sx.Def{Name: "f", Params: []*sx.Var{sx.NewVar("x", sx.Real)}, Result: result}, nil, sx.Ref(h))
	}
	f := sx.NewVar("f", sx.NewFuncType(sx.Real, pair))
	for name, token := range map[string]sx.Term{
		"require":                sx.NewPrim(sx.OpRequire, lt(realLit(0), sx.Ref(h)), sx.IntLit(0)),
		"call":                   callee(sx.Int),
		"part of a call":         sx.NewProj(1, callee(pair)),
		"part of a part":         sx.NewProj(1, sx.NewProj(0, callee(nested))),
		"part of an application": sx.NewProj(1, sx.NewApp(sx.Ref(f), sx.Ref(h))),
	} {
		t.Run(name, func(t *testing.T) {
			stop, s, y := sx.NewVar("stop", sx.Int), sx.NewVar("s", sx.Real), sx.NewVar("y", sx.Real)
			got, _, err := simplify.Term(sx.NewLet([]sx.Bind{
				{Var: stop, Rhs: token},
				{Var: y, Rhs: sx.NewWhile(nil, s, realLit(0), lt(sx.Ref(s), realLit(1)), add(sx.Ref(s), sx.Ref(h)))},
			}, sx.NewTuple(mul(sx.Ref(y), sx.Ref(y)), sx.Ref(stop))), simplify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			l, ok := got.(*sx.Let)
			if !ok {
				t.Fatal(sx.String(got))
			}
			for _, b := range l.Binds {
				if _, ok := b.Rhs.(*sx.While); ok {
					t.Fatalf("the loop comes first:\n%s", sx.String(got))
				}
				if b.Var.Type == sx.Int {
					return
				}
			}
			t.Error(sx.String(got))
		})
	}
}
