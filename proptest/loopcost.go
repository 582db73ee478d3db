package proptest

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/testkit/boundtally"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
)

// A LoopCost is what a random program, its value and pullback together, and its value and pushforward cost as loops, at
// one point.
type LoopCost struct {
	Sample                    *Sample
	Primal, Gradient, Tangent loop.Counts
	Words                     int64 // of the inputs
}

// Excess is how much of the operation bound 10 · primal + 2 · words of inputs the gradient
// takes: at most 1 where the bound holds.
func (c LoopCost) Excess() float64 {
	return boundtally.Gradient(c.Gradient.Total(), c.Primal.Total(), c.Words)
}

// TangentExcess is how much of the bound 5 · primal + 2 · words of the point and the direction the tangent takes.
func (c LoopCost) TangentExcess() float64 {
	return boundtally.Tangent(c.Tangent.Total(), c.Primal.Total(), 2*c.Words)
}

// LoopCosts counts the operations of n random programs with real entries and of their derivatives, as
// placed and then changed by pass, if it is not nil. Programs without a first-order form are left out.
// The error is a disagreement with the evaluator, as of [LoopsAgree].
func LoopCosts(sys *System, pass func(*loop.Program) error, c Config, n int) (costs []LoopCost, err error) {
	c.RealEntry = true
	for seed := range int64(n) {
		c.Seed = seed
		s := Generate(c)
		cost, ok, err := loopCost(sys, pass, s)
		if err != nil {
			return costs, fmt.Errorf("seed %d: %w\n%s", seed, err, s)
		}
		if ok {
			costs = append(costs, cost)
		}
	}
	return costs, nil
}

// loopCost is the cost of one program; ok is false where it has no loops.
func loopCost(sys *System, pass func(*loop.Program) error, s *Sample) (cost LoopCost, ok bool, err error) {
	cost.Sample = s
	for w, counts := range []*loop.Counts{theValue: &cost.Primal, thePullback: &cost.Gradient,
		thePushforward: &cost.Tangent} {
		r, ok, err := costOf(sys, pass, s, what(w), counts)
		if err != nil || !ok {
			return cost, false, err
		}
		if what(w) == theValue {
			for _, a := range r.args {
				cost.Words += int64(len(realsOf(a)))
			}
		}
	}
	return cost, true, nil
}

// costOf counts one of the two; ok is false when the program has no loops.
func costOf(sys *System, pass func(*loop.Program) error, s *Sample, w what, to *loop.Counts) (r *loopRun, ok bool,
	err error) {
	r, refused := newLoopRun(sys, s, w)
	switch {
	case refused == nil:
	case strings.Contains(refused.Error(), "internal error"):
		return nil, false, refused
	default:
		return nil, false, nil //nolint:nilerr // not a program to look at
	}
	p, refused := place.Program(place.Options{}, place.Export{Def: r.def, Name: "f"})
	if refused != nil {
		return nil, false, nil //nolint:nilerr // not of first order
	}
	*to, err = r.check(p, pass)
	return r, err == nil, err
}
