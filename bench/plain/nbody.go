package plain

//chad:emit fastmath

import "math"

// Vec3 is a place or a velocity.
type Vec3 [3]float64

// minus is the difference of two vectors.
func (a Vec3) minus(b Vec3) Vec3 { return Vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// norm2 is the squared norm.
func (a Vec3) norm2() float64 { return a[0]*a[0] + a[1]*a[1] + a[2]*a[2] }

// add adds h·b to the vector.
func (a *Vec3) add(h float64, b Vec3) {
	for i := range a {
		a[i] += h * b[i]
	}
}

// softening is added to squared distances.
const softening = 0.01

// energy of bodies with masses m at the places x with the velocities v.
func energy(x, v []Vec3, m []float64) float64 {
	e := 0.0
	for i := range x {
		e += 0.5 * m[i] * v[i].norm2()
		for j := range i {
			e -= m[i] * m[j] / math.Sqrt(x[i].minus(x[j]).norm2()+softening)
		}
	}
	return e
}

// NBody is the energy of bodies that attract each other, after symplectic Euler steps of length h.
//
//chad:grad wrt=x,v
//chad:jvp wrt=x,v
func NBody(x, v []Vec3, m []float64, h float64, steps int) float64 {
	n := len(x)
	place, velocity := make([]Vec3, n), make([]Vec3, n)
	copy(place, x)
	copy(velocity, v)
	for range steps {
		for i := range n {
			for j := i + 1; j < n; j++ {
				r := place[j].minus(place[i])
				d := r.norm2() + softening
				w := h / (d * math.Sqrt(d))
				velocity[i].add(m[j]*w, r)
				velocity[j].add(-m[i]*w, r)
			}
		}
		for i := range n {
			place[i].add(h, velocity[i])
		}
	}
	return energy(place, velocity, m)
}
