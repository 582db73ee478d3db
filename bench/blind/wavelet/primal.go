// Package wavelet removes noise from an image with a wavelet transform by lifting: W. Sweldens, "The lifting scheme: a
// construction of second generation wavelets", SIAM J. Math. Anal. 1998, with the steps of the CDF 9/7 wavelet
// (I. Daubechies and W. Sweldens, "Factoring wavelet transforms into lifting steps", 1998), and the soft threshold of
// D. Donoho. The weights of the steps may be learned; the inverse runs the same steps backward.
package wavelet

// Lifting has the weights of one level.
type Lifting struct {
	Alpha, Beta, Gamma, Delta float64
	Scale                     float64
	Threshold                 float64
}

// block is the part of the image that a level transforms.
type block struct {
	rows, columns int
}

// Loss is the mean squared error of the denoised image. There are as many levels as given, or as the image allows.
// It is differentiated with respect to noisy and levels.
func Loss(noisy, clean [][]float64, levels []Lifting) float64 {
	image := make([][]float64, len(noisy))
	for i, row := range noisy {
		image[i] = append([]float64(nil), row...)
	}
	b := block{len(image), len(image[0])}
	buffer, column := make([]float64, max(b.rows, b.columns)), make([]float64, b.rows)
	var blocks []block
	for _, p := range levels {
		if b.rows < 2 || b.columns < 2 {
			break
		}
		for _, row := range image[:b.rows] {
			p.split(row[:b.columns], buffer)
		}
		b.eachColumn(image, column, func(x []float64) { p.split(x, buffer) })
		blocks = append(blocks, b)
		b = block{(b.rows + 1) / 2, (b.columns + 1) / 2}
	}
	for l := len(blocks) - 1; l >= 0; l-- {
		p, b := levels[l], blocks[l]
		for i, row := range image[:b.rows] {
			details := row[:b.columns]
			if i < (b.rows+1)/2 {
				details = details[(b.columns+1)/2:]
			}
			shrink(details, p.Threshold)
		}
		b.eachColumn(image, column, func(x []float64) { p.join(x, buffer) })
		for _, row := range image[:b.rows] {
			p.join(row[:b.columns], buffer)
		}
	}
	sum := 0.0
	for i, row := range image {
		for j, x := range row {
			sum += (x - clean[i][j]) * (x - clean[i][j])
		}
	}
	return sum / float64(len(image)*len(image[0]))
}

func (b block) eachColumn(image [][]float64, column []float64, f func([]float64)) {
	for j := range b.columns {
		for i := range b.rows {
			column[i] = image[i][j]
		}
		f(column[:b.rows])
		for i := range b.rows {
			image[i][j] = column[i]
		}
	}
}

// split puts the smooth half of x first and the details behind it.
func (p Lifting) split(x, buffer []float64) {
	half := (len(x) + 1) / 2
	copy(buffer, x)
	s, d := x[:half], x[half:]
	for i := range s {
		s[i] = buffer[2*i]
	}
	for i := range d {
		d[i] = buffer[2*i+1]
	}
	predict(d, s, p.Alpha)
	update(s, d, p.Beta)
	predict(d, s, p.Gamma)
	update(s, d, p.Delta)
	scale(s, p.Scale)
	scale(d, 1/p.Scale)
}

// join undoes split.
func (p Lifting) join(x, buffer []float64) {
	half := (len(x) + 1) / 2
	s, d := x[:half], x[half:]
	scale(s, 1/p.Scale)
	scale(d, p.Scale)
	update(s, d, -p.Delta)
	predict(d, s, -p.Gamma)
	update(s, d, -p.Beta)
	predict(d, s, -p.Alpha)
	for i, v := range s {
		buffer[2*i] = v
	}
	for i, v := range d {
		buffer[2*i+1] = v
	}
	copy(x, buffer)
}

// predict changes each detail by the smooth values on both sides. At the ends the signal is mirrored.
func predict(d, s []float64, a float64) {
	for i := range d {
		d[i] += a * (s[i] + s[min(i+1, len(s)-1)])
	}
}

// update changes each smooth value by the details on both sides.
func update(s, d []float64, a float64) {
	for i := range s {
		s[i] += a * (d[max(i-1, 0)] + d[min(i, len(d)-1)])
	}
}

func scale(x []float64, a float64) {
	for i := range x {
		x[i] *= a
	}
}

func shrink(x []float64, t float64) {
	for i, v := range x {
		switch {
		case v > t:
			x[i] = v - t
		case v < -t:
			x[i] = v + t
		default:
			x[i] = 0
		}
	}
}
