// Package run measures problems.
package run

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/problem"
	"github.com/seed-4b734f86/gochad/bench/report"
)

// Options of a run.
type Options struct {
	Time     time.Duration // for each function
	Rounds   int
	Clock    measure.Clock // CPU when nil
	Peers    bool
	Progress io.Writer
}

// Run measures the problems, one after the other. What is wrong is measured too, and marked.
// The error is that of writing progress.
func Run(ps []problem.Problem, opt Options) (*report.Report, error) {
	r := &report.Report{Machine: Here(), Time: opt.Time.String()}
	start := time.Now()
	for i, p := range ps {
		if _, err := fmt.Fprintf(opt.Progress, "%2d/%d  %-14s %s\n", i+1, len(ps), p.Name, time.Since(start).Round(time.Second)); err != nil {
			return nil, err
		}
		r.Problems = append(r.Problems, one(p, opt))
	}
	return r, nil
}

func one(p problem.Problem, opt Options) report.Result {
	out := report.Result{Name: p.Name, Size: p.Size, Steady: map[string]measure.Memory{}}
	c := p.New()
	value, grad := func() { c.Value() }, func() { c.Grad() }
	jvp := func() { c.JVP() }
	if err := p.New().Check(); err != nil {
		out.Wrong = err.Error()
		if errors.Is(err, problem.ErrPanic) {
			return out // nothing can be measured
		}
	}
	out.TapeBytes, out.HandTape = int(measure.First(grad).Bytes), int(measure.First(func() { c.HandGrad() }).Bytes)
	if p.Fewer != nil {
		fewer := p.Fewer()
		out.FewerTape = max(1, int(measure.First(func() { fewer.Grad() }).Bytes))
	}
	fns := []func(){func() { c.HandValue() }, func() { c.HandGrad() }, value, grad, jvp}
	if c.HVP != nil {
		fns = append(fns, c.HandHVP, c.HVP)
	}
	plain := func() { c.PlainGrad() }
	if c.PlainGrad != nil {
		fns = append(fns, plain)
	}
	times := measure.Interleave(measure.Options{Time: opt.Time, Rounds: opt.Rounds, Clock: opt.Clock}, fns...)
	out.HandValue, out.HandGrad = measure.Summary(times[0]), measure.Summary(times[1])
	out.Value, out.Grad, out.JVP = measure.Summary(times[2]), measure.Summary(times[3]), measure.Summary(times[4])
	out.GradOverHand = measure.Ratio(times[3], times[1])
	out.GradOverPrimal = measure.Ratio(times[3], times[0])
	out.HandOverPrimal = measure.Ratio(times[1], times[0])
	out.JVPOverPrimal = measure.Ratio(times[4], times[0])
	out.ValueOverHand = measure.Ratio(times[2], times[0])
	if c.HVP != nil {
		hand, ours, ratio := measure.Summary(times[5]), measure.Summary(times[6]), measure.Ratio(times[6], times[5])
		out.HandHVP, out.HVP, out.HVPOverHand = &hand, &ours, &ratio
		out.Steady["hvp"] = measure.Steady(c.HVP, calls(ours))
	}
	if c.PlainGrad != nil {
		last := times[len(times)-1]
		ours, ratio := measure.Summary(last), measure.Ratio(last, times[1])
		out.Plain, out.PlainOverHand = &ours, &ratio
		out.Steady["plain"] = measure.Steady(plain, calls(ours))
	}
	out.Steady["value"] = measure.Steady(value, calls(out.Value))
	out.Steady["grad"] = measure.Steady(grad, calls(out.Grad))
	out.Steady["jvp"] = measure.Steady(jvp, calls(out.JVP))
	if opt.Peers {
		out.Peers = peers(c, opt)
	}
	return out
}

// calls is how many calls average what a call allocates.
func calls(s measure.Stat) int { return int(min(100, max(3, 2e8/s.Median))) }

// Here is the machine that this program runs on.
func Here() report.Machine {
	m := report.Machine{
		CPU: "unknown", Cores: runtime.NumCPU(), OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(), Level: level(),
	}
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if key, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				m.CPU = strings.TrimSpace(v)
				break
			}
		}
	}
	const n = 1000
	sum := 0.0
	exps := measure.Interleave(measure.Options{Time: 100 * time.Millisecond, Rounds: 5}, func() {
		for i := range n {
			sum += math.Exp(-float64(i) / n)
		}
	})
	if sum > 0 {
		m.ExpNs = measure.Median(exps[0]) / n
	}
	return m
}

// level is the instruction set that the compiler may use.
func level() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "GOAMD64" || s.Key == "GOARM64" {
			return s.Key + "=" + s.Value
		}
	}
	return ""
}
