package gosrc_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/frontend/gosrc"
)

// outside are the functions of the corpus that chad gen refuses, and why.
var outside = map[string]string{
	"Table":   "the table of functions is indexed at run time",
	"Windows": "the capacity of a slice decides",
	"Copies":  "the capacity of a slice decides",
	"Hold":    "two names share memory that one of them writes",
}

// pointless are those that have no derivative anywhere, and steps those whose derivative is one by convention only.
var (
	pointless = map[string]string{"MinusZero": "infinite everywhere", "Special": "infinite everywhere"}
	steps     = map[string]string{
		"Bits":  "floats as bits are integers, which do not vary",
		"Reals": "constant but for steps",
	}
)

// TestCorpus generates grad, vjp and jvp for all functions of the corpus that have derivatives, compiles the result, and
// lets testdata/agree_test.go.txt compare them with each other and with the functions.
func TestCorpus(t *testing.T) {
	dir := t.TempDir()
	names, err := filepath.Glob("corpus/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no corpus", err)
	}
	write := func(name string, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/corpus\n\ngo 1.26\n")
	for _, name := range names {
		if base := filepath.Base(name); !strings.HasSuffix(base, "_test.go") {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			write(base, string(text))
		}
	}
	targets := direct(t, dir)
	if len(targets) < 60 {
		t.Fatalf("only %d functions", len(targets))
	}
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	harness, err := os.ReadFile("testdata/agree_test.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write("agree_test.go", string(harness))
	write("targets_test.go", "package corpus\n\nvar targets = []target{\n"+strings.Join(targets, "")+"}\n")
	for _, args := range [][]string{{"vet", "."}, {"test", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", args[0], err, out)
		}
	}
}

// direct writes directives above the functions of a package that vary, and lists them as the harness wants them.
func direct(t *testing.T, dir string) (targets []string) {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir}, ".")
	if err != nil || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs[0].Errors)
	}
	p := pkgs[0]
	for i, f := range p.Syntax {
		text, err := os.ReadFile(p.GoFiles[i])
		if err != nil {
			t.Fatal(err)
		}
		decls := slices.Clone(f.Decls)
		slices.Reverse(decls)
		for _, d := range decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv != nil || !fd.Name.IsExported() || fd.Type.TypeParams != nil || outside[fd.Name.Name] != "" || pointless[fd.Name.Name] != "" {
				continue
			}
			sig := p.TypesInfo.Defs[fd.Name].Type().(*types.Signature)
			results := floats(sig.Results())
			if floats(sig.Params()) == 0 || results == 0 {
				continue
			}
			grad, lines := "nil", "//\n//chad:vjp\n//chad:jvp\n"
			if results == 1 && isFloat(sig) {
				grad, lines = fd.Name.Name+"Grad", lines+"//chad:grad\n"
			}
			at := p.Fset.Position(fd.Pos()).Offset
			text = slices.Insert(text, at, []byte(lines)...)
			targets = append(targets, fmt.Sprintf("\t{name: %q, f: %s, grad: %s, jvp: %sJVP, vjp: %sVJP, steps: %t},\n",
				fd.Name.Name, fd.Name.Name, grad, fd.Name.Name, fd.Name.Name, steps[fd.Name.Name] != ""))
		}
		if err := os.WriteFile(p.GoFiles[i], text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(targets)
	return targets
}

func isFloat(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
			return true
		}
	}
	return false
}

// floats counts the variables with floats in their types.
func floats(vars *types.Tuple) (n int) {
	for v := range vars.Variables() {
		if hasFloat(v.Type()) {
			n++
		}
	}
	return n
}

func hasFloat(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsFloat != 0
	case *types.Slice:
		return hasFloat(u.Elem())
	case *types.Array:
		return hasFloat(u.Elem())
	case *types.Pointer:
		return hasFloat(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasFloat(f.Type()) {
				return true
			}
		}
	}
	return false
}
