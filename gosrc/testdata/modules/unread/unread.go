// Package unread has functions that read little of what they are given.
package unread

import "math"

type Space struct {
	Bodies []*Body
	Names  map[string]int
	Big    [][]float64
}
type Body struct {
	M, V  float64
	Pos   [3]float64
	Space *Space
	Noise [100]float64
	Tags  []string
	_     int
	Next  *Body
	Shape struct {
		R float64
		V []float64
	}
}

func (b *Body) speed() float64 { return b.V * b.V }

//chad:grad wrt=b.V
func (b *Body) Energy() float64 { return 0.5 * b.M * b.speed() }

//chad:grad wrt=b.V
func (b *Body) Other() float64 { return 0.5*b.M*b.speed() + b.Space.Big[0][0]*b.V }

//chad:grad wrt=b.Pos
//chad:jvp wrt=b.Pos
func (b *Body) Move(dt float64) float64 {
	for k := range b.Pos {
		b.Pos[k] += dt * b.V
	}
	b.Shape.R = b.Pos[0] * b.Pos[1]
	return b.Shape.R * b.Pos[2]
}

type P struct {
	M, V  float64
	Pos   [3]float64
	Noise [10]float64
	Tags  []string
	K     int
}

//chad:grad wrt=bs
func Sum(bs []P) float64 {
	s := 0.0
	for _, b := range bs {
		s += b.M * math.Sin(b.V)
	}
	return s
}

// Store writes what it does not read.
//
//chad:grad wrt=w
func Store(dst, src []P, w float64) float64 {
	copy(dst, src)
	return dst[0].V * w
}

//chad:vjp wrt=v
func Make(b *Body, v float64) Body { c := *b; c.V = v * c.M; return c }

//chad:grad wrt=x
func Unused(x float64, m map[string]float64, p *Body, q []float64) float64 { return x * x }
