package wasmreport

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/measure"
)

// A Bar is a bound, and how the results stand to it. At least is true where more is better.
type Bar struct {
	What    string
	Limit   float64
	Got     float64
	AtLeast bool
	Where   []string // what misses it
}

// Holds reports whether the bar is met; not so when nothing was measured.
func (b Bar) Holds() bool {
	if b.AtLeast {
		return b.Got >= b.Limit
	}
	return b.Got <= b.Limit
}

// Bars are those of what was measured.
func (r *Report) Bars() []Bar {
	var out []Bar
	out = append(out, r.problemBars()...)
	out = append(out, r.engineBars()...)
	out = append(out, r.diagramBars()...)
	for _, s := range r.Simulations {
		out = append(out,
			Bar{What: s.Name + ": gradient / primal", Limit: 6, Got: s.Over},
			Bar{What: s.Name + ": memory, MiB", Limit: float64(s.Most >> 20), Got: float64(s.Memory) / (1 << 20)},
			Bar{What: s.Name + ": wrong answers", Got: wrong(s.Wrong)})
	}
	for _, p := range r.Programs {
		if p.Ops >= 700_000 { // it is to compile and run
			out = append(out, Bar{What: fmt.Sprintf("a straight line of %d operations: wrong answers", p.Ops), Got: wrong(p.Wrong)})
			continue
		}
		out = append(out, Bar{What: fmt.Sprintf("term to callable, ms for 1000 operations, of %d", p.Ops), Limit: 8, Got: (p.Compile + p.Engine) * 1e3 / float64(p.Ops)})
	}
	if s := r.Sizes; s != nil {
		out = append(out,
			Bar{What: "call through wazero, ns beyond an empty one", Limit: 100, Got: s.Call - s.Empty},
			Bar{What: "module of Rosenbrock's gradient, bytes without names and ABI", Limit: 1000, Got: float64(s.Gradient)},
			Bar{What: "script for browsers, minified, bytes", Limit: 4000, Got: float64(s.Glue)})
	}
	return out
}

func wrong(s string) float64 {
	if s != "" {
		return 1
	}
	return 0
}

// each judges values one by one, and all of them by what reduce makes of them.
func each(what string, limit float64, atLeast bool, reduce func([]float64) float64, n int, f func(int) (string, float64)) Bar {
	b := Bar{What: what, Limit: limit, AtLeast: atLeast}
	var values []float64
	for i := range n {
		name, v := f(i)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		values = append(values, v)
		if atLeast && v < limit || !atLeast && v > limit {
			b.Where = append(b.Where, name)
		}
	}
	b.Got = math.NaN()
	if len(values) > 0 {
		b.Got = reduce(values)
	}
	return b
}

func least(v []float64) (m float64) {
	m = math.Inf(1)
	for _, x := range v {
		m = min(m, x)
	}
	return m
}

func most(v []float64) (m float64) {
	m = math.Inf(-1)
	for _, x := range v {
		m = max(m, x)
	}
	return m
}

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

func (r *Report) problemBars() []Bar {
	n := len(r.Problems)
	if n == 0 {
		return nil
	}
	at := func(f func(p *Problem) float64) func(int) (string, float64) {
		return func(i int) (string, float64) { return r.Problems[i].Name, f(&r.Problems[i]) }
	}
	wrongs := func(p *Problem) (k float64) {
		for _, o := range p.Others {
			k += wrong(o.Wrong)
			if strings.HasPrefix(o.Name, "chad:") { // another text of ours
				k += wrong(o.Failed)
			}
		}
		return k
	}
	out := []Bar{
		each("V8: answers that differ", 0, false, sum, n, at(wrongs)),
		each("V8: baselines, times over those known, after the machine, worst", 3, false, most, len(r.baselines()), func(i int) (string, float64) {
			b := r.baselines()[i]
			f := b.Got / b.Known / r.factor()
			return b.Name, max(f, 1/f)
		}),
		// The packing takes 1.01 times the module by hand on an EPYC, and 1.19 times on a Xeon.
		each("V8: gradient / module by hand, worst", 1.25, false, most, n, at((*Problem).Hand)),
		each("Rose / gradient, median", 5, true, measure.Median, n, at((*Problem).Rose)),
		each("Rose / gradient, least", 1, true, least, n, at((*Problem).Rose)),
	}
	if r.Hessian > 0 {
		out = append(out, Bar{What: "product with a Hessian / gradient", Limit: 2.5, Got: r.Hessian})
	}
	return out
}

func (r *Report) engineBars() []Bar {
	n := len(r.Engine)
	if n == 0 {
		return nil
	}
	exps := func(i int) (string, float64) {
		e := r.Engine[i]
		if !e.Exp {
			return "", math.NaN()
		}
		return e.Name, e.Over
	}
	all := func(i int) (string, float64) { return r.Engine[i].Name, r.Engine[i].Over }
	// With fast math, mixtures multiply by a matrix that all examples share in each of them. A pass that multiplied once
	// served this problem alone, and is gone: the bar was 1.
	return []Bar{
		each("wazero: gradient / generated Go, median", 1.6, false, measure.Median, n, all),
		each("wazero: gradient / generated Go with many exponentials, worst", 1.5, false, most, n, exps),
	}
}

func (r *Report) diagramBars() []Bar {
	n := len(r.Diagrams)
	if n == 0 {
		return nil
	}
	f := r.factor()
	at := func(g func(d *Diagram) float64) func(int) (string, float64) {
		return func(i int) (string, float64) { return r.Diagrams[i].ID, g(&r.Diagrams[i]) }
	}
	none := func(x float64) float64 {
		if x == 0 {
			return math.NaN()
		}
		return x
	}
	out := []Bar{
		each("diagrams: wrong gradients", 0, false, sum, n, at(func(d *Diagram) float64 { return wrong(d.Wrong) })),
		each("diagrams: gradient / straight-line C, median", 1.3, false, measure.Median, n, at(func(d *Diagram) float64 { return d.Ns / none(d.C*f) })),
		each("diagrams: module / straight-line C, bytes, worst", 2, false, most, n, at(func(d *Diagram) float64 { return float64(d.Bytes) / none(float64(d.CBytes)) })),
		each("diagrams: build and first call / Rose's, median", 1, false, measure.Median, n, at(func(d *Diagram) float64 { return (d.Build + d.First) / d.roseReady(f) })),
		each("diagrams: first call, ms, worst", 50, false, most, n, at(func(d *Diagram) float64 { return d.First })),
		each("diagrams: the largest from graph to module, ms", 1000, false, func(v []float64) float64 { return v[len(v)-1] }, n, at(func(d *Diagram) float64 { return d.Compile })),
	}
	for _, c := range []struct {
		name   string
		lo, hi int
	}{{"below 10³ nodes", 0, 1000}, {"10³ to 10⁴ nodes", 1000, 10_000}, {"10⁴ nodes and more", 10_000, math.MaxInt}} {
		out = append(out, each("diagrams "+c.name+": Rose / gradient, median", 4, true, measure.Median, n, at(func(d *Diagram) float64 {
			if d.Nodes < c.lo || d.Nodes >= c.hi {
				return math.NaN()
			}
			return d.OverRose(f)
		})))
	}
	return out
}

// OverRose is the time of Rose over ours, by the lesser of its two: in this run, and in the index, with the factor of
// this machine.
func (d *Diagram) OverRose(factor float64) float64 {
	rose := d.RoseIndex * factor
	if rose == 0 || d.Rose > 0 && d.Rose < rose {
		rose = d.Rose
	}
	if rose == 0 {
		return math.NaN()
	}
	return rose / d.Ns
}

// roseReady is what Rose takes until a gradient has been called, ms: the lesser of what this run and the index say.
func (d *Diagram) roseReady(factor float64) float64 {
	out := d.IndexFirst * factor
	if run := d.RoseBuild + d.RoseFirst; out == 0 || run > 0 && run < out {
		out = run
	}
	if out == 0 {
		return math.NaN()
	}
	return out
}

// A baseline is what something takes that is not ours.
type baseline struct {
	Name       string
	Got, Known float64 // ns
}

// known are the times, in ns, of what is compared, on the machine that other numbers of the project were measured on.
var known = map[string]float64{ //nolint:gochecknoglobals // a table
	"rosenbrock-100 hand:scalar": 101, "rosenbrock-100 hand:simd": 81, "rosenbrock-1000 hand:scalar": 1050, "rosenbrock-1000 hand:simd": 655,
	"packing hand:packing": 2460, "springs hand:springs": 52_000,
	"rosenbrock-100 rose": 530, "rosenbrock-1000 rose": 6200, "packing rose": 16_800, "mlp rose": 73_000, "springs rose": 204_000, "hvp rose": 12_500,
}

func (r *Report) baselines() (out []baseline) {
	for i := range r.Problems {
		p := &r.Problems[i]
		rose := math.Inf(1)
		for _, o := range p.Others {
			if k, ok := known[p.Name+" "+o.Name]; ok && o.Ns > 0 {
				out = append(out, baseline{p.Name + " " + o.Name, o.Ns, k})
			}
			if len(o.Name) >= 4 && o.Name[:4] == "rose" && o.Ns > 0 {
				rose = min(rose, o.Ns)
			}
		}
		if k, ok := known[p.Name+" rose"]; ok && !math.IsInf(rose, 1) {
			out = append(out, baseline{p.Name + " rose", rose, k})
		}
	}
	return out
}

// factor is how much slower this machine is: the median over the baselines, 1 if there are none.
func (r *Report) factor() float64 {
	var fs []float64
	for _, b := range r.baselines() {
		fs = append(fs, b.Got/b.Known)
	}
	if len(fs) == 0 {
		return 1
	}
	return measure.Median(fs)
}
