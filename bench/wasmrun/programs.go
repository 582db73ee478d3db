package wasmrun

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/wasmreport"
	"github.com/seed-4b734f86/gochad/chad"
	. "github.com/seed-4b734f86/gochad/syntax/build"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// line is a straight line of n operations in four variables, none of which is the same as another.
func line(n int) (*chad.Func, error) {
	p := NewProgram()
	Def1(p, "line", ArrayT(p.N(4), RealT), RealT, func(x V) R {
		var last [4]R
		for i := range last {
			last[i] = AtInt(x, LitInt(i))
		}
		for i := range n {
			a, b := last[(i+1)%4], last[(i+3)%4]
			switch i % 5 {
			case 0:
				last[i%4] = Add(a, Mul(Lit(0.25), b))
			case 1:
				last[i%4] = Mul(a, Sub(Lit(1.5), b))
			case 2:
				last[i%4] = Div(a, Add(Lit(2), Mul(b, b)))
			case 3:
				last[i%4] = Sqrt(Add(Lit(1), Mul(a, a)))
			default:
				last[i%4] = Sub(Mul(Lit(0.5), a), b)
			}
		}
		return Add(Add(last[0], last[1]), Add(last[2], last[3]))
	}).Names("x")
	return chad.Built(p, "line")
}

// lineValue is the same in Go.
func lineValue(n int, x [4]float64) float64 {
	last := x
	for i := range n {
		a, b := last[(i+1)%4], last[(i+3)%4]
		switch i % 5 {
		case 0:
			last[i%4] = a + 0.25*b
		case 1:
			last[i%4] = a * (1.5 - b)
		case 2:
			last[i%4] = a / (2 + b*b)
		case 3:
			last[i%4] = math.Sqrt(1 + a*a)
		default:
			last[i%4] = 0.5*a - b
		}
	}
	return last[0] + last[1] + (last[2] + last[3])
}

// operations counts the arithmetic of reals in a module.
func operations(m *wasmbackend.Module) (n int) {
	for _, f := range m.Code.Funcs {
		for _, i := range f.Body {
			if i.Op >= encode.F64Abs && i.Op <= encode.F64Max {
				n++
			}
		}
	}
	return n
}

// programs are straight lines, from a term to a function that has been called.
func programs(ctx context.Context, o *Options, r *wasmreport.Report) error {
	for n := 162; n*6 <= o.Largest; n *= 10 { // some six operations each
		p, err := program(ctx, n, o.Time)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(o.Progress, "  %d operations: %.1f + %.1f ms\n", p.Ops, p.Compile, p.Engine); err != nil {
			return err
		}
		r.Programs = append(r.Programs, *p)
	}
	return nil
}

// program takes the fastest of several compilations, as long as there is time.
func program(ctx context.Context, n int, long time.Duration) (*wasmreport.Program, error) {
	clock := measure.CPU() // with the garbage collector's threads
	f, err := line(n)
	if err != nil {
		return nil, err
	}
	out := &wasmreport.Program{Compile: math.Inf(1), Engine: math.Inf(1)}
	end := time.Now().Add(2 * long)
	for k := 0; k < 3 || time.Now().Before(end); k++ {
		runtime.GC()
		start := clock()
		g, err := chad.ValueAndGrad(f, "x")
		if err != nil {
			return nil, err
		}
		m, err := chad.CompileWasm(wasmbackend.Options{WithoutNames: true}, chad.Export{Func: g, Name: "line", Results: []string{"value", "xbar"}})
		if err != nil {
			return nil, err
		}
		compiled := clock() - start
		start = clock()
		p, err := run.New(ctx, nil, m)
		if err != nil {
			return nil, err
		}
		fn, err := p.Func("line")
		if err != nil {
			return nil, err
		}
		c, err := fn.Bind(ctx)
		if err != nil {
			return nil, err
		}
		engine := clock() - start
		out.Ops, out.Bytes = operations(m), len(m.Code.Encode())
		out.Compile = min(out.Compile, compiled.Seconds()*1e3)
		out.Engine = min(out.Engine, engine.Seconds()*1e3)
		if k == 0 {
			if err := judge(ctx, c, n); err != nil {
				out.Wrong = err.Error()
			}
		}
		c.Release()
		if err := p.Close(ctx); err != nil {
			return nil, err
		}
		if n > 100_000 {
			break
		}
	}
	return out, nil
}

// judge holds value and gradient against Go and against differences of it.
func judge(ctx context.Context, c *run.Call, n int) error {
	x := [4]float64{0.5, 0.7, 1.1, 0.9}
	in, err := c.Reals(0)
	if err != nil {
		return err
	}
	copy(in, x[:])
	if err := c.Run(ctx); err != nil {
		return err
	}
	if got, want := c.Real(1), lineValue(n, x); got != want && !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
		return fmt.Errorf("the value is %v, want %v", got, want)
	}
	grad, err := c.Reals(2)
	if err != nil {
		return err
	}
	for i := range x {
		const h = 1e-6
		hi, lo := x, x
		hi[i] += h
		lo[i] -= h
		if d := (lineValue(n, hi) - lineValue(n, lo)) / (2 * h); !(math.Abs(d-grad[i]) <= 1e-5*(1+math.Abs(d))) {
			return fmt.Errorf("the derivative by x[%d] is %v, differences say %v", i, grad[i], d)
		}
	}
	return nil
}
