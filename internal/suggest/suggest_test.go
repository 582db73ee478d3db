package suggest_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/internal/suggest"
)

func TestDidYouMean(t *testing.T) {
	known := []string{"theta", "loss", "xs", "slope", "*", "Price", "gradient"}
	for _, c := range []struct{ name, want string }{
		{"thetta", "did you mean theta?"},
		{"htxa", ""},                   // three changes in four letters
		{"lsos", "did you mean loss?"}, // a transposition is one change
		{"slopes", "did you mean slope?"},
		{"x", "did you mean xs?"},
		{"intercept", ""},
		{"y", ""},                          // nothing would be left of it
		{"θ", ""},                          // one letter, of two bytes
		{"pric", "did you mean Price?"},    // a capital is no change
		{"LOSS", "did you mean loss?"},     // nor are four
		{"grad", "did you mean gradient?"}, // its beginning
		{"thetavector", "did you mean theta?"},
		{"gr", ""}, // two letters begin too much
	} {
		if got := suggest.DidYouMean(c.name, known); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := suggest.Nearest("rice", []string{"Rice", "rices", "Price"}); got != "Rice" {
		t.Errorf("rice: got %s, want Rice", got)
	}
	if got := suggest.Nearest("loss", []string{"lossy", "lossless", "lossAndMore"}); got != "lossy" {
		t.Errorf("loss: got %s, want lossy", got)
	}
	if got := suggest.Nearest("grad", []string{"gradient", "gradual one"}); got != "" {
		t.Errorf("grad: got %s of two that begin so", got)
	}
	if known[0] != "theta" {
		t.Error("the known names were reordered")
	}
}
