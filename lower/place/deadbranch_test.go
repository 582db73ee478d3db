package place_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A branch that never runs is not placed, in whatever way the value of a conditional is used: it may hold an index
// below 0, which Go refuses.
func TestBranchThatNeverRuns(t *testing.T) {
	n := syntax.SizeLit(3)
	x := syntax.NewVar("x", syntax.NewArrayType(n, syntax.Real))
	y := syntax.NewVar("y", syntax.Real)
	below := syntax.NewToIdx(nil, n, syntax.IntLit(-1))
	at := func(k syntax.Term) syntax.Term { return syntax.NewIndex(syntax.Ref(x), k) }
	for _, runs := range []bool{false, true} {
		cond := func(dead, live syntax.Term) syntax.Term {
			if runs {
				return syntax.NewIf(syntax.BoolLit(true), live, dead)
			}
			return syntax.NewIf(syntax.BoolLit(false), dead, live)
		}
		each := func(body func(i syntax.Term) syntax.Term) syntax.Term {
			i := syntax.NewVar("i", syntax.NewIdxType(n))
			return syntax.NewSum(syntax.NewBuild(n, i, body(syntax.Ref(i))))
		}
		for name, body := range map[string]syntax.Term{
			"value": cond(at(below), syntax.Ref(y)),
			"added": each(func(i syntax.Term) syntax.Term { return cond(at(below), at(i)) }),
			"added in part": each(func(i syntax.Term) syntax.Term {
				pair := func(k syntax.Term) syntax.Term { return syntax.NewTuple(syntax.NewOneHot(n, k, syntax.Ref(y)), at(k)) }
				rhs := cond(pair(below), pair(i))
				w := syntax.NewVar("w", rhs.Type())
				v := syntax.NewProj(1, syntax.Ref(w))
				square := syntax.NewPrim(syntax.OpMul, v, v)
				return syntax.NewLet([]syntax.Bind{{Var: w, Rhs: rhs}}, syntax.NewTuple(syntax.NewProj(0, syntax.Ref(w)), square))
			}),
			"next state": func() syntax.Term {
				i, s := syntax.NewVar("i", syntax.NewIdxType(n)), syntax.NewVar("s", syntax.Real)
				pair := func(k syntax.Term) syntax.Term { return syntax.NewTuple(syntax.Ref(s), at(k)) }
				return syntax.NewLoop(n, false, syntax.Accumulate, i, s, syntax.Ref(y), cond(pair(below), pair(syntax.Ref(i))))
			}(),
		} {
			def := &syntax.Def{Name: "f", Params: []*syntax.Var{x, y}, Result: body.Type(), Body: body}
			r, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"})
			if err != nil {
				t.Fatal(err)
			}
			if text := r.Program.String(); strings.Contains(text, "if ") || strings.Contains(text, "-1") {
				t.Errorf("%s, %v:\n%s", name, runs, text)
			}
		}
	}
}
