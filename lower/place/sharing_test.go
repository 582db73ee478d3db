package place_test

import (
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function that adds to nothing gives values where its caller adds: g a = ⟨a², a³⟩ by elements, and f (x, y) = onehot
// 1 y + fst (g x) + snd (g x).
func TestCallThatAddsNothing(t *testing.T) {
	n := syntax.SizeLit(3)
	array := syntax.NewArrayType(n, syntax.Real)
	given, x, y := syntax.NewVar("a", array), syntax.NewVar("x", array), syntax.NewVar("y", syntax.Real)
	i := syntax.NewVar("i", syntax.NewIdxType(n))
	at := syntax.NewIndex(syntax.Ref(given), syntax.Ref(i))
	squares := syntax.NewBuild(n, i, syntax.NewPrim(syntax.OpMul, at, at))
	j := syntax.NewVar("j", syntax.NewIdxType(n))
	of := syntax.NewIndex(syntax.Ref(given), syntax.Ref(j))
	cubes := syntax.NewBuild(n, j, syntax.NewPrim(syntax.OpMul, of, syntax.NewPrim(syntax.OpMul, of, of)))
	pair := syntax.NewTuple(squares, cubes)
	g := &syntax.Def{Name: "g", Params: []*syntax.Var{given}, Result: pair.Type(), Body: pair}
	one := syntax.NewOneHot(n, syntax.NewToIdx(nil, n, syntax.IntLit(1)), syntax.Ref(y))
	part := func(k int) syntax.Term { return syntax.NewProj(k, syntax.NewCall(nil, g, nil, syntax.Ref(x))) }
	body := syntax.NewPlus(one, part(0), part(1))
	f := &syntax.Def{Name: "f", Params: []*syntax.Var{x, y}, Result: body.Type(), Body: body}
	r, err := place.Program(place.Options{}, place.Export{Def: f, Name: "F"})
	if err != nil {
		t.Fatal(err)
	}
	main := slices.IndexFunc(r.Program.Funcs, func(f *loop.Func) bool { return f.Name == "F" })
	got, _, err := loop.Eval(r.Program, r.Program.Funcs[main], []loop.Value{[]float64{2, 3, 4}, 5.0}, 1000)
	if err != nil || !slices.Equal(got[0].([]float64), []float64{4 + 8, 9 + 27 + 5, 16 + 64}) {
		t.Errorf("%v, %v\n%s", got, err, r.Program)
	}
}
