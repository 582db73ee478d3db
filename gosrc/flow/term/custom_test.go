package term_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// withJVP reads a program of which the function name has the derivative jvp.
func withJVP(t *testing.T, src, name, jvp string) (*flow.Program, map[string]*flow.Func) {
	t.Helper()
	p, fs := read(t, "custom.go", "package p\nimport \"math\"\nvar _ = math.Pi\n"+src)
	fs[name].JVP = fs[jvp]
	var rest []*flow.Func
	for _, f := range p.Funcs {
		if f != fs[jvp] {
			rest = append(rest, f)
		}
	}
	p.Funcs = rest
	return p, fs
}

func gradient(t *testing.T, r *term.Result, f *term.Func, args ...any) []any {
	t.Helper()
	g, err := chad.ValueAndGrad(value(t, r, f))
	if err != nil {
		t.Fatal(err)
	}
	vs := make([]semantics.Value, len(args))
	for i, a := range args {
		if vs[i], err = semantics.FromGo(a, g.Def().Params[i].Type); err != nil {
			t.Fatal(err)
		}
	}
	v, err := g.Call(vs...)
	if err != nil {
		t.Fatal(err)
	}
	out, err := semantics.ToGo(v, g.Def().Result)
	if err != nil {
		t.Fatal(err)
	}
	return flat(reflect.ValueOf(out)).([]any)
}

// A derivative that the user has written is the one that is used: here it is twice the true one, so that it shows.
func TestCustom(t *testing.T) {
	p, fs := withJVP(t, `
func scale(k float64, x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range y {
		y[i] = math.Sin(k) * x[i]
	}
	return y
}
func dscale(k float64, x []float64, dk float64, dx []float64) ([]float64, []float64) {
	y := make([]float64, len(x))
	for i := range y {
		y[i] = math.Sin(k) * x[i]
	}
	dy := make([]float64, len(x))
	for i := range dy {
		if k < 0 {
			continue
		}
		dy[i] = 2*(math.Cos(k)*dk*x[i] + math.Sin(k)*dx[i])
	}
	return y, dy
}
func F(k float64, x []float64) float64 {
	s := 0.0
	for _, v := range scale(k, x) {
		s += v * v
	}
	return s
}`, "scale", "dscale")
	r, ds := term.Program(p)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	k, x := 0.7, []float64{1, -2, 3}
	got := gradient(t, r, r.Funcs[fs["F"]], k, x)
	sk, ck := math.Sin(k), math.Cos(k)
	dk, dx := 0.0, []any{}
	for _, v := range x {
		dk += 2 * 2 * sk * v * ck * v
		dx = append(dx, 2*2*sk*sk*v)
	}
	if want := []any{sk * sk * 14, []any{dk, dx}}; !near(any(got), any(want), 1e-12) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A derivative that is not linear by its form is refused at its place.
func TestCustomNotLinear(t *testing.T) {
	p, _ := withJVP(t, `
func f(x float64) float64 { return x * x }
func df(x, dx float64) (float64, float64) {
	return x * x, dx * dx
}`, "f", "df")
	_, ds := term.Program(p)
	if len(ds) != 1 || ds[0].Pos.Line != 7 || ds[0].Pos.Col != 16 || !strings.Contains(ds[0].Message, "not linear in the tangents") {
		t.Errorf("got %v", ds)
	}
}

// What an extern function computes is not known here, but its derivative is.
func TestExtern(t *testing.T) {
	pos := &syntax.Pos{File: "e.go", Line: 7, Col: 1}
	v := func(name string) *flow.Var { return &flow.Var{Name: name, Type: flow.Real} }
	x, r := v("x"), v("r")
	y, dy, w, dw := v("y"), v("dy"), v("w"), v("dw")
	ext := &flow.Func{
		Name: "cube", Params: []*flow.Var{x}, Results: []*flow.Var{r}, At: pos, Extern: &flow.Extern{Pkg: "example.com/m", Name: "Cube"},
		JVP: &flow.Func{
			Name: "dcube", Params: []*flow.Var{y, dy}, Results: []*flow.Var{w, dw}, At: pos,
			Body: []flow.Stmt{assign(dw, real2("*", real2("*", lit(3), real2("*", load(y), load(y))), load(dy)))},
		},
	}
	a, b := v("a"), v("b")
	f := &flow.Func{Name: "f", Params: []*flow.Var{a}, Results: []*flow.Var{b}, Body: []flow.Stmt{
		&flow.Call{Dst: []flow.Place{{Var: b}}, Func: ext, Args: []flow.Expr{load(a)}, At: pos},
	}}
	p := &flow.Program{Funcs: []*flow.Func{f, ext}}
	if err := flow.Verify(p, flow.Value); err != nil {
		t.Fatal(err)
	}
	res, ds := term.Program(p)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := semantics.Call(res.Funcs[f].Def, semantics.Real(2)); err == nil || !strings.HasPrefix(err.Error(), "e.go:7:1: ") {
		t.Errorf("the interpreter says %v", err)
	}
	m, err := chad.NewModule(res.Program)
	if err != nil {
		t.Fatal(err)
	}
	fn, _ := m.Func("f")
	g, err := chad.ValueAndGrad(fn)
	if err != nil {
		t.Fatal(err)
	}
	src, err := chad.Emit("p", "", chad.Export{Func: g})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"example.com/m"`, "m.Cube(a)", "3 * (a * a)"} {
		if !strings.Contains(string(src), want) {
			t.Errorf("no %s in\n%s", want, src)
		}
	}
}
