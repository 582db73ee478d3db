package browser

import (
	"encoding/json"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/examples/web/site"
)

// probe is a script in the page: it waits for the demonstrations, types a formula, opens the stages, and says what the page
// shows, and what went wrong.
const probe = `
const wrong = []
addEventListener('error', e => wrong.push(String(e.message)))
addEventListener('unhandledrejection', e => wrong.push(String(e.reason)))
document.addEventListener('securitypolicyviolation', e => wrong.push(e.violatedDirective + ' ' + e.blockedURI))
console.error = (...args) => wrong.push(args.join(' '))
const el = id => document.getElementById(id)
const until = async (what, f) => {
  for (let k = 0; k < 1500 && !f(); k++) await new Promise(r => setTimeout(r, 50))
  if (!f()) wrong.push('waited in vain for ' + what)
}
for (const demo of ['formula', 'linkage', 'billiards', 'explore']) await until(demo, () => el(demo).dataset.ready === 'true')
const field = el('formula-input')
field.value = 'x² y + sin x'
field.dispatchEvent(new Event('input', { bubbles: true }))
await until('the formula', () => el('formula-read').textContent.includes('sin (x)') && el('formula-read').textContent.includes('x ^ 2 * y'))
await new Promise(r => setTimeout(r, 1000))
document.querySelector('#explore-open summary').click()
await until('the stages', () => document.querySelectorAll('.stage').length === 10)
const number = id => Number(el(id).textContent.replaceAll('−', '-'))
const shown = Object.fromEntries(['point-x', 'point-y', 'value', 'grad-x', 'grad-y', 'hess-xx', 'hess-xy'].map(id => [id, number(id)]))
fetch('/done?' + encodeURIComponent(JSON.stringify({ wrong, shown })))
`

// In Firefox all demonstrations of the page begin, a formula is compiled there, and its value, gradient and Hessian are
// right. The tests in Chromium look closer: they drive the browser.
func TestFirefox(t *testing.T) {
	firefox, err := exec.LookPath("firefox-esr")
	if err != nil {
		t.Skip("no Firefox; script/bootstrap installs it")
	}
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	page := site.Handler(os.DirFS(dir))
	said := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/done":
			select {
			case said <- r.URL.RawQuery:
			default:
			}
		case r.URL.Path == "/probe.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, probe) //nolint:errcheck // the page would say nothing
		case r.URL.Path == "/":
			rec := httptest.NewRecorder()
			page.ServeHTTP(rec, r)
			for name, values := range rec.Header() {
				if name != "Content-Length" {
					w.Header()[name] = values
				}
			}
			io.WriteString(w, strings.Replace(rec.Body.String(), "</body>", `<script type="module" src="probe.js"></script></body>`, 1)) //nolint:errcheck // the same
		default:
			page.ServeHTTP(w, r)
		}
	}))
	defer server.Close()
	profile, err := os.MkdirTemp("", "profile") // not t.TempDir: processes of the browser write there for a moment after it is killed
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile) //nolint:errcheck // it is temporary
	c := exec.Command(firefox, "--headless", "--no-remote", "--width", "1100", "--height", "1200", "--profile", profile, server.URL+"/")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait()         //nolint:errcheck // it is killed
	defer c.Process.Kill() //nolint:errcheck // it may have ended
	var text string
	select {
	case query := <-said:
		if text, err = url.QueryUnescape(query); err != nil {
			t.Fatal(err)
		}
	case <-time.After(patience):
		t.Fatal("the page says nothing")
	}
	var got struct {
		Wrong []string
		Shown map[string]float64
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, w := range got.Wrong {
		t.Error(w)
	}
	x, y := got.Shown["point-x"], got.Shown["point-y"]
	if x == 0 && y == 0 {
		t.Error("the point is at 0, where much is 0")
	}
	for id, want := range map[string]float64{"value": x*x*y + math.Sin(x), "grad-x": 2*x*y + math.Cos(x), "grad-y": x * x, "hess-xx": 2*y - math.Sin(x), "hess-xy": 2 * x} {
		if g, ok := got.Shown[id]; !ok || math.Abs(g-want) > 0.01*(1+math.Abs(want)) {
			t.Errorf("%s shows %g, want %g", id, g, want)
		}
	}
}
