package nested

import (
	"math"

	"example.com/modules/nested/pot"
)

//chad:grad
func Particle(w *pot.Well, x, v [2]float64, dt float64) float64 {
	for range 8 {
		var f [2]float64
		w.WellForce(x, &f)
		for k := range 2 {
			v[k] -= dt * f[k]
			x[k] += dt * v[k]
		}
	}
	return x[0]*x[0] + x[1]*x[1] + v[0]
}

//chad:grad
func Maml(w, x []float64, y, lr float64) float64 {
	g := make([]float64, len(w))
	l0, err := pot.LossGrad(w, x, y, g)
	if err != nil {
		return 0
	}
	u := make([]float64, len(w))
	for i := range w {
		u[i] = w[i] - lr*g[i]
	}
	l1, _ := pot.Loss(u, x, y)
	return l1 + 0.1*l0
}

//chad:grad
func Newton(w, x []float64, y float64) float64 {
	n := len(w)
	h := make([]float64, n*n)
	l, _ := pot.LossHessian(w, x, y, h)
	s := l
	for i := range n {
		for j := range n {
			s += h[i*n+j] * math.Sin(float64(i+2*j))
		}
	}
	return s
}

//chad:grad
func Push(x, dx []float64) float64 {
	y, dy := pot.MapJVP(x, dx)
	s := 0.0
	for i := range y {
		s += y[i] * dy[i]
	}
	return s
}

//chad:grad
func Pull(x, c []float64) float64 {
	xb := make([]float64, len(x))
	var ws pot.MapWorkspace
	y := ws.MapVJP(x, c, xb)
	s := y[0]
	for i := range xb {
		s += xb[i] * xb[i]
	}
	return s
}

//chad:grad
func Jac(x []float64) float64 {
	n := len(x)
	j := make([]float64, (n+1)*n)
	y := pot.MapJacobian(x, j)
	s := 0.0
	for k, v := range j {
		s += v * float64(k+1)
	}
	return s * y[0]
}

//chad:grad
func Curv(w *pot.Well, p, d [2]float64) float64 {
	var h [2]float64
	e := w.EnergyHVP(p, d, &h)
	return e + h[0]*d[0] + h[1]*d[1]
}

//chad:grad
func Params(w *pot.Well, p [2]float64) float64 {
	var g pot.Well
	g.Centers = make([][2]float64, len(w.Centers))
	var pb [2]float64
	w.EnergyGrad(p, &g, &pb)
	s := g.Depth*g.Width + pb[0]
	for _, c := range g.Centers {
		s += c[0] * c[1]
	}
	return s
}

//chad:grad
func JV(w, x, dw, dx []float64, y float64) float64 {
	l, dl, err := pot.LossJVP(w, x, y, dw, dx)
	if err != nil {
		return 0
	}
	return l * dl
}

//chad:grad
func VJ(w, x []float64, y, c float64) float64 {
	a, b := make([]float64, len(w)), make([]float64, len(x))
	l, _ := pot.LossVJP(w, x, y, c, a, b)
	s := l
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

//chad:grad
func Inner(x []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * v * v * x[(i+1)%len(x)]
	}
	return s
}

//chad:grad
func Middle(x []float64) float64 {
	g := make([]float64, len(x))
	InnerGrad(x, g)
	s := 0.0
	for i := range g {
		s += g[i] * g[i]
	}
	return s
}

//chad:grad
func Outer(x []float64) float64 {
	g := make([]float64, len(x))
	MiddleGrad(x, g)
	s := 0.0
	for i := range g {
		s += math.Sin(g[i])
	}
	return s
}
