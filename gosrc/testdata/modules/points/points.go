// Package points has functions whose parameters are laid out as points for an optimiser.
package points

import (
	"errors"
	"math"
	"math/cmplx"
	"sync"
)

// Bilinear is the squared error of rows of w and a shift: its least value is 0 where w is as it should be.
//
//chad:grad wrt=w,b,c problem=flat
//chad:hessian wrt=w,b,c
func Bilinear(w [][]float64, b []float64, c float64, x [][]float64, y [][]float64) float64 {
	s := 0.0
	for k, row := range x {
		for i, wi := range w {
			v := b[i] + c*c*row[0]
			for j, wij := range wi {
				v += wij * row[j]
			}
			s += (v - y[k][i]) * (v - y[k][i])
		}
	}
	return s
}

// Swapped has another order in wrt than its parameters.
//
//chad:grad wrt=b,a problem=flat
//chad:hessian wrt=b,a
func Swapped(a float64, b []float64) float64 {
	s := math.Exp(a)
	for i, v := range b {
		s += v * v * a * float64(i+1)
	}
	return s
}

// A Knot is a point in the plane.
type Knot struct{ X, Y float64 }

// ByKnots has no Hess: in the rows of the Hessian all X come first.
//
//chad:grad problem=flat
//chad:hessian
func ByKnots(knots []Knot) float64 {
	s := 0.0
	for i, k := range knots {
		s += float64(i+1) * k.X * k.X * k.Y
	}
	return s
}

// A Deep is behind a pointer.
type Deep struct {
	Scale *float64
	Rows  [][]float64
	N     int
}

// A Mixed has a number of everything.
type Mixed struct {
	A      float64
	Kind   int
	Knots  []Knot
	Tri    [3]float64
	Corner [2]Knot
	Deep   *Deep
	Held   []float64 //chad:nodiff
	Pairs  [][2]float64
	Marked []struct {
		V  float64
		On bool
		L  []float64
	}
	List *[]float64
}

// sum is the same for a Mixed and for a pointer to one.
func (m Mixed) sum() float64 {
	s, f := 0.0, 1.0
	add := func(v float64) {
		s += f*v*v + math.Sin(f*v)*m.A
		f += 0.5
	}
	add(m.A)
	for i, k := range m.Knots {
		add(k.X)
		add(k.Y * m.Held[i%len(m.Held)])
	}
	for _, v := range m.Tri {
		add(v)
	}
	for _, k := range m.Corner {
		add(k.X * k.Y)
	}
	add(*m.Deep.Scale)
	for _, row := range m.Deep.Rows {
		for _, v := range row {
			add(v * *m.Deep.Scale)
		}
	}
	for _, p := range m.Pairs {
		add(p[0] - 2*p[1])
	}
	for _, q := range m.Marked {
		if q.On {
			add(q.V)
		}
		for _, v := range q.L {
			add(v * q.V)
		}
	}
	for _, v := range *m.List {
		add(v)
	}
	return s * float64(m.Kind)
}

//chad:grad problem=flat
func OfValue(m Mixed) float64 { return m.sum() }

//chad:grad problem=flat
func OfPointer(m *Mixed, t float64) float64 { return t * m.sum() }

// A Model leads to a lock, which is not copied.
type Model struct {
	W, B   []float64
	Inner  *Knot
	Scale  float64
	Locked *Guarded
}

// Guarded must not be copied.
type Guarded struct {
	sync.Mutex
	V float64
}

// Loss is least, 0, where W is twice B, and both of them are what the data say.
//
//chad:grad wrt=m.W,m.B,m.Inner.Y problem=flat
func (m *Model) Loss(y []float64) float64 {
	s := (m.Inner.Y - m.Inner.X) * (m.Inner.Y - m.Inner.X)
	for i, w := range m.W {
		s += m.Scale * ((w-2*m.B[i])*(w-2*m.B[i]) + (m.B[i]-y[i])*(m.B[i]-y[i]))
	}
	return s
}

// Unasked has no adapter: its directive asks for none.
//
//chad:grad
func Unasked(a float64, b []float64) float64 { return a * b[0] }

// Valley is by one slice, whose adapter takes all parameters where it is asked for, and the others where it is not.
//
//chad:grad wrt=x problem=flat
//chad:grad wrt=x name=Dale
//chad:hessian wrt=x
func Valley(x []float64, k float64) float64 {
	s := k * (x[0] - 1) * (x[0] - 1)
	for i := range len(x) - 1 {
		s += (x[i+1] - x[i]*x[i]) * (x[i+1] - x[i]*x[i])
	}
	return s
}

// A Metre is a number with a name.
type Metre float64

// A Path is a slice with one.
type Path []Metre

//chad:grad problem=flat
func Length(p Path, from *Metre, z []complex128) float64 {
	last, s := *from, 0.0
	for _, v := range p {
		s += float64((v - last) * (v - last))
		last = v
	}
	for i, w := range z {
		s += real(w*w) + cmplx.Abs(w-complex(float64(i), 1))
	}
	return s
}

var ErrNegative = errors.New("negative")

// Positive fails for a that is negative.
//
//chad:grad wrt=a,b problem=flat
//chad:hessian wrt=a,b
func Positive(a, b float64, data []float64) (float64, error) {
	if a < 0 {
		return 0, ErrNegative
	}
	s := 0.0
	for _, v := range data {
		s += (a*a + b*v - 4 - v) * (a*a + b*v - 4 - v)
	}
	return s, nil
}

// Net has layers of any sizes.
//
//chad:grad ragged=w problem=flat
func Net(w [][]float64, x []float64) float64 {
	s := 0.0
	for i, row := range w {
		for j, v := range row {
			s += (v - x[i]*float64(j+1)) * (v - x[i]*float64(j+1))
		}
	}
	return s + x[0]*x[0]
}

// Optional has a scale that may be missing.
//
//chad:grad problem=flat
func Optional(scale *float64, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	if scale != nil {
		s *= *scale
	}
	return s
}

// A Box is of any numbers.
type Box[T ~float64] struct{ Lo, Hi T }

// Width is a method of a generic type.
//
//chad:grad inst=Metre problem=flat
func (b Box[T]) Width(x T) float64 { return float64((b.Hi - b.Lo) * x) }

// names has parameters that are called as parts of the adapter are.
//
//chad:grad problem=flat
//chad:hessian
func names(start, p, parts, work, x, out, hess float64, err []float64) (float64, error) {
	if start > 100 {
		return 0, ErrNegative
	}
	return start*p*parts*work*x*out*hess + err[0]*err[0], nil
}
