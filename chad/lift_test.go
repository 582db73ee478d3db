package chad_test

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// Functions that do not escape leave no trace in the code, whatever is derived; gradients
// agree with differences.
func TestClosuresThatDoNotEscape(t *testing.T) {
	for _, row := range []struct{ name, src string }{
		{"called", `--chad:func
--chad:jvp
--chad:hvp
--chad:grad
def f (x : real, y : real) : real = let g = \z. z*x + sin z in g y + g (g x)
`},
		{"passed", `def twice (h : real -> real, x : real) : real = loop s = x for i < 2 do h s + 0.1 * real i
--chad:func
--chad:jvp
--chad:hvp
--chad:grad
def f (x : real, y : real) : real =
  let g = \a. \b. if a < b then a * x + y * (loop s = b for i < 3 do sin (s + a) * exp (-s * y) + s * s) else b * sin (x * y + a)
      p = g y
  in sum [twice (p, x + real i) + twice (\z. p z * g x z, y) | i < 3] + g x y
`},
		{"recursive", `def iter (h : real -> real, n : int, x : real) : real = if n <= 0 then x else iter (h, n - 1, h x)
--chad:func
--chad:jvp
--chad:hvp
--chad:grad
def f (x : real, y : real) : real = iter (\z. z*y + sin x, 4, x) + iter (\z. iter (\u. u*z*0.1 + y, 2, z), 3, x)
`},
	} {
		t.Run(row.name, func(t *testing.T) {
			code, err := chad.Generate("f.chad", []byte(row.src), "p")
			if err != nil {
				t.Fatal(err)
			}
			plain := strings.ReplaceAll(string(code), "sync.Pool{New: func() any", "") // workspaces have no other
			for _, word := range []string{"gochad/linear", "func("} {
				if strings.Contains(plain, word) {
					t.Errorf("the code has %q:\n%s", word, code)
				}
			}
			m, err := chad.Parse("f.chad", []byte(row.src))
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Func("f")
			if err != nil {
				t.Fatal(err)
			}
			g, err := chad.ValueAndGrad(f)
			if err != nil {
				t.Fatal(err)
			}
			v, err := g.Eval(0.7, 0.4)
			if err != nil {
				t.Fatal(err)
			}
			got := append([]any{v.([]any)[0]}, v.([]any)[1].([]any)...)
			at := func(x, y float64) float64 {
				v, err := f.Eval(x, y)
				if err != nil {
					t.Fatal(err)
				}
				return v.(float64)
			}
			const h = 1e-6
			want := []float64{at(0.7, 0.4), (at(0.7+h, 0.4) - at(0.7-h, 0.4)) / (2 * h), (at(0.7, 0.4+h) - at(0.7, 0.4-h)) / (2 * h)}
			for i, w := range want {
				if d := math.Abs(got[i].(float64) - w); !(d < 1e-6*(1+math.Abs(w))) {
					t.Errorf("component %d is %v, want %v", i, got[i], w)
				}
			}
		})
	}
}
