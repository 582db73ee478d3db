package browser

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var docs = flag.String("site", "", "look at the site of the documentation in this folder, which script/site builds")

// TestSite looks at pages of the documentation, one of each kind: axe finds nothing that keeps people out, in light and in
// the dark, wide and on a phone; the console stays empty; and nothing is wider than a phone.
func TestSite(t *testing.T) {
	if *docs == "" {
		t.Skip("script/site builds the site and runs this with -site")
	}
	axe, err := os.ReadFile(filepath.Join("..", "..", "..", "bench", "web", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("no axe-core; script/bootstrap installs it")
	}
	server := httptest.NewServer(http.FileServer(http.Dir(*docs)))
	t.Cleanup(server.Close)
	for _, name := range []string{"index", "tutorial", "gosrc", "typescript", "playground", "architecture", "gallery", "chad/index",
		"api/index", "api/chad", "api/wasmbackend/run", "404"} {
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int{1280, 390} {
				t.Run(fmt.Sprint(name, " ", scheme, " ", width), func(t *testing.T) {
					p := tabOf(t, server.URL)
					p.media(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme})
					p.do(chromedp.EmulateViewport(int64(width), 900), chromedp.Navigate(server.URL+"/"+name+".html"))
					p.wait("the page", `document.querySelector('#app')?.__vue_app__ !== undefined && document.readyState === 'complete'`)
					p.wait("transitions", `document.getAnimations().length === 0`)
					if got := eval[bool](p, `document.documentElement.classList.contains('dark')`); got != (scheme == "dark") {
						t.Errorf("dark is %t", got)
					}
					eval[bool](p, string(axe)+"; true")
					for _, f := range eval[[]string](p, `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 160) + ': ' + n.failureSummary)))`) {
						t.Error(f)
					}
					if w := eval[int](p, `document.documentElement.scrollWidth`); w > width {
						t.Errorf("the page is %d wide, by %s", w, eval[string](p, `[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(e).display !== 'none').slice(0, 3).map(e => e.outerHTML.slice(0, 160)).join(' … ')`))
					}
					if *shots != "" {
						p.picture(filepath.Join(*shots, fmt.Sprintf("%s-%s-%d.png", filepath.Base(name), scheme, width)), "png", 0.5)
					}
				})
			}
		}
	}
	t.Run("live", func(t *testing.T) { // the page in the guide runs
		p := tabOf(t, server.URL)
		p.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(server.URL+"/playground.html"))
		p.wait("the frame", `document.querySelector('iframe.live') !== null`)
		eval[bool](p, `(document.querySelector('iframe.live').scrollIntoView(), true)`)
		p.wait("a formula in it", `/\d/.test(document.querySelector('iframe.live').contentDocument?.getElementById('value')?.textContent ?? '')`)
	})
}
