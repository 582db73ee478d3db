// Package nurbs is the squared distance of points from a rational B-spline surface: L. Piegl, W. Tiller, The NURBS
// Book, Springer 1997, sections 2.5 (algorithms A2.1 and A2.2), 4.4 and 10.3. The surface blends section curves, each
// with knots of its own, so that a row of control points may be longer than the next.
package nurbs

// Control is a control point with its weight.
type Control struct{ X, Y, Z, W float64 }

// Sample is a point in space, and the parameters at which the surface should pass through it.
type Sample struct{ U, V, X, Y, Z float64 }

// Basis holds the basis functions that are not zero at a parameter, and room for their triangular table.
type Basis struct {
	degree      int
	n           []float64
	left, right []float64
}

// NewBasis returns a basis of a degree.
func NewBasis(degree int) *Basis {
	return &Basis{degree, make([]float64, degree+1), make([]float64, degree+1), make([]float64, degree+1)}
}

// span returns the index of the knot span that holds u (algorithm A2.1).
func (b *Basis) span(u float64, knots []float64) int {
	n := len(knots) - b.degree - 2
	if u >= knots[n+1] {
		return n
	}
	low, high := b.degree, n+1
	for high-low > 1 {
		mid := (low + high) / 2
		if u < knots[mid] {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// eval fills in the basis functions at u (algorithm A2.2). It returns the index of the first of them.
func (b *Basis) eval(u float64, knots []float64) int {
	i := b.span(u, knots)
	b.n[0] = 1
	for j := 1; j <= b.degree; j++ {
		b.left[j] = u - knots[i+1-j]
		b.right[j] = knots[i+j] - u
		saved := 0.0
		for r := 0; r < j; r++ {
			temp := b.n[r] / (b.right[r+1] + b.left[j-r])
			b.n[r] = saved + b.right[r+1]*temp
			saved = b.left[j-r] * temp
		}
		b.n[j] = saved
	}
	return i - b.degree
}

// curve returns the section curve at v in homogeneous coordinates.
func curve(b *Basis, v float64, knots []float64, points []Control) Control {
	first := b.eval(v, knots)
	var c Control
	for j, p := range points[first : first+b.degree+1] {
		w := b.n[j] * p.W
		c.X += w * p.X
		c.Y += w * p.Y
		c.Z += w * p.Z
		c.W += w
	}
	return c
}

// Distance returns half the sum of the squared distances between the samples and the surface. Degrees are those in u
// and v; knotsV has one row for each section curve, as has points.
//
// It is differentiated with respect to points and samples.
func Distance(degreeU, degreeV int, knotsU []float64, knotsV [][]float64,
	points [][]Control, samples []Sample) float64 {
	bu, bv := NewBasis(degreeU), NewBasis(degreeV)
	sum := 0.0
	for _, s := range samples {
		first := bu.eval(s.U, knotsU)
		var a Control
		for k, n := range bu.n {
			c := curve(bv, s.V, knotsV[first+k], points[first+k])
			a.X += n * c.X
			a.Y += n * c.Y
			a.Z += n * c.Z
			a.W += n * c.W
		}
		dx, dy, dz := a.X/a.W-s.X, a.Y/a.W-s.Y, a.Z/a.W-s.Z
		sum += dx*dx + dy*dy + dz*dz
	}
	return 0.5 * sum
}
