package opt

import (
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// With fast math an addition of a sum is one addition for each term, but where the second term is of what the first
// changes.
func TestKernelsOfSums(t *testing.T) {
	for e, changes := range map[string]bool{"(x[i] + y[i])": true, "(x[i] + z[i])": false, "(z[i] + x[i])": true, "(x[i] + 2.0 * z[i])": false} {
		p, err := loop.Read("sums", `func f(x []real, y []real, out z []real) {
	var n int = len(x)
	check len(y) == n, "f", "y", len(y), n
	check len(z) == n, "f", "z", len(z), n
	for i < n {
		z[i] = 1.0
	}
	for i < n {
		z[i] = z[i] + `+e+`
	}
}
`)
		if err != nil {
			t.Fatal(err)
		}
		values := func() []float64 {
			z := make([]float64, 3)
			if _, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{[]float64{1, 2, 4}, []float64{8, 16, 32}, z}, 1000); err != nil {
				t.Fatal(err)
			}
			return z
		}
		before, want := p.String(), values()
		if err := run(p, &Options{FastMath: true, Kernels: true, Verify: loop.Verify}, []Pass{kernels}); err != nil {
			t.Fatal(err)
		}
		if got := values(); !slices.Equal(got, want) {
			t.Errorf("z + %s: %v, want %v", e, got, want)
		}
		if (p.String() != before) != changes {
			t.Errorf("z + %s: changed is %t, want %t:\n%s", e, !changes, changes, p)
		}
	}
}

// Rows at indices that are compared are those at one time: here a and b are the same row.
func TestKernelsRowsOfVariables(t *testing.T) {
	p, err := loop.Read("rows", `func f(n int, m int, x []real, y []real) {
	check len(x) == m, "f", "x", len(x), m
	var u []real = new(n * m)
	for i < n * m { u[i] = y[i] }
	var s real = 0.0
	var p int = 0
	loop {
		while p < n - 1
		var a []real = u[p * m :+ m]
		p = p + 1
		var b []real = u[(p - 1) * m :+ m]
		for j < m {
			var t real = b[j]
			a[j] += 10.0 * x[j]
			s +~= t * x[j]
		}
	}
	return s
}
`)
	if err != nil {
		t.Fatal(err)
	}
	if err := run(p, &Options{Kernels: true, Verify: loop.Verify}, []Pass{kernels}); err != nil {
		t.Fatal(err)
	}
	res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(3), int64(2), []float64{1, 2}, []float64{1, 2, 3, 4, 5, 6}}, 1000)
	if err != nil || res[0] != 16.0 { // 1·1 + 2·2 + 3·1 + 4·2
		t.Errorf("%v, %v, want 16:\n%s", res, err, p)
	}
}
