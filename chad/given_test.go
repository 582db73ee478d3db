package chad_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// A size that is taped was looked at before, and so was the length of what is taped with it: the backward part knows
// both, and does not ask.
func TestTapedSizes(t *testing.T) {
	m, err := chad.Parse("taped.chad", []byte(`
def f [n] (x : [n]real, m : [n]int) : real =
  loop y = 1.0 for i < n do
    let size k = m[i] in
    let z = [sin (y * x[i]) * y | j < k] in
    sum [z[j] * z[j] | j < k]`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	text, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: "lowered"})
	if err != nil {
		t.Fatal(err)
	}
	all := sections(t, text)
	placed, optimised := all[0].program, all[len(all)-1].program
	forward, backward, _ := strings.Cut(placed, "for down")
	if !strings.Contains(forward, "check k >= 0, \"taped.chad:4:18: negative size k\"") {
		t.Errorf("the forward part asks for no size:\n%s", forward)
	}
	if strings.Contains(backward, "check ") || !strings.Contains(backward, "given k_2 >= 0") || !strings.Contains(backward, "given len(e11) == k_2") {
		t.Errorf("the backward part asks again:\n%s", backward)
	}
	if n := strings.Count(optimised, "negative size"); n != 1 || strings.Contains(optimised, "given ") {
		t.Errorf("%d checks of the size are left:\n%s", n, optimised)
	}
}
