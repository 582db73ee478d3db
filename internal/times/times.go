// Package times measures what the steps of the compiler take, for those who ask: `chad show --times`, and profiles of
// our own.
//
// Steps nest; what one takes includes those within it. While nobody records, a step costs one load.
package times

import (
	"fmt"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"
)

// A Step is what one step has taken so far, all its runs together.
type Step struct {
	Name string
	// Depth is the number of steps around it.
	Depth int
	Runs  int
	Time  time.Duration
	// Bytes is what was allocated.
	Bytes uint64
}

// A Record is the steps of one goroutine, in the order in which they first began. The zero value is empty.
type Record struct {
	Steps []*Step
	// Clock is what times are read from; nil stands for that on the wall.
	Clock func() time.Duration
	index map[string]int
	path  []string
}

var current atomic.Pointer[Record]

// Start records the steps of the program into r until stop is called. Only one goroutine may compile meanwhile.
func Start(r *Record) (stop func()) {
	old := current.Swap(r)
	return func() { current.Store(old) }
}

func nothing() {}

// Begin begins a step; what it returns ends it.
func Begin(name string) (end func()) {
	r := current.Load()
	if r == nil {
		return nothing
	}
	return r.begin(name)
}

func (r *Record) begin(name string) func() {
	depth := len(r.path)
	r.path = append(r.path, name)
	key := strings.Join(r.path, "\x00")
	if r.index == nil {
		r.index = map[string]int{}
	}
	k, ok := r.index[key]
	if !ok {
		k = len(r.Steps)
		r.index[key] = k
		r.Steps = append(r.Steps, &Step{Name: name, Depth: depth})
	}
	s := r.Steps[k]
	bytes, start := allocated(), r.now()
	return func() {
		s.Runs++
		s.Time += r.now() - start
		s.Bytes += allocated() - bytes
		r.path = r.path[:depth]
	}
}

var epoch = time.Now()

func (r *Record) now() time.Duration {
	if r.Clock != nil {
		return r.Clock()
	}
	return time.Since(epoch)
}

// allocated is the number of bytes allocated since the program started.
func allocated() uint64 {
	s := [1]metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s[:])
	return s[0].Value.Uint64()
}

// String is a table: time, memory, runs and name of each step.
func (r *Record) String() string {
	var b strings.Builder
	for _, s := range r.Steps {
		fmt.Fprintf(&b, "%10.3f ms %10.1f kB  %s%s", float64(s.Time.Microseconds())/1e3, float64(s.Bytes)/1e3,
			strings.Repeat("  ", s.Depth), s.Name)
		if s.Runs > 1 {
			fmt.Fprintf(&b, " (%d runs)", s.Runs)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
