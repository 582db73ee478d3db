package gosrc_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
)

// TestModules generates the code of the packages in testdata/modules, as a module with the requirements of this one,
// and runs their tests, beside the samples in the comments of what is generated.
func TestModules(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/modules")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(text, []byte("module github.com/seed-4b734f86/gochad"), []byte("module example.com/modules"), 1)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	if n := writeSamples(t, dir); n < 20 {
		t.Errorf("%d samples are in comments, want more", n)
	}
	const quick = "-gcflags=example.com/modules/...=-N -l -dwarf=false" // for both, which compile what others import
	for _, args := range [][]string{{"vet", quick, "./..."}, {"test", "-vet=off", quick, "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", args[0], err, out)
		}
	}
}
