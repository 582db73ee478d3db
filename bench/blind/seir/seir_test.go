package seir

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The sizes at which every derivative is compared with a difference.
var tested = [][]int{Small, {4, 5, 3}}

func near(a, b, tolerance, scale float64) bool {
	return math.Abs(a-b) <= tolerance*(math.Max(math.Abs(a), math.Abs(b))+scale)
}

// slope is the derivative of the value along the direction, from differences of fourth order.
func slope(c *Case, inputs []*float64, direction []float64, h float64) float64 {
	at := make([]float64, len(inputs))
	for i, p := range inputs {
		at[i] = *p
	}
	value := func(s float64) float64 {
		for i, p := range inputs {
			*p = at[i] + s*direction[i]
		}
		return c.Value()
	}
	d := (8*(value(h)-value(-h)) - (value(2*h) - value(-2*h))) / (12 * h)
	for i, p := range inputs {
		*p = at[i]
	}
	return d
}

func spoil(c *Case) {
	for _, p := range c.HandBar() {
		*p = math.NaN()
	}
}

func TestGradient(t *testing.T) {
	for _, sizes := range tested {
		c := New(sizes)
		inputs, bars := c.Inputs(), c.HandBar()
		if len(inputs) != len(bars) {
			t.Fatalf("%v: %d inputs, %d derivatives", sizes, len(inputs), len(bars))
		}
		want := make([]float64, len(inputs))
		largest := 0.0
		for i, p := range inputs {
			want[i] = slope(c, []*float64{p}, []float64{1}, 1e-3*math.Max(math.Abs(*p), 0.01))
			largest = math.Max(largest, math.Abs(want[i]))
		}
		for run := range 2 {
			spoil(c)
			value, got := c.Value(), c.Hand()
			if !near(value, got, 1e-10, 0) {
				t.Errorf("%v, run %d: value %v, want %v", sizes, run, got, value)
			}
			for i, p := range bars {
				if !near(*p, want[i], 1e-5, 1e-3*largest) {
					t.Errorf("%v, run %d: derivative %d is %v, want %v", sizes, run, i, *p, want[i])
				}
			}
		}
	}
}

// At the default sizes the derivative along some directions is compared.
func TestDirections(t *testing.T) {
	c := New(Default)
	inputs, bars := c.Inputs(), c.HandBar()
	random := rand.New(rand.NewPCG(3, 4))
	direction := make([]float64, len(inputs))
	for range 3 {
		spoil(c)
		if value, got := c.Value(), c.Hand(); !near(value, got, 1e-10, 0) {
			t.Errorf("value %v, want %v", got, value)
		}
		got, size := 0.0, 0.0
		for i, p := range bars {
			direction[i] = random.NormFloat64() * math.Max(math.Abs(*inputs[i]), 0.01)
			got += *p * direction[i]
			size += math.Abs(*p * direction[i])
		}
		if want := slope(c, inputs, direction, 1e-4); !near(got, want, 1e-5, 1e-4*size) {
			t.Errorf("derivative %v, want %v", got, want)
		}
	}
}

// Each size grown thirtyfold leaves all finite.
func TestGrown(t *testing.T) {
	for _, from := range [][]int{Small, Default} {
		for k := range Sizes {
			sizes := append([]int(nil), from...)
			sizes[k] *= 30
			c := New(sizes)
			spoil(c)
			value, got := c.Value(), c.Hand()
			if !near(value, got, 1e-10, 0) || math.IsInf(value, 0) {
				t.Errorf("%v: value %v, want %v", sizes, got, value)
			}
			for i, p := range c.HandBar() {
				if math.IsNaN(*p) || math.IsInf(*p, 0) {
					t.Fatalf("%v: derivative %d is %v", sizes, i, *p)
				}
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	c := New(Default)
	if n := testing.AllocsPerRun(5, func() { c.Hand() }); n > 0 {
		t.Errorf("Hand allocates %v times", n)
	}
}

func BenchmarkValue(b *testing.B) {
	c := New(Default)
	for b.Loop() {
		c.Value()
	}
}

func BenchmarkHand(b *testing.B) {
	c := New(Default)
	for b.Loop() {
		c.Hand()
	}
}
