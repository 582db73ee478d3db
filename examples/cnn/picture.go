package main

import (
	"fmt"
	"math"
	"strings"
)

// The colours of the pictures.
const (
	paper = "#fdfdfb"
	ink   = "#222"
	muted = "#666"
	grid  = "#e3e3de"
	pale  = "#b9cfe4"
	blue  = "#1f5f9f"
	red   = "#c0392b"
)

// An svg is a picture that is being written.
type svg struct{ strings.Builder }

func newSVG(width, height int, title string) *svg {
	s := new(svg)
	s.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d"`, width, height)
	s.add(` font-family="Helvetica, Arial, 'Liberation Sans', sans-serif" font-size="13" fill="%s">`+"\n", ink)
	s.add("<title>%s</title>\n", title)
	s.add(`<rect width="%d" height="%d" fill="%s"/>`+"\n", width, height, paper)
	return s
}

func (s *svg) add(format string, args ...any) { fmt.Fprintf(&s.Builder, format, args...) }

// text writes at a point; style has further attributes.
func (s *svg) text(x, y float64, style, format string, args ...any) {
	s.add(`<text x="%.1f" y="%.1f" %s>%s</text>`+"\n", x, y, style, fmt.Sprintf(format, args...))
}

func (s *svg) line(x1, y1, x2, y2 float64, colour string) {
	s.add(`<path d="M%.1f %.1fL%.1f %.1f" stroke="%s"/>`+"\n", x1, y1, x2, y2, colour)
}

func (s *svg) rect(x, y, width, height float64, style string) {
	s.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" %s/>`+"\n", x, y, width, height, style)
}

// curve joins points.
func (s *svg) curve(p []point, style string) {
	var d strings.Builder
	for i, q := range p {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		fmt.Fprintf(&d, "%s%.1f %.1f", letter, q.x, q.y)
	}
	s.add(`<path d="%s" fill="none" stroke-linejoin="round" %s/>`+"\n", d.String(), style)
}

func (s *svg) end() string {
	s.add("</svg>\n")
	return s.String()
}

const (
	centred = `text-anchor="middle"`
	toRight = `text-anchor="end"`
	small   = `font-size="11" fill="` + muted + `"`
	heading = `font-size="15" font-weight="bold"`
	frame   = `fill="none" stroke="` + muted + `" stroke-width="0.5"`
)

// A panel is a diagram over the steps, with a scale of powers of ten upwards.
type panel struct {
	*svg
	steps       int
	low, high   float64 // decimal logarithms of the values at the bottom and at the top
	top, bottom float64
}

const panelLeft, panelRight = 70.0, 692.0

func (p panel) at(step int, value float64) point {
	part := (max(math.Log10(value), p.low) - p.low) / (p.high - p.low)
	return point{panelLeft + float64(step)/float64(p.steps)*(panelRight-panelLeft), p.bottom - part*(p.bottom-p.top)}
}

// frame draws the axes and the titles.
func (p panel) frame(title, legend, unit string) {
	p.text(panelLeft, p.top-16, heading, "%s", title)
	p.text(panelRight, p.top-16, toRight+" "+small, "%s", legend)
	for _, power := range []float64{1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100} {
		for _, v := range []float64{power, 2 * power, 5 * power} {
			if l := math.Log10(v); l > p.low-1e-9 && l < p.high+1e-9 {
				y := p.at(0, v).y
				p.line(panelLeft, y, panelRight, y, grid)
				p.text(panelLeft-8, y+4.5, toRight, "%g%s", v, unit)
			}
		}
	}
	unitOfSteps := 1
	for _, u := range []int{1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10000, 100000} {
		if unitOfSteps = u; p.steps/u <= 8 && p.steps%u == 0 || p.steps/u <= 4 {
			break
		}
	}
	for step := 0; step <= p.steps; step += unitOfSteps {
		x := p.at(step, 1).x
		p.line(x, p.bottom, x, p.bottom+4, muted)
		p.text(x, p.bottom+18, centred, "%s", thousands(step))
	}
}

// lossPicture has the loss of each step above, and the digits that are misread below.
func lossPicture(t training) string {
	s := newSVG(720, 560, "The loss over the steps of a training")
	steps := len(t.losses)
	low, high := math.Inf(1), math.Inf(-1)
	for _, l := range t.losses {
		low, high = min(low, math.Log10(l)), max(high, math.Log10(l))
	}
	p := panel{s, steps, math.Floor(2*low) / 2, math.Ceil(2*high) / 2, 48, 290}
	p.frame("Loss", fmt.Sprintf("pale: of the %d digits of a step; blue: mean of the last 50 steps", batch), "")
	var each, smooth []point
	for i, l := range t.losses {
		each = append(each, p.at(i+1, l))
		if i%max(1, steps/300) == 0 {
			smooth = append(smooth, p.at(i+1, mean(t.losses[max(0, i-49):i+1])))
		}
	}
	s.curve(each, `stroke="`+pale+`"`)
	s.curve(smooth, `stroke="`+blue+`" stroke-width="2"`)

	p = panel{s, steps, math.Log10(0.2), 2, 366, 505}
	p.frame("Fresh digits misread", fmt.Sprintf("of %d at each dot; %.1f %% of %s at the end",
		fresh, 100*(1-t.accuracy), thousands(len(t.shown.images))), " %")
	var misread []point
	for _, r := range t.reports {
		at := p.at(r.step, 100*(1-r.accuracy))
		misread = append(misread, at)
		s.add(`<circle cx="%.1f" cy="%.1f" r="3.5" fill="%s"/>`+"\n", at.x, at.y, blue)
	}
	s.curve(misread, `stroke="`+blue+`" stroke-width="1.5"`)
	s.text((panelLeft+panelRight)/2, 545, centred, "steps of %d digits", batch)
	return s.end()
}

func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// filterPicture has the filters of the first layer before and after training, and digits with the ten outputs.
func filterPicture(t training) string {
	var right, wrong []int // samples: one for each digit, and those that are misread
	seen := map[int]bool{}
	misread := 0
	for i, digit := range t.shown.digits {
		if largest(t.outputs[i]) == digit {
			seen[digit] = true
			continue
		}
		if misread++; len(wrong) < 5 {
			wrong = append(wrong, i)
		}
	}
	for d := range 10 {
		for i, digit := range t.shown.digits {
			if seen[d] && digit == d && largest(t.outputs[i]) == d {
				right = append(right, i)
				break
			}
		}
	}

	const width, left = 720, 24
	height := 252 + 200*((len(right)+4)/5)
	if misread > 0 {
		height += 34 + 200
	}
	s := newSVG(width, height, "The filters of the first layer, and digits with the outputs of the network")
	s.text(left, 30, heading, "The six filters of the first layer")
	scale := 0.0
	for i := range t.after.all[:6*5*5] {
		scale = max(scale, math.Abs(t.before.all[i]), math.Abs(t.after.all[i]))
	}
	const cell = 13.0
	for i, n := range []*network{t.before, t.after} {
		y := 44 + 82*float64(i)
		s.text(left, y+5*cell/2+4, "", "%s", []string{"before training", "after training"}[i])
		for f, k := range n.k1 {
			x := 140 + 82*float64(f)
			s.add(`<g shape-rendering="crispEdges">` + "\n")
			for p, row := range k {
				for q, w := range row {
					s.rect(x+cell*float64(q), y+cell*float64(p), cell, cell, `fill="`+grey(0.5+w/scale/2)+`"`)
				}
			}
			s.add("</g>\n")
			s.rect(x, y, 5*cell, 5*cell, frame)
		}
	}
	const scaleX, scaleY, step = 650.0, 62.0, 22.0
	for i := range 5 {
		part, y := 1-float64(i)/2, scaleY+step*float64(i)
		s.rect(scaleX, y, cell, step, `fill="`+grey(0.5+part/2)+`" shape-rendering="crispEdges"`)
		label := strings.Replace(fmt.Sprintf("%+.1f", scale*part), "-", "−", 1)
		if part == 0 {
			label = "0"
		}
		s.text(scaleX+cell+6, y+step/2+4, small, "%s", label)
	}
	s.rect(scaleX, scaleY, cell, 5*step, frame)

	y := 244.0
	s.text(left, y, heading, "What it says of digits that it has not seen")
	s.text(width-left, y, toRight+" "+small, "bars: the ten outputs, from 0 to 1; the largest is the answer")
	y += 14
	for i, at := range right {
		s.sample(left+float64(i%5)*139, y+200*float64(i/5), t, at)
	}
	if misread > 0 {
		y += 200*float64((len(right)+4)/5) + 20
		s.text(left, y, heading, "Some of the %d that it misreads of %s", misread, thousands(len(t.shown.images)))
		for i, at := range wrong {
			s.sample(left+float64(i)*139, y+14, t, at)
		}
	}
	return s.end()
}

// sample draws an image and the outputs of the network for it.
func (s *svg) sample(x, y float64, t training, at int) {
	const size = 112.0
	outputs, digit := t.outputs[at], t.shown.digits[at]
	s.add(`<g transform="translate(%.0f %.0f)">`+"\n", x, y)
	s.rect(0, 0, size, size, `fill="#fff"`)
	s.add(`<g transform="scale(%g) translate(0 0.5)" shape-rendering="crispEdges" fill="none">`+"\n", size/side)
	s.image(t.shown.images[at])
	s.add("</g>\n")
	s.rect(0, 0, size, size, frame)
	const floor, tall, step = 163.0, 36.0, size / 10
	said, colour := largest(outputs), red
	if said == digit {
		colour = blue
	}
	var places, labels strings.Builder
	for d, v := range outputs {
		fill, label := pale, fmt.Sprint(d)
		if d == said {
			fill, label = colour, fmt.Sprintf(`<tspan font-weight="bold" fill="%s">%d</tspan>`, colour, d)
		}
		if v > 0.01 {
			s.rect(float64(d)*step+1.5, floor-tall*v, step-3, tall*v, `fill="`+fill+`"`)
		}
		fmt.Fprintf(&places, "%.1f ", (float64(d)+0.5)*step)
		labels.WriteString(label)
	}
	s.add(`<text x="%s" y="%g" %s %s>%s</text>`+"\n", places.String(), floor+13, centred, small, labels.String())
	s.line(0, floor, size, floor, muted)
	s.add("</g>\n")
}

// image draws runs of equal pixels, one path for each of some levels of grey.
func (s *svg) image(image [][]float64) {
	const levels = 6
	for level := 1; level <= levels; level++ {
		var d strings.Builder
		for i, row := range image {
			for j := 0; j < len(row); j++ {
				run := j
				for run < len(row) && int(math.Round(levels*row[run])) == level {
					run++
				}
				if run > j {
					fmt.Fprintf(&d, "M%d %dh%d", j, i, run-j)
					j = run
				}
			}
		}
		if d.Len() > 0 {
			s.add(`<path d="%s" stroke="%s"/>`+"\n", d.String(), grey(1-float64(level)/levels))
		}
	}
}

// grey is black for 0 and white for 1.
func grey(x float64) string {
	v := int(math.Round(255 * clamp(x)))
	return fmt.Sprintf("#%02x%02x%02x", v, v, v)
}
