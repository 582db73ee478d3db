package chad_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

const vmapText = `
def f [n] (a : real, x : [n]real) : real = a * sum [if x[i] > 0.0 then sin (x[i]) * x[i] else x[0] | i < n]
def two (x : real, k : int) : (real, real) = (exp x * real k, x)
def choose (f : real -> real, x : real) : real = f x
def made (x : real) : real -> real = \y. x * y
`

func vmapFunc(t *testing.T, name string) *chad.Func {
	t.Helper()
	m, err := chad.Parse("vmap.chad", []byte(vmapText))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func evaluated(t *testing.T, f *chad.Func, args ...any) any {
	t.Helper()
	v, err := f.Eval(args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, f)
	}
	return v
}

// VMap of a function, of its JVP by many tangents, of its pullback by many cotangents, and the gradient of VMap, at 0
// to 3 values.
func TestVMap(t *testing.T) {
	f := vmapFunc(t, "f")
	jvp, err := chad.JVP(f, "x")
	if err != nil {
		t.Fatal(err)
	}
	vjp, err := chad.VJP(f, "x")
	if err != nil {
		t.Fatal(err)
	}
	seed := vjp.Def().Params[2].Name
	x := []float64{0.5, -1.25, 2}
	rows := [][]float64{{0.1, 0.2, -0.3}, {1, 0, 0}, {-3, 2.5, 0.7}}
	for _, c := range []struct {
		f    *chad.Func
		over []string
		at   func(i int) []any // one call
		all  func(k int) []any // the call of VMap
	}{
		{f, []string{"x"}, func(i int) []any { return []any{1.5, rows[i]} }, func(k int) []any { return []any{1.5, rows[:k]} }},
		{f, nil, func(i int) []any { return []any{x[i], rows[i]} }, func(k int) []any { return []any{x[:k], rows[:k]} }},
		{jvp, []string{"dx"}, func(i int) []any { return []any{1.5, x, rows[i]} }, func(k int) []any { return []any{1.5, x, rows[:k]} }},
		{vjp, []string{seed}, func(i int) []any { return []any{1.5, x, x[i]} }, func(k int) []any { return []any{1.5, x, x[:k]} }},
		{vmapFunc(t, "two"), []string{"k"}, func(i int) []any { return []any{0.3, i} }, func(k int) []any { return []any{0.3, []int{0, 1, 2}[:k]} }},
	} {
		v, err := chad.VMap(c.f, c.over...)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 4 {
			if k == 0 && c.f == f {
				_, err := v.Eval(c.all(0)...)
				if err == nil || !strings.Contains(err.Error(), "size n of f_vmap does not follow") {
					t.Errorf("no value at all, and none to know n from: %v", err)
				}
				continue
			}
			got := reflect.ValueOf(evaluated(t, v, c.all(k)...))
			if got.Len() != k {
				t.Fatalf("%s: %d results of %d", v.Name(), got.Len(), k)
			}
			for i := range k {
				if want := evaluated(t, c.f, c.at(i)...); !reflect.DeepEqual(got.Index(i).Interface(), want) {
					t.Errorf("%s: %v at %d, want %v", v.Name(), got.Index(i), i, want)
				}
			}
		}
	}
}

// VMap is a loop as any other: its pullback by x is the pullbacks.
func TestVMapDifferentiated(t *testing.T) {
	f := vmapFunc(t, "f")
	v, err := chad.VMap(f, "x")
	if err != nil {
		t.Fatal(err)
	}
	all, err := chad.VJP(v, "x")
	if err != nil {
		t.Fatal(err)
	}
	one, err := chad.VJP(f, "x")
	if err != nil {
		t.Fatal(err)
	}
	rows := [][]float64{{0.1, 0.2, -0.3}, {1, 0, 0}}
	got := evaluated(t, all, 1.5, rows, []float64{2, -3}).([]any)[1].([][]float64)
	for i, s := range []float64{2, -3} {
		want := evaluated(t, one, 1.5, rows[i], s).([]any)[1]
		if !reflect.DeepEqual(any(got[i]), want) {
			t.Errorf("cotangent %d is %v, want %v", i, got[i], want)
		}
	}
	src, err := chad.Emit("p", "", chad.Export{Func: v, Name: "F"})
	if err != nil || !strings.Contains(string(src), "func F(a float64, x [][]float64) []float64") {
		t.Errorf("%v\n%s", err, src)
	}
}

// The law on random programs.
func TestVMapRandom(t *testing.T) {
	ran := 0
	for seed := range int64(40) {
		s := proptest.Generate(proptest.Config{Seed: seed, Features: proptest.FirstOrder, RealEntry: true})
		m, err := chad.NewModule(s.Program)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func(s.Entry.Name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := chad.VMap(f)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		const k = 3
		rows := make([][]semantics.Value, len(f.Def().Params))
		want, failed := []semantics.Value{}, false
		for range k {
			args := make([]semantics.Value, len(rows))
			for j, q := range f.Def().Params {
				args[j] = randomValue(r, q.Type)
				rows[j] = append(rows[j], args[j])
			}
			y, err := f.Call(args...)
			failed = failed || err != nil
			want = append(want, y)
		}
		batch := make([]semantics.Value, len(rows))
		for j := range rows {
			batch[j] = semantics.Values(rows[j]...)
		}
		got, err := v.Call(batch...)
		if failed {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		ran++
		for i := range k {
			if y := got.(*semantics.Array).At(i); !semantics.Close(y, want[i], 0) {
				t.Errorf("seed %d: %v, want %v", seed, y, want[i])
			}
		}
	}
	if ran < 20 {
		t.Errorf("only %d programs ran", ran)
	}
}

// randomValue is a value of a type without functions and data; sizes are 3.
func randomValue(r *rand.Rand, t syntax.Type) semantics.Value {
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return semantics.Real(r.NormFloat64())
		case syntax.Int:
			return semantics.Int(int64(r.IntN(3)))
		}
		return semantics.Bool(r.IntN(2) == 0)
	case *syntax.TupleType:
		out := &semantics.Tuple{}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, randomValue(r, e))
		}
		return out
	case *syntax.SumType:
		k := r.IntN(len(t.Variants))
		return &semantics.Inj{Tag: k, Arg: randomValue(r, t.Variants[k])}
	case *syntax.ArrayType:
		n, ok := t.Len.Lit()
		if !ok {
			n = 3
		}
		out := make([]semantics.Value, n)
		for i := range out {
			out[i] = randomValue(r, t.Elem)
		}
		return semantics.Values(out...)
	}
	panic("no value of " + t.String())
}

func TestVMapErrors(t *testing.T) {
	for _, c := range []struct{ f, over, want string }{
		{"f", "y", "f has no parameter y; there are: a, x"},
		{"choose", "f", "parameter f of choose is a function"},
		{"made", "x", "made returns"},
	} {
		if _, err := chad.VMap(vmapFunc(t, c.f), c.over); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.f, err)
		}
	}
}

// The new size has a name of its own, which messages and comments of emitted code use.
func TestVMapOfVMap(t *testing.T) {
	f := vmapFunc(t, "f")
	for range 2 {
		v, err := chad.VMap(f, "x")
		if err != nil {
			t.Fatal(err)
		}
		f = v
	}
	src, err := chad.Emit("p", "", chad.Export{Func: f, Name: "F"})
	if err != nil || !strings.Contains(string(src), "// Shapes: x is k2×k×n.") {
		t.Errorf("%v\n%s", err, src)
	}
	two, err := chad.VMap(vmapFunc(t, "two"), "x")
	if err != nil {
		t.Fatal(err)
	}
	if n := two.Def().Sizes[0].Name; n != "k2" {
		t.Errorf("the size is called %s as the parameter k is", n)
	}
}
