package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure"
)

// The task: an arm of 3.7 m stands between three obstacles, and moves from an angle to a place in four seconds.
var (
	arm       = &Arm{Links: []float64{1.1, 1.0, 0.9, 0.7}}
	begin     = []float64{2.75, -0.6, -0.5, -0.4}
	target    = figure.Point{X: 2.55, Y: 0.75}
	obstacles = []Circle{{-0.55, 2.35, 0.6}, {1.55, 1.85, 0.5}, {1.9, -0.35, 0.45}}
)

const (
	duration = 4.0 // s
	steps    = 40
	margin   = 0.12 // m, by which the arm shall keep away from obstacles
)

func main() { figure.Main("robot", run) }

// run returns what to say of the example, and the figure.
func run() (report string, svg []byte, err error) {
	m, err := Plan()
	if err != nil {
		return "", nil, err
	}
	tip := m.Planned[steps].joints()[len(arm.Links)]
	report = fmt.Sprintf("the tip ends at (%.4f, %.4f) m, the target is at (%.4f, %.4f) m\n",
		tip.X, tip.Y, target.X, target.Y)
	report += fmt.Sprintf("closest to an obstacle: %.3f m on the straight way, %.3f m as planned\n",
		closest(m.Straight), closest(m.Planned))
	return report, Draw(m), nil
}

// A Pose has the angles of the joints.
type Pose []float64

// A Motion has the poses at all steps: on the straight way between two poses, and as planned.
type Motion struct{ Straight, Planned []Pose }

// Plan finds angles that reach the target, and then a motion to these. It fails where the optimiser does.
func Plan() (Motion, error) {
	goal, err := Inverse(arm, begin, target.X, target.Y)
	if err != nil {
		return Motion{}, err
	}
	straight := Straight(begin, goal)
	planned, err := Avoid(straight)
	return Motion{straight, planned}, err
}

// Inverse finds the angles at which the tip of an arm is at a point, and which are near to those of rest. The penalty
// of the way there sinks, so that in the end the tip is where it should be. It fails where the optimiser does.
func Inverse(a *Arm, rest []float64, x, y float64) (Pose, error) {
	q := rest
	for _, comfort := range []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-6} {
		p := NewArmReachProblem(a, rest, x, y, comfort)
		settings := &optimize.Settings{GradientThreshold: 1e-9}
		r, err := optimize.Minimize(optimize.Problem{Func: p.Func, Grad: p.Grad}, q, settings, &optimize.BFGS{})
		if err != nil {
			return nil, err
		}
		q = r.X
	}
	return q, nil
}

// Straight turns each joint evenly from one pose to another.
func Straight(from, to Pose) []Pose {
	out := make([]Pose, steps+1)
	for t := range out {
		part := float64(t) / steps
		for i := range from {
			out[t] = append(out[t], (1-part)*from[i]+part*to[i])
		}
	}
	return out
}

// Avoid finds the motion of least cost between the ends of another one. It fails where the optimiser does.
func Avoid(motion []Pose) ([]Pose, error) {
	inner := make([][]float64, steps-1)
	for t := range inner {
		inner[t] = motion[t+1]
	}
	p := NewArmCostProblem(arm, inner, motion[0], motion[steps], obstacles, duration/steps, margin, 2000)
	settings := &optimize.Settings{GradientThreshold: 1e-4}
	r, err := optimize.Minimize(optimize.Problem{Func: p.Func, Grad: p.Grad}, p.Start(), settings, &optimize.LBFGS{})
	if err != nil {
		return nil, err
	}
	out := []Pose{motion[0]}
	for _, q := range p.Params(r.X) {
		out = append(out, q)
	}
	return append(out, motion[steps]), nil
}

// joints are where the links of the arm begin, and its tip.
func (q Pose) joints() []figure.Point {
	out := make([]figure.Point, 1, len(q)+1)
	angle := 0.0
	for i, length := range arm.Links {
		angle += q[i]
		last := out[i]
		out = append(out, figure.Point{X: last.X + length*math.Cos(angle), Y: last.Y + length*math.Sin(angle)})
	}
	return out
}

// clearance is the least distance of the arm from an obstacle, less than 0 inside of one.
func (q Pose) clearance() float64 {
	best, at := math.Inf(1), q.joints()
	for i := range arm.Links {
		for _, c := range obstacles {
			best = min(best, toSegment(figure.Point{X: c.X, Y: c.Y}, at[i], at[i+1])-c.R)
		}
	}
	return best
}

// toSegment is the distance of a point from the line between two.
func toSegment(p, a, b figure.Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := ((p.X-a.X)*dx + (p.Y-a.Y)*dy) / (dx*dx + dy*dy)
	t = max(0, min(1, t))
	return math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy)
}

func closest(motion []Pose) float64 {
	best := math.Inf(1)
	for _, q := range motion {
		best = min(best, q.clearance())
	}
	return best
}

// Draw draws the motion among the obstacles, its angles, and how near it comes to obstacles.
func Draw(m Motion) []byte {
	f := figure.New(900, 500, "An arm with four joints moves between obstacles",
		"Left: poses of the arm on its way between three discs, and the way of its tip. "+
			"Right: the four angles over time, and the distance from the nearest obstacle, "+
			"which on the straight way is negative.")
	a := f.Axes(figure.Axes{Left: 70, Top: 52, Right: 540, Bottom: 440,
		X: figure.Scale{Low: -2.6, High: 3.2, Label: "x in m", Ticks: []float64{-2, -1, 0, 1, 2, 3}},
		Y: figure.Scale{Low: -1.1, High: 3.688, Label: "y in m", Ticks: []float64{-1, 0, 1, 2, 3}}},
		"From left to right, past three obstacles")
	for _, c := range obstacles {
		a.Disc(figure.Point{X: c.X, Y: c.Y}, c.R, figure.Style{Fill: "muted", Opacity: 0.5})
		a.Disc(figure.Point{X: c.X, Y: c.Y}, c.R+margin, figure.Style{Stroke: "muted", Width: 1, Dash: "3 3"})
	}
	var tips, straight []figure.Point
	for t := range m.Planned {
		at := m.Planned[t].joints()
		tips = append(tips, at[len(arm.Links)])
		straight = append(straight, m.Straight[t].joints()[len(arm.Links)])
		if t%4 == 0 {
			a.Line(at, figure.Style{Stroke: "blue", Width: 4, Opacity: 0.25 + 0.75*float64(t)/steps})
			a.Dots(at[:len(arm.Links)], 2.5, figure.Style{Fill: "blue", Opacity: 0.25 + 0.75*float64(t)/steps})
		}
	}
	a.Line(straight, figure.Style{Stroke: "muted", Dash: "5 4"})
	a.Line(tips, figure.Style{Stroke: "orange", Width: 2})
	a.Dots([]figure.Point{tips[0], tips[steps]}, 4, figure.Style{Fill: "orange"})
	a.Text(straight[steps*3/5], 12, -8, figure.Start, "muted", "straight")
	a.Text(tips[steps-4], -6, 22, figure.Middle, "orange", "planned")
	a.Border()

	times, before, after := make([]float64, steps+1), make([]float64, steps+1), make([]float64, steps+1)
	for t := range times {
		times[t] = duration / steps * float64(t)
		before[t], after[t] = m.Straight[t].clearance(), m.Planned[t].clearance()
	}
	b := f.Axes(figure.Axes{Left: 630, Top: 52, Right: 860, Bottom: 230,
		X: figure.Scale{High: duration, Label: "time in s", Ticks: []float64{0, 1, 2, 3, 4}},
		Y: figure.Scale{Low: -120, High: 220, Label: "angle in °", Ticks: []float64{-90, 0, 90, 180}}},
		"The angles of joints 1 to 4")
	for i, colour := range []string{"blue", "orange", "green", "violet"} {
		line := make([]figure.Point, steps+1)
		for t := range line {
			line[t] = figure.Point{X: times[t], Y: m.Planned[t][i] * 180 / math.Pi}
		}
		b.Line(line, figure.Style{Stroke: colour, Width: 2})
		b.Text(line[steps], 7, []float64{5, 10, 10, -3}[i], figure.Start, colour, fmt.Sprint(i+1))
	}
	c := f.Axes(figure.Axes{Left: 630, Top: 318, Right: 860, Bottom: 440,
		X: figure.Scale{High: duration, Label: "time in s", Ticks: []float64{0, 1, 2, 3, 4}},
		Y: figure.Scale{Low: -0.8, High: 1.2, Label: "distance in m", Ticks: []float64{-0.5, 0, 0.5, 1}}},
		"The nearest obstacle")
	c.Line([]figure.Point{{}, {X: duration}}, figure.Style{Stroke: "muted", Width: 1})
	c.Line(figure.Points(times, before), figure.Style{Stroke: "muted", Dash: "5 4"})
	c.Line(figure.Points(times, after), figure.Style{Stroke: "orange", Width: 2})
	return f.SVG()
}
