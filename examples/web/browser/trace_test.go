package browser

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

var traced = flag.String("traced", "", "element")

func TestTrace(t *testing.T) {
	if *traced == "" {
		t.Skip()
	}
	p := open(t, 1100, 1000, still)
	p.write("sin(x y) + x²/8 − y")
	for _, id := range strings.Split(*traced, ",") {
		p.traceDrag(id, 200)
	}
}

type ev struct {
	Name string         `json:"name"`
	Cat  string         `json:"cat"`
	Ph   string         `json:"ph"`
	Pid  int            `json:"pid"`
	Tid  int            `json:"tid"`
	Ts   float64        `json:"ts"`
	Dur  float64        `json:"dur"`
	Tts  float64        `json:"tts"`
	Tdur float64        `json:"tdur"`
	Args map[string]any `json:"args"`
}

func (p *tab) traceDrag(id string, n int) {
	var x, y, r float64
	if id == "tiny" {
		eval[bool](p, tiny)
	}
	if id != "nothing" {
		left, top, w, h := p.box(id)
		x, y, r = left+w/2, top+h/2, 0.22*math.Min(w, h)
		if id == "linkage-canvas" {
			at := eval[[]float64](p, middleOfBridge)
			x, y, r = left+at[0], top+at[1], 0.1*math.Min(w, h)
		}
	}
	mouse := func(kind input.DispatchMouseEventType, k float64) {
		if id != "nothing" {
			p.do(chromedp.MouseEvent(kind, x+r*math.Sin(k), y+r*math.Sin(1.3*k), chromedp.Button("left"), chromedp.ClickCount(1)))
		}
	}
	mouse(input.DispatchMouseEventTypeMousePressed, 0)
	for i := range 60 {
		mouse(input.DispatchMouseEventTypeMouseMoved, 0.06*float64(i))
		time.Sleep(16 * time.Millisecond)
	}
	var evs []ev
	done := make(chan bool)
	chromedp.ListenBrowser(p.ctx, func(e any) {})
	go func() {
		for e, err := range chromedp.Events(p.ctx, tracing.DataCollected) {
			if err != nil {
				return
			}
			b, _ := json.Marshal(e.Value)
			var x []ev
			if err := json.Unmarshal(b, &x); err != nil {
				fmt.Println(err)
			}
			evs = append(evs, x...)
		}
	}()
	go func() {
		for range chromedp.Events(p.ctx, tracing.TracingComplete) {
			close(done)
			return
		}
	}()
	time.Sleep(100 * time.Millisecond)
	if _, err := chromedp.Call(p.ctx, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{RecordMode: tracing.TraceConfigRecordModeRecordUntilFull, IncludedCategories: []string{
		"toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "cc", "viz", "blink", "input", "benchmark", "disabled-by-default-cpu_profiler", "disabled-by-default-v8.cpu_profiler", "gpu", "skia", "v8", "disabled-by-default-v8.gc"}}}); err != nil {
		p.t.Fatal(err)
	}
	for i := range n {
		mouse(input.DispatchMouseEventTypeMouseMoved, 0.06*float64(i))
		time.Sleep(16 * time.Millisecond)
	}
	if _, err := chromedp.Call(p.ctx, tracing.End, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
	<-done
	time.Sleep(200 * time.Millisecond)
	mouse(input.DispatchMouseEventTypeMouseReleased, 0)
	if id == "tiny" {
		eval[bool](p, `document.getElementById('tiny').remove() ?? true`)
	}
	names := map[[2]int]string{}
	procs := map[int]string{}
	for _, e := range evs {
		if e.Name == "thread_name" {
			names[[2]int{e.Pid, e.Tid}] = fmt.Sprint(e.Args["name"])
		}
		if e.Name == "process_name" {
			procs[e.Pid] = fmt.Sprint(e.Args["name"])
		}
	}
	b, _ := json.Marshal(evs)
	os.WriteFile("/tmp/page-trace-"+id+".json", b, 0o666)
	// self time by thread and name
	type key struct {
		th   [2]int
		name string
	}
	self := map[key]float64{}
	count := map[key]int{}
	by := map[[2]int][]ev{}
	for _, e := range evs {
		if e.Ph == "X" {
			by[[2]int{e.Pid, e.Tid}] = append(by[[2]int{e.Pid, e.Tid}], e)
		}
	}
	for th, es := range by {
		slices.SortStableFunc(es, func(a, b ev) int {
			if a.Ts != b.Ts {
				return int(math.Copysign(1, a.Ts-b.Ts))
			}
			return int(b.Dur - a.Dur)
		})
		var st []ev
		total := 0.0
		for _, e := range es {
			for len(st) > 0 && st[len(st)-1].Ts+st[len(st)-1].Dur <= e.Ts {
				st = st[:len(st)-1]
			}
			k := key{th, e.Name}
			self[k] += e.Tdur
			count[k]++
			if len(st) > 0 {
				self[key{th, st[len(st)-1].Name}] -= e.Tdur
			} else {
				total += e.Tdur
			}
			st = append(st, e)
		}
		if total/float64(n) < 20 {
			continue
		}
		fmt.Printf("%s: %s %s %v: %.2f ms per frame (thread time)\n", id, procs[th[0]], names[th], th, total/1000/float64(n))
		var ks []key
		for k := range self {
			if k.th == th {
				ks = append(ks, k)
			}
		}
		slices.SortFunc(ks, func(a, b key) int { return int(self[b] - self[a]) })
		for i, k := range ks {
			if i > 22 || self[k]/float64(n) < 10 {
				break
			}
			fmt.Printf("    %8.3f ms  ×%.2f  %s\n", self[k]/1000/float64(n), float64(count[k])/float64(n), k.name)
		}
	}
}
