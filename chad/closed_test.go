package chad_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/syntax"
)

// closedPrograms are functions f (x, y) with functions that are values at run time.
var closedPrograms = []struct{ name, src string }{
	{"chosen by a branch", `
def f (x : real, y : real) : real =
  let g = if x > y then \z. sin (z * x) else \z. z * z * y in loop s = y for i < 4 do s + g s * 0.3`},
	{"chosen by a case", `
def pick (k : int) : real + int = if k == 0 then inl 2.0 else inr k
def f (x : real, y : real) : real =
  let g = \k. case pick k of inl a -> (\z. a * z * x) | inr j -> (\z. z * sin (y * real j)) in
  g 0 (g 1 x) + g 2 y`},
	{"in an array", `
def f (x : real, y : real) : real =
  let gs = [if i % 2 == 0 then (\z. z * x + real i) else (\z. sin (z + y)) | i < 5] in
  loop s = y for i < 5 do gs[i] s * 0.5`},
	{"in an array that changes", `
def f (x : real, y : real) : real =
  let gs = loop gs = [\z. z * x, \z. z + y, \z. sin z] for i < 3 do set gs (i % 3) (\z. gs[(i + 1) % 3] (z * y)) in
  gs[0] 1.1 * gs[1] x + gs[2] y`},
	{"in a tuple of the state", `
def f (x : real, y : real) : real =
  let (g, h, s) = loop (g, h, s) = (\z. z * x, \z. sin z, y) for i < 4 do (h, \z. g (z + s), h (s * y)) in g s + h x`},
	{"in a sum", `
def f (x : real, y : real) : real =
  let s : (real -> real) + real = if x > 0.0 then inl (\z. z * z * y) else inr x in
  case s of inl g -> g x * g y | inr a -> a`},
	{"in data", `
data op = Unary (real -> real) | Binary (real -> real -> real) | Neither
def run (o : op, a : real, b : real) : real = case o of Unary g -> g a * b | Binary g -> g a b | Neither -> a
def f (x : real, y : real) : real =
  loop s = 0.5 for i < 5 do
    let o = if i % 3 == 0 then Unary (\z. sin (z * x)) else if i % 3 == 1 then Binary (\a b. a * b + y) else Neither in
    run (o, s, y) + x`},
	{"returned and partly applied", `
def make (k : int, a : real) : real -> real -> real =
  if k == 0 then (\u v. u * a + v) else if k == 1 then (\u v. sin (u * v * a)) else let g = make (k - 2, a * 0.5) in \u. g (u + a)
def f (x : real, y : real) : real =
  let g = make (3, x) y in sum [g (x + real i) + make (i, y) x 0.7 | i < 3]`},
	{"grown by recursion", `
def iter (n : int, g : real -> real, x : real) : real -> real = if n <= 0 then g else iter (n - 1, \z. sin (g (z * x)), x)
def f (x : real, y : real) : real = iter (4, \z. z * y, x) x + iter (2, \z. z, y) y`},
	{"composed in a loop", `
def f (x : real, y : real) : real =
  let g = loop g = (\z. z * x) for i < 5 do (\z. g (sin (z + y * real i))) in g (g y)`},
	{"with arrays of local sizes", `
def f (x : real, y : real) : real =
  let g = loop g = (\z. z) for i < 3 do
        let size n = int i + 2
            a = [[x * real j + y * real k | j < n] | k < n] in
        (\z. g (sin z * sum [a[j][j] * z | j < n])) in
  g 0.3`},
	{"of arrays of any size", `
def twice [n] (g : [n]real -> [n]real, a : [n]real) : [n]real = loop a = a for i < 3 do g (g a)
def f (x : real, y : real) : real =
  let g = \b. if b then (\a. [a[0] * x, a[1] + y]) else (\a. [sin a[1], a[0]])
      a = twice (g (x > 0.0), [x, y]) in
  a[0] * a[1] + (twice (\a. map (\z. z * y) a, [x, y, 1.0]))[2]`},
	{"under operators", `
def f (x : real, y : real) : real =
  let g = if x > 0.0 then \z. z * z * z * y else \z. sin (z * x) in
  grad g x + jvp (\z. g (g z)) y x`},
	{"under checkpoints and while", `
def f (x : real, y : real) : real =
  let (g, s) = loop (g, s) = (\z. z * 0.9, x) while s < 3.0 do (\z. g (z + 0.1 * y), s + 0.6) in
  checkpoint (loop s = s for i < 6 do g (sin s))`},
	{"that nothing makes", `
data op = Of (real -> real) | None
def f (x : real, y : real) : real = let o = if x > 100.0 then None else None in case o of Of g -> g x | None -> x * y`},
	{"that nothing makes, of what nothing is", `
data t = T t
data op = Of (real -> t) | None
def g (u : t, x : real) : real = case u of T v -> g (v, x)
def f (x : real, y : real) : real = let o = if x > 100.0 then None else None in case o of Of h -> g (h x, y) | None -> x * y`},
}

// TestClosures: functions that are values at run time leave no function in the code, whatever is derived; gradients,
// Jacobian-vector products and Hessian-vector products agree with differences.
func TestClosures(t *testing.T) {
	const x, y, h = 0.7, 0.4, 1e-5
	for _, row := range closedPrograms {
		t.Run(row.name, func(t *testing.T) {
			m, err := chad.Parse("f.chad", []byte(row.src))
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Func("f")
			if err != nil {
				t.Fatal(err)
			}
			derived := func(g *chad.Func, err error) *chad.Func {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				if err := syntax.VerifyProgram(g.Program()); err != nil {
					t.Fatal(err)
				}
				code, err := chad.Emit("p", "", chad.Export{Func: g})
				if err != nil {
					t.Fatal(err)
				}
				plain := strings.ReplaceAll(string(code), "sync.Pool{New: func() any", "") // workspaces have no other
				for _, word := range []string{"gochad/linear", "func("} {
					if strings.Contains(plain, word) {
						t.Errorf("the code of %s has %q:\n%s", g.Name(), word, code)
					}
				}
				return g
			}
			g := derived(chad.ValueAndGrad(f))
			jvp, hvp := derived(chad.JVP(f)), derived(chad.HVP(f))
			derived(f.Plain())
			value := func(x, y float64) float64 { return floats(t, f, x, y)[0] }
			grad := func(x, y float64) []float64 { return floats(t, g, x, y) }
			got := grad(x, y)
			dx, dy := (value(x+h, y)-value(x-h, y))/(2*h), (value(x, y+h)-value(x, y-h))/(2*h)
			agreeReals(t, "gradient", got, []float64{value(x, y), dx, dy})
			const a, b = 0.3, -0.8
			agreeReals(t, "tangent", floats(t, jvp, x, y, a, b), []float64{value(x, y), a*dx + b*dy})
			up, down := grad(x+h*a, y+h*b), grad(x-h*a, y-h*b)
			agreeReals(t, "Hessian product", floats(t, hvp, x, y, a, b), []float64{(up[1] - down[1]) / (2 * h), (up[2] - down[2]) / (2 * h)})
		})
	}
}

// floats are the reals of a result.
func floats(t *testing.T, f *chad.Func, args ...any) (out []float64) {
	t.Helper()
	v, err := f.Eval(args...)
	if err != nil {
		t.Fatal(err)
	}
	var add func(v any)
	add = func(v any) {
		switch v := v.(type) {
		case float64:
			out = append(out, v)
		case []float64:
			out = append(out, v...)
		case []any:
			for _, e := range v {
				add(e)
			}
		default:
			t.Fatalf("a result %v", v)
		}
	}
	add(v)
	return out
}

func agreeReals(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s is %v, want %v", what, got, want)
	}
	for i, w := range want {
		if d := math.Abs(got[i] - w); !(d < 2e-6*(1+math.Abs(w))) {
			t.Errorf("component %d of the %s is %v, want %v", i, what, got[i], w)
		}
	}
}

// TestClosedSize: what is differentiated is as large as the program is, with many functions and with deep nests of
// them.
func TestClosedSize(t *testing.T) {
	size := func(src string) int {
		m, err := chad.Parse("f.chad", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		s, err := chad.Show(f, chad.ShowOptions{Stage: "closed"})
		if err != nil {
			t.Fatal(err)
		}
		return len(strings.Fields(s))
	}
	chain := func(k int) string {
		var b strings.Builder
		b.WriteString("def f (x : real) : real =\n  let g0 = if x > 0.0 then \\y. y * x else \\y. sin y\n")
		for i := range k {
			fmt.Fprintf(&b, "      g%d = if x > %d.0 then \\y. g%d (y * x) + %d.0 else \\y. sin (g%d y)\n", i+1, i, i, i, i)
		}
		fmt.Fprintf(&b, "  in g%d x", k)
		return b.String()
	}
	nest := func(k int) string {
		body := "x"
		for i := k - 1; i >= 0; i-- {
			body = fmt.Sprintf("(if x > %d.0 then \\y%d. y%d * sin (%s) else \\z. z) (x + %d.0)", i, i, i, body, i)
		}
		return "def f (x : real) : real = " + body
	}
	for _, c := range []struct {
		name  string
		src   func(k int) string
		small int
		grown int
	}{{"functions that capture functions", chain, 20, 400}, {"nested functions", nest, 10, 60}} {
		a, b := size(c.src(c.small)), size(c.src(c.grown))
		t.Logf("%s: %d words for %d, %d for %d", c.name, a, c.small, b, c.grown)
		if b > 2*a*c.grown/c.small {
			t.Errorf("%s: %d words for %d, but %d for %d", c.name, a, c.small, b, c.grown)
		}
	}
}
