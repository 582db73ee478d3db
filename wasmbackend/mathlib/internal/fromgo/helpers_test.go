package fromgo_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/internal/fromgo"
)

// What a row of the primitive table has for Go is its text for WebAssembly, unless there is another one. A row that is
// not there yet is tried under the name of one that is, in a folder without that one's text.
func TestHelpers(t *testing.T) {
	const functions = `
import "math"

func cosh(x float64) float64 { return math.Abs(x) + 1 }

func exp(x float64) float64 { return x + 2 }
`
	row := func(name, fn, helper string, imports ...string) *syntax.Op {
		op := *syntax.MustOp(name)
		op.Go = syntax.GoForm{Func: fn, Helper: helper, Imports: imports}
		return &op
	}
	ops := []*syntax.Op{
		row("cosh", "cosh", "func cosh(x float64) float64 { return 7 }"), // which has a text
		row("tanh", "sech", "// sech is 1/cosh(x), or so.\nfunc sech(x float64) float64 {\n\tif x < 0 {\n\t\treturn x*x + math.Floor(x)*(2*x+1)\n\t}\n"+
			"\treturn 1 / math.Cosh(x)\n}", "math"),
		row("asinh", "shadow", "func shadow(x float64) float64 { exp := x; return math.Exp(exp) }", "math"),
		row("atanh", "pair", "func pair(x float64) float64 { s, c := math.Sincos(x); return s / c }", "math"),
		row("tan", "loops", "func loops(x float64) float64 {\n\tfor {\n\t\tif x > 1 {\n\t\t\tbreak\n\t\t}\n\t\tx++\n\t}\n\treturn x\n}"),
		row("sin", "other", "func other(x float64) float64 { return math.Gamma(x) }", "math"),
		syntax.MustOp("cos"),
	}
	folder := dir(t, functions)
	text, refused, err := fromgo.Helpers(folder, ops)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"asinh": "is not a function", "atanh": "unknown function", "tan": "a loop without a condition", "sin": "undefined: gamma",
		"cos": "a function of the standard library",
	}
	for op, why := range refused {
		if w := want[op.Name]; w == "" || !strings.Contains(why.Error(), w) {
			t.Errorf("%s: %v, want %q", op, why, w)
		}
		delete(want, op.Name)
	}
	if len(want) > 0 {
		t.Errorf("not refused: %v", want)
	}
	for _, part := range []string{"// tanh is 1/cosh(x), or so.\nfunc tanh(", "float64(x*x)", "float64(math.Floor(x)*(float64(2*x)+1))", "1 / cosh(x)"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, fromgo.HelpersFile), text, 0o600); err != nil {
		t.Fatal(err)
	}
	index, err := fromgo.Index(folder)
	if err != nil || !strings.Contains(string(index), `"tanh": tanh,`) {
		t.Fatalf("%v\n%s", err, index)
	}
	if err := os.WriteFile(filepath.Join(folder, fromgo.IndexFile), index, 0o600); err != nil {
		t.Fatal(err)
	}
	if again, _, err := fromgo.Helpers(folder, ops); err != nil || string(again) != string(text) {
		t.Errorf("with the file there: %v\n%s", err, again)
	}
	lib, err := fromgo.Dir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{-2.5, -1, 0, 3} {
		out, _, err := loop.Eval(lib.Prog, lib.Funcs["tanh"].Fn, []loop.Value{x}, 1000)
		want := 1 / (math.Abs(x) + 1)
		if x < 0 {
			want = float64(x*x) + float64(math.Floor(x)*(float64(2*x)+1))
		}
		if err != nil || out[0].(float64) != want {
			t.Errorf("at %v: %v, want %v (%v)", x, out, want, err)
		}
	}
}
