package nested

import "errors"

var errLength = errors.New("lengths")

// Square writes its argument.
//
//chad:grad
func Square(x []float64) float64 {
	for i := range x {
		x[i] *= x[i]
	}
	return x[0] * x[1]
}

//chad:grad
func UseSquare(x []float64) float64 {
	g := make([]float64, len(x))
	y := SquareGrad(x, g)
	return y + g[0]*x[1]
}

// Slope has tangents of which one is nil.
//
//chad:jvp
func Slope(x []float64, y float64) float64 { return x[0] * y * y }

//chad:grad
func UseSlope(x []float64, y float64) float64 {
	a, b := SlopeJVP(x, y, nil, 1)
	return a * b
}

// Weighted compares a parameter with nil.
//
//chad:grad wrt=x
func Weighted(x, w []float64) float64 {
	if w == nil {
		return x[0] * x[0]
	}
	return x[0] * x[0] * w[0]
}

//chad:grad
func UseWeighted(x, w []float64) float64 {
	g := make([]float64, len(x))
	y := WeightedGrad(x, w, g)
	z := WeightedGrad(x, nil, g)
	return y + z*g[0]*w[0]
}

// Cubic is called through a workspace, in a field and in a literal.
//
//chad:grad
func Cubic(x []float64) float64 { return x[0] * x[1] * x[1] }

//chad:grad
func InWorkspace(x []float64) float64 {
	w := NewCubicWorkspace()
	g := make([]float64, 2)
	return w.CubicGrad(x, g) * g[1]
}

// State holds a workspace.
type State struct {
	W *CubicWorkspace
	G []float64
}

//chad:grad wrt=x
func (s *State) InField(x []float64) float64 { return s.W.CubicGrad(x, s.G) * s.G[1] }

//chad:grad
func InLiteral(x []float64) float64 {
	f := func(x, g []float64) float64 { return CubicGrad(x, g) }
	g := make([]float64, 2)
	return f(x, g) * g[1]
}

// Poly is a polynomial.
type Poly[T ~float64] struct{ C []T }

//chad:grad inst=float64
func (p *Poly[T]) At(x T) T {
	var y T
	for _, c := range p.C {
		y = y*x + c
	}
	return y
}

//chad:grad
func UsePoly(c []float64, x float64) float64 {
	p := &Poly[float64]{C: c}
	g := Poly[float64]{C: make([]float64, len(c))}
	var d float64
	y := PolyAtGrad(p, x, &g, &d)
	return y*d + g.C[0]
}

// Tangent of what may fail, whose error is not looked at.
//
//chad:grad
func Tangent(w, x, dw []float64) float64 {
	_, d, _ := lossJVP(w, x, dw)
	return d
}

//chad:jvp wrt=w
func loss(w, x []float64) (float64, error) {
	if len(w) != len(x) {
		return w[0], errLength
	}
	return w[0] * w[0] * x[0], nil
}
