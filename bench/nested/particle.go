package nested

import "math"

// Well is a potential with a hole at each of its centers.
type Well struct {
	Depth, Width float64
	Centers      [][2]float64
}

// Energy is that of a particle at p.
//
//chad:grad wrt=p name=WellForce
func (w *Well) Energy(p [2]float64) float64 {
	e := 0.0
	for _, c := range w.Centers {
		d := (p[0]-c[0])*(p[0]-c[0]) + (p[1]-c[1])*(p[1]-c[1])
		e -= w.Depth * math.Exp(-d/(w.Width*w.Width))
	}
	return e
}

// Particle is where a particle has got, whose force is the gradient of the energy.
//
//chad:grad wrt=w,x,v,dt
//chad:grad wrt=v name=SteerGrad
func Particle(w *Well, x, v [2]float64, dt float64, steps int) float64 {
	for range steps {
		var f [2]float64
		w.WellForce(x, &f)
		for k := range 2 {
			v[k] -= dt * f[k]
			x[k] += dt * v[k]
		}
	}
	return x[0]*x[0] + x[1]*x[1] + v[0]
}
