package cnn

import "math"

// Tape is the memory that Gradient needs: the activations of one image and their derivatives.
type Tape struct {
	c1, z1  [6][24][24]float64 // after the logistic function; derivative before it
	s1, bs1 [6][12][12]float64
	c2      [12][8][8]float64
	z2      [12][8][8]float64
	s2, bs2 [12][4][4]float64
}

// Gradient returns Loss and sets bar to its derivative with respect to net. Each image is taken forward and at once
// backward, so the tape holds one image.
func Gradient(t *Tape, net Network, images [][][]float64, targets [][]float64, bar Network) float64 {
	clear(bar.B1)
	clear(bar.B2)
	clear(bar.B)
	for _, k := range bar.K1 {
		clearRows(k)
	}
	for _, k := range bar.K2 {
		for _, c := range k {
			clearRows(c)
		}
	}
	for _, k := range bar.FC {
		for _, c := range k {
			clearRows(c)
		}
	}
	total := 0.0
	scale := 1 / float64(len(images))
	for n, image := range images {
		t.forward(net, image)
		total += t.backward(net, image, targets[n], scale, bar)
	}
	return total * scale
}

func clearRows(k [][]float64) {
	for _, row := range k {
		clear(row)
	}
}

func (t *Tape) forward(net Network, image [][]float64) {
	for f, k := range net.K1 {
		c, b := &t.c1[f], net.B1[f]
		for i := range c {
			row := &c[i]
			for j := range row {
				row[j] = b
			}
			for p, kr := range k {
				w, x := (*[5]float64)(kr), (*[28]float64)(image[i+p])
				w0, w1, w2, w3, w4 := w[0], w[1], w[2], w[3], w[4]
				for j := range row {
					row[j] += w0*x[j] + w1*x[j+1] + w2*x[j+2] + w3*x[j+3] + w4*x[j+4]
				}
			}
			for j, v := range row {
				row[j] = 1 / (1 + math.Exp(-v))
			}
		}
		for i := range t.s1[f] {
			s, u, v := &t.s1[f][i], &c[2*i], &c[2*i+1]
			for j := range s {
				s[j] = (u[2*j] + u[2*j+1] + v[2*j] + v[2*j+1]) * 0.25
			}
		}
	}
	for f, k := range net.K2 {
		c, b := &t.c2[f], net.B2[f]
		for i := range c {
			row := &c[i]
			for j := range row {
				row[j] = b
			}
			for ch, kc := range k {
				s := &t.s1[ch]
				for p, kr := range kc {
					w, x := (*[5]float64)(kr), &s[i+p]
					w0, w1, w2, w3, w4 := w[0], w[1], w[2], w[3], w[4]
					for j := range row {
						row[j] += w0*x[j] + w1*x[j+1] + w2*x[j+2] + w3*x[j+3] + w4*x[j+4]
					}
				}
			}
			for j, v := range row {
				row[j] = 1 / (1 + math.Exp(-v))
			}
		}
		for i := range t.s2[f] {
			s, u, v := &t.s2[f][i], &c[2*i], &c[2*i+1]
			for j := range s {
				s[j] = (u[2*j] + u[2*j+1] + v[2*j] + v[2*j+1]) * 0.25
			}
		}
	}
}

// backward adds the derivative of scale times the loss of one image to bar and returns that loss, not scaled.
func (t *Tape) backward(net Network, image [][]float64, target []float64, scale float64, bar Network) float64 {
	loss := 0.0
	t.bs2 = [12][4][4]float64{}
	for d, k := range net.FC {
		z := net.B[d]
		for c, kc := range k {
			for i, kr := range kc {
				w, x := (*[4]float64)(kr), &t.s2[c][i]
				z += w[0]*x[0] + w[1]*x[1] + w[2]*x[2] + w[3]*x[3]
			}
		}
		r := 1 / (1 + math.Exp(-z))
		e := r - target[d]
		loss += e * e / 2
		g := scale * e * r * (1 - r) // d loss / d z
		bar.B[d] += g
		for c, kc := range k {
			for i, kr := range kc {
				w, wb := (*[4]float64)(kr), (*[4]float64)(bar.FC[d][c][i])
				x, xb := &t.s2[c][i], &t.bs2[c][i]
				for j := range w {
					wb[j] += g * x[j]
					xb[j] += g * w[j]
				}
			}
		}
	}
	t.bs1 = [6][12][12]float64{}
	for f, k := range net.K2 {
		// Each of the four of a block gets a quarter; the logistic function has the derivative c (1 - c).
		c, z, sum := &t.c2[f], &t.z2[f], 0.0
		for i := range z {
			row, cr, b := &z[i], &c[i], &t.bs2[f][i/2]
			for j := range row {
				g := 0.25 * b[j/2] * cr[j] * (1 - cr[j])
				row[j] = g
				sum += g
			}
		}
		bar.B2[f] += sum
		for ch, kc := range k {
			x, xb := &t.s1[ch], &t.bs1[ch]
			for p, kr := range kc {
				w, wb := (*[5]float64)(kr), (*[5]float64)(bar.K2[f][ch][p])
				for i := range z {
					back5(&z[i], &x[i+p], &xb[i+p], w, wb)
				}
			}
		}
	}
	for f := range net.K1 {
		c, z, sum := &t.c1[f], &t.z1[f], 0.0
		for i := range z {
			row, cr, b := &z[i], &c[i], &t.bs1[f][i/2]
			for j := range row {
				g := 0.25 * b[j/2] * cr[j] * (1 - cr[j])
				row[j] = g
				sum += g
			}
		}
		bar.B1[f] += sum
		for p, kr := range bar.K1[f] {
			// d loss / d k[p][q] is the sum over i and j of z[i][j] x[i+p][j+q].
			var a0, a1, a2, a3, a4 float64
			for i := range z {
				row, x := &z[i], (*[28]float64)(image[i+p])
				for j, g := range row {
					a0 += g * x[j]
					a1 += g * x[j+1]
					a2 += g * x[j+2]
					a3 += g * x[j+3]
					a4 += g * x[j+4]
				}
			}
			wb := (*[5]float64)(kr)
			wb[0] += a0
			wb[1] += a1
			wb[2] += a2
			wb[3] += a3
			wb[4] += a4
		}
	}
	return loss
}

// back5 goes backward through one row of a convolution, y[j] = sum over q of w[q] x[j+q]: it adds z[j] x[j+q] to wb[q]
// and z[j] w[q] to xb[j+q]. All of z is in registers.
func back5(z *[8]float64, x, xb *[12]float64, w, wb *[5]float64) {
	z0, z1, z2, z3, z4, z5, z6, z7 := z[0], z[1], z[2], z[3], z[4], z[5], z[6], z[7]
	wb[0] += z0*x[0] + z1*x[1] + z2*x[2] + z3*x[3] + (z4*x[4] + z5*x[5] + z6*x[6] + z7*x[7])
	wb[1] += z0*x[1] + z1*x[2] + z2*x[3] + z3*x[4] + (z4*x[5] + z5*x[6] + z6*x[7] + z7*x[8])
	wb[2] += z0*x[2] + z1*x[3] + z2*x[4] + z3*x[5] + (z4*x[6] + z5*x[7] + z6*x[8] + z7*x[9])
	wb[3] += z0*x[3] + z1*x[4] + z2*x[5] + z3*x[6] + (z4*x[7] + z5*x[8] + z6*x[9] + z7*x[10])
	wb[4] += z0*x[4] + z1*x[5] + z2*x[6] + z3*x[7] + (z4*x[8] + z5*x[9] + z6*x[10] + z7*x[11])
	w0, w1, w2, w3, w4 := w[0], w[1], w[2], w[3], w[4]
	xb[0] += w0 * z0
	xb[1] += w0*z1 + w1*z0
	xb[2] += w0*z2 + w1*z1 + w2*z0
	xb[3] += w0*z3 + w1*z2 + w2*z1 + w3*z0
	xb[4] += w0*z4 + w1*z3 + w2*z2 + w3*z1 + w4*z0
	xb[5] += w0*z5 + w1*z4 + w2*z3 + w3*z2 + w4*z1
	xb[6] += w0*z6 + w1*z5 + w2*z4 + w3*z3 + w4*z2
	xb[7] += w0*z7 + w1*z6 + w2*z5 + w3*z4 + w4*z3
	xb[8] += w1*z7 + w2*z6 + w3*z5 + w4*z4
	xb[9] += w2*z7 + w3*z6 + w4*z5
	xb[10] += w3*z7 + w4*z6
	xb[11] += w4 * z7
}
