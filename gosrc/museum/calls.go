package museum

import (
	"iter"
	"math"
)

// RecursiveArguments is i, for i from 3 on.
//
//chad:grad
//chad:jvp
func RecursiveArguments(i, j float64) float64 {
	if i < 3 {
		return j
	}
	return RecursiveArguments(0, i)
}

// RecursivePower is a power.
//
//chad:grad
//chad:jvp
func RecursivePower(arg float64, p int) float64 {
	if p == 0 {
		return 1
	}
	return arg * RecursivePower(arg, p-1)
}

// LambdaCapture is 3x³.
//
//chad:grad
//chad:jvp
func LambdaCapture(x float64) float64 {
	c := 3 * x
	f := func(v float64) float64 { return v * v * c }
	return f(x)
}

type squarer struct{}

func (squarer) of(x float64) float64 { return x * x }

var square squarer

// FunctorGlobal is a square.
//
//chad:grad
//chad:jvp
func FunctorGlobal(x float64) float64 { return square.of(x) }

type base interface{ createRaw(out, pos []float64) }

type inherited struct{}

func (*inherited) createRaw(out, pos []float64) {
	for i := range out {
		out[i] = pos[i] * pos[i]
	}
}

// VirtualMethod is the squares of pos.
//
//chad:vjp
//chad:jvp
func VirtualMethod(pos []float64) []float64 {
	var b base = &inherited{}
	out := make([]float64, len(pos))
	b.createRaw(out, pos)
	return out
}

// BoxedPair is the sum of w·x and of 2e plus the sum of x.
//
//chad:grad
//chad:jvp
func BoxedPair(w, x, e [][]float64) float64 {
	var y struct{ a, b [][]float64 }
	loss := func(w, x, e [][]float64) float64 {
		y.a = SquareMatMul(w, x)
		y.b = make([][]float64, len(e))
		total := sumOf(x)
		for i, row := range e {
			y.b[i] = make([]float64, len(row))
			for j, v := range row {
				y.b[i][j] = v*2 + total
			}
		}
		return sumOf(y.a) + sumOf(y.b)
	}
	return loss(w, x, e)
}

func sumOf(x [][]float64) float64 {
	s := 0.0
	for _, row := range x {
		for _, v := range row {
			s += v
		}
	}
	return s
}

// ReboundCapture is 4p².
//
//chad:grad
//chad:jvp
func ReboundCapture(p float64) float64 {
	prediction := 2 * p
	power := func(i int) float64 { return math.Pow(prediction, float64(i)) }
	prediction = power(2)
	return prediction
}

func squareOf[T float32 | float64](x T) T { return x * x }

// GenericSquare is a square.
//
//chad:grad
//chad:jvp
func GenericSquare(x float64) float64 { return squareOf(x) }

// Splatted is x.
//
//chad:vjp
//chad:jvp
func Splatted(x []float64) []float64 {
	f := func(v ...float64) []float64 { return v }
	return f(x...)
}

// MapDefault is 1, x, 3 or else 1.
//
//chad:grad
//chad:jvp
func MapDefault(x float64, k int) float64 {
	m := map[int]float64{1: 1, 2: x, 3: 3}
	if v, ok := m[k]; ok {
		return v
	}
	return 1
}

func zip(a, b []float64) iter.Seq2[float64, float64] {
	return func(yield func(float64, float64) bool) {
		for i := range min(len(a), len(b)) {
			if !yield(a[i], b[i]) {
				return
			}
		}
	}
}

// ZippedSum is the sum of two vectors.
//
//chad:grad
//chad:jvp
func ZippedSum(s, d []float64) float64 {
	sums := 0.0
	for a, b := range zip(s, d) {
		sums += a + b
	}
	return sums
}

// MixedLagrangian is a Lagrangian by positions, and velocities after them.
//
//chad:grad
//chad:hessian
func MixedLagrangian(z []float64) float64 {
	m, g := 1.0, 9.8
	q, v := z[:2], z[2:]
	return m/2*(v[0]*v[0]+v[1]*v[1]) - m*g*q[1]
}

func sixfold(x float64) float64 { return 2 * x * 3 }

//chad:derivative of=sixfold
func sixfoldRule(x, dx float64) (y, dy float64) {
	temp := 2 * x
	return temp * 3, dx * 3 * temp / x
}

// CustomRuleSecond is a sum of 6x².
//
//chad:grad
//chad:hessian
func CustomRuleSecond(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += sixfold(v) * v
	}
	return s
}

func squareTimes(x, y float64) float64 { return x * x * y }

//chad:derivative of=squareTimes
func squareTimesRule(x, y, _, dy float64) (z, dz float64) { return squareTimes(x, y), 2 * x * y * dy }

// CustomRuleOneArgument has the rule's derivative by y, and none by x.
//
//chad:grad
//chad:jvp
func CustomRuleOneArgument(x, y float64) float64 { return squareTimes(x, y) }

// BranchReplayed is a rectifier.
//
//chad:grad
//chad:jvp
func BranchReplayed(x float64) float64 {
	if x < 0 {
		return 0
	}
	return x
}

// CheckpointedRelu rectifies x + param through a view.
//
//chad:grad
//chad:jvp
func CheckpointedRelu(x []float64, param float64) float64 {
	y := make([]float64, len(x))
	//chad:checkpoint
	for range 1 {
		for i, v := range x {
			y[i] = v + param
		}
		view := y[:]
		for i := range view {
			view[i] = max(view[i], 0)
		}
	}
	s := 0.0
	for _, v := range y {
		s += v
	}
	return s
}

//chad:jvp wrt=y
func scaleBy(x *float64, y float64) float64 {
	*x *= y
	return *x
}

// Confused is the derivative of scaleBy at 1, the second time.
//
//chad:grad
//chad:jvp
func Confused(x float64) float64 {
	scaleByJVP(&x, 1, 1)
	_, d := scaleByJVP(&x, 1, 1)
	return d
}
