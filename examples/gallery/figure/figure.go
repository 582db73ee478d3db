// Package figure draws the figures of the gallery: SVG that reads well on light pages and on dark ones.
//
// A colour has a name, and a value for each kind of page. A browser chooses between them by the reader's preference,
// also where the figure is an image in another page.
package figure

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// The colours, for light pages and for dark ones.
var colours = []struct{ name, light, dark string }{
	{"paper", "#ffffff", "#0f141b"},
	{"ink", "#1f2328", "#e6edf3"},
	{"muted", "#59636e", "#9aa4af"},
	{"grid", "#e6e9ed", "#262d37"},
	{"blue", "#1f66c1", "#6cb0ff"},
	{"orange", "#c75a0a", "#f5a25a"},
	{"green", "#1a7f4b", "#4cc38a"},
	{"violet", "#7a4fc4", "#b898f7"},
	{"red", "#c4313d", "#ff8088"},
}

// A Point is a place in the units of the axes.
type Point struct{ X, Y float64 }

// A Style says how something is drawn. Colours are ink, muted, grid, paper, blue, orange, green, violet or red; an
// empty one draws nothing.
type Style struct {
	Stroke, Fill string
	Width        float64 // of the stroke, 1.5 where it is 0
	Opacity      float64 // 1 where it is 0
	Dash         string
}

func (s Style) attributes() string {
	var class []string
	out := ""
	if s.Fill == "" {
		out += ` fill="none"`
	} else {
		class = append(class, "f-"+s.Fill)
	}
	if s.Stroke != "" {
		class = append(class, "s-"+s.Stroke)
		if s.Width == 0 {
			s.Width = 1.5
		}
		out += fmt.Sprintf(` stroke-width="%s"`, short(s.Width, 2))
	}
	if s.Opacity != 0 {
		out += fmt.Sprintf(` opacity="%s"`, short(s.Opacity, 3))
	}
	if s.Dash != "" {
		out += fmt.Sprintf(` stroke-dasharray="%s"`, s.Dash)
	}
	return fmt.Sprintf(` class="%s"`, strings.Join(class, " ")) + out
}

// A Figure is a picture that is being drawn.
type Figure struct {
	text  strings.Builder
	clips int
}

// New begins a figure. Its title and description are for readers who do not see it.
func New(width, height int, title, description string) *Figure {
	f := new(Figure)
	f.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img"`,
		width, height)
	f.add(` font-family="'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif" font-size="15"`)
	f.add(` stroke-linejoin="round">` + "\n")
	f.add("<title>%s</title>\n<desc>%s</desc>\n<style>\n", html.EscapeString(title), html.EscapeString(description))
	for _, c := range colours {
		f.add(".f-%s{fill:%s}.s-%[1]s{stroke:%[2]s}\n", c.name, c.light)
	}
	f.add("@media (prefers-color-scheme:dark){\n")
	for _, c := range colours {
		f.add(".f-%s{fill:%s}.s-%[1]s{stroke:%[2]s}\n", c.name, c.dark)
	}
	f.add("}\n</style>\n"+`<rect width="%d" height="%d" rx="8" class="f-paper"/>`+"\n", width, height)
	return f
}

func (f *Figure) add(format string, args ...any) { fmt.Fprintf(&f.text, format, args...) }

// SVG is the finished figure.
func (f *Figure) SVG() []byte { return []byte(f.text.String() + "</svg>\n") }

// short writes a number with at most so many digits after the point.
func short(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// Number writes a number for readers, with at most so many digits after the point.
func Number(v float64, digits int) string { return strings.ReplaceAll(short(v, digits), "-", "−") }

// An Anchor is the part of a text that stands where the text is put.
type Anchor string

// The anchors.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Text writes at a place in the units of the picture.
func (f *Figure) Text(x, y float64, anchor Anchor, colour, text string) {
	f.write(x, y, anchor, colour, "", text)
}

// Heading writes the title of a panel.
func (f *Figure) Heading(x, y float64, text string) {
	f.write(x, y, Start, "ink", ` font-size="16" font-weight="bold"`, text)
}

func (f *Figure) write(x, y float64, anchor Anchor, colour, more, text string) {
	f.add(`<text x="%s" y="%s" text-anchor="%s" class="f-%s"%s>%s</text>`+"\n",
		short(x, 1), short(y, 1), anchor, colour, more, html.EscapeString(text))
}

// A Scale is one direction of axes.
type Scale struct {
	Low, High float64
	Label     string
	Log       bool      // powers of ten are equally far apart
	Ticks     []float64 // where nil, round numbers
	Names     []string  // of the ticks; where nil, their numbers
}

// part is where a value lies from 0 at Low to 1 at High.
func (s Scale) part(v float64) float64 {
	if s.Log {
		return math.Log(v/s.Low) / math.Log(s.High/s.Low)
	}
	return (v - s.Low) / (s.High - s.Low)
}

// value is the value at a part of the way.
func (s Scale) value(part float64) float64 {
	if s.Log {
		return s.Low * math.Pow(s.High/s.Low, part)
	}
	return s.Low + part*(s.High-s.Low)
}

// ticks are the values that are written, about so many.
func (s Scale) ticks(about float64) []float64 {
	if s.Ticks != nil {
		return s.Ticks
	}
	var out []float64
	if s.Log {
		for power := math.Pow(10, math.Floor(math.Log10(s.Low))); power <= s.High; power *= 10 {
			for _, digit := range []float64{1, 2, 5} {
				if v := digit * power; v >= s.Low*(1-1e-9) && v <= s.High*(1+1e-9) {
					out = append(out, v)
				}
			}
		}
		return out
	}
	step := math.Pow(10, math.Floor(math.Log10((s.High-s.Low)/about)))
	for _, m := range []float64{5, 2} {
		if (s.High-s.Low)/(step*m) >= about {
			step *= m
			break
		}
	}
	for k := math.Ceil(s.Low/step - 1e-9); k*step <= s.High+1e-9*step; k++ {
		out = append(out, k*step)
	}
	return out
}

func (s Scale) name(i int, v float64) string {
	if s.Names != nil {
		return s.Names[i]
	}
	return Number(v, 6)
}

// Axes are a rectangle of a figure with a scale along each side.
type Axes struct {
	Left, Top, Right, Bottom float64
	X, Y                     Scale
	f                        *Figure
	clip                     string
}

// Axes draws the frame of a panel: its title, grid, ticks and labels. A scale without a label has no ticks, either.
func (f *Figure) Axes(a Axes, title string) *Axes {
	f.clips++
	a.f, a.clip = f, fmt.Sprintf(` clip-path="url(#c%d)"`, f.clips)
	f.add(`<clipPath id="c%d"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath>`+"\n", f.clips,
		short(a.Left, 1), short(a.Top, 1), short(a.Right-a.Left, 1), short(a.Bottom-a.Top, 1))
	f.Heading(a.Left, a.Top-14, title)
	if a.X.Label != "" {
		for i, v := range a.X.ticks((a.Right - a.Left) / 95) {
			x := a.Left + a.X.part(v)*(a.Right-a.Left)
			f.add(`<path d="M%s %sV%s" class="s-grid"/>`+"\n", short(x, 1), short(a.Top, 1), short(a.Bottom, 1))
			f.Text(x, a.Bottom+20, Middle, "muted", a.X.name(i, v))
		}
		f.Text((a.Left+a.Right)/2, a.Bottom+42, Middle, "ink", a.X.Label)
	}
	if a.Y.Label != "" {
		widest := 0
		for i, v := range a.Y.ticks((a.Bottom - a.Top) / 62) {
			y := a.Bottom - a.Y.part(v)*(a.Bottom-a.Top)
			f.add(`<path d="M%s %sH%s" class="s-grid"/>`+"\n", short(a.Left, 1), short(y, 1), short(a.Right, 1))
			f.Text(a.Left-8, y+5, End, "muted", a.Y.name(i, v))
			widest = max(widest, len([]rune(a.Y.name(i, v))))
		}
		x, y := a.Left-18-8*float64(widest), (a.Top+a.Bottom)/2
		f.write(x, y, Middle, "ink", fmt.Sprintf(` transform="rotate(-90 %s %s)"`, short(x, 1), short(y, 1)), a.Y.Label)
	}
	return &a
}

// Border draws the frame of the panel as a line.
func (a *Axes) Border() {
	a.f.add(`<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n", short(a.Left, 1), short(a.Top, 1),
		short(a.Right-a.Left, 1), short(a.Bottom-a.Top, 1), Style{Stroke: "muted", Width: 0.75}.attributes())
}

// At is the place in the picture of a point in the units of the axes.
func (a *Axes) At(p Point) (x, y float64) {
	return a.Left + a.X.part(p.X)*(a.Right-a.Left), a.Bottom - a.Y.part(p.Y)*(a.Bottom-a.Top)
}

// Points pairs numbers.
func Points(x, y []float64) []Point {
	out := make([]Point, len(x))
	for i := range x {
		out[i] = Point{x[i], y[i]}
	}
	return out
}

// path writes moves between points, each relative to the one before, which is shorter. They are rounded to a tenth;
// points that do not move are left out.
func (a *Axes) path(d *strings.Builder, points []Point, closed bool) {
	var lastX, lastY int
	for i, p := range points {
		fx, fy := a.At(p)
		x, y := int(math.Round(10*fx)), int(math.Round(10*fy))
		switch {
		case i == 0:
			d.WriteString("M" + tenths(x) + " " + tenths(y) + "l")
		case x != lastX || y != lastY:
			by := tenths(y - lastY)
			if y >= lastY {
				by = " " + by
			}
			if x >= lastX {
				d.WriteString(" ")
			}
			d.WriteString(tenths(x-lastX) + by)
		}
		lastX, lastY = x, y
	}
	if closed {
		d.WriteString("Z")
	}
}

func tenths(n int) string { return short(float64(n)/10, 1) }

// Line joins points.
func (a *Axes) Line(points []Point, s Style) { a.Lines([][]Point{points}, s) }

// Lines draws several lines.
func (a *Axes) Lines(lines [][]Point, s Style) {
	var d strings.Builder
	for _, l := range lines {
		a.path(&d, l, false)
	}
	a.f.add(`<path d="%s"%s%s stroke-linecap="round"/>`+"\n", d.String(), s.attributes(), a.clip)
}

// Area fills what closed lines surround; what two of them surround is outside.
func (a *Axes) Area(lines [][]Point, s Style) {
	if len(lines) == 0 {
		return
	}
	var d strings.Builder
	for _, l := range lines {
		a.path(&d, l, true)
	}
	a.f.add(`<path d="%s"%s%s fill-rule="evenodd"/>`+"\n", d.String(), s.attributes(), a.clip)
}

// Band fills what is between two curves over x.
func (a *Axes) Band(x, low, high []float64, s Style) {
	line := Points(x, high)
	for i := len(x) - 1; i >= 0; i-- {
		line = append(line, Point{x[i], low[i]})
	}
	a.Area([][]Point{line}, s)
}

// Dots draws a disc of a radius in units of the picture at each point.
func (a *Axes) Dots(points []Point, radius float64, s Style) {
	a.f.add("<g%s>\n", s.attributes())
	for _, p := range points {
		x, y := a.At(p)
		a.f.add(`<circle cx="%s" cy="%s" r="%s"/>`+"\n", short(x, 1), short(y, 1), short(radius, 1))
	}
	a.f.add("</g>\n")
}

// Disc draws a disc of a radius in units of the x axis.
func (a *Axes) Disc(at Point, radius float64, s Style) {
	x, y := a.At(at)
	r := radius / (a.X.High - a.X.Low) * (a.Right - a.Left)
	a.f.add(`<circle cx="%s" cy="%s" r="%s"%s%s/>`+"\n", short(x, 1), short(y, 1), short(r, 1), s.attributes(), a.clip)
}

// Text writes at a point, moved by so many units of the picture to the right and down.
func (a *Axes) Text(at Point, dx, dy float64, anchor Anchor, colour, text string) {
	x, y := a.At(at)
	a.f.Text(x+dx, y+dy, anchor, colour, text)
}
