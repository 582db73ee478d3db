package browser

import (
	"context"
	"fmt"
	"iter"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/seed-4b734f86/gochad/examples/web/site"
)

// built is the page, built once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "chad-page-test-*")
	if err != nil {
		return "", err
	}
	_, err = site.Build(context.Background(), dir)
	return dir, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	closeBrowser()
	if dir, _ := built(); chromium() != "" {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// closeBrowser ends what begin has begun.
var closeBrowser = func() {}

// begin starts the browser and serves the page, once for all tests: to start a browser takes longer than most of them.
// It gives the context of the browser, and the address of the page.
var begin = sync.OnceValues(func() (context.Context, string) {
	dir, err := built()
	if err != nil {
		return nil, ""
	}
	server := httptest.NewServer(site.Handler(os.DirFS(dir)))
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium()), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1100, 1200),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("hide-scrollbars", true))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {})) // about messages that are newer than the driver
	closeBrowser = func() {
		cancel()
		stop()
		server.Close()
	}
	return ctx, server.URL
})

// chromium is the path of a browser, or empty.
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// A tab is the page in a profile of its own, which shares nothing with those of other tests, with everything that its
// console said.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu     sync.Mutex
	faults []string
}

// patience bounds a test; a machine with many other things to do may need most of it.
const patience = 4 * time.Minute

// open opens the page in a window of a size. All errors on its console fail the test.
func open(t *testing.T, width, height int, features ...*emulation.MediaFeature) *tab {
	t.Helper()
	if chromium() == "" {
		t.Skip("no Chromium; script/bootstrap installs it")
	}
	if _, err := built(); err != nil {
		t.Fatal(err)
	}
	_, address := begin()
	p := tabOf(t, address)
	for _, f := range features {
		p.media(f)
	}
	p.do(chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(address+"/"))
	p.ready()
	return p
}

// tabOf opens an empty tab, for pages at an address. All errors on its console fail the test.
func tabOf(t *testing.T, address string) *tab {
	t.Helper()
	if chromium() == "" {
		t.Skip("no Chromium; script/bootstrap installs it")
	}
	browser, _ := begin()
	if err := chromedp.Do(browser); err != nil { // starts it
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // opens the tab
		t.Fatal(err)
	}
	messages := chromedp.Console(ctx)
	p := &tab{t: t, base: address}
	limit := patience
	if *frames {
		limit *= 10
	}
	p.ctx, cancel = context.WithTimeout(ctx, limit)
	t.Cleanup(cancel)
	go p.listen(messages)
	t.Cleanup(func() {
		for _, f := range p.noise() {
			t.Errorf("on the console: %s", f)
		}
	})
	return p
}

// ready waits until all demonstrations have begun.
func (p *tab) ready() {
	p.t.Helper()
	for _, demo := range []string{"formula", "linkage", "billiards", "explore"} {
		p.wait("the demonstration "+demo, `document.getElementById('`+demo+`')?.dataset.ready === 'true'`)
	}
}

// listen notes errors and warnings.
func (p *tab) listen(messages iter.Seq2[chromedp.ConsoleMessage, error]) {
	for m, err := range messages {
		if err != nil {
			return
		}
		if m.Type == "error" || m.Type == "warning" || m.IsException() {
			p.mu.Lock()
			p.faults = append(p.faults, m.Text+" "+m.URL)
			p.mu.Unlock()
		}
	}
}

// media sets what the person prefers.
func (p *tab) media(f *emulation.MediaFeature) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{f}}); err != nil {
		p.t.Fatal(err)
	}
}

// noise takes what was noted.
func (p *tab) noise() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.faults
	p.faults = nil
	return out
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// eval is the value of an expression in the page.
func eval[T any](p *tab, js string) T {
	p.t.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", js, err)
	}
	return out
}

// wait waits until an expression is true.
func (p *tab) wait(what, js string) {
	p.t.Helper()
	for end := time.Now().Add(patience / 2); ; time.Sleep(20 * time.Millisecond) {
		if eval[bool](p, js) {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// text is the text of an element.
func (p *tab) text(id string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("document.getElementById(%q).textContent", id))
}

// number is a number as the page shows it. A demonstration shows none until it has been drawn.
func (p *tab) number(id string) float64 {
	p.t.Helper()
	p.wait("a number in "+id, fmt.Sprintf("document.getElementById(%q).textContent !== ''", id))
	text := strings.ReplaceAll(p.text(id), "−", "-")
	var x float64
	if _, err := fmt.Sscan(text, &x); err != nil {
		p.t.Fatalf("%s shows %q, which is no number", id, text)
	}
	return x
}

// box is where an element stands in the window, after it was scrolled to.
func (p *tab) box(id string) (x, y, width, height float64) {
	p.t.Helper()
	b := eval[[]float64](p, fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.scrollIntoView({block: 'center', behavior: 'instant'}); const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height] })()`, id))
	return b[0], b[1], b[2], b[3]
}
