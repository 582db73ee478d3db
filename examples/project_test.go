package examples_test

import (
	"bytes"
	"flag"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
)

var vendored = flag.Bool("vendored", false, "also try the example project with its dependencies vendored")

// The example project does what its README says: all files generated anew are those committed, a second run changes
// nothing, its tests pass; also with its dependencies vendored, and in a workspace.
func TestProject(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command on a copy of the project")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "project")
	if err := os.CopyFS(dir, os.DirFS("project")); err != nil {
		t.Fatal(err)
	}
	committed := generatedIn(t, dir)
	if len(committed) != 2 {
		t.Fatalf("%d generated files, want 2", len(committed))
	}
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CHADCACHE=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	same := func(when string) {
		t.Helper()
		got := generatedIn(t, dir)
		if !maps.EqualFunc(got, committed, bytes.Equal) {
			t.Errorf("%s: the generated files %v are not those committed", when, slices.Sorted(maps.Keys(got)))
		}
	}
	run("mod", "edit", "-replace", "github.com/seed-4b734f86/gochad="+root)
	for name := range committed {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	run("generate", "./...")
	same("from nothing")
	run("generate", "./...")
	same("a second run")
	run("tool", "chad", "gen", "--check", "./...")
	run("vet", "./...")
	run("test", "-vet=off", "./...")

	t.Run("vendored", func(t *testing.T) {
		if !*vendored {
			t.Skip("compiles all dependencies once more: -vendored does it")
		}
		run("mod", "vendor")
		run("generate", "./...")
		same("vendored")
		run("test", "-vet=off", "./...")
		if err := os.RemoveAll(filepath.Join(dir, "vendor")); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("workspace", func(t *testing.T) {
		if !part.More() {
			t.Skip("links chad once more: CHADTESTS=more does it")
		}
		work := "go 1.26.0\n\nuse (\n\t.\n\t" + root + "\n)\n"
		if err := os.WriteFile(filepath.Join(dir, "go.work"), []byte(work), 0o644); err != nil {
			t.Fatal(err)
		}
		run("generate", "./...")
		same("in a workspace")
		run("test", "-vet=off", "./...")
	})
}

func generatedIn(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "vendor" {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_chad.go") {
			return err
		}
		src, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		out[rel] = src
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
