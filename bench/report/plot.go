package report

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// series is a kind of mark: a value for each problem, NaN where there is none.
type series struct {
	name   string
	values []float64
	shape  draw.GlyphDrawer
	color  color.Color
}

// Colours that people with any kind of colour vision tell apart (Okabe and Ito's).
var (
	blue   = color.RGBA{0, 114, 178, 255}
	orange = color.RGBA{213, 94, 0, 255}
	green  = color.RGBA{0, 158, 115, 255}
	purple = color.RGBA{204, 121, 167, 255}
	gray   = color.RGBA{110, 110, 110, 255}
	light  = color.RGBA{225, 225, 225, 255}
)

// WritePlots draws cost and, when other libraries were measured, peers into the
// folder, each as SVG and PNG.
func (r *Report) WritePlots(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	cost := []series{
		r.series("generated gradient", draw.CircleGlyph{}, blue, func(p *Result) float64 { return got(p.GradOverPrimal) }),
		r.series("generated JVP", draw.PyramidGlyph{}, orange, func(p *Result) float64 { return got(p.JVPOverPrimal) }),
		r.series("hand-written gradient", draw.RingGlyph{}, gray, func(p *Result) float64 { return got(p.HandOverPrimal) }),
	}
	err := r.write(folder, "cost", "Time as a multiple of the hand-written primal", cost, []float64{2.2, 10})
	if names := r.peerNames(); err == nil && len(names) > 0 {
		shapes := []draw.GlyphDrawer{draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}}
		colors := []color.Color{orange, green, purple, gray}
		peers := []series{r.series("chad", draw.CircleGlyph{}, blue, func(p *Result) float64 { return got(p.GradOverHand) })}
		for i, name := range names {
			peers = append(peers, r.series(name, shapes[i%len(shapes)], colors[i%len(colors)], func(p *Result) float64 { return p.peer(name) }))
		}
		err = r.write(folder, "peers", "Gradient time as a multiple of the hand-written gradient", peers, []float64{1})
	}
	return err
}

func (r *Report) series(name string, shape draw.GlyphDrawer, c color.Color, f func(*Result) float64) series {
	s := series{name: name, shape: shape, color: c}
	for i := range r.Problems {
		s.values = append(s.values, f(&r.Problems[i]))
	}
	return s
}

// write draws a row for each problem, the first on top, over a logarithmic axis, with a line at each bar.
func (r *Report) write(folder, name, label string, all []series, bars []float64) error {
	p := plot.New()
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.TickerFunc(logTicks)
	names := make([]string, len(r.Problems))
	for i := range names {
		names[i] = r.Problems[len(names)-1-i].Name
	}
	p.NominalY(names...)
	low, high := bars[0], bars[len(bars)-1]
	for _, s := range all {
		for _, v := range s.values {
			if v > 0 {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	low, high = low/1.3, high*1.3
	for i := range names {
		if err := line(p, light, nil, plotter.XY{X: low, Y: float64(i)}, plotter.XY{X: high, Y: float64(i)}); err != nil {
			return err
		}
	}
	for _, b := range bars {
		dashes := []vg.Length{vg.Points(4), vg.Points(3)}
		if err := line(p, gray, dashes, plotter.XY{X: b, Y: -0.6}, plotter.XY{X: b, Y: float64(len(names)) - 0.4}); err != nil {
			return err
		}
	}
	var legends []plot.Legend
	var scatters []plot.Plotter
	for _, s := range all {
		sc, err := marks(s, len(names))
		if err != nil {
			return err
		}
		if sc == nil {
			continue
		}
		scatters = append(scatters, sc)
		l := plot.NewLegend()
		l.Top, l.Left, l.ThumbnailWidth = true, true, vg.Points(12)
		l.Add(s.name, sc)
		legends = append(legends, l)
	}
	slices.Reverse(scatters) // the first series on top
	p.Add(scatters...)
	p.X.Min, p.X.Max = low, high
	p.Y.Min, p.Y.Max = -0.6, float64(len(names))-0.4
	height := vg.Length(len(names))*vg.Points(20) + vg.Points(24)
	return save(p, label, legends, filepath.Join(folder, name), 18*vg.Centimeter, height+2*strip)
}

// strip is the height of the legends above a plot, and of the label below it.
const strip = vg.Length(20)

func line(p *plot.Plot, c color.Color, dashes []vg.Length, ends ...plotter.XY) error {
	l, err := plotter.NewLine(plotter.XYs(ends))
	if err != nil {
		return err
	}
	l.Color, l.Dashes = c, dashes
	p.Add(l)
	return nil
}

// marks is nil for a series without values.
func marks(s series, rows int) (*plotter.Scatter, error) {
	var points plotter.XYs
	for i, v := range s.values {
		if v > 0 {
			points = append(points, plotter.XY{X: v, Y: float64(rows - 1 - i)})
		}
	}
	if len(points) == 0 {
		return nil, nil
	}
	sc, err := plotter.NewScatter(points)
	if err != nil {
		return nil, err
	}
	sc.GlyphStyle = draw.GlyphStyle{Color: s.color, Radius: vg.Points(4), Shape: s.shape}
	return sc, nil
}

// logTicks are 1, 2, 5, 10, … with labels, or the powers of ten alone over a wide range.
func logTicks(low, high float64) []plot.Tick {
	steps := []float64{1, 2, 5}
	if high/low > 2e3 {
		steps = []float64{1}
	}
	var out []plot.Tick
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for _, s := range steps {
			if v := s * math.Pow(10, e); v >= low && v <= high {
				out = append(out, plot.Tick{Value: v, Label: fmt.Sprintf("%g", v)})
			}
		}
	}
	return out
}

// save draws the plot, its legends side by side above it and the label below it, to path with
// .svg and .png. (A label of the axis itself would not be centred on a logarithmic one.)
func save(p *plot.Plot, label string, legends []plot.Legend, path string, width, height vg.Length) error {
	for ext, canvas := range map[string]vg.CanvasWriterTo{
		".svg": vgsvg.NewWith(vgsvg.UseWH(width, height)),
		".png": vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(144))},
	} {
		c := draw.New(canvas)
		c.SetColor(color.White)
		c.Fill(c.Path())
		p.Draw(draw.Crop(c, vg.Points(8), -vg.Points(8), strip, -strip))
		left := vg.Points(8)
		for _, l := range legends {
			l.Draw(draw.Crop(c, left, 0, 0, -vg.Points(4)))
			left += l.Rectangle(c).Size().X + vg.Points(16)
		}
		style := p.X.Label.TextStyle
		style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
		c.FillText(style, vg.Point{X: width / 2, Y: vg.Points(6)}, label)
		var b bytes.Buffer
		if _, err := canvas.WriteTo(&b); err != nil {
			return err
		}
		// An SVG names its font; these have the widths of Liberation, and one of them is everywhere.
		image := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Serif;"),
			[]byte("font-family:Liberation Serif,Times New Roman,Times,serif;"))
		if err := os.WriteFile(path+ext, image, 0o644); err != nil {
			return err
		}
	}
	return nil
}
