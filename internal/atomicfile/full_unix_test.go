//go:build unix

package atomicfile_test

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/atomicfile"
)

const limited = "ATOMICFILE_LIMITED"

// TestFullDisk writes files in a process that may not write more than 1000 bytes to one: for the writer this is a disk
// that fills in the middle of a file.
func TestFullDisk(t *testing.T) {
	if os.Getenv(limited) != "" {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1000, Max: 1000}); err != nil {
			t.Fatal(err)
		}
		big := bytes.Repeat([]byte("x"), 2000)
		for _, err := range []error{
			atomicfile.Apply([]atomicfile.Change{{Name: "small", Data: []byte("new"), Perm: 0o644}, {Name: "big", Data: big, Perm: 0o644}}),
			atomicfile.Write("big", big, 0o644),
		} {
			if err == nil || !strings.HasPrefix(err.Error(), "cannot write big: ") {
				t.Errorf("got %v", err)
			}
		}
		return
	}
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "small", "old")
	write(t, "big", "old")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^TestFullDisk$")
	cmd.Env = append(os.Environ(), limited+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wantFile(t, "small", "old")
	wantFile(t, "big", "old")
	if got := strings.Join(files(t, "."), " "); got != "big small" {
		t.Errorf("files %s", got)
	}
}
