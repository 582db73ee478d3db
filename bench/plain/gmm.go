package plain

//chad:emit elementary jam fastmath

import "math"

// logGammaDistrib is the logarithm of the multivariate gamma function.
func logGammaDistrib(a float64, d int) float64 {
	sum := float64(d*(d-1)) / 4 * math.Log(math.Pi)
	for j := range d {
		v, _ := math.Lgamma(a - float64(j)/2)
		sum += v
	}
	return sum
}

// logWishart is the logarithm of the Wishart prior, up to its sign.
func logWishart(qdiag, ltri [][]float64, g float64, m int) float64 {
	k, d := len(qdiag), len(qdiag[0])
	p := float64(d + m + 1)
	c := p*float64(d)*(math.Log(g)-0.5*math.Log(2)) - logGammaDistrib(p/2, d)
	out := 0.0
	for i := range k {
		squares, sum := 0.0, 0.0
		for _, q := range qdiag[i] {
			e := math.Exp(q)
			squares += e * e
			sum += q
		}
		for _, l := range ltri[i] {
			squares += l * l
		}
		out += 0.5*g*g*squares - float64(m)*sum
	}
	return out - float64(k)*c
}

// GMM is the log-likelihood of a mixture of Gaussians with a Wishart prior, as in ADBench. The square
// root of the inverse covariance of a component is lower triangular; the logarithms of its diagonal
// are in qdiag, the rest is packed in ltri, column by column.
//
//chad:grad wrt=alphas,means,qdiag,ltri
//chad:jvp wrt=alphas,means,qdiag,ltri
func GMM(alphas []float64, means, qdiag, ltri, x [][]float64, g float64, m int) float64 {
	n, k, d := len(x), len(alphas), len(means[0])
	factors := make([][][]float64, k)
	weights := make([]float64, k)
	for c := range k {
		factors[c] = make([][]float64, d)
		for r := range d {
			factors[c][r] = make([]float64, d)
		}
		at := 0
		weights[c] = alphas[c]
		for j := range d {
			weights[c] += qdiag[c][j]
			factors[c][j][j] = math.Exp(qdiag[c][j])
			for r := j + 1; r < d; r++ {
				factors[c][r][j] = ltri[c][at]
				at++
			}
		}
	}
	centred := make([]float64, d)
	terms := make([]float64, k)
	sum := 0.0
	for _, point := range x {
		for c := range k {
			for j := range d {
				centred[j] = point[j] - means[c][j]
			}
			square := 0.0
			for r := range d {
				y := 0.0
				for j := 0; j <= r; j++ {
					y += factors[c][r][j] * centred[j]
				}
				square += y * y
			}
			terms[c] = weights[c] - 0.5*square
		}
		sum += LogSumExp(terms)
	}
	return sum - float64(n)*LogSumExp(alphas) - float64(n*d)/2*math.Log(2*math.Pi) + logWishart(qdiag, ltri, g, m)
}
