// Command robot plans how an arm with four joints moves between obstacles, and draws the motion.
package main

import "math"

//go:generate go tool chad gen .

// A Circle is an obstacle.
type Circle struct{ X, Y, R float64 }

// An Arm has links of these lengths, the first of which turns about the origin.
type Arm struct{ Links []float64 }

// Reach is half the squared distance between the tip of the arm and a point, and a penalty of angles far from those
// of rest. An angle is that between a link and the one before it.
//
//chad:grad wrt=q
func (a *Arm) Reach(q, rest []float64, x, y, comfort float64) float64 {
	angle, cost := 0.0, 0.0
	for i, length := range a.Links {
		angle += q[i]
		x -= length * math.Cos(angle)
		y -= length * math.Sin(angle)
		cost += comfort * (q[i] - rest[i]) * (q[i] - rest[i])
	}
	return (x*x + y*y + cost) / 2
}

// pointsOnLink is at how many points of a link its distance from obstacles counts.
const pointsOnLink = 8

// Cost is that of a motion from rest to rest through the rows of path, from the angles start to the angles goal, in
// steps of time dt. Acceleration costs half its square. So does it to come nearer to an obstacle than the margin,
// times a large weight.
//
//chad:grad wrt=path problem=flat
func (a *Arm) Cost(path [][]float64, start, goal []float64, obstacles []Circle, dt, margin, weight float64) float64 {
	cost, before, last := 0.0, start, start
	for _, q := range path {
		cost += acceleration(before, last, q, dt) + weight*dt*a.intrusion(q, obstacles, margin)
		before, last = last, q
	}
	return cost + acceleration(before, last, goal, dt) + acceleration(last, goal, goal, dt)
}

// acceleration is what it costs to get through three poses in two steps.
func acceleration(p, q, r []float64, dt float64) float64 {
	sum := 0.0
	for i := range q {
		v := (r[i] - 2*q[i] + p[i]) / (dt * dt)
		sum += v * v
	}
	return sum * dt / 2
}

// intrusion is how far points of the arm are inside the margins of obstacles, squared.
func (a *Arm) intrusion(q []float64, obstacles []Circle, margin float64) float64 {
	x, y, angle, sum := 0.0, 0.0, 0.0, 0.0
	for i, length := range a.Links {
		angle += q[i]
		dx, dy := length/pointsOnLink*math.Cos(angle), length/pointsOnLink*math.Sin(angle)
		for range pointsOnLink {
			x += dx
			y += dy
			for _, c := range obstacles {
				if d := c.R + margin - math.Hypot(x-c.X, y-c.Y); d > 0 {
					sum += d * d
				}
			}
		}
	}
	return sum
}
