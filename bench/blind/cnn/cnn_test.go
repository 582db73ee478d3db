package cnn

import (
	"math"
	"testing"
)

// check compares Hand with Value and with central finite differences of the fourth order, twice on the same Case.
// Of the inputs each stride-th is compared.
func check(t *testing.T, sizes []int, stride int) {
	c := New(sizes)
	in, bar := c.Inputs(), c.HandBar()
	if len(in) != len(bar) {
		t.Fatalf("%d inputs, %d derivatives", len(in), len(bar))
	}
	value := c.Value()
	want := make([]float64, len(in))
	for i := 0; i < len(in); i += stride {
		p := in[i]
		x := *p
		at := func(d float64) float64 {
			*p = x + d
			return c.Value()
		}
		const h = 1e-4
		want[i] = (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h)
		*p = x
	}
	for range 2 {
		for _, p := range bar {
			*p = math.NaN()
		}
		if got := c.Hand(); !(math.Abs(got-value) <= 1e-10*math.Abs(value)) {
			t.Errorf("sizes %v: value %v, want %v", sizes, got, value)
		}
		some := false
		for i := 0; i < len(bar); i += stride {
			p := bar[i]
			if !(math.Abs(*p-want[i]) <= 1e-6*math.Abs(want[i])+1e-10*(1+math.Abs(value))) {
				t.Fatalf("sizes %v: derivative %d is %v, finite differences say %v", sizes, i, *p, want[i])
			}
			some = some || math.Abs(*p) > 1e-4
		}
		if !some {
			t.Errorf("sizes %v: all derivatives are tiny", sizes)
		}
	}
}

func TestSmall(t *testing.T) { check(t, Small, 1) }

func TestOther(t *testing.T) { check(t, []int{2}, 13) }

// TestGrown lets each size grow and checks that all stays finite.
func TestGrown(t *testing.T) {
	for i := range Sizes {
		for _, base := range [][]int{Small, Default} {
			sizes := append([]int(nil), base...)
			sizes[i] *= 30
			c := New(sizes)
			v, value := c.Hand(), c.Value()
			if !(math.Abs(v-value) <= 1e-10*math.Abs(value)) {
				t.Errorf("sizes %v: value %v, want %v", sizes, v, value)
			}
			for j, p := range c.HandBar() {
				if math.IsNaN(*p) || math.IsInf(*p, 0) {
					t.Fatalf("sizes %v: derivative %d is %v", sizes, j, *p)
				}
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	c := New(Default)
	c.Hand()
	if n := testing.AllocsPerRun(5, func() { c.Hand() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkHand(b *testing.B) {
	c := New(Default)
	for b.Loop() {
		c.Hand()
	}
}

func BenchmarkValue(b *testing.B) {
	c := New(Default)
	for b.Loop() {
		c.Value()
	}
}
