package wasmrun

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/penrose"
	"github.com/seed-4b734f86/gochad/bench/wasmreport"
	"github.com/seed-4b734f86/gochad/bench/web"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// diagrams are those of Penrose.
func diagrams(ctx context.Context, o *Options, r *wasmreport.Report) error {
	if o.Penrose == "" {
		return nil
	}
	all, err := penrose.Read(o.Penrose)
	if err != nil {
		return err
	}
	for _, d := range all {
		m, x, err := diagram(ctx, d)
		if err != nil {
			return fmt.Errorf("%s: %w", d.ID, err)
		}
		if _, err := fmt.Fprintf(o.Progress, "  %-50s %d nodes, %.0f ms %s\n", d.ID, x.Nodes, x.Compile, x.Wrong); err != nil {
			return err
		}
		if m != nil {
			a, err := o.beside(ctx, d, m)
			if err != nil {
				return err
			}
			take(x, d, a)
		}
		r.Diagrams = append(r.Diagrams, *x)
	}
	return nil
}

// beside runs a diagram in V8, beside Rose if that survives it: each in a process of its own, since a panic in Rose may
// end it.
func (o *Options) beside(ctx context.Context, d *penrose.Diagram, m *wasmbackend.Module) (*web.Answer, error) {
	for _, rose := range []bool{true, false} {
		answers, err := o.node(ctx, func(folder string) ([]web.Task, error) {
			t, err := d.Task(folder, m, rose)
			return []web.Task{t}, err
		})
		if err == nil {
			return &answers[0], nil
		}
		if !rose {
			return nil, err
		}
	}
	return nil, nil
}

// take puts what V8 gave into the report.
func take(x *wasmreport.Diagram, d *penrose.Diagram, a *web.Answer) {
	for i, c := range a.Contenders {
		if c.Name == "rose" {
			if x.Failed = c.Failed; c.Failed == "" {
				x.Rose, x.RoseBuild, x.RoseFirst = measure.Median(c.Ns), c.Build, c.First
			}
			continue
		}
		if i == 0 {
			x.Ns, x.First = measure.Median(c.Ns), c.First
		}
		var got []float64
		for _, v := range c.Values {
			got = append(got, float64(v))
		}
		if bad := d.Refs[i].Differ(got); bad != "" && x.Wrong == "" {
			x.Wrong = "V8: " + bad + c.Failed
		}
	}
}

// compiled is the module of a diagram, compiled several times: what other programs on the machine do to its caches
// comes and goes.
func compiled(d *penrose.Diagram, x *wasmreport.Diagram) (m *wasmbackend.Module, err error) {
	clock := measure.CPU() // with the garbage collector's threads
	for k := range compilations {
		runtime.GC()
		start := clock()
		if m, err = d.Compile(wasmbackend.Options{WithoutNames: true}); err != nil {
			return nil, err
		}
		x.Bytes = len(m.Code.Encode())
		took := (clock() - start).Seconds() * 1e3
		if k == 0 {
			x.Build, x.Compile = took, took
		}
		x.Compile = min(x.Compile, took)
	}
	return m, nil
}

// compilations is how often a diagram is compiled.
const compilations = 5

// diagram compiles a diagram, and runs it in wazero at its references. The module is nil if it cannot be compiled.
func diagram(ctx context.Context, d *penrose.Diagram) (*wasmbackend.Module, *wasmreport.Diagram, error) {
	x := &wasmreport.Diagram{ID: d.ID, Nodes: len(d.Nodes), RoseIndex: 1e3 * d.Row.RoseRaw, C: 1e3 * d.Row.RefC, CBytes: d.Row.RefLen, IndexFirst: d.Row.RoseCompile + d.Row.RoseFirst}
	m, err := compiled(d, x)
	if err != nil {
		x.Wrong = err.Error()
		return nil, x, nil
	}
	p, err := run.New(ctx, nil, m)
	if err != nil {
		return nil, x, err
	}
	f, err := p.Func(penrose.Gradient)
	if err != nil {
		return nil, x, err
	}
	c, err := f.Bind(ctx)
	if err != nil {
		return nil, x, err
	}
	for _, r := range d.Refs {
		in, err := c.Reals(0)
		if err != nil {
			return nil, x, err
		}
		copy(in, r.X)
		c.SetReal(1, r.Weight)
		if err := c.Run(ctx); err != nil {
			return nil, x, err
		}
		grad, err := c.Reals(3)
		if err != nil {
			return nil, x, err
		}
		if bad := r.Differ(append([]float64{c.Real(2)}, grad...)); bad != "" && x.Wrong == "" {
			x.Wrong = "wazero, " + r.Point + ": " + bad
		}
	}
	times := measure.Interleave(measure.Options{Time: 20 * time.Millisecond, Rounds: 5}, func() { err = c.Run(ctx) })
	x.Wazero = measure.Median(times[0])
	if math.IsNaN(x.Wazero) {
		x.Wazero = 0
	}
	c.Release()
	return m, x, p.Close(ctx)
}
