package nested

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Case is a gradient at one point, by hand and generated. Both return the value and then the gradient, in the same
// order; the next call overwrites what they return. Value is the function alone.
type Case struct {
	Name, Size string
	Value      func() float64
	Hand, Chad func() []float64
}

// Cases are the examples, at the sizes at which they are measured, or at small ones.
func Cases(small bool) []Case {
	size := func(whole, little int) int {
		if small {
			return little
		}
		return whole
	}
	d := draw{rand.New(rand.NewPCG(1, 2))}
	return slices.Concat(
		particles(d, size(100, 7), size(5, 3)),
		[]Case{
			saddle(d, size(16, 3), small), maml(d, size(64, 5)), mamlNet(d, size(40, 4), size(10, 3)),
			hyper(d, size(100, 5), size(50, 7), size(10, 3)), newton(d, size(6, 4), size(40, 8), size(6, 3)),
		},
	)
}

// draw draws inputs.
type draw struct{ r *rand.Rand }

func (d draw) normal(n int, scale float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = scale * d.r.NormFloat64()
	}
	return x
}

func (d draw) rows(m, n int, scale float64) [][]float64 {
	x := make([][]float64, m)
	for i := range x {
		x[i] = d.normal(n, scale)
	}
	return x
}

// labels are -1 and 1.
func (d draw) labels(n int) []float64 {
	y := make([]float64, n)
	for i := range y {
		y[i] = float64(2*d.r.IntN(2) - 1)
	}
	return y
}

func (d draw) net(k int) *Net {
	return &Net{W: d.normal(k, 1), B: d.normal(k, 1), V: d.normal(k, 0.3), C: 0.1}
}

func particles(d draw, steps, centers int) []Case {
	w, x, v, dt := &Well{Depth: 1.2, Width: 0.9}, [2]float64(d.normal(2, 0.7)), [2]float64(d.normal(2, 0.7)), 0.03
	for range centers {
		w.Centers = append(w.Centers, [2]float64(d.normal(2, 1)))
	}
	size := fmt.Sprintf("%d steps, %d wells", steps, centers)
	value := func() float64 { return Particle(w, x, v, dt, steps) }
	// by calls a gradient, with room of its own.
	by := func(grad func(wbar *Well, xbar, vbar *[2]float64, dtbar *float64) float64) func() []float64 {
		wbar, out := &Well{Centers: make([][2]float64, centers)}, make([]float64, 0, 8+2*centers)
		var xbar, vbar [2]float64
		var dtbar float64
		return func() []float64 {
			y := grad(wbar, &xbar, &vbar, &dtbar)
			out = append(out[:0], y, wbar.Depth, wbar.Width, xbar[0], xbar[1], vbar[0], vbar[1], dtbar)
			for _, c := range wbar.Centers {
				out = append(out, c[0], c[1])
			}
			return out
		}
	}
	steer := func(grad func(vbar *[2]float64) float64) func() []float64 {
		var vbar [2]float64
		out := make([]float64, 0, 3)
		return func() []float64 {
			y := grad(&vbar)
			out = append(out[:0], y, vbar[0], vbar[1])
			return out
		}
	}
	var hand HandParticle
	var handSteer HandSteer
	chad, chadSteer := NewParticleWorkspace(), NewParticleWorkspace()
	return []Case{
		{
			"Particle", size, value,
			by(func(wbar *Well, xbar, vbar *[2]float64, dtbar *float64) float64 {
				return hand.Grad(w, x, v, dt, steps, wbar, xbar, vbar, dtbar)
			}),
			by(func(wbar *Well, xbar, vbar *[2]float64, dtbar *float64) float64 {
				return chad.ParticleGrad(w, x, v, dt, steps, wbar, xbar, vbar, dtbar)
			}),
		},
		{
			"Particle, by the velocity", size, value,
			steer(func(vbar *[2]float64) float64 { return handSteer.Grad(w, x, v, dt, steps, vbar) }),
			steer(func(vbar *[2]float64) float64 { return chadSteer.SteerGrad(w, x, v, dt, steps, vbar) }),
		},
	}
}

// saddle starts where the ascent finds its maximum or, wild, where it does not: at a maximum the way back through the
// ascent adds almost nothing, so that a mistake there would not be seen.
func saddle(d draw, n int, wild bool) Case {
	x := d.normal(n, 0.7)
	for i := range x {
		if wild {
			x[i] = 4 + float64(i)
		}
	}
	by := func(grad func(x, xbar []float64) float64) func() []float64 {
		out := make([]float64, 1+n)
		return func() []float64 {
			out[0] = grad(x, out[1:])
			return out
		}
	}
	return Case{
		"Min", fmt.Sprintf("%d coordinates", n), func() float64 { return Min(x) },
		by(new(HandMin).Grad), by(NewMinWorkspace().MinGrad),
	}
}

func maml(d draw, n int) Case {
	w, x := d.normal(n, 0.7), d.normal(n, 0.7)
	const y, lr = 0.3, 0.02
	type gradient func(w, x []float64, y, lr float64, wbar, xbar []float64, ybar, lrbar *float64) float64
	by := func(grad gradient) func() []float64 {
		out := make([]float64, 3+2*n)
		return func() []float64 {
			out[0] = grad(w, x, y, lr, out[3:][:n], out[3+n:], &out[1], &out[2])
			return out
		}
	}
	return Case{
		"Maml", fmt.Sprintf("%d weights", n), func() float64 { return Maml(w, x, y, lr) },
		by(new(HandMaml).Grad), by(NewMamlWorkspace().MamlGrad),
	}
}

func mamlNet(d draw, k, m int) Case {
	n, x, y, xq, yq := d.net(k), d.normal(m, 1), d.normal(m, 1), d.normal(m, 1), d.normal(m, 1)
	const lr = 0.05
	type gradient func(n *Net, x, y, xq, yq []float64, lr float64, nbar *Net, lrbar *float64) float64
	by := func(grad gradient) func() []float64 {
		out := make([]float64, 3+3*k)
		nbar := &Net{W: out[3:][:k:k], B: out[3+k:][:k:k], V: out[3+2*k:]}
		return func() []float64 {
			out[0] = grad(n, x, y, xq, yq, lr, nbar, &out[1])
			out[2] = nbar.C
			return out
		}
	}
	return Case{
		"MamlNet", fmt.Sprintf("%d hidden, %d+%d examples", k, m, m),
		func() float64 { return MamlNet(n, x, y, xq, yq, lr) },
		by(new(HandMamlNet).Grad), by(NewMamlNetWorkspace().MamlNetGrad),
	}
}

func hyper(d draw, steps, m, n int) Case {
	w, x, y, xv, yv := d.normal(n, 0.1), d.rows(m, n, 1), d.labels(m), d.rows(m, n, 1), d.labels(m)
	const decay, rate = 0.01, 0.5
	type gradient func(
		w []float64, x [][]float64, y []float64, xv [][]float64, yv []float64, decay, rate float64, steps int,
		decaybar, ratebar *float64,
	) float64
	by := func(grad gradient) func() []float64 {
		out := make([]float64, 3)
		return func() []float64 {
			out[0] = grad(w, x, y, xv, yv, decay, rate, steps, &out[1], &out[2])
			return out
		}
	}
	return Case{
		"Hyper", fmt.Sprintf("%d steps, %d examples of %d", steps, m, n),
		func() float64 { return Hyper(w, x, y, xv, yv, decay, rate, steps) },
		by(new(HandHyper).Grad), by(NewHyperWorkspace().HyperGrad),
	}
}

func newton(d draw, steps, m, n int) Case {
	a, goal := d.rows(m, n, 0.4), d.normal(n, 1)
	y := make([]float64, m)
	for j := range y {
		y[j] = float64(d.r.IntN(4))
	}
	const decay = 0.5
	type gradient func(
		a [][]float64, y []float64, decay float64, goal []float64, steps int,
		abar [][]float64, ybar []float64, decaybar *float64,
	) float64
	by := func(grad gradient) func() []float64 {
		out := make([]float64, 2+m+m*n)
		abar := make([][]float64, m)
		for j := range abar {
			abar[j] = out[2+m+j*n:][:n:n]
		}
		return func() []float64 {
			out[0] = grad(a, y, decay, goal, steps, abar, out[2:][:m], &out[1])
			return out
		}
	}
	return Case{
		"Newton", fmt.Sprintf("%d steps, %d counts, %d unknowns", steps, m, n),
		func() float64 { return Newton(a, y, decay, goal, steps) },
		by(new(HandNewton).Grad), by(NewNewtonWorkspace().NewtonGrad),
	}
}
