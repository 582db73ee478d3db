package proptest

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

// loopConfigs are pullbacks, higher-order ones too, and programs with sums and data at the boundary.
var loopConfigs = []Config{
	{RealEntry: true},
	{RealEntry: true, Features: AllFeatures &^ HigherOrder},
	{Features: AllFeatures &^ HigherOrder},
}

// TestLoops: loops, evaluated, agree with the evaluator of terms; their text reads back, and they are well formed.
func TestLoops(t *testing.T) { loopsAgree(t, nil) }

// TestOptimizedLoops: so do loops after every pass of the optimiser, and each pass leaves them well formed.
func TestOptimizedLoops(t *testing.T) {
	loopsAgree(t, func(p *loop.Program) error { return opt.Optimize(p, opt.Options{Verify: loop.Verify}) })
}

func loopsAgree(t *testing.T, pass func(*loop.Program) error) {
	n := *laws / 4
	if testing.Short() {
		n = 30
	}
	for _, c := range loopConfigs {
		placed, err := LoopsAgree(Real(), pass, c, n)
		if err != nil {
			t.Error(err)
		}
		if placed < n/3 {
			t.Errorf("only %d programs of %d have loops", placed, n)
		}
		t.Logf("%d programs of %d", placed, n)
	}
}

// TestLoopCosts: gradients keep the operation bound.
func TestLoopCosts(t *testing.T) {
	n := *laws / 4
	if testing.Short() {
		n = 30
	}
	pass := func(p *loop.Program) error { return opt.Optimize(p, opt.Options{}) }
	costs, err := LoopCosts(Real(), pass, Config{}, n)
	if err != nil {
		t.Fatal(err)
	}
	if len(costs) < n/3 {
		t.Errorf("only %d programs of %d have loops", len(costs), n)
	}
	var worst LoopCost
	for _, c := range costs {
		if worst.Sample == nil || c.Excess() > worst.Excess() {
			worst = c
		}
		if c.Excess() > 1 {
			t.Errorf("seed %d: primal %+v, gradient %+v, %d inputs\n%s", c.Sample.Seed, c.Primal, c.Gradient, c.Words, c.Sample)
		}
	}
	t.Logf("the worst of %d takes %.2f of the bound: seed %d, primal %+v, gradient %+v", len(costs), worst.Excess(), worst.Sample.Seed, worst.Primal, worst.Gradient)
}
