package main

import (
	"math"
	"math/rand/v2"
)

// side is the number of rows and of columns of an image.
const side = 28

// A point of a stroke; x goes right and y down, both from 0 to 1 over the body of a digit.
type point struct{ x, y float64 }

// A stroke is what a pen draws without being lifted, through all points: round or with corners.
type stroke struct {
	round  bool
	points []point
}

// glyphs has the ways to write each digit.
var glyphs = [10][][]stroke{
	{{loop(0.5, 0, 0.14, 0.18, 0.04, 0.5, 0.14, 0.82, 0.5, 1, 0.86, 0.82, 0.96, 0.5, 0.86, 0.18, 0.5, 0)}},
	{
		{line(0.5, 0, 0.5, 1)},
		{line(0.25, 0.22, 0.55, 0, 0.55, 1)},
	},
	{{loop(0.08, 0.25, 0.28, 0.03, 0.65, 0.02, 0.88, 0.24, 0.7, 0.52, 0.08, 1), line(0.08, 1, 0.94, 1)}},
	{{
		loop(0.1, 0.1, 0.45, 0, 0.82, 0.2, 0.7, 0.42, 0.38, 0.48),
		loop(0.38, 0.48, 0.8, 0.56, 0.88, 0.8, 0.5, 1, 0.06, 0.88),
	}},
	{
		{line(0.72, 1, 0.72, 0, 0.05, 0.68, 0.98, 0.68)},
		{line(0.28, 0, 0.06, 0.58, 0.96, 0.58), line(0.7, 0.24, 0.7, 1)},
	},
	{{line(0.88, 0, 0.2, 0, 0.14, 0.45), loop(0.14, 0.45, 0.5, 0.36, 0.88, 0.56, 0.84, 0.86, 0.5, 1, 0.06, 0.9)}},
	{{loop(0.76, 0.02, 0.4, 0.14, 0.13, 0.5, 0.11, 0.8, 0.46, 1, 0.85, 0.85, 0.82, 0.6, 0.5, 0.48, 0.14, 0.66)}},
	{
		{line(0.05, 0, 0.95, 0, 0.4, 1)},
		{line(0.05, 0, 0.95, 0, 0.4, 1), line(0.3, 0.5, 0.86, 0.5)},
	},
	{{loop(0.5, 0.47, 0.18, 0.25, 0.5, 0, 0.82, 0.25, 0.5, 0.47, 0.1, 0.75, 0.5, 1, 0.9, 0.75, 0.5, 0.47)}},
	{{loop(0.24, 0.98, 0.6, 0.86, 0.87, 0.5, 0.89, 0.2, 0.54, 0, 0.15, 0.15, 0.18, 0.4, 0.5, 0.52, 0.86, 0.34)}},
}

func line(xy ...float64) stroke { return stroke{points: pairs(xy)} }
func loop(xy ...float64) stroke { return stroke{points: pairs(xy), round: true} }

func pairs(xy []float64) []point {
	p := make([]point, len(xy)/2)
	for i := range p {
		p[i] = point{xy[2*i], xy[2*i+1]}
	}
	return p
}

// A style is how a digit is written; all lengths are in pixels.
type style struct {
	width, height float64 // of the body
	slant, turn   float64
	thickness     float64
	wobble        float64 // of the points of the strokes, in parts of the body
	left, top     float64 // where the digit stands in the free room, from 0 to 1
	noise         float64 // standard deviation
}

func randomStyle(r *rand.Rand) style {
	between := func(a, b float64) float64 { return a + (b-a)*r.Float64() }
	return style{
		width: between(9, 15), height: between(16, 21),
		slant: between(-0.2, 0.4), turn: between(-0.15, 0.15),
		thickness: between(1.5, 3.5), wobble: between(0, 0.05),
		left: between(0.1, 0.9), top: between(0.1, 0.9),
		noise: between(0, 0.12),
	}
}

// drawDigit writes a digit in a random style: an image with 0 for paper and 1 for ink.
func drawDigit(r *rand.Rand, digit int) [][]float64 { return drawStyled(r, digit, randomStyle(r)) }

func drawStyled(r *rand.Rand, digit int, s style) [][]float64 {
	ways := glyphs[digit]
	pen := trace(r, ways[r.IntN(len(ways))], s)
	image := make([][]float64, side)
	for i := range image {
		image[i] = make([]float64, side)
		for j := range image[i] {
			// A pixel at the edge of the ink is grey: that is the antialiasing.
			ink := s.thickness/2 - distance(point{float64(j) + 0.5, float64(i) + 0.5}, pen) + 0.5
			image[i][j] = clamp(clamp(ink) + s.noise*r.NormFloat64())
		}
	}
	return image
}

// trace is the way of the pen in pixels: polygons that stay inside of the image.
func trace(r *rand.Rand, strokes []stroke, s style) [][]point {
	sin, cos := math.Sincos(s.turn)
	var pen [][]point
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, k := range strokes {
		points := make([]point, len(k.points))
		for i, p := range k.points {
			x := s.width * (p.x - 0.5 + s.wobble*r.NormFloat64())
			y := s.height * (p.y - 0.5 + s.wobble*r.NormFloat64())
			x -= s.slant * y
			points[i] = point{cos*x - sin*y, sin*x + cos*y}
		}
		if k.round {
			points = smooth(points)
		}
		for _, p := range points {
			low = point{min(low.x, p.x), min(low.y, p.y)}
			high = point{max(high.x, p.x), max(high.y, p.y)}
		}
		pen = append(pen, points)
	}
	margin := s.thickness/2 + 1
	size := side - 2*margin
	scale := min(1, size/(high.x-low.x), size/(high.y-low.y))
	dx := margin + s.left*(size-scale*(high.x-low.x))
	dy := margin + s.top*(size-scale*(high.y-low.y))
	for _, points := range pen {
		for i, p := range points {
			points[i] = point{dx + scale*(p.x-low.x), dy + scale*(p.y-low.y)}
		}
	}
	return pen
}

// smooth is the Catmull–Rom curve through the points, in short pieces.
func smooth(p []point) []point {
	const pieces = 5
	out := []point{p[0]}
	for i := range len(p) - 1 {
		a, b, c, d := p[max(i-1, 0)], p[i], p[i+1], p[min(i+2, len(p)-1)]
		for k := range pieces {
			t := float64(k+1) / pieces
			at := func(a, b, c, d float64) float64 {
				return b + t/2*(c-a+t*(2*a-5*b+4*c-d+t*(3*(b-c)+d-a)))
			}
			out = append(out, point{at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y)})
		}
	}
	return out
}

// distance is that of p from the nearest point of the pen's way.
func distance(p point, pen [][]point) float64 {
	best := math.Inf(1)
	for _, points := range pen {
		for i := range len(points) - 1 {
			a, b := points[i], points[i+1]
			ux, uy, px, py := b.x-a.x, b.y-a.y, p.x-a.x, p.y-a.y
			t := 0.0
			if l := ux*ux + uy*uy; l > 0 {
				t = clamp((ux*px + uy*py) / l)
			}
			dx, dy := px-t*ux, py-t*uy
			best = min(best, dx*dx+dy*dy)
		}
	}
	return math.Sqrt(best)
}

func clamp(x float64) float64 { return min(max(x, 0), 1) }
