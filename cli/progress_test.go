package cli

import (
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// A screen is a terminal that is looked at.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

var _ io.Writer = (*screen)(nil)

// What takes long is shown, until it is done; what does not is not.
func TestProgress(t *testing.T) {
	var s screen
	p := &progress{w: &s, after: time.Millisecond}
	p.wait("compiling m")
	for s.String() == "" {
		time.Sleep(time.Millisecond)
	}
	p.done()
	p.done()
	const shown = "\rchad: compiling m …"
	if got, want := s.String(), shown+"\r"+strings.Repeat(" ", len(shown)-1)+"\r"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}

	var silent screen
	p = &progress{w: &silent, after: time.Hour}
	p.wait("compiling m")
	p.wait("compiling n")
	p.step("example.com/m", 1, 1)
	p.done()
	if got := silent.String(); got != "" {
		t.Errorf("got %q", got)
	}
	p.step("example.com/m", 1, 2)
	if got := silent.String(); got != "\rchad: 1 of 2: example.com/m" {
		t.Errorf("got %q", got)
	}
}
