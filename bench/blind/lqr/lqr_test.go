package lqr

import (
	"math"
	"testing"
)

// fill writes x into every gradient buffer.
func fill(c *Case, x float64) {
	for _, p := range c.HandBar() {
		*p = x
	}
}

// compare checks the value, then every entry of the gradient against central differences.
func compare(t *testing.T, sizes []int) {
	t.Helper()
	c := New(sizes)
	in, bar := c.Inputs(), c.HandBar()
	if len(in) != len(bar) {
		t.Fatalf("%d inputs, %d derivatives", len(in), len(bar))
	}
	var first []float64
	for round := range 2 {
		fill(c, math.NaN())
		v, h := c.Value(), c.Hand()
		if !(math.Abs(v-h) <= 1e-10*math.Abs(v)) {
			t.Fatalf("round %d: value %v, hand %v", round, v, h)
		}
		for i, p := range bar {
			if round == 0 {
				first = append(first, *p)
			} else if *p != first[i] {
				t.Fatalf("derivative %d: first %v, then %v", i, first[i], *p)
			}
		}
	}
	scale := 0.0
	for _, g := range first {
		scale = max(scale, math.Abs(g))
	}
	for i, p := range in {
		x, d, err, best := *p, 0.0, math.Inf(1), 0.0
		for _, step := range []float64{1e-4, 1e-5, 1e-6, 1e-7} {
			s := step * max(1, math.Abs(x))
			at := func(k float64) float64 { *p = x + k*s; return c.Value() }
			d = (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * s)
			*p = x
			if e := math.Abs(d-first[i]) / (math.Abs(first[i]) + 1e-4*scale); e < err {
				err, best = e, d
			}
		}
		if !(err < 1e-5) {
			t.Errorf("sizes %v, input %d of %d: hand %v, difference %v", sizes, i, len(in), first[i], best)
		}
	}
}

func TestGradient(t *testing.T) {
	compare(t, Small)
	other := append([]int(nil), Small...)
	for i := range other {
		other[i] += 2
	}
	compare(t, other)
}

// TestGrown checks that all stays finite when one size is 30 times as large.
func TestGrown(t *testing.T) {
	for _, base := range [][]int{Small, Default} {
		for i := range base {
			sizes := append([]int(nil), base...)
			sizes[i] *= 30
			c := New(sizes)
			fill(c, math.NaN())
			v, h := c.Value(), c.Hand()
			if !(math.Abs(v-h) <= 1e-10*math.Abs(v)) || math.IsInf(v, 0) {
				t.Fatalf("sizes %v: value %v, hand %v", sizes, v, h)
			}
			for j, p := range c.HandBar() {
				if math.IsNaN(*p) || math.IsInf(*p, 0) {
					t.Fatalf("sizes %v: derivative %d is %v", sizes, j, *p)
				}
			}
		}
	}
}

func TestAllocs(t *testing.T) {
	c := New(Small)
	if n := testing.AllocsPerRun(5, func() { c.Hand() }); n != 0 {
		t.Errorf("%v allocations", n)
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
