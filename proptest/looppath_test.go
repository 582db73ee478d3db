package proptest

import "testing"

// TestLoops: loops, evaluated, agree with the evaluator of terms; their text reads back, and they are well formed.
func TestLoops(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 60
	}
	for _, c := range []Config{{}, {Features: AllFeatures &^ HigherOrder}} {
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
