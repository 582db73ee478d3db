package wasmbackend_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Functions of numbers that loops compute and store are left to loops of their own where nothing else sees the array; results are those of the
// module without vectors, where they are not; modules that do not yield, those for other engines, stay as they are. Sums are of small integers, so that they are exact in any order.
func TestMathAfter(t *testing.T) {
	const sum = "var s real = 0.0\nfor j < i + 1 {\ns +~= x[j] * 0.0625\n}\n"
	for _, c := range []struct {
		name, before, body string
		apart              bool
	}{
		{"plain", "var y []real = dirty(len(x))", sum + "y[i] = tanh(s + x[i])", true},
		{"down", "var y []real = dirty(len(x))", "DOWN" + sum + "y[i] = tanh(s + x[i]) * s", true},
		{"index", "var y []real = dirty(len(x))", sum + "y[i] = exp(s * real(i) * 0.01) + c", true},
		{"total", "var y []real = dirty(len(x))\nvar z real = 0.0", sum + "z += s\ny[i] = tanh(z)", true},
		{"reads", "var y []real = new(len(x))", sum + "y[i] = tanh(s + y[len(x) - 1 - i])", false},
		{"reads in the loop", "var y []real = new(len(x))", "var s real = 0.0\nfor j < i {\ns +~= y[j]\n}\ny[i] = tanh(s + 0.5)", false},
		{"view", "var y []real = new(len(x))\nvar v []real = y[0:+len(x)]", "var s real = 0.0\nfor j < i {\ns +~= v[j]\n}\ny[i] = tanh(s + 0.5)", false},
		{"view in the value", "var y []real = new(len(x))\nvar v []real = y[0:+len(x)]", sum + "y[i] = tanh(s + v[len(x) - 1 - i])", false},
		{"another array is stored to", "var y []real = dirty(len(x))\nvar w []real = new(len(x))", sum + "w[len(x) - 1 - i] = s\ny[i] = tanh(s + w[i])", false},
		{"two numbers", "var y []real = dirty(len(x))\nvar z real = 0.0", sum + "z += s\ny[i] = tanh(z + s)", false},
		{"another element", "var y []real = new(len(x))", sum + "y[i / 2] = tanh(s)", false},
		{"no loop in it", "var y []real = dirty(len(x))", "var s real = x[i]\ny[i] = tanh(s)", false},
		{"no math", "var y []real = dirty(len(x))", sum + "y[i] = sqrt(s * s + x[i])", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			down := ""
			if strings.HasPrefix(c.body, "DOWN") {
				down = "down "
			}
			src := fmt.Sprintf("export func f(x []real, c real) {\n%s\nfor %si < len(x) {\n%s\n}\nvar total real = 0.0\nfor k < len(x) {\ntotal += y[k] * c + real(k) * y[k]\n}\nreturn total\n}\n",
				c.before, down, strings.TrimPrefix(c.body, "DOWN"))
			ctx := context.Background()
			compile := func(o wasmbackend.Options) (string, *run.Func) {
				p, err := loop.Read("mathafter", src)
				if err != nil {
					t.Fatal(err)
				}
				m, err := wasmbackend.CompileLoops(o, p)
				if err != nil {
					t.Fatal(err)
				}
				prog, err := run.New(ctx, newEngine(t), m)
				if err != nil {
					t.Fatal(err)
				}
				f, err := prog.Func("f")
				if err != nil {
					t.Fatal(err)
				}
				return m.Loops.Funcs[0].String(), f
			}
			was, plain := compile(wasmbackend.Options{Scalar: true})
			for _, o := range []wasmbackend.Options{{}, {Yield: true}} {
				is, f := compile(o)
				if got := strings.Count(is, "for ") > strings.Count(was, "for "); got != (c.apart && o.Yield) {
					t.Errorf("apart: %v, want %v\n%s", got, c.apart && o.Yield, is)
				}
				for n := range 20 {
					x := make([]float64, n)
					for i := range x {
						x[i] = float64((i*i+3*i)%17 - 8)
					}
					args := []loop.Value{x, 3.0}
					want, err := plain.Leaves(ctx, nil, args)
					if err != nil {
						t.Fatal(err)
					}
					got, err := f.Leaves(ctx, nil, args)
					if err != nil || showAll(got) != showAll(want) {
						t.Errorf("%d elements: %v, want %v %v", n, got, want, err)
					}
				}
			}
		})
	}
}
