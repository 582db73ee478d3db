// Package kinetics is a network of chemical reactions with mass action, which
// is stiff and hence integrated by the implicit Euler method.
//
// E. Hairer and G. Wanner, Solving Ordinary Differential Equations II: Stiff
// and Differential-Algebraic Problems, Springer 1996, sections IV.1 (chemical
// kinetics), IV.3 (implicit Euler) and IV.8 (Newton's method, linear systems).
package kinetics

import "math"

// Reaction turns one of each reactant into one of each product. A species may
// occur twice.
type Reaction struct {
	Reactants, Products []int
}

// flow is the reaction's speed.
func (r Reaction) flow(rate float64, y []float64) float64 {
	for _, s := range r.Reactants {
		rate *= y[s]
	}
	return rate
}

// slope is the derivative of the speed by the reactant at the position.
func (r Reaction) slope(rate float64, y []float64, position int) float64 {
	for p, s := range r.Reactants {
		if p != position {
			rate *= y[s]
		}
	}
	return rate
}

const (
	maxNewton = 25
	tolerance = 1e-8
)

// Misfit is the sum of the squared differences between the concentrations and
// those observed, at the end of every interval of some steps of the length h.
//
// It is differentiated with respect to rates and start.
func Misfit(reactions []Reaction, rates, start []float64, h float64, steps int, observed [][]float64) float64 {
	n := len(start)
	y := append([]float64(nil), start...)
	old := make([]float64, n)
	f := make([]float64, n)
	jac := make([][]float64, n)
	for i := range jac {
		jac[i] = make([]float64, n)
	}
	sum := 0.0
	for _, obs := range observed {
		for step := 0; step < steps; step++ {
			copy(old, y)
			for iter := 0; iter < maxNewton; iter++ {
				residual(f, reactions, rates, y, old, h)
				jacobian(jac, reactions, rates, y, h)
				solve(jac, f)
				size := 0.0
				for i, d := range f {
					y[i] -= d
					size += d * d
				}
				if math.Sqrt(size) < tolerance {
					break
				}
			}
		}
		for i, o := range obs {
			d := y[i] - o
			sum += d * d
		}
	}
	return sum
}

// residual is what has to vanish: y - old - h y'.
func residual(f []float64, reactions []Reaction, rates, y, old []float64, h float64) {
	for i := range f {
		f[i] = y[i] - old[i]
	}
	for k, r := range reactions {
		flow := h * r.flow(rates[k], y)
		for _, s := range r.Reactants {
			f[s] += flow
		}
		for _, s := range r.Products {
			f[s] -= flow
		}
	}
}

// jacobian is the derivative of the residual by y.
func jacobian(jac [][]float64, reactions []Reaction, rates, y []float64, h float64) {
	for i, row := range jac {
		for j := range row {
			row[j] = 0
		}
		row[i] = 1
	}
	for k, r := range reactions {
		for p, j := range r.Reactants {
			slope := h * r.slope(rates[k], y, p)
			for _, s := range r.Reactants {
				jac[s][j] += slope
			}
			for _, s := range r.Products {
				jac[s][j] -= slope
			}
		}
	}
}

// solve overwrites b with the solution of a x = b, and a with its factors; rows are swapped.
func solve(a [][]float64, b []float64) {
	n := len(b)
	for k := 0; k < n; k++ {
		pivot := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[pivot][k]) {
				pivot = i
			}
		}
		if pivot != k {
			a[k], a[pivot] = a[pivot], a[k]
			b[k], b[pivot] = b[pivot], b[k]
		}
		for i := k + 1; i < n; i++ {
			a[i][k] /= a[k][k]
			m := a[i][k]
			if m == 0 {
				continue
			}
			for j := k + 1; j < n; j++ {
				a[i][j] -= m * a[k][j]
			}
			b[i] -= m * b[k]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			b[i] -= a[i][j] * b[j]
		}
		b[i] /= a[i][i]
	}
}
