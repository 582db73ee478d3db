// Package cnn is the convolutional network for handwritten digits of Y. LeCun et al., "Gradient-based learning applied
// to document recognition", Proc. IEEE 1998, in the form of the paper "Correctness is Demanding, Performance is
// Frustrating" (a CNN in Agda, by A. Šinkarovs and others), section 4: two convolutions with logistic activation, each
// followed by average pooling, and a last convolution that leaves one number for each digit.
package cnn

import "math"

// Network holds the weights.
type Network struct {
	K1 [][][]float64   // 6 filters of 5×5
	B1 []float64       // their biases
	K2 [][][][]float64 // 12 filters of 6×5×5
	B2 []float64
	FC [][][][]float64 // 10 outputs with 12×4×4 weights each
	B  []float64
}

// Loss is half the squared distance between the outputs of the network and the targets, averaged over the images.
// It is differentiated with respect to net.
func Loss(net Network, images [][][]float64, targets [][]float64) float64 {
	c1, s1 := maps(len(net.K1), 24, 24), maps(len(net.K1), 12, 12)
	c2, s2 := maps(len(net.K2), 8, 8), maps(len(net.K2), 4, 4)
	total := 0.0
	for n, image := range images {
		for f, k := range net.K1 {
			fill(c1[f], net.B1[f])
			convolve(c1[f], image, k)
			logistic(c1[f])
			pool(s1[f], c1[f])
		}
		for f, k := range net.K2 {
			multi(c2[f], s1, k, net.B2[f])
			logistic(c2[f])
			pool(s2[f], c2[f])
		}
		r := [][]float64{{0}}
		for d, k := range net.FC {
			multi(r, s2, k, net.B[d])
			logistic(r)
			e := r[0][0] - targets[n][d]
			total += e * e / 2
		}
	}
	return total / float64(len(images))
}

func maps(n, rows, columns int) [][][]float64 {
	m := make([][][]float64, n)
	for i := range m {
		m[i] = make([][]float64, rows)
		for j := range m[i] {
			m[i][j] = make([]float64, columns)
		}
	}
	return m
}

func fill(m [][]float64, v float64) {
	for _, row := range m {
		for j := range row {
			row[j] = v
		}
	}
}

// multi sets out to the bias and the sum of the convolutions of each channel with its filter.
func multi(out [][]float64, in, k [][][]float64, bias float64) {
	fill(out, bias)
	for c := range in {
		convolve(out, in[c], k[c])
	}
}

// convolve adds the convolution of in with the filter k to out.
func convolve(out, in, k [][]float64) {
	for i, row := range out {
		for j := range row {
			s := 0.0
			for p, kr := range k {
				x := in[i+p][j:]
				for q, w := range kr {
					s += w * x[q]
				}
			}
			row[j] += s
		}
	}
}

func logistic(m [][]float64) {
	for _, row := range m {
		for j, x := range row {
			row[j] = 1 / (1 + math.Exp(-x))
		}
	}
}

// pool averages blocks of 2×2.
func pool(out, in [][]float64) {
	for i, row := range out {
		for j := range row {
			row[j] = (in[2*i][2*j] + in[2*i][2*j+1] + in[2*i+1][2*j] + in[2*i+1][2*j+1]) / 4
		}
	}
}
