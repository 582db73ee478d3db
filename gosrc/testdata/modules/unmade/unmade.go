// Package unmade has functions of structs whose gradients are asked for in zero values.
package unmade

import "math"

// Vec is a vector.
type Vec []float64

// Layer is a layer.
type Layer struct {
	W [][]float64
	B Vec
	N int

	Mask []float64 //chad:nodiff
	Tags []int
}

// Head is embedded.
type Head struct{ Scale, Shift []float32 }

// Net has slices in all places that there are.
type Net struct {
	Layers []Layer
	Head
	Two    [2]Layer
	Cube   [][][]float64
	Phase  []complex128
	Gain   *Layer
	Extra  *Layer
	Own    *[]float64
	Rate   []float64 //chad:nodiff
	Counts []int
	Empty  []float64
	Bias   float64
}

// Loss reads all of it.
//
//chad:grad wrt=n,x
//chad:grad wrt=n.Layers,n.Gain name=LossByParts
//chad:vjp wrt=n
//chad:hvp wrt=n
func (n *Net) Loss(x []float64) float64 {
	s := n.Bias * x[0]
	for _, l := range n.Layers {
		s += l.at(x)
	}
	for k := range n.Two {
		s += n.Two[k].at(x) * float64(k+1)
	}
	for i, m := range n.Cube {
		for j, r := range m {
			for k, v := range r {
				s += v * v * v * float64(i+2*j+3*k+1)
			}
		}
	}
	for i, z := range n.Phase {
		s += real(z*z*z) * float64(i+1)
	}
	for i, v := range *n.Own {
		s += math.Exp(v) * n.Rate[i] * float64(n.Counts[i])
	}
	for i, v := range n.Scale {
		s += math.Sin(float64(v)) * float64(n.Shift[i])
	}
	for _, v := range n.Empty {
		s += v * v
	}
	return s + n.Gain.at(x)*n.Extra.at(x)
}

func (l *Layer) at(x []float64) float64 {
	s := 0.0
	for i, row := range l.W {
		a := l.B[i]
		for j, w := range row {
			a += w * x[j]
		}
		s += math.Tanh(a) * float64(l.N) * l.Mask[i] * float64(l.Tags[i])
	}
	return s
}

// Sum has slices of structs of its own.
//
//chad:grad
//chad:hvp
func Sum(ls []Layer, two [2]Layer, x []float64) float64 {
	s := two[0].at(x) * two[1].at(x)
	for _, l := range ls {
		s += l.at(x)
	}
	return s
}

// Triangle has rows of different lengths.
type Triangle struct{ Rows [][]float64 }

// Norm is a sum of squares.
//
//chad:grad ragged=t.Rows
func (t *Triangle) Norm() float64 {
	s := 0.0
	for _, r := range t.Rows {
		for _, v := range r {
			s += v * v
		}
	}
	return s
}

// Doubled has a result with slices, so that there is a pullback, and may fail.
//
//chad:vjp
func Doubled(l Layer) ([]float64, error) {
	if l.N < 0 {
		return nil, errNegative
	}
	y := make([]float64, len(l.B))
	for i, b := range l.B {
		y[i] = 2 * b * b
		for _, w := range l.W[i] {
			y[i] += w * b
		}
	}
	return y, nil
}

// Shrink writes its parameter.
//
//chad:vjp
func (l *Layer) Shrink(by float64) {
	for i := range l.B {
		l.B[i] *= by
	}
}

// Box is generic.
type Box[T ~float32 | ~float64] struct{ C []T }

// Square is a sum of squares.
//
//chad:grad inst=float32
func (b *Box[T]) Square() float64 {
	s := 0.0
	for _, v := range b.C {
		s += float64(v * v)
	}
	return s
}
