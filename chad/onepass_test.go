package chad

import (
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// The gradients of sums over an array are one pass without a tape: the
// primal, the pullback at the known seed and the sums of both are one loop.
func TestOnePass(t *testing.T) {
	m, err := Parse("onepass.chad", []byte(`
def dot [n] (a : [n]real, b : [n]real) : real = sum [a[i] * b[i] | i < n]
def rosenbrock [n] (x : [n]real) : real =
  sum [let a = x[i+1] - x[int i]^2 in 100*a^2 + (1 - x[int i])^2 | i < n-1]
def waves [n] (x : [n]real) : real = sum [exp (x[i] * x[i]) | i < n]
def logistic [n] (theta : [2]real, x : [n]real, y : [n]real) : real =
  sum [let z = theta[0] + theta[1] * x[i] in log1p (exp z) - y[i] * z | i < n]
def branching [n] (x : [n]real) : real = sum [if x[i] > 0 then sin x[i] else x[i] * x[i] | i < n]
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range m.Names() {
		f, err := m.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := ValueAndGrad(f)
		if err != nil {
			t.Fatal(err)
		}
		_, def, err := g.compiled()
		if err != nil {
			t.Fatal(err)
		}
		var c loopCount
		c.visit(def.Body)
		if c.loops != 1 || c.sums != 1 || c.checks != 0 {
			t.Errorf("%s: %d loops, %d of them sums, %d index checks\n%s", name, c.loops, c.sums, c.checks, syntax.String(def.Body))
		}
	}
}

// loopCount counts iterations, the sums that are made without an array, and the
// indices that are checked at run time.
type loopCount struct{ loops, sums, checks int }

func (c *loopCount) visit(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Build, *syntax.Loop, *syntax.While:
		c.loops++
	case *syntax.Sum:
		if _, ok := t.Arg.(*syntax.Build); ok {
			c.sums++
		}
	case *syntax.ToIdx:
		if _, literal := t.Arg.(*syntax.Const); !t.Shifts() && !literal {
			c.checks++
		}
	}
	syntax.Children(t, c.visit)
}
