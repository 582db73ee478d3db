package proptest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// TestEveryPrimitive checks every row of the primitive table.
func TestEveryPrimitive(t *testing.T) {
	for _, op := range syntax.Ops() {
		CheckOp(t, op)
	}
}

// recorder is a TB that keeps what it is told.
type recorder struct{ msgs []string }

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, a ...any) {
	r.msgs = append(r.msgs, fmt.Sprintf(format, a...))
}

func square(x []float64) float64 { return x[0]*x[0] + x[0]*x[1] }

// TestCheckGradientFails: the check finds what it is for and says where.
func TestCheckGradientFails(t *testing.T) {
	right := func(dst, x []float64) { dst[0], dst[1] = 2*x[0]+x[1], x[0] }
	for _, c := range []struct {
		name string
		grad func(dst, x []float64)
		want string
	}{
		{"right", right, ""},
		{"sign", func(dst, x []float64) { right(dst, x); dst[1] = -dst[1] }, "∂f/∂x[1] at"},
		{"not written", func(dst, x []float64) { dst[0] = 2*x[0] + x[1] }, "got  NaN"},
		{"adds", func(dst, x []float64) { dst[0] += 2*x[0] + x[1]; dst[1] = x[0] }, "∂f/∂x[0]"},
		{"writes x", func(dst, x []float64) { right(dst, x); x[0]++ }, "changes its argument"},
	} {
		var r recorder
		CheckGradient(&r, square, c.grad, Dim(2))
		got := strings.Join(r.msgs, "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	var r recorder
	CheckGradient(&r, square, right)
	if len(r.msgs) != 1 {
		t.Errorf("a check without Dim says %q", r.msgs)
	}
}

func TestCheckPairs(t *testing.T) {
	f := func(dst, x []float64) { dst[0], dst[1] = math.Sin(x[0])*x[1], x[1]*x[1] }
	jvp := func(dst, x, v []float64) {
		dst[0], dst[1] = math.Cos(x[0])*x[1]*v[0]+math.Sin(x[0])*v[1], 2*x[1]*v[1]
	}
	vjp := func(dst, x, w []float64) {
		dst[0], dst[1] = math.Cos(x[0])*x[1]*w[0], math.Sin(x[0])*w[0]+2*x[1]*w[1]
	}
	CheckJVP(t, 2, f, jvp, Dim(2))
	CheckTranspose(t, 2, jvp, vjp, Dim(2))
	var r recorder
	CheckTranspose(&r, 2, jvp, func(dst, x, w []float64) { vjp(dst, x, w); dst[1] = 0 }, Dim(2))
	CheckJVP(&r, 2, f, func(dst, x, v []float64) { jvp(dst, x, v); dst[0] *= 1.001 }, Dim(2))
	if len(r.msgs) != 2 {
		t.Errorf("two broken pairs, reports %q", r.msgs)
	}
}
