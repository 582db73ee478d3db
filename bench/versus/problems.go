package versus

import (
	"fmt"
	"math"

	"github.com/seed-4b734f86/gochad/bench/data"
	"github.com/seed-4b734f86/gochad/bench/web"
	"github.com/seed-4b734f86/gochad/chad"
)

// All are the problems.
func All() []*Problem {
	return []*Problem{rosenbrock(100, 4), rosenbrock(1000, 4), rosenbrock(10000, 2), packing(), mlp(), springs(), hvp()}
}

// rosenbrock is the gradient in n variables, beside the first styles of Rose, the last of which take it long to
// compile.
func rosenbrock(n, styles int) *Problem {
	p := &Problem{
		Name: fmt.Sprintf("rosenbrock-%d", n), Size: fmt.Sprintf("n = %d", n),
		Model: "rosenbrock", Func: "rosenbrockGrad", Sizes: []int{n}, Args: []any{data.Rosenbrock(n)}, RoseFrom: 1,
	}
	for _, export := range []string{"scalar", "simd"} {
		p.Hand = append(p.Hand, Hand{Name: "rosenbrock", Export: export, Call: func(args []int, out int) []float64 {
			return []float64{float64(args[0]), float64(n), float64(out)}
		}})
	}
	p.Styles = []Style{
		{Name: "calls", Model: "styles", Func: "callsGrad"},
		{Name: "copies", Model: "styles", Func: "copiesGrad"},
		{Name: "state", Model: "styles", Func: "stateGrad"},
		{Name: "unrolled", Func: "unrolledGrad", Unrolled: func() (*chad.Func, error) { return unrolledRosenbrock(n) }},
	}
	if n == 10000 {
		p.RoseFails = map[string]string{"rose:copies": tooManyLocals}
	}
	p.styles("rosenbrock", []string{"loop", "copies", "calls", "unrolled"}[:styles], p.Args, map[string]any{"n": n})
	return p
}

const (
	tooManyLocals = "local count too large"
	outOfBounds   = "memory access out of bounds"
)

// styles adds programs of Rose that differ in the option style.
func (p *Problem) styles(name string, styles []string, args []any, options map[string]any) {
	for _, s := range styles {
		o := map[string]any{"style": s}
		for k, v := range options {
			o[k] = v
		}
		p.Rose = append(p.Rose, web.Rose{Name: name, Options: o, Args: args})
	}
}

func packing() *Problem {
	const n = 50
	x, y, r := data.Packing(n)
	p := &Problem{
		Name: "packing", Size: "50 circles, all pairs", Model: "packing", Func: "packingGrad",
		Sizes: []int{n}, Args: []any{x, y, r}, RoseFrom: 1,
	}
	p.Hand = []Hand{{Name: "packing", Export: "packing", Call: func(args []int, out int) []float64 {
		return floats(args[0], args[1], args[2], n, out)
	}}}
	p.Styles = []Style{{Name: "unrolled", Func: "unrolledGrad", Unrolled: func() (*chad.Func, error) { return unrolledPacking(n) }}}
	p.RoseFails = map[string]string{"rose:unrolled": tooManyLocals}
	p.styles("packing", []string{"loop", "calls", "unrolled"}, p.Args, map[string]any{"n": n})
	return p
}

func floats(ns ...int) (out []float64) {
	for _, n := range ns {
		out = append(out, float64(n))
	}
	return out
}

func mlp() *Problem {
	const n, d, h = 64, 8, 16
	w1, b1, w2, b2, x, y := data.Network(n, d, h)
	p := &Problem{
		Name: "mlp", Size: "8-16-1, 64 samples", Model: "mlp", Func: "mlpGrad",
		Sizes: []int{n, d, h}, Args: []any{w1, b1, w2, b2, x, y}, RoseFrom: 1,
	}
	p.styles("mlp", []string{"loop", "unrolled"}, p.Args, map[string]any{"n": n, "d": d, "h": h})
	return p
}

func springs() *Problem {
	const (
		n, steps   = 12, 200
		k, drag, h = 40.0, 0.5, 0.01
	)
	x, y, rest, a, b, wx, wy := data.Springs(n)
	p := &Problem{
		Name: "springs", Size: "12 nodes, 26 springs, 200 steps", Model: "springs", Func: "springsGrad",
		Sizes: []int{n, len(a)}, Args: []any{x, y, rest, a, b, wx, wy, k, drag, h, steps}, RoseFrom: 1,
	}
	p.Hand = []Hand{{
		Name: "springs", Export: "springs", Scratch: 8 * (2*n + (steps+1)*2*(n+len(a))),
		Call: func(args []int, out int) []float64 {
			return append(append(floats(args[:7]...), k, drag, h), floats(steps, n, len(a), out)...)
		},
	}}
	p.styles("springs", []string{"calls", "steps"}, []any{x, y, rest}, map[string]any{
		"n": n, "s": len(a), "a": a, "b": b, "wx": wx, "wy": wy, "k": k, "drag": drag, "h": h, "steps": steps,
	})
	return p
}

// hvp is the product of the Hessian of Rosenbrock's function with a direction.
func hvp() *Problem {
	const n = 100
	x, v := data.Rosenbrock(n), make([]float64, n)
	for i := range v {
		v[i] = math.Sin(float64(i + 1))
	}
	p := &Problem{Name: "hvp", Size: "Rosenbrock's function, n = 100", Model: "rosenbrock", Func: "rosenbrockHVP", Sizes: []int{n}, Args: []any{x, v}, Beside: "rosenbrockGrad"}
	p.Styles = []Style{
		{Name: "reverse over calls", Model: "styles", Func: "slopeCallsGrad", From: 1},
		{Name: "reverse over a loop", Model: "styles", Func: "slopeStateGrad", From: 1},
	}
	p.RoseFails = map[string]string{"rose:loop/reverse": outOfBounds, "rose:copies/reverse": outOfBounds}
	for _, over := range []string{"reverse"} {
		p.styles("hvp", []string{"loop", "copies", "unrolled"}, p.Args, map[string]any{"n": n, "over": over})
	}
	return p
}
