package opt

import (
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
