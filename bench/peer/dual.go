package peer

import (
	"gonum.org/v1/gonum/num/dual"
	"gonum.org/v1/gonum/num/hyperdual"
)

// Dual is the gradient by gonum's dual numbers: a run of f for each variable.
func Dual(f func(x []dual.Number) dual.Number, x []float64) Gradient {
	d := make([]dual.Number, len(x))
	lift := func() {
		for i, v := range x {
			d[i] = dual.Number{Real: v}
		}
	}
	lift()
	grad := func(bar []float64) float64 {
		lift()
		value := 0.0
		for i := range x {
			d[i].Emag = 1
			y := f(d)
			d[i].Emag = 0
			value, bar[i] = y.Real, y.Emag
		}
		return value
	}
	return Gradient{Grad: grad, Runs: len(x), One: func() { f(d) }}
}

// Hyperdual is the gradient by gonum's hyperdual numbers: a run of f for every two variables.
func Hyperdual(f func(x []hyperdual.Number) hyperdual.Number, x []float64) Gradient {
	d := make([]hyperdual.Number, len(x))
	lift := func() {
		for i, v := range x {
			d[i] = hyperdual.Number{Real: v}
		}
	}
	lift()
	grad := func(bar []float64) float64 {
		lift()
		value := 0.0
		for i := 0; i < len(x); i += 2 {
			j := min(i+1, len(x)-1)
			d[i].E1mag, d[j].E2mag = 1, 1
			y := f(d)
			d[i].E1mag, d[j].E2mag = 0, 0
			value, bar[i], bar[j] = y.Real, y.E1mag, y.E2mag
		}
		return value
	}
	return Gradient{Grad: grad, Runs: (len(x) + 1) / 2, One: func() { f(d) }}
}

func constant(x float64) dual.Number { return dual.Number{Real: x} }

// RosenbrockDual is Rosenbrock's function.
func RosenbrockDual(x []dual.Number) dual.Number {
	var f dual.Number
	for i := range len(x) - 1 {
		s := dual.Sub(x[i+1], dual.Mul(x[i], x[i]))
		t := dual.Sub(constant(1), x[i])
		f = dual.Add(f, dual.Add(dual.Scale(100, dual.Mul(s, s)), dual.Mul(t, t)))
	}
	return f
}

// RosenbrockHyperdual is Rosenbrock's function.
func RosenbrockHyperdual(x []hyperdual.Number) hyperdual.Number {
	var f hyperdual.Number
	one := hyperdual.Number{Real: 1}
	for i := range len(x) - 1 {
		s := hyperdual.Sub(x[i+1], hyperdual.Mul(x[i], x[i]))
		t := hyperdual.Sub(one, x[i])
		f = hyperdual.Add(f, hyperdual.Add(hyperdual.Scale(100, hyperdual.Mul(s, s)), hyperdual.Mul(t, t)))
	}
	return f
}

func dotDual(a []float64, x []dual.Number) dual.Number {
	var s dual.Number
	for j, v := range a {
		s = dual.Add(s, dual.Scale(v, x[j]))
	}
	return s
}

// LogisticDual is the negative log-likelihood of logistic regression by theta.
func LogisticDual(x [][]float64, y []float64) func(theta []dual.Number) dual.Number {
	return func(theta []dual.Number) dual.Number {
		var f dual.Number
		for i, xi := range x {
			z := dotDual(xi, theta)
			softplus := dual.Log(dual.Add(constant(1), dual.Exp(dual.Scale(-1, dual.Abs(z)))))
			if z.Real > 0 {
				softplus = dual.Add(softplus, z)
			}
			f = dual.Add(f, dual.Sub(softplus, dual.Scale(y[i], z)))
		}
		return f
	}
}

// LeastSquaresDual is half the squared norm of a·theta − b.
func LeastSquaresDual(a [][]float64, b []float64) func(theta []dual.Number) dual.Number {
	return func(theta []dual.Number) dual.Number {
		var f dual.Number
		for i, row := range a {
			r := dual.Sub(dotDual(row, theta), constant(b[i]))
			f = dual.Add(f, dual.Mul(r, r))
		}
		return dual.Scale(0.5, f)
	}
}

// LogSumExpDual is the logarithm of the sum of the exponentials.
func LogSumExpDual(x []dual.Number) dual.Number {
	top := x[0]
	for _, v := range x[1:] {
		if v.Real > top.Real {
			top = v
		}
	}
	var s dual.Number
	for _, v := range x {
		s = dual.Add(s, dual.Exp(dual.Sub(v, top)))
	}
	return dual.Add(top, dual.Log(s))
}

// KMeansDual is the cost of k-means with k centroids, one after the other in c.
func KMeansDual(points [][]float64, k int) func(c []dual.Number) dual.Number {
	return func(c []dual.Number) dual.Number {
		var f dual.Number
		d := len(c) / k
		for _, p := range points {
			var least dual.Number
			for i := range k {
				var s dual.Number
				for j, v := range p {
					t := dual.Sub(c[i*d+j], constant(v))
					s = dual.Add(s, dual.Mul(t, t))
				}
				if i == 0 || s.Real < least.Real {
					least = s
				}
			}
			f = dual.Add(f, least)
		}
		return f
	}
}

// ODEDual integrates the Lorenz system; x is the state, then the parameters.
func ODEDual(h float64, steps int) func(x []dual.Number) dual.Number {
	type state [3]dual.Number
	axpy := func(a float64, x, y state) (z state) {
		for i := range z {
			z[i] = dual.Add(dual.Scale(a, x[i]), y[i])
		}
		return z
	}
	return func(x []dual.Number) dual.Number {
		lorenz := func(s state) state {
			return state{
				dual.Mul(x[3], dual.Sub(s[1], s[0])),
				dual.Sub(dual.Mul(s[0], dual.Sub(x[4], s[2])), s[1]),
				dual.Sub(dual.Mul(s[0], s[1]), dual.Mul(x[5], s[2])),
			}
		}
		s := state(x[:3])
		for range steps {
			k1 := lorenz(s)
			k2 := lorenz(axpy(h/2, k1, s))
			k3 := lorenz(axpy(h/2, k2, s))
			k4 := lorenz(axpy(h, k3, s))
			s = axpy(h/6, axpy(1, k1, axpy(2, k2, axpy(2, k3, k4))), s)
		}
		var f dual.Number
		for _, v := range s {
			f = dual.Add(f, dual.Mul(v, v))
		}
		return dual.Scale(0.5, f)
	}
}

// PolyWhileDual is the polynomial; x is its coefficients, then the point.
func PolyWhileDual(tol float64) func(x []dual.Number) dual.Number {
	return func(x []dual.Number) dual.Number {
		n := len(x) - 1
		s, q := dual.Number{}, constant(1)
		for i := 0; i < n && dual.Abs(q).Real > tol; i++ {
			s, q = dual.Add(s, dual.Mul(x[i], q)), dual.Mul(q, x[n])
		}
		return s
	}
}

// RecurrenceDual is the pendulum; x is position, velocity and theta.
func RecurrenceDual(h float64, steps int) func(x []dual.Number) dual.Number {
	return func(x []dual.Number) dual.Number {
		p, v := x[0], x[1]
		for range steps {
			v = dual.Sub(v, dual.Scale(h, dual.Sin(dual.Mul(x[2], p))))
			p = dual.Add(p, dual.Scale(h, v))
		}
		return dual.Scale(0.5, dual.Add(dual.Mul(p, p), dual.Mul(v, v)))
	}
}
