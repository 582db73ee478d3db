package ewald

//chad:emit jam fastmath

// primal is [Energy]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=particles
func primal(particles []Particle, box, alpha, cutoff, waveCut float64) float64 {
	return Energy(particles, box, alpha, cutoff, waveCut)
}
