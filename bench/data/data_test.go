package data

import (
	"math"
	"testing"
)

// The inputs are the same on every call, and the numbers have the stated deviation.
func TestDeterministic(t *testing.T) {
	a, b := LogSumExp(10000), LogSumExp(10000)
	var s, s2 float64
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("x[%d] is %v, then %v", i, a[i], b[i])
		}
		s += a[i]
		s2 += a[i] * a[i]
	}
	if mean := s / 1e4; math.Abs(mean) > 0.15 {
		t.Errorf("mean %v", mean)
	}
	if sd := math.Sqrt(s2 / 1e4); math.Abs(sd-3) > 0.15 {
		t.Errorf("deviation %v, want 3", sd)
	}
}
