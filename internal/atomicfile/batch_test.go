package atomicfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/atomicfile"
)

func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestApply(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, at("changed"), "old")
	write(t, at("removed"), "old")
	err := atomicfile.Apply([]atomicfile.Change{
		{Name: at("changed"), Data: []byte("new"), Perm: 0o644},
		{Name: at("made"), Data: []byte("made"), Perm: 0o644},
		{Name: at("emptied"), Data: []byte{}, Perm: 0o644},
		{Name: at("removed")},
	})
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, at("changed"), "new")
	wantFile(t, at("made"), "made")
	wantFile(t, at("emptied"), "")
	if got := strings.Join(files(t, dir), " "); got != "changed emptied made" {
		t.Errorf("files %s", got)
	}
}

// When one change cannot be made, none is, and no temporary file is left.
func TestApplyNone(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  atomicfile.Change
		want string
	}{
		{"a folder in its place", atomicfile.Change{Name: "folder", Data: []byte("x")}, "cannot write folder: is a directory"},
		{"a folder that is not there", atomicfile.Change{Name: "no/where", Data: []byte("x")}, "cannot write no/where: no such file or directory"},
		{"a file as a folder", atomicfile.Change{Name: "kept/x", Data: []byte("x")}, "cannot write kept/x: not a directory"},
		{"removal of what is not there", atomicfile.Change{Name: "gone"}, "cannot remove gone: no such file or directory"},
		{"removal of a folder", atomicfile.Change{Name: "folder"}, "cannot remove folder: is a directory"},
	} {
		for _, last := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				t.Chdir(t.TempDir())
				write(t, "kept", "old")
				write(t, "also", "old")
				if err := os.Mkdir("folder", 0o755); err != nil {
					t.Fatal(err)
				}
				changes := []atomicfile.Change{{Name: "kept", Data: []byte("new")}, {Name: "fresh", Data: []byte("new")}, {Name: "also"}}
				if last {
					changes = append(changes, c.bad)
				} else {
					changes = append([]atomicfile.Change{c.bad}, changes...)
				}
				if err := atomicfile.Apply(changes); err == nil || err.Error() != c.want {
					t.Errorf("got %v, want %s", err, c.want)
				}
				wantFile(t, "kept", "old")
				wantFile(t, "also", "old")
				if got := strings.Join(files(t, "."), " "); got != "also folder kept" {
					t.Errorf("files %s", got)
				}
			})
		}
	}
}
