package softras

import "math"

// Tape is the memory that Gradient keeps between calls.
type Tape struct {
	places, bars []point
	shapes       []outline
	active       []int
	pixels       []pixel
	hits         []hit
}

// side is a triangle's side: where it starts, its vector, one by the squared length of that.
type side struct{ x, y, dx, dy, inv float64 }

// outline is a face in the image with the box in which it matters.
type outline struct {
	sides                    [3]side
	lowX, highX, lowY, highY float64
}

// pixel holds what a pixel lets through, what the image wants there, and where its hits end.
type pixel struct {
	through, want float64
	end           int
}

// hit is a face that counts in a pixel: the nearest side's ends, where on the side the nearest place is, the signed
// vector from there, the signed square d, and the sigmoid of d/sigma.
type hit struct {
	a, b       int
	t, x, y    float64
	d, sigmoid float64
}

// near returns the nearest side to (x, y), the place on it, the vector from there and its square; and whether (x, y) is
// inside.
func (s *outline) near(x, y float64) (k int, t, ex, ey, square float64, in bool) {
	square = math.Inf(1)
	positive := 0
	for i := range s.sides {
		e := &s.sides[i]
		px, py := x-e.x, y-e.y
		u := (px*e.dx + py*e.dy) * e.inv
		if !(u > 0) {
			u = 0
		} else if u > 1 {
			u = 1
		}
		if e.dx*py-e.dy*px > 0 {
			positive++
		}
		qx, qy := px-u*e.dx, py-u*e.dy
		if q := qx*qx + qy*qy; q < square {
			k, t, ex, ey, square = i, u, qx, qy, q
		}
	}
	return k, t, ex, ey, square, positive == 0 || positive == 3
}

func grow[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n)
	}
	*s = (*s)[:n]
	return *s
}

// Gradient returns Loss. It writes its derivatives into verticesBar and sigmaBar.
func Gradient(tape *Tape, vertices []Vertex, faces [][3]int, focal, sigma float64, image [][]float64,
	verticesBar []Vertex, sigmaBar *float64) float64 {
	places, bars := grow(&tape.places, len(vertices)), grow(&tape.bars, len(vertices))
	shapes := grow(&tape.shapes, len(faces))
	for i := range vertices {
		v := &vertices[i]
		f := focal / v.Z
		places[i] = point{f * v.X, f * v.Y}
		bars[i] = point{}
	}
	margin := math.Sqrt(cutoff * sigma)
	for i := range faces {
		s, face := &shapes[i], &faces[i]
		a, b, c := places[face[0]], places[face[1]], places[face[2]]
		s.sides[0] = newSide(a, b)
		s.sides[1] = newSide(b, c)
		s.sides[2] = newSide(c, a)
		s.lowX, s.highX = min(a.x, b.x, c.x)-margin, max(a.x, b.x, c.x)+margin
		s.lowY, s.highY = min(a.y, b.y, c.y)-margin, max(a.y, b.y, c.y)+margin
	}

	// Forward: the hits of all pixels. A row looks only at the faces that reach it.
	hits, pixels := tape.hits[:0], tape.pixels[:0]
	both, either := 0.0, 0.0
	inv := 1 / sigma
	for i, row := range image {
		y := 2*(float64(i)+0.5)/float64(len(image)) - 1
		active := tape.active[:0]
		for k := range shapes {
			if y >= shapes[k].lowY && y <= shapes[k].highY {
				active = append(active, k)
			}
		}
		tape.active = active
		for j, want := range row {
			x := 2*(float64(j)+0.5)/float64(len(row)) - 1
			through := 1.0
			for _, k := range active {
				s := &shapes[k]
				if x < s.lowX || x > s.highX {
					continue
				}
				e, t, ex, ey, d, in := s.near(x, y)
				if !in {
					ex, ey, d = -ex, -ey, -d
				}
				if d < -cutoff*sigma {
					continue
				}
				sigmoid := 1 / (1 + math.Exp(-d*inv))
				next := e + 1
				if next == 3 {
					next = 0
				}
				hits = append(hits, hit{faces[k][e], faces[k][next], t, ex, ey, d, sigmoid})
				through *= 1 - sigmoid
				if through < opaque {
					break
				}
			}
			pixels = append(pixels, pixel{through, want, len(hits)})
			c := 1 - through
			both += c * want
			either += c + want - c*want
		}
	}
	tape.hits, tape.pixels = hits, pixels

	// Backward. The coverage c gets -want/either + both (1 - want)/either². A factor 1 - s(d/sigma) of the product has
	// the derivative -(1 - s) s/sigma by d, so that c has product·s/sigma. The nearest place stays the nearest: d
	// depends on the ends through (1-t) a + t b alone.
	sb := 0.0
	first := 0
	q := both / (either * either)
	for i := range pixels {
		p := &pixels[i]
		g := (q*(1-p.want) - p.want/either) * p.through * inv
		for k := range hits[first:p.end] {
			h := &hits[first+k]
			w := g * h.sigmoid
			sb -= w * h.d
			w *= -2
			u, v := w*(1-h.t), w*h.t
			a, b := &bars[h.a], &bars[h.b]
			a.x += u * h.x
			a.y += u * h.y
			b.x += v * h.x
			b.y += v * h.y
		}
		first = p.end
	}
	*sigmaBar = sb * inv
	for i := range vertices {
		f := focal / vertices[i].Z
		b, p := bars[i], places[i]
		verticesBar[i] = Vertex{f * b.x, f * b.y, -(b.x*p.x + b.y*p.y) / vertices[i].Z}
	}
	return 1 - both/either
}

func newSide(a, b point) side {
	dx, dy := b.x-a.x, b.y-a.y
	return side{a.x, a.y, dx, dy, 1 / (dx*dx + dy*dy)}
}
