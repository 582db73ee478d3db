// Command control finds how to push a cart so that the pole that hangs from it swings up and stands, with the least
// effort, and draws the motion.
package main

import "math"

//go:generate go tool chad gen .

// A Cart is a cart on a track with a pole that turns freely. The pole is light, and its mass is at its end.
type Cart struct {
	Mass, PoleMass float64 // kg
	Length         float64 // m
	Gravity        float64 // m/s²
}

// A State is the place of the cart, the angle of the pole from where it hangs, and their speeds: m, rad, m/s, rad/s.
type State [4]float64

// rate is how fast a state changes under a force.
func (c Cart) rate(s State, force float64) State {
	sin, cos := math.Sincos(s[1])
	along := force + c.PoleMass*sin*(c.Length*s[3]*s[3]+c.Gravity*cos)
	a := along / (c.Mass + c.PoleMass*sin*sin)
	return State{s[2], s[3], a, -(a*cos + c.Gravity*sin) / c.Length}
}

// plus is s + h·d.
func (s State) plus(h float64, d State) State {
	for i := range s {
		s[i] += h * d[i]
	}
	return s
}

// Step is a step of the classical method of Runge and Kutta.
func (c Cart) Step(s State, force, dt float64) State {
	k1 := c.rate(s, force)
	k2 := c.rate(s.plus(dt/2, k1), force)
	k3 := c.rate(s.plus(dt/2, k2), force)
	k4 := c.rate(s.plus(dt, k3), force)
	return s.plus(dt/6, k1).plus(dt/3, k2).plus(dt/3, k3).plus(dt/6, k4)
}

// A Goal is a state to end in, with what it costs to miss it: for each number a multiplier times the miss, and half
// the penalty times its square.
type Goal struct {
	State       State
	Multipliers State
	Penalty     float64
}

// Cost is half the integral of the squared force, and what it costs to miss the goal. Each force lasts for some steps
// of time dt. The loop over them keeps no tape: its states are computed again where the gradient needs them.
//
//chad:grad wrt=forces
//chad:grad wrt=start name=Costate
func (c Cart) Cost(forces []float64, start State, goal Goal, steps int, dt float64) float64 {
	s, effort := start, 0.0
	//chad:checkpoint
	for _, u := range forces {
		for range steps {
			s = c.Step(s, u, dt)
		}
		effort += u * u / 2 * float64(steps) * dt
	}
	for i, v := range s {
		miss := v - goal.State[i]
		effort += goal.Multipliers[i]*miss + goal.Penalty/2*miss*miss
	}
	return effort
}
