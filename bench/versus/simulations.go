package versus

import (
	"fmt"
	"math"

	"github.com/seed-4b734f86/gochad/bench/data"
	"github.com/seed-4b734f86/gochad/bench/wasm"
	"github.com/seed-4b734f86/gochad/bench/web"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// A Simulation is one of those of the paper on Rose.
type Simulation struct {
	Problem
	Primal string // the export
	Most   int    // bytes of memory that the gradient may have
	step   []step // for differences
}

// A step is where the gradient is held against differences: an argument, its element, the number of the result, and by
// how much to move.
type step struct {
	arg, elem, result int
	by                float64
}

// Simulations are the billiards and the robot.
func Simulations() []*Simulation {
	cx, cy, cu, cv, px, py, ball, gx, gy, h, radius, elasticity := data.Billiards()
	billiards := &Simulation{
		Problem: Problem{
			Name: "billiards", Size: "11 balls, 1024 steps", Model: "billiards", Func: "billiardsGrad", Sizes: []int{len(px)},
			Args: []any{cx, cy, cu, cv, px, py, ball, gx, gy, h, radius, elasticity, 1024},
		},
		Primal: "billiards", Most: 8 << 20,
		step: []step{{0, 0, 1, 1e-8}, {1, 0, 2, 1e-8}, {2, 0, 3, 1e-8}, {3, 0, 4, 1e-8}},
	}
	const hidden = 32
	r := data.NewRobot(hidden)
	n, s := len(r.PX), len(r.A)
	robot := &Simulation{
		Problem: Problem{
			Name: "robot", Size: fmt.Sprintf("%d masses, %d springs, %d hidden units, 1364 steps", n, s, hidden), Model: "robot", Func: "robotGrad",
			Sizes: []int{n, s, hidden, 4},
			Args:  []any{r.Waves, r.X, r.Y, r.U, r.V, r.B1, r.W2, r.B2, r.PX, r.PY, r.A, r.B, r.Rest, r.K, r.Strength, r.Head, r.Goal, r.H, 1364},
		},
		Primal: "robot", Most: 64 << 20,
		step: []step{{0, 0, 1, 1e-8}, {5, 3, 1 + hidden*(4+4*n) + 3, 1e-8}, {7, 50, 1 + hidden*(4+4*n) + hidden + s*hidden + 50, 1e-8}},
	}
	return []*Simulation{billiards, robot}
}

// Task has the gradient, the primal, and the primal at the points of the differences, by those names and difference0,
// difference1, …. The error is that of [Problem.Task].
func (s *Simulation) Task(folder string) (web.Task, error) {
	t := web.Task{Name: s.Name}
	m, err := s.Compile(wasmbackend.Options{})
	if err != nil {
		return t, err
	}
	add := func(name, fn string, args []any) error {
		i, err := wasm.Image(folder, s.Name, m, fn, s.Sizes, args)
		if err == nil {
			t.Contenders = append(t.Contenders, web.Contender{Name: name, Image: i})
		}
		return err
	}
	if err := add("gradient", s.Func, s.Args); err != nil {
		return t, err
	}
	if err := add("primal", s.Primal, s.Args); err != nil {
		return t, err
	}
	for k, p := range s.step {
		for side, by := range []float64{p.by, -p.by} {
			if err := add(fmt.Sprintf("difference%d.%d", k, side), s.Primal, moved(s.Args, p, by)); err != nil {
				return t, err
			}
		}
	}
	return t, nil
}

// moved are the arguments with one number changed.
func moved(args []any, p step, by float64) []any {
	out := append([]any(nil), args...)
	switch x := out[p.arg].(type) {
	case float64:
		out[p.arg] = x + by
	case []float64:
		y := append([]float64(nil), x...)
		y[p.elem] += by
		out[p.arg] = y
	case [][]float64:
		y := append([][]float64(nil), x...)
		k, j := p.elem/len(y[0]), p.elem%len(y[0])
		y[k] = append([]float64(nil), y[k]...)
		y[k][j] += by
		out[p.arg] = y
	}
	return out
}

// Judge holds the gradient against the primal and against differences: what differs, or nothing.
func (s *Simulation) Judge(a web.Answer) string {
	grad, primal := a.Of("gradient"), a.Of("primal")
	if grad == nil || primal == nil {
		return "no results"
	}
	if g, w := float64(grad.Values[0]), float64(primal.Values[0]); !(math.Abs(g-w) <= 1e-9*math.Abs(w)) {
		return fmt.Sprintf("the value with the gradient is %v, without %v", g, w)
	}
	for k, p := range s.step {
		hi, lo := a.Of(fmt.Sprintf("difference%d.0", k)), a.Of(fmt.Sprintf("difference%d.1", k))
		if hi == nil || lo == nil {
			return "no differences"
		}
		d, g := float64(hi.Values[0]-lo.Values[0])/(2*p.by), float64(grad.Values[p.result])
		if !(math.Abs(d-g) <= 1e-4*math.Abs(g)+1e-6) {
			return fmt.Sprintf("the derivative by number %d of argument %d is %v, differences say %v", p.elem, p.arg, g, d)
		}
	}
	return ""
}
