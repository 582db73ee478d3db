package atomicfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/atomicfile"
)

func write(t *testing.T, name, data string) {
	t.Helper()
	if err := atomicfile.Write(name, []byte(data), 0o640); err != nil {
		t.Fatal(err)
	}
}

func wantFile(t *testing.T, name, data string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != data {
		t.Errorf("%s holds %q (%v), want %q", name, got, err, data)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	write(t, name, "one")
	write(t, name, "two")
	wantFile(t, name, "two")
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v (%v), want 0640", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files are left, want 1", len(entries))
	}
}

// Writing through a symbolic link replaces the file, not the link.
func TestWriteThroughLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "f"), filepath.Join(dir, "l")
	write(t, file, "one")
	if err := os.Symlink("f", link); err != nil {
		t.Skip(err)
	}
	write(t, link, "two")
	wantFile(t, file, "two")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no link any more (%v)", err)
	}
}

// A failure names the file, leaves the old one and no temporary one.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	full := filepath.Join(dir, "d")
	if err := os.MkdirAll(filepath.Join(full, "kept"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{full, filepath.Join(dir, "missing", "f")} {
		err := atomicfile.Write(name, []byte("x"), 0o644)
		if err == nil || !strings.HasPrefix(err.Error(), "cannot write "+name+": ") {
			t.Errorf("got %v", err)
		}
	}
	if _, err := os.Stat(filepath.Join(full, "kept")); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d entries are left, want 1", len(entries))
	}
}
