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

// TestLaterAttempts does again what docs/first-attempts.md tells of the ten attempts that came later: all work as they were
// written, or as they were mended, and the one that was not written for gochad's libraries is refused.
func TestLaterAttempts(t *testing.T) {
	if !*later {
		t.Skip("no -later")
	}
	sources, err := filepath.Glob("../docs/first-attempts/later/*/*.go.txt")
	if err != nil || len(sources) != 11 {
		t.Fatal(len(sources), err)
	}
	t.Setenv("CHADCACHE", "off")
	first, mended := t.TempDir(), t.TempDir()
	for _, dir := range []string{first, mended} {
		write(t, filepath.Join(dir, "go.mod"), []byte("module trial\n\ngo 1.26.0\n"))
	}
	for _, source := range sources { // NAME.go.txt comes before NAME.mended.go.txt
		name, _, _ := strings.Cut(filepath.Base(source), ".")
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(mended, name, name+".go"), text)
		if name == "queue" && !strings.HasSuffix(source, ".mended.go.txt") {
			write(t, filepath.Join(first, name, name+".go"), text)
		}
	}
	for _, name := range []string{"check1_test.go", "check2_test.go"} {
		text, err := os.ReadFile("../docs/first-attempts/later/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(mended, "check", name), text)
	}
	t.Chdir(first)
	if code, messages := generate("./..."); code != 2 || !strings.Contains(messages, "heap.Pop has no derivative") {
		t.Errorf("exit code %d, want 2:\n%s", code, messages)
	}
	t.Chdir(mended)
	if code, messages := generate("./..."); code != 0 {
		t.Fatalf("exit code %d:\n%s", code, messages)
	}
	if out, err := exec.Command("go", "test", "-vet=off", "./check").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
