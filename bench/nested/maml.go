package nested

import (
	"errors"
	"math"
)

var errLengths = errors.New("nested: lengths differ")

// Loss is that of one example under a sum of sines.
//
//chad:grad wrt=w name=SinesGrad
func Loss(w, x []float64, y float64) (float64, error) {
	if len(w) != len(x) {
		return 0, errLengths
	}
	s := 0.0
	for i := range w {
		s += w[i] * math.Sin(x[i]*w[i])
	}
	return (s - y) * (s - y), nil
}

// Maml is the loss after a step of descent, and a tenth of that before.
//
//chad:grad
func Maml(w, x []float64, y, lr float64) float64 {
	g := make([]float64, len(w))
	l0, err := SinesGrad(w, x, y, g)
	if err != nil {
		return 0
	}
	u := make([]float64, len(w))
	for i := range w {
		u[i] = w[i] - lr*g[i]
	}
	l1, _ := Loss(u, x, y)
	return l1 + 0.1*l0
}

// Net has one hidden layer, from a number to a number.
type Net struct {
	W, B, V []float64
	C       float64
}

// NetLoss is the mean square of what the net misses.
//
//chad:grad wrt=n
func NetLoss(n *Net, x, y []float64) float64 {
	s := 0.0
	for k, xk := range x {
		o := n.C
		for i, w := range n.W {
			o += n.V[i] * math.Tanh(w*xk+n.B[i])
		}
		s += (o - y[k]) * (o - y[k])
	}
	return s / float64(len(x))
}

// MamlNet trains the net on some examples by a step of descent, and is its loss on others.
//
//chad:grad wrt=n,lr
func MamlNet(n *Net, x, y, xq, yq []float64, lr float64) float64 {
	h := len(n.W)
	g := Net{W: make([]float64, h), B: make([]float64, h), V: make([]float64, h)}
	NetLossGrad(n, x, y, &g)
	m := Net{W: make([]float64, h), B: make([]float64, h), V: make([]float64, h), C: n.C - lr*g.C}
	for i := range h {
		m.W[i] = n.W[i] - lr*g.W[i]
		m.B[i] = n.B[i] - lr*g.B[i]
		m.V[i] = n.V[i] - lr*g.V[i]
	}
	return NetLoss(&m, xq, yq)
}
