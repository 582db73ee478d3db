package syntax

import "testing"

// A helper may be written on one line: what follows it in its file is no part of it.
func TestHelperOnOneLine(t *testing.T) {
	want := "func apart(x []float64) bool { return math.Abs(x[0]-x[1]) > gap }"
	if got := helper("apart").Helper; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
