package linear

import "testing"

// TestDeepComposition applies a chain of a million compositions, nested on either
// side: the depth that a let-spine of that length leads to.
func TestDeepComposition(t *testing.T) {
	if testing.Short() {
		t.Skip("needs some hundred megabytes of stack")
	}
	const n = 1_000_000
	left, right := Id[float64](), Id[float64]()
	for range n {
		left, right = Then(left, Neg()), Then(Neg(), right)
	}
	if l, r := Apply(left, 3), Apply(right, 3); l != 3 || r != 3 {
		t.Errorf("chains give %v and %v, want 3", l, r)
	}
}
