// Package chomp is the cost of a robot arm's path among spheres: N. Ratliff, M. Zucker, J. A. Bagnell, S. Srinivasa,
// CHOMP: Gradient Optimization Techniques for Efficient Motion Planning, ICRA 2009, sections III and V.
package chomp

import "math"

// Vec is a point in space.
type Vec struct{ X, Y, Z float64 }

func (a Vec) sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

func (a Vec) norm() float64 { return math.Sqrt(a.X*a.X + a.Y*a.Y + a.Z*a.Z) }

// Obstacle is a sphere.
type Obstacle struct {
	Centre Vec
	Radius float64
}

// Ball is a part of the arm: it sits on a link, some part of the way along, and has a radius.
type Ball struct {
	Link          int
	Along, Radius float64
}

// Options says how the cost is made: time step, clearance below which an obstacle costs, weight of the smoothness.
type Options struct{ Dt, Clearance, Smooth float64 }

// place writes where the balls are into at. The first joint turns the arm about the upright, the others bend it;
// reach and height are buffers for the links' ends.
func place(joints, lengths []float64, balls []Ball, reach, height []float64, at []Vec) {
	slope := 0.0
	for k, l := range lengths {
		slope += joints[k+1]
		s, c := math.Sincos(slope)
		reach[k+1] = reach[k] + l*c
		height[k+1] = height[k] + l*s
	}
	s, c := math.Sincos(joints[0])
	for i, b := range balls {
		k := b.Link
		r := (1-b.Along)*reach[k] + b.Along*reach[k+1]
		at[i] = Vec{r * c, r * s, (1-b.Along)*height[k] + b.Along*height[k+1]}
	}
}

// clearance returns the signed distance of a ball to the nearest obstacle.
func clearance(p Vec, radius float64, obstacles []Obstacle) float64 {
	best := math.Inf(1)
	for _, o := range obstacles {
		if d := p.sub(o.Centre).norm() - o.Radius - radius; d < best {
			best = d
		}
	}
	return best
}

// hinge is the paper's cost of a distance: linear inside, then a parabola, nothing beyond eps.
func hinge(d, eps float64) float64 {
	if d >= eps {
		return 0
	}
	if d < 0 {
		return 0.5*eps - d
	}
	return (d - eps) * (d - eps) / (2 * eps)
}

// collision returns the obstacles' cost at one moment: for each ball the cost of its distance times its speed.
func collision(before, now, after []Vec, balls []Ball, obstacles []Obstacle, opt Options) float64 {
	cost := 0.0
	for i, b := range balls {
		c := hinge(clearance(now[i], b.Radius, obstacles), opt.Clearance)
		if c == 0 {
			continue
		}
		cost += c * after[i].sub(before[i]).norm() / (2 * opt.Dt)
	}
	return cost
}

// Cost returns the obstacles' cost plus the smoothness cost of a path: one row of joint angles for each moment.
// The links have the given lengths.
//
// It is differentiated with respect to path, lengths and obstacles.
func Cost(path [][]float64, lengths []float64, obstacles []Obstacle, balls []Ball, opt Options) float64 {
	n := len(lengths)
	reach, height := make([]float64, n+1), make([]float64, n+1)
	before, now, after := make([]Vec, len(balls)), make([]Vec, len(balls)), make([]Vec, len(balls))
	cost, smooth := 0.0, 0.0
	for t, joints := range path {
		before, now, after = now, after, before
		place(joints, lengths, balls, reach, height, after)
		if t == 0 {
			continue
		}
		for j, q := range joints {
			v := (q - path[t-1][j]) / opt.Dt
			smooth += v * v
		}
		if t == 1 {
			continue
		}
		cost += collision(before, now, after, balls, obstacles, opt)
	}
	return cost*opt.Dt + 0.5*opt.Smooth*opt.Dt*smooth
}
