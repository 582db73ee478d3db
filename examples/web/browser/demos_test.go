package browser

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A joint that is pulled comes along, and the loss falls to nothing; so it does with the keyboard.
func TestLinkage(t *testing.T) {
	p := open(t, 1100, 1200, still)
	before := eval[string](p, ink("linkage-canvas"))
	p.do(chromedp.Focus("#linkage-canvas"))
	for range 6 {
		p.do(chromedp.KeyEvent(kb.ArrowUp))
	}
	p.wait("the keys to move something", fmt.Sprintf(`%s !== %q`, ink("linkage-canvas"), before))
	p.wait("the linkage to settle", `parseFloat(document.getElementById('linkage-loss').textContent.replace('−', '-')) < 2`)
	p.do(chromedp.KeyEvent("n"))
	p.wait("the next joint", `document.getElementById('linkage-joint').textContent === 'top'`)
	p.do(chromedp.Click("#linkage-reset"))
	for mechanism, joint := range []string{"crank", "pen", "deck 5"} {
		eval[bool](p, fmt.Sprintf(`(e => { e.value = %d; e.dispatchEvent(new Event('change')); return true })(document.getElementById('linkage-choice'))`, mechanism))
		p.wait("the joint that is chosen", fmt.Sprintf(`document.getElementById('linkage-joint').textContent === %q`, joint))
	}
	p.rests("linkage-canvas")
	// The bridge: its middle is pulled far down, and let go.
	x, y, _, _ := p.box("linkage-canvas")
	rest := eval[string](p, ink("linkage-canvas"))
	at := eval[[]float64](p, middleOfBridge)
	p.do(chromedp.MouseEvent("mousePressed", x+at[0], y+at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	p.do(chromedp.MouseEvent("mouseMoved", x+at[0], y+at[1]+60, chromedp.Button("left")))
	p.wait("the loss of a pulled bridge", `parseFloat(document.getElementById('linkage-loss').textContent.replace('−', '-')) > 0.5`)
	pulled := p.number("linkage-loss")
	p.wait("the bridge to bend", fmt.Sprintf(`%s !== %q`, ink("linkage-canvas"), rest))
	p.do(chromedp.MouseEvent("mouseReleased", x+at[0], y+at[1]+60, chromedp.Button("left"), chromedp.ClickCount(1)))
	p.wait("the bridge to come back", `parseFloat(document.getElementById('linkage-loss').textContent.replace('−', '-')) < 1e-6`)
	t.Logf("pulled the loss is %v, let go %v", pulled, p.number("linkage-loss"))
}

// While a hand is on the map its numbers are drawn on a canvas over them, and the page's own texts follow when it
// rests; when it lets go they are all that is seen.
func TestNumbersWhileHeld(t *testing.T) {
	p := open(t, 1100, 1200, still)
	x, y, w, h := p.box("map")
	live := `document.querySelector('#formula .readout').classList.contains('live')`
	hidden := `getComputedStyle(document.getElementById('formula-numbers')).visibility === 'hidden'`
	mouse := func(kind input.DispatchMouseEventType, kx, ky float64) {
		p.do(chromedp.MouseEvent(kind, x+kx*w, y+ky*h, chromedp.Button("left"), chromedp.ClickCount(1)))
	}
	mouse(input.DispatchMouseEventTypeMousePressed, 0.5, 0.5)
	mouse(input.DispatchMouseEventTypeMouseMoved, 0.6, 0.5)
	p.wait("the numbers on their canvas", live)
	if !eval[bool](p, `getComputedStyle(document.getElementById('value')).color === 'rgba(0, 0, 0, 0)'`) {
		t.Error("the numbers are shown twice")
	}
	at := func(kx float64) string {
		t.Helper()
		mouse(input.DispatchMouseEventTypeMouseMoved, kx, 0.5)
		p.wait("the texts of a hand that rests", fmt.Sprintf(`Math.abs(parseFloat(document.getElementById('point-x').textContent.replace('−', '-')) - %v) < 1e-2`, 6*kx-3))
		p.rests("formula-numbers")
		return eval[string](p, ink("formula-numbers"))
	}
	a, b := at(0.6), at(0.7)
	if a == b {
		t.Error("the canvas shows the same numbers at two points")
	}
	if at(0.6) != a {
		t.Error("the canvas shows other numbers at the same point")
	}
	mouse(input.DispatchMouseEventTypeMouseMoved, 0.75, 0.25)
	mouse(input.DispatchMouseEventTypeMouseReleased, 0.75, 0.25)
	p.wait("the page's own numbers", `!`+live+` && `+hidden)
	for id, want := range map[string]float64{"point-x": 1.5, "point-y": 1.5, "value": math.Sin(1.5)*math.Cos(1.5) + 0.225, "grad-y": -math.Sin(1.5) * math.Sin(1.5)} {
		if got := p.number(id); math.Abs(got-want) > 0.02 {
			t.Errorf("%s is %v, not %v", id, got, want)
		}
	}
	p.wait("the last that is said", `document.getElementById('spoken').textContent.startsWith('At ' + document.getElementById('point-x').textContent + ',')`)
	// A hand that turns the surface changes no number, and takes none away.
	x, y, w, h = p.box("surface")
	mouse(input.DispatchMouseEventTypeMousePressed, 0.5, 0.5)
	mouse(input.DispatchMouseEventTypeMouseMoved, 0.6, 0.5)
	p.rests("surface")
	if eval[bool](p, live) {
		t.Error("the numbers are drawn though none changes")
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, 0.6, 0.5)
}

// ink is what is drawn on a canvas, as an expression: a worker draws on it, so that its picture is taken by way of
// another one.
func ink(id string) string {
	return fmt.Sprintf(`(e => {
  const copy = Object.assign(document.createElement('canvas'), { width: e.clientWidth, height: e.clientHeight })
  copy.getContext('2d').drawImage(e, 0, 0, copy.width, copy.height)
  return copy.toDataURL()
})(document.getElementById(%q))`, id)
}

// rests waits until a drawing stays as it is.
func (p *tab) rests(id string) {
	p.t.Helper()
	p.wait("the drawing to rest", fmt.Sprintf(`(async () => { const before = %s; await new Promise(r => setTimeout(r, 200)); return before === %s })()`, ink(id), ink(id)))
}

// middleOfBridge is where the chosen joint of the bridge, the middle of its deck, is drawn: found by the colour of its
// ring.
const middleOfBridge = `(() => {
  const c = document.getElementById('linkage-canvas'), copy = Object.assign(document.createElement('canvas'), { width: c.clientWidth, height: c.clientHeight })
  const context = copy.getContext('2d', { willReadFrequently: true })
  context.drawImage(c, 0, 0, copy.width, copy.height)
  const d = context.getImageData(0, 0, copy.width, copy.height).data
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()
  probe.fillRect(0, 0, 1, 1)
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data
  let n = 0, sx = 0, sy = 0
  for (let i = 0; i < d.length; i += 4) if (d[i] === r && d[i + 1] === g && d[i + 2] === b && d[i + 3] === 255) { n++; sx += i / 4 % copy.width; sy += Math.floor(i / 4 / copy.width) }
  return [sx / n, sy / n]
})()`

// still is what people set who want no motion: nothing starts by itself.
var still = &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"}

// The loss of a shot falls by optimising, and the ball stops in the ring, wherever that is put.
func TestBilliards(t *testing.T) {
	p := open(t, 1100, 1200, still)
	distance := func() float64 { return p.number("billiards-distance") }
	optimise := func() {
		t.Helper()
		p.wait("a loss", `document.getElementById('billiards-loss').textContent !== ''`)
		before := p.number("billiards-loss")
		p.do(chromedp.Click("#billiards-optimise"))
		p.wait("a shot", `/^(Found|The best|No better)/.test(document.getElementById('billiards-status').textContent)`)
		if after := p.number("billiards-loss"); !(after < before/2) {
			t.Errorf("the loss was %v and is %v: %s", before, after, p.text("billiards-status"))
		}
		t.Logf("loss %v, now %v; %s; a gradient takes %s", before, p.number("billiards-loss"), p.text("billiards-status"), p.text("billiards-time"))
	}
	p.box("billiards")
	optimise()
	if d := distance(); d > 1 {
		t.Errorf("%v cm from the ring", d)
	}
	// Another place for the ring, by keys; another ball.
	p.do(chromedp.Focus("#billiards-canvas"))
	before := distance()
	for range 8 {
		p.do(chromedp.KeyEvent(kb.ArrowLeft))
	}
	p.wait("the keys to move something", fmt.Sprintf(`parseFloat(document.getElementById('billiards-distance').textContent) !== %v`, before))
	p.rests("billiards-canvas") // all eight of them
	p.wait("what a screen reader says", `/^Ring at 134 cm, 66 cm; shot of .* degrees; the red ball stops .* cm from the ring$/.test(document.getElementById('billiards-spoken').textContent)`)
	optimise()
	p.do(chromedp.Click("#billiards-reset"), chromedp.Click("#billiards-ball"))
	p.rests("billiards-canvas")
	optimise()
	p.do(chromedp.Click("#billiards-play"))
}

// The displayed gradient of the shot is that of the displayed loss.
func TestShotGradient(t *testing.T) {
	p := open(t, 1100, 1200, still)
	// By the module itself: its value at two shots beside, through the same glue that the page uses.
	d := eval[[]float64](p, `(async () => {
    const { load } = await import('./models/billiards.js')
    const { shotGrad } = await load()
    const drag = Array.from({ length: 700 }, (_, i) => Math.exp(-0.008 * (0.55 + 6 * (i / 700) ** 4)))
    const x = [0.3, 1.05, 1.18, 1.18, 0.8, 1.3], y = [0.4, 0.4, 0.33, 0.52, 0.2, 0.42], h = 1e-6
    const f = (u, v) => shotGrad(x, y, u, v, drag, 1, 1.42, 0.66).value
    return [(f(1.62 + h, 0.05) - f(1.62 - h, 0.05)) / 2 / h, (f(1.62, 0.05 + h) - f(1.62, 0.05 - h)) / 2 / h]
  })()`)
	var u, v float64
	if _, err := fmt.Sscanf(strings.ReplaceAll(p.text("billiards-gradient"), "−", "-"), "%g, %g", &u, &v); err != nil {
		t.Fatal(err)
	}
	if math.Abs(u-d[0]) > 2e-3*math.Abs(d[0])+1e-6 || math.Abs(v-d[1]) > 2e-3*math.Abs(d[1])+1e-6 {
		t.Errorf("the page shows %v, %v, differences give %v", u, v, d)
	}
}

// In a window as small as a phone's nothing is wider than the window, fingers move the point, and all of it can be
// reached.
func TestPhone(t *testing.T) {
	p := open(t, 390, 800, still)
	if w := eval[float64](p, `document.documentElement.scrollWidth`); w > 390 {
		t.Errorf("the page is %v wide", w)
	}
	wide := eval[[]string](p, `Array.from(document.querySelectorAll('body *')).filter(e => { const r = e.getBoundingClientRect(); return r.width && r.right > 391 && !e.closest('pre, .visually-hidden, .skip') }).map(e => e.tagName + '#' + e.id)`)
	if len(wide) > 0 {
		t.Errorf("wider than the window: %v", wide)
	}
	eval[bool](p, `(document.querySelectorAll('details').forEach(d => { d.open = true }), true)`)
	small := eval[[]string](p, `Array.from(document.querySelectorAll('button, select, summary, input, textarea, nav a')).filter(e => { const r = e.getBoundingClientRect(); return r.height < 44 || r.width < 44 }).map(e => e.tagName + e.id + e.textContent)`)
	if len(small) > 0 {
		t.Errorf("too small for fingers: %v", small)
	}
	x, y, w, h := p.box("map")
	before := p.text("point-x")
	p.do(chromedp.TapXY(x+w*0.25, y+h*0.25))
	p.wait("the point under the finger", fmt.Sprintf(`document.getElementById('point-x').textContent !== %q`, before))
	if got := p.number("point-x"); math.Abs(got+1.5) > 0.05 {
		t.Errorf("the point is at %v", got)
	}
	p.write("x y")
	p.agrees("x y", "grad-y", p.number("point-x"))
}

// Everything can be reached and done by keys, and what has the focus shows it.
func TestKeyboard(t *testing.T) {
	p := open(t, 1100, 1200, still)
	var order []string
	for range 40 {
		p.do(chromedp.KeyEvent(kb.Tab))
		id := eval[string](p, `document.activeElement.id || document.activeElement.textContent`)
		if id == "" || len(order) > 0 && strings.Contains(id, "Derivatives, compiled") {
			break // behind the last one
		}
		order = append(order, id)
		if !eval[bool](p, `(s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2)(getComputedStyle(document.activeElement))`) {
			t.Errorf("nothing shows that %s has the focus", id)
		}
	}
	joined := strings.Join(order, "|")
	for _, id := range []string{"formula-input", "map", "surface", "descend", "zoom-in", "linkage-choice", "linkage-canvas", "billiards-optimise", "billiards-canvas"} {
		if !strings.Contains(joined, id) {
			t.Errorf("%s is not reached: %v", id, order)
		}
	}
	p.do(chromedp.Focus("#map"))
	x := p.number("point-x")
	p.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	p.wait("two keys to move the point", fmt.Sprintf(`Math.abs(parseFloat(document.getElementById('point-x').textContent) - %v) < 1e-6`, x+0.1))
	p.wait("what a screen reader says", `document.getElementById('spoken').textContent.startsWith('At ')`)
	picture := eval[string](p, ink("surface"))
	p.do(chromedp.Focus("#surface"), chromedp.KeyEvent(kb.ArrowLeft))
	p.wait("the surface to turn", fmt.Sprintf(`%s !== %q`, ink("surface"), picture))
	value := p.number("value")
	p.do(chromedp.Focus("#descend"), chromedp.KeyEvent(kb.Enter))
	p.wait("downhill", fmt.Sprintf(`parseFloat(document.getElementById('value').textContent.replace('−', '-')) < %v`, value))
	unnamed := eval[[]string](p, `Array.from(document.querySelectorAll('button, input, select, canvas:not([aria-hidden])')).filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)`)
	if len(unnamed) > 0 {
		t.Errorf("without a name: %v", unnamed)
	}
}

// What the policy forbids is not done: an inline script, a handler in an attribute, eval, a request to elsewhere. The
// page says so by errors on the console.
func TestPolicy(t *testing.T) {
	p := open(t, 1100, 1200, still)
	p.noise()
	got := eval[[]string](p, `(async () => {
    const out = [], s = document.createElement('script')
    s.textContent = 'window.injected = true'
    document.body.append(s)
    if (window.injected) out.push('an inline script ran')
    const b = document.createElement('button')
    b.setAttribute('onclick', 'window.clicked = true')
    document.body.append(b)
    b.click()
    if (window.clicked) out.push('a handler in an attribute ran')
    await new Promise(r => setTimeout(() => { // not from the driver's own script, which may
      try { if ((0, eval)('1 + 1') === 2) out.push('eval ran') } catch {}
      r()
    }))
    try { await fetch('http://127.0.0.1:9/'); out.push('a request left') } catch (e) { if (!/fetch/i.test(e.message)) out.push(e.message) }
    const style = document.createElement('style')
    style.textContent = 'body { opacity: 0 }'
    document.head.append(style)
    if (getComputedStyle(document.body).opacity === '0') out.push('an inline style applied')
    const frame = document.createElement('iframe')
    frame.src = 'data:text/html,x'
    document.body.append(frame)
    await new Promise(r => setTimeout(r, 100))
    return out
  })()`)
	if len(got) > 0 {
		t.Errorf("%v", got)
	}
	time.Sleep(100 * time.Millisecond)
	if said := strings.Join(p.noise(), "\n"); strings.Count(said, "Content Security Policy") < 4 {
		t.Errorf("the console says only: %s", said)
	}
	if csp := eval[string](p, `document.querySelector('meta[http-equiv]').content`); !strings.HasPrefix(csp, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval';") {
		t.Errorf("the policy of the document is %q", csp)
	}
}
