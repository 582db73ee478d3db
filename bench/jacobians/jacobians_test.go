package jacobians

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/sparse"
)

// A way writes a matrix of n columns, row by row.
type way struct {
	name string
	run  func(full []float64)
}

// data are a point, a matrix of m rows, and labels.
func data(n, m int) (x []float64, a [][]float64, y []float64) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		x = append(x, 0.3*r.NormFloat64())
	}
	for range m {
		row := make([]float64, n)
		for j := range row {
			row[j] = 0.3 * r.NormFloat64()
		}
		a, y = append(a, row), append(y, float64(r.IntN(2)))
	}
	return x, a, y
}

// columns writes a Jacobian from its columns, one directional derivative after the other.
func columns(n int, jvp func(v []float64) []float64) func([]float64) {
	v := make([]float64, n)
	return func(full []float64) {
		for j := range v {
			v[j] = 1
			for i, d := range jvp(v) {
				full[i*n+j] = d
			}
			v[j] = 0
		}
	}
}

// rows writes a Hessian from its rows, likewise.
func rows(n int, hvp func(v, row []float64)) func([]float64) {
	v := make([]float64, n)
	return func(full []float64) {
		for j := range v {
			v[j] = 1
			hvp(v, full[j*n:(j+1)*n])
			v[j] = 0
		}
	}
}

// cases are functions of n numbers, with the ways to their matrices: the first takes one unit vector after the other.
func cases(n int) map[string][]way {
	x, a, _ := data(n, n)
	_, obs, labels := data(n, 200)
	band := sparse.Band(n, 1, 1)
	colors, k := band.Colors()
	sym, l := band.SymmetricColors()
	buf, symBuf := make([]float64, k*n), make([]float64, l*n)
	b, d, p, r, g := NewBroydenWorkspace(), NewDenseWorkspace(), NewPhasesWorkspace(), NewRosenbrockWorkspace(), NewLogisticWorkspace()
	return map[string][]way{
		"Broyden": {
			{"one", columns(n, func(v []float64) []float64 { _, dy := b.BroydenJVP(x, v); return dy })},
			{"lanes", func(full []float64) { b.BroydenJacobian(x, full) }},
			{"colors", func(full []float64) { b.BroydenJacobianColors(x, colors, buf); band.Expand(colors, buf, full) }},
		},
		"Dense": {
			{"one", columns(n, func(v []float64) []float64 { _, dy := d.DenseJVP(x, a, v); return dy })},
			{"lanes", func(full []float64) { d.DenseJacobian(x, a, full) }},
		},
		"Phases": {
			{"one", columns(n, func(v []float64) []float64 { _, dy := p.PhasesJVP(x, 20, v); return dy })},
			{"lanes", func(full []float64) { p.PhasesJacobian(x, 20, full) }},
		},
		"Rosenbrock": {
			{"one", rows(n, func(v, row []float64) { r.RosenbrockHVP(x, v, row) })},
			{"lanes", func(full []float64) { r.RosenbrockHessian(x, full) }},
			{"colors", func(full []float64) {
				r.RosenbrockHessianColors(x, sym, symBuf)
				band.ExpandSymmetric(sym, symBuf, full)
			}},
		},
		"Logistic": {
			{"one", rows(n, func(v, row []float64) { g.LogisticHVP(x, obs, labels, v, row) })},
			{"lanes", func(full []float64) { g.LogisticHessian(x, obs, labels, full) }},
		},
	}
}

var names = []string{"Broyden", "Dense", "Phases", "Rosenbrock", "Logistic"}

// All ways lead to one matrix.
func TestWays(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 8, 11} {
		for name, ways := range cases(n) {
			want := make([]float64, n*n)
			ways[0].run(want)
			for _, w := range ways[1:] {
				got := make([]float64, n*n)
				w.run(got)
				for i := range got {
					if math.Abs(got[i]-want[i]) > 1e-12*(1+math.Abs(want[i])) {
						t.Fatalf("%s, n = %d, %s: element %d is %g, want %g", name, n, w.name, i, got[i], want[i])
					}
				}
			}
		}
	}
}

func BenchmarkMatrices(b *testing.B) {
	for _, n := range []int{10, 50, 100} {
		c := cases(n)
		full := make([]float64, n*n)
		for _, name := range names {
			for _, w := range c[name] {
				b.Run(fmt.Sprintf("%s/%d/%s", name, n, w.name), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						w.run(full)
					}
				})
			}
		}
	}
}
