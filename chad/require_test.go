package chad_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
)

// steps has no end where what it requires does not hold.
const steps = `
def steps (h : real, k : real) : (real, int) =
  let c = h > 0
      stop = require (c, 0)
      (y, t) = loop (y, t) = (1, 0.0) while t < 1 do (y + h * k * y, t + h) in
  (y, stop)

def twice (h : real, k : real) : (real, int) =
  let (y, stop) = steps (h, k)
      (z, t) = loop (y, t) = (y, 0.0) while t < 1 do (y + k * h, t + h) in
  (z, stop)
`

// What is required is an error where it does not hold, before the loops behind it, in all forms of a program; where it
// holds the token is what it was.
func TestRequire(t *testing.T) {
	m, err := chad.Parse("steps.chad", []byte(steps))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"steps", "twice"} {
		f, err := m.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := f.Call(semantics.Real(0.5), semantics.Real(2))
		if err != nil || v.(*semantics.Tuple).Elems[1] != semantics.Int(0) {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		if _, err := f.Call(semantics.Real(-1), semantics.Real(2)); err == nil || !strings.Contains(err.Error(), "required") {
			t.Errorf("%s: %v", name, err)
		}
		for _, mode := range []string{"forward", "reverse"} {
			for _, stage := range []string{"tapes", "lowered"} {
				s, err := chad.Show(f, chad.ShowOptions{Mode: mode, Stage: stage})
				if err != nil {
					t.Fatal(err)
				}
				s = s[strings.LastIndex(s, "// ──")+1:] // the last of the programs
				check, loop := strings.Index(s, "requir"), strings.Index(s, "while")
				if check < 0 || loop < 0 || check > loop {
					t.Errorf("%s, %s, %s: the requirement does not stand before the loop:\n%s", name, mode, stage, s)
				}
			}
		}
	}
}
