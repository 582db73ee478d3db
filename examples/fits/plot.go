package fits

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of the drawing.
const (
	plotWidth  = 20 * vg.Centimeter
	plotHeight = 24 * vg.Centimeter
)

// WritePlot draws Anscombe's quartet with the fitted lines, and the O-ring incidents with the
// fitted logistic curve, to an SVG or PNG file as the extension of path says. The file appears
// whole or not at all.
// Errors: another extension, or those of writing.
func WritePlot(path string, r Results) error {
	var canvas vg.CanvasWriterTo
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".svg":
		canvas = vgsvg.NewWith(vgsvg.UseWH(plotWidth, plotHeight))
	case ".png":
		c := vgimg.NewWith(vgimg.UseWH(plotWidth, plotHeight), vgimg.UseDPI(144))
		canvas = vgimg.PngCanvas{Canvas: c}
	default:
		return fmt.Errorf("plot: %s: want a name that ends in .svg or .png", path)
	}
	if err := drawPanels(draw.New(canvas), r); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	// An SVG names its font. Arial and Helvetica have the widths of Liberation Sans, and one of the
	// three is everywhere.
	image := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	image = bytes.Replace(image, []byte("<g "), []byte(onDarkPages+"<g "), 1)
	return writeWhole(path, image)
}

// onDarkPages gives an SVG other colours where the reader prefers dark pages.
const onDarkPages = `<style>
@media (prefers-color-scheme:dark){
[style*="fill:#FFFFFF"]{fill:#0f141b!important}
[style*="fill:#222222"]{fill:#e6edf3!important}
[style*="fill:#1F5A96"]{fill:#6cb0ff!important}
[style*="stroke:#888888"]{stroke:#9aa4af!important}
[style*="stroke:#E6E6E6"]{stroke:#262d37!important}
[style*="stroke:#C44E1C"]{stroke:#f5a25a!important}
}
</style>
`

// writeWhole writes to a temporary file beside path and renames it.
func writeWhole(path string, content []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".plot-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
