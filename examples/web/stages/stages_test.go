package stages_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/examples/web/stages"
)

const program = `
def square (x : real) : real = x * x

def loss [n] (slope : real, x : [n]real) : real =
  let total = sum [square (slope * x[i]) | i < n] in
  total / real n
`

// What each stage has in both modes, and of which definition.
func TestShow(t *testing.T) {
	for mode, wants := range map[string]map[string]string{
		"reverse": {
			"source": "total / real n", "anf": "t2 = slope * t", "chad": "λ̲v.", "simplified": "slope'", "closed": "sum", "tapes": "sum",
			"placed": "export func", "loops": "export func LossGrad(slope real", "go": "func LossGrad(", "wat": "(module",
		},
		"forward": {"chad": "λ̲", "go": "func LossJvp(", "loops": "export func LossJvp(", "wat": "(export"},
	} {
		r, err := stages.Show(program, "none of these", mode)
		if err != nil {
			t.Fatal(err)
		}
		if r.Def != "loss" || strings.Join(r.Defs, " ") != "square loss" {
			t.Errorf("%s of %v", r.Def, r.Defs)
		}
		for _, s := range r.Stages {
			if s.Failed || s.Text == "" || s.About == "" || !strings.Contains(s.Text, wants[s.Name]) {
				t.Errorf("%s, %s (%s): no %q in\n%s", mode, s.Name, s.About, wants[s.Name], s.Text)
			}
			if strings.Contains(s.Text, "──") {
				t.Errorf("%s: a header is left:\n%s", s.Name, s.Text)
			}
		}
		if len(r.Stages) != 10 {
			t.Errorf("%d stages", len(r.Stages))
		}
	}
	r, err := stages.Show(program, "square", "reverse")
	if err != nil || r.Def != "square" || !strings.Contains(r.Stages[len(r.Stages)-2].Text, "func SquareGrad(") {
		t.Errorf("%+v, %v", r, err)
	}
}

// What is wrong with a program is an error; what only a stage cannot do is not.
func TestErrors(t *testing.T) {
	for _, text := range []string{"", "def f (x : real) : real = y", strings.Repeat("-", stages.MaxLength+1)} {
		if r, err := stages.Show(text, "", "reverse"); err == nil {
			t.Errorf("%.40q: %+v", text, r)
		}
	}
	r, err := stages.Show("def apply (f : real -> real, x : real) : real = f x", "", "reverse")
	if err != nil {
		t.Fatal(err)
	}
	if first, last := r.Stages[0], r.Stages[len(r.Stages)-1]; first.Failed || !last.Failed {
		t.Errorf("%+v\n%+v", first, last)
	}
}
