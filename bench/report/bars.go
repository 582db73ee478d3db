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
	s := fmt.Sprintf("%-52s %8s   (bar %s)", b.What, number(b.Got), number(b.Limit))
	if b.Holds() {
		return "holds   " + s
	}
	if len(b.Where) > 0 {
		s += "   " + strings.Join(b.Where, ", ")
	}
	return "MISSED  " + s
}

// Bars judges the problems that have been measured.
func (r *Report) Bars() []Bar {
	ratio := func(f func(*Result) measure.Stat) func(*Result) float64 {
		return func(p *Result) float64 { return f(p).Median }
	}
	grad := ratio(func(p *Result) measure.Stat { return p.GradOverHand })
	cost := ratio(func(p *Result) measure.Stat { return p.GradOverPrimal })
	jvp := ratio(func(p *Result) measure.Stat { return p.JVPOverPrimal })
	bars := []Bar{
		r.worst("answers that differ from the hand-written code's", 0, func(p *Result) float64 {
			if p.Wrong != "" {
				return 1
			}
			return 0
		}),
		r.median("gradient / hand-written gradient, median", 1.05, grad),
		r.worst("gradient / hand-written gradient, worst", 1.25, grad),
		r.median("gradient / hand-written primal, median", 2.2, cost),
		r.worst("gradient / hand-written primal, worst", 4, cost),
		r.median("JVP / hand-written primal, median", 2, jvp),
		r.worst("JVP / hand-written primal, worst", 3.2, jvp),
		r.worst("allocations of a gradient call in steady state", 0, func(p *Result) float64 { return p.Steady["grad"].Allocs }),
		r.worst("allocations of a JVP call in steady state", 0, func(p *Result) float64 { return p.Steady["jvp"].Allocs }),
		r.worst("tape bytes / hand-written tape bytes", 1.1, (*Result).tapeRatio),
	}
	return bars
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

func (r *Report) median(what string, limit float64, f func(*Result) float64) Bar {
	values := make([]float64, len(r.Problems))
	for i := range r.Problems {
		values[i] = f(&r.Problems[i])
	}
	b := r.worst(what, limit, f)
	b.Got = measure.Median(values)
	return b
}

func (r *Report) worst(what string, limit float64, f func(*Result) float64) Bar {
	b := Bar{What: what, Limit: limit, Got: math.Inf(-1)}
	for i := range r.Problems {
		v := f(&r.Problems[i])
		b.Got = max(b.Got, v) // NaN stays
		if !(v <= limit) {
			b.Where = append(b.Where, r.Problems[i].Name)
		}
	}
	return b
}

// tapeRatio compares what the gradients hold beside arguments and results. Where the hand-written
// one holds nothing on the heap, a cache line is granted.
func (p *Result) tapeRatio() float64 {
	if p.TapeBytes == 0 {
		return 0
	}
	return float64(p.TapeBytes) / float64(max(p.HandTape, 64))
}
