package fits

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var (
	ink      = color.NRGBA{R: 0x22, G: 0x22, B: 0x22, A: 0xff}
	axisInk  = color.NRGBA{R: 0x88, G: 0x88, B: 0x88, A: 0xff}
	gridInk  = color.NRGBA{R: 0xe6, G: 0xe6, B: 0xe6, A: 0xff}
	dataInk  = color.NRGBA{R: 0x1f, G: 0x5a, B: 0x96, A: 0xff}
	curveInk = color.NRGBA{R: 0xc4, G: 0x4e, B: 0x1c, A: 0xff}
)

// drawPanels puts Anscombe's panels in two rows of two and the Challenger panel below them.
func drawPanels(c draw.Canvas, r Results) error {
	const (
		challengerShare = 0.38 // of the height
		gap             = 0.6 * vg.Centimeter
	)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	split := challengerShare * (c.Max.Y - c.Min.Y)

	upper := draw.Crop(c, 0, 0, split, 0)
	tiles := draw.Tiles{
		Rows: 2, Cols: 2, PadX: gap, PadY: gap,
		PadTop: gap, PadBottom: gap / 2, PadLeft: gap, PadRight: gap,
	}
	for i, comparison := range r.Anscombe {
		p, err := linePanel(comparison)
		if err != nil {
			return err
		}
		p.Draw(tiles.At(upper, i%tiles.Cols, i/tiles.Cols))
	}

	p, err := logisticPanel(r.Challenger)
	if err != nil {
		return err
	}
	p.Draw(draw.Crop(c, gap, -gap, gap, split-(c.Max.Y-c.Min.Y)-gap/2))
	return nil
}

// linePanel shows one data set of the quartet and its line, on axes that all four share.
func linePanel(c Comparison) (*plot.Plot, error) {
	const xmin, xmax, ymin, ymax = 2, 20, 2, 14
	p := newPanel("Anscombe "+c.Data.Name, "x", "y")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xmin, xmax, ymin, ymax
	p.X.Tick.Marker, p.Y.Tick.Marker = every(4, 20, 4), every(4, 12, 4)

	b := c.Fit.Coefficients
	if err := addCurve(p, func(x float64) float64 { return b[0] + b[1]*x }, xmin, xmax); err != nil {
		return nil, err
	}
	points := make(plotter.XYs, len(c.Data.Y))
	for i, y := range c.Data.Y {
		points[i] = plotter.XY{X: c.Data.X[i][0], Y: y}
	}
	if err := addPoints(p, points); err != nil {
		return nil, err
	}
	equation := fmt.Sprintf("y = %.3f + %.4f x", b[0], b[1])
	return p, addNote(p, plotter.XY{X: xmax - 0.4, Y: ymin + 0.5}, equation, draw.XRight)
}

// logisticPanel shows the flights, those of equal temperature and outcome stacked, the fitted
// probability, and the temperature forecast for the accident.
func logisticPanel(c Comparison) (*plot.Plot, error) {
	const (
		xmin, xmax = 29, 83
		stack      = 0.035 // between flights that would coincide
	)
	p := newPanel("Challenger: O-ring incidents in 23 earlier flights",
		"temperature of the joints at launch, °F", "probability of an incident")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xmin, xmax, -0.05, 1.05
	p.X.Tick.Marker = every(30, 80, 10)
	p.Y.Tick.Marker = every(0, 1, 0.25)

	b := c.Fit.Coefficients
	probability := func(t float64) float64 { return Logistic(b[0] + b[1]*t) }
	forecast, err := plotter.NewLine(plotter.XYs{
		{X: accidentTemperature, Y: p.Y.Min}, {X: accidentTemperature, Y: p.Y.Max},
	})
	if err != nil {
		return nil, err
	}
	forecast.Color, forecast.Width = axisInk, vg.Points(1)
	forecast.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(forecast)
	if err := addCurve(p, probability, xmin, xmax); err != nil {
		return nil, err
	}

	seen := map[plotter.XY]int{}
	points := make(plotter.XYs, len(c.Data.Y))
	for i, y := range c.Data.Y {
		at := plotter.XY{X: c.Data.X[i][0], Y: y}
		points[i] = plotter.XY{X: at.X, Y: y + (1-2*y)*stack*float64(seen[at])}
		seen[at]++
	}
	if err := addPoints(p, points); err != nil {
		return nil, err
	}
	note := fmt.Sprintf("%d °F, the forecast for the\nlaunch: p = %.4f",
		accidentTemperature, probability(accidentTemperature))
	if err := addNote(p, plotter.XY{X: accidentTemperature + 0.8, Y: 0.03}, note, draw.XLeft); err != nil {
		return nil, err
	}
	formula := fmt.Sprintf("p = 1 / (1 + exp(−z))\nz = %.3f − %.4f t", b[0], -b[1])
	return p, addNote(p, plotter.XY{X: xmax - 0.8, Y: 0.62}, formula, draw.XRight)
}

// newPanel returns an empty plot in the house style, with a grid.
func newPanel(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.TextStyle.Color = ink
	p.Title.TextStyle.Font = sans(13)
	p.Title.Padding = vg.Points(5)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = sans(11), ink
		a.Tick.Label.Font, a.Tick.Label.Color = sans(10), ink
		a.Color, a.Tick.Color = axisInk, axisInk
		a.Padding = 0
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = gridInk, gridInk
	p.Add(grid)
	return p
}

func addCurve(p *plot.Plot, f func(float64) float64, from, to float64) error {
	const pieces = 200
	points := make(plotter.XYs, pieces+1)
	for i := range points {
		x := from + (to-from)*float64(i)/pieces
		points[i] = plotter.XY{X: x, Y: f(x)}
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	line.Color, line.Width = curveInk, vg.Points(1.8)
	p.Add(line)
	return nil
}

func addPoints(p *plot.Plot, points plotter.XYs) error {
	s, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	s.GlyphStyle = draw.GlyphStyle{Color: dataInk, Radius: vg.Points(3.2), Shape: draw.CircleGlyph{}}
	p.Add(s)
	return nil
}

func addNote(p *plot.Plot, at plotter.XY, note string, align text.XAlignment) error {
	l, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{at}, Labels: []string{note}})
	if err != nil {
		return err
	}
	l.TextStyle[0].Font, l.TextStyle[0].Color, l.TextStyle[0].XAlign = sans(11), ink, align
	p.Add(l)
	return nil
}

// every returns labelled ticks from lo to hi.
func every(lo, hi, step float64) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for i := 0; lo+float64(i)*step <= hi; i++ {
		v := lo + float64(i)*step
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	return ticks
}

func sans(points float64) font.Font {
	return font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Points(points))
}
