package nested

import (
	"math"
	"slices"
	"testing"
)

// The gradients by hand are those that are generated, to 1e-9 of the largest number in them.
func TestHand(t *testing.T) {
	for _, c := range slices.Concat(Cases(true), Cases(false)) {
		hand, chad := c.Hand(), c.Chad()
		hand, chad = slices.Clone(hand), slices.Clone(chad)
		scale := 0.0
		for _, v := range chad[1:] {
			scale = max(scale, math.Abs(v))
		}
		if scale == 0 {
			t.Errorf("%s, %s: the gradient is zero", c.Name, c.Size)
		}
		if len(hand) != len(chad) {
			t.Fatalf("%s, %s: %d numbers, want %d", c.Name, c.Size, len(hand), len(chad))
		}
		for i, want := range chad {
			by := scale
			if i == 0 {
				by = math.Abs(want)
			}
			if !(math.Abs(hand[i]-want) <= 1e-9*by) {
				t.Errorf("%s, %s: number %d: %v by hand, %v generated", c.Name, c.Size, i, hand[i], want)
			}
		}
	}
}

// Neither allocates once it has run.
func TestAllocations(t *testing.T) {
	for _, c := range Cases(true) {
		for _, f := range []func() []float64{c.Hand, c.Chad} {
			if n := testing.AllocsPerRun(5, func() { f() }); n != 0 {
				t.Errorf("%s: %v allocations", c.Name, n)
			}
		}
	}
}

// Where the inner loss returns an error, the value is 0, and so is the gradient.
func TestError(t *testing.T) {
	w, x := []float64{1, 2}, []float64{1}
	wbar, xbar, ybar, lrbar := []float64{7, 7}, []float64{7}, 7.0, 7.0
	v := new(HandMaml).Grad(w, x, 1, 1, wbar, xbar, &ybar, &lrbar)
	if v != 0 || wbar[0] != 0 || wbar[1] != 0 || xbar[0] != 0 || ybar != 0 || lrbar != 0 {
		t.Error(v, wbar, xbar, ybar, lrbar)
	}
}

// nestedbench has the same beside each other, in rounds.
func BenchmarkNested(b *testing.B) {
	for _, c := range Cases(false) {
		b.Run(c.Name+"/hand", func(b *testing.B) {
			for b.Loop() {
				c.Hand()
			}
		})
		b.Run(c.Name+"/chad", func(b *testing.B) {
			for b.Loop() {
				c.Chad()
			}
		})
	}
}
