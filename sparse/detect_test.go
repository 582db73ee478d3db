package sparse_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/sparse"
)

func same(t *testing.T, name string, got, want *sparse.Pattern) {
	t.Helper()
	m, n := want.Size()
	for i := range m {
		for j := range n {
			if got.Has(i, j) != want.Has(i, j) {
				t.Errorf("%s: place (%d, %d) is %v, want %v", name, i, j, got.Has(i, j), want.Has(i, j))
			}
		}
	}
}

// Patterns that are known: by hand for the stencil and the arrow, bands for the others.
func TestDetect(t *testing.T) {
	const n = 12
	r := rand.New(rand.NewPCG(1, 1))
	at := make([]float64, n)
	for j := range at {
		at[j] = r.NormFloat64()
	}
	zero := make([]float64, n)
	arrow := sparse.NewPattern(n, n)
	for i := range n {
		arrow.Set(i, i)
		arrow.Set(0, i)
		arrow.Set(i, 0)
	}
	const side, wide = 3, 4 // of the stencil
	stencil := sparse.NewPattern(n, n)
	for i := range side {
		for j := range wide {
			for _, d := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if a, b := i+d[0], j+d[1]; a >= 0 && a < side && b >= 0 && b < wide {
					stencil.Set(i*wide+j, a*wide+b)
				}
			}
		}
	}
	for _, c := range []struct {
		name string
		f    func(x, y []float64)
		want *sparse.Pattern
	}{
		{"tridiagonal", func(x, y []float64) { // Broyden
			for i := range x {
				y[i] = (3-2*x[i])*x[i] + 1
				if i > 0 {
					y[i] -= x[i-1]
				}
				if i+1 < n {
					y[i] -= 2 * x[i+1]
				}
			}
		}, sparse.Band(n, 1, 1)},
		{"rosenbrock", func(x, g []float64) { // the gradient, for the Hessian
			clear(g)
			for i := range n - 1 {
				d := x[i+1] - x[i]*x[i]
				g[i] += -400*x[i]*d - 2*(1-x[i])
				g[i+1] += 200 * d
			}
		}, sparse.Band(n, 1, 1)},
		{"stencil", func(u, y []float64) {
			for i := range side {
				for j := range wide {
					s := -4 * math.Exp(u[i*wide+j])
					for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
						if a, b := i+d[0], j+d[1]; a >= 0 && a < side && b >= 0 && b < wide {
							s += u[a*wide+b]
						}
					}
					y[i*wide+j] = s
				}
			}
		}, stencil},
		{"arrow", func(x, g []float64) { // of x₀ Σ xᵢ³
			g[0] = 3 * x[0] * x[0] * x[0] * x[0]
			for i := 1; i < n; i++ {
				g[0] += x[i] * x[i] * x[i]
				g[i] = 3 * x[0] * x[i] * x[i]
			}
		}, arrow},
	} {
		// At zero, where most derivatives are zero by accident, NaN shows them all the same.
		for _, point := range [][]float64{at, zero} {
			same(t, c.name, sparse.Detect(n, n, c.f, point), c.want)
		}
		if c.name != "stencil" && c.name != "tridiagonal" {
			same(t, c.name, sparse.DetectSymmetric(n, c.f, at), c.want)
		}
	}
}

// The branch that a point takes is in the pattern, though NaN takes the other.
func TestDetectBranch(t *testing.T) {
	f := func(x, y []float64) {
		if x[0] > 0 {
			y[0] = x[0] * x[1]
		} else {
			y[0] = x[2]
		}
	}
	p := sparse.Detect(1, 3, f, []float64{1, 2, 3})
	if !p.Has(0, 0) || !p.Has(0, 1) || p.Has(0, 2) {
		t.Errorf("the branch at x₀ > 0: %v", p.Row(0))
	}
	if p := sparse.Detect(1, 3, f, []float64{1, 2, 3}, []float64{-1, 2, 3}); p.Len() != 3 {
		t.Errorf("both branches: %v", p.Row(0))
	}
	if p := sparse.Detect(1, 3, f); p.Len() != 0 {
		t.Errorf("no point: %v", p.Row(0))
	}
}

func ExampleDetect() {
	f := func(x, y []float64) { // three results of four parameters
		for i := range y {
			y[i] = x[i] * x[i+1]
		}
	}
	p := sparse.Detect(3, 4, f, []float64{1, 1, 1, 1})
	_, k := p.Colors()
	fmt.Println(p.Row(0), p.Row(1), p.Row(2), k)
	// Output: [0 1] [1 2] [2 3] 2
}
