// Package ising is the mean-field theory of a spin glass with the correction of Thouless, Anderson and Palmer: the
// magnetizations are found by a damped iteration, and give the free energy. See M. Opper, D. Saad (editors), Advanced
// Mean Field Methods, chapter 2.
package ising

import "math"

// Glass is a spin glass: the couplings J[i][j] and the external field.
type Glass struct {
	J     [][]float64
	Field []float64
}

// magnetize is the new magnetization of spin i at those of the others. The second part of the local field is the
// reaction of Onsager: what the others would not feel without this spin.
func (g *Glass) magnetize(i int, m []float64, beta float64) float64 {
	field, reaction := g.Field[i], 0.0
	for j, c := range g.J[i] {
		field += c * m[j]
		reaction += c * c * (1 - m[j]*m[j])
	}
	return math.Tanh(beta * (field - beta*m[i]*reaction))
}

// solve iterates until no magnetization moves by more than the tolerance.
func (g *Glass) solve(beta, damping, tolerance float64, sweeps int) []float64 {
	m := make([]float64, len(g.Field))
	next := make([]float64, len(g.Field))
	for range sweeps {
		moved := 0.0
		for i := range m {
			next[i] = damping*m[i] + (1-damping)*g.magnetize(i, m, beta)
			moved = math.Max(moved, math.Abs(next[i]-m[i]))
		}
		m, next = next, m
		if moved < tolerance {
			break
		}
	}
	return m
}

// entropy is that of a spin with magnetization m.
func entropy(m float64) float64 {
	up, down := (1+m)/2, (1-m)/2
	return -up*math.Log(up) - down*math.Log(down)
}

// FreeEnergy is the TAP free energy of the glass at the inverse temperature beta, at the magnetizations that at most
// the given number of sweeps find. J has a zero diagonal. It need not be symmetric.
//
// It is differentiated with respect to J and the field, and beta.
func FreeEnergy(glass Glass, beta, damping, tolerance float64, sweeps int) float64 {
	m := glass.solve(beta, damping, tolerance, sweeps)
	f := 0.0
	for i, row := range glass.J {
		f -= entropy(m[i])/beta + glass.Field[i]*m[i]
		for j, c := range row {
			f -= 0.5 * c * m[i] * m[j]
			f -= 0.25 * beta * c * c * (1 - m[i]*m[i]) * (1 - m[j]*m[j])
		}
	}
	return f
}
