// Package posegraph is the cost of a pose graph in the plane: G. Grisetti, R. Kümmerle, C. Stachniss, W. Burgard, A
// Tutorial on Graph-Based SLAM, IEEE Intelligent Transportation Systems Magazine 2(4), 2010, with P. J. Huber's robust
// kernel for loop closures.
package posegraph

import "math"

// Pose is a place and a heading in the plane.
type Pose struct{ X, Y, Theta float64 }

// Compose returns the pose b, which is given in the frame of a, in the world.
func (a Pose) Compose(b Pose) Pose {
	s, c := math.Sincos(a.Theta)
	return Pose{a.X + c*b.X - s*b.Y, a.Y + s*b.X + c*b.Y, a.Theta + b.Theta}
}

// Inverse returns the pose with which a composes to the origin.
func (a Pose) Inverse() Pose {
	s, c := math.Sincos(a.Theta)
	return Pose{-c*a.X - s*a.Y, s*a.X - c*a.Y, -a.Theta}
}

// wrap brings an angle between -π and π.
func wrap(t float64) float64 {
	for t > math.Pi {
		t -= 2 * math.Pi
	}
	for t <= -math.Pi {
		t += 2 * math.Pi
	}
	return t
}

// Edge is a measurement of the pose To in the frame of the pose From, with its information matrix. From is negative
// when the measurement is in the world's frame. Closure says that it closes a loop, and may be wrong.
type Edge struct {
	From, To int
	Closure  bool
	Meas     Pose
	Info     [3][3]float64
}

// residual returns the difference between what the edge measured and what the poses say.
func (e *Edge) residual(poses []Pose) [3]float64 {
	rel := poses[e.To]
	if e.From >= 0 {
		rel = poses[e.From].Inverse().Compose(rel)
	}
	d := e.Meas.Inverse().Compose(rel)
	return [3]float64{d.X, d.Y, wrap(d.Theta)}
}

// square returns r' Info r.
func (e *Edge) square(r [3]float64) float64 {
	sum := 0.0
	for i, row := range e.Info {
		for j, w := range row {
			sum += r[i] * w * r[j]
		}
	}
	return sum
}

// huber returns the kernel with threshold delta of the square of a residual.
func huber(square, delta float64) float64 {
	if square <= delta*delta {
		return 0.5 * square
	}
	return delta * (math.Sqrt(square) - 0.5*delta)
}

// Cost returns the sum over the edges of half their squared residuals, robust for loop closures.
//
// It is differentiated with respect to poses and delta.
func Cost(poses []Pose, edges []Edge, delta float64) float64 {
	cost := 0.0
	for k := range edges {
		e := &edges[k]
		square := e.square(e.residual(poses))
		if !e.Closure {
			cost += 0.5 * square
			continue
		}
		cost += huber(square, delta)
	}
	return cost
}
