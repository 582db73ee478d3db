package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// patience is how long a command is silent about what it is at.
const patience = 2 * time.Second

// A progress shows on a terminal what long work is at, on one line that it overwrites; with --verbose, a line for each
// package. The zero value shows nothing.
type progress struct {
	w     io.Writer
	lines bool
	after time.Duration

	mu      sync.Mutex
	timer   *time.Timer
	written int
}

// newProgress shows what takes longer than the patience of people, if they look at a terminal.
func newProgress(w io.Writer) *progress {
	if terminal(w) {
		return &progress{w: w, after: patience}
	}
	return &progress{}
}

func (o *genOptions) progress(w io.Writer) *progress {
	if o.verbose {
		return &progress{w: w, lines: true}
	}
	return newProgress(w)
}

// step says that the k-th package of n is begun. A single one is shown when it takes long.
func (p *progress) step(path string, k, n int) {
	text := fmt.Sprintf("chad: %d of %d: %s", k, n, path)
	switch {
	case p.w == nil:
	case p.lines:
		_, _ = fmt.Fprintln(p.w, text)
	case n > 1:
		p.show(text)
	default:
		p.wait(path)
	}
}

// wait begins work that is shown if it takes long.
func (p *progress) wait(what string) {
	if p.w == nil || p.lines {
		return
	}
	p.done()
	p.mu.Lock()
	defer p.mu.Unlock()
	var timer *time.Timer
	timer = time.AfterFunc(p.after, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.timer == timer { // it may have been stopped too late
			p.write("chad: " + what + " …")
		}
	})
	p.timer = timer
}

func (p *progress) show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write(text)
}

// write writes over the line.
func (p *progress) write(text string) {
	pad := max(0, p.written-len(text))
	_, _ = fmt.Fprintf(p.w, "\r%s%*s", text, pad, "")
	p.written = len(text)
}

// done clears the line.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.written > 0 {
		_, _ = fmt.Fprintf(p.w, "\r%*s\r", p.written, "")
		p.written = 0
	}
}
