package chad_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/sparse"
)

const patternText = `
def broyden [n] (x : [n]real) : [n]real =
  [let left = if i > 0 then x[i-1] else 0.0
       right = if i < n - 1 then x[i+1] else 0.0 in
   (3.0 - 2.0 * x[i]) * x[i] - left - 2.0 * right + 1.0 | i < n]

def rosenbrock [n] (x : [n]real) : [n]real =
  [let here = if i < n - 1 then 0.0 - 400.0 * x[i] * (x[i+1] - x[i] * x[i]) - 2.0 * (1.0 - x[i]) else 0.0
       before = if i > 0 then 200.0 * (x[i] - x[i-1] * x[i-1]) else 0.0 in
   here + before | i < n]

def arrow [n] (x : [n]real) : [n]real =
  [if i == 0 then sum x else x[i] * x[i] + 0.0 * x[0] | i < n]

def stencil [n] (w : int, x : [n]real) : [n]real =
  [let up = if i >= w then x[i-w] else 0.0
       down = if i < n - w then x[i+w] else 0.0
       left = if i % w > 0 then x[i-1] else 0.0
       right = if i % w < w - 1 then x[i+1] else 0.0 in
   up + down + left + right - 4.0 * exp (x[i]) | i < n]

def total [n] (x : [n]real, y : real) : real = sum x * y
`

// Patterns from programs are the known ones, at zero too, and have all that is not zero in the Jacobian.
func TestJacobianPattern(t *testing.T) {
	m, err := chad.Parse("pattern.chad", []byte(patternText))
	if err != nil {
		t.Fatal(err)
	}
	const n, w = 12, 4
	arrow, stencil := sparse.NewPattern(n, n), sparse.NewPattern(n, n)
	for i := range n {
		arrow.Set(i, i)
		arrow.Set(0, i)
		arrow.Set(i, 0)
		stencil.Set(i, i)
		for j := range n {
			if d := i - j; d == w || d == -w || (d == 1 || d == -1) && i/w == j/w {
				stencil.Set(i, j)
			}
		}
	}
	r := rand.New(rand.NewPCG(5, 1))
	for _, c := range []struct {
		name string
		args []any
		want *sparse.Pattern
	}{
		{"broyden", nil, sparse.Band(n, 1, 1)},
		{"rosenbrock", nil, sparse.Band(n, 1, 1)},
		{"arrow", nil, arrow},
		{"stencil", []any{w}, stencil},
	} {
		f, err := m.Func(c.name)
		if err != nil {
			t.Fatal(err)
		}
		jacobian, err := chad.Jacobian(f, "x")
		if err != nil {
			t.Fatal(err)
		}
		for k := range 3 {
			x := make([]float64, n)
			for j := range x {
				x[j] = float64(k) * r.NormFloat64()
			}
			args := append(c.args[:len(c.args):len(c.args)], x)
			p, err := chad.JacobianPattern(f, "x", args...)
			if err != nil {
				t.Fatal(c.name, err)
			}
			full, err := jacobian.Eval(args...)
			if err != nil {
				t.Fatal(c.name, err)
			}
			for i := range n {
				for j := range n {
					if p.Has(i, j) != c.want.Has(i, j) {
						t.Errorf("%s: place (%d, %d) is %v", c.name, i, j, p.Has(i, j))
					}
					if v := full.([][]float64)[i][j]; v != 0 && !p.Has(i, j) {
						t.Errorf("%s: %v at (%d, %d), which is not in the pattern", c.name, v, i, j)
					}
				}
			}
		}
	}
}

func TestJacobianPatternErrors(t *testing.T) {
	m, err := chad.Parse("pattern.chad", []byte(patternText))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := m.Func("total")
	if _, err := chad.JacobianPattern(f, "", []float64{1, 2}, 3.0); err == nil || !strings.Contains(err.Error(), "by one parameter; name it") {
		t.Errorf("two parameters: %v", err)
	}
	if _, err := chad.JacobianPattern(f, "z", []float64{1, 2}, 3.0); err == nil {
		t.Error("a parameter that is not there")
	}
	if p, err := chad.JacobianPattern(f, "y", []float64{1, 2}, 3.0); err != nil || p.Len() != 1 {
		t.Errorf("by a number: %v", err)
	}
	if p, err := chad.JacobianPattern(f, "x", []float64{1, 2}, 0.0); err != nil || p.Len() != 2 {
		t.Errorf("by an array: %v", err)
	}
}
