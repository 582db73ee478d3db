// Package softras is the loss of a mesh's soft silhouette against an image: S. Liu, T. Li, W. Chen, H. Li, Soft
// Rasterizer: A Differentiable Renderer for Image-based 3D Reasoning, ICCV 2019, sections 3.2 and 4.1.
package softras

import "math"

// Vertex is a corner of the mesh in the camera's frame. The camera looks along Z.
type Vertex struct{ X, Y, Z float64 }

// point is a place in the image, which goes from -1 to 1 both ways.
type point struct{ x, y float64 }

// cutoff is how many sigma a face may be away from a pixel to matter; opaque is when a pixel lets through so little
// that the other faces do not matter.
const (
	cutoff = 9.0
	opaque = 1e-3
)

// segment returns the squared distance of p to the segment from a to b.
func segment(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	t := ((p.x-a.x)*dx + (p.y-a.y)*dy) / (dx*dx + dy*dy)
	t = math.Max(0, math.Min(1, t))
	ex, ey := p.x-a.x-t*dx, p.y-a.y-t*dy
	return ex*ex + ey*ey
}

// inside says whether p lies in a triangle, which may go round either way.
func inside(p point, corners []point) bool {
	positive, negative := 0, 0
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		if (b.x-a.x)*(p.y-a.y)-(b.y-a.y)*(p.x-a.x) > 0 {
			positive++
		} else {
			negative++
		}
	}
	return positive == 0 || negative == 0
}

// signed returns the squared distance of p to the triangle's rim: positive inside, negative outside.
func signed(p point, corners []point) float64 {
	best := math.Inf(1)
	for i, a := range corners {
		if d := segment(p, a, corners[(i+1)%len(corners)]); d < best {
			best = d
		}
	}
	if inside(p, corners) {
		return best
	}
	return -best
}

// shape is a face in the image with the box in which it matters.
type shape struct {
	corners   []point
	low, high point
}

// project returns the faces in the image, with boxes that are wider by margin.
func project(vertices []Vertex, faces [][3]int, focal, margin float64) []shape {
	var shapes []shape
	for _, face := range faces {
		s := shape{low: point{math.Inf(1), math.Inf(1)}, high: point{math.Inf(-1), math.Inf(-1)}}
		for _, k := range face {
			v := vertices[k]
			p := point{focal * v.X / v.Z, focal * v.Y / v.Z}
			s.corners = append(s.corners, p)
			s.low.x, s.high.x = math.Min(s.low.x, p.x-margin), math.Max(s.high.x, p.x+margin)
			s.low.y, s.high.y = math.Min(s.low.y, p.y-margin), math.Max(s.high.y, p.y+margin)
		}
		shapes = append(shapes, s)
	}
	return shapes
}

// coverage returns how much of the pixel at p the shapes cover: one less the product of what each lets through.
func coverage(p point, shapes []shape, sigma float64) float64 {
	through := 1.0
	for _, s := range shapes {
		if p.x < s.low.x || p.x > s.high.x {
			continue
		}
		d := signed(p, s.corners)
		if d < -cutoff*sigma {
			continue
		}
		through *= 1 - 1/(1+math.Exp(-d/sigma))
		if through < opaque {
			break
		}
	}
	return 1 - through
}

// Loss returns one less the intersection over union of the mesh's silhouette and the image. The faces are seen through
// a camera with the given focal length; sigma is how much they are blurred.
//
// It is differentiated with respect to vertices and sigma.
func Loss(vertices []Vertex, faces [][3]int, focal, sigma float64, image [][]float64) float64 {
	shapes := project(vertices, faces, focal, math.Sqrt(cutoff*sigma))
	var active []shape
	both, either := 0.0, 0.0
	for i, row := range image {
		y := 2*(float64(i)+0.5)/float64(len(image)) - 1
		active = active[:0]
		for _, s := range shapes {
			if y >= s.low.y && y <= s.high.y {
				active = append(active, s)
			}
		}
		for j, want := range row {
			x := 2*(float64(j)+0.5)/float64(len(row)) - 1
			c := coverage(point{x, y}, active, sigma)
			both += c * want
			either += c + want - c*want
		}
	}
	return 1 - both/either
}
