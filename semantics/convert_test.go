package semantics_test

import (
	"reflect"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

func TestGoRoundTrip(t *testing.T) {
	n := SizeOfVar(NewSizeVar("n"))
	row := NewArrayType(n, Real)
	sum := NewSumType(Real, Int)
	type point struct {
		X float64
		N int
	}
	cases := []struct {
		name string
		typ  Type
		in   any
		want any
	}{
		{"real", Real, 1.5, 1.5},
		{"real from int", Real, 3, 3.0},
		{"int", Int, int32(4), 4},
		{"bool", Bool, true, true},
		{"idx", NewIdxType(SizeLit(3)), 2, 2},
		{"unit", Unit, []any{}, []any{}},
		{"tuple", NewTupleType(Real, Int), []any{1.5, 2}, []any{1.5, 2}},
		{"struct", NewTupleType(Real, Int), point{1.5, 2}, []any{1.5, 2}},
		{"pointer", NewTupleType(Real, Int), &point{1.5, 2}, []any{1.5, 2}},
		{"reals", row, []float64{1, 2}, []float64{1, 2}},
		{"no reals", row, []float64{}, []float64{}},
		{"array", row, [2]float32{1, 2}, []float64{1, 2}},
		{"matrix", NewArrayType(n, row), [][]float64{{1, 2}, {3, 4}}, [][]float64{{1, 2}, {3, 4}}},
		{"ints", NewArrayType(n, Int), []int{1, 2}, []int{1, 2}},
		{"dyn bools", NewDynType(Bool), []bool{true, false}, []bool{true, false}},
		{"structs", NewArrayType(n, NewTupleType(Real, Int)), []point{{1, 2}}, []any{[]any{1.0, 2}}},
		{"sum", sum, semantics.Variant{Tag: 1, Arg: 7}, semantics.Variant{Tag: 1, Arg: 7}},
		{"value", Real, semantics.Real(2), 2.0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v, err := semantics.FromGo(c.in, c.typ)
			if err != nil {
				t.Fatal(err)
			}
			got, err := semantics.ToGo(v, c.typ)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %#v, want %#v", got, c.want)
			}
		})
	}
	var p point
	v, _ := semantics.FromGo([]any{2.5, 3}, NewTupleType(Real, Int))
	if err := semantics.Into(&p, v, NewTupleType(Real, Int)); err != nil || p != (point{2.5, 3}) {
		t.Errorf("got %v, %v", p, err)
	}
}

func TestFromGoRefuses(t *testing.T) {
	n := SizeOfVar(NewSizeVar("n"))
	cases := []struct {
		in   any
		typ  Type
		want string
	}{
		{nil, Real, "a value of type real is wanted, got nil"},
		{"x", Real, "real is wanted, got a Go string"},
		{1.5, Int, "int is wanted, got a Go float64"},
		{[]any{1.0}, NewTupleType(Real, Real), "(real, real) is wanted, got a Go []interface {}"},
		{struct{ a, b float64 }{1, 2}, NewTupleType(Real, Real), "(real, real) is wanted, got a Go struct { a float64; b float64 } with unexported fields"},
		{[]float64{1}, NewArrayType(SizeLit(2), Real), "[2]real is wanted, got 1 elements"},
		{1.0, NewArrayType(n, Real), "[n]real is wanted, got a Go float64"},
		{semantics.Variant{Tag: 2}, NewSumType(Real, Real), "(real + real) is wanted, got a Go semantics.Variant"},
	}
	for _, c := range cases {
		if _, err := semantics.FromGo(c.in, c.typ); err == nil || err.Error() != c.want {
			t.Errorf("%v: got %v, want %s", c.in, err, c.want)
		}
	}
	if err := semantics.Into(new(int), semantics.Real(1), Real); err == nil {
		t.Error("a real went into an int")
	}
}

// sizesDef is f[n, m](a : [n]real, b : [n][m+1]real, i : idx n) = (n, m).
func sizesDef() *Def {
	n, m := NewSizeVar("n"), NewSizeVar("m")
	sn, sm := SizeOfVar(n), SizeOfVar(m)
	a := NewVar("a", NewArrayType(sn, Real))
	b := NewVar("b", NewArrayType(sn, NewArrayType(sm.Add(SizeLit(1)), Real)))
	i := NewVar("i", NewIdxType(sn))
	body := NewTuple(NewSizeOf(sn), NewSizeOf(sm))
	return &Def{Name: "f", Sizes: []*SizeVar{n, m}, Params: []*Var{a, b, i}, Result: body.Type(), Body: body}
}

func TestInferSizes(t *testing.T) {
	cases := []struct {
		name string
		a, b any
		i    int
		want any // or the error
	}{
		{"both", []float64{1, 2}, [][]float64{{1, 2, 3}, {4, 5, 6}}, 1, []any{2, 2}},
		{"mismatch", []float64{1, 2}, [][]float64{{1}}, 0, "b of f has length 1, its type wants length n = 2"},
		{"ragged", []float64{1, 2}, [][]float64{{1}, {2, 3}}, 0, "b[1] of f has length 2, its type wants length m+1 = 1"},
		{"too short", []float64{1}, [][]float64{{}}, 0, "size m of f does not follow from the arguments"},
		{"nothing to see", []float64{}, [][]float64{}, 0, "size m of f does not follow from the arguments"},
		{"index", []float64{1}, [][]float64{{1}}, 1, "i : idx n: got the int 1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := new(semantics.Evaluator).CallGo(sizesDef(), c.a, c.b, c.i)
			if err != nil {
				got = err.Error()
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestCallRefuses(t *testing.T) {
	d := sizesDef()
	if _, err := semantics.Call(d, semantics.Real(1)); err == nil {
		t.Error("too few arguments")
	}
	if _, err := semantics.Call(squareDef(), semantics.Int(1)); err == nil || err.Error() != "x : real: got the int 1" {
		t.Errorf("got %v", err)
	}
	if _, err := new(semantics.Evaluator).CallSized(d, []int64{-1, 0}, nil, nil, nil); err == nil {
		t.Error("negative size")
	}
}
