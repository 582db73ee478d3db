package browser

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

var frames = flag.Bool("frames", false, "measure the frames while things are dragged, with the processor throttled")

// How long frames take while things are dragged, with the processor throttled four times: the time that the main thread
// of the page was busy, from one event of the pointer to when the frame after it is painted, and the time that the
// worker which draws was busy from one frame to the next, both in their own time, so that other programs on the machine
// do not count. Browsers throttle the main thread only: the time of the worker is multiplied. It measures and asserts
// nothing.
func TestFrames(t *testing.T) {
	if !*frames {
		t.Skip("no -frames")
	}
	p := open(t, 1100, 1000, still)
	p.write("sin(x y) + x²/8 − y")
	if _, err := chromedp.Call(p.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		t.Fatal(err)
	}
	dragged := []string{"", "tiny", "map", "surface", "linkage-canvas", "billiards-canvas"}
	for _, id := range dragged[2:] {
		var n int
		did := p.traced(allWork, func() { n = len(p.dragged(id, 120)) })
		t.Logf("dragging %s, milliseconds in a frame:\n\tpage   %.2f: %s\n\tworker %.2f: %s", id,
			total(did["CrRendererMain"])/1000/float64(n), where(did["CrRendererMain"], n), total(did.worker())/1000/float64(n), where(did.worker(), n))
	}
	for _, rate := range []float64{1, 4} {
		if _, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate}); err != nil {
			t.Fatal(err)
		}
		for _, id := range dragged {
			name := id
			switch id {
			case "": // what the measuring takes
				name = "nothing"
			case "tiny": // what the browser takes at least, where anything changes
				eval[bool](p, tiny)
				name = "20 pixels"
			}
			page := p.dragged(id, 240)
			var worker []float64
			if name == id {
				worker = perFrame(p.traced(busyTasks, func() { p.dragged(id, 120) }).worker())
				for i := range worker {
					worker[i] *= rate
				}
			}
			if id == "tiny" {
				eval[bool](p, `document.getElementById('tiny').remove() ?? true`)
			}
			t.Logf("throttled %v×, dragging %-16s: page %s; worker %s", rate, name, summary(page), summary(worker))
		}
	}
}

// summary says how many frames were short, and how long they were.
func summary(busy []float64) string {
	if len(busy) == 0 {
		return "none"
	}
	under := 0
	for _, ms := range busy {
		if ms < 16.7 {
			under++
		}
	}
	slices.Sort(busy)
	q := func(k float64) float64 { return busy[int(k*float64(len(busy)-1))] }
	return fmt.Sprintf("%.1f %% of %d frames under 16.7 ms, median %.1f, 95 %% %.1f, longest %.1f", 100*float64(under)/float64(len(busy)), len(busy), q(0.5), q(0.95), q(1))
}

// tiny makes a canvas of 20 by 20 pixels that changes its colour when the pointer moves.
const tiny = `(() => {
  const c = Object.assign(document.createElement('canvas'), { id: 'tiny', width: 20, height: 20 }), x = c.getContext('2d')
  let i = 0
  document.body.prepend(c)
  c.style.width = '20px'
  addEventListener('pointermove', () => c.isConnected && requestAnimationFrame(() => { x.fillStyle = i++ % 2 ? '#f00' : '#00f'; x.fillRect(0, 0, 20, 20) }))
  return true
})()`

// dragged drags in the middle of an element, along a curve, and gives the milliseconds of each frame; without one it
// only waits for frames.
func (p *tab) dragged(id string, n int) []float64 {
	p.t.Helper()
	var x, y, r float64
	if id != "" {
		left, top, w, h := p.box(id)
		x, y, r = left+w/2, top+h/2, 0.22*math.Min(w, h)
		switch id {
		case "linkage-canvas":
			at := eval[[]float64](p, middleOfBridge)
			x, y, r = left+at[0], top+at[1], 0.1*math.Min(w, h)
		case "billiards-canvas": // the tip of the arrow
			rail := 0.02 * w
			scale := math.Min((w-2*rail)/1.6, (h-2*rail)/0.8)
			x, y, r = left+(w-1.6*scale)/2+scale*(0.3+1.62/4), top+(h+0.8*scale)/2-scale*(0.4+0.05/4), 0.1*math.Min(w, h)
		}
	}
	mouse := func(kind input.DispatchMouseEventType, k float64) {
		if id != "" {
			p.do(chromedp.MouseEvent(kind, x+r*math.Sin(k), y+r*math.Sin(1.3*k), chromedp.Button("left"), chromedp.ClickCount(1)))
		}
	}
	mouse(input.DispatchMouseEventTypeMousePressed, 0)
	var out []float64
	last := p.busy()
	for i := range n {
		mouse(input.DispatchMouseEventTypeMouseMoved, 0.06*float64(i))
		eval[bool](p, `new Promise(r => requestAnimationFrame(() => setTimeout(() => r(true))))`)
		now := p.busy()
		if i >= 20 { // engines translate at first
			out = append(out, now-last)
		}
		last = now
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, 0)
	return out
}

// busy is how long the main thread has been busy, in milliseconds of its own.
func (p *tab) busy() float64 {
	p.t.Helper()
	r, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range r.Metrics {
		if m.Name == "TaskDuration" {
			return 1000 * m.Value
		}
	}
	p.t.Fatal("the browser has no TaskDuration")
	return 0
}
