package chad_test

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// nestedOnce are functions of a gradient, or of gradients of gradients, with what the exponential is taken of.
var nestedOnce = []struct{ name, src string }{
	{"a sum", `
def f [n] (a : real, x : [n]real) : real =
  let g = grad (\y. sum [exp (a * y[i]) * y[i] | i < n]) x in sum [g[i] * g[i] | i < n]`},
	{"a number for each element", `
def f [n] (a : real, x : [n]real) : real = sum [grad (\y. exp (a * y) * y) x[i] | i < n]`},
	{"a state", `
def f [n] (a : real, x : [n]real) : real =
  let g = grad (\y. loop s = a for i < n do s + exp (s * y[i]) * 0.1) x in sum [g[i] * g[i] | i < n]`},
	{"an array that changes", `
def f [n] (a : real, x : [n]real) : real =
  let g = grad (\y. sum (loop s = y for i < n do let t = s[i] in set s i (exp (t * a) * t))) x in
  sum [g[i] * g[i] | i < n]`},
	{"a while loop", `
def f [n] (a : real, x : [n]real) : real =
  loop z = x[0 :> idx n] for k < 2 do
    z - 0.1 * grad (\y. fst (loop s = (y, 0) while snd s < 3 do (exp (0.3 * fst s) * a, snd s + 1))) z`},
	{"a branch", `
def f [n] (a : real, x : [n]real) : real =
  sum [grad (\y. if y > 0.5 then exp (a * y) * y else y * y) x[i] | i < n]`},
	{"in a loop", `
def f [n] (a : real, x : [n]real) : real =
  let z = loop w = x for k < 3 do
    let g = grad (\y. sum [exp (a * y[i]) * y[i] | i < n]) w in [w[i] - 0.1 * g[i] | i < n] in
  sum [z[i] * z[i] | i < n]`},
	{"a call", `
def g [n] (a : real, y : [n]real) : real =
  let s = sum [exp (a * y[i]) * y[i] | i < n]
      t = ` + strings.Repeat("(s + a) * (s - ", 40) + "a" + strings.Repeat(")", 40) + ` in
  0.001 * s * s + 0.000001 * (if t > 1000000 then 1 else s)
def f [n] (a : real, x : [n]real) : real =
  let z = loop w = x for k < 2 do let d = grad (\y. g (a, y)) w in [w[i] - 0.1 * d[i] | i < n] in
  sum [z[i] * z[i] | i < n]`},
	{"two deep", `
def f [n] (a : real, x : [n]real) : real =
  sum [grad (\y. let g = grad (\z. exp (a * z) * z * y) y in g * g) x[i] | i < n]`},
}

// The gradient of a function that calls a gradient computes no elementary function twice: what the gradient needed is
// kept for its own derivative. It is what differences of the function say.
func TestNestedOnce(t *testing.T) {
	for _, c := range nestedOnce {
		t.Run(c.name, func(t *testing.T) {
			m, err := chad.Parse("f.chad", []byte(c.src))
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Func("f")
			if err != nil {
				t.Fatal(err)
			}
			g, err := chad.Grad(f)
			if err != nil {
				t.Fatal(err)
			}
			code, err := chad.Emit("p", "", chad.Export{Func: g, Name: "G"})
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(code), "math.Exp("); n != 1 {
				t.Errorf("%d exponentials, want 1:\n%s", n, code)
			}
			x := []float64{0.3, -0.4, 0.7}
			const h = 1e-5
			got := floats(t, g, 0.6, x)
			for i := range got {
				move := func(d float64) float64 {
					a, y := 0.6, append([]float64{}, x...)
					if i == 0 {
						a += d
					} else {
						y[i-1] += d
					}
					return floats(t, f, a, y)[0]
				}
				if want := (move(h) - move(-h)) / (2 * h); math.Abs(got[i]-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("component %d: %v, differences say %v", i, got[i], want)
				}
			}
		})
	}
}
