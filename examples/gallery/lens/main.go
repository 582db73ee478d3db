package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"

	"github.com/seed-4b734f86/gochad/examples/gallery/figure"
)

// Two glasses of Schott's catalogue, and air.
var (
	crown = [Colours]float64{1.51432, 1.51680, 1.52238} // N-BK7
	flint = [Colours]float64{1.61503, 1.62004, 1.63208} // F2
	air   = [Colours]float64{1, 1, 1}
)

// A Design is a lens whose shape is looked for.
type Design struct {
	Name   string
	Lens   []Surface
	Start  []float64 // the shape to begin with
	Free   []int     // the elements of the shape that may change
	Screen float64   // where rays shall meet
	Ticks  []float64 // of the diagram of misses, in μm, which it goes a little beyond
}

// Designs are the lenses of the figure. All have a diameter of 4 cm, and 10 cm from the last vertex to the screen.
var Designs = []Design{
	{
		Name: "A sphere", Lens: []Surface{{0, crown}, {0.8, air}},
		Start: []float64{0, 0, -0.15, 0}, Free: []int{2}, Screen: 10.8, Ticks: []float64{-1000, 0, 1000},
	},
	{
		Name: "Any conic section", Lens: []Surface{{0, crown}, {0.8, air}},
		Start: []float64{0, 0, -0.15, 0}, Free: []int{2, 3}, Screen: 10.8, Ticks: []float64{-200, -100, 0, 100},
	},
	{
		Name: "Two glasses, three surfaces", Lens: []Surface{{0, crown}, {1.2, flint}, {1.6, air}},
		Start: []float64{0.1, 0, -0.1, 0, 0, 0}, Free: []int{0, 1, 2, 3, 4}, Screen: 11.6, Ticks: []float64{-5, 0, 5},
	},
}

func main() { figure.Main("lens", run) }

// run returns what to say of the example, and the figure.
func run() (report string, svg []byte, err error) {
	var shapes [][]float64
	for _, d := range Designs {
		shape, blur, err := d.Find(rings(16))
		if err != nil {
			return "", nil, err
		}
		report += fmt.Sprintf("%s: a blur of %.2f μm\n", d.Name, math.Sqrt(blur))
		for i := range d.Lens {
			report += fmt.Sprintf("  surface %d: curvature %7.4f /cm, conic constant %7.4f\n",
				i+1, shape[2*i], shape[2*i+1])
		}
		shapes = append(shapes, shape)
	}
	return report, Draw(shapes), nil
}

// rings are the heights of n rays: one in the middle of each of n rings of a lens of 2 cm radius, all of the same
// area.
func rings(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 2 * math.Sqrt((float64(i)+0.5)/float64(n))
	}
	return out
}

// Find looks for the shape with the least blur, and returns that, too. It fails where the optimiser does.
func (d Design) Find(heights []float64) (shape []float64, blur float64, err error) {
	p := NewBlurProblem(d.Lens, heights, d.Screen)
	at := func(x []float64) []float64 {
		shape := append([]float64(nil), d.Start...)
		for i, k := range d.Free {
			shape[k] = x[i]
		}
		return shape
	}
	// The logarithm is as steep for a bad lens as for a good one; 1 μm² keeps it from falling for ever.
	full := make([]float64, len(d.Start))
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return math.Log(1 + p.Func(at(x))) },
		Grad: func(grad, x []float64) {
			p.Grad(full, at(x))
			for i, k := range d.Free {
				grad[i] = full[k] / (1 + p.Func(at(x)))
			}
		},
	}
	x := make([]float64, len(d.Free))
	for i, k := range d.Free {
		x[i] = d.Start[k]
	}
	r, err := optimize.Minimize(problem, x, &optimize.Settings{GradientThreshold: 1e-3}, &optimize.BFGS{})
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", d.Name, err)
	}
	return at(r.X), math.Expm1(r.F), nil
}

// sag is how far a surface is from the plane of its vertex, at a distance r from the axis.
func sag(c, k, r float64) float64 { return c * r * r / (1 + math.Sqrt(1-(1+k)*c*c*r*r)) }

// Draw draws a row for each lens: the way of rays, and how far from the axis they end.
func Draw(shapes [][]float64) []byte {
	f := figure.New(900, 755, "Three lenses, found by differentiating the way of rays",
		"Each row has a lens with its rays, and how far from the focus they meet the screen, in three colours. "+
			"A sphere misses by up to a millimetre, a conic section by a fifth of one, "+
			"and two glasses together by a few thousandths.")
	for row, d := range Designs {
		shape, top := shapes[row], 48+240*float64(row)
		a := f.Axes(figure.Axes{Left: 70, Top: top, Right: 560, Bottom: top + 165,
			X: figure.Scale{Low: -1.6, High: 12, Label: "z in cm", Ticks: []float64{0, 2, 4, 6, 8, 10, 12}},
			Y: figure.Scale{Low: -2.29, High: 2.29, Label: "r in cm", Ticks: []float64{-2, -1, 0, 1, 2}}}, d.Name)
		for i := range d.Lens[1:] {
			var outline []figure.Point
			for k := -22; k <= 22; k++ {
				r := 0.1 * float64(k)
				outline = append(outline, figure.Point{X: d.Lens[i].Vertex + sag(shape[2*i], shape[2*i+1], r), Y: r})
			}
			for k := 22; k >= -22; k-- {
				r := 0.1 * float64(k)
				outline = append(outline, figure.Point{X: d.Lens[i+1].Vertex + sag(shape[2*i+2], shape[2*i+3], r), Y: r})
			}
			s := figure.Style{Fill: "muted", Stroke: "muted", Width: 1, Opacity: []float64{0.35, 0.6}[i]}
			a.Area([][]figure.Point{outline}, s)
		}
		a.Line([]figure.Point{{X: d.Screen, Y: -2}, {X: d.Screen, Y: 2}}, figure.Style{Stroke: "ink", Width: 1})

		b := f.Axes(figure.Axes{Left: 660, Top: top, Right: 870, Bottom: top + 165,
			X: figure.Scale{High: 2, Label: "height of the ray in cm", Ticks: []float64{0, 1, 2}},
			Y: figure.Scale{Low: 1.4 * d.Ticks[0], High: 1.6 * d.Ticks[len(d.Ticks)-1],
				Label: "miss in μm", Ticks: d.Ticks}}, "")
		var rays [][]figure.Point
		for k := range 11 {
			rays = append(rays, d.way(shape, 0.38*float64(k-5), 1))
		}
		a.Lines(rays, figure.Style{Stroke: "orange", Width: 1})
		for colour, name := range []string{"red", "green", "blue"} {
			if row == 0 {
				wavelength := []string{"656 nm", "588 nm", "486 nm"}[colour]
				b.Text(figure.Point{}, 10, 24+19*float64(colour), figure.Start, name, wavelength)
			}
			var misses []figure.Point
			for k := range 81 {
				h := 0.025 * float64(k)
				if ray, err := Trace(shape, d.Lens, Ray{-1, h, 1, 0}, colour); err == nil {
					misses = append(misses, figure.Point{X: h, Y: 1e4 * (ray.R + ray.DR/ray.DZ*(d.Screen-ray.Z))})
				}
			}
			b.Line(misses, figure.Style{Stroke: name, Width: 1.8})
		}
	}
	return f.SVG()
}

// way are the points at which a ray turns, from where it comes in to the right border of the diagram.
func (d Design) way(shape []float64, height float64, colour int) []figure.Point {
	ray := Ray{-1.6, height, 1, 0}
	out := []figure.Point{{X: ray.Z, Y: ray.R}}
	index := 1.0
	for i, s := range d.Lens {
		next, err := s.refract(ray, shape[2*i], shape[2*i+1], index/s.Index[colour])
		if err != nil {
			return out
		}
		ray, index = next, s.Index[colour]
		out = append(out, figure.Point{X: ray.Z, Y: ray.R})
	}
	return append(out, figure.Point{X: 12, Y: ray.R + ray.DR/ray.DZ*(12-ray.Z)})
}
