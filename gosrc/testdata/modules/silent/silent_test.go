package silent

import (
	"io"
	"os"
	"slices"
	"testing"
)

// The derivatives are those of a sum of squares, print nothing and count nothing.
func TestSilent(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, errs := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	x, g := []float64{1, -2, 3}, make([]float64, 3)
	value := LossGrad(x, g)
	_, tangent := LossJVP(x, []float64{1, 1, 0})
	nested := make([]float64, 3)
	DescendGrad(x, nested)
	os.Stdout, os.Stderr = out, errs
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); err != nil || len(text) > 0 {
		t.Errorf("printed %q, %v", text, err)
	}
	if value != 14 || !slices.Equal(g, []float64{2, -4, 6}) || tangent != -2 || !slices.Equal(nested, []float64{4, -8, 12}) {
		t.Error(value, g, tangent, nested)
	}
	if Calls != 0 || Rounds.Load() != 0 || Worst.At != [2]float64{} {
		t.Error("something was counted:", Calls, Rounds.Load(), Worst)
	}
}
