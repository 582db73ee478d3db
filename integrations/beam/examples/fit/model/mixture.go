package model

import "math"

// Mixture is the negative log-likelihood of a mixture of k Gaussians whose coordinates are independent. Each row of x
// is an example. For each component theta has the logarithm of its weight, up to a constant that all share, then its
// means, then the logarithms of its standard deviations.
//
//chad:sum over=x wrt=theta reproducible
//chad:grad wrt=theta
func Mixture(theta []float64, k int, x [][]float64) float64 {
	n := len(theta) / k // numbers of a component
	d := (n - 1) / 2
	weights := 0.0 // their sum
	for c := range k {
		weights += math.Exp(theta[c*n])
	}
	logWeights := math.Log(weights)
	sum := 0.0
	for _, row := range x {
		density := make([]float64, k) // logarithms
		for c := range k {
			s := theta[c*n] - logWeights - 0.5*math.Log(2*math.Pi)*float64(d)
			for j := range d {
				z := (row[j] - theta[c*n+1+j]) * math.Exp(-theta[c*n+1+d+j])
				s -= 0.5*z*z + theta[c*n+1+d+j]
			}
			density[c] = s
		}
		top := density[0]
		for _, s := range density {
			top = max(top, s)
		}
		all := 0.0
		for _, s := range density {
			all += math.Exp(s - top)
		}
		sum -= top + math.Log(all)
	}
	return sum
}
