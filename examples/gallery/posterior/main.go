package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure"
)

// The effects of coaching on test scores in eight schools, and their standard errors, in points: D. B. Rubin,
// Estimation in parallel randomized experiments, Journal of Educational Statistics 6, 1981.
var (
	Effects = []float64{28, 8, -3, 7, -1, 1, 18, 12}
	Errors  = []float64{15, 10, 16, 11, 9, 11, 10, 18}
)

func main() { figure.Main("posterior", run) }

// run returns what to say of the example, and the figure.
func run() (report string, svg []byte, err error) {
	c := Sample(1, 40_000)
	report = fmt.Sprintf("%.0f %% of %d proposals accepted\n", 100*c.Accepted, len(c.Draws))
	report += fmt.Sprintf("mean of all schools  %4.1f, standard deviation %.1f\n", mean(c.Mu()), deviation(c.Mu()))
	report += fmt.Sprintf("between schools      %4.1f, median %.1f\n", mean(c.Tau()), quantile(c.Tau(), 0.5))
	for j := range Effects {
		x := c.School(j)
		report += fmt.Sprintf("school %c  %5.1f, half of it between %4.1f and %4.1f\n",
			'A'+j, mean(x), quantile(x, 0.25), quantile(x, 0.75))
	}
	return report, Draw(c), nil
}

// A Chain has the points that were drawn.
type Chain struct {
	Draws    [][]float64
	Accepted float64 // part of the proposals
}

// scales are about the standard deviations of the parameters: mu, log tau, and the etas.
var scales = []float64{5, 1, 1, 1, 1, 1, 1, 1, 1, 1}

// Sample draws from the posterior by Hamiltonian Monte Carlo: the point is pushed at random, rolls over the landscape
// of -LogPosterior for a while, and stays where it ends, as a rule.
func Sample(seed uint64, draws int) Chain {
	rng, w := rand.New(rand.NewPCG(seed, 1)), NewLogPosteriorWorkspace()
	n := len(scales)
	q, next, p := make([]float64, n), make([]float64, n), make([]float64, n)
	slope, nextSlope := make([]float64, n), make([]float64, n)
	value := w.LogPosteriorGrad(q, Effects, Errors, slope)
	c := Chain{}
	const warmup = 500
	for draw := range warmup + draws {
		energy := -value
		for i := range p {
			p[i] = rng.NormFloat64()
			energy += p[i] * p[i] / 2
		}
		copy(next, q)
		copy(nextSlope, slope)
		nextValue := 0.0
		step := 0.25 + 0.1*rng.Float64()
		for range 8 {
			for i := range p {
				p[i] += step / 2 * scales[i] * nextSlope[i]
				next[i] += step * scales[i] * p[i]
			}
			nextValue = w.LogPosteriorGrad(next, Effects, Errors, nextSlope)
			for i := range p {
				p[i] += step / 2 * scales[i] * nextSlope[i]
			}
		}
		nextEnergy := -nextValue
		for i := range p {
			nextEnergy += p[i] * p[i] / 2
		}
		if rng.Float64() < math.Exp(energy-nextEnergy) {
			q, next, slope, nextSlope, value = next, q, nextSlope, slope, nextValue
			if draw >= warmup {
				c.Accepted += 1 / float64(draws)
			}
		}
		if draw >= warmup {
			c.Draws = append(c.Draws, slices.Clone(q))
		}
	}
	return c
}

func (c Chain) each(f func(q []float64) float64) []float64 {
	out := make([]float64, len(c.Draws))
	for i, q := range c.Draws {
		out[i] = f(q)
	}
	return out
}

// Mu are the means over all schools that were drawn.
func (c Chain) Mu() []float64 { return c.each(func(q []float64) float64 { return q[0] }) }

// Tau are the standard deviations between schools that were drawn.
func (c Chain) Tau() []float64 { return c.each(func(q []float64) float64 { return math.Exp(q[1]) }) }

// School are the effects of a school that were drawn.
func (c Chain) School(j int) []float64 {
	return c.each(func(q []float64) float64 { return q[0] + math.Exp(q[1])*q[2+j] })
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

func deviation(x []float64) float64 {
	m, sum := mean(x), 0.0
	for _, v := range x {
		sum += (v - m) * (v - m)
	}
	return math.Sqrt(sum / float64(len(x)-1))
}

func quantile(x []float64, part float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	return sorted[int(part*float64(len(x)-1))]
}

// A Marginal is the exact posterior of tau, and what it implies: given tau all else is normal, so that one sum over
// tau is enough. It owes nothing to the chain, and is drawn beside it.
type Marginal struct {
	Tau, Density   []float64
	Mu, MuDev      float64
	School, Spread []float64 // means and standard deviations of the effects
}

// Exact computes the marginal at the middles of intervals of tau, as in Gelman and others, Bayesian Data Analysis,
// section 5.4.
func Exact(width float64, n int) Marginal {
	m := Marginal{School: make([]float64, len(Effects)), Spread: make([]float64, len(Effects))}
	total, muSquare := 0.0, 0.0
	for k := range n {
		tau := width * (float64(k) + 0.5)
		precision, mu := 0.0, 0.0
		for j, y := range Effects {
			v := 1 / (Errors[j]*Errors[j] + tau*tau)
			precision += v
			mu += v * y
		}
		mu /= precision
		logDensity := -math.Log(precision) / 2
		for j, y := range Effects {
			v := Errors[j]*Errors[j] + tau*tau
			logDensity -= (math.Log(v) + (y-mu)*(y-mu)/v) / 2
		}
		density := math.Exp(logDensity)
		m.Tau, m.Density = append(m.Tau, tau), append(m.Density, density)
		total += density
		m.Mu += density * mu
		muSquare += density * (mu*mu + 1/precision)
		for j, y := range Effects {
			own, others := 1/(Errors[j]*Errors[j]), 1/(tau*tau)
			center := (own*y + others*mu) / (own + others)
			pull := others / (own + others)
			m.School[j] += density * center
			m.Spread[j] += density * (center*center + 1/(own+others) + pull*pull/precision)
		}
	}
	m.Mu /= total
	m.MuDev = math.Sqrt(muSquare/total - m.Mu*m.Mu)
	for j := range Effects {
		m.School[j] /= total
		m.Spread[j] = math.Sqrt(m.Spread[j]/total - m.School[j]*m.School[j])
	}
	for k := range m.Density {
		m.Density[k] /= total * width
	}
	return m
}

// Draw draws the schools, and how much they differ.
func Draw(c Chain) []byte {
	f := figure.New(900, 420, "Eight schools, and what they learn from each other",
		"Left: for each school its own estimate, and the posterior, which is narrower and nearer to the mean. "+
			"Right: a histogram of the standard deviation between schools, and its exact density, on which it lies.")
	names := []string{"A", "B", "C", "D", "E", "F", "G", "H"}
	rows := make([]float64, len(names))
	for j := range rows {
		rows[j] = float64(len(names) - j)
	}
	a := f.Axes(figure.Axes{Left: 70, Top: 52, Right: 500, Bottom: 362,
		X: figure.Scale{Low: -35, High: 60, Label: "effect in points", Ticks: []float64{-20, 0, 20, 40, 60}},
		Y: figure.Scale{Low: 0.4, High: 8.6, Label: "school", Ticks: rows, Names: names}},
		"Effects of coaching, with 95 % of their probability")
	interval := func(low, high, y float64, colour string, width float64) {
		a.Line([]figure.Point{{X: low, Y: y}, {X: high, Y: y}}, figure.Style{Stroke: colour, Width: width})
	}
	for j := range Effects {
		x, above, below := c.School(j), rows[j]+0.17, rows[j]-0.17
		interval(Effects[j]-1.96*Errors[j], Effects[j]+1.96*Errors[j], above, "muted", 1.5)
		a.Dots([]figure.Point{{X: Effects[j], Y: above}}, 3, figure.Style{Fill: "muted"})
		interval(quantile(x, 0.025), quantile(x, 0.975), below, "blue", 2)
		interval(quantile(x, 0.25), quantile(x, 0.75), below, "blue", 6)
		a.Dots([]figure.Point{{X: mean(x), Y: below}}, 3.4, figure.Style{Fill: "paper", Stroke: "blue", Width: 2})
	}
	mu := mean(c.Mu())
	a.Line([]figure.Point{{X: mu, Y: 0.4}, {X: mu, Y: 8.6}}, figure.Style{Stroke: "orange", Dash: "5 4"})
	a.Text(figure.Point{X: 60, Y: 5}, -6, -20, figure.End, "muted", "by itself")
	a.Text(figure.Point{X: 60, Y: 5}, -6, -2, figure.End, "blue", "with the others")
	a.Text(figure.Point{X: 60, Y: 5}, -6, 16, figure.End, "orange", "mean of all")

	b := f.Axes(figure.Axes{Left: 600, Top: 52, Right: 870, Bottom: 362,
		X: figure.Scale{High: 30, Label: "standard deviation between schools in points", Ticks: []float64{0, 10, 20, 30}},
		Y: figure.Scale{High: 0.12, Label: "density per point", Ticks: []float64{0, 0.05, 0.1}}},
		"How much schools differ")
	counts := make([]float64, 30)
	for _, tau := range c.Tau() {
		if k := int(tau); k < len(counts) {
			counts[k]++
		}
	}
	var bars [][]figure.Point
	for k, n := range counts {
		x, y := float64(k), n/float64(len(c.Draws))
		bars = append(bars, []figure.Point{{X: x + 0.05}, {X: x + 0.95}, {X: x + 0.95, Y: y}, {X: x + 0.05, Y: y}})
	}
	b.Area(bars, figure.Style{Fill: "blue", Opacity: 0.45})
	m := Exact(0.25, 120*8)
	b.Line(figure.Points(m.Tau[:120], m.Density[:120]), figure.Style{Stroke: "orange", Width: 2})
	b.Text(figure.Point{X: 9, Y: 0.075}, 10, 0, figure.Start, "orange", "exact")
	b.Text(figure.Point{X: 2, Y: 0.02}, 0, 0, figure.Start, "ink", "40 000 draws")
	return f.SVG()
}
