package browser

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// A span is a piece of work of one thread, as the browser traces it; times are in microseconds, and busy is in the time
// of the thread itself.
type span struct {
	Name   string         `json:"name"`
	Phase  string         `json:"ph"`
	Pid    int            `json:"pid"`
	Thread int            `json:"tid"`
	Start  float64        `json:"ts"`
	Dur    float64        `json:"dur"`
	Busy   float64        `json:"tdur"`
	Args   map[string]any `json:"args"`
}

// A trace has the spans of each thread of the page by its name, outer ones before those in them.
type trace map[string][]span

// What is traced: the tasks of each thread and the frames of workers; and what is done in them.
var (
	busyTasks = []string{"toplevel", "devtools.timeline"}
	allWork   = []string{"toplevel", "devtools.timeline", "cc", "viz", "blink", "v8"}
)

// traced notes what the threads of the page do meanwhile.
func (p *tab) traced(categories []string, f func()) trace {
	p.t.Helper()
	ctx, stop := context.WithCancel(p.ctx) // ends the listening
	defer stop()
	var mu sync.Mutex
	var all []span
	done := make(chan bool)
	go func() {
		for e, err := range chromedp.Events(ctx, tracing.DataCollected) {
			if err != nil {
				return
			}
			text, err := json.Marshal(e.Value)
			var some []span
			if err == nil {
				err = json.Unmarshal(text, &some)
			}
			if err != nil {
				p.t.Error(err)
			}
			mu.Lock()
			all = append(all, some...)
			mu.Unlock()
		}
	}()
	go func() {
		for range chromedp.Events(ctx, tracing.TracingComplete) {
			close(done)
			return
		}
	}()
	time.Sleep(50 * time.Millisecond) // both listen
	config := &tracing.TraceConfig{RecordMode: tracing.TraceConfigRecordModeRecordUntilFull, IncludedCategories: categories}
	if _, err := chromedp.Call(p.ctx, tracing.Start, tracing.StartParams{TraceConfig: config}); err != nil {
		p.t.Fatal(err)
	}
	f()
	if _, err := chromedp.Call(p.ctx, tracing.End, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
	select {
	case <-done:
	case <-time.After(patience / 4):
		p.t.Fatal("the browser gives no trace")
	}
	time.Sleep(50 * time.Millisecond)
	mu.Lock()
	defer mu.Unlock()
	return byThread(all)
}

// byThread sorts spans by the threads of the renderer that ran them; workers are told apart by their numbers.
func byThread(all []span) trace {
	names := map[[2]int]string{}
	for _, e := range all {
		if e.Name == "thread_name" {
			names[[2]int{e.Pid, e.Thread}] = fmt.Sprint(e.Args["name"])
		}
	}
	out := trace{}
	for _, e := range all {
		if name := names[[2]int{e.Pid, e.Thread}]; e.Phase == "X" {
			if strings.HasPrefix(name, "DedicatedWorker") {
				name = fmt.Sprint("worker ", e.Thread)
			}
			out[name] = append(out[name], e)
		}
	}
	for _, spans := range out {
		slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.Dur, a.Dur)) })
	}
	return out
}

// worker is the thread among the workers that was busy longest.
func (t trace) worker() []span {
	var best []span
	most := 0.0
	for name, spans := range t {
		if busy := total(spans); strings.HasPrefix(name, "worker ") && busy > most {
			best, most = spans, busy
		}
	}
	return best
}

// tasks calls f with the outermost spans.
func tasks(spans []span, f func(s span)) {
	end := 0.0
	for _, s := range spans {
		if s.Start >= end {
			end = s.Start + s.Dur
			f(s)
		}
	}
}

// total is how long a thread was busy, in microseconds.
func total(spans []span) float64 {
	sum := 0.0
	tasks(spans, func(s span) { sum += s.Busy })
	return sum
}

// perFrame is how long a worker was busy from one of its frames to the next, in milliseconds.
func perFrame(spans []span) []float64 {
	var starts []float64
	for _, s := range spans {
		if s.Name == "FireAnimationFrame" {
			starts = append(starts, s.Start)
		}
	}
	if len(starts) < 2 {
		return nil
	}
	out := make([]float64, len(starts)-1)
	tasks(spans, func(s span) {
		// A task that a frame starts in belongs to that frame.
		i, _ := slices.BinarySearch(starts, s.Start+s.Dur)
		if i > 0 && i <= len(out) {
			out[i-1] += s.Busy / 1000
		}
	})
	return out
}

// where says what a thread did most, in milliseconds for each of n frames: time in spans without that in spans inside.
func where(spans []span, n int) string {
	self := map[string]float64{}
	var open []span
	for _, s := range spans {
		for len(open) > 0 && open[len(open)-1].Start+open[len(open)-1].Dur <= s.Start {
			open = open[:len(open)-1]
		}
		self[s.Name] += s.Busy
		if len(open) > 0 {
			self[open[len(open)-1].Name] -= s.Busy
		}
		open = append(open, s)
	}
	names := slices.SortedFunc(maps.Keys(self), func(a, b string) int { return cmp.Compare(self[b], self[a]) })
	var out []string
	for _, name := range names[:min(6, len(names))] {
		short := name[strings.LastIndexByte(name, ':')+1:]
		out = append(out, fmt.Sprintf("%s %.2f", short, self[name]/1000/float64(n)))
	}
	return strings.Join(out, ", ")
}
