package plain

//chad:emit fastmath

// lorenz is the slope of the Lorenz system with the parameters p at s.
func lorenz(s, p [3]float64) [3]float64 {
	return [3]float64{p[0] * (s[1] - s[0]), s[0]*(p[1]-s[2]) - s[1], s[0]*s[1] - p[2]*s[2]}
}

// plus is s + h·k.
func plus(s [3]float64, h float64, k [3]float64) [3]float64 {
	return [3]float64{s[0] + h*k[0], s[1] + h*k[1], s[2] + h*k[2]}
}

// ODE is half the squared norm of the last state of the Lorenz system, integrated from s0 by the
// classical Runge–Kutta method.
//
//chad:grad wrt=s0,p
//chad:jvp wrt=s0,p
func ODE(s0, p [3]float64, h float64, steps int) float64 {
	s := s0
	for range steps {
		k1 := lorenz(s, p)
		k2 := lorenz(plus(s, h/2, k1), p)
		k3 := lorenz(plus(s, h/2, k2), p)
		k4 := lorenz(plus(s, h, k3), p)
		for i := range s {
			s[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		}
	}
	return 0.5 * (s[0]*s[0] + s[1]*s[1] + s[2]*s[2])
}
