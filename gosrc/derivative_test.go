package gosrc_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var allDerivatives = flag.Bool("attached", false, "all kinds of functions with derivatives, and not a sample")

// A callee is a kind of function to attach a derivative to: of twice its argument, with a derivative that is three
// times what it should be, so that it is seen which one is used. In its texts, $Q is the qualifier of its package, $T
// the type of the argument, $R that of the result, $B the result, $A the argument of the call.
type callee struct {
	name    string
	decl    string // of the function; where it is a method, of its type too
	of      string // the function as a directive names it
	tparams string
	params  string // those of the derivative before the tangents
	call    string
	again   string // the call in the derivative
}

const methodDecl = "type M struct{ N int }\n\nfunc (m M) G(a $T) $R { return $B }\n"

var callees = []callee{
	{"func", "func G(a $T) $R { return $B }\n", "$QG", "", "a $T", "$QG($A)", "$QG(a)"},
	{"function value", "func G(a $T) $R { return $B }\n", "$QG", "", "a $T", "func(f func($T) $R) $R { return f($A) }($QG)", "$QG(a)"},
	{"generic func", "func G[E ~float64](a $T) $R { return $B }\n", "$QG", "[E ~float64]", "a $T", "$QG[float64]($A)", "$QG(a)"},
	{"variadic func", "func G(k int, as ...$T) $R { a := as[k]; return $B }\n", "$QG", "", "k int, as []$T", "$QG(0, $A)", "$QG(k, as...)"},
	{"method", methodDecl, "$QM.G", "", "m $QM, a $T", "$QM{N: 1}.G($A)", "m.G(a)"},
	{"method by pointer", "type M struct{ N int }\n\nfunc (m *M) G(a $T) $R { return $B }\n", "$QM.G", "", "m *$QM, a $T", "(&$QM{N: 1}).G($A)", "m.G(a)"},
	{"method value", methodDecl, "$QM.G", "", "m $QM, a $T", "func(f func($T) $R) $R { return f($A) }($QM{N: 1}.G)", "m.G(a)"},
	{"method expression", methodDecl, "$QM.G", "", "m $QM, a $T", "$QM.G($QM{N: 1}, $A)", "m.G(a)"},
	{"method in an interface", methodDecl, "$QM.G", "", "m $QM, a $T", "func(i interface{ G($T) $R }) $R { return i.G($A) }($QM{N: 1})", "m.G(a)"},
	{"promoted method", methodDecl + "\ntype O struct{ M }\n", "$QO.G", "", "m $QM, a $T", "$QO{}.G($A)", "m.G(a)"},
	{"method of an alias", methodDecl + "\ntype O = M\n", "$QO.G", "", "m $QM, a $T", "$QM{N: 1}.G($A)", "m.G(a)"},
	{
		"method of a generic type", "type M[E ~float64] struct{ N int }\n\nfunc (m M[E]) G(a $T) $R { return $B }\n", "$QM.G", "[E ~float64]", "m $QM[E], a $T",
		"$QM[float64]{N: 1}.G($A)", "m.G(a)",
	},
}

// An argument is a type that functions take, with what it is of x, what is read from it, and statements that make a
// cotangent d of a with $D where that is read.
type argument struct{ name, typ, arg, read, bar string }

var arguments = []argument{
	{"number", "float64", "x[0]", "a", "d := $D"},
	{"slice", "[]float64", "x", "a[0]", "d := make($T, len(a)); d[0] = $D"},
	{"array", "[1]float64", "[1]float64{x[0]}", "a[0]", "var d $T; d[0] = $D"},
	{"rows", "[][]float64", "[][]float64{x}", "a[0][0]",
		"d := make($T, len(a)); for i := range d { d[i] = make([]$R, len(a[i])) }; d[0][0] = $D"},
	{"struct", "struct{ V float64 }", "struct{ V float64 }{x[0]}", "a.V", "var d $T; d.V = $D"},
	{"slice in a struct", "struct{ V []float64 }", "struct{ V []float64 }{x}", "a.V[0]",
		"var d $T; d.V = make([]$R, len(a.V)); d.V[0] = $D"},
	{"pointer", "*float64", "&x[0]", "*a", "d := new($R); *d = $D"},
	{"named number", "$QN", "$QN(x[0])", "a", "d := $D"},
	{"float32", "float32", "float32(x[0])", "a", "d := $D"},
}

// An attachedCase is a module in which a function F calls a callee, with a derivative somewhere.
type attachedCase struct {
	callee callee
	taken  argument
	home   string // where the callee is: main, in another package, or foreign, in another module
	at     string // where the derivative is: main, home, or third
	called string // where the call is: main or third
	pulls  bool   // it is a VJP
}

func (c attachedCase) String() string {
	form := "derivative"
	if c.pulls {
		form = "VJP"
	}
	return fmt.Sprintf("%s of %s in %s, %s in %s, call in %s", c.callee.name, c.taken.name, c.home, form, c.at, c.called)
}

// text fills in a text of the package that is called so.
func (c attachedCase) text(text, in string) string {
	qualifier, typ, result := "q.", c.taken.typ, "float64"
	if in == "home" || c.home == "main" {
		qualifier = ""
	}
	if !strings.Contains(typ, "float64") {
		result = typ
	}
	arg, read := c.taken.arg, "2 * "+c.taken.read
	if c.callee.tparams != "" {
		typ, result = strings.ReplaceAll(typ, "float64", "E"), "E"
	}
	if strings.Contains(text, "float64(") { // a call from outside
		typ, result = c.taken.typ, strings.Replace(result, "E", "float64", 1)
	}
	text = strings.NewReplacer("$T", typ, "$R", result, "$B", read, "$A", arg).Replace(text)
	return strings.ReplaceAll(text, "$Q", qualifier)
}

// derivative is the directive and what it is above.
func (c attachedCase) derivative(in string) string {
	if c.pulls {
		return c.pullback(in)
	}
	tangents, d := "da $T", strings.Replace(c.taken.read, "a", "da", 1)
	if c.callee.name == "variadic func" {
		tangents, d = "das []$T", strings.Replace(d, "da", "das[k]", 1)
	}
	return c.text(fmt.Sprintf("\n//chad:derivative of=%s\nfunc GJVP%s(%s, %s) ($R, $R) { return %s, $R(6 * %s) }\n",
		c.callee.of, c.callee.tparams, c.callee.params, tangents, c.callee.again, d), in)
}

// pullback is derivative for a VJP. It knows the result, and uses it.
func (c attachedCase) pullback(in string) string {
	bar, back := strings.ReplaceAll(c.taken.bar, "$D", "$R(6) * dr + (r - "+c.callee.again+") * dr"), "$T"
	if c.callee.name == "variadic func" {
		bar = "a := as[k]; _ = a; " + bar + "; ds := make([]$T, len(as)); ds[k] = d; return ds"
		back = "[]$T"
	} else {
		bar += "; return d"
	}
	return c.text(fmt.Sprintf("\n//chad:derivative of=%s form=vjp\nfunc GJVP%s(%s, r, dr $R) %s { %s }\n",
		c.callee.of, c.callee.tparams, c.callee.params, back, bar), in)
}

// files are those of the module example.com/m in a folder of it.
func (c attachedCase) files(folder string) map[string]string {
	home, third := "example.com/m/"+folder+"/q", "example.com/m/"+folder+"/r"
	if c.home == "foreign" {
		home = "example.org/" + folder + "/q"
	}
	body := map[string]string{}
	uses := map[string][]string{} // imports
	add := func(in, text string) {
		if c.home == "main" && in == "home" {
			in = "main"
		}
		body[in] += text
		if strings.Contains(text, "q.") && in != "home" {
			uses[in] = append(uses[in], home)
		}
	}
	add("home", c.text("\ntype N float64\n\n"+c.callee.decl, "home"))
	add(c.at, c.derivative(c.at))
	call := c.text("float64("+c.callee.call+")", c.called)
	if c.called == "third" {
		add("third", "\nfunc Call(x []float64) float64 { return "+call+" }\n")
		call = "r.Call(x)"
	}
	add("main", "\n//chad:grad\nfunc F(x []float64) float64 { return "+call+" }\n")
	file := func(in, name string) string {
		imports := "\n"
		for k, path := range uses[in] {
			if k == 0 {
				imports += fmt.Sprintf("import %q\n\n", path)
			}
		}
		if in == "main" && body["third"] != "" {
			if c.called == "third" {
				imports += fmt.Sprintf("import %q\n\n", third)
			} else {
				imports += fmt.Sprintf("import _ %q\n\n", third)
			}
		}
		return "package " + name + "\n" + imports + body[in]
	}
	out := map[string]string{folder + "/m.go": file("main", "m")}
	if body["third"] != "" {
		out[folder+"/r/r.go"] = file("third", "r")
	}
	if c.home == "foreign" {
		out["vendor/"+home+"/q.go"] = file("home", "q")
	} else if c.home == "another package" {
		out[folder+"/q/q.go"] = file("home", "q")
	}
	return out
}

func attachedCases() (out []attachedCase) {
	for _, k := range callees {
		for _, v := range arguments {
			if !strings.Contains(v.typ, "float64") && k.tparams != "" {
				continue
			}
			for _, home := range []string{"main", "another package", "foreign"} {
				for _, at := range []string{"main", "home", "third"} {
					for _, called := range []string{"main", "third"} {
						if home == "main" && (called != "main" || at != "home") || home == "foreign" && at == "home" {
							continue
						}
						out = append(out, attachedCase{k, v, home, at, called, false}, attachedCase{k, v, home, at, called, true})
					}
				}
			}
		}
	}
	return out
}

// expected says whether the derivative must be used; otherwise it may be refused.
func (c attachedCase) expected() bool {
	return (c.home != "foreign" || c.callee.name == "func" && c.taken.name == "number") && (c.at != "third" || c.called == "third")
}

// Each derivative that a directive attaches to a function is what is used where this is called, or the directive is
// refused at its line: whatever function it is, whoever owns it, and however it is called.
func TestAttached(t *testing.T) {
	cases := attachedCases()
	if !*allDerivatives { // each pair of properties comes about several times: 23, and 69, have no factor of the 22 for each type
		var sample []attachedCase
		for i, c := range cases {
			if i%(23*part.Pick(3, 1)) == 0 {
				sample = append(sample, c)
			}
		}
		cases = sample
	}
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n\nrequire example.org v1.0.0\n"}
	vendored := "# example.org v1.0.0\n## explicit; go 1.26\n"
	for i, c := range cases {
		for name, text := range c.files(fmt.Sprintf("c%d", i)) {
			files[name] = text
			if path, ok := strings.CutPrefix(name, "vendor/"); ok {
				vendored += filepath.Dir(path) + "\n"
			}
		}
	}
	files["vendor/modules.txt"] = vendored
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	world, err := load.List([]string{"./..."}, load.Options{Dir: dir, More: gosrc.Adapters})
	if err != nil {
		t.Fatal(err)
	}
	used := 0
	for _, p := range world.Packages {
		var i int
		if n, _ := fmt.Sscanf(p.Path, "example.com/m/c%d", &i); n != 1 || strings.Count(p.Path, "/") != 2 {
			continue
		}
		t.Run(cases[i].String(), func(t *testing.T) {
			m, ds := gosrc.Module(p, wasmbackend.Options{})
			if len(ds) > 0 {
				if cases[i].expected() {
					t.Errorf("refused: %v", ds.Err())
				}
				for _, d := range ds {
					about := strings.HasPrefix(d.Line, "//chad:derivative") || strings.HasPrefix(d.Line, "func GJVP") ||
						d.Code == "foreign-call" && strings.Contains(d.Hint, "in this package")
					if !about || d.Hint == "" {
						t.Errorf("refused, not at the directive: %s", d)
					}
				}
				return
			}
			checkAttached(t, m)
			used++
		})
	}
	t.Logf("%d of %d are used", used, len(cases))
	if used < len(cases)/2 {
		t.Error("too many are refused")
	}
}

// A derivative that nothing can use is an error at its line, also where the package asks for nothing else, and where
// another package is generated. One that the package could use is none, whatever its own directives come to.
func TestUncalled(t *testing.T) {
	const text = `
-- go.mod --
module example.com/m

go 1.26
-- bare/m.go --
package bare

import "math"

//chad:derivative of=math.Gamma
func gamma(x, dx float64) (float64, float64) { return math.Gamma(x), dx }
-- hidden/m.go --
package hidden

//chad:grad
func F(x float64) float64 { return x }

func g(x float64) float64 { return x }

//chad:derivative of=g
func dg(x, dx float64) (float64, float64) { return g(x), dx }
-- both/m.go --
package both

//chad:grad
func F(x float64) float64 { return x }

func g(x float64) float64 { return x }

//chad:derivative of=g
func dg(x, dx float64) (float64, float64) { return g(x), dx }

//chad:derivative of=g form=vjp
func gbar(x, y, dy float64) float64 { return g(x) / y * dy }
-- far/m.go --
package far

import (
	"math"

	_ "example.com/m/bare"
)

//chad:grad
func F(x float64) float64 { return math.Gamma(x) }
-- fine/m.go --
package fine

import "math"

//chad:grad
func F(x float64) float64 { return x }

func G(x float64) float64 { return x }

//chad:derivative of=G
func dG(x, dx float64) (float64, float64) { return G(x), dx }

func H(x float64) float64 { return math.Gamma(x) }

//chad:derivative of=math.Gamma
func gamma(x, dx float64) (float64, float64) { return math.Gamma(x), dx }

type model interface{ value(x float64) float64 }

func I(m model, x float64) float64 { return m.value(x) }

type line float64

func (l line) value(x float64) float64 { return float64(l) * x }

//chad:derivative of=line.value
func dline(l line, x float64, dl line, dx float64) (float64, float64) { return l.value(x), dx }
`
	dir := module(t, text)
	for pkg, want := range map[string]string{
		"./bare":   "bare/m.go:5:1: nothing uses this derivative: package bare does not call Gamma",
		"./hidden": "hidden/m.go:8:1: nothing uses this derivative: package hidden does not call g",
		"./both":   "both/m.go:11:1: nothing uses this derivative: package both does not call g",
		"./far":    "bare/m.go:5:1: nothing uses this derivative",
		"./fine":   "",
	} {
		_, err := gosrc.Plan(t.Context(), []string{pkg}, gosrc.Options{Load: load.Options{Dir: dir}})
		if err == nil != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", pkg, err, want)
		}
	}
}

// Of several derivatives of a function, a call takes that of its own package, else that of the package that is
// generated.
func TestDerivativeOfEach(t *testing.T) {
	const text = `
-- go.mod --
module example.com/m

go 1.26
-- m.go --
package m

import (
	"example.com/m/q"
	"example.com/m/r"
)

//chad:grad
func F(x []float64) float64 { return q.G(x[0]) + 10*r.Call(x[0]) + 100*q.Call(x[0]) }

//chad:derivative of=q.G
func dG(x, dx float64) (float64, float64) { return q.G(x), 2 * dx }
-- q/q.go --
package q

func G(x float64) float64 { return x }

func Call(x float64) float64 { return G(x) }

//chad:derivative of=G
func dG(x, dx float64) (float64, float64) { return G(x), 3 * dx }
-- r/r.go --
package r

import "example.com/m/q"

func Call(x float64) float64 { return q.G(x) }
`
	m, err := compileModule(t, module(t, text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(t.Context(), nil, m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Func("fGrad")
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Leaves(t.Context(), []int{1}, []loop.Value{[]float64{1}})
	if err != nil || !same(got[1], 2+20+300) {
		t.Errorf("the gradient is %v, %v; want 322", got, err)
	}
}

// checkAttached asks for the gradient at 1.5.
func checkAttached(t *testing.T, m *wasmbackend.Module) {
	t.Helper()
	var engine *run.Engine
	for _, h := range m.Host {
		var err error
		engine, err = run.NewEngine(t.Context(), run.Options{Host: map[string]run.HostFunc{h.Name: run.Func1(func(a float64) float64 { return 2 * a })}})
		if err != nil {
			t.Fatal(err)
		}
		defer engine.Close(context.Background()) //nolint:errcheck // the test is over
	}
	q, err := run.New(t.Context(), engine, m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := q.Func("fGrad")
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Leaves(t.Context(), []int{1}, []loop.Value{[]float64{1.5}})
	if err != nil || got[0] != 3.0 || !same(got[1], 6) {
		t.Errorf("the gradient gives %v, %v; want 3 and 6", got, err)
	}
}

// What is no VJP of the function that it is attached to is refused at its line, with what to write.
func TestNoPullback(t *testing.T) {
	const head = "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- m.go --\npackage m\n\n"
	for _, c := range []struct{ name, text, want, hint string }{
		{
			"a JVP", "//chad:grad\nfunc F(x float64) float64 { return g(x) }\n\nfunc g(x float64) float64 { return x }\n\n" +
				"//chad:derivative of=g form=vjp\nfunc gJVP(x, dx float64) (float64, float64) { return x, dx }\n",
			"m.go:9:6: the VJP of g should be func(x float64, r0 float64, dr0 float64) float64",
			"this is a JVP; leave form=vjp out: //chad:derivative of=g",
		},
		{
			"a VJP without form", "//chad:grad\nfunc F(x float64) float64 { return g(x) }\n\nfunc g(x float64) float64 { return x }\n\n" +
				"//chad:derivative of=g\nfunc gVJP(x, y, dy float64) float64 { return dy }\n",
			"m.go:9:6: the derivative of g should be func(x float64, dx float64) (float64, float64)",
			"this is a VJP; say so: //chad:derivative of=g form=vjp",
		},
		{
			"no results", "//chad:grad\nfunc F(x float64) float64 { return g(x) }\n\nfunc g(x float64) float64 { return x }\n\n" +
				"//chad:derivative of=g form=vjp\nfunc gVJP(x, dy float64) float64 { return dy }\n",
			"m.go:9:6: the VJP of g should be func(x float64, r0 float64, dr0 float64) float64",
			"write its signature as the message says",
		},
		{
			"nothing varies", "//chad:grad\nfunc F(x float64) float64 { return x * float64(g(x)) }\n\nfunc g(x float64) int { return int(x) }\n\n" +
				"//chad:derivative of=g form=vjp\nfunc gVJP(x float64, n int) float64 { return 0 }\n",
			"m.go:9:6: the VJP of g should be left out: there is nothing to differentiate",
			"leave the directive out",
		},
		{
			"written", "//chad:grad\nfunc F(x []float64) float64 {\n\ty := append([]float64(nil), x...)\n\treturn g(y)\n}\n\n" +
				"func g(x []float64) float64 {\n\tx[0] *= 2\n\treturn x[0]\n}\n\n//chad:derivative of=g form=vjp\n" +
				"func gVJP(x []float64, y, dy float64) []float64 {\n\tdx := make([]float64, len(x))\n\tdx[0] = 2 * dy\n\treturn dx\n}\n",
			"m.go:15:6: g writes to its parameter x, and so has no VJP by hand",
			"write a JVP, which writes the tangent, too; or have g return a new value",
		},
		{
			"clipped", "//chad:grad\nfunc F(x float64) float64 { return g(x) }\n\nfunc g(x float64) float64 { return x }\n\n" +
				"//chad:derivative of=g form=vjp\nfunc gVJP(x, y, dy float64) float64 { return max(-1, min(dy, 1)) }\n",
			"m.go:9:6: the VJP gVJP of g is not linear in the cotangents",
			"to clip a gradient, clip what the generated function gives",
		},
		{
			"a map", "//chad:grad\nfunc F(x float64) float64 { return g(map[int]float64{0: 2}, x) }\n\n" +
				"func g(m map[int]float64, x float64) float64 { return m[0] * x }\n\n//chad:derivative of=g\n" +
				"func gJVP(m map[int]float64, x, dx float64) (float64, float64) { return m[0] * x, m[0] * dx }\n",
			"m.go:9:6: g takes a map, and so has no derivative by hand",
			"let the function take slices",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := gosrc.Plan(t.Context(), []string{"."}, gosrc.Options{Load: load.Options{Dir: module(t, head+c.text)}})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.hint) {
				t.Errorf("got %v, want %s\nhint: %s", err, c.want, c.hint)
			}
		})
	}
}
