// Package blindrun measures the problems of package blind.
package blindrun

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/seed-4b734f86/gochad/bench/blind"
	"github.com/seed-4b734f86/gochad/bench/blindreport"
	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/run"
)

// Options of a run.
type Options struct {
	Time     time.Duration // for each function
	Rounds   int
	Growth   bool
	Progress io.Writer
}

// Run measures the problems, one after the other. What is wrong is measured too, and marked.
// The error is that of writing progress.
func Run(ps []blind.Problem, opt Options) (*blindreport.Report, error) {
	r := &blindreport.Report{Machine: run.Here(), Time: opt.Time.String()}
	start := time.Now()
	for i, p := range ps {
		passed := time.Since(start).Round(time.Second)
		if _, err := fmt.Fprintf(opt.Progress, "%2d/%d  %-14s %s\n", i+1, len(ps), p.Name, passed); err != nil {
			return nil, err
		}
		r.Problems = append(r.Problems, one(p, opt))
	}
	return r, nil
}

func one(p blind.Problem, opt Options) blindreport.Result {
	out := blindreport.Result{
		Name: p.Name, Field: p.Field, Book: p.Book, Sizes: p.Sizes, Size: p.Default, Refused: p.Refused,
	}
	if p.Refused != "" {
		return out
	}
	if err := blind.Check(p.New(p.Small).(blind.Generated)); errors.Is(err, blind.ErrPanic) {
		out.Wrong = err.Error()
		return out // nothing can be measured
	}
	out.Size, out.Cut = affordable(p)
	if err := blind.Check(p.New(out.Size).(blind.Generated)); err != nil {
		out.Wrong = err.Error()
	}
	c := p.New(out.Size).(blind.Generated)
	primal, hand, chad := calls(c)
	out.HandBytes, out.Bytes = int(measure.First(hand).Bytes), int(measure.First(chad).Bytes)
	times := measure.Interleave(measure.Options{Time: opt.Time, Rounds: opt.Rounds}, primal, hand, chad)
	out.Primal, out.Hand, out.Chad = measure.Summary(times[0]), measure.Summary(times[1]), measure.Summary(times[2])
	out.OverHand = measure.Ratio(times[2], times[1])
	out.OverPrimal = measure.Ratio(times[2], times[0])
	out.HandCost = measure.Ratio(times[1], times[0])
	out.HandAllocs, out.Allocs = measure.Steady(hand, 5).Allocs, measure.Steady(chad, 5).Allocs
	if opt.Growth {
		p.Default = out.Size
		for i := range p.Sizes {
			out.Growth = append(out.Growth, grow(p, i))
		}
	}
	return out
}

// calls are what is measured.
func calls(c blind.Generated) (primal, hand, chad func()) {
	return func() { c.Value() }, func() { c.Hand() }, func() { c.Chad() }
}
