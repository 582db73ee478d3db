// Package pot has potentials.
package pot

import "math"

type Well struct {
	Depth, Width float64
	Centers      [][2]float64
	Kind         int
}

// Energy of a particle.
//
//chad:grad wrt=p name=WellForce
//chad:grad
//chad:hvp wrt=p
func (w *Well) Energy(p [2]float64) float64 {
	e := 0.0
	for _, c := range w.Centers {
		d := (p[0]-c[0])*(p[0]-c[0]) + (p[1]-c[1])*(p[1]-c[1])
		e -= w.Depth * math.Exp(-d/(w.Width*w.Width))
	}
	return e
}

// Loss with an error.
//
//chad:grad wrt=w
//chad:jvp wrt=w,x
//chad:vjp wrt=w,x
//chad:hessian wrt=w
func Loss(w, x []float64, y float64) (float64, error) {
	if len(w) != len(x) {
		return 0, errLen
	}
	s := 0.0
	for i := range w {
		s += w[i] * math.Sin(x[i]*w[i])
	}
	return (s - y) * (s - y), nil
}

//chad:vjp
//chad:jacobian
//chad:jvp
func Map(x []float64) []float64 {
	y := make([]float64, len(x)+1)
	for i := range x {
		y[i] = x[i] * x[i] * x[(i+1)%len(x)]
		y[len(x)] += math.Cos(x[i])
	}
	return y
}
