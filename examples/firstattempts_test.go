package examples_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/cli"
)

// refused are the first attempts of docs/first-attempts that chad gen refuses, and what it says of them.
var refused = map[string]string{
	"align":  "the result depends on s, of type string",
	"kepler": "At must have one result to differentiate; choose one with of=, by its name",
}

// What a new user wrote (docs/first-attempts.md) is compiled as the page says: as it was written, or refused with that
// message and compiled as it was mended. The derivatives agree with central differences, and both modes with each
// other.
func TestFirstAttempts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command on a module of the attempts")
	}
	sources, err := filepath.Glob("../docs/first-attempts/[0-9]*/*.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CHADCACHE", "off")
	first, mended := t.TempDir(), t.TempDir()
	for _, dir := range []string{first, mended} {
		write(t, filepath.Join(dir, "go.mod"), []byte("module trial\n\ngo 1.26.0\n"))
	}
	attempts := 0
	for _, source := range sources { // NAME.go.txt comes before NAME.mended.go.txt
		name, _, _ := strings.Cut(filepath.Base(source), ".")
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(mended, name, name+".go"), text)
		if strings.HasSuffix(source, ".mended.go.txt") {
			continue
		}
		attempts++
		if refused[name] != "" {
			write(t, filepath.Join(first, name, name+".go"), text)
		}
	}
	if attempts != 12 {
		t.Errorf("%d attempts, want 12", attempts)
	}
	check, err := os.ReadFile("../docs/first-attempts/check_test.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(first)
	code, messages := generate("./...")
	for name, want := range refused {
		if code != 2 || !strings.Contains(messages, want) {
			t.Errorf("%s: exit code %d, want 2 and %q:\n%s", name, code, want, messages)
		}
	}
	t.Chdir(mended)
	if code, messages := generate("./..."); code != 0 {
		t.Fatalf("exit code %d:\n%s", code, messages)
	}
	write(t, filepath.Join(mended, "check", "check_test.go"), check)
	if out, err := exec.Command("go", "test", "-vet=off", "./check").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// generate runs chad gen here.
func generate(pattern string) (code int, messages string) {
	var stderr strings.Builder
	code = cli.Run([]string{"gen", pattern}, strings.NewReader(""), io.Discard, &stderr)
	return code, stderr.String()
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
