package ising

//chad:emit jam fastmath

// primal is [FreeEnergy]; the directive stands here so that primal.go stays as it was written.
//
//chad:grad wrt=glass,beta
func primal(glass Glass, beta, damping, tolerance float64, sweeps int) float64 {
	return FreeEnergy(glass, beta, damping, tolerance, sweeps)
}
