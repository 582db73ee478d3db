// Package examples_test keeps the examples honest: what is generated is up to date, and the module
// that stands for a user's builds and passes its tests.
package examples_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// TestGeneratedIsUpToDate generates every committed NAME_chad.go of the repository again.
func TestGeneratedIsUpToDate(t *testing.T) {
	count := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git" || d.Name() == "project") { // TestProject has that
			return filepath.SkipDir
		}
		source, ok := strings.CutSuffix(path, "_chad.go")
		if _, err := os.Stat(source + ".go"); !ok || err == nil { // of Go: the packages have tests of their own
			return nil
		}
		count++
		checkUpToDate(t, source+".chad", path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 4 {
		t.Errorf("only %d generated files found", count)
	}
}

func checkUpToDate(t *testing.T, source, target string) {
	t.Helper()
	src, err := os.ReadFile(source)
	if err != nil {
		t.Error(err)
		return
	}
	have, err := os.ReadFile(target)
	if err != nil {
		t.Error(err)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), target, have, parser.PackageClauseOnly)
	if err != nil {
		t.Error(err)
		return
	}
	want, err := chad.Generate(source, src, f.Name.Name)
	if err != nil {
		t.Error(err)
		return
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is stale: run script/generate", target)
	}
}

// TestTuplesAreUpToDate runs the generator of package linear again.
func TestTuplesAreUpToDate(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	out := filepath.Join(t.TempDir(), "tuples.go")
	if text, err := exec.Command("go", "run", "../internal/tools/tuplegen", "-o", out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	want, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../linear/tuples.go")
	if err != nil || !bytes.Equal(have, want) {
		t.Errorf("linear/tuples.go is stale (%v): run script/generate", err)
	}
}

// TestModulesOfTheirOwn builds, vets and tests the example modules in their folders; on a new machine it fetches what
// their go.sum name.
func TestModulesOfTheirOwn(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	for _, args := range [][]string{
		{"-C", "logistic", "build", "-o", os.DevNull, "."}, {"-C", "logistic", "test", "."},
		{"-C", "fits", "vet", "./..."}, {"-C", "fits", "test", "./..."},
		{"-C", "gallery", "vet", "./..."}, {"-C", "gallery", "test", "./..."}, {"-C", "gallery", "tool", "chad", "gen", "--check", "./..."},
	} {
		cmd := exec.Command("go", args...)
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	run := exec.Command("go", "run", ".")
	run.Dir = "logistic"
	run.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("logistic/README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(readme, append([]byte("```\n"), append(out, "```"...)...)) {
		t.Errorf("examples/logistic/README.md does not show the output\n%s", out)
	}
}
