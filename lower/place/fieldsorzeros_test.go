package place_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// linearCells makes random blocks of numbers, arrays and cells of a linear data type, whose fields are taken out, which
// are zeros where a cell is zero, changed, added up and put into others.
type linearCells struct {
	*rand.Rand
	n     *syntax.Size
	vec   syntax.Type
	data  *syntax.Data
	reals []syntax.Term
	vecs  []syntax.Term
	cells []syntax.Term
}

func (g *linearCells) of(ts []syntax.Term) syntax.Term {
	return syntax.Refresh(ts[len(ts)-1-min(g.IntN(len(ts)), g.IntN(len(ts)))])
}

func (g *linearCells) asked() syntax.Term {
	return less(g.of(g.reals), syntax.RealLit(float64(g.IntN(5)-2)))
}

func (g *linearCells) at() syntax.Term {
	return syntax.NewToIdx(nil, g.n, syntax.IntLit(int64(g.IntN(3))))
}

func (g *linearCells) fields() syntax.Term { return syntax.NewUninj(1, g.of(g.cells)) }

func (g *linearCells) real() syntax.Term {
	switch g.IntN(4) {
	case 0:
		return syntax.NewProj(0, g.fields())
	case 1:
		return syntax.NewIndex(g.of(g.vecs), g.at())
	}
	return syntax.NewPlus(g.of(g.reals), g.of(g.reals))
}

func (g *linearCells) array() syntax.Term {
	switch g.IntN(7) {
	case 0:
		return syntax.NewSet(g.of(g.vecs), g.at(), g.of(g.reals))
	case 1:
		return syntax.NewPlus(g.of(g.vecs), syntax.NewOneHot(g.n, g.at(), g.of(g.reals)))
	case 2:
		return syntax.NewPlus(g.of(g.vecs), syntax.NewProj(1, g.fields()))
	case 3:
		return syntax.NewIf(g.asked(), g.of(g.vecs), syntax.NewProj(1, g.fields()))
	}
	return syntax.NewProj(1, g.fields())
}

func (g *linearCells) cell() syntax.Term {
	made := func() syntax.Term {
		return syntax.NewInj(g.data, 1, syntax.NewTuple(g.of(g.reals), g.of(g.vecs), g.of(g.cells)))
	}
	switch g.IntN(6) {
	case 0:
		return syntax.NewProj(2, g.fields())
	case 1:
		return syntax.NewPlus(g.of(g.cells), g.of(g.cells))
	case 2:
		return syntax.NewIf(g.asked(), made(), g.of(g.cells))
	case 3:
		i, s := syntax.NewVar("i", syntax.NewIdxType(g.n)), syntax.NewVar("s", g.data)
		p := syntax.NewVar("p", syntax.NewTupleType(syntax.Real, g.vec, g.data))
		part := func(k int) syntax.Term { return syntax.NewProj(k, syntax.Ref(p)) }
		body := syntax.NewInj(g.data, 1, syntax.NewTuple(syntax.NewPlus(part(0), g.of(g.reals)), syntax.NewSet(part(1), syntax.Ref(i), part(0)), part(2)))
		return syntax.NewLoop(g.n, false, syntax.NoOutput, i, s, g.of(g.cells), syntax.NewLet([]syntax.Bind{{Var: p, Rhs: syntax.NewUninj(1, syntax.Ref(s))}}, body))
	}
	return made()
}

// triple is the fields of a cell where they have to go somewhere: out of a branch, or into the state of a loop.
func (g *linearCells) triple() syntax.Term {
	made := func() syntax.Term { return syntax.NewTuple(g.of(g.reals), g.of(g.vecs), g.of(g.cells)) }
	if g.IntN(2) == 0 {
		return syntax.NewIf(g.asked(), made(), g.fields())
	}
	i, s := syntax.NewVar("i", syntax.NewIdxType(g.n)), syntax.NewVar("s", syntax.NewTupleType(syntax.Real, g.vec, g.data))
	next := syntax.Term(syntax.NewUninj(1, syntax.NewProj(2, syntax.Ref(s))))
	if g.IntN(2) == 0 {
		next = syntax.NewIf(g.asked(), next, made())
	}
	return syntax.NewLoop(g.n, false, syntax.NoOutput, i, s, made(), next)
}

// The fields of cells of a linear data type are what the evaluator takes out of them, whoever has them and whatever
// becomes of them.
func TestFieldsOrZerosRandom(t *testing.T) {
	list := syntax.NewData("list", false)
	n := syntax.SizeLit(3)
	vec := syntax.NewArrayType(n, syntax.Real)
	list.Define(syntax.Ctor{Name: "Nil", Arg: syntax.Unit}, syntax.Ctor{Name: "Cons", Arg: syntax.NewTupleType(syntax.Real, vec, list)})
	data := syntax.TangentType(list).(*syntax.Data)
	for seed := range uint64(1500) {
		x, y, a := syntax.NewVar("x", vec), syntax.NewVar("y", vec), syntax.NewVar("a", syntax.Real)
		g := &linearCells{
			Rand: rand.New(rand.NewPCG(seed, 41)), n: n, vec: vec, data: data,
			reals: []syntax.Term{syntax.RealLit(1), syntax.Ref(a)}, vecs: []syntax.Term{syntax.Ref(x), syntax.Ref(y)}, cells: []syntax.Term{syntax.NewZero(data)},
		}
		var s syntax.Spine
		for range 4 + g.IntN(10) {
			switch g.IntN(6) {
			case 0:
				g.reals = append(g.reals, s.Let("r", g.real()))
			case 1, 2:
				g.vecs = append(g.vecs, s.Let("v", g.array()))
			case 3:
				w := s.Let("w", g.triple())
				g.reals, g.vecs, g.cells = append(g.reals, syntax.NewProj(0, w)), append(g.vecs, syntax.NewProj(1, w)), append(g.cells, syntax.NewProj(2, w))
			default:
				g.cells = append(g.cells, s.Let("c", g.cell()))
			}
		}
		body := s.In(syntax.NewTuple(g.array(), g.of(g.vecs), g.real()))
		f := &syntax.Def{Name: "f", Params: []*syntax.Var{x, y, a}, Result: body.Type(), Body: body}
		syntax.ANFProgram(&syntax.Program{Defs: []*syntax.Def{f}})
		r, err := place.Program(place.Options{}, place.Export{Def: f, Name: "F"})
		if err != nil {
			t.Fatal(err)
		}
		if err := loop.Verify(r.Program); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, syntax.String(body), r.Program)
		}
		main := slices.IndexFunc(r.Program.Funcs, func(f *loop.Func) bool { return f.Name == "F" })
		for point := range 3 {
			p, q, v := []float64{1, float64(point), 0.5}, []float64{-2, 4, 0.25}, float64(point)-0.5
			var ev semantics.Evaluator
			want, err := ev.Eval(body, &semantics.Env{Vars: map[*syntax.Var]semantics.Value{x: semantics.Reals(p...), y: semantics.Reals(q...), a: semantics.Real(v)}})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, syntax.String(body))
			}
			got, _, err := loop.Eval(r.Program, r.Program.Funcs[main], []loop.Value{slices.Clone(p), slices.Clone(q), v}, 100_000)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err, syntax.String(body), r.Program)
			}
			wants := want.(*semantics.Tuple).Elems
			for k, v := range got {
				if text := semantics.Format(wants[k]); text != semantics.Format(valueOf(v)) {
					t.Fatalf("seed %d: result %d is %v, want %s\n%s\n%s", seed, k, v, text, syntax.String(body), r.Program)
				}
			}
		}
	}
}

func valueOf(v loop.Value) semantics.Value {
	switch v := v.(type) {
	case float64:
		return semantics.Real(v + 0) // -0 counts as 0
	case []float64:
		return semantics.Reals(v...)
	}
	return semantics.Real(math.NaN())
}
