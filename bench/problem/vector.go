package problem

import (
	"github.com/seed-4b734f86/gochad/bench/data"
	"github.com/seed-4b734f86/gochad/bench/hand"
	"github.com/seed-4b734f86/gochad/bench/models/leastsquares"
	"github.com/seed-4b734f86/gochad/bench/models/logistic"
	"github.com/seed-4b734f86/gochad/bench/models/logsumexp"
	"github.com/seed-4b734f86/gochad/bench/models/rosenbrock"
	"github.com/seed-4b734f86/gochad/bench/peer"
	"github.com/seed-4b734f86/gochad/bench/plain"
)

func newRosenbrock(n int) *Case {
	c := newCase(data.Rosenbrock(n))
	x, dx, hbar, bar := c.Vars.Flat, c.Direction.Flat, c.HandBar.Flat, c.Bar.Flat
	c.HandValue = func() float64 { return hand.RosenbrockValue(x) }
	c.Value = func() float64 { return rosenbrock.Rosenbrock(x) }
	c.HandGrad = func() float64 { return hand.RosenbrockGrad(x, hbar) }
	c.Grad = func() float64 { return rosenbrock.RosenbrockGrad(x, bar) }
	c.PlainGrad = func() float64 { return plain.RosenbrockGrad(x, c.PlainBar.Flat) }
	c.PlainJVP = func() (float64, float64) { return plain.RosenbrockJVP(x, dx) }
	c.JVP = func() (float64, float64) { return rosenbrock.RosenbrockJVP(x, dx) }
	c.dual(peer.RosenbrockDual)
	c.add("gonum hyperdual", func() peer.Gradient { return peer.Hyperdual(peer.RosenbrockHyperdual, x) })
	c.addErr("gorgonia", func() (peer.Gradient, error) { return peer.RosenbrockGorgonia(x) })
	return c
}

func newLogistic(n, d int) *Case {
	theta, x, y := data.Logistic(n, d)
	c := newCase(theta)
	theta, dtheta, hbar, bar := c.Vars.Flat, c.Direction.Flat, c.HandBar.Flat, c.Bar.Flat
	var w hand.Logistic
	c.HandValue = func() float64 { return w.Value(theta, x, y) }
	c.Value = func() float64 { return logistic.Logistic(theta, x, y) }
	c.HandGrad = func() float64 { return w.Grad(theta, x, y, hbar) }
	c.Grad = func() float64 { return logistic.LogisticGrad(theta, x, y, bar) }
	c.PlainGrad = func() float64 { return plain.LogisticGrad(theta, x, y, c.PlainBar.Flat) }
	c.PlainJVP = func() (float64, float64) { return plain.LogisticJVP(theta, x, y, dtheta) }
	c.JVP = func() (float64, float64) { return logistic.LogisticJVP(theta, x, y, dtheta) }
	c.dual(peer.LogisticDual(x, y))
	c.addErr("gorgonia", func() (peer.Gradient, error) { return peer.LogisticGorgonia(theta, x, y) })
	return c
}

func newLeastSquares(n, m int) *Case {
	theta, a, b := data.LeastSquares(n, m)
	c := newCase(theta)
	theta, dtheta, hbar, bar := c.Vars.Flat, c.Direction.Flat, c.HandBar.Flat, c.Bar.Flat
	var w hand.LeastSquares
	c.HandValue = func() float64 { return w.Value(theta, a, b) }
	c.Value = func() float64 { return leastsquares.LeastSquares(theta, a, b) }
	c.HandGrad = func() float64 { return w.Grad(theta, a, b, hbar) }
	c.Grad = func() float64 { return leastsquares.LeastSquaresGrad(theta, a, b, bar) }
	c.PlainGrad = func() float64 { return plain.LeastSquaresGrad(theta, a, b, c.PlainBar.Flat) }
	c.PlainJVP = func() (float64, float64) { return plain.LeastSquaresJVP(theta, a, b, dtheta) }
	c.JVP = func() (float64, float64) { return leastsquares.LeastSquaresJVP(theta, a, b, dtheta) }
	c.dual(peer.LeastSquaresDual(a, b))
	c.addErr("gorgonia", func() (peer.Gradient, error) { return peer.LeastSquaresGorgonia(theta, a, b) })
	return c
}

func newLogSumExp(n int) *Case {
	c := newCase(data.LogSumExp(n))
	x, dx, hbar, bar := c.Vars.Flat, c.Direction.Flat, c.HandBar.Flat, c.Bar.Flat
	c.HandValue = func() float64 { return hand.LogSumExpValue(x) }
	c.Value = func() float64 { return logsumexp.LogSumExp(x) }
	c.HandGrad = func() float64 { return hand.LogSumExpGrad(x, hbar) }
	c.Grad = func() float64 { return logsumexp.LogSumExpGrad(x, bar) }
	c.PlainGrad = func() float64 { return plain.LogSumExpGrad(x, c.PlainBar.Flat) }
	c.PlainJVP = func() (float64, float64) { return plain.LogSumExpJVP(x, dx) }
	c.JVP = func() (float64, float64) { return logsumexp.LogSumExpJVP(x, dx) }
	c.dual(peer.LogSumExpDual)
	c.addErr("gorgonia", func() (peer.Gradient, error) { return peer.LogSumExpGorgonia(x) })
	return c
}
