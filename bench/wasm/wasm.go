// Package wasm runs the gradients of the benchmarks' models as WebAssembly modules in wazero, next to the generated Go.
package wasm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/data"
	"github.com/seed-4b734f86/gochad/bench/models/detlu"
	"github.com/seed-4b734f86/gochad/bench/models/detminors"
	"github.com/seed-4b734f86/gochad/bench/models/gmm"
	"github.com/seed-4b734f86/gochad/bench/models/kmeans"
	"github.com/seed-4b734f86/gochad/bench/models/leastsquares"
	"github.com/seed-4b734f86/gochad/bench/models/logistic"
	"github.com/seed-4b734f86/gochad/bench/models/logsumexp"
	"github.com/seed-4b734f86/gochad/bench/models/mlp"
	"github.com/seed-4b734f86/gochad/bench/models/nbody"
	"github.com/seed-4b734f86/gochad/bench/models/ode"
	"github.com/seed-4b734f86/gochad/bench/models/polywhile"
	"github.com/seed-4b734f86/gochad/bench/models/recurrence"
	"github.com/seed-4b734f86/gochad/bench/models/rosenbrock"
	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// A Case is a gradient with inputs.
type Case struct {
	Name  string
	Model string // the folder
	Func  string // the export
	Sizes []int  // in the order of the definition
	Args  []any  // float64, int, []float64, [][]float64, in the order of the parameters
	// Go runs the generated Go on the same inputs and gives its results: the value, and then the gradients, flat.
	Go func() []float64
	// Call runs it and nothing else, for measurements.
	Call func()
}

// Flat is all numbers of the arguments, rows one after the other.
func Flat(xs ...any) (out []float64) {
	for _, x := range xs {
		switch x := x.(type) {
		case float64:
			out = append(out, x)
		case []float64:
			out = append(out, x...)
		case [][]float64:
			for _, r := range x {
				out = append(out, r...)
			}
		}
	}
	return out
}

// Cases are the problems at the sizes of the suite; with small they are quick.
func Cases(small bool) []*Case {
	n := func(full, least int) int {
		if small {
			return least
		}
		return full
	}
	var out []*Case
	add := func(name, model, fn string, sizes []int, args []any, g func() []any) {
		out = append(out, &Case{name, model, fn, sizes, args, func() []float64 { return Flat(g()...) }, func() { g() }})
	}
	vectors(n, add)
	mixtures(n, small, add)
	matrices(n, add)
	iterations(n, add)
	return out
}

type adder = func(name, model, fn string, sizes []int, args []any, g func() []any)

func vectors(n func(full, least int) int, add adder) {
	{
		k := n(1000, 5)
		x, bar := data.Rosenbrock(k), make([]float64, k)
		add("rosenbrock", "rosenbrock", "rosenbrockGrad", []int{k}, []any{x}, func() []any { return []any{rosenbrock.RosenbrockGrad(x, bar), bar} })
	}
	{
		k, d := n(1000, 7), n(50, 3)
		theta, x, y := data.Logistic(k, d)
		bar := make([]float64, d)
		add("logistic", "logistic", "logisticGrad", []int{k, d}, []any{theta, x, y}, func() []any { return []any{logistic.LogisticGrad(theta, x, y, bar), bar} })
	}
	{
		k, m := n(1024, 7), n(128, 3)
		theta, a, b := data.LeastSquares(k, m)
		bar := make([]float64, m)
		add("leastsquares", "leastsquares", "leastSquaresGrad", []int{k, m}, []any{theta, a, b}, func() []any { return []any{leastsquares.LeastSquaresGrad(theta, a, b, bar), bar} })
	}
	{
		k := n(100000, 5)
		x, bar := data.LogSumExp(k), make([]float64, k)
		add("logsumexp", "logsumexp", "logSumExpGrad", []int{k}, []any{x}, func() []any { return []any{logsumexp.LogSumExpGrad(x, bar), bar} })
	}
}

func mixtures(n func(full, least int) int, small bool, add adder) {
	for _, s := range []struct{ d, k int }{{10, 5}, {10, 25}, {64, 5}} {
		points, d, k := n(1000, 7), s.d, s.k
		if small {
			d, k = d/5, k/5+1
		}
		a, mu, q, l, x, g, m := data.GMM(points, d, k)
		lt := d * (d - 1) / 2
		oa, omu, oq, ol := make([]float64, k), data.Matrix(k, d), data.Matrix(k, d), data.Matrix(k, lt)
		add(fmt.Sprintf("gmm-%d-%d", s.d, s.k), "gmm", "gmmGrad", []int{points, k, d, lt}, []any{a, mu, q, l, x, g, m},
			func() []any { return []any{gmm.GmmGrad(a, mu, q, l, x, g, m, oa, omu, oq, ol), oa, omu, oq, ol} })
	}
	points, k, d := n(10000, 11), n(25, 3), n(8, 2)
	c, p, _ := data.KMeans(points, k, d)
	bar := data.Matrix(k, d)
	add("kmeans", "kmeans", "kmeansGrad", []int{points, k, d}, []any{c, p}, func() []any { return []any{kmeans.KmeansGrad(c, p, bar), bar} })
}

func matrices(n func(full, least int) int, add adder) {
	{
		k := n(9, 4)
		a, bar := data.DetMinors(k), data.Matrix(k, k)
		add("detminors", "detminors", "detMinorsGrad", []int{k}, []any{a}, func() []any { return []any{detminors.DetMinorsGrad(a, bar), bar} })
	}
	{
		k := n(50, 4)
		a, bar := data.DetLU(k), data.Matrix(k, k)
		add("detlu", "detlu", "detLUGrad", []int{k}, []any{a}, func() []any { return []any{detlu.DetLUGrad(a, bar), bar} })
	}
	{
		k, d, h, o := n(64, 3), n(32, 4), n(64, 5), n(10, 2)
		w1, b1, w2, b2, x, y := data.MLP(k, d, h, o)
		c1, c2, c3, c4 := data.Matrix(h, d), make([]float64, h), data.Matrix(o, h), make([]float64, o)
		add("mlp", "mlp", "mlpGrad", nil, []any{w1, b1, w2, b2, x, y},
			func() []any { return []any{mlp.MlpGrad(w1, b1, w2, b2, x, y, c1, c2, c3, c4), c1, c2, c3, c4} })
	}
}

func iterations(n func(full, least int) int, add adder) {
	{
		steps := n(1000, 5)
		s0, p, h := data.ODE()
		b1, b2 := make([]float64, len(s0)), make([]float64, len(p))
		add("ode", "ode", "odeGrad", nil, []any{s0, p, h, steps}, func() []any { return []any{ode.OdeGrad(s0, p, h, steps, b1, b2), b1, b2} })
	}
	{
		k := n(1000, 9)
		c, x, tol := data.PolyWhile(k)
		bar := make([]float64, k)
		add("polywhile", "polywhile", "polyWhileGrad", []int{k}, []any{c, x, tol}, func() []any {
			y, dx := polywhile.PolyWhileGrad(c, x, tol, bar)
			return []any{y, bar, dx}
		})
	}
	{
		bodies, steps := n(16, 3), n(10, 3)
		x, v, m, h := data.NBody(bodies)
		b1, b2 := data.Matrix(len(x), len(x[0])), data.Matrix(len(v), len(v[0]))
		add("nbody", "nbody", "nbodyGrad", nil, []any{x, v, m, h, steps}, func() []any { return []any{nbody.NbodyGrad(x, v, m, h, steps, b1, b2), b1, b2} })
	}
	{
		steps := n(100000, 50)
		x, v, theta, h := data.Recurrence()
		add("recurrence", "recurrence", "recurrenceGrad", nil, []any{x, v, theta, h, steps}, func() []any {
			y, a, b, c := recurrence.RecurrenceGrad(x, v, theta, h, steps)
			return []any{y, a, b, c}
		})
	}
}

// Bind compiles the model of a case, from the folder of the models, and lays its inputs into the memory of a module.
// The case runs by Run; Results are then the value and the gradients, flat. The error is that of the compiler or of the
// engine.
func (c *Case) Bind(ctx context.Context, models string, o wasmbackend.Options) (*run.Call, error) {
	file := filepath.Join(models, c.Model, c.Model+".chad")
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	m, err := chad.GenerateWasm(file, src, o)
	if err != nil {
		return nil, err
	}
	p, err := run.New(ctx, nil, m)
	if err != nil {
		return nil, err
	}
	f, err := p.Func(c.Func)
	if err != nil {
		return nil, err
	}
	sizes, err := c.sizes(f)
	if err != nil {
		return nil, err
	}
	call, err := f.Bind(ctx, sizes...)
	if err != nil {
		return nil, err
	}
	for i, a := range c.Args {
		if n, ok := a.(int); ok {
			ints, err := call.Ints(i)
			if err != nil {
				return nil, err
			}
			ints[0] = int64(n)
			continue
		}
		reals, err := call.Reals(i)
		if err != nil {
			return nil, err
		}
		if n := copy(reals, Flat(a)); n != len(reals) {
			return nil, fmt.Errorf("%s: argument %d has %d elements, want %d", c.Name, i, n, len(reals))
		}
	}
	return call, nil
}

// sizes are those of the case, or those that the dimensions of its arguments say.
func (c *Case) sizes(f *run.Func) ([]int, error) {
	b := f.Block()
	if len(c.Sizes) == len(b.Sizes) {
		return c.Sizes, nil
	}
	found := map[string]int{}
	for i, a := range c.Args {
		dims := b.Leaves[i].Dims()
		switch x := a.(type) {
		case []float64:
			found[dims[0].String()] = len(x)
		case [][]float64:
			found[dims[0].String()], found[dims[1].String()] = len(x), len(x[0])
		}
	}
	var out []int
	for _, s := range b.Sizes {
		n, ok := found[s]
		if !ok {
			return nil, fmt.Errorf("%s: nothing says the size %s of %s", c.Name, s, strings.Join(b.Sizes, ", "))
		}
		out = append(out, n)
	}
	return out, nil
}

// Results are the value and the gradients after a run.
func (c *Case) Results(call *run.Call, f *wasmbackend.Block) (out []float64, err error) {
	for i := range f.Leaves {
		if !f.Leaves[i].Result {
			continue
		}
		xs, err := call.Reals(i)
		if err != nil {
			return nil, err
		}
		out = append(out, xs...)
	}
	return out, nil
}
