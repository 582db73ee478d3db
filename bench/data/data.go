package data

import "math"

// Rosenbrock is the starting point of length n of Rosenbrock's function: the
// usual (−1.2, 1, −1.2, 1, …), disturbed.
func Rosenbrock(n int) (x []float64) {
	x = normals(source(1), n, 0.1)
	for i := range x {
		if i%2 == 0 {
			x[i] -= 1.2
		} else {
			x[i]++
		}
	}
	return x
}

// Logistic is n examples of d features, labels drawn from the model, and
// parameters theta to start from.
func Logistic(n, d int) (theta []float64, x [][]float64, y []float64) {
	r := source(2)
	truth := normals(r, d, 1/math.Sqrt(float64(d)))
	theta = normals(r, d, 1/math.Sqrt(float64(d)))
	x = normalMatrix(r, n, d, 1)
	y = make([]float64, n)
	for i := range y {
		z := 0.0
		for j, xij := range x[i] {
			z += xij * truth[j]
		}
		if r.Float64() < 1/(1+math.Exp(-z)) {
			y[i] = 1
		}
	}
	return theta, x, y
}

// GMM is a mixture of k Gaussians in d dimensions and n points.
// The standard deviations of ltri keep ‖Q·x‖² of the order of d.
func GMM(n, d, k int) (alphas []float64, means, qdiag, ltri, x [][]float64, gamma float64, m int) {
	r := source(3)
	alphas = normals(r, k, 1)
	means = normalMatrix(r, k, d, 1)
	qdiag = normalMatrix(r, k, d, 0.2)
	ltri = normalMatrix(r, k, d*(d-1)/2, 0.5/math.Sqrt(float64(d)))
	x = normalMatrix(r, n, d, 1)
	return alphas, means, qdiag, ltri, x, 1, 0
}

// KMeans is n points around k places in d dimensions, k centroids near those
// places, and a direction for the product with the Hessian.
func KMeans(n, k, d int) (centroids, points, dcentroids [][]float64) {
	r := source(4)
	places := normalMatrix(r, k, d, 2)
	centroids = normalMatrix(r, k, d, 0.3)
	for c := range centroids {
		for j := range centroids[c] {
			centroids[c][j] += places[c][j]
		}
	}
	points = normalMatrix(r, n, d, 1)
	for _, p := range points {
		place := places[r.IntN(k)]
		for j := range p {
			p[j] += place[j]
		}
	}
	return centroids, points, normalMatrix(r, k, d, 1)
}

// LeastSquares is n equations in m unknowns, and unknowns to start from.
func LeastSquares(n, m int) (theta []float64, a [][]float64, b []float64) {
	r := source(5)
	return normals(r, m, 1), normalMatrix(r, n, m, 1/math.Sqrt(float64(m))), normals(r, n, 1)
}

// LogSumExp is n exponents of which none dominates.
func LogSumExp(n int) (x []float64) { return normals(source(6), n, 3) }

// DetMinors is an n×n matrix with a determinant of order 1.
func DetMinors(n int) (a [][]float64) { return regular(7, n) }

// DetLU is an n×n matrix with a determinant of order 1 which needs pivoting.
func DetLU(n int) (a [][]float64) { return regular(8, n) }

// regular is an n×n matrix: a small full matrix added to a cyclic shift, so
// that the diagonal does not dominate.
func regular(problem uint64, n int) [][]float64 {
	a := normalMatrix(source(problem), n, n, 0.5/math.Sqrt(float64(n)))
	for i := range a {
		a[i][(i+1)%n]++
	}
	return a
}

// MLP is a network with d inputs, h hidden units and o classes, and n examples.
func MLP(n, d, h, o int) (w1 [][]float64, b1 []float64, w2 [][]float64, b2 []float64, x, y [][]float64) {
	r := source(9)
	w1 = normalMatrix(r, h, d, 1/math.Sqrt(float64(d)))
	b1 = normals(r, h, 0.1)
	w2 = normalMatrix(r, o, h, 1/math.Sqrt(float64(h)))
	b2 = normals(r, o, 0.1)
	x = normalMatrix(r, n, d, 1)
	y = Matrix(n, o)
	for i := range y {
		y[i][r.IntN(o)] = 1
	}
	return w1, b1, w2, b2, x, y
}

// ODE is a state and the parameters of the Lorenz system, and a step.
func ODE() (s0, p []float64, h float64) {
	return []float64{1, 2, 20}, []float64{10, 28, 8. / 3}, 0.002
}

// PolyWhile is n coefficients, a point and a tolerance.
func PolyWhile(n int) (c []float64, x, tol float64) { return normals(source(11), n, 1), 0.97, 1e-12 }

// NBody is n bodies in a ball, with small velocities, and a step.
func NBody(n int) (x, v [][]float64, m []float64, h float64) {
	r := source(12)
	x = normalMatrix(r, n, 3, 1)
	v = normalMatrix(r, n, 3, 0.3)
	m = make([]float64, n)
	for i := range m {
		m[i] = 0.5 + r.Float64()
	}
	return x, v, m, 0.01
}

// Recurrence is a pendulum and a step.
func Recurrence() (x, v, theta, h float64) { return 0.8, 0.3, 1.7, 1e-5 }
