package examples_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var later = flag.Bool("later", false, "TestLaterAttempts tries the functions of docs/first-attempts/later")

// TestLaterAttempts does again what docs/first-attempts.md tells of the attempts that came later: all but signals work
// as they were written, queue, which was refused then, also as it was mended, and signals as it was mended.
func TestLaterAttempts(t *testing.T) {
	if !*later {
		t.Skip("no -later")
	}
	sources, err := filepath.Glob("../docs/first-attempts/later/*/*.go.txt")
	if err != nil || len(sources) != 16 {
		t.Fatal(len(sources), err)
	}
	t.Setenv("CHADCACHE", "off")
	for _, version := range []string{"", ".mended"} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), []byte("module trial\n\ngo 1.26.0\n"))
		for _, source := range sources {
			name, kind, _ := strings.Cut(strings.TrimSuffix(filepath.Base(source), ".go.txt"), ".")
			if name == "queue" && "."+kind != version && kind+version != "" || name == "signals" && kind == "" {
				continue
			}
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, strings.TrimSuffix(name, "_test"), name+".go"), text)
		}
		for _, name := range []string{"check1_test.go", "check2_test.go"} {
			text, err := os.ReadFile("../docs/first-attempts/later/" + name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "check", name), text)
		}
		t.Run("queue"+version, func(t *testing.T) {
			t.Chdir(dir)
			if code, messages := generate("./..."); code != 0 {
				t.Fatalf("exit code %d:\n%s", code, messages)
			}
			if out, err := exec.Command("go", "test", "-vet=off", "./check", "./signals", "./hulls").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}
