// Package sums has functions that add over examples.
package sums

import "math"

// Logistic is the mean negative log-likelihood of logistic regression, with a prior.
//
//chad:sum over=x,y wrt=theta
//chad:sum over=x,y wrt=theta reproducible name=LogisticAnyhow
//chad:sum over=x,y wrt=theta form=hvp
//chad:sum over=x,y wrt=theta form=hvp reproducible name=LogisticHVPAnyhow
//chad:sum over=x,y wrt=theta form=gnvp outputs=z
//chad:grad wrt=theta
//chad:hvp wrt=theta
func Logistic(theta []float64, x [][]float64, y []float64, lambda float64) float64 {
	n := len(x)
	if n != len(y) {
		panic("x and y differ in length")
	}
	prior := 0.0
	for _, t := range theta {
		prior += lambda * t * t
	}
	loss := 0.0
	for i, row := range x {
		z := 0.0
		for j, t := range theta {
			z += t * row[j]
		}
		loss += math.Log1p(math.Exp(z)) - y[i]*z
	}
	return loss/float64(n) + prior
}

// A Mixture is one of normal distributions in one dimension.
type Mixture struct {
	Weight, Mean, LogWidth []float64
	Name                   string
}

// A Point is a measurement; Missing ones count for nothing.
type Point struct {
	X, Weight float64
	Missing   bool
}

// LogLik is the mean log-likelihood of weighted points.
//
//chad:sum over=points wrt=m.Weight,m.Mean,m.LogWidth
//chad:sum over=points wrt=m.Weight,m.Mean,m.LogWidth reproducible name=MixtureAnyhow
//chad:sum over=points wrt=m.Weight,m.Mean,m.LogWidth form=hvp
//chad:grad wrt=m.Weight,m.Mean,m.LogWidth
//chad:hvp wrt=m.Weight,m.Mean,m.LogWidth
func (m *Mixture) LogLik(points []Point) float64 {
	k := len(m.Mean)
	most := math.Inf(-1)
	for _, w := range m.Weight {
		most = max(most, w)
	}
	all := 0.0
	for _, w := range m.Weight {
		all += math.Exp(w - most)
	}
	logWeight, precision := make([]float64, k), make([]float64, k)
	for c := range k {
		logWeight[c] = m.Weight[c] - most - math.Log(all) - m.LogWidth[c]
		precision[c] = math.Exp(-m.LogWidth[c])
	}
	ll, weights, used := 0.0, 0.0, 0
	for _, p := range points {
		if p.Missing {
			continue
		}
		terms := make([]float64, k)
		top := math.Inf(-1)
		for c := range terms {
			d := (p.X - m.Mean[c]) * precision[c]
			terms[c] = logWeight[c] - d*d/2
			top = max(top, terms[c])
		}
		s := 0.0
		for _, t := range terms {
			s += math.Exp(t - top)
		}
		ll += p.Weight * (top + math.Log(s))
		weights += p.Weight
		used++
	}
	if used == 0 {
		return 0
	}
	return ll / weights
}

// Ratio is made of two sums that both depend on the parameters, which are numbers.
//
//chad:sum over=x
//chad:sum over=x reproducible name=ratioAnyhow
//chad:sum over=x form=hvp
//chad:grad wrt=a,b
//chad:hvp wrt=a,b
func Ratio(a, b float64, x []float64) (num float64) {
	damp := func(v float64) float64 { return v * math.Exp(-v*v*b) }
	const shift = 0.5
	den := math.Exp(b)
	for i := 0; i < len(x); i++ {
		switch {
		case x[i] > 10:
			den = den + 1
		default:
			num -= damp(x[i]-a) + shift
			den += math.Sqrt(1 + a*a + x[i]*x[i])
		}
	}
	num = num / den
	return
}

// A Layer is a layer of a net.
type Layer struct {
	W [][]float64
	B []float64
}

// A Net has layers of any sizes that fit together.
type Net struct {
	Layers []Layer
	steps  int
	scale  float64
}

func (n *Net) forward(x []float64) []float64 {
	for _, l := range n.Layers {
		y := make([]float64, len(l.B))
		for i, row := range l.W {
			y[i] = l.B[i]
			for j, w := range row {
				y[i] += w * x[j]
			}
			y[i] = math.Tanh(y[i])
		}
		x = y
	}
	return x
}

// Loss is the squared error.
//
//chad:sum over=xs,ys wrt=n.Layers ragged=n.Layers reproducible
//chad:grad wrt=n.Layers ragged=n.Layers
func (n *Net) Loss(xs, ys [][]float64) float64 {
	s := 0.0
	for k := range xs {
		for i, y := range n.forward(xs[k]) {
			s += (y - ys[k][i]) * (y - ys[k][i])
		}
	}
	return math.Sqrt(s)
}

// Root has no slope by a where an example is 0, and a value all the same.
//
//chad:sum over=x
//chad:sum over=x reproducible name=RootAnyhow
func Root(a float64, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += math.Sqrt(a * v)
	}
	return s
}
