package stepwise

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/optimize/functions"
)

// function is a function with what methods may ask about it. Products are differences of gradients, unless it knows
// better.
type function interface {
	Func(x []float64) float64
	Grad(grad, x []float64)
}

// answer computes what is asked for.
func answer(f function, a Ask) Answer {
	n := len(a.Point)
	v := make([]float64, n)
	if a.Kind == Gradient {
		f.Grad(v, a.Point)
		return Answer{Value: f.Func(a.Point), Vector: v, Count: 1}
	}
	h := 1e-6 / norm(a.Direction)
	x, low := make([]float64, n), make([]float64, n)
	step(x, a.Point, h, a.Direction)
	f.Grad(v, x)
	step(x, a.Point, -h, a.Direction)
	f.Grad(low, x)
	for i := range v {
		v[i] = (v[i] - low[i]) / (2 * h)
	}
	return Answer{Vector: v, Count: 1}
}

// run goes to the end, and returns how many answers that took.
func run(t *testing.T, m Method, f function) int {
	t.Helper()
	asked := 0
	for !m.Done() {
		if asked++; asked > 20000 {
			t.Fatal("it does not end")
		}
		if err := m.Tell(answer(f, m.Ask())); err != nil {
			t.Fatal(err)
		}
	}
	return asked
}

// problems have published minima; gonum's own methods are judged by them.
var problems = []struct {
	name string
	f    function
	x    []float64
	min  float64
}{
	{"Beale", functions.Beale{}, []float64{1, 1}, 0},
	{"Rosenbrock", functions.ExtendedRosenbrock{}, []float64{-1.2, 1}, 0},
	{"Helical", functions.HelicalValley{}, []float64{-1, 0, 0}, 0},
	{"Powell", functions.ExtendedPowellSingular{}, []float64{3, -1, 0, 3, 3, -1, 0, 3}, 0},
	{"Trigonometric", functions.Trigonometric{}, []float64{.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}, 2.795056121876575e-5},
	{"Watson", functions.Watson{}, []float64{0, 0, 0, 0, 0, 0}, 0.0022876700535523838},
	{"Wood", functions.Wood{}, []float64{-3, -1, -3, -1}, 0},
	{"Variably", functions.VariablyDimensioned{}, []float64{.9, .8, .7, .6, .5, .4, .3, .2, .1, 0}, 0},
}

func methods(x []float64) []Method {
	o := Options{Rounds: 3000, Tolerance: 1e-9}
	return []Method{NewLBFGS(x, o), NewNewtonCG(x, o)}
}

func TestKnownMinima(t *testing.T) {
	for _, p := range problems {
		for _, m := range methods(p.x) {
			asked := run(t, m, p.f)
			got, slope := m.Value()
			if f := p.f.Func(m.Point()); f != got {
				t.Errorf("%s, %s: the value is said to be %v, and is %v", p.name, m.Name(), got, f)
			}
			if math.Abs(got-p.min) > 1e-8 {
				t.Errorf("%s, %s: %v after %d answers, slope %v (%s); the minimum is %v",
					p.name, m.Name(), got, asked, slope, m.Why(), p.min)
			}
			t.Logf("%s, %s: %d rounds, %d answers, %s", p.name, m.Name(), m.Rounds(), asked, m.Why())
		}
	}
}

// gonum's L-BFGS is a method of the same family: ours may not need many more answers.
func TestBesideGonum(t *testing.T) {
	ours, theirs := 0, 0
	for _, p := range problems {
		m := NewLBFGS(p.x, Options{Rounds: 3000})
		ours += run(t, m, p.f)
		first, g := largest(gradient(p.f, p.x)), 1e-8
		r, err := optimize.Minimize(optimize.Problem{Func: p.f.Func, Grad: p.f.Grad}, p.x,
			&optimize.Settings{GradientThreshold: g * first, Converger: optimize.NeverTerminate{}},
			&optimize.LBFGS{Store: 10})
		if err != nil {
			t.Logf("gonum, %s: %v", p.name, err)
		}
		theirs += r.FuncEvaluations
		if f, _ := m.Value(); f > r.F+1e-9 {
			t.Errorf("%s: %v, gonum's L-BFGS comes to %v", p.name, f, r.F)
		}
	}
	t.Logf("%d answers, gonum's takes %d", ours, theirs)
	if ours > 2*theirs {
		t.Errorf("%d answers for all of them, gonum's L-BFGS takes %d", ours, theirs)
	}
}

func gradient(f function, x []float64) []float64 {
	g := make([]float64, len(x))
	f.Grad(g, x)
	return g
}

// parts is a sum over parts, for minibatches: the mean of (x−c)² over the parts of the batch.
func partsAnswer(a Ask) Answer {
	v, f := make([]float64, len(a.Point)), 0.0
	for _, p := range a.Parts {
		for i, x := range a.Point {
			d := x - float64(p%3)
			f += d * d
			v[i] += 2 * d
		}
	}
	return Answer{Value: f, Vector: v, Count: len(a.Parts)}
}

// A method that is stored after each answer, and read by another, goes the same way to the bit.
func TestStoredAnywhere(t *testing.T) {
	for _, p := range problems {
		for k := range 2 {
			whole := methods(p.x)[k]
			m := methods(p.x)[k]
			for n := 0; !whole.Done(); n++ {
				a := answer(p.f, whole.Ask())
				if err := whole.Tell(a); err != nil {
					t.Fatal(err)
				}
				data, err := m.MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				m = methods([]float64{7})[k]
				if err := m.UnmarshalBinary(data); err != nil {
					t.Fatal(err)
				}
				if err := m.Tell(answer(p.f, m.Ask())); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(m.Ask().Point, whole.Ask().Point) || m.Done() != whole.Done() ||
					!slices.Equal(m.Ask().Direction, whole.Ask().Direction) {
					t.Fatalf("%s, %s: another way after answer %d", p.name, m.Name(), n)
				}
			}
		}
	}
}

func TestAdam(t *testing.T) {
	o := AdamOptions{Parts: 7, Batch: 2, Epochs: 400, Rate: 0.01, Seed: 3}
	m, err := NewAdam([]float64{5, -5}, o)
	if err != nil {
		t.Fatal(err)
	}
	other, _ := NewAdam(nil, AdamOptions{Parts: 1})
	seen := make([]int, o.Parts)
	for n := 0; !m.Done(); n++ {
		if n < 4 { // an epoch
			for _, p := range m.Ask().Parts {
				seen[p]++
			}
		}
		if n == 1001 {
			data, err := m.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if err := other.UnmarshalBinary(data); err != nil {
				t.Fatal(err)
			}
		}
		if n >= 1001 {
			if err := other.Tell(partsAnswer(other.Ask())); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Tell(partsAnswer(m.Ask())); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Min(seen) != 1 || slices.Max(seen) != 1 {
		t.Errorf("an epoch looks at the parts %v times", seen)
	}
	// Parts 0 to 6 have the centres 0 1 2 0 1 2 0: their mean is 6/7.
	for _, x := range m.Point() {
		if math.Abs(x-6.0/7) > 0.1 {
			t.Errorf("Adam comes to %v, the minimum is at %v", m.Point(), 6.0/7)
			break
		}
	}
	if !slices.Equal(m.Point(), other.Point()) || !other.Done() {
		t.Errorf("stored and read: %v, else %v", other.Point(), m.Point())
	}
	for _, bad := range []AdamOptions{{}, {Parts: 2, Batch: 3}, {Parts: 2, Rate: math.NaN()}, {Parts: 2, Epochs: -1}} {
		if _, err := NewAdam(nil, bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	if err := m.Tell(Answer{Vector: []float64{0, 0}}); err == nil || !strings.Contains(err.Error(), "no examples") {
		t.Errorf("an empty batch: %v", err)
	}
}

// fenced is not a number for x ≤ 0: x − log x, with its minimum at 1.
type fenced struct{}

func (fenced) Func(x []float64) float64 {
	if x[0] <= 0 {
		return math.NaN()
	}
	return x[0] - math.Log(x[0])
}

func (fenced) Grad(g, x []float64) { g[0] = 1 - 1/x[0] }

func TestNoNumbers(t *testing.T) {
	for _, m := range methods([]float64{30}) {
		run(t, m, fenced{})
		if math.Abs(m.Point()[0]-1) > 1e-6 {
			t.Errorf("%s comes to %v, the minimum is at 1", m.Name(), m.Point())
		}
	}
	for _, m := range methods([]float64{-1}) {
		if err := m.Tell(answer(fenced{}, m.Ask())); err == nil || !strings.Contains(err.Error(), "start") {
			t.Errorf("%s starts where there is no number: %v", m.Name(), err)
		}
		if err := m.Tell(Answer{Vector: make([]float64, 2)}); err == nil {
			t.Errorf("%s takes a gradient of two numbers for one", m.Name())
		}
	}
	for _, m := range methods([]float64{1}) {
		if run(t, m, fenced{}); !strings.Contains(m.Why(), "0 at the start") {
			t.Errorf("%s at the minimum: %s", m.Name(), m.Why())
		}
	}
}

// Steps of L-BFGS keep Wolfe's conditions, by which alone its matrix stays positive.
func TestWolfe(t *testing.T) {
	for _, p := range problems {
		m := NewLBFGS(p.x, Options{Rounds: 200})
		last, lastX := gradient(p.f, p.x), p.x
		for !m.Done() {
			rounds := m.Rounds()
			if err := m.Tell(answer(p.f, m.Ask())); err != nil {
				t.Fatal(err)
			}
			if m.Rounds() == rounds {
				continue
			}
			d := make([]float64, len(p.x))
			for i, x := range m.Point() {
				d[i] = x - lastX[i]
			}
			f, before := p.f.Func(m.Point()), p.f.Func(lastX)
			fall := dot(last, d)
			last, lastX = gradient(p.f, m.Point()), slices.Clone(m.Point())
			if fall >= 0 || f > before+noise*math.Abs(before) || dot(last, d) < curvature*fall {
				t.Fatalf("%s, round %d: from %v to %v, slope from %v to %v",
					p.name, m.Rounds(), before, f, fall, dot(last, d))
			}
		}
	}
}

// What is no state is refused, and never panics.
func TestSpoiltStates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p := problems[1]
	adam, _ := NewAdam(p.x, AdamOptions{Parts: 3})
	for k, m := range append(methods(p.x), adam) {
		fresh := func() Method {
			if k == 2 {
				m, _ := NewAdam(nil, AdamOptions{Parts: 1})
				return m
			}
			return methods(nil)[k]
		}
		for range 5 {
			a := m.Ask()
			if err := m.Tell(answer(p.f, a)); err != nil {
				t.Fatal(err)
			}
		}
		data, err := m.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		for n := range data {
			if err := fresh().UnmarshalBinary(data[:n]); err == nil {
				t.Errorf("%s: %d of %d bytes are taken", m.Name(), n, len(data))
			}
		}
		if err := fresh().UnmarshalBinary(append(slices.Clone(data), 0)); err == nil {
			t.Errorf("%s: a byte too many is taken", m.Name())
		}
		for range 3000 {
			bad := slices.Clone(data)
			bad[r.IntN(len(bad))] ^= byte(1 + r.IntN(255))
			m := fresh()
			if m.UnmarshalBinary(bad) == nil && !m.Done() {
				// It may be another state of the method. Then it has to go on.
				a := m.Ask()
				_ = m.Tell(Answer{Value: 1, Vector: make([]float64, len(a.Point)), Count: 1})
			}
		}
	}
}
