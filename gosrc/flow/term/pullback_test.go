package term_test

import (
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/syntax"
)

// withVJP reads a program of which the function name has the VJP vjp, and the JVP jvp where that is not empty.
func withVJP(t *testing.T, src, name, vjp, jvp string) (*flow.Program, map[string]*flow.Func) {
	t.Helper()
	p, fs := withJVP(t, src, name, jvp)
	fs[name].VJP = fs[vjp]
	var rest []*flow.Func
	for _, f := range p.Funcs {
		if f != fs[vjp] {
			rest = append(rest, f)
		}
	}
	p.Funcs = rest
	return p, fs
}

const scaled = `
func scale(k float64, x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range y {
		y[i] = math.Sin(k) * x[i]
	}
	return y
}
func pull(k float64, x, y, dy []float64) (float64, []float64) {
	dk, dx := 0.0, make([]float64, len(x))
	for i := range x {
		dk += 2 * math.Cos(k) * x[i] * dy[i]
		dx[i] = 3 * y[i] / x[i] * dy[i]
	}
	return dk, dx
}
func push(k float64, x []float64, dk float64, dx []float64) ([]float64, []float64) {
	y, dy := make([]float64, len(x)), make([]float64, len(x))
	for i := range y {
		y[i] = math.Sin(k) * x[i]
		dy[i] = 5*math.Cos(k)*dk*x[i] + 7*math.Sin(k)*dx[i]
	}
	return y, dy
}
func F(k float64, x []float64) float64 {
	s := 0.0
	for _, v := range scale(k, x) {
		s += v * v
	}
	return s
}`

// A VJP is what reverse mode uses. Forward mode uses its transpose, or the JVP where there is one: here they are 2, 3, 5
// and 7 times the true derivatives, so that it shows. The interpreter, and what is printed and read, agree.
func TestPullback(t *testing.T) {
	k, x := 0.7, []float64{1, -2, 3}
	sk, ck := math.Sin(k), math.Cos(k)
	for jvp, factors := range map[string][2]float64{"": {2, 3}, "push": {5, 7}} {
		p, fs := withVJP(t, scaled, "scale", "pull", jvp)
		r, ds := term.Program(p)
		if err := ds.Err(); err != nil {
			t.Fatal(err)
		}
		dk, dx := 2*28*sk*ck, []any{}
		for _, v := range x {
			dx = append(dx, 3*2*sk*sk*v)
		}
		got := gradient(t, r, r.Funcs[fs["F"]], k, x)
		if want := []any{sk * sk * 14, []any{dk, dx}}; !near(any(got), any(want), 1e-12) {
			t.Errorf("with %q: got %v, want %v", jvp, got, want)
		}
		m, err := chad.NewModule(r.Program)
		if err != nil {
			t.Fatal(err)
		}
		want := factors[0]*28*sk*ck + factors[1]*2*sk*sk*x[2]
		if d := pushed(t, m, k, x, []float64{0, 0, 1}); !near(any(d), any(want), 1e-12) {
			t.Errorf("with %q: the tangent is %v, want %v", jvp, d, want)
		}
		if jvp == "" { // it has a zero in it, which only terms have
			continue
		}
		if m, err = chad.Parse("p.chad", []byte(syntax.ProgramString(r.Program))); err != nil {
			t.Fatal(err)
		}
		if d := pushed(t, m, k, x, []float64{0, 0, 1}); !near(any(d), any(want), 1e-12) {
			t.Errorf("read again, the tangent is %v, want %v", d, want)
		}
	}
}

// pushed is the tangent of F for the tangent 1 of k.
func pushed(t *testing.T, m *chad.Module, k float64, x, dx []float64) any {
	t.Helper()
	f, err := m.Func("F")
	if err != nil {
		t.Fatal(err)
	}
	d, err := chad.JVP(f)
	if err != nil {
		t.Fatal(err)
	}
	y, err := d.Eval(k, x, 1.0, dx)
	if err != nil {
		t.Fatal(err)
	}
	return y.([]any)[1]
}

// What is no VJP, and what has none, is refused at the place of the VJP, or of the JVP beside it.
func TestPullbackRefused(t *testing.T) {
	const vjp = "func v(x, y, dy float64) float64 { return dy }\n"
	for _, c := range []struct{ src, want string }{
		{"func f(x float64) float64 { return x }\nfunc v(x, y, dy float64) float64 { return math.Max(-1, math.Min(dy, 1)) }",
			"5: the VJP v of f is not linear in the cotangents"},
		{"func f(x float64) float64 { return x }\nfunc v(x, y, dy float64) float64 { return y + dy }",
			"5: the VJP v of f is not linear in the cotangents"},
		{"func f(x float64) float64 { return x }\n" + vjp + "func j(x, dx float64) (float64, float64) { return x, dx + 1 }",
			"6: the derivative j of f is not linear in the tangents"},
		{"func f(x [][]float64) [][]float64 {\n\tvar y [][]float64\n\tfor i := range x {\n\t\ty = append(y, x[i][:i])\n\t}\n" +
			"\treturn y\n}\nfunc v(x, y, dy [][]float64) [][]float64 { return x }",
			"11: f returns rows whose lengths may differ, and so has no VJP by hand"},
	} {
		p, fs := withVJP(t, c.src, "f", "v", "")
		if j := fs["j"]; j != nil {
			fs["f"].JVP = j
		}
		_, ds := term.Program(p)
		if len(ds) != 1 || !strings.Contains(ds[0].Pos.String()+": "+ds[0].Message, ":"+strings.Split(c.want, ": ")[0]+":") ||
			!strings.Contains(ds[0].Message, strings.SplitN(c.want, ": ", 2)[1]) || ds[0].Hint == "" {
			t.Errorf("got %v, want %s in\n%s", ds, c.want, c.src)
		}
	}
}
