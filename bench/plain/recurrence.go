package plain

//chad:emit elementary fastmath

import "math"

// Recurrence is a pendulum by symplectic Euler. So many steps are not kept for the way back, but run again in blocks.
//
//chad:grad wrt=x,v,theta
//chad:jvp wrt=x,v,theta
func Recurrence(x, v, theta, h float64, steps int) float64 {
	//chad:checkpoint
	for range steps {
		v -= h * math.Sin(theta*x)
		x += h * v
	}
	return 0.5 * (x*x + v*v)
}
