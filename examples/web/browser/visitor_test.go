package browser

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/seed-4b734f86/gochad/examples/web/site"
)

// A formula with a mistake moves nothing on the page, and what stands under the field is about the drawings.
func TestMistakeMovesNothing(t *testing.T) {
	p := open(t, 1100, 1200, still)
	places := `JSON.stringify(['map', 'surface', 'formula-examples', 'derivative'].map(id => document.getElementById(id).getBoundingClientRect().top + scrollY))`
	p.write("x² − y²")
	before := eval[string](p, places)
	if got := p.text("formula-read"); got != "read as  x ^ 2 - y ^ 2" {
		t.Errorf("the page says %q", got)
	}
	p.write("sni x + foo(y) +")
	if got := p.text("formula-read"); got != "drawn below  x² − y²" {
		t.Errorf("with a mistake the page says %q", got)
	}
	if got := eval[string](p, places); got != before {
		t.Errorf("things moved from %s to %s", before, got)
	}
	p.write("sec(x)² + " + strings.Repeat("x y + ", 40) + "1")
	if got := eval[string](p, places); got != before {
		t.Errorf("for a long formula things moved from %s to %s", before, got)
	}
}

// visit opens an address of the page, by what stands after the #.
func (p *tab) visit(texts url.Values) {
	p.t.Helper()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.base+"/#"+texts.Encode()))
	p.ready()
}

// What is typed is in the address, and the address brings it back.
func TestLinks(t *testing.T) {
	p := open(t, 1100, 1200, still)
	address := func() url.Values {
		v, err := url.ParseQuery(eval[string](p, `location.hash.slice(1)`))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if got := address(); len(got) > 0 {
		t.Errorf("nothing was edited, and the address has %v", got)
	}
	p.write("x³ + 2y")
	p.wait("the formula in the address", `location.hash !== ''`)
	softer := p.program("linkage", "off * off", "off ^ 4")
	got := address()
	if got.Get("formula") != "x³ + 2y" || got.Get("linkage") != softer || len(got) != 2 {
		t.Errorf("the address has %v", got)
	}
	p.do(chromedp.Click("#linkage-original"))
	p.wait("the original", `!new URLSearchParams(location.hash.slice(1)).has('linkage')`)

	p.visit(url.Values{"formula": {"5x + y²"}, "linkage": {softer}})
	p.wait("the formula of the address", `document.getElementById('formula').dataset.shown === '5x + y²'`)
	p.agrees("5x + y²", "grad-x", 5)
	if got := p.value("linkage-program"); got != softer {
		t.Errorf("the program is\n%s", got)
	}
	// A place on the page is no address of texts.
	p.do(chromedp.Click(`nav a[href="#explore"]`))
	p.wait("the address as it was", `location.hash.includes('linkage=')`)
	if got := p.value("formula-input"); got != "5x + y²" {
		t.Errorf("after a link to a place the formula is %s", got)
	}
	// Another address in the same window.
	eval[bool](p, `(location.hash = 'formula=' + encodeURIComponent('7y'), true)`)
	p.wait("the formula of the next address", `document.getElementById('formula').dataset.shown === '7y'`)
	p.wait("the original", `!document.getElementById('linkage-program').value.includes('off ^ 4')`)
	// A mistake in the address is a mistake.
	p.visit(url.Values{"formula": {"<img src=x>"}})
	p.wait("a mistake", `document.getElementById('formula').dataset.failed === '<img src=x>'`)
	if n := eval[int](p, `document.querySelectorAll('img').length`); n != 0 {
		t.Error("the address became elements")
	}
}

// value is what stands in a field.
func (p *tab) value(id string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("document.getElementById(%q).value", id))
}

// program replaces text in the program of a demonstration, as typing does, and waits until that is compiled.
func (p *tab) program(demo, old, new string) string {
	p.t.Helper()
	id := demo + "-program"
	p.wait("the program of "+demo, fmt.Sprintf("document.getElementById(%q).value !== ''", id))
	text := strings.Replace(p.value(id), old, new, 1)
	eval[bool](p, fmt.Sprintf(`(e => { e.closest('details').open = true; e.focus(); e.value = %q; e.dispatchEvent(new Event('input')); return true })(document.getElementById(%q))`, text, id))
	p.wait("the compiler", fmt.Sprintf(`document.getElementById(%q).dataset.compiled === %q`, id, text))
	return text
}

// The programs are compiled when they are edited, and used from then on; what is wrong with them is said with its place, and
// the one before goes on.
func TestPrograms(t *testing.T) {
	p := open(t, 1100, 1200, still)
	x := p.number("billiards-loss")
	p.program("billiards", "def bounce : real = 0.96", "def bounce : real = 0.3")
	p.wait("another loss", fmt.Sprintf(`parseFloat(document.getElementById('billiards-loss').textContent.replace('−', '-')) !== %v`, x))
	other := p.number("billiards-loss")
	for _, c := range []struct{ old, new, message string }{
		{"def bounce : real = 0.3", "def bounce : real = bounc", "unknown name bounc (line 9, column 21)"},
		{"def bounce : real = bounc", "def bounce : real = 0.3\ndef", "wanted"},
		{"def bounce : real = 0.3\ndef", "def bounce : real = 0.3", ""},
		{"--chad:func", "", "the page calls shot"},
		{"def paths", "--chad:func\ndef paths", ""},
		{"ball : int,", "balls : int,", "ball"},
	} {
		p.program("billiards", c.old, c.new)
		if got := p.text("billiards-error"); !strings.Contains(got, c.message) || (got == "") != (c.message == "") {
			t.Errorf("%q: the page says %q, want %q", c.new, got, c.message)
		}
		if got := p.number("billiards-loss"); got != other {
			t.Errorf("%q: the loss is %v, not %v", c.new, got, other)
		}
	}
	// A loop without end is ended, and the linkage moves again with the program before.
	p.program("linkage", "  bars + held", "  bars + held + (loop s = 0.0 while s < 1.0 do s * bars)")
	if got := p.text("linkage-error"); !strings.Contains(got, "the program fails with the linkage as it stands") {
		t.Errorf("the page says %q", got)
	}
	before := eval[string](p, ink("linkage-canvas"))
	p.do(chromedp.Click("#linkage-original"))
	p.wait("the original", `document.getElementById('linkage-program').dataset.compiled === document.getElementById('linkage-program').value`)
	p.do(chromedp.Focus("#linkage-canvas"), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp))
	p.wait("the linkage to move", fmt.Sprintf(`%s !== %q`, ink("linkage-canvas"), before))
}

// A program is shown at all stages, in both modes, and a name lights up in all columns.
func TestExplorer(t *testing.T) {
	p := open(t, 1100, 1200, still)
	p.do(chromedp.Click("#explore-open summary"))
	p.wait("the stages", `document.querySelectorAll('.stage').length === 10`)
	column := func(name string) string { return p.text("stage-" + name) }
	for name, want := range map[string]string{
		"source": "slope * xi + offset", "chad": "λ̲v.", "go": "func LossGrad(", "wat": "(module", "loops": "export func LossGrad(", "simplified": "slope' =",
	} {
		if got := column(name); !strings.Contains(got, want) {
			t.Errorf("%s has no %s:\n%s", name, want, got)
		}
	}
	p.do(chromedp.Click("#explore-forward"))
	p.wait("forward mode", `document.getElementById('stage-go').textContent.includes('func LossJvp(')`)
	p.do(chromedp.Click("#explore-reverse"))
	p.wait("reverse mode", `document.getElementById('stage-go').textContent.includes('func LossGrad(')`)
	eval[bool](p, `(s => { s.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })); return true })(Array.from(document.querySelectorAll('#stage-source span')).find(s => s.textContent === 'total'))`)
	lines := strings.Join(eval[[]string](p, `Array.from(document.querySelectorAll('.line.lit'), s => s.textContent.trim())`), "|")
	for _, want := range []string{"total = sum (map", "total2' = w", "let total' = 1 / t * v"} {
		if !strings.Contains(lines, want) {
			t.Errorf("the statement %s is not lit, but %s", want, lines)
		}
	}
	lit := eval[[]string](p, `Array.from(document.querySelectorAll('.lit:not(.line)'), s => s.closest('.stage').id + ' ' + s.textContent)`)
	all := strings.Join(lit, ", ")
	for _, want := range []string{"stage-source total", "stage-chad total,", "stage-chad total2'", "stage-simplified total'"} {
		if !strings.Contains(all+",", want) {
			t.Errorf("%s is not lit, but %s", want, all)
		}
	}
	if strings.Contains(all, "slope") {
		t.Errorf("lit: %s", all)
	}
	p.do(chromedp.Focus("#explore-program"))
	eval[bool](p, `(e => { e.selectionStart = e.selectionEnd = e.value.indexOf('offset') + 1; return true })(document.getElementById('explore-program'))`)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.wait("the name at the cursor", `(l => l.length > 4 && l.every(w => /^d?offset'?$/.test(w.textContent)))(Array.from(document.querySelectorAll('.lit:not(.line)')))`)
	// Another program, by typing; a mistake; another definition.
	write := func(text string) {
		t.Helper()
		eval[bool](p, fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event('input')); return true })(document.getElementById('explore-program'))`, text))
		p.wait("the explorer", fmt.Sprintf(`document.getElementById('explore').dataset.shown.endsWith(%q)`, text))
	}
	write("def f (x : real) : real = x * y")
	if got := p.text("explore-error"); !strings.Contains(got, "unknown name y") {
		t.Errorf("the page says %q", got)
	}
	write("def cube (x : real) : real = x * x * x\ndef last (x : real) : real = cube x + 1")
	if got := p.text("explore-error"); got != "" || !strings.Contains(column("go"), "func LastGrad(") {
		t.Errorf("%s\n%s", got, column("go"))
	}
	eval[bool](p, `(e => { e.value = 'cube'; e.dispatchEvent(new Event('change')); return true })(document.getElementById('explore-def'))`)
	p.wait("the other definition", `document.getElementById('stage-go').textContent.includes('func CubeGrad(')`)
	if !strings.Contains(eval[string](p, `decodeURIComponent(location.hash)`), "explore=") {
		t.Error("the program is not in the address")
	}
}

// A finger that goes up or down on a drawing is the browser's, which scrolls, and moves nothing; one that takes hold of something
// is the drawing's, and so is one that goes sideways, or taps. Chromium without a screen does not scroll under fingers, so the
// test looks at what it is told: the touch-action of the canvas, whether touchstart is prevented, and what its
// pointercancel does, which says that it scrolls.
func TestFingers(t *testing.T) {
	p := open(t, 390, 800, still)
	if _, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 1}); err != nil {
		t.Fatal(err)
	}
	// touch puts a finger down for a moment, and says whether the canvas keeps it from scrolling.
	touch := func(x, y float64) bool {
		t.Helper()
		eval[bool](p, `(window.kept = null, addEventListener('touchstart', e => { window.kept = e.defaultPrevented }, { once: true, passive: true }), true)`)
		for _, e := range []input.DispatchTouchEventParams{
			{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}},
			{Type: input.DispatchTouchEventTypeTouchCancel, TouchPoints: []*input.TouchPoint{}},
		} {
			if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, e); err != nil {
				t.Fatal(err)
			}
		}
		p.wait("a touch", `window.kept !== null`)
		return eval[bool](p, `window.kept`)
	}
	for _, c := range []struct{ canvas, number string }{
		{"map", "point-x"}, {"surface", "point-x"}, {"linkage-canvas", "linkage-loss"}, {"billiards-canvas", "billiards-loss"},
	} {
		x, y, w, h := p.box(c.canvas)
		before := p.text(c.number)
		if touch(x+w*0.04, y+h*0.93) {
			t.Errorf("%s keeps a finger from scrolling", c.canvas)
		}
		if got := eval[string](p, fmt.Sprintf(`getComputedStyle(document.getElementById(%q)).touchAction`, c.canvas)); got != "pan-y pinch-zoom" {
			t.Errorf("%s: touch-action is %s", c.canvas, got)
		}
		p.rests(c.canvas)
		if got := p.text(c.number); got != before {
			t.Errorf("%s: %s was %s and is %s", c.canvas, c.number, before, got)
		}
	}
	x, y, w, h := p.box("map")
	px, py := p.number("point-x"), p.number("point-y")
	if !touch(x+w*(px/3+1)/2, y+h*(1-py/3)/2) {
		t.Error("the page scrolls under a finger that holds the point")
	}
	// Fingers as the page hears of them.
	finger := func(kinds string, places ...float64) {
		t.Helper()
		eval[bool](p, fmt.Sprintf(`((e, kinds, places) => {
      e.setPointerCapture = () => {} // which takes only pointers that are there
      kinds.split(' ').forEach((k, i) => e.dispatchEvent(new PointerEvent('pointer' + k, { pointerId: 7, pointerType: 'touch', clientX: places[2 * i], clientY: places[2 * i + 1], bubbles: true })))
      return true
    })(document.getElementById('map'), %q, %s)`, kinds, strings.ReplaceAll(fmt.Sprint(places), " ", ", ")))
	}
	before := p.text("point-x")
	finger("down move cancel", x+40, y+40, x+41, y+36, x+41, y+36)
	p.rests("map")
	if got := p.text("point-x"); got != before {
		t.Errorf("a finger that scrolls moves the point to %s", got)
	}
	finger("down move up", x+w*0.2, y+h*0.2, x+w*0.25, y+h*0.2, x+w*0.25, y+h*0.2)
	p.wait("the point under a finger that goes sideways", `Math.abs(parseFloat(document.getElementById('point-x').textContent.replace('−', '-')) + 1.5) < 0.05`)
	finger("down up", x+w*0.75, y+h*0.2, x+w*0.75, y+h*0.2)
	p.wait("the point under a finger that taps", `Math.abs(parseFloat(document.getElementById('point-x').textContent.replace('−', '-')) - 1.5) < 0.05`)
}

// axe finds nothing that keeps people out, on all of the page, in light and dark, wide and on a phone.
func TestAccessibility(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join("..", "..", "..", "bench", "web", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("no axe-core; script/bootstrap installs it")
	}
	p := open(t, 1100, 1200, still)
	p.do(chromedp.Click("#explore-open summary"))
	p.wait("the stages", `document.querySelectorAll('.stage').length === 10`)
	eval[bool](p, `(document.querySelectorAll('details').forEach(d => { d.open = true }), true)`)
	p.write("x + foo")
	check := func(what string) {
		t.Helper()
		eval[bool](p, string(axe)+"; true")
		found := eval[[]string](p, `axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 120) + ': ' + n.failureSummary)))`)
		for _, f := range found {
			t.Errorf("%s: %s", what, f)
		}
	}
	check("light")
	p.media(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	p.wait("the colours to have changed", `document.getAnimations().length === 0`)
	check("dark, with a mistake")
	p.write("x + y")
	p.do(chromedp.EmulateViewport(390, 800))
	check("phone")
}

// What the guide says of the page's weight is right to three in a hundred: another version of Go makes a difference.
func TestWeights(t *testing.T) {
	if chromium() == "" {
		t.Skip("no Chromium, and nothing else needs the page")
	}
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "sizes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var w site.Weights
	if err := json.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "playground.md"))
	if err != nil {
		t.Fatal(err)
	}
	noted, err := w.Noted(string(guide))
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`[\d.]+`)
	said, is := strings.Split(string(guide), "\n"), strings.Split(noted, "\n")
	if len(said) != len(is) {
		t.Fatalf("the table has other rows:\n%s", w.Table())
	}
	for i, line := range said {
		a, b := number.FindAllString(line, -1), number.FindAllString(is[i], -1)
		for k := range min(len(a), len(b)) {
			x, errX := strconv.ParseFloat(a[k], 64)
			y, errY := strconv.ParseFloat(b[k], 64)
			if errX == nil && errY == nil && math.Abs(x-y) > 0.03*y {
				t.Errorf("docs/playground.md says\n%s\nand it is\n%s\nrun go run ./examples/web/build -sizes docs/playground.md", line, is[i])
			}
		}
		if number.ReplaceAllString(line, "") != number.ReplaceAllString(is[i], "") {
			t.Errorf("docs/playground.md says\n%s\nand it is\n%s", line, is[i])
		}
	}
}

// Nothing jumps: not while the page loads, nor where the words of a button change, nor when the stages come; only what is
// below what a visitor has opened goes down.
func TestNothingJumps(t *testing.T) {
	for _, width := range []int{390, 1280} {
		p := open(t, width, 800)
		eval[bool](p, `(() => {
			window.jumped = []
			// Other words in the middle of a button begin at another place: that is none of an element.
			new PerformanceObserver(l => { for (const e of l.getEntries()) for (const { node } of e.sources) if (node instanceof Element) window.jumped.push(node.id || node.className || node.nodeName) }).observe({ type: 'layout-shift', buffered: true })
			return true
		})()`)
		jumped := func(when string) {
			time.Sleep(300 * time.Millisecond) // frames after it
			if got := eval[string](p, `(() => { const all = window.jumped.filter(id => id !== 'page-foot'); window.jumped = []; return all.join(' ') })()`); got != "" {
				t.Errorf("%d pixels wide, %s: %s jumped", width, when, got)
			}
		}
		jumped("the page loads")
		p.do(chromedp.Click("#descend"))
		jumped("the point rolls")
		p.do(chromedp.Click("#billiards-optimise"))
		p.wait("a shot", `/^(Found|The best|No better)/.test(document.getElementById('billiards-status').textContent)`)
		jumped("a shot is optimised")
		p.do(chromedp.Click("#explore-open summary"))
		p.wait("the stages", `document.querySelectorAll('.stage').length === 10`)
		jumped("the stages come")
	}
}
