package nested

import "math"

// Train is the loss of logistic regression with labels of -1 and 1, and a decay.
//
//chad:grad wrt=w
func Train(w []float64, x [][]float64, y []float64, decay float64) float64 {
	s := 0.0
	for k, row := range x {
		z := 0.0
		for i, v := range row {
			z += v * w[i]
		}
		s += math.Log1p(math.Exp(-y[k] * z))
	}
	s /= float64(len(x))
	for _, v := range w {
		s += 0.5 * decay * v * v
	}
	return s
}

// Hyper is the loss on other examples after steps of descent: its gradient by the decay and the rate is the
// hypergradient.
//
//chad:grad wrt=decay,rate
func Hyper(
	w0 []float64, x [][]float64, y []float64, xv [][]float64, yv []float64, decay, rate float64, steps int,
) float64 {
	w := append([]float64{}, w0...)
	g := make([]float64, len(w))
	for range steps {
		TrainGrad(w, x, y, decay, g)
		for i := range w {
			w[i] -= rate * g[i]
		}
	}
	return Train(w, xv, yv, 0)
}
