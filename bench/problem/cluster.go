package problem

import (
	"github.com/seed-4b734f86/gochad/bench/data"
	"github.com/seed-4b734f86/gochad/bench/hand"
	"github.com/seed-4b734f86/gochad/bench/models/gmm"
	"github.com/seed-4b734f86/gochad/bench/models/kmeans"
	"github.com/seed-4b734f86/gochad/bench/peer"
	"github.com/seed-4b734f86/gochad/bench/plain"
)

func newGMM(n, d, k int) *Case {
	a, mu, q, l, x, gamma, m := data.GMM(n, d, k)
	c := newCase(a, mu, q, l)
	cut := func(s *Space) (a []float64, mu, q, l [][]float64) {
		return s.Vector(k), s.Matrix(k, d), s.Matrix(k, d), s.Matrix(k, d*(d-1)/2)
	}
	a, mu, q, l = cut(c.Vars)
	da, dmu, dq, dl := cut(c.Direction)
	ha, hmu, hq, hl := cut(c.HandBar)
	oa, omu, oq, ol := cut(c.Bar)
	pa, pmu, pq, pl := cut(c.PlainBar)
	var w hand.GMM
	c.HandValue = func() float64 { return w.Value(a, mu, q, l, x, gamma, m) }
	c.HandGrad = func() float64 { return w.Grad(a, mu, q, l, x, gamma, m, ha, hmu, hq, hl) }
	c.Value = func() float64 { return gmm.Gmm(a, mu, q, l, x, gamma, m) }
	c.Grad = func() float64 { return gmm.GmmGrad(a, mu, q, l, x, gamma, m, oa, omu, oq, ol) }
	c.PlainGrad = func() float64 { return plain.GMMGrad(a, mu, q, l, x, gamma, m, pa, pmu, pq, pl) }
	c.PlainJVP = func() (float64, float64) { return plain.GMMJVP(a, mu, q, l, x, gamma, m, da, dmu, dq, dl) }
	c.JVP = func() (float64, float64) { return gmm.GmmJVP(a, mu, q, l, x, gamma, m, da, dmu, dq, dl) }
	return c
}

func newKMeans(n, k, d int) *Case {
	centroids, points, _ := data.KMeans(n, k, d)
	c := newCase(centroids)
	centroids = c.Vars.Matrix(k, d)
	dir, hbar, bar, pbar := c.Direction.Matrix(k, d), c.HandBar.Matrix(k, d), c.Bar.Matrix(k, d), c.PlainBar.Matrix(k, d)
	var w hand.KMeans
	c.HandValue = func() float64 { return w.Value(centroids, points) }
	c.HandGrad = func() float64 { return w.Grad(centroids, points, hbar) }
	c.HandHVP = func() { w.HVP(centroids, points, dir, hbar) }
	c.Value = func() float64 { return kmeans.Kmeans(centroids, points) }
	c.Grad = func() float64 { return kmeans.KmeansGrad(centroids, points, bar) }
	c.PlainGrad = func() float64 { return plain.KMeansGrad(centroids, points, pbar) }
	c.PlainJVP = func() (float64, float64) { return plain.KMeansJVP(centroids, points, dir) }
	c.JVP = func() (float64, float64) { return kmeans.KmeansJVP(centroids, points, dir) }
	c.HVP = func() { kmeans.KmeansHVP(centroids, points, dir, bar) }
	c.dual(peer.KMeansDual(points, k))
	return c
}
