package report

import (
	"gonum.org/v1/plot/vg/draw"
	"image/color"
	"os"
)

// A Series is a kind of mark in a plot of [Dots]: a value for each row, not a number where there is none.
type Series struct {
	Name   string
	Values []float64
}

// Dots draws a row for each name, the first on top, with the values of all series over a logarithmic axis and a line at
// each bar, into the folder, as SVG and PNG. The error is that of writing.
func Dots(folder, name, label string, rows []string, all []Series, bars []float64) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	r := &Report{}
	for _, n := range rows {
		r.Problems = append(r.Problems, Result{Name: n})
	}
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}}
	colors := []color.Color{blue, orange, green, purple}
	var out []series
	for i, s := range all {
		out = append(out, series{s.Name, s.Values, shapes[i%len(shapes)], colors[i%len(colors)]})
	}
	return r.write(folder, name, label, out, bars)
}

// MarkdownTable has the first row as its head.
func MarkdownTable(rows [][]string) string { return markdownTable(rows) }

// AlignedTable has columns, for a terminal.
func AlignedTable(rows [][]string) string { return align(rows) }

// Number prints a ratio.
func Number(v float64) string { return number(v) }

// Duration prints nanoseconds.
func Duration(ns float64) string { return duration(ns) }

// Bytes prints a size.
func Bytes(n int) string { return size(n) }

// Describe is the machine in a line.
func (m Machine) Describe() string {
	return m.CPU + ", " + m.OS + "/" + m.Arch + m.level() + ", " + m.Go
}
