package gen

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A sample is a program, the Go expressions to print after it is compiled, and
// what they print, computed by hand.
type sample struct {
	name    string
	prog    *syntax.Program
	exports []Export
	checks  []check
}

type check struct{ expr, want string }

func def(name string, sizes []*syntax.SizeVar, params []*syntax.Var, body syntax.Term) *syntax.Def {
	return &syntax.Def{Name: name, Sizes: sizes, Params: params, Result: body.Type(), Body: body}
}

func program(defs ...*syntax.Def) *syntax.Program { return &syntax.Program{Defs: defs} }

func vec(n *syntax.SizeVar) syntax.Type { return syntax.NewArrayType(syntax.SizeOfVar(n), syntax.Real) }

func at(a *syntax.Var, i syntax.Term) syntax.Term { return syntax.NewIndex(syntax.Ref(a), i) }

func bind1(x *syntax.Var, rhs syntax.Term) syntax.Bind { return syntax.Bind{Var: x, Rhs: rhs} }

// generate emits a sample, compares with its golden file and returns the source.
func generate(t *testing.T, s sample) []byte {
	t.Helper()
	ex := s.exports
	if ex == nil {
		ex = []Export{{Def: s.prog.Defs[0]}}
	}
	opt := Options{Package: s.name, Source: s.name + ".chad", Exports: ex}
	src, err := Generate(s.prog, opt)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	again, err := Generate(s.prog, opt)
	if err != nil || string(again) != string(src) {
		t.Errorf("%s: a second run gives other bytes (%v)", s.name, err)
	}
	golden := filepath.Join("testdata", s.name+".go")
	if *update {
		if err := os.WriteFile(golden, src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(src) {
		t.Errorf("%s differs from %s (run with -update and review):\n%s", s.name, golden, src)
	}
	return src
}

// TestSamples emits all samples, compiles and vets them in one module of
// their own and runs the checks.
func TestSamples(t *testing.T) {
	dir := t.TempDir()
	repo, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module samples\n\ngo 1.26.0\n\nrequire github.com/seed-4b734f86/gochad v0.0.0\n\n"+
		"replace github.com/seed-4b734f86/gochad => "+repo+"\n")
	var imports, body strings.Builder
	var want []string
	for _, s := range samples() {
		write(s.name+"/"+s.name+".go", string(generate(t, s)))
		imports.WriteString("\t\"samples/" + s.name + "\"\n")
		for _, c := range s.checks {
			body.WriteString("\tshow(func() []any { " + wrap(c.expr) + " })\n")
			want = append(want, s.name+": "+c.expr+" = "+c.want)
		}
	}
	write("main.go", strings.Replace(driver, "IMPORTS", imports.String(), 1)+body.String()+"}\n")
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go vet: %v\n%s", err, out)
	}
	cmd = exec.Command("go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go run: %v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(want) {
		t.Fatalf("got %d results, want %d:\n%s", len(lines), len(want), out)
	}
	for i, l := range lines {
		if _, w, _ := strings.Cut(want[i], " = "); l != w {
			t.Errorf("%s\n got %s", want[i], l)
		}
	}
}

// wrap makes a function body of a check: statements, then results after ";;".
func wrap(expr string) string {
	stmts, results, ok := strings.Cut(expr, ";;")
	if !ok {
		stmts, results = "", expr
	}
	return stmts + "; return list(" + results + ")"
}

const driver = `package main

import (
	"fmt"
	"math"
	"testing"

IMPORTS)

var _ = math.Pi

// allocs counts allocations in the steady state.
func allocs(f func()) float64 { return testing.AllocsPerRun(20, f) }

func list(xs ...any) []any { return xs }

func show(f func() []any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	fmt.Println(f()...)
}

func main() {
`
