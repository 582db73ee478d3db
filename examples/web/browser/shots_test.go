package browser

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write screenshots into this folder, to be looked at")

// The page in light and dark, wide and as wide as a phone.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	for _, c := range []struct {
		name, scheme  string
		width, height int
	}{{"light", "light", 1120, 900}, {"dark", "dark", 1120, 900}, {"phone", "light", 390, 800}} {
		p := open(t, c.width, c.height, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: c.scheme})
		p.write("sin x cos y + (x² − y²)/12")
		for _, demo := range []string{"linkage", "billiards"} {
			p.box(demo)
			switch demo {
			case "linkage":
				time.Sleep(4 * time.Second) // it walks
			case "billiards":
				p.do(chromedp.Click("#billiards-optimise"))
				p.wait("a shot", `/^(Found|The best|No better)/.test(document.getElementById('billiards-status').textContent)`)
				time.Sleep(1500 * time.Millisecond) // it is played
			}
		}
		p.do(chromedp.Click("#explore-open summary"))
		p.wait("the stages", `document.querySelectorAll('.stage').length === 10`)
		for format, scale := range map[page.CaptureScreenshotFormat]float64{page.CaptureScreenshotFormatPng: 1, page.CaptureScreenshotFormatWebp: 0.75} {
			p.picture(filepath.Join(*shots, c.name+"."+string(format)), format, scale)
		}
	}
}

// picture writes a picture of the whole page.
func (p *tab) picture(name string, format page.CaptureScreenshotFormat, scale float64) {
	p.t.Helper()
	size := eval[[]float64](p, `(e => [e.scrollWidth, e.scrollHeight])(document.documentElement)`)
	r, err := chromedp.Call(p.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: format, Quality: new(int64(60)), CaptureBeyondViewport: new(true), Clip: &page.Viewport{Width: size[0], Height: size[1], Scale: scale},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, r.Data, 0o666); err != nil {
		p.t.Fatal(err)
	}
}
