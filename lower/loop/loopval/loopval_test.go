package loopval

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

var (
	list  = syntax.NewData("list", false)
	dlist = syntax.NewData("dlist", true)
	n     = syntax.NewSizeVar("n")
	sizes = Sizes{n: 2}
)

func init() {
	cons := syntax.NewTupleType(syntax.Real, syntax.NewDynType(syntax.Int), list)
	list.Define(syntax.Ctor{Name: "cons", Arg: cons}, syntax.Ctor{Name: "empty", Arg: syntax.Unit})
	dlist.Define(syntax.Ctor{Name: "dcons", Arg: syntax.NewTupleType(syntax.Real, dlist)})
}

func cells() func(*syntax.Data) *loop.Cell {
	l, d := &loop.Cell{Name: "list", Nil: 1}, &loop.Cell{Name: "dlist", Linear: true, Nil: -1}
	l.Ctors = []loop.Ctor{{Name: "cons", Fields: []loop.Field{
		{Name: "x", Type: loop.RealType}, {Name: "k", Type: loop.IntType.Array()}, {Name: "tail", Type: loop.RefTo(l)}}}, {Name: "empty"}}
	d.Ctors = []loop.Ctor{{Name: "dcons", Fields: []loop.Field{{Name: "x", Type: loop.RealType}, {Name: "tail", Type: loop.RefTo(d)}}}}
	return func(t *syntax.Data) *loop.Cell {
		if t == list {
			return l
		}
		return d
	}
}

type any2 = []any

// Leaves by hand, and the way back.
func TestFlatten(t *testing.T) {
	cell := cells()
	two := syntax.SizeLit(2)
	arr := func(t syntax.Type) syntax.Type { return syntax.NewArrayType(two, t) }
	tup := syntax.NewTupleType
	for _, c := range []struct {
		t    syntax.Type
		v    any
		want []loop.Value
	}{
		{syntax.Real, 2.5, []loop.Value{2.5}},
		{syntax.NewIdxType(two), 1, []loop.Value{int64(1)}},
		{tup(syntax.Int, tup(syntax.Bool, syntax.Real)), any2{3, any2{true, 1.0}}, []loop.Value{int64(3), true, 1.0}},
		{syntax.Unit, any2{}, nil},
		{arr(syntax.Real), []float64{1, 2}, []loop.Value{[]float64{1, 2}}},
		{arr(tup(syntax.Real, syntax.Int)), any2{any2{1.0, 2}, any2{3.0, 4}}, []loop.Value{[]float64{1, 3}, []int64{2, 4}}},
		{arr(syntax.NewDynType(tup(syntax.Bool, syntax.Real))), any2{any2{any2{true, 1.0}}, any2{}},
			[]loop.Value{[]loop.Value{[]bool{true}, []bool{}}, []loop.Value{[]float64{1}, []float64{}}}},
		{syntax.NewDynType(syntax.Unit), any2{any2{}, any2{}, any2{}}, []loop.Value{loop.Units(3)}},
		{arr(syntax.Unit), any2{any2{}, any2{}}, nil},
		{syntax.NewSumType(syntax.Real, syntax.NewArrayType(syntax.SizeOfVar(n), syntax.Int)), semantics.Variant{Tag: 0, Arg: 2.0},
			[]loop.Value{int64(0), 2.0, []int64{0, 0}}},
		{syntax.NewSumType(syntax.Real, list), semantics.Variant{Tag: 1, Arg: semantics.Variant{Tag: 1, Arg: any2{}}},
			[]loop.Value{int64(1), 0.0, (*loop.Object)(nil)}},
		{syntax.NewLinearSumType(syntax.Real, arr(syntax.Real)), semantics.Variant{Tag: 1, Arg: []float64{5, 6}},
			[]loop.Value{int64(2), 0.0, []float64{5, 6}}},
		{syntax.NewLinearSumType(syntax.Real, syntax.Real), semantics.Zero{}, []loop.Value{int64(0), 0.0, 0.0}},
		{dlist, semantics.Zero{}, []loop.Value{(*loop.Object)(nil)}},
		{dlist, semantics.Variant{Tag: 0, Arg: any2{1.0, semantics.Zero{}}}, []loop.Value{loop.NewObject(cell(dlist), 0, 1.0, (*loop.Object)(nil))}},
		{list, semantics.Variant{Tag: 0, Arg: any2{1.0, []int{7}, semantics.Variant{Tag: 1, Arg: any2{}}}},
			[]loop.Value{loop.NewObject(cell(list), 0, 1.0, []int64{7}, (*loop.Object)(nil))}},
		{arr(dlist), any2{semantics.Zero{}, semantics.Zero{}}, []loop.Value{[]*loop.Object{nil, nil}}},
	} {
		v, err := semantics.FromGo(c.v, c.t)
		if err != nil {
			t.Fatal(err)
		}
		ts, err := Types(c.t, cell)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Flatten(v, c.t, ts, sizes)
		if err != nil || len(got)+len(c.want) > 0 && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %#v %v, want %#v", c.t, got, err, c.want)
			continue
		}
		back, err := Unflatten(got, c.t, sizes)
		if err != nil || semantics.Format(back) != semantics.Format(v) {
			t.Errorf("%s: back came %v %v, want %v", c.t, semantics.Format(back), err, semantics.Format(v))
		}
	}
}

// Values go through a function of the loop language and come back; cells are made and read inside.
func TestThroughEval(t *testing.T) {
	p, err := loop.Read("f", `cell list { cons(x real, k []int, tail &list) nil empty() }
	func f(l &list, a [][]real) {
		var m &list = new cons(a[0][1], l.cons.k, l)
		return m, a[1], tag(m)
	}`)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	ty := syntax.NewTupleType(list, syntax.NewDynType(syntax.NewDynType(syntax.Real)))
	empty := semantics.Variant{Tag: 1, Arg: []any{}}
	v, err := semantics.FromGo([]any{semantics.Variant{Tag: 0, Arg: []any{1.0, []int{4, 5}, empty}}, [][]float64{{1, 2}, {3}}}, ty)
	if err != nil {
		t.Fatal(err)
	}
	args, err := Flatten(v, ty, []loop.Type{f.Params[0].Var.Type, f.Params[1].Var.Type}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rs, _, err := loop.Eval(p, f, args, 1000)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Unflatten(rs, syntax.NewTupleType(list, syntax.NewDynType(syntax.Real), syntax.Int), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := semantics.FromGo([]any{
		semantics.Variant{Tag: 0, Arg: []any{2.0, []int{4, 5}, semantics.Variant{Tag: 0, Arg: []any{1.0, []int{4, 5}, empty}}}},
		[]float64{3}, 0,
	}, syntax.NewTupleType(list, syntax.NewDynType(syntax.Real), syntax.Int))
	if semantics.Format(out) != semantics.Format(want) {
		t.Errorf("got %s, want %s", semantics.Format(out), semantics.Format(want))
	}
}

// What does not fit is told.
func TestMistakes(t *testing.T) {
	fun := syntax.NewFuncType(syntax.Real, syntax.Real)
	if _, err := Types(fun, cells()); err == nil {
		t.Error("functions have leaves")
	}
	if _, err := Flatten(semantics.Real(1), syntax.Real, nil, nil); err == nil {
		t.Error("no type for a real is taken")
	}
	if _, err := Flatten(semantics.Real(1), syntax.Real, []loop.Type{loop.IntType}, nil); err == nil {
		t.Error("a real is an int")
	}
	for _, c := range []struct {
		t  syntax.Type
		xs []loop.Value
	}{
		{syntax.Real, nil},
		{syntax.Real, []loop.Value{"x"}},
		{syntax.NewSumType(syntax.Real, syntax.Real), []loop.Value{int64(2), 0.0, 0.0}},
		{syntax.NewSumType(syntax.Real, syntax.Real), []loop.Value{0.0, 0.0, 0.0}},
		{dlist, []loop.Value{1.0}},
		{syntax.NewDynType(syntax.Real), []loop.Value{1.0}},
		{syntax.NewDynType(syntax.NewTupleType(syntax.Int, syntax.Int)), []loop.Value{[]int64{1, 2}, []int64{1}}},
	} {
		if v, err := Unflatten(c.xs, c.t, nil); err == nil {
			t.Errorf("%v is the %s %s", c.xs, c.t, fmt.Sprint(semantics.Format(v)))
		}
	}
}
