package opt

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// What adds a sum to itself is not done for several iterations at once.
func TestJamSelf(t *testing.T) {
	for _, self := range []string{"t +~= t", "t +~= t * x[1]", "z[0] +~= z[0]", "z[0] +~= z[0] * x[1]"} {
		before, after := transformed(t, 0, `func f(a [][]real, x []real, n int, out y []real) {
	var t real = 1.0
	var z []real = new(2)
	z[0] = 1.0
	for i < n {
		var s real = 0.0
		for j < n {
			s +~= a[i][j] * x[j]
		}
		y[i] = s
		`+self+`
	}
	return t + z[0]
}
`, Options{Jam: true}, []Pass{interleave})
		if before.String() == after.String() {
			t.Errorf("%s: no iterations are taken together", self)
		}
		a, x := []loop.Value{}, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}
		for range x {
			a = append(a, x)
		}
		res, _, err := loop.Eval(after, after.Funcs[0], []loop.Value{a, x, int64(len(x)), make([]float64, len(x))}, 10000)
		if err != nil || res[0] != 513.0 {
			t.Errorf("%s: %v %v, want 513:\n%s", self, res, err, after)
		}
	}
}

// A loop that does nothing stands among rows that are taken together, and one that goes down adds in that order.
func TestJamInnerLoops(t *testing.T) {
	for name, inner := range map[string]string{
		"empty": "for j < n { s += a[i][j] * x[j] }\n\t\tfor k < n { }",
		"down":  "for down j < n { s += a[i][j] * x[j] }",
	} {
		p, err := loop.Read(name, `func f(a [][]real, x []real, n int, out y []real) {
	for i < n {
		var s real = 0.0
		`+inner+`
		y[i] = s
	}
}
`)
		if err != nil {
			t.Fatal(name, err)
		}
		values := func() (y [5]float64) {
			a, x := []loop.Value{}, []float64{1, 1, 1, 1, 1}
			for range x {
				a = append(a, []float64{1, 1e16, -1e16, 3, 1})
			}
			if _, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{a, x, int64(5), y[:]}, 10000); err != nil {
				t.Fatal(name, err)
			}
			return y
		}
		want := values()
		if err := run(p, &Options{Jam: true, Verify: loop.Verify}, []Pass{loopInvariants, jam}); err != nil {
			t.Fatal(name, err)
		}
		if got := values(); got != want {
			t.Errorf("%s: %v, want %v:\n%s", name, got, want, p)
		}
	}
}
