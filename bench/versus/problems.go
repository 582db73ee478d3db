package versus

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/bench/data"
	"github.com/seed-4b734f86/gochad/bench/web"
)

// All are the problems at their sizes; with small they are quick.
func All() []*Problem {
	return []*Problem{rosenbrock(100, 4), rosenbrock(1000, 4), rosenbrock(10000, 2)}
}

// rosenbrock is the gradient in n variables, beside the first styles of Rose, the last of which take it long to compile.
func rosenbrock(n, styles int) *Problem {
	p := &Problem{
		Name: fmt.Sprintf("rosenbrock-%d", n), Size: fmt.Sprintf("n = %d", n),
		Model: "rosenbrock", Func: "rosenbrockGrad", Sizes: []int{n}, Args: []any{data.Rosenbrock(n)}, RoseFrom: 1,
	}
	for _, export := range []string{"scalar", "simd"} {
		p.Hand = append(p.Hand, Hand{Name: "rosenbrock", Export: export, Call: func(args []int, out int) []int { return []int{args[0], n, out} }})
	}
	for _, style := range []string{"loop", "copies", "calls", "unrolled"}[:styles] {
		p.Rose = append(p.Rose, web.Rose{Name: "rosenbrock", Options: map[string]any{"n": n, "style": style}, Args: p.Args})
	}
	return p
}
