package place_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An index that is -1 where it is not below a length is one check, whether or not others ask for the condition too.
func TestIndexBelow(t *testing.T) {
	n := syntax.SizeLit(8)
	for name, at := range map[string]*syntax.Pos{"a position": {Line: 3, Col: 2}, "none": nil} {
		for _, shared := range []bool{false, true} {
			x := syntax.NewVar("x", syntax.NewArrayType(n, syntax.Real))
			i, m := syntax.NewVar("i", syntax.Int), syntax.NewVar("m", syntax.Int)
			less := syntax.Term(syntax.NewPrim(syntax.MustOp("ilt"), syntax.Ref(i), syntax.Ref(m)))
			c := syntax.NewVar("c", syntax.Bool)
			cond := less
			if shared {
				cond = syntax.Ref(c)
			}
			k := syntax.NewToIdx(at, n, syntax.NewIf(cond, syntax.Ref(i), syntax.IntLit(-1)))
			body := syntax.Term(syntax.NewTuple(syntax.NewIndex(syntax.Ref(x), k), cond))
			if shared {
				body = syntax.NewLet([]syntax.Bind{{Var: c, Rhs: less}}, body)
			}
			def := &syntax.Def{Name: "f", Params: []*syntax.Var{x, i, m}, Result: body.Type(), Body: body}
			r, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"})
			if err != nil {
				t.Fatal(err)
			}
			if text := r.Program.String(); !strings.Contains(text, "imin(8, m)") || strings.Contains(text, "-1") {
				t.Errorf("%s, shared %v:\n%s", name, shared, text)
			}
		}
	}
}
