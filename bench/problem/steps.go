package problem

import (
	"github.com/seed-4b734f86/gochad/bench/data"
	"github.com/seed-4b734f86/gochad/bench/hand"
	"github.com/seed-4b734f86/gochad/bench/models/nbody"
	"github.com/seed-4b734f86/gochad/bench/models/ode"
	"github.com/seed-4b734f86/gochad/bench/models/polywhile"
	"github.com/seed-4b734f86/gochad/bench/models/recurrence"
	"github.com/seed-4b734f86/gochad/bench/peer"
	"github.com/seed-4b734f86/gochad/bench/plain"
)

func newODE(steps int) *Case {
	s0, p, h := data.ODE()
	c := newCase(s0, p)
	cut := func(s *Space) (s0, p []float64) { return s.Vector(3), s.Vector(3) }
	s0, p = cut(c.Vars)
	ds0, dp := cut(c.Direction)
	hs0, hp := cut(c.HandBar)
	os0, op := cut(c.Bar)
	var w hand.ODE
	c.HandValue = func() float64 { return hand.ODEValue(s0, p, h, steps) }
	c.HandGrad = func() float64 { return w.Grad(s0, p, h, steps, hs0, hp) }
	c.Value = func() float64 { return ode.Ode(s0, p, h, steps) }
	c.Grad = func() float64 { return ode.OdeGrad(s0, p, h, steps, os0, op) }
	ps0, pp := cut(c.PlainBar)
	c.PlainGrad = func() float64 {
		return plain.ODEGrad([3]float64(s0), [3]float64(p), h, steps, (*[3]float64)(ps0), (*[3]float64)(pp))
	}
	c.PlainJVP = func() (float64, float64) {
		return plain.ODEJVP([3]float64(s0), [3]float64(p), h, steps, [3]float64(ds0), [3]float64(dp))
	}
	c.JVP = func() (float64, float64) { return ode.OdeJVP(s0, p, h, steps, ds0, dp) }
	c.dual(peer.ODEDual(h, steps))
	return c
}

func newPolyWhile(n int, tol float64) *Case {
	coef, x0, _ := data.PolyWhile(n)
	c := newCase(coef, x0)
	cut := func(s *Space) (coef []float64, x *float64) { return s.Vector(n), s.Scalar() }
	coef, x := cut(c.Vars)
	dcoef, dx := cut(c.Direction)
	hcoef, hx := cut(c.HandBar)
	ocoef, ox := cut(c.Bar)
	c.HandValue = func() float64 { return hand.PolyWhileValue(coef, *x, tol) }
	c.HandGrad = func() float64 {
		value, xbar := hand.PolyWhileGrad(coef, *x, tol, hcoef)
		*hx = xbar
		return value
	}
	c.Value = func() float64 { return polywhile.PolyWhile(coef, *x, tol) }
	c.Grad = func() float64 {
		value, xbar := polywhile.PolyWhileGrad(coef, *x, tol, ocoef)
		*ox = xbar
		return value
	}
	pcoef, px := cut(c.PlainBar)
	c.PlainGrad = func() float64 { return plain.PolyWhileGrad(coef, *x, tol, pcoef, px) }
	c.PlainJVP = func() (float64, float64) { return plain.PolyWhileJVP(coef, *x, tol, dcoef, *dx) }
	c.JVP = func() (float64, float64) { return polywhile.PolyWhileJVP(coef, *x, tol, dcoef, *dx) }
	c.dual(peer.PolyWhileDual(tol))
	return c
}

func newNBody(n, steps int) *Case {
	x, v, m, h := data.NBody(n)
	c := newCase(x, v)
	cut := func(s *Space) (x, v [][]float64) { return s.Matrix(n, 3), s.Matrix(n, 3) }
	x, v = cut(c.Vars)
	dx, dv := cut(c.Direction)
	hx, hv := cut(c.HandBar)
	ox, ov := cut(c.Bar)
	var w hand.NBody
	c.HandValue = func() float64 { return w.Value(x, v, m, h, steps) }
	c.HandGrad = func() float64 { return w.Grad(x, v, m, h, steps, hx, hv) }
	c.Value = func() float64 { return nbody.Nbody(x, v, m, h, steps) }
	c.Grad = func() float64 { return nbody.NbodyGrad(x, v, m, h, steps, ox, ov) }
	places, velocities := make([]plain.Vec3, n), make([]plain.Vec3, n)
	placesBar, velocitiesBar := make([]plain.Vec3, n), make([]plain.Vec3, n)
	px, pv := cut(c.PlainBar)
	c.PlainGrad = func() float64 {
		for i := range n { // next to nothing beside the steps
			places[i], velocities[i] = plain.Vec3(x[i]), plain.Vec3(v[i])
		}
		value := plain.NBodyGrad(places, velocities, m, h, steps, placesBar, velocitiesBar)
		for i := range n {
			copy(px[i], placesBar[i][:])
			copy(pv[i], velocitiesBar[i][:])
		}
		return value
	}
	c.PlainJVP = func() (float64, float64) {
		return plain.NBodyJVP(vectors3(x), vectors3(v), m, h, steps, vectors3(dx), vectors3(dv))
	}
	c.JVP = func() (float64, float64) { return nbody.NbodyJVP(x, v, m, h, steps, dx, dv) }
	return c
}

func newRecurrence(steps int) *Case {
	x0, v0, theta0, h := data.Recurrence()
	c := newCase(x0, v0, theta0)
	p, dp, hbar, bar := c.Vars.Flat, c.Direction.Flat, c.HandBar.Flat, c.Bar.Flat
	var w hand.Recurrence
	c.HandValue = func() float64 { return hand.RecurrenceValue(p[0], p[1], p[2], h, steps) }
	c.HandGrad = func() (value float64) {
		value, hbar[0], hbar[1], hbar[2] = w.Grad(p[0], p[1], p[2], h, steps)
		return value
	}
	c.Value = func() float64 { return recurrence.Recurrence(p[0], p[1], p[2], h, steps) }
	c.Grad = func() (value float64) {
		value, bar[0], bar[1], bar[2] = recurrence.RecurrenceGrad(p[0], p[1], p[2], h, steps)
		return value
	}
	pbar := c.PlainBar.Flat
	c.PlainGrad = func() float64 {
		return plain.RecurrenceGrad(p[0], p[1], p[2], h, steps, &pbar[0], &pbar[1], &pbar[2])
	}
	c.PlainJVP = func() (float64, float64) {
		return plain.RecurrenceJVP(p[0], p[1], p[2], h, steps, dp[0], dp[1], dp[2])
	}
	c.JVP = func() (float64, float64) {
		return recurrence.RecurrenceJVP(p[0], p[1], p[2], h, steps, dp[0], dp[1], dp[2])
	}
	c.dual(peer.RecurrenceDual(h, steps))
	return c
}

// vectors3 are rows of three as package plain has them.
func vectors3(rows [][]float64) []plain.Vec3 {
	out := make([]plain.Vec3, len(rows))
	for i, r := range rows {
		out[i] = plain.Vec3(r)
	}
	return out
}
