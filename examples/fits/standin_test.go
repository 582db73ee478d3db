package fits

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The models written by hand, derivatives included. They owe nothing to the compiler and serve
// the tests of everything around it.

// standard returns (v − mean)/sd with the mean and the population sd.
func standard(v []float64) (u []float64, mean, sd float64) {
	mean, sd = stat.Mean(v, nil), math.Sqrt(stat.PopVariance(v, nil))
	u = make([]float64, len(v))
	for i := range v {
		u[i] = (v[i] - mean) / sd
	}
	return u, mean, sd
}

func handLine(x, y []float64) Model {
	u, mx, sx := standard(x)
	v, my, sy := standard(y)
	n := float64(len(x))
	return Model{
		Name: "line", Dim: 2,
		Value: func(t []float64) float64 {
			s := 0.0
			for i := range u {
				r := t[0] + t[1]*u[i] - v[i]
				s += r * r
			}
			return s / n
		},
		Grad: func(g, t []float64) {
			g[0], g[1] = 0, 0
			for i := range u {
				r := t[0] + t[1]*u[i] - v[i]
				g[0] += 2 * r / n
				g[1] += 2 * r * u[i] / n
			}
		},
		Original: func(t []float64) []float64 {
			b := t[1] * sy / sx
			return []float64{my + t[0]*sy - b*mx, b}
		},
	}
}

func handPlane(x [][]float64, y []float64) Model {
	n, k := len(x), len(x[0])
	u := make([][]float64, k)
	means, sds := make([]float64, k), make([]float64, k)
	for j := range u {
		u[j], means[j], sds[j] = standard(Dataset{X: x}.Column(j))
	}
	v, my, sy := standard(y)
	residual := func(t []float64, i int) float64 {
		r := -v[i]
		for j := range t {
			r += t[j] * u[j][i]
		}
		return r
	}
	return Model{
		Name: "plane", Dim: k,
		Value: func(t []float64) float64 {
			s := 0.0
			for i := range n {
				r := residual(t, i)
				s += r * r
			}
			return s / float64(n)
		},
		Grad: func(g, t []float64) {
			clear(g)
			for i := range n {
				r := residual(t, i)
				for j := range g {
					g[j] += 2 * r * u[j][i] / float64(n)
				}
			}
		},
		Original: func(t []float64) []float64 {
			b := make([]float64, k+1)
			b[0] = my
			for j := range t {
				b[j+1] = t[j] * sy / sds[j]
				b[0] -= b[j+1] * means[j]
			}
			return b
		},
	}
}

// withHessian adds the Hessian of handPlane's loss: twice the correlations of the predictors.
func withHessian(m Model, x [][]float64) Model {
	h := mat.NewSymDense(m.Dim, nil)
	for j := range m.Dim {
		for l := range m.Dim {
			h.SetSym(j, l, 2*stat.Correlation(Dataset{X: x}.Column(j), Dataset{X: x}.Column(l), nil))
		}
	}
	m.Hess = func(hess *mat.SymDense, _ []float64) { hess.CopySym(h) }
	return m
}

func handLogistic(x, y []float64) Model {
	u, mx, sx := standard(x)
	n := float64(len(x))
	return Model{
		Name: "logistic", Dim: 2,
		Value: func(t []float64) float64 {
			s := 0.0
			for i := range u {
				p := 1 / (1 + math.Exp(-t[0]-t[1]*u[i]))
				s -= (y[i]*math.Log(p) + (1-y[i])*math.Log(1-p)) / n
			}
			return s
		},
		Grad: func(g, t []float64) {
			g[0], g[1] = 0, 0
			for i := range u {
				d := 1/(1+math.Exp(-t[0]-t[1]*u[i])) - y[i]
				g[0] += d / n
				g[1] += d * u[i] / n
			}
		},
		Original: func(t []float64) []float64 {
			b := t[1] / sx
			return []float64{t[0] - b*mx, b}
		},
	}
}

func handModels() Models {
	return Models{Line: handLine, Plane: handPlane, Logistic: handLogistic}
}
