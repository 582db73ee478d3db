package elementary

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// whole is a file of package p with the given sources and what they need.
func whole(t *testing.T, names ...string) string {
	t.Helper()
	var body bytes.Buffer
	var imports, done []string
	add := func(name string) {
		if slices.Contains(done, name) {
			return
		}
		done = append(done, name)
		src, _, ok := Source(name)
		if !ok {
			t.Fatalf("no source for %s", name)
		}
		fmt.Fprintf(&body, "\n%s\n", src)
		for _, path := range Imports(name) {
			if !slices.Contains(imports, path) {
				imports = append(imports, path)
			}
		}
	}
	for _, name := range names {
		_, deps, _ := Source(name)
		for _, d := range deps {
			add(d)
		}
		add(strings.ToLower(name))
	}
	var head strings.Builder
	head.WriteString("package p\n")
	for _, path := range imports {
		fmt.Fprintf(&head, "\nimport %q\n", path)
	}
	return head.String() + body.String()
}

// check type-checks a file that may import math and math/bits.
func check(t *testing.T, src string) (*ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := conf.Check("p", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	return f, info
}

func TestSourceCompiles(t *testing.T) {
	if len(Names()) < 20 {
		t.Fatalf("only %d sources", len(Names()))
	}
	for _, name := range Names() {
		src := whole(t, name)
		check(t, src) // alone with its deps: nothing is missing, no import is unused
		text, _, _ := Source(name)
		if out, err := format.Source([]byte(text)); err != nil || string(out) != text {
			t.Errorf("%s is not as gofmt has it: %v", name, err)
		}
		for _, path := range Imports(name) {
			if path != "math" && path != "math/bits" {
				t.Errorf("%s imports %s", name, path)
			}
		}
		for _, d := range Declared(name) {
			if ast.IsExported(d) {
				t.Errorf("%s declares %s, which is exported", name, d)
			}
		}
	}
}

func TestSourceOfNothing(t *testing.T) {
	if src, deps, ok := Source("sinh"); ok || src != "" || deps != nil {
		t.Errorf("sinh has the source %q, %v", src, deps)
	}
}

func TestDepsInOrder(t *testing.T) {
	_, deps, _ := Source("softplusSigmoid")
	want := []string{"exptable", "expsum", "expedge", "sigmoidsum", "softplustable", "softplussum"}
	if slices.Sort(deps); !slices.Equal(deps, slices.Sorted(slices.Values(want))) {
		t.Errorf("softplusSigmoid needs %v, want %v", deps, want)
	}
	for _, name := range Names() {
		_, deps, _ := Source(name)
		for i, d := range deps {
			_, more, _ := Source(d)
			for _, m := range more {
				if !slices.Contains(deps[:i], m) {
					t.Errorf("%s: %s comes before %s, which it needs", name, d, m)
				}
			}
		}
	}
}

// Wins name functions with the parameters and the number of results that they have.
func TestWins(t *testing.T) {
	for _, w := range Wins {
		f, info := check(t, whole(t, w.Func))
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Name.Name != w.Func {
				continue
			}
			sig := info.Defs[fn.Name].Type().(*types.Signature)
			if sig.Params().Len() != len(w.Params) || sig.Results().Len() != len(w.Results) {
				t.Errorf("%s is %s, listed with %v and %v", w.Func, sig, w.Params, w.Results)
			}
			ok = false
			for _, c := range contests {
				ok = ok || c.name == w.Func
			}
			if !ok {
				t.Errorf("%s was never measured", w.Func)
			}
		}
	}
}

// Where a compiler may fuse x*y + z, as those for arm64 and riscv64 do, the last bit of
// the result depends on the machine. It may not across a conversion, so every product of
// floats that is no factor itself stands in one. A quotient by a constant may be compiled to
// a product.
func TestNoFusion(t *testing.T) {
	f, info := check(t, whole(t, Names()...))
	if bad := fusable(f, info); len(bad) > 0 {
		t.Errorf("products that may be fused: %s", strings.Join(bad, ", "))
	}
	f, info = check(t, "package p\n\nfunc f(x, y float64) float64 { z := x * y * 2; return z + float64(x*y) + (x/y)*2/y + x/8 }\n")
	if bad := fusable(f, info); !slices.Equal(bad, []string{"x * y * 2", "x / 8"}) {
		t.Errorf("in the example, %q were found", bad)
	}
}

func fusable(f *ast.File, info *types.Info) (bad []string) {
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		e, ok := n.(*ast.BinaryExpr)
		if !ok || info.Types[e].Value != nil || e.Op != token.MUL && (e.Op != token.QUO || info.Types[e.Y].Value == nil) {
			return true
		}
		if b, ok := info.Types[e].Type.Underlying().(*types.Basic); !ok || b.Info()&types.IsFloat == 0 {
			return true
		}
		i := len(stack) - 2
		for ; i >= 0; i-- {
			if _, ok := stack[i].(*ast.ParenExpr); !ok {
				break
			}
		}
		switch p := stack[i].(type) {
		case *ast.BinaryExpr:
			if p.Op == token.MUL || p.Op == token.QUO {
				return true
			}
		case *ast.CallExpr:
			if id, ok := p.Fun.(*ast.Ident); ok && id.Name == "float64" {
				return true
			}
		}
		bad = append(bad, types.ExprString(e))
		return true
	})
	return bad
}

// The emitted text, compiled on its own, computes the bits that the tests here judge.
func TestEmittedBits(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	names := []string{"exp", "log1p", "tanh", "sin", "softplusSigmoid"}
	src := strings.Replace(whole(t, names...), "package p\n", "package main\n", 1)
	src += `
func main() {
	var sum uint64
	for i := range 2000 {
		x := float64(i-1000) / 37
		y, dy := softplusSigmoid(x)
		for _, v := range []float64{exp(x), log1p(math.Abs(x)), tanh(x), sin(x * 1e5), y, dy} {
			sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(v)
		}
	}
	println(sum)
}
`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", filepath.Join(dir, "main.go")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var sum uint64
	for i := range 2000 {
		x := float64(i-1000) / 37
		y, dy := softplusSigmoid(x)
		for _, v := range []float64{exp(x), log1p(math.Abs(x)), tanh(x), sin(x * 1e5), y, dy} {
			sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(v)
		}
	}
	if want := fmt.Sprintln(sum); string(out) != want {
		t.Errorf("the emitted text gives %s, here it is %s", out, want)
	}
}
