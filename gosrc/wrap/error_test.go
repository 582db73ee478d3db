package wrap_test

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestErrors has directives that cannot be followed, each in a package of its own.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, directive, code, def, want string }{
		{"none", "grad", "func F(n int) float64 { return 0 }", "f (n : int) : real = 0", "F has no parameter that varies"},
		{"unknown", "grad wrt=y", "func F(x float64) float64 { return x }", "f (x : real) : real = x", "F has no parameter y"},
		{"field", "grad wrt=p.Z", "type P struct{ X, Y float64 }\n\nfunc F(p P) float64 { return p.X }", "f (p : (real, real)) : real = p.1", "p of type samples/error.P has no field Z"},
		{"int", "grad wrt=n", "func F(x float64, n int) float64 { return x }", "f (x : real, n : int) : real = x", "n, of type int, does not vary"},
		{"constant", "grad wrt=p.X", "type P struct {\n\tX float64 //chad:nodiff\n\tY float64\n}\n\nfunc F(p P) float64 { return p.X }", "f (p : (real, real)) : real = p.1", "p.X is marked //chad:nodiff"},
		{"twice", "grad wrt=p,p.X", "type P struct{ X, Y float64 }\n\nfunc F(p P) float64 { return p.X }", "f (p : (real, real)) : real = p.1", "wrt names p.X twice"},
		{"two results", "grad", "func F(x float64) (a, b float64) { return x, x }", "f (x : real) : (real, real) = (x, x)", "F must have one result to differentiate; choose one with of=, by its name"},
		{"of", "grad of=c", "func F(x float64) (a, b float64) { return x, x }", "f (x : real) : (real, real) = (x, x)", "F has no result named c"},
		{"of an int", "grad of=n", "func F(x float64) (a float64, n int) { return x, 1 }", "f (x : real) : (real, int) = (x, 1)", "result n of F, of type int, does not vary"},
		{"slice", "grad", "func F(x []float64) []float64 { return x }", "f [n] (x : [n]real) : [n]real = x", "F returns []float64; use vjp or jacobian"},
		{"no result", "vjp", "func F(x float64) int { return 1 }", "f (x : real) : int = 1", "no result of F varies"},
		{"no tangent", "jvp", "func F(x float64) int { return 1 }", "f (x : real) : int = 1", "no result of F varies"},
		{"Hessian", "hessian", "func F(x []float64) []float64 { return x }", "f [n] (x : [n]real) : [n]real = x", "F returns []float64"},
		{"function", "grad", "func F(x float64, g func(float64) float64) float64 { return g(x) }", "f (x : real, g : real -> real) : real = g x", "F takes functions: parameter g"},
		{"pointers", "grad", "type P struct{ X, Y float64 }\n\nfunc F(ps []*P) float64 { return ps[0].X }", "f [n] (p : [n](real, real)) : real = p[0].1", "ps, of type []*samples/error.P, has pointers in it"},
		{"mismatch", "grad", "func F(x float64) float64 { return x }", "f (x : real, y : real) : real = x", "the translation of F has 2 parameters, not 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ar := &txtar.Archive{}
			code := strings.Replace(c.code, "func ", "//chad:"+c.directive+"\nfunc ", 1)
			put(ar, "user.go", []byte("package p\n\n"+code+"\n"))
			put(ar, "def.chad", []byte("def "+c.def+"\n"))
			src, err := generate(t, "error", ar)
			if err == nil {
				t.Fatalf("no error:\n%s", src)
			}
			if !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %q, want %q", err, c.want)
			}
		})
	}
}
