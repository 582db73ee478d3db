package suggest_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/internal/suggest"
)

func TestDidYouMean(t *testing.T) {
	known := []string{"theta", "loss", "xs", "slope", "*"}
	for _, c := range []struct{ name, want string }{
		{"thetta", "did you mean theta?"},
		{"htxa", ""},                   // three changes in four letters
		{"lsos", "did you mean loss?"}, // a transposition is one change
		{"slopes", "did you mean slope?"},
		{"x", "did you mean xs?"},
		{"intercept", ""},
		{"y", ""}, // nothing would be left of it
		{"θ", ""}, // one letter, of two bytes
	} {
		if got := suggest.DidYouMean(c.name, known); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if known[0] != "theta" {
		t.Error("the known names were reordered")
	}
}
