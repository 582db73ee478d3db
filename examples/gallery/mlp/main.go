package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/optimize"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure"
)

const decay = 2e-4 // weight of the penalty

func main() { figure.Main("mlp", run) }

// run returns what to say of the example, and the figure.
func run() (report string, svg []byte, err error) {
	points, labels := Spirals(0)
	t, err := Train(NewNet(1, 2, 24, 24, 1), points, labels)
	if err != nil {
		return "", nil, err
	}
	between, betweenLabels := Spirals(0.5)
	report = fmt.Sprintf("loss %.4f after %d steps\n", t.Losses[len(t.Losses)-1], len(t.Losses))
	report += fmt.Sprintf("right at %d of %d points, and at %d of %d between them\n",
		Right(t.Net, points, labels), len(points), Right(t.Net, between, betweenLabels), len(between))
	return report, Draw(t, points, labels), nil
}

// Spirals are two spirals of 80 points each, two turns inwards. A shift of a half gives the points between them.
func Spirals(shift float64) (points [][]float64, labels []float64) {
	for i := range 80 {
		k := float64(i) + shift
		s, c := math.Sincos(k * math.Pi / 20)
		r := 6.5 * (84 - k) / 84
		points = append(points, []float64{r * s, r * c}, []float64{-r * s, -r * c})
		labels = append(labels, 1, -1)
	}
	return points, labels
}

// NewNet is a net with layers of the given sizes, the first of which is that of the input, and random weights.
func NewNet(seed uint64, sizes ...int) *Net {
	rng, n := rand.New(rand.NewPCG(seed, 1)), new(Net)
	for k, size := range sizes[1:] {
		l := Layer{B: make([]float64, size)}
		for i := range size {
			row := make([]float64, sizes[k])
			for j := range row {
				row[j] = rng.NormFloat64() / math.Sqrt(float64(sizes[k]))
			}
			l.W, l.B[i] = append(l.W, row), rng.NormFloat64()
		}
		n.Layers = append(n.Layers, l)
	}
	return n
}

// A Training is a net that was trained, and the loss after each step.
type Training struct {
	Net    *Net
	Losses []float64
}

// Train minimises the loss from a net on. It fails where the optimiser does.
func Train(start *Net, points [][]float64, labels []float64) (Training, error) {
	p := NewNetLossProblem(start, points, labels, decay) // its points have all weights, one after the other
	var t Training
	settings := &optimize.Settings{GradientThreshold: 1e-5, MajorIterations: 1500, Recorder: recorder{&t.Losses}}
	problem := optimize.Problem{Func: p.Func, Grad: p.Grad}
	r, err := optimize.Minimize(problem, p.Start(), settings, &optimize.LBFGS{Store: 30})
	if err != nil {
		return t, err
	}
	t.Net = p.Params(r.X)
	return t, nil
}

// A recorder keeps the losses that an optimiser comes to.
type recorder struct{ losses *[]float64 }

func (recorder) Init() error { return nil }

func (r recorder) Record(l *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op == optimize.MajorIteration {
		*r.losses = append(*r.losses, l.F)
	}
	return nil
}

// Right counts the points about which the net is right.
func Right(n *Net, points [][]float64, labels []float64) int {
	right := 0
	for i, p := range points {
		if n.Logit(p)*labels[i] > 0 {
			right++
		}
	}
	return right
}

// Draw draws what the net says of each place, and the losses.
func Draw(t Training, points [][]float64, labels []float64) []byte {
	f := figure.New(900, 450, "Two spirals, told apart by a small network",
		"Left: two spirals of 80 points each, and the regions in which the network expects them. "+
			"Right: the loss over the steps of the training, which falls from 0.8 to below 0.02.")
	a := f.Axes(figure.Axes{Left: 70, Top: 52, Right: 410, Bottom: 392,
		X: figure.Scale{Low: -7.2, High: 7.2, Label: "x", Ticks: []float64{-6, -3, 0, 3, 6}},
		Y: figure.Scale{Low: -7.2, High: 7.2, Label: "y", Ticks: []float64{-6, -3, 0, 3, 6}}},
		"Two spirals, and what the network says")
	grid := a.NewGrid(91, 91, func(x, y float64) float64 { return t.Net.Logit([]float64{x, y}) })
	minus := figure.Grid{X: grid.X, Y: grid.Y}
	for _, row := range grid.Values {
		negative := make([]float64, len(row))
		for i, v := range row {
			negative[i] = -v
		}
		minus.Values = append(minus.Values, negative)
	}
	for _, odds := range []float64{0, 1.1, 2.94} { // probabilities of 50, 75 and 95 %
		a.Area(grid.Above(odds), figure.Style{Fill: "blue", Opacity: 0.16})
		a.Area(minus.Above(odds), figure.Style{Fill: "orange", Opacity: 0.16})
	}
	a.Lines(grid.Level(0), figure.Style{Stroke: "muted", Width: 1})
	var first, second []figure.Point
	for i, p := range points {
		if at := (figure.Point{X: p[0], Y: p[1]}); labels[i] > 0 {
			first = append(first, at)
		} else {
			second = append(second, at)
		}
	}
	a.Dots(first, 2.6, figure.Style{Fill: "blue"})
	a.Dots(second, 2.6, figure.Style{Fill: "orange"})
	a.Border()

	b := f.Axes(figure.Axes{Left: 510, Top: 52, Right: 870, Bottom: 392,
		X: figure.Scale{High: 100 * math.Ceil(float64(len(t.Losses))/100), Label: "steps of L-BFGS"},
		Y: figure.Scale{Low: 0.01, High: 1, Log: true, Label: "loss",
			Ticks: []float64{0.01, 0.03, 0.1, 0.3, 1}}}, "The training")
	var line []figure.Point
	for i, l := range t.Losses {
		if i < 50 || i%5 == 0 || i == len(t.Losses)-1 {
			line = append(line, figure.Point{X: float64(i), Y: l})
		}
	}
	b.Line(line, figure.Style{Stroke: "blue", Width: 2})
	return f.SVG()
}
