package chad

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

// A cotangent of a record with an array that a caller gives, here one for both elements, is added to no memory but our
// own: that of the caller stays as it is, and the second element is not twice the first.
func TestCellOfCaller(t *testing.T) {
	m, err := Parse("cells.chad", []byte(`
data shape = A [?]real | B real
def main [n] (x : [n]real, s : shape) : [n](shape, real) =
  [(s, sin (x[i] * (case s of A xs -> xs[int i] | B r -> r))) | i < n]`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("main")
	if err != nil {
		t.Fatal(err)
	}
	vjp, err := VJP(f)
	if err != nil {
		t.Fatal(err)
	}
	for name, passes := range map[string]*opt.Options{"as placed": nil, "after the passes": {}} {
		l, err := NewLoops(vjp, passes)
		if err != nil {
			t.Fatal(err)
		}
		params := l.program.Funcs[0].Params
		x, xs := []float64{0.5, 0.7}, []float64{0.3, 0.4}
		given := []float64{1, 2}
		cell := loop.NewObject(params[2].Var.Type.Cell, 0, given)
		out, err := l.Run(x, loop.NewObject(params[1].Var.Type.Cell, 0, xs), []*loop.Object{cell, cell}, []float64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		got := out[len(out)-1].(*loop.Object).Field(0).([]float64)
		for i := range x {
			if want := 2*float64(i+1) + x[i]*math.Cos(x[i]*xs[i]); math.Abs(got[i]-want) > 1e-12 {
				t.Errorf("%s: the cotangent of element %d is %v, want %v", name, i, got[i], want)
			}
		}
		if now := cell.Field(0).([]float64); now[0] != 1 || now[1] != 2 {
			t.Errorf("%s: the cotangent that the caller gave is %v now", name, now)
		}
	}
}
