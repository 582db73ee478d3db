package proptest

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

const extremes = `
def greatest [n] (v : [n]real) : real = maximum v
def least [n] (v : [n]real) : real = minimum v
def greatestFold [n] (v : [n]real) : real = loop m = v[0] for i < n do max (m, v[i])
def leastFold [n] (v : [n]real) : real = loop m = v[0] for i < n do min (m, v[i])
def both [n] (v : [n]real) : real = max (v[0], v[n - 1]) + min (v[0], v[n - 1])
def mathBoth [n] (v : [n]real) : real = mathmax (v[0], v[n - 1]) + mathmin (v[0], v[n - 1])
def rectified [n] (v : [n]real) : real = max (v[0] - v[n - 1], 0) + min (v[0] - v[n - 1], 0)
`

// owners are the elements that have the derivative, by the words of docs/nonsmooth.md: how often each counts.
var owners = map[string]func(v []float64) []float64{
	"greatest": func(v []float64) []float64 { return one(v, extreme(v, func(x, m float64) bool { return x > m })) },
	"least":    func(v []float64) []float64 { return one(v, extreme(v, func(x, m float64) bool { return x < m })) },
	"greatestFold": func(v []float64) []float64 { // m keeps it unless x is greater
		k, m := 0, v[0]
		for i, x := range v {
			if x > m {
				k = i
			}
			m = max(m, x)
		}
		return one(v, k)
	},
	"leastFold": func(v []float64) []float64 { // x has it unless m is less, or one of them is NaN
		k, m := 0, v[0]
		for i, x := range v {
			if x <= m {
				k = i
			}
			m = min(m, x)
		}
		return one(v, k)
	},
	"both": ends(1), "mathBoth": ends(1), "rectified": ends(-1),
}

func one(v []float64, k int) []float64 {
	g := make([]float64, len(v))
	g[k] = 1
	return g
}

// extreme is the first element before all others, or the last NaN.
func extreme(v []float64, before func(x, m float64) bool) (k int) {
	for i, x := range v {
		if math.IsNaN(x) || before(x, v[k]) {
			k = i
		}
	}
	return k
}

// ends is the gradient of the sum of the first element and the last, times a sign; nil where one is NaN.
func ends(sign float64) func(v []float64) []float64 {
	return func(v []float64) []float64 {
		if n := len(v) - 1; math.IsNaN(v[0]) || math.IsNaN(v[n]) {
			return nil
		}
		g := make([]float64, len(v))
		g[0]++
		g[len(v)-1] += sign
		return g
	}
}

// TestExtremes: which element has the derivative of an extreme one, where several are equal, zeros of both signs,
// infinite or NaN: in both modes, and second derivatives 0; in the evaluator, as Go and in wazero.
func TestExtremes(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	engine, err := run.NewEngine(ctx, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx) //nolint:errcheck // the test is over
	m, err := chad.Parse("extremes.chad", []byte(extremes))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewSource(1))
	values := []float64{1, 1, 2, 2, -2, 0, 0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN()}
	b := &buffersRun{engine: engine, same: func(_ *operationCall, _ int, got, want float64) bool {
		return sameBits(got, want) || got == 0 && want == 0
	}}
	for _, name := range m.Names() {
		f, err := m.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		p := &bufferProgram{text: name}
		for _, op := range []struct {
			name   string
			derive func(*chad.Func, ...string) (*chad.Func, error)
		}{{"Grad", chad.ValueAndGrad}, {"JVP", chad.JVP}, {"HVP", chad.HVP}} {
			g, err := op.derive(f)
			if err != nil {
				t.Fatal(err)
			}
			p.ops = append(p.ops, newOperation(op.name, g))
		}
		for range 60 {
			v := make([]float64, 1+rng.Intn(6))
			for i := range v {
				v[i] = values[rng.Intn(len(values))]
			}
			if err := p.extremes(v, owners[name](v)); err != nil {
				t.Errorf("%s of %v: %v", name, v, err)
			}
		}
		b.programs = append(b.programs, p)
	}
	if testing.Short() {
		return
	}
	if err := b.inGo(ctx, t.TempDir()); err != nil {
		t.Error(err)
	}
	for _, p := range b.programs {
		if err := b.inWasm(ctx, p, wasmbackend.Options{}); err != nil {
			t.Errorf("%s: %v", p.text, err)
		}
	}
}

// extremes compares gradients, tangents along each axis and products with the Hessian with what is wanted, nil for
// anything.
func (p *bufferProgram) extremes(v, want []float64) error {
	call := func(name string, more ...semantics.Value) ([]float64, error) {
		o := p.ops[slices.IndexFunc(p.ops, func(o *operation) bool { return o.name == name })]
		args := append([]semantics.Value{semantics.Reals(slices.Clone(v)...)}, more...)
		y, err := semantics.Call(o.f.Def(), args...)
		if err != nil {
			return nil, err
		}
		p.calls = append(p.calls, &operationCall{o, len(v), args, y})
		return realsOf(y), nil
	}
	grad, err := call("Grad")
	if err != nil || want == nil {
		return err
	}
	if !slices.Equal(grad[1:], want) {
		return fmt.Errorf("the gradient is %v, want %v", grad[1:], want)
	}
	for i := range v {
		e := make([]float64, len(v))
		e[i] = 1
		jvp, err := call("JVP", semantics.Reals(e...))
		if err != nil {
			return err
		}
		if jvp[1] != want[i] {
			return fmt.Errorf("the tangent along axis %d is %v, want %v", i, jvp[1], want[i])
		}
		hvp, err := call("HVP", semantics.Reals(slices.Clone(e)...))
		if err != nil {
			return err
		}
		if slices.ContainsFunc(hvp, func(x float64) bool { return x != 0 }) {
			return fmt.Errorf("the second derivative is %v", hvp)
		}
	}
	return nil
}
