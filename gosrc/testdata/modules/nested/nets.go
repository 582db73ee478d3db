package nested

import "math"

//chad:grad
func Sines(x []float64, k float64) float64 {
	s := 0.0
	for i, v := range x {
		s += math.Sin(v*k) * float64(i+1)
	}
	return s
}

//chad:grad
//chad:jvp
func Checkpointed(x []float64, k float64) float64 {
	g := make([]float64, len(x))
	//chad:checkpoint
	for range 6 {
		SinesGrad(x, k, g, nil)
		for i := range x {
			x[i] -= 0.1 * g[i]
		}
	}
	return Sines(x, k)
}

//chad:grad
func Rec(x []float64, k float64, n int) float64 {
	if n == 0 {
		return Sines(x, k)
	}
	var d float64
	g := make([]float64, len(x))
	SinesGrad(x, k, g, &d)
	y := make([]float64, len(x))
	for i := range y {
		y[i] = x[i] - 0.1*g[i]
	}
	return Rec(y, k+0.01*d, n-1)
}

type Net struct {
	W [][]float64
	B []float64
	K int
}

//chad:grad
func NetLoss(n *Net, x []float64) float64 {
	s := 0.0
	for i := range n.W {
		a := n.B[i]
		for j := range n.W[i] {
			a += n.W[i][j] * x[j]
		}
		s += math.Tanh(a) * a
	}
	return s
}

// Penalty is the squared norm of the gradient by x.
//
//chad:grad wrt=n
func Penalty(n *Net, x []float64) float64 {
	g := make([]float64, len(x))
	l := NetLossGrad(n, x, nil, g)
	for _, v := range g {
		l += v * v
	}
	return l
}

// Step trains once, and evaluates.
//
//chad:grad wrt=n,lr
func TrainStep(n *Net, x []float64, lr float64) float64 {
	g := Net{W: make([][]float64, len(n.W)), B: make([]float64, len(n.B))}
	for i := range g.W {
		g.W[i] = make([]float64, len(n.W[i]))
	}
	NetLossGrad(n, x, &g, nil)
	m := Net{W: make([][]float64, len(n.W)), B: make([]float64, len(n.B))}
	for i := range m.W {
		m.W[i] = make([]float64, len(n.W[i]))
		for j := range m.W[i] {
			m.W[i][j] = n.W[i][j] - lr*g.W[i][j]
		}
		m.B[i] = n.B[i] - lr*g.B[i]
	}
	return NetLoss(&m, x)
}
