package stream_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/seed-4b734f86/gochad/stream"
)

// pty is a terminal, and the end from which what is written to it can be read.
func pty(t *testing.T) (reader, terminal *os.File) {
	t.Helper()
	m, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	unlock, n := 0, 0
	for request, at := range map[uintptr]*int{syscall.TIOCSPTLCK: &unlock, syscall.TIOCGPTN: &n} {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, m.Fd(), request, uintptr(unsafe.Pointer(at))); e != 0 {
			t.Skip(e)
		}
	}
	s, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	return m, s
}

// A terminal shows a line that is empty in the end; a file gets nothing.
func TestTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	m, s := pty(t)
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	read := make(chan string)
	go func() {
		var all strings.Builder
		b := make([]byte, 1000)
		for {
			n, err := m.Read(b)
			all.Write(b[:n])
			if err != nil {
				read <- all.String()
				return
			}
		}
	}()
	_, err = stream.Sum(t.Context(), slow(rowsOf(examples(600))), newPlain(theta), (*plain).Add, stream.Batch(1),
		stream.Terminal(s), stream.Terminal(file))
	_ = s.Close()
	got := <-read
	if err != nil || !strings.Contains(got, " rows/s") || strings.Contains(got, "\n") || !strings.HasSuffix(got, " \r") {
		t.Errorf("%v: %q", err, got)
	}
	if info, err := file.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("%v, %v", info, err)
	}
}
