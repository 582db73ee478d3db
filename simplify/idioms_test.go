package simplify_test

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// The formulas of Idioms and some that are nearly such. What is found must be the primitive of z; values must be those of the formula.
var idioms = []struct{ name, body, want string }{
	{"softplus", "if z > 0 then z + log1p (exp (-z)) else log1p (exp z)", "softplus"},
	{"with names", "let c = z > 0; r = if c then (let t = -z; u = exp t; v = log1p u in z + v) else (let u = exp z in log1p u) in r", "softplus"},
	{"at 0 too, the sum turned", "if z >= 0 then log1p (exp (-z)) + z else log1p (exp z)", "softplus"},
	{"the other way", "if z < 0 then log1p (exp z) else z + log1p (exp (-z))", "softplus"},
	{"0 first", "if 0 < z then z + log (1 + exp (-z)) else log (exp z + 1)", "softplus"},
	{"by the greatest", "max (z, 0) + log1p (exp (-(abs z)))", "softplus"},
	{"by the greatest, turned", "log1p (exp (-(abs z))) + max (0, z)", "softplus"},
	{"sigmoid", "if z >= 0 then 1 / (1 + exp (-z)) else let e = exp z in e / (1 + e)", "sigmoid"},
	{"sigmoid, the other way", "if z <= 0 then exp z / (exp z + 1) else 1 / (exp (-z) + 1)", "sigmoid"},
	{"another limit", "if z > 1 then z + log1p (exp (-z)) else log1p (exp z)", ""},
	{"the wrong way", "if z < 0 then z + log1p (exp (-z)) else log1p (exp z)", ""},
	{"another sign", "if z > 0 then z + log1p (exp z) else log1p (exp z)", ""},
	{"another variable", "if z > 0 then y + log1p (exp (-z)) else log1p (exp z)", ""},
	{"another exponent", "if z > 0 then z + log1p (exp (-z)) else log1p (exp y)", ""},
	{"a difference", "if z > 0 then z - log1p (exp (-z)) else log1p (exp z)", ""},
	{"2", "if z > 0 then 1 / (2 + exp (-z)) else exp z / (1 + exp z)", ""},
	{"no sign", "max (z, 0) + log1p (exp (-z))", ""},
	{"the least", "min (z, 0) + log1p (exp (-(abs z)))", ""},
	{"another name", "let y = z + 1 in if y > 0 then z + log1p (exp (-z)) else log1p (exp z)", ""},
}

func TestIdioms(t *testing.T) {
	points := []float64{0, math.Copysign(0, -1), 1e-300, -1e-300, 1e-9, -1e-9, 0.5, -0.5, 1, -1, 3.25, -3.25, 20, -20, 36.8, -36.8, 300, -300, 709, -709, 800, -800,
		math.Inf(1), math.Inf(-1), math.NaN()}
	for _, c := range idioms {
		t.Run(c.name, func(t *testing.T) {
			p := loaded(t, "def f (z : real, y : real) : real = "+c.body)
			q, to := p.Copy()
			simplify.Idioms(q)
			if err := sx.VerifyProgram(q); err != nil {
				t.Fatal(err)
			}
			f, g := p.Defs[0], to[p.Defs[0]]
			found := ""
			var visit func(t sx.Term)
			visit = func(t sx.Term) {
				if op, ok := t.(*sx.Prim); ok && (op.Op.Name == "softplus" || op.Op.Name == "sigmoid") {
					found = op.Op.Name
				}
				sx.Children(t, visit)
			}
			visit(g.Body)
			if found != c.want {
				t.Fatalf("found %q, want %q, in\n%s", found, c.want, sx.ProgramString(q))
			}
			if c.want == "" && sx.ProgramString(p) != sx.ProgramString(q) {
				t.Errorf("changed to\n%s", sx.ProgramString(q))
			}
			for _, z := range points {
				a, err := semantics.Call(f, semantics.Real(z), semantics.Real(2.5))
				if err != nil {
					t.Fatal(err)
				}
				b, err := semantics.Call(g, semantics.Real(z), semantics.Real(2.5))
				if err != nil {
					t.Fatal(err)
				}
				x, y := a.(semantics.Real), b.(semantics.Real)
				size := math.Abs(float64(x))
				if strings.Contains(c.body, "log (") { // the formula has lost what is small beside 1
					size++
				}
				if !(math.Abs(float64(x-y)) <= 4*0x1p-53*size) && x != y && (x == x || y == y) {
					t.Errorf("at %v: %v was %v", z, y, x)
				}
			}
		})
	}
}
