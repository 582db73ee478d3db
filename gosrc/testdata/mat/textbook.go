// Package corpus holds functions over gonum's matrices.
package corpus

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// GaussianProcess is the log marginal likelihood of observations y at x under a Gaussian process with a squared exponential
// kernel (Rasmussen and Williams, algorithm 2.1).
func GaussianProcess(x, y []float64, length, scale, noise float64) float64 {
	n := len(x)
	k := mat.NewSymDense(n, nil)
	for i := 0; i < n; i++ {
		for j := i; j < n; j++ {
			d := (x[i] - x[j]) / length
			v := scale * scale * math.Exp(-d*d/2)
			if i == j {
				v += noise*noise + 0.01
			}
			k.SetSym(i, j, v)
		}
	}
	var chol mat.Cholesky
	if ok := chol.Factorize(k); !ok {
		return math.NaN()
	}
	b := mat.NewVecDense(n, y)
	var alpha mat.VecDense
	if err := chol.SolveVecTo(&alpha, b); err != nil {
		return math.NaN()
	}
	return -mat.Dot(b, &alpha)/2 - chol.LogDet()/2 - float64(n)/2*math.Log(2*math.Pi)
}

// KalmanStep is one prediction and update of a Kalman filter, and the log likelihood of the measurement.
func KalmanStep(x *mat.VecDense, p *mat.SymDense, f, h *mat.Dense, q, r *mat.SymDense, z *mat.VecDense) (*mat.VecDense, *mat.SymDense, float64) {
	n := x.Len()
	var xp mat.VecDense
	xp.MulVec(f, x)
	var fp, pp mat.Dense
	fp.Mul(f, p)
	pp.Mul(&fp, f.T())
	pp.Add(&pp, q)

	var ph, hph mat.Dense
	ph.Mul(&pp, h.T())
	hph.Mul(h, &ph)
	s := mat.NewSymDense(n, nil)
	for i := 0; i < n; i++ {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (hph.At(i, j)+hph.At(j, i))/2+r.At(i, j))
		}
		s.SetSym(i, i, s.At(i, i)+100)
	}
	var chol mat.Cholesky
	if !chol.Factorize(s) {
		panic("the covariance of the innovation is not positive definite")
	}
	var y, w, dx mat.VecDense
	y.MulVec(h, &xp)
	y.SubVec(z, &y)
	if err := chol.SolveVecTo(&w, &y); err != nil {
		panic(err)
	}
	dx.MulVec(&ph, &w)
	var kt, kh mat.Dense
	if err := chol.SolveTo(&kt, ph.T()); err != nil {
		panic(err)
	}
	kh.Mul(&ph, &kt)
	xn := mat.NewVecDense(n, nil)
	xn.AddVec(&xp, &dx)
	pn := mat.NewSymDense(n, nil)
	for i := 0; i < n; i++ {
		for j := i; j < n; j++ {
			pn.SetSym(i, j, pp.At(i, j)-kh.At(i, j))
		}
	}
	return xn, pn, -mat.Dot(&y, &w)/2 - chol.LogDet()/2
}

// RidgeLoss is the residual of a ridge regression that is solved inside.
func RidgeLoss(x *mat.Dense, y *mat.VecDense, lambda float64) float64 {
	_, c := x.Dims()
	var a mat.Dense
	a.Mul(x.T(), x)
	for i := 0; i < c; i++ {
		a.Set(i, i, a.At(i, i)+1+lambda*lambda)
	}
	var b, w, res mat.VecDense
	b.MulVec(x.T(), y)
	if err := w.SolveVec(&a, &b); err != nil {
		return math.NaN()
	}
	res.MulVec(x, &w)
	res.SubVec(y, &res)
	return res.Norm(2)
}

// GaussianLogPDF is the log density of a normal distribution whose precision is a product.
func GaussianLogPDF(x, mu *mat.VecDense, a *mat.Dense) float64 {
	var d, ad mat.VecDense
	d.SubVec(x, mu)
	ad.MulVec(a.T(), &d)
	ld, sign := mat.LogDet(a)
	return sign * (ld - mat.Dot(&ad, &ad)/2)
}

// Layer is an affine layer with a soft rectifier.
func Layer(w *mat.Dense, b, x *mat.VecDense) *mat.VecDense {
	var y mat.VecDense
	y.MulVec(w, x)
	y.AddVec(&y, b)
	for i := range y.Len() {
		y.SetVec(i, math.Log1p(math.Exp(y.AtVec(i))))
	}
	return &y
}
