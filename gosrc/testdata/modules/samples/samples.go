// Package samples has functions of many signatures, for the samples in the comments of what is generated.
package samples

import "errors"

type Layer struct {
	W [][]float64
	B []float64
}
type Net struct {
	L1, L2 Layer
	Scale  float64
	N      int
	name   string
}
type Opt struct {
	A [3]float64
	Z complex128
	P *float64
}

//chad:grad problem=flat
//chad:hessian
func Rosen(x, y float64) float64 { return (1-x)*(1-x) + 100*(y-x*x)*(y-x*x) }

//chad:grad wrt=n problem=flat
func (n *Net) Loss(x []float64, target float64) (float64, error) {
	if len(x) != len(n.L1.W[0]) {
		return 0, errors.New("len")
	}
	s := 0.0
	for i, r := range n.L1.W {
		z := n.L1.B[i]
		for j, w := range r {
			z += w * x[j]
		}
		s += z * z * n.Scale
	}
	for i, r := range n.L2.W {
		z := n.L2.B[i]
		for j, w := range r {
			z += w * x[j]
		}
		s += z * z
	}
	return (s - target) * (s - target), nil
}

//chad:grad wrt=x
//chad:hessian wrt=x
func Quad(x []float64, a float64) (float64, error) {
	s := 0.0
	for i, v := range x {
		s += float64(i+1) * (v - a) * (v - a)
	}
	if s > 1e9 {
		return 0, errors.New("big")
	}
	return s, nil
}

//chad:grad wrt=x,o problem=flat
func Struct(x []float64, o Opt, k int) float64 {
	return x[0]*o.A[1] + real(o.Z)*real(o.Z) + imag(o.Z)*imag(o.Z) + x[0]*x[0] + o.A[0]*o.A[0] + o.A[1]*o.A[1] + o.A[2]*o.A[2]
}

//chad:grad wrt=o.P,y problem=flat
func Ptr(o *Opt, y []float64) float64 { return *o.P**o.P + y[0]*y[0] + *o.P*y[0]*.1 }

//chad:grad wrt=n.L1.B,n.Scale problem=flat
func (n *Net) Part(x float64) float64 { return n.L1.B[0]*n.L1.B[0] + (n.Scale-x)*(n.Scale-x) }

//chad:grad problem=flat
func priv(x []float64, m [][]float64) float64 {
	s := 0.0
	for i := range m {
		for j, v := range m[i] {
			s += (v-x[j])*(v-x[j]) + v*v + x[j]*x[j]
		}
	}
	return s
}

//chad:grad problem=flat inst=float64
func Gen[T ~float64](x []T) T { return x[0] * x[0] }

//chad:grad wrt=x
func Vari(a float64, x ...float64) float64 {
	s := 0.0
	for _, v := range x {
		s += (v - a) * (v - a)
	}
	return s
}

// Names has parameters with the names that a sample would like to use.
//
//chad:grad problem=flat
func Names(p, r, err, settings float64, x []float64) float64 {
	return (p-r)*(err-settings) + x[0]
}

// Point has, too.
//
//chad:grad wrt=x
func Point(p, r, err, settings float64, x []float64) float64 {
	return (p-r)*(err-settings) + x[0]
}
