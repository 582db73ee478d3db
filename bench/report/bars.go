package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/measure"
)

// Bar is a bound on the results and how they stand to it.
type Bar struct {
	What  string   `json:"what"`
	Limit float64  `json:"limit"`
	Got   float64  `json:"got"`
	Where []string `json:"where,omitempty"` // the problems that are over it
}

// Holds reports whether the bar is met; not so when nothing has been measured.
func (b Bar) Holds() bool { return b.Got <= b.Limit }

func (b Bar) String() string {
	s := fmt.Sprintf("%-58s %8s   (bar %s)", b.What, number(b.Got), number(b.Limit))
	if b.Holds() {
		return "holds   " + s
	}
	if len(b.Where) > 0 {
		s += "   " + strings.Join(b.Where, ", ")
	}
	return "MISSED  " + s
}

// Bars judges the problems that have been measured. A problem whose memory may grow with the root of
// its steps only computes its states again: it has bars of its own for the cost and the memory.
func (r *Report) Bars() []Bar {
	ratio := func(f func(*Result) measure.Stat) func(*Result) float64 {
		return func(p *Result) float64 { return got(f(p)) }
	}
	grad := ratio(func(p *Result) measure.Stat { return p.GradOverHand })
	cost := ratio(func(p *Result) measure.Stat { return p.GradOverPrimal })
	jvp := ratio(func(p *Result) measure.Stat { return p.JVPOverPrimal })
	wrong := func(p *Result) float64 {
		if p.Wrong != "" {
			return 1
		}
		return 0
	}
	all, checkpointed := r.Problems, r.checkpointed(true)
	bars := []Bar{
		worst(all, "wrong answers", 0, wrong),
		geometric(all, "gradient / hand-written gradient, geometric mean", 1.3, grad),
		worst(all, "gradient / hand-written gradient, worst", 4, grad),
		geometric(all, "gradient from plain Go / hand-written gradient, geometric mean", 1.3, (*Result).plain),
		worst(all, "gradient from plain Go / hand-written gradient, worst", 4, (*Result).plain),
		median(all, "gradient / hand-written primal, median", 2.2, cost),
		worst(r.checkpointed(false), "gradient / hand-written primal, worst", 10, cost),
		median(all, "JVP / hand-written primal, median", 2.2, jvp),
		worst(all, "JVP / hand-written primal, worst", 3.2, jvp),
		worst(all, "allocations of a gradient, steady state", 0, func(p *Result) float64 { return p.Steady["grad"].Allocs }),
		worst(all, "allocations of a gradient from plain Go", 0, func(p *Result) float64 { return p.Steady["plain"].Allocs }),
		worst(all, "allocations of a JVP, steady state", 0, func(p *Result) float64 { return p.Steady["jvp"].Allocs }),
		median(all, "tape bytes / hand-written tape bytes, median", 1.5, (*Result).tapeRatio),
	}
	if len(checkpointed) > 0 {
		bars = append(bars,
			worst(checkpointed, "checkpointed gradient / hand-written primal", 4.5, cost),
			worst(checkpointed, "growth of its memory as the steps grow 100-fold", 11, func(p *Result) float64 {
				return float64(p.TapeBytes) / float64(max(p.FewerTape, 1))
			}))
	}
	return bars
}

// checkpointed are the problems that have, or have not, a bound on the growth of their memory.
func (r *Report) checkpointed(yes bool) []Result {
	var out []Result
	for _, p := range r.Problems {
		if (p.FewerTape > 0) == yes {
			out = append(out, p)
		}
	}
	return out
}

// Missed are the bars that do not hold.
func (r *Report) Missed() []Bar {
	var out []Bar
	for _, b := range r.Bars() {
		if !b.Holds() {
			out = append(out, b)
		}
	}
	return out
}

func median(ps []Result, what string, limit float64, f func(*Result) float64) Bar {
	values := make([]float64, len(ps))
	for i := range ps {
		values[i] = f(&ps[i])
	}
	b := worst(ps, what, limit, f)
	b.Got = measure.Median(values)
	return b
}

func geometric(ps []Result, what string, limit float64, f func(*Result) float64) Bar {
	sum := 0.0
	for i := range ps {
		sum += math.Log(f(&ps[i]))
	}
	b := worst(ps, what, limit, f)
	b.Got = math.Exp(sum / float64(len(ps)))
	return b
}

func worst(ps []Result, what string, limit float64, f func(*Result) float64) Bar {
	b := Bar{What: what, Limit: limit, Got: math.Inf(-1)}
	for i := range ps {
		v := f(&ps[i])
		b.Got = max(b.Got, v) // NaN stays
		if !(v <= limit) {
			b.Where = append(b.Where, ps[i].Name)
		}
	}
	return b
}

// tapeRatio compares what the gradients hold beside arguments and results. Where the hand-written
// one holds next to nothing, the bytes are granted that a pool takes to hold a workspace.
func (p *Result) tapeRatio() float64 {
	if p.TapeBytes == 0 {
		return 0
	}
	return float64(p.TapeBytes) / float64(max(p.HandTape, poolBytes))
}

// poolBytes is about what a sync.Pool allocates for itself.
const poolBytes = 256
