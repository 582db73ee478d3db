// Package wave is the misfit of a seismic experiment: the acoustic wave equation in two dimensions is solved by
// leapfrog, and the pressure at the receivers is compared with what was recorded. See A. Fichtner, Full Seismic
// Waveform Modelling and Inversion, chapters 2 and 8.
package wave

// Point is a node of the grid.
type Point struct {
	Row, Col int
}

// Shot is one experiment: a source with its signal, and what the receivers recorded. Data[n][r] is that of receiver
// r after step n; there is a sample of the signal for each step.
type Shot struct {
	Source    Point
	Signal    []float64
	Receivers []Point
	Data      [][]float64
}

func newField(rows, cols int) [][]float64 {
	f := make([][]float64, rows)
	for i := range f {
		f[i] = make([]float64, cols)
	}
	return f
}

// leap fills the inner nodes of next. ratio is dt/dx.
func leap(next, cur, prev, vel [][]float64, ratio float64) {
	for i := 1; i < len(cur)-1; i++ {
		up, mid, down := cur[i-1], cur[i], cur[i+1]
		for j := 1; j < len(mid)-1; j++ {
			courant := vel[i][j] * ratio
			laplacian := up[j] + down[j] + mid[j-1] + mid[j+1] - 4*mid[j]
			next[i][j] = 2*mid[j] - prev[i][j] + courant*courant*laplacian
		}
	}
}

// Misfit is half the sum over steps and receivers of the squared difference between pressure and data. The pressure
// begins with zero and is zero at the edge of the grid, so source and receivers are inside. vel is the velocity at each
// node.
//
// It is differentiated with respect to vel.
func Misfit(vel [][]float64, dt, dx float64, shot Shot) float64 {
	rows, cols := len(vel), len(vel[0])
	prev, cur, next := newField(rows, cols), newField(rows, cols), newField(rows, cols)
	sum := 0.0
	for n, amplitude := range shot.Signal {
		leap(next, cur, prev, vel, dt/dx)
		next[shot.Source.Row][shot.Source.Col] += dt * dt * amplitude
		for r, p := range shot.Receivers {
			d := next[p.Row][p.Col] - shot.Data[n][r]
			sum += d * d
		}
		prev, cur, next = cur, next, prev
	}
	return 0.5 * sum
}
