package wasmrun

import "testing"

// Which problems call gonum is read from what was generated for them.
func TestCallsGonum(t *testing.T) {
	for model, want := range map[string]bool{"logistic": true, "detlu": true, "kmeans": false, "ode": false} {
		if got, err := callsGonum("../models/" + model); got != want || err != nil {
			t.Errorf("%s: %v %v", model, got, err)
		}
	}
	if _, err := callsGonum(t.TempDir()); err == nil {
		t.Error("a folder without Go")
	}
}
