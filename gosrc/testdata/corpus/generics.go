package corpus

import (
	"cmp"
	"math"
)

// Real is a constraint.
type Real interface{ ~float32 | ~float64 }

// Number is a wider one.
type Number interface {
	~int | ~int8 | ~uint8 | ~float32 | ~float64
}

func total[T Number](x []T) T {
	var s T
	for _, v := range x {
		s += v * 2
	}
	return s / 3
}

func mapOf[T, U any](x []T, f func(T) U) []U {
	out := make([]U, 0, len(x))
	for _, v := range x {
		out = append(out, f(v))
	}
	return out
}

func largest[T cmp.Ordered](a, b T) T {
	if a > b {
		return a
	}
	return b
}

// Pair is a generic type.
type Pair[A, B any] struct {
	First  A
	Second B
}

// Swapped is a method of a generic type.
func (p Pair[A, B]) Swapped() Pair[B, A] { return Pair[B, A]{p.Second, p.First} }

// Set is one with a pointer receiver.
func (p *Pair[A, B]) Set(a A) { p.First = a }

// Stack is a generic slice.
type Stack[T any] []T

// Push appends through a pointer.
func (s *Stack[T]) Push(v T) { *s = append(*s, v) }

// Norms lets a constraint have a method.
type Norms interface {
	// Norm is a length.
	Norm() float64
}

func sumNorms[T Norms](x ...T) float64 {
	s := 0.0
	for _, v := range x {
		s += v.Norm()
	}
	return s
}

type setter[T any] interface {
	*T
	Move(dx, dy float64)
}

func moved[T any, P setter[T]](v T) T {
	P(&v).Move(1, 2)
	return v
}

// Generic has instances of everything above.
func Generic(x []float64, n []int8, y []float32) (float64, int8, float32, float64) {
	p := Pair[int, float64]{3, total(x)}
	q := p.Swapped()
	q.Set(q.First + 1)
	var st Stack[float64]
	st.Push(1)
	st.Push(q.First)
	m := mapOf(x, func(v float64) float64 { return v * v })
	f := largest[float64]
	s := sumNorms(Point{3, 4}, moved(Point{1, float64(len(m))}))
	return q.First + float64(q.Second) + st[1] + f(1, 2) + total(m) + s, total(n), total(y), float64(largest(len(x), 2))
}

func logistic[T Real](x T) T { return T(1 / (1 + math.Exp(-float64(x)))) }

// Instances use one body at two precisions.
func Instances(x float64, y float32) (float64, float32) {
	g := logistic[float32]
	return logistic(x), g(y) + 1.1
}

func pick[T any](v T) float64 {
	switch w := any(v).(type) {
	case float64:
		return w * w
	case int, int8:
		return 3
	case Norms:
		return 4
	default:
		_ = w
	}
	return any(v).(Celsius2).Half()
}

// Celsius2 is not a float64.
type Celsius2 float64

// Half is half of it.
func (c Celsius2) Half() float64 { return float64(c) / 2 }

// ByType chooses by the type of a type parameter.
func ByType(x float64, n int) float64 {
	return pick(x) + pick(n)*x + pick(Point{x, x}) + pick(Celsius2(x))
}
