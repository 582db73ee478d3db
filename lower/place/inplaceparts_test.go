package place_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What is added to elements of a row, and what replaces others, is stored in the array that a loop updates: no row is
// made in the loop. The values are by hand.
func TestPartsOfRows(t *testing.T) {
	partsOfRows(t)
	// without what changes a row step by step before, the analysis sees all steps
	defer lab.Use(&lab.Lab{Off: map[string]bool{"place storedRows": true, "place rowsOut": true}})()
	partsOfRows(t)
}

func partsOfRows(t *testing.T) {
	t.Helper()
	n := syntax.SizeLit(8)
	row := syntax.NewArrayType(n, syntax.Real)
	at := func(i int64) syntax.Term { return syntax.NewToIdx(nil, n, syntax.IntLit(i)) }
	for name, c := range map[string]struct {
		changed func(r, v, j syntax.Term) syntax.Term
		by      func(r []float64, j int)
	}{
		"added to": {
			func(r, v, j syntax.Term) syntax.Term { return syntax.NewPlus(r, syntax.NewOneHot(n, j, v)) },
			func(r []float64, j int) { r[j] += r[j] },
		},
		"nothing is added": {
			func(r, v, j syntax.Term) syntax.Term {
				return syntax.NewPlus(syntax.NewSet(r, at(1), v), syntax.NewOneHot(n, j, syntax.RealLit(0)))
			},
			func(r []float64, j int) { r[1] = r[j] },
		},
		"replaced, and added to": {
			func(r, v, j syntax.Term) syntax.Term {
				return syntax.NewPlus(syntax.NewSet(r, j, v), syntax.NewOneHot(n, at(2), v), syntax.NewOneHot(n, j, v))
			},
			func(r []float64, j int) { v := r[j]; r[2] += v; r[j] += v },
		},
		"added to, and replaced twice": {
			func(r, v, j syntax.Term) syntax.Term {
				return syntax.NewSet(syntax.NewSet(syntax.NewPlus(r, syntax.NewOneHot(n, at(5), v)), at(3), v), at(3),
					syntax.NewIndex(syntax.Refresh(r), at(3)))
			},
			func(r []float64, j int) { r[5] += r[j] },
		},
	} {
		s, k := syntax.NewVar("s", syntax.NewArrayType(n, row)), syntax.NewVar("k", syntax.NewIdxType(n))
		state, j := syntax.NewVar("s", s.Type), syntax.NewVar("j", syntax.NewIdxType(n))
		var b syntax.Spine
		r := b.Let("r", syntax.NewIndex(syntax.Ref(state), syntax.Ref(k)))
		v := b.Let("v", syntax.NewIndex(syntax.Refresh(r), syntax.Ref(j)))
		body := b.In(syntax.NewSet(syntax.Ref(state), syntax.Ref(k), c.changed(r, v, syntax.Ref(j))))
		body = syntax.NewLoop(n, false, syntax.NoOutput, j, state, syntax.Ref(s), body)
		def := &syntax.Def{Name: "f", Params: []*syntax.Var{s, k}, Result: s.Type, Body: body}
		p, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"})
		if err != nil {
			t.Fatal(err)
		}
		if text := p.Program.String(); strings.Count(text, "= new(") != 1 {
			t.Errorf("%s:\n%s", name, text)
		}
		rows := make([]loop.Value, 8)
		for i := range rows {
			row := make([]float64, 8)
			for k := range row {
				row[k] = float64(1 + 10*i + k)
			}
			rows[i] = row
		}
		got, _, err := loop.Eval(p.Program, p.Program.Funcs[0], []loop.Value{rows, int64(4)}, 10_000)
		if err != nil {
			t.Fatal(name, err)
		}
		for j := range 8 {
			c.by(rows[4].([]float64), j)
		}
		if !reflect.DeepEqual(got[0], any(rows)) {
			t.Errorf("%s: %v, not %v", name, got[0], rows)
		}
	}
}
