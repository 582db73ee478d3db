package run_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// The Lennard-Jones potential and its derivatives, which only the host knows.
const hosted = `
def potential (r : real) : real
derivative potential (r, dr) = force r * dr

def force (r : real) : real
derivative force (r, dr) = stiff (r, 12, 6) * dr

def stiff (r : real, a : int, b : int) : real
derivative stiff (r, a, b, dr, da, db) = 0

def near (r : real, yes : bool) : bool

--chad:grad
def energy [n] (r : [n]real) : real = sum [if near (r[i], true) then potential r[i] * real (int i + 1) else 0 | i < n]

--chad:hvp
def smooth [n] (r : [n]real) : real = sum [potential r[i] * potential r[i] | i < n]
`

func lennardJones() map[string]run.HostFunc {
	return map[string]run.HostFunc{
		"potential": run.Func1(func(r float64) float64 { return math.Pow(r, -12) - math.Pow(r, -6) }),
		"force":     run.Func1(func(r float64) float64 { return -12*math.Pow(r, -13) + 6*math.Pow(r, -7) }),
		"stiff": run.FuncN(3, func(x []float64) float64 {
			return x[1]*(x[1]+1)*math.Pow(x[0], -x[1]-2) - x[2]*(x[2]+1)*math.Pow(x[0], -x[2]-2)
		}),
		"near": run.Func2(func(r, yes float64) float64 {
			if r < 3 && yes == 1 {
				return 1
			}
			return 0
		}),
	}
}

// Functions of the host are called, and differentiated by their own derivatives, twice too.
func TestHostFunctions(t *testing.T) {
	ctx := t.Context()
	engine, err := run.NewEngine(ctx, run.Options{Host: lennardJones()})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(context.Background()) //nolint:errcheck // the test is over
	m, err := chad.GenerateWasm("hosted.chad", []byte(hosted), wasmbackend.Options{Yield: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(ctx, engine, m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Func("energyGrad")
	if err != nil {
		t.Fatal(err)
	}
	r := []float64{1.1, 5, 0.9}
	got, err := f.Leaves(ctx, []int{3}, []loop.Value{r})
	if err != nil {
		t.Fatal(err)
	}
	v := func(r float64) float64 { return math.Pow(r, -12) - math.Pow(r, -6) }
	const h = 1e-6
	slope := func(r float64) float64 { return (v(r+h) - v(r-h)) / (2 * h) }
	if want := v(1.1) + 3*v(0.9); math.Abs(got[0].(float64)-want) > 1e-12 {
		t.Errorf("the value is %v, want %v", got[0], want)
	}
	for i, want := range []float64{slope(1.1), 0, 3 * slope(0.9)} {
		if g := got[1].([]float64)[i]; math.Abs(g-want) > 1e-6*math.Abs(want) {
			t.Errorf("gradient %d is %v, differences give %v", i, g, want)
		}
	}
	f, err = p.Func("smoothHVP")
	if err != nil {
		t.Fatal(err)
	}
	got, err = f.Leaves(ctx, []int{2}, []loop.Value{[]float64{1.1, 0.9}, []float64{1, -2}})
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range []float64{1.1, 0.9} { // (v²)″ times the direction
		const h = 1e-4
		w := func(r float64) float64 { return v(r) * v(r) }
		want := (w(x+h) - 2*w(x) + w(x-h)) / (h * h) * []float64{1, -2}[i]
		if g := got[0].([]float64)[i]; math.Abs(g-want) > 1e-5*math.Abs(want) {
			t.Errorf("product %d is %v, differences give %v", i, g, want)
		}
	}
}

// What is missing is said by name and type; a function that panics ends the call and no more.
func TestHostErrors(t *testing.T) {
	ctx := t.Context()
	m, err := chad.GenerateWasm("hosted.chad", []byte(hosted), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	with := func(name string, f run.HostFunc, given bool) error {
		funcs := lennardJones()
		delete(funcs, name)
		if given {
			funcs[name] = f
		}
		engine, err := run.NewEngine(ctx, run.Options{Host: funcs})
		if err != nil {
			return err
		}
		defer engine.Close(context.Background()) //nolint:errcheck // the test is over
		p, err := run.New(ctx, engine, m)
		if err != nil {
			return err
		}
		f2, err := p.Func("energyGrad")
		if err != nil {
			return err
		}
		_, first := f2.Leaves(ctx, []int{1}, []loop.Value{[]float64{2.5}})
		if _, err := f2.Leaves(ctx, []int{1}, []loop.Value{[]float64{1}}); err != nil {
			t.Errorf("after %v: %v", first, err)
		}
		return first
	}
	for _, c := range []struct{ got, want string }{
		{message(with("near", run.HostFunc{}, false)), "the host function near(real, bool) bool; give it"},
		{message(with("stiff", run.Func1(math.Sin), true)), "stiff(real, int, int) real; that in Options.Host has 1 parameters"},
		{message(with("force", run.Func1(func(x float64) float64 {
			if x > 2 {
				panic("no force")
			}
			return x
		}), true)), "no force"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	if _, err := run.New(ctx, nil, m); err == nil || !strings.Contains(err.Error(), "the module calls the host function") {
		t.Error(err)
	}
}

func message(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}
