package hand

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/data"
	"gonum.org/v1/gonum/mat"
)

// near complains unless got is want up to rounding.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*max(1, math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// By hand: 100·(2 − 1.5²)² + (1 − 1.5)² + 100·(0.5 − 4)² + (1 − 2)².
func TestRosenbrockValue(t *testing.T) {
	near(t, "value", RosenbrockValue([]float64{1.5, 2, 0.5}), 6.25+0.25+1225+1, 1e-15)
	near(t, "minimum", RosenbrockValue([]float64{1, 1, 1, 1}), 0, 0)
}

// The likelihood as a product of probabilities, and where eᶻ overflows.
func TestLogisticValue(t *testing.T) {
	theta, x, y := data.Logistic(20, 5)
	p := 1.0
	for i, xi := range x {
		z := 0.0
		for j := range xi {
			z += xi[j] * theta[j]
		}
		s := 1 / (1 + math.Exp(-z))
		p *= y[i]*s + (1-y[i])*(1-s)
	}
	near(t, "value", new(Logistic).Value(theta, x, y), -math.Log(p), 1e-13)
	bar := []float64{0}
	far := [][]float64{{1000}, {-1000}}
	near(t, "far", new(Logistic).Value([]float64{1}, far, []float64{0, 1}), 2000, 0)
	near(t, "far", new(Logistic).Grad([]float64{1}, far, []float64{0, 1}, bar), 2000, 0)
	near(t, "far gradient", bar[0], 2000, 0)
}

// With the density of the normal distribution whose precision is QᵀQ, gonum's products and
// determinants, and the prior by the matrices' norms.
func TestGMMValue(t *testing.T) {
	for _, d := range []int{1, 3, 6} {
		n, k := 10, 3
		alphas, means, qdiag, ltri, x, _, _ := data.GMM(n, d, k)
		gamma, m := 0.8, 1
		want, prior := 0.0, 0.0
		density := make([]func(x []float64) float64, k)
		weights := 0.0
		for c := range k {
			q := mat.NewDense(d, d, nil)
			at := 0
			for j := range d {
				q.Set(j, j, math.Exp(qdiag[c][j]))
				for r := j + 1; r < d; r++ {
					q.Set(r, j, ltri[c][at])
					at++
				}
			}
			frobenius := mat.Norm(q, 2)
			logdet, _ := mat.LogDet(q)
			prior += gamma*gamma/2*frobenius*frobenius - float64(m)*logdet
			density[c] = func(x []float64) float64 {
				var diff, y mat.VecDense
				diff.SubVec(mat.NewVecDense(d, x), mat.NewVecDense(d, means[c]))
				y.MulVec(q, &diff)
				return math.Pow(2*math.Pi, -float64(d)/2) * mat.Det(q) * math.Exp(-mat.Dot(&y, &y)/2)
			}
			weights += math.Exp(alphas[c])
		}
		for _, xi := range x {
			p := 0.0
			for c := range k {
				p += math.Exp(alphas[c]) / weights * density[c](xi)
			}
			want += math.Log(p)
		}
		nu := float64(d + m + 1)
		gammas := float64(d*(d-1)) / 4 * math.Log(math.Pi)
		for j := range d {
			gammas += math.Log(math.Gamma((nu - float64(j)) / 2))
		}
		prior -= float64(k) * (nu*float64(d)*math.Log(gamma/math.Sqrt2) - gammas)
		var w GMM
		near(t, "value", w.Value(alphas, means, qdiag, ltri, x, gamma, m), want+prior, 1e-12)
	}
}

func TestKMeansValue(t *testing.T) {
	c := [][]float64{{0, 0}, {3, 4}, {0, 0}}
	p := [][]float64{{1, 0}, {3, 3}, {1.5, 2}, {-1, -1}} // the third is equally far from all
	var w KMeans
	near(t, "value", w.Value(c, p), 1+1+6.25+2, 1e-15)
	bar := data.Matrix(3, 2)
	w.Grad(c, p, bar)
	want := [][]float64{{2 * (-1 - 1.5 + 1), 2 * (-2 + 1)}, {0, 2}, {0, 0}}
	for i := range bar {
		for j := range bar[i] {
			near(t, "gradient", bar[i][j], want[i][j], 1e-15)
		}
	}
}

// Of equal centroids the first counts, in each place of a pack of four and in the next.
func TestKMeansTies(t *testing.T) {
	for first := range 5 {
		c, bar := make([][]float64, 6), data.Matrix(6, 1)
		for i := range c {
			c[i] = []float64{9}
			if i >= first {
				c[i][0] = 1
			}
		}
		var w KMeans
		near(t, "value", w.Grad(c, [][]float64{{2}}, bar), 1, 0)
		for i := range bar {
			want := 0.0
			if i == first {
				want = -2
			}
			near(t, "gradient", bar[i][0], want, 0)
		}
	}
}

// The product with the Hessian is the derivative of the gradient in a direction.
func TestKMeansHVP(t *testing.T) {
	c, p, dc := data.KMeans(203, 5, 3)
	var w KMeans
	hv, up, down := likeMatrix(c), likeMatrix(c), likeMatrix(c)
	for i := range hv {
		for j := range hv[i] {
			hv[i][j] = math.NaN() // must be overwritten
		}
	}
	w.HVP(c, p, dc, hv)
	const h = 1e-5
	shift := func(by float64) {
		for i := range c {
			for j := range c[i] {
				c[i][j] += by * dc[i][j]
			}
		}
	}
	shift(h)
	w.Grad(c, p, up)
	shift(-2 * h)
	w.Grad(c, p, down)
	for i := range hv {
		for j := range hv[i] {
			near(t, "product", hv[i][j], (up[i][j]-down[i][j])/(2*h), 1e-8)
		}
	}
	if n := testing.AllocsPerRun(3, func() { w.HVP(c, p, dc, hv) }); n != 0 {
		t.Errorf("allocates %v times", n)
	}
}

// At the solution of the normal equations the gradient vanishes; the value is gonum's.
func TestLeastSquaresSolution(t *testing.T) {
	theta, a, b := data.LeastSquares(30, 7)
	am, bm := mat.NewDense(30, 7, nil), mat.NewVecDense(30, b)
	for i := range a {
		am.SetRow(i, a[i])
	}
	var sol, r mat.VecDense
	if err := sol.SolveVec(am, bm); err != nil {
		t.Fatal(err)
	}
	copy(theta, sol.RawVector().Data)
	r.MulVec(am, &sol)
	r.SubVec(&r, bm)
	bar := like(theta)
	near(t, "value", new(LeastSquares).Grad(theta, a, b, bar), mat.Dot(&r, &r)/2, 1e-13)
	for _, g := range bar {
		near(t, "gradient", g, 0, 1e-13)
	}
}

// Shifting all exponents shifts the value, also where exponentials overflow; the gradient sums to 1.
func TestLogSumExpShift(t *testing.T) {
	x := data.LogSumExp(50)
	naive := 0.0
	for _, xi := range x {
		naive += math.Exp(xi)
	}
	near(t, "value", LogSumExpValue(x), math.Log(naive), 1e-14)
	for _, shift := range []float64{-5000, 5000} {
		y, bar := like(x), like(x)
		for i := range x {
			y[i] = x[i] + shift
		}
		near(t, "shifted", LogSumExpGrad(y, bar), math.Log(naive)+shift, 1e-14)
		sum := 0.0
		for _, b := range bar {
			sum += b
		}
		near(t, "sum of the gradient", sum, 1, 1e-14)
	}
}

// The largest exponent counts wherever it is; any other as M would overflow.
func TestLogSumExpLargest(t *testing.T) {
	for i := range 11 {
		x, bar := make([]float64, 11), make([]float64, 11)
		x[i] = 2000
		near(t, "value", LogSumExpValue(x), 2000, 0)
		near(t, "value", LogSumExpGrad(x, bar), 2000, 0)
		for j := range bar {
			near(t, "gradient", bar[j], x[j]/2000, 0)
		}
	}
}

// Determinants against gonum's, and a·adjugate = det·1 for the gradients.
func TestDeterminants(t *testing.T) {
	for _, n := range []int{1, 2, 3, 6, 9} {
		a := data.DetMinors(n)
		am := mat.NewDense(n, n, nil)
		for i := range a {
			am.SetRow(i, a[i])
		}
		want := mat.Det(am)
		var minors DetMinors
		var lu DetLU
		for what, grad := range map[string]func(a, bar [][]float64) float64{"minors": minors.Grad, "lu": lu.Grad} {
			bar := likeMatrix(a)
			near(t, what, grad(a, bar), want, 1e-13)
			for i := range a {
				for j := range a {
					s, delta := 0.0, 0.0
					for l := range a {
						s += a[i][l] * bar[j][l]
					}
					if i == j {
						delta = want
					}
					near(t, what+": a·adjugate", s, delta, 1e-13)
				}
			}
		}
	}
	// Elimination without the exchange of the middle rows would lose the ones.
	tiny := [][]float64{{1, 0, 0, 0}, {0, 1e-20, 1, 0}, {0, 1, 1, 0}, {0, 0, 0, 1}}
	bar, want := data.Matrix(4, 4), [][]float64{{-1, 0, 0, 0}, {0, 1, -1, 0}, {0, -1, 0, 0}, {0, 0, 0, -1}}
	near(t, "tiny pivot", new(DetLU).Grad(tiny, bar), -1, 1e-15)
	for i := range bar {
		for j := range bar {
			near(t, "tiny pivot: cofactor", bar[i][j], want[i][j], 1e-15)
		}
	}
	zero := [][]float64{{0, 2}, {3, 0}}
	var lu DetLU
	near(t, "pivoting", lu.Value(zero), -6, 0)
}

// The loss as −log of the probability of the class, formed without care.
func TestMLPValue(t *testing.T) {
	w1, b1, w2, b2, x, y := data.MLP(6, 4, 5, 3)
	want := 0.0
	for i, xi := range x {
		z := append([]float64{}, b2...)
		for j := range w1 {
			u := b1[j]
			for l := range xi {
				u += w1[j][l] * xi[l]
			}
			for c := range z {
				z[c] += w2[c][j] * math.Tanh(u)
			}
		}
		sum, p := 0.0, 0.0
		for c := range z {
			sum += math.Exp(z[c])
			p += y[i][c] * math.Exp(z[c])
		}
		want -= math.Log(p/sum) / 6
	}
	var w MLP
	near(t, "value", w.Value(w1, b1, w2, b2, x, y), want, 1e-13)
}

// With ρ = 0 and β = σ the sphere contracts; against the exact solution of the linear part:
// from (0, 0, z) the system is z′ = −βz. And the method has order 4.
func TestODEValue(t *testing.T) {
	z := ODEValue([]float64{0, 0, 2}, []float64{10, 28, 0.5}, 0.01, 100)
	near(t, "decay", z, 2*math.Exp(-1), 1e-9)
	s0, p, _ := data.ODE()
	fine := ODEValue(s0, p, 0.01/16, 320)
	e1 := ODEValue(s0, p, 0.01, 20) - fine
	e2 := ODEValue(s0, p, 0.005, 40) - fine
	if r := e1 / e2; r < 13 || r > 19 {
		t.Errorf("halving the step divides the error by %v, want about 16", r)
	}
}

// Until the tolerance the polynomial is a partial sum; the coefficients after it do not count.
func TestPolyWhileValue(t *testing.T) {
	c := []float64{3, 1, 4, 1, 5}
	near(t, "all", PolyWhileValue(c, 2, 1e-9), 3+2+16+8+80, 0)
	near(t, "three terms", PolyWhileValue(c, 0.5, 0.125), 3+0.5+1, 0) // 0.5³ is not above 0.125
	bar := []float64{9, 9, 9, 9, 9}
	_, xbar := PolyWhileGrad(c, 0.5, 0.125, bar)
	near(t, "by x", xbar, 1+2*4*0.5, 0)
	for i, want := range []float64{1, 0.5, 0.25, 0, 0} {
		near(t, "by c", bar[i], want, 0)
	}
	near(t, "no terms", PolyWhileValue(c, 0.5, 1), 0, 0)
}

// Two bodies by hand, and: the step keeps the momentum, so the energy's gradient by a common
// shift of all positions is 0.
func TestNBodyValue(t *testing.T) {
	x, v, m, h := [][]float64{{0, 0, 0}, {3, 0, 0}}, [][]float64{{0, 1, 0}, {0, 0, 2}}, []float64{2, 5}, 0.5
	s := math.Sqrt(9.01)
	a := h * 3 / (s * s * s)
	v0, v1 := 5*a, -2*a
	r := math.Sqrt(math.Pow(3+h*v1-h*v0, 2) + 0.25*1 + 0.25*4 + 0.01)
	want := 0.5*2*(v0*v0+1) + 0.5*5*(v1*v1+4) - 10/r
	var w NBody
	near(t, "value", w.Value(x, v, m, h, 1), want, 1e-14)

	x, v, m, h = data.NBody(6)
	xb, vb := likeMatrix(x), likeMatrix(v)
	w.Grad(x, v, m, h, 10, xb, vb)
	for axis := range 3 {
		sum := 0.0
		for i := range xb {
			sum += xb[i][axis]
		}
		near(t, "shift", sum, 0, 1e-12)
	}
}

// One step by hand; and over many small steps the method keeps the pendulum's energy.
func TestRecurrenceValue(t *testing.T) {
	v := 0.3 - 0.1*math.Sin(1.7*0.8)
	x := 0.8 + 0.1*v
	near(t, "one step", RecurrenceValue(0.8, 0.3, 1.7, 0.1, 1), (x*x+v*v)/2, 0)
	// With sin(θx) ≈ θx for small x and θ = 1: ½(x² + v²) is conserved.
	near(t, "small swing", RecurrenceValue(1e-4, 0, 1, 1e-4, 100000)/1e-8, 0.5, 1e-3)
}
