package problem

import (
	"github.com/seed-4b734f86/gochad/bench/data"
	"github.com/seed-4b734f86/gochad/bench/hand"
	"github.com/seed-4b734f86/gochad/bench/models/detlu"
	"github.com/seed-4b734f86/gochad/bench/models/detminors"
	"github.com/seed-4b734f86/gochad/bench/models/mlp"
	"github.com/seed-4b734f86/gochad/bench/peer"
	"github.com/seed-4b734f86/gochad/bench/plain"
)

func newDetMinors(n int) *Case {
	c := newCase(data.DetMinors(n))
	a, da, hbar, bar := c.Vars.Matrix(n, n), c.Direction.Matrix(n, n), c.HandBar.Matrix(n, n), c.Bar.Matrix(n, n)
	pbar := c.PlainBar.Matrix(n, n)
	var w hand.DetMinors
	c.HandValue = func() float64 { return w.Value(a) }
	c.HandGrad = func() float64 { return w.Grad(a, hbar) }
	c.Value = func() float64 { return detminors.DetMinors(a) }
	c.Grad = func() float64 { return detminors.DetMinorsGrad(a, bar) }
	c.PlainGrad = func() float64 { return plain.DetMinorsGrad(a, pbar) }
	c.PlainJVP = func() (float64, float64) { return plain.DetMinorsJVP(a, da) }
	c.JVP = func() (float64, float64) { return detminors.DetMinorsJVP(a, da) }
	return c
}

func newDetLU(n int) *Case {
	c := newCase(data.DetLU(n))
	a, da, hbar, bar := c.Vars.Matrix(n, n), c.Direction.Matrix(n, n), c.HandBar.Matrix(n, n), c.Bar.Matrix(n, n)
	pbar := c.PlainBar.Matrix(n, n)
	var w hand.DetLU
	c.HandValue = func() float64 { return w.Value(a) }
	c.HandGrad = func() float64 { return w.Grad(a, hbar) }
	c.Value = func() float64 { return detlu.DetLU(a) }
	c.Grad = func() float64 { return detlu.DetLUGrad(a, bar) }
	c.PlainGrad = func() float64 { return plain.DetLUGrad(a, pbar) }
	c.PlainJVP = func() (float64, float64) { return plain.DetLUJVP(a, da) }
	c.JVP = func() (float64, float64) { return detlu.DetLUJVP(a, da) }
	return c
}

func newMLP(n, d, h, o int) *Case {
	w1, b1, w2, b2, x, y := data.MLP(n, d, h, o)
	c := newCase(w1, b1, w2, b2)
	cut := func(s *Space) (w1 [][]float64, b1 []float64, w2 [][]float64, b2 []float64) {
		return s.Matrix(h, d), s.Vector(h), s.Matrix(o, h), s.Vector(o)
	}
	w1, b1, w2, b2 = cut(c.Vars)
	dw1, db1, dw2, db2 := cut(c.Direction)
	hw1, hb1, hw2, hb2 := cut(c.HandBar)
	ow1, ob1, ow2, ob2 := cut(c.Bar)
	pw1, pb1, pw2, pb2 := cut(c.PlainBar)
	var w hand.MLP
	c.HandValue = func() float64 { return w.Value(w1, b1, w2, b2, x, y) }
	c.HandGrad = func() float64 { return w.Grad(w1, b1, w2, b2, x, y, hw1, hb1, hw2, hb2) }
	c.Value = func() float64 { return mlp.Mlp(w1, b1, w2, b2, x, y) }
	c.Grad = func() float64 { return mlp.MlpGrad(w1, b1, w2, b2, x, y, ow1, ob1, ow2, ob2) }
	c.PlainGrad = func() float64 { return plain.MLPGrad(w1, b1, w2, b2, x, y, pw1, pb1, pw2, pb2) }
	c.PlainJVP = func() (float64, float64) { return plain.MLPJVP(w1, b1, w2, b2, x, y, dw1, db1, dw2, db2) }
	c.JVP = func() (float64, float64) { return mlp.MlpJVP(w1, b1, w2, b2, x, y, dw1, db1, dw2, db2) }
	c.addErr("gorgonia", func() (peer.Gradient, error) { return peer.MLPGorgonia(c.Vars.Flat, d, h, o, x, y) })
	return c
}
