package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure"
)

// The cart of M. Kelly, An introduction to trajectory optimization, SIAM Review 59, 2017.
var cart = Cart{Mass: 1, PoleMass: 0.3, Length: 0.5, Gravity: 9.81}

const (
	duration = 2.0 // s
	pushes   = 50  // forces, one after the other
	steps    = 8   // of the simulation for each
	dt       = duration / (pushes * steps)
)

// upright is where the motion ends: a metre to the right, with the pole up.
var upright = State{1, math.Pi, 0, 0}

func main() { figure.Main("control", run) }

// run returns what to say of the example, and the figure.
func run() (report string, svg []byte, err error) {
	m, err := cart.SwingUp(upright)
	if err != nil {
		return "", nil, err
	}
	report = fmt.Sprintf("the integral of the squared force is %.3f N²s\n", Effort(m.Forces))
	report += fmt.Sprintf("the cart misses its place by %.0e m, and the pole by %.0e rad\n",
		math.Abs(m.Miss[0]), math.Abs(m.Miss[1]))
	return report, Draw(m.Forces), nil
}

// A Motion has the forces that make it, by how much it misses its goal, and the multipliers that keep it there.
type Motion struct {
	Forces []float64
	Miss   State
	Goal   Goal
}

// SwingUp finds the forces of least effort that bring the cart from rest to a state. It fails where the optimiser
// does.
//
// This is the method of multipliers: after each minimisation a multiplier becomes the force that the miss exerted.
func (c Cart) SwingUp(to State) (Motion, error) {
	m := Motion{Forces: make([]float64, pushes), Goal: Goal{State: to, Penalty: 30}}
	for i := range m.Forces {
		m.Forces[i] = 5 * math.Sin(2*math.Pi*float64(i)/pushes) // to and fro: rest is a point of symmetry
	}
	for range 12 {
		p := NewCartCostProblem(c, State{}, m.Goal, steps, dt)
		settings := &optimize.Settings{GradientThreshold: 5e-5}
		problem := optimize.Problem{Func: p.Func, Grad: p.Grad}
		r, err := optimize.Minimize(problem, m.Forces, settings, &optimize.LBFGS{Store: 40})
		if err != nil {
			return m, err
		}
		m.Forces = r.X
		path := c.Path(m.Forces)
		for i, v := range path[len(path)-1] {
			m.Miss[i] = v - to[i]
			m.Goal.Multipliers[i] += m.Goal.Penalty * m.Miss[i]
		}
		if floats.Norm(m.Miss[:], math.Inf(1)) < 1e-5 {
			break
		}
		m.Goal.Penalty = min(2*m.Goal.Penalty, 1000)
	}
	return m, nil
}

// Path are the states from rest on, one for each step.
func (c Cart) Path(forces []float64) []State {
	out := []State{{}}
	for _, u := range forces {
		for range steps {
			out = append(out, c.Step(out[len(out)-1], u, dt))
		}
	}
	return out
}

// Effort is the integral of the squared force.
func Effort(forces []float64) float64 { return floats.Dot(forces, forces) * steps * dt }

// Draw draws the cart at several times, and the force and the angle over time.
func Draw(forces []float64) []byte {
	f := figure.New(900, 640, "A pole on a cart swings up",
		"Above: the cart and its pole at seventeen moments, from hanging to standing. "+
			"Below: the force over two seconds, and the angle of the pole.")
	path := cart.Path(forces)
	a := f.Axes(figure.Axes{Left: 70, Top: 52, Right: 870, Bottom: 372,
		X: figure.Scale{Low: -0.9, High: 2.1, Label: "x in m", Ticks: []float64{-0.5, 0, 0.5, 1, 1.5}},
		Y: figure.Scale{Low: -0.6, High: 0.6, Label: "y in m", Ticks: []float64{-0.5, 0, 0.5}}},
		"A pole swings up, with the least effort")
	a.Line([]figure.Point{{X: -0.9}, {X: 2.1}}, figure.Style{Stroke: "muted", Width: 1})
	tip := func(s State) figure.Point {
		return figure.Point{X: s[0] + cart.Length*math.Sin(s[1]), Y: -cart.Length * math.Cos(s[1])}
	}
	var tips []figure.Point
	for _, s := range path {
		tips = append(tips, tip(s))
	}
	a.Line(tips, figure.Style{Stroke: "orange", Width: 1.5})
	const moments = 16
	for k := range moments + 1 {
		s := path[k*(len(path)-1)/moments]
		opacity := 0.25 + 0.75*float64(k)/moments
		a.Line([]figure.Point{{X: s[0]}, tip(s)}, figure.Style{Stroke: "blue", Width: 3, Opacity: opacity})
		left, right := s[0]-0.07, s[0]+0.07
		a.Band([]float64{left, right}, []float64{-0.035, -0.035}, []float64{0.035, 0.035},
			figure.Style{Fill: "blue", Opacity: 0.5 * opacity})
		a.Dots([]figure.Point{tip(s)}, 5, figure.Style{Fill: "orange", Opacity: opacity})
	}

	times := figure.Scale{High: duration, Label: "time in s", Ticks: []float64{0, 0.5, 1, 1.5, 2}}
	b := f.Axes(figure.Axes{Left: 70, Top: 462, Right: 440, Bottom: 585, X: times,
		Y: figure.Scale{Low: -16, High: 16, Label: "force in N", Ticks: []float64{-10, 0, 10}}}, "What pushes the cart")
	var stairs []figure.Point
	for i, u := range forces {
		from, to := float64(i*steps)*dt, float64((i+1)*steps)*dt
		stairs = append(stairs, figure.Point{X: from, Y: u}, figure.Point{X: to, Y: u})
	}
	b.Line(stairs, figure.Style{Stroke: "green", Width: 2})
	c := f.Axes(figure.Axes{Left: 540, Top: 462, Right: 870, Bottom: 585, X: times,
		Y: figure.Scale{Low: -120, High: 220, Label: "angle in °", Ticks: []float64{-90, 0, 90, 180}}}, "The pole")
	var angles []figure.Point
	for i, s := range path {
		angles = append(angles, figure.Point{X: float64(i) * dt, Y: s[1] * 180 / math.Pi})
	}
	c.Line(angles, figure.Style{Stroke: "orange", Width: 2})
	return f.SVG()
}
