package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure"
)

func main() { figure.Main("statespace", run) }

// run returns what to say of the example, and the figure.
func run() (report string, svg []byte, err error) {
	fit, err := Estimate(Flows)
	if err != nil {
		return "", nil, err
	}
	for i, what := range []string{"errors", "steps"} {
		v := math.Exp(fit.Theta[i])
		report += fmt.Sprintf("variance of the %-6s %8.1f, standard error %.0f\n", what, v, v*fit.StdErr[i])
	}
	report += fmt.Sprintf("log-likelihood %.4f after %d gradients\n", -fit.Value, fit.Gradients)
	return report, Draw(fit, Smooth(fit.Theta, Flows)), nil
}

// A Fit is what is estimated.
type Fit struct {
	Theta, StdErr []float64 // the logarithms of the variances, and their standard errors
	Value         float64   // of the negative log-likelihood
	Gradients     int
	Path          [][]float64 // the estimates on the way
}

// Estimate finds the variances for which the series is most probable. It fails where the optimiser does.
func Estimate(y []float64) (Fit, error) {
	var fit Fit
	p := NewNegLogLikProblem(y)
	settings := &optimize.Settings{GradientThreshold: 1e-5, Recorder: recorder{&fit.Path}}
	start := []float64{math.Log(4000), math.Log(8000)}
	r, err := optimize.Minimize(optimize.Problem{Func: p.Func, Grad: p.Grad}, start, settings, &optimize.BFGS{})
	if err != nil {
		return fit, err
	}
	fit.Path = append([][]float64{start}, fit.Path...)
	fit.Theta, fit.Value, fit.Gradients = r.X, r.F, r.GradEvaluations

	// The inverse of the matrix of second derivatives is the covariance of the estimates.
	h := make([]float64, 4)
	NegLogLikHessian(fit.Theta, y, h)
	det := h[0]*h[3] - h[1]*h[2]
	fit.StdErr = []float64{math.Sqrt(h[3] / det), math.Sqrt(h[0] / det)}
	return fit, nil
}

// A recorder keeps the points that an optimiser comes to.
type recorder struct{ path *[][]float64 }

func (recorder) Init() error { return nil }

func (r recorder) Record(l *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op == optimize.MajorIteration {
		*r.path = append(*r.path, slices.Clone(l.X))
	}
	return nil
}

// A Level is what the whole series says of the level in each year.
type Level struct{ Mean, StdDev []float64 }

// Smooth finds the level without a backward pass of its own: the derivatives of the likelihood by the measurements
// know it. The expected error of a measurement is its variance times the first derivative by it, and what is left of
// the variance follows from the second one.
func Smooth(theta, y []float64) Level {
	n, noise := len(y), math.Exp(theta[0])
	grad, hess := make([]float64, n), make([]float64, n*n)
	Errors(theta, y, grad)
	ErrorPrecision(theta, y, hess)
	l := Level{make([]float64, n), make([]float64, n)}
	for t := range n {
		l.Mean[t] = y[t] - noise*grad[t]
		l.StdDev[t] = math.Sqrt(noise - noise*noise*hess[n*t+t])
	}
	return l
}

// Draw draws the series with its level, and the likelihood with the way of the optimiser.
func Draw(fit Fit, level Level) []byte {
	f := figure.New(900, 390, "The flow of the Nile, and a level that changes slowly",
		"Left: annual flows from 1871 to 1970, and the estimated level, which falls by a quarter near 1899. "+
			"Right: lines of equal likelihood over the two variances, and the way of the optimiser to the maximum.")
	years, low, high := make([]float64, len(Flows)), make([]float64, len(Flows)), make([]float64, len(Flows))
	for t := range Flows {
		years[t] = float64(FirstYear + t)
		low[t], high[t] = level.Mean[t]-1.96*level.StdDev[t], level.Mean[t]+1.96*level.StdDev[t]
	}
	a := f.Axes(figure.Axes{Left: 80, Top: 52, Right: 550, Bottom: 330,
		X: figure.Scale{Low: 1868, High: 1973, Label: "year", Ticks: []float64{1880, 1900, 1920, 1940, 1960}},
		Y: figure.Scale{Low: 400, High: 1420, Label: "annual flow at Aswan in 10⁸ m³",
			Ticks: []float64{400, 600, 800, 1000, 1200, 1400}}},
		"A hundred years of the Nile")
	a.Band(years, low, high, figure.Style{Fill: "blue", Opacity: 0.22})
	a.Dots(figure.Points(years, Flows), 2.4, figure.Style{Fill: "muted"})
	a.Line(figure.Points(years, level.Mean), figure.Style{Stroke: "blue", Width: 2.5})
	a.Line([]figure.Point{{X: 1899, Y: 400}, {X: 1899, Y: 1420}}, figure.Style{Stroke: "orange", Dash: "5 4"})
	a.Text(figure.Point{X: 1899, Y: 1420}, 8, 14, figure.Start, "orange", "the first dam at Aswan is begun")
	a.Text(figure.Point{X: 1964, Y: 1170}, -8, 4.5, figure.End, "muted", "measured")
	a.Text(figure.Point{X: 1919, Y: 550}, 0, 0, figure.Start, "blue", "level, with 95 % band")

	b := f.Axes(figure.Axes{Left: 650, Top: 52, Right: 870, Bottom: 330,
		X: figure.Scale{Low: 2500, High: 40000, Label: "variance of an error in 10¹⁶ m⁶", Log: true,
			Ticks: []float64{5000, 10000, 20000}, Names: []string{"5000", "10 000", "20 000"}},
		Y: figure.Scale{Low: 100, High: 20000, Label: "variance of a step in 10¹⁶ m⁶", Log: true,
			Ticks: []float64{100, 300, 1000, 3000, 10000}, Names: []string{"100", "300", "1000", "3000", "10 000"}}},
		"Likelihood, and the way up")
	grid := b.NewGrid(60, 60, func(x, y float64) float64 {
		return fit.Value - NegLogLik([]float64{math.Log(x), math.Log(y)}, Flows)
	})
	for _, drop := range []float64{0.5, 1, 2, 3, 5, 8, 13, 21} {
		s := figure.Style{Stroke: "muted", Width: 0.8}
		if drop == 3 {
			s = figure.Style{Stroke: "blue", Width: 1.8} // exp(-3) = 0.05
		}
		b.Lines(grid.Level(-drop), s)
	}
	b.Area(grid.Above(-3), figure.Style{Fill: "blue", Opacity: 0.12})
	var way []figure.Point
	for _, theta := range fit.Path {
		way = append(way, figure.Point{X: math.Exp(theta[0]), Y: math.Exp(theta[1])})
	}
	b.Line(way, figure.Style{Stroke: "orange", Width: 1.8})
	b.Dots(way, 3, figure.Style{Fill: "orange"})
	b.Text(way[0], 0, 19, figure.Middle, "orange", "start")
	b.Border()
	return f.SVG()
}
