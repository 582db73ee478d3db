package browser

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
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
		for _, demo := range []string{"formula", "linkage", "billiards"} {
			p.box(demo)
			switch demo {
			case "linkage":
				time.Sleep(4 * time.Second) // it walks
			case "billiards":
				p.do(chromedp.Click("#billiards-optimise"))
				p.wait("a shot", `/^(Found|The best|No better)/.test(document.getElementById('billiards-status').textContent)`)
				time.Sleep(1500 * time.Millisecond) // it is played
			}
			png, err := chromedp.Run(p.ctx, chromedp.Screenshot("#"+demo))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*shots, c.name+"-"+demo+".png"), png, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*shots, c.name+"-page.png"), png, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
