package place_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What is added to elements of a row, and what replaces others, is stored in the array that a loop updates: no row is
// made in the loop.
func TestPartsOfRows(t *testing.T) {
	n := syntax.SizeLit(8)
	row := syntax.NewArrayType(n, syntax.Real)
	at := func(i int64) syntax.Term { return syntax.NewToIdx(nil, n, syntax.IntLit(i)) }
	for name, changed := range map[string]func(r, v, j syntax.Term) syntax.Term{
		"added to": func(r, v, j syntax.Term) syntax.Term {
			return syntax.NewPlus(r, syntax.NewOneHot(n, j, v))
		},
		"replaced, and added to": func(r, v, j syntax.Term) syntax.Term {
			return syntax.NewPlus(syntax.NewSet(r, j, v), syntax.NewOneHot(n, at(2), v), syntax.NewOneHot(n, j, v))
		},
		"added to, and replaced twice": func(r, v, j syntax.Term) syntax.Term {
			return syntax.NewSet(syntax.NewSet(syntax.NewPlus(r, syntax.NewOneHot(n, at(5), v)), j, v), at(3),
				syntax.NewIndex(syntax.Refresh(r), at(3)))
		},
	} {
		s, k := syntax.NewVar("s", syntax.NewArrayType(n, row)), syntax.NewVar("k", syntax.NewIdxType(n))
		state, j := syntax.NewVar("s", s.Type), syntax.NewVar("j", syntax.NewIdxType(n))
		var b syntax.Spine
		r := b.Let("r", syntax.NewIndex(syntax.Ref(state), syntax.Ref(k)))
		v := b.Let("v", syntax.NewIndex(syntax.Refresh(r), syntax.Ref(j)))
		body := b.In(syntax.NewSet(syntax.Ref(state), syntax.Ref(k), changed(r, v, syntax.Ref(j))))
		loop := syntax.NewLoop(n, false, syntax.NoOutput, j, state, syntax.Ref(s), body)
		def := &syntax.Def{Name: "f", Params: []*syntax.Var{s, k}, Result: s.Type, Body: loop}
		p, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"})
		if err != nil {
			t.Fatal(err)
		}
		if text := p.Program.String(); strings.Count(text, "= new(") != 1 {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
