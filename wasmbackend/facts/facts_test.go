package facts

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// read is the first function of a program of loops.
func read(t *testing.T, body string) *loop.Func {
	t.Helper()
	p, err := loop.Read("f", "export func f(x []real, n int, c real, out y []real) {\n"+body+"\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	return p.Funcs[0]
}

// vars are the variables of a function, by name.
func vars(f *loop.Func) map[string]*loop.Var {
	out := map[string]*loop.Var{}
	for _, p := range f.Params {
		out[p.Var.Name] = p.Var
	}
	loop.Walk(f.Body, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { out[v.Name] = v }) })
	return out
}

// Ints are in the ranges that lengths, loops and constants give them.
func TestRanges(t *testing.T) {
	f := read(t, "var a int = len(x)\nvar b int = a * 2 + 1\nvar k int = n + 1\nfor i < 10 {\nvar j int = i - 3\ny[i] = real(j)\n}")
	r := NewRanges(f, nil)
	for name, want := range map[string]Interval{"a": {0, 1<<31 - 1}, "b": {1, 1<<32 - 1}, "i": {0, 9}, "j": {-3, 6}, "k": anyInt} {
		if got := r.Of(vars(f)[name]); got != want {
			t.Errorf("%s is in %v, want %v", name, got, want)
		}
	}
}

// A variable ends behind the last statement of its block that mentions it.
func TestLastUses(t *testing.T) {
	f := read(t, "var a real = c\nvar b real = a\nfor i < n {\ny[i] = b\n}\ny[0] = c")
	d := LastUses(f, 0)
	var got []string
	for i, s := range f.Body {
		d.After(s, func(v *loop.Var) { got = append(got, v.Name+strings.Repeat("'", i)) })
	}
	if want := []string{"a'", "b''"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Nothing reads what a variable is declared as where a branch assigns it on both sides first.
func TestFirstUses(t *testing.T) {
	for body, want := range map[string]bool{
		"var a real = 0.0\nif c > 0.0 {\na = 1.0\n} else {\na = 2.0\n}\ny[0] = a":                 true,
		"var a real = 0.0\nif c > 0.0 {\na = 1.0\n}\ny[0] = a":                                    false,
		"var a real = 0.0\nvar b real = a\nif b > 0.0 {\na = 1.0\n} else {\na = 2.0\n}\ny[0] = a": false,
	} {
		found := false
		new(FirstUses).Find(read(t, body).Body, func(v *loop.Var) { found = found || v.Name == "a" })
		if found != want {
			t.Errorf("%s\n%v, want %v", body, found, want)
		}
	}
}

// Stores to elements, and to those of slices, are seen; an array that somebody else gets is not.
func TestStoresTo(t *testing.T) {
	for body, want := range map[string]int{
		"y[0] = c":                                 1,
		"var z []real = y[1:+n]\nz[0] = c":         2,
		"var z []real = y\nz[0] = c":               0,
		"for i < n {\ny[i] = c\n}":                 1,
		"for i < n {\nfor j < n {\ny[i] = c\n}\n}": 0,
	} {
		f := read(t, body)
		into := map[*loop.Var]bool{}
		if ok := StoresTo(f, vars(f)["y"], into); ok != (want > 0) || len(into) != want {
			t.Errorf("%s\n%v, %d names; want %d", body, ok, len(into), want)
		}
	}
}

// One look says what there is in a function.
func TestSurvey(t *testing.T) {
	f := read(t, "var a real = exp(c)\nfor i < n {\na = a + c\n}\ny[0] = a")
	s := SurveyOf(f, func(o *syntax.Op) bool { return o.Name == "exp" })
	if v := vars(f); !s.Loops || s.Lets != 1 || len(s.Math) != 1 || !s.Assigned.Has(v["a"]) || s.Assigned.Has(v["c"]) {
		t.Errorf("%+v", s)
	}
}
