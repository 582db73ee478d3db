package nested

import "errors"

// Bowl is a sum of squares around c.
//
//chad:grad wrt=x
func Bowl(c, x []float64, scale float64) float64 {
	s := 0.0
	for i, v := range x {
		s += scale * (v - c[i]) * (v - c[i])
	}
	return s
}

// Settled is the value of Bowl after steps of descent from 0, by its adapter: with k = 1 - 2·rate·scale, each coordinate
// is c·(1-kⁿ) then, so that this is scale·k²ⁿ·Σc².
//
//chad:grad wrt=c,scale
//chad:hvp wrt=c,scale
func Settled(c []float64, scale, rate float64, steps int) float64 {
	p := NewBowlProblem(c, scale)
	x, g := make([]float64, len(c)), make([]float64, len(c))
	for range steps {
		p.Grad(g, x)
		for i, v := range g {
			x[i] -= rate * v
		}
	}
	return p.Func(x)
}

// A Well has a depth.
type Well struct{ Depth float64 }

// Pull is a method with an error and a variadic parameter.
//
//chad:grad wrt=x
func (w *Well) Pull(x []float64, at ...float64) (float64, error) {
	if len(x) > len(at) {
		return 0, errors.New("too many")
	}
	s := 0.0
	for i, v := range x {
		s += w.Depth * v * at[i] * v
	}
	return s, nil
}

// Pulled is depth·(Σ at·x² + Σ (2·depth·at·x)²) where the lengths agree, and 7·depth·x₀ where not.
//
//chad:grad wrt=w,x
func Pulled(w *Well, x []float64, at []float64) float64 {
	p := NewWellPullProblem(w, at)
	v, g := p.Func(x), make([]float64, len(x))
	p.Grad(g, x)
	if p.Err() != nil {
		if !(v > 1e308) || g[0] == g[0] {
			return 0
		}
		return 7 * w.Depth * x[0]
	}
	s := 0.0
	for _, u := range g {
		s += u * u
	}
	return v + w.Depth*s
}
