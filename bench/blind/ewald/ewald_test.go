package ewald

import (
	"math"
	"testing"
)

// step is the step of the finite differences, relative to inputs above one.
const step = 1e-4

// difference is the central difference of fourth order by the input at p.
func difference(c *Case, p *float64) (slope, noise float64) {
	at := *p
	h := step * math.Max(1, math.Abs(at))
	value := func(x float64) float64 {
		*p = x
		return c.Value()
	}
	near := value(at+h) - value(at-h)
	far := value(at+2*h) - value(at-2*h)
	*p = at
	return (8*near - far) / (12 * h), 2e-14 * math.Abs(c.Value()) / h
}

func poison(bars []*float64) {
	for _, p := range bars {
		*p = math.NaN()
	}
}

func TestGradient(t *testing.T) {
	for _, sizes := range [][]int{Small, {9, 40}} {
		c := New(sizes)
		inputs, bars := c.Inputs(), c.HandBar()
		if len(inputs) != len(bars) {
			t.Fatalf("%v: %d inputs, %d derivatives", sizes, len(inputs), len(bars))
		}
		want := c.Value()
		for round := range 2 {
			poison(bars)
			if got := c.Hand(); !(math.Abs(got-want) <= 1e-10*math.Abs(want)) {
				t.Errorf("%v, round %d: value %v, want %v", sizes, round, got, want)
			}
			for i, p := range inputs {
				slope, noise := difference(c, p)
				if got := *bars[i]; !(math.Abs(got-slope) <= 1e-6*math.Abs(slope)+noise) {
					t.Errorf("%v, round %d: derivative %d is %v, differences say %v", sizes, round, i, got, slope)
				}
			}
		}
	}
}

func TestGrown(t *testing.T) {
	for i, name := range Sizes {
		sizes := append([]int(nil), Small...)
		sizes[i] *= 30
		c := New(sizes)
		bars := c.HandBar()
		poison(bars)
		got, want := c.Hand(), c.Value()
		if !(math.Abs(got-want) <= 1e-10*math.Abs(want)) || math.IsInf(got, 0) {
			t.Errorf("%s grown: value %v, want %v", name, got, want)
		}
		for j, p := range bars {
			if math.IsNaN(*p) || math.IsInf(*p, 0) {
				t.Fatalf("%s grown: derivative %d is %v", name, j, *p)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	c := New(Small)
	c.Hand()
	if n := testing.AllocsPerRun(10, func() { c.Hand() }); n != 0 {
		t.Errorf("%v allocations in the steady state", n)
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
