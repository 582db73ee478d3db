// Package blindreport shows what was measured on the problems of package blind: as a table, as a page and as a plot.
package blindreport

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/report"
)

// Report is one run.
type Report struct {
	Machine  report.Machine `json:"machine"`
	Time     string         `json:"time"` // for each function, as the flag says it
	Problems []Result       `json:"problems"`
	Steps    *Steps         `json:"steps,omitempty"`
}

// Result is a problem's row. Times are nanoseconds for a call; ratios are taken round by round.
type Result struct {
	Name    string   `json:"name"`
	Field   string   `json:"field"`
	Book    string   `json:"book"`
	Sizes   []string `json:"sizes"`
	Size    []int    `json:"size"`
	Refused string   `json:"refused,omitempty"` // why chad refuses it
	Cut     string   `json:"cut,omitempty"`     // why the sizes are not the default ones
	Wrong   string   `json:"wrong,omitempty"`   // how the generated gradient disagrees with the hand-written one

	Primal     measure.Stat `json:"primal"`
	Hand       measure.Stat `json:"hand"`
	Chad       measure.Stat `json:"chad"`
	OverHand   measure.Stat `json:"overHand"`
	OverPrimal measure.Stat `json:"overPrimal"`
	HandCost   measure.Stat `json:"handCost"` // the hand-written gradient over the primal

	Bytes      int     `json:"bytes"` // that the first call allocates
	HandBytes  int     `json:"handBytes"`
	Allocs     float64 `json:"allocs"` // of each later call
	HandAllocs float64 `json:"handAllocs"`

	Growth []Growth `json:"growth,omitempty"`
}

// Growth is what becomes of the generated gradient as one size grows.
type Growth struct {
	Size   string  `json:"size"`
	Base   []int   `json:"base"`   // all sizes
	Factor int     `json:"factor"` // by which this one grows
	Time   float64 `json:"time"`   // by which gradient time / primal time grows
	Bytes  float64 `json:"bytes"`  // by which gradient bytes / hand-written gradient's bytes grows
	Cut    string  `json:"cut,omitempty"`
}

// measured are the results that have figures, the best first.
func (r *Report) measured() []*Result {
	var out []*Result
	for i := range r.Problems {
		if p := &r.Problems[i]; p.OverHand.Rounds > 0 {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(p, q *Result) int { return cmp.Compare(p.OverHand.Median, q.OverHand.Median) })
	return out
}

// refused are the others.
func (r *Report) refused() []*Result {
	var out []*Result
	for i := range r.Problems {
		if p := &r.Problems[i]; p.Refused != "" {
			out = append(out, p)
		}
	}
	return out
}

// overHand is how many times the hand-written gradient's time the generated one takes, for each problem but some.
func (r *Report) overHand(but ...string) []float64 {
	var out []float64
	for _, p := range r.measured() {
		if !slices.Contains(but, p.Name) {
			out = append(out, p.OverHand.Median)
		}
	}
	return out
}

// geometricMean is not a number when there are no values.
func geometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
