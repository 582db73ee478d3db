package times_test

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/internal/times"
)

var sink []byte

// Steps nest, runs of one step add up, and what is not recorded is not there.
func TestRecord(t *testing.T) {
	var now time.Duration
	r := times.Record{Clock: func() time.Duration { return now }}
	times.Begin("before")()
	stop := times.Start(&r)
	for range 2 {
		end := times.Begin("outer")
		now += time.Second
		inner := times.Begin("inner")
		now += 2 * time.Second
		sink = make([]byte, 1<<20)
		inner()
		end()
	}
	times.Begin("inner")() // another one: nothing is around it
	stop()
	times.Begin("after")()
	var got []string
	for _, s := range r.Steps {
		got = append(got, strings.Repeat(">", s.Depth)+s.Name+" "+s.Time.String())
	}
	if s := strings.Join(got, ", "); s != "outer 6s, >inner 4s, inner 0s" {
		t.Errorf("recorded %s", s)
	}
	if s := r.Steps[1]; s.Runs != 2 || s.Bytes < 2<<20 {
		t.Errorf("%d runs, %d bytes", s.Runs, s.Bytes)
	}
	if s := r.String(); !strings.Contains(s, "6000.000 ms") || !strings.Contains(s, "  inner (2 runs)") {
		t.Errorf("the table is\n%s", s)
	}
}
