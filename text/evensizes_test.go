package text_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/text"
)

// An equation between sizes is solved where what divides all of its coefficients leaves an unknown alone.
func TestEvenSizes(t *testing.T) {
	const defs = "def half [m] (x : [2 * m]real) : [m]real = [x[2 * i] | i < m]\n" +
		"def conv [m] (x : [m + 4]real) : [m]real = [sum [x[i + k] | k < 5] | i < m]\n" +
		"def outer (x : [28]real) : real = let g = \\y. half (conv (half (conv y))) in sum (g x)\n"
	if _, diags := text.Load("even.chad", []byte(defs)); len(diags) > 0 {
		t.Error(diags)
	}
	const odd = "def half [m] (x : [2 * m]real) : [m]real = [x[2 * i] | i < m]\n" +
		"def outer [n] (x : [4 * n + 1]real) : real = sum (half x)\n"
	_, diags := text.Load("odd.chad", []byte(odd))
	if len(diags) == 0 || !strings.Contains(diags[0].Message, "4*n+1") {
		t.Errorf("a size that is odd is taken for an even one: %v", diags)
	}
}
