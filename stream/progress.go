package stream

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Progress is how far a sum is.
type Progress struct {
	Rows    int64         // that were added
	Rate    float64       // rows per second since the report before, or in the last report since the beginning
	Bytes   int64         // that were read of the files, compressed ones as they are; 0 if rows are not from files
	Total   int64         // bytes of all files; 0 if that is not known
	Elapsed time.Duration // since the beginning
	Done    bool          // this is the last report
}

// Left is an estimate of the time to go, or 0 if there is none.
func (p Progress) Left() time.Duration {
	if p.Done || p.Bytes <= 0 || p.Total <= p.Bytes {
		return 0
	}
	return time.Duration(float64(p.Elapsed) * float64(p.Total-p.Bytes) / float64(p.Bytes))
}

// String is for people: "1,234,567 rows, 98,765 rows/s, 1.2 of 3.4 GB, 0:42 left".
func (p Progress) String() string {
	s := fmt.Sprintf("%s rows, %s rows/s", thousands(p.Rows), thousands(int64(p.Rate)))
	switch {
	case p.Total > 0:
		unit, name := unitOf(p.Total)
		s += fmt.Sprintf(", %.1f of %.1f %s", float64(p.Bytes)/unit, float64(p.Total)/unit, name)
	case p.Bytes > 0:
		unit, name := unitOf(p.Bytes)
		s += fmt.Sprintf(", %.1f %s", float64(p.Bytes)/unit, name)
	}
	if left := p.Left(); left > 0 {
		t := int64(left.Round(time.Second) / time.Second)
		if t < 3600 {
			s += fmt.Sprintf(", %d:%02d left", t/60, t%60)
		} else {
			s += fmt.Sprintf(", %d:%02d:%02d left", t/3600, t/60%60, t%60)
		}
	}
	return s
}

func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func unitOf(bytes int64) (float64, string) {
	switch {
	case bytes >= 1e9:
		return 1e9, "GB"
	case bytes >= 1e6:
		return 1e6, "MB"
	}
	return 1e3, "kB"
}

// OnProgress calls f again and again while rows are added, and a last time before Sum returns, whether there was an
// error or not. No two calls of f are at the same time. It panics if every is not positive.
func OnProgress(every time.Duration, f func(Progress)) Option {
	if every <= 0 {
		panic(fmt.Sprintf("stream: progress every %v", every))
	}
	return func(c *config) { c.reporters = append(c.reporters, &reporter{every, f}) }
}

// Log logs progress at level info: rows and rows_per_second, and of files bytes, total_bytes and left.
// It panics if every is not positive.
func Log(l *slog.Logger, every time.Duration) Option {
	return OnProgress(every, func(p Progress) {
		attrs := []any{
			slog.Int64("rows", p.Rows), slog.Float64("rows_per_second", p.Rate), slog.Duration("elapsed", p.Elapsed),
		}
		if p.Bytes > 0 {
			attrs = append(attrs, slog.Int64("bytes", p.Bytes))
		}
		if p.Total > 0 {
			attrs = append(attrs, slog.Int64("total_bytes", p.Total))
		}
		if left := p.Left(); left > 0 {
			attrs = append(attrs, slog.Duration("left", left))
		}
		l.Info(map[bool]string{false: "adding rows", true: "added rows"}[p.Done], attrs...)
	})
}

// Terminal shows progress on one line of a terminal, which is empty again when Sum returns. Nothing is written if w is
// no terminal.
func Terminal(w io.Writer) Option {
	if !terminal(w) {
		return func(*config) {}
	}
	return OnProgress(time.Second/4, overwrite(w))
}

// overwrite writes one line again and again. The first time is for those who have waited, and not for a quick sum.
func overwrite(w io.Writer) func(Progress) {
	written := 0
	return func(p Progress) {
		text := ""
		if !p.Done {
			text = p.String()
		} else if written == 0 {
			return
		}
		_, _ = fmt.Fprintf(w, "\r%s%*s", text, max(0, written-len(text)), "")
		if written = len(text); written == 0 {
			_, _ = io.WriteString(w, "\r")
		}
	}
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// A reporter is told of progress.
type reporter struct {
	every time.Duration
	tell  func(Progress)
}

// A meter counts what is read of files.
type meter struct {
	bytes atomic.Int64
	total int64
}

// report tells the reporters of progress until its result is called. That waits for them, and has them told once more.
func (m *machine[S, R]) report() (stop func()) {
	begin := time.Now()
	end := make(chan struct{})
	var wait sync.WaitGroup
	var caught atomic.Pointer[any]
	for _, r := range m.options.reporters {
		wait.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					caught.Store(&v)
				}
			}()
			m.tell(r, begin, end)
		})
	}
	return func() {
		close(end)
		wait.Wait()
		if v := caught.Load(); v != nil {
			panic(*v)
		}
	}
}

// tell is the goroutine of a reporter.
func (m *machine[S, R]) tell(r *reporter, begin time.Time, end <-chan struct{}) {
	tick := time.NewTicker(r.every)
	defer tick.Stop()
	before, rows := begin, int64(0)
	for done := false; !done; {
		select {
		case <-tick.C:
		case <-end:
			done, before, rows = true, begin, 0
		}
		now := time.Now()
		p := Progress{Rows: m.added.Load(), Elapsed: now.Sub(begin), Done: done}
		if d := now.Sub(before); d > 0 {
			p.Rate = float64(p.Rows-rows) / d.Seconds()
		}
		if f := m.meter.Load(); f != nil {
			p.Bytes, p.Total = f.bytes.Load(), f.total
		}
		before, rows = now, p.Rows
		r.tell(p)
	}
}
