// Package held has functions whose parameters are interfaces.
package held

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Kernel is a covariance.
type Kernel interface {
	At(x, y float64) float64
	Scale() float64
}

// RBF has methods by value.
type RBF struct{ L float64 }

// At is the covariance.
func (k RBF) At(x, y float64) float64 { d := (x - y) / k.L; return math.Exp(-d * d / 2) }

// Scale is the length.
func (k RBF) Scale() float64 { return k.L }

// Poly has a slice.
type Poly struct{ C []float64 }

// At is the covariance.
func (k *Poly) At(x, y float64) float64 {
	s := 0.0
	for i := len(k.C) - 1; i >= 0; i-- {
		s = s*x*y + k.C[i]
	}
	return s
}

// Scale is the number of coefficients.
func (k *Poly) Scale() float64 { return float64(len(k.C)) }

// Table is a kernel with rows.
type Table struct{ Rows [][]float64 }

// At is the covariance.
func (k Table) At(x, y float64) float64 {
	s := 0.0
	for i, row := range k.Rows {
		for _, v := range row {
			s += v * math.Sin(float64(i+1)*(x-y))
		}
	}
	return s * s
}

// Scale is 1.
func (Table) Scale() float64 { return 1 }

// Gram adds up a kernel over all pairs.
//
//chad:grad wrt=x
//chad:vjp wrt=x
//chad:jvp wrt=x
//chad:hessian wrt=x
//chad:hvp wrt=x
//chad:func name=GramFunc
func Gram(k Kernel, x []float64) float64 {
	s := 0.0
	for i := range x {
		for j := range x {
			s += k.At(x[i], x[j]) * k.Scale()
		}
	}
	return s
}

// Row is a kernel at many points.
//
//chad:vjp wrt=x
func Row(k Kernel, x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = k.At(x[i], x[0])
	}
	return y
}

// A Loss is of a residual.
type Loss interface{ Of(r float64) float64 }

// Square is the square.
type Square struct{}

// Of is the loss.
func (Square) Of(r float64) float64 { return r * r / 2 }

// Huber is linear far out.
type Huber struct{ Delta float64 }

// Of is the loss.
func (h *Huber) Of(r float64) float64 {
	if math.Abs(r) < h.Delta {
		return r * r / 2
	}
	return h.Delta * (math.Abs(r) - h.Delta/2)
}

// Logcosh is smooth.
type Logcosh float64

// Of is the loss.
func (l Logcosh) Of(r float64) float64 { return math.Log(math.Cosh(r * float64(l))) }

// Fit has two interfaces, of which one may be nil, and an error.
//
//chad:grad wrt=theta
//chad:vjp wrt=theta
func Fit(l Loss, k Kernel, theta, x, y []float64) (float64, error) {
	if len(x) != len(y) {
		return 0, errors.New("lengths")
	}
	s := 0.0
	for i := range x {
		r := theta[0] + theta[1]*x[i] - y[i]
		if h, ok := l.(*Huber); ok && h.Delta > 10 {
			r *= 2
		}
		s += l.Of(r)
	}
	if k != nil {
		s += k.At(theta[0], theta[1])
	}
	return s, nil
}

// Named is of the types of the directive.
//
//chad:grad types=Square,Logcosh
func Named(l Loss, r float64) float64 { return l.Of(r) }

// Form is a quadratic form of any matrix.
//
//chad:grad wrt=x
//chad:hessian wrt=x
func Form(m mat.Matrix, x []float64) float64 {
	r, c := m.Dims()
	s := 0.0
	for i := range r {
		for j := range c {
			s += x[i] * m.At(i, j) * x[j]
		}
	}
	return s
}

// Apply is the norm of a product.
//
//chad:grad wrt=x
func Apply(m mat.Matrix, v mat.Vector, x *mat.VecDense) float64 {
	var y mat.VecDense
	y.MulVec(m, x)
	y.AddVec(&y, v)
	return mat.Dot(&y, &y)
}

// A Named2 gives a name, too.
type Named2 interface {
	Loss
	Name() string
}

// Cube is one.
type Cube struct{ By float64 }

// Of is the loss.
func (c Cube) Of(r float64) float64 { return c.By * r * r * r }

// Name is its name.
func (c Cube) Name() string { return "cube" }

// Labelled returns a string, too.
//
//chad:grad wrt=r of=y
func Labelled(l Named2, r float64) (name string, y float64) { return l.Name(), l.Of(r) }

// Ignored is given one that it hands on to nobody.
//
//chad:grad wrt=x
func Ignored(l Loss, x float64) float64 { return x * x }

// A Path walks.
type Path struct{ Start float64 }

// Walk is a method that takes an interface.
//
//chad:grad wrt=p
func (p *Path) Walk(k Kernel, n int) float64 {
	x := p.Start
	for range n {
		x += 0.1 * k.At(x, 1)
	}
	return x
}

// A Noise gives numbers.
type Noise interface{ Next() float64 }

// A Congruence is a generator with a state.
type Congruence struct{ State, Calls uint64 }

// Next is the next number.
func (c *Congruence) Next() float64 {
	c.State = c.State*6364136223846793005 + 1442695040888963407
	c.Calls++
	return float64(c.State>>11) / (1 << 53)
}

// A Tape gives what is written on it.
type Tape struct{ Left []float64 }

// Next is the next number.
func (t *Tape) Next() float64 {
	x := t.Left[0]
	t.Left[0] = -x
	return x
}

// Noisy multiplies by numbers of a generator, whose state goes on.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func Noisy(n Noise, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += n.Next() * v * v
	}
	return s
}

// Twice draws in two places, one of them in another function, and looks whether there is something to draw from.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func Twice(n Noise, x []float64) float64 {
	if n == nil {
		return -x[0]
	}
	s := drawn(n, x[0]) + n.Next()*x[1]
	for _, v := range x {
		s += drawn(n, v)
	}
	if t, ok := n.(*Tape); ok {
		by := t.Left[1]
		s += by * drawn(n, x[0])
	}
	return s
}

func drawn(n Noise, v float64) float64 { return n.Next() * v * v }

// Both has two interfaces, which may be nil, and puts them into one variable.
//
//chad:grad wrt=x
func Both(a, b Noise, x []float64) float64 {
	s, n := 0.0, a
	if n == nil {
		n = &Congruence{State: 5}
	}
	for i, v := range x {
		if i == 1 && b != nil {
			n = b
		}
		s += drawn(n, v)
	}
	return s
}
