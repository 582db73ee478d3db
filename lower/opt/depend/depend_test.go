package depend

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
)

// Statements may change places unless one stores what the other uses; additions in any order may pass each other.
func TestCommute(t *testing.T) {
	p, err := loop.Read("commute", `func f(x []real, n int, out y []real, out z []real) {
	y[0] = x[0]
	z[0] = x[1]
	y[1] = z[0]
	y[2] +~= x[2]
	y[3] +~= x[3]
	for i < n {
		z[i] = x[i] + 1.0
	}
	for j < n {
		z[j] = z[j + 1]
	}
}
`)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	ss := Of(access.Of(f))
	for _, c := range []struct {
		a, b int
		want bool
	}{{0, 1, true}, {1, 2, false}, {0, 2, false}, {3, 4, true}, {0, 3, false}, {1, 4, true}} {
		if got := Commute(ss.Summary(f.Body[c.a]), ss.Summary(f.Body[c.b])); got != c.want {
			t.Errorf("statements %d and %d: %v", c.a, c.b, got)
		}
	}
	if !ss.Reversible(f.Body[5].(*loop.For)) || ss.Reversible(f.Body[6].(*loop.For)) {
		t.Error("another loop may run in the other direction")
	}
}
