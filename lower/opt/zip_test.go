package opt

import (
	"fmt"
	"math"
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

// Columns of which a function returns elements are used to the end: a loop of few iterations has its array elsewhere.
func TestZipLateResults(t *testing.T) {
	const src = `export func f(x []real, n int, m int) {
	var y []real = dirty(m)
	var z []real = dirty(m)
	var e []real = dirty(m)
	var s real = 0.0
	var blocks int = n / 2
	for b < blocks {
		for r < m {
			y[r], z[r] = x[2 * b * m + r], x[(2 * b + 1) * m + r]
		}
	}
	var done int = blocks * 2
	for rest < n - done {
		for r < m {
			e[r] = x[(done + rest) * m + r]
			s += e[r] * e[r]
		}
	}
	return s, y[0] + z[1]
}
`
	before, after := transformed(t, 0, src, Options{Zip: true}, []Pass{zip})
	args := func() []loop.Value { return []loop.Value{[]float64{3, 5, 7, 11, 13, 17}, int64(3), int64(2)} }
	want, _, err := loop.Eval(before, before.Funcs[0], args(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := loop.Eval(after, after.Funcs[0], args(), 1000)
	if err != nil || got[0] != want[0] || got[1] != want[1] || got[1] != 14.0 {
		t.Errorf("got %v, %v, want %v, the second 14:\n%s", got, err, want, after)
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

// A length that no array has ends the function, however many columns one of numbers has, and a negative one is named.
func TestZipLengths(t *testing.T) {
	const src = `export func f(x []real, n int, m int) {
	var y []real = new(%s)
	var z []real = new(%[1]s)
	var u []real = new(%[1]s)
	var v []real = new(%[1]s)
	for i < m {
		y[i], z[i], u[i], v[i] = x[i], x[i] * 2.0, x[i] * 3.0, x[i] * 4.0
	}
	return y[0] + z[0] + u[0] + v[0]
}
`
	for _, length := range []string{"n", "n + n", "-3", "2"} {
		before, after := transformed(t, 0, fmt.Sprintf(src, length), Options{Zip: true, ZipFlat: true}, []Pass{zip})
		if before.String() == after.String() {
			t.Fatalf("%s: nothing zipped", length)
		}
		for _, n := range []int64{2, -1, -3, -1 << 60, -1 << 61, -1<<61 + 1, -1 << 62, 1 << 60, 1 << 61, math.MinInt64, math.MaxInt64} {
			args := func() []loop.Value { return []loop.Value{[]float64{3, 5}, n, int64(2)} }
			want, _, bad := loop.Eval(before, before.Funcs[0], args(), 1000)
			got, _, err := loop.Eval(after, after.Funcs[0], args(), 1000)
			switch {
			case bad == nil && (err != nil || got[0] != want[0]):
				t.Errorf("new(%s) for %d: %v %v, want %v", length, n, got, err, want)
			case bad != nil && err == nil:
				t.Errorf("new(%s) for %d: %v, want %v", length, n, got, bad)
			case bad != nil && strings.Contains(bad.Error(), "negative") && err.Error() != bad.Error():
				t.Errorf("new(%s) for %d: %v, want %v", length, n, err, bad)
			}
		}
	}
}
