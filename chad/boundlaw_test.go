package chad_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/testkit/boundtally"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

// The operation bound as a law of random programs (package boundtally).
type boundTally struct {
	of primalCount
	boundtally.Tally
}

// primalCount says what the primal of the bound is: the function after the passes, or, if that is more, as it is
// placed. Random programs compute much for nothing, which the passes leave out of the function, but not of its
// derivatives, where more is used.
type primalCount bool

const (
	finalPrimal  primalCount = false
	placedPrimal primalCount = true
)

// text looks at main, a function of a []float64.
func (b *boundTally) text(t *testing.T, name, text string) {
	t.Helper()
	m, err := chad.Parse("bound.chad", []byte(text))
	if err != nil {
		t.Fatal(name, err)
	}
	f, err := m.Func("main")
	if err != nil {
		t.Fatal(name, err)
	}
	b.look(t, name, f)
}

func (b *boundTally) look(t *testing.T, name string, f *chad.Func) {
	t.Helper()
	var fault *nestFault
	grad, tangent, ok := func() (_, _ float64, _ bool) {
		defer catchFault(&fault)
		return boundRatios(f, b.of)
	}()
	if fault != nil {
		t.Fatal(name, fault)
	}
	if !ok {
		return // it takes long, or fails
	}
	b.Note(name, grad, tangent)
}

// boundSteps is how many steps a run may take before it is not looked at.
const boundSteps = 10_000_000

// boundRatios are the operations of gradient and tangent over what they may be, at the length at which that is most.
func boundRatios(f *chad.Func, of primalCount) (grad, tangent float64, ok bool) {
	loops := func(d *chad.Func, err error, passes *opt.Options) *chad.Loops {
		if err != nil {
			breaks("derivative", "%v", err)
		}
		l, err := chad.NewLoops(d, passes)
		if err != nil {
			breaks("loops", "%v", err)
		}
		return l
	}
	plain, err := f.Plain()
	value, placed := loops(plain, err, &opt.Options{}), loops(plain, err, nil)
	var seed []loop.Value
	d, err := chad.ValueAndGrad(f)
	if err != nil { // it has more results than a number
		d, err = chad.VJP(f)
		seed = []loop.Value{1.0}
	}
	back := loops(d, err, &opt.Options{})
	d, err = chad.JVP(f)
	along := loops(d, err, &opt.Options{})
	for _, n := range []int{5, 40} {
		x := nestPoint(n, 0)
		primal, runs := value.Cost(boundSteps, x)
		if !runs {
			break
		}
		if of == placedPrimal {
			more, _ := placed.Cost(boundSteps, x)
			primal = max(primal, more)
		}
		g, gok := back.Cost(10*boundSteps, append([]loop.Value{x}, seed...)...)
		d, dok := along.Cost(10*boundSteps, x, unit(n, 0))
		if !gok || !dok {
			breaks("operation bound", "size %d: more than %d steps, where the function takes %d", n, 10*boundSteps, primal)
		}
		ok = true
		grad = max(grad, boundtally.Gradient(g, primal, int64(n)))
		tangent = max(tangent, boundtally.Tangent(d, primal, int64(2*n)))
	}
	return grad, tangent, ok
}
