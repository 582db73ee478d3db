package run

import (
	"time"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/problem"
	"github.com/seed-4b734f86/gochad/bench/report"
)

// peerLimit is how long a gradient may take: one that is made of many runs of the primal and would
// take longer is extrapolated from one run.
const peerLimit = 300 * time.Millisecond

// peers measures the gradients of other libraries, each beside the hand-written one.
func peers(c *problem.Case, opt Options) []report.PeerResult {
	out := make([]report.PeerResult, 0, len(c.Peers))
	for _, p := range c.Peers {
		r := report.PeerResult{Name: p.Name}
		g, err := p.New()
		if err != nil {
			r.Failed = err.Error()
			out = append(out, r)
			continue
		}
		bar := make([]float64, len(c.Vars.Flat))
		hand, other, scale := func() { c.HandGrad() }, func() { g.Grad(bar) }, 1.0
		if g.Runs > 0 {
			_, one := measure.Calibrate(measure.CPU(), g.One, time.Millisecond)
			if r.Extrapolated = one*time.Duration(g.Runs) > peerLimit; r.Extrapolated {
				other, scale = g.One, float64(g.Runs)
			}
		}
		times := measure.Interleave(measure.Options{Time: opt.Time / 3, Rounds: min(opt.Rounds, 21), Clock: opt.Clock}, hand, other)
		r.Ns = scale * measure.Median(times[1])
		r.OverHand = scale * measure.Ratio(times[1], times[0]).Median
		out = append(out, r)
	}
	return out
}
