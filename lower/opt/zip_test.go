package opt

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Elements that a function returns are those of the columns.
func TestZipResults(t *testing.T) {
	p, err := loop.Read("zip", `export func f(n int, x []real) {
	var y []real = new(n)
	var z []real = new(n)
	for i < n {
		y[i] = x[i]
		z[i] = x[i] * 2.0
	}
	return y[0] + z[1]
}
`)
	if err != nil {
		t.Fatal(err)
	}
	before := p.String()
	if err := run(p, &Options{Zip: true, Verify: loop.Verify}, []Pass{zip}); err != nil {
		t.Fatal(err)
	}
	res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(2), []float64{3, 5}}, 1000)
	if err != nil || res[0] != 13.0 || p.String() == before {
		t.Errorf("%v, %v, want 13 from one array:\n%s", res, err, p)
	}
}

// What is left over does not overwrite columns of which the function returns elements.
func TestZipLateResults(t *testing.T) {
	const src = `export func f(n int, x []real) {
	var blocks int = n / 4
	var y []real = dirty(n)
	var z []real = dirty(n)
	var u []real = dirty(n)
	var v []real = dirty(n)
	for i < n {
		y[i] = x[i]
		z[i] = x[i] * 2.0
		u[i] = x[i] * 3.0
		v[i] = x[i] * 4.0
	}
	var s real = u[1] + v[1]
	var done int = blocks * 4
	var w []real = dirty(n)
	for r < n - done {
		for i < n {
			w[i] = x[i] * 5.0
		}
		s += w[0]
	}
	return RESULT
}
`
	for result, want := range map[string]float64{"s": 80, "y[0] + z[1] + s": 93, "w[1] + s": 105} {
		for _, flat := range []bool{false, true} {
			before, after := transformed(t, 0, strings.Replace(src, "RESULT", result, 1), Options{Zip: true, ZipFlat: flat}, []Pass{zip})
			res, _, err := loop.Eval(after, after.Funcs[0], []loop.Value{int64(3), []float64{3, 5, 7}}, 1000)
			if err != nil || res[0] != want || before.String() == after.String() {
				t.Errorf("%s: %v, %v, want %v:\n%s", result, res, err, want, after)
			}
			if late := !strings.Contains(after.String(), "w"); late != (result == "s") {
				t.Errorf("%s: what is left over stands in columns: %t\n%s", result, late, after)
			}
		}
	}
}

// Without Zip, arrays stand together from ZipFrom of them on.
func TestZipFrom(t *testing.T) {
	const src = `export func f(n int, x []real) {
	var y []real = new(n)
	var z []real = new(n)
	var w []real = new(n)
	for i < n {
		y[i] = x[i]
		z[i] = x[i] * 2.0
		w[i] = x[i] * 3.0
	}
	return y[0] + z[1] + w[1]
}
`
	for from, want := range map[int]bool{0: false, 3: true, 4: false} {
		before, after := transformed(t, 0, src, Options{ZipFrom: from}, []Pass{zip})
		if got := before.String() != after.String(); got != want {
			t.Errorf("from %d: changed %t, want %t", from, got, want)
		}
		res, _, err := loop.Eval(after, after.Funcs[0], []loop.Value{int64(2), []float64{3, 5}}, 1000)
		if err != nil || res[0] != 28.0 {
			t.Errorf("from %d: %v, %v, want 28", from, res, err)
		}
	}
}
