package proptest

import "testing"

// TestLoops: loops, evaluated, agree with the evaluator of terms; their text reads back, and they are well formed.
func TestLoops(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 30
	}
	for _, c := range []Config{{RealEntry: true}, {RealEntry: true, Features: AllFeatures &^ HigherOrder}, {Features: AllFeatures &^ HigherOrder}} {
		placed, err := LoopsAgree(Real(), nil, c, n)
		if err != nil {
			t.Error(err)
		}
		if placed < n/3 {
			t.Errorf("only %d programs of %d have loops", placed, n)
		}
		t.Logf("%d programs of %d", placed, n)
	}
}
