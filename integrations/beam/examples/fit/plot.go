package main

import (
	"bytes"
	"fmt"
	"math"
)

// panel is the losses of one fit, by rounds.
type panel struct {
	title         string
	alone, onBeam []float64
}

// The sizes of a panel, in pixels.
const (
	wide, high        = 420.0, 280.0
	left, right       = 64.0, 16.0
	top, bottom       = 36.0, 44.0
	lowest            = -12.0 // logarithm of what is drawn, as a part of the first loss; 0 has none
	ink, grey, accent = "#222", "#bbb", "#c0392b"
)

// drawLosses is an SVG picture: how far each loss is above the last one, as a part of the first.
func drawLosses(panels []panel) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" `+
		`font-family="Liberation Sans,Arial,Helvetica,sans-serif" font-size="12">`+"\n",
		wide*float64(len(panels)), high, wide*float64(len(panels)), high)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	for k, p := range panels {
		fmt.Fprintf(&b, `<g transform="translate(%g,0)">`+"\n", wide*float64(k))
		p.draw(&b)
		fmt.Fprintf(&b, "</g>\n")
	}
	fmt.Fprintf(&b, "</svg>\n")
	return b.Bytes()
}

func (p panel) draw(b *bytes.Buffer) {
	n := max(len(p.alone), len(p.onBeam), 2)
	last, low := math.Inf(1), 0.0
	for _, v := range p.alone {
		last = min(last, v)
	}
	height := func(v float64) float64 { // its logarithm
		return math.Log10(max((v-last)/max(math.Abs(p.alone[0]-last), 1e-300), 1e-300))
	}
	if len(p.alone) == 0 {
		return
	}
	for _, v := range p.alone {
		if h := height(v); h > lowest {
			low = min(low, h)
		}
	}
	low = min(math.Floor(low), -1)
	x := func(i int) float64 { return left + (wide-left-right)*float64(i)/float64(n-1) }
	y := func(v float64) float64 { return top + (high-top-bottom)*min(max(v, low)/low, 1) }
	text := func(x, y float64, anchor, fill, format string, a ...any) {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>`+"\n", x, y, anchor, fill,
			fmt.Sprintf(format, a...))
	}
	text(left, 20, "start", ink, "%s: (loss − last loss) / (first loss − last loss)", p.title)
	stride := math.Ceil(-low / 6)
	for t := 0.0; t >= low; t -= stride {
		fmt.Fprintf(b, `<line x1="%g" x2="%g" y1="%.1f" y2="%.1f" stroke="%s" stroke-width="0.5"/>`+"\n",
			left, wide-right, y(t), y(t), grey)
		text(left-6, y(t)+4, "end", ink, "1e%g", t)
	}
	for i := 0; i < n; i += max(1, (n-1+5)/6) {
		text(x(i), high-bottom+18, "middle", ink, "%d", i)
	}
	text((left+wide-right)/2, high-8, "middle", ink, "round")
	fmt.Fprintf(b, `<polyline fill="none" stroke="%s" stroke-width="1.5" points="`, ink)
	for i, v := range p.alone {
		if height(v) > lowest {
			fmt.Fprintf(b, "%.1f,%.1f ", x(i), y(height(v)))
		}
	}
	fmt.Fprintf(b, `"/>`+"\n")
	for i, v := range p.onBeam {
		if height(v) <= lowest {
			continue
		}
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3.5" fill="none" stroke="%s"/>`+"\n", x(i), y(height(v)), accent)
	}
	text(wide-right-100, top+16, "start", ink, "— one machine")
	text(wide-right-100, top+32, "start", accent, "○ Beam")
}
