// Package site_test looks at the site that script/site has built.
package site_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var built = flag.Bool("built", false, "look at the site in site/dist")

// pages are the pages of the site, by their addresses.
func pages(t *testing.T) map[string]string {
	t.Helper()
	if !*built {
		t.Skip("script/site builds the site and runs this with -built")
	}
	out := map[string]string{}
	dist := os.DirFS("dist")
	err := fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".html") {
			return err
		}
		text, err := fs.ReadFile(dist, name)
		out["/"+name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 60 {
		t.Fatalf("only %d pages", len(out))
	}
	return out
}

var (
	target = regexp.MustCompile(`<(a|link|script|img|source)\b[^>]*?\s(?:href|src)="([^"]*)"`)
	anchor = regexp.MustCompile(`\sid="([^"]*)"`)
	policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; [^"]*">`)
	inline = regexp.MustCompile(`\sstyle="|\son[a-z]+="`)
)

// TestLinks wants every link to a page of the site, and to a place on it, to lead there, and nothing to be fetched from
// elsewhere.
func TestLinks(t *testing.T) {
	all := pages(t)
	anchors := map[string]map[string]bool{}
	for at, text := range all {
		anchors[at] = map[string]bool{}
		for _, m := range anchor.FindAllStringSubmatch(text, -1) {
			anchors[at][m[1]] = true
		}
	}
	seen := 0
	for at, text := range all {
		for _, m := range target.FindAllStringSubmatch(text, -1) {
			seen++
			if why := follow(at, m[1], strings.ReplaceAll(m[2], "&amp;", "&"), anchors); why != "" {
				t.Errorf("%s: %s: %s", at, m[2], why)
			}
		}
	}
	if seen < 5000 {
		t.Errorf("only %d links", seen)
	}
}

// follow says what is wrong with a link, if anything is.
func follow(at, element, href string, anchors map[string]map[string]bool) string {
	u, err := url.Parse(href)
	if err != nil {
		return err.Error()
	}
	if u.Scheme == "data" {
		return ""
	}
	if u.Host != "" {
		if element != "a" {
			return "is fetched from elsewhere"
		}
		return ""
	}
	to := at
	if u.Path != "" {
		to = path.Join(path.Dir(at), u.Path)
		if path.IsAbs(u.Path) {
			to = u.Path
		}
		if strings.HasSuffix(u.Path, "/") {
			to = path.Join(to, "index.html")
		}
	}
	if _, err := os.Stat(filepath.Join("dist", filepath.FromSlash(to))); err != nil {
		return "is not there"
	}
	if here, ok := anchors[to]; ok && u.Fragment != "" && !here[u.Fragment] {
		return "the page has no such place"
	}
	return ""
}

// TestPolicy wants each page to forbid what it does not need, and to need neither styles nor handlers in attributes.
func TestPolicy(t *testing.T) {
	for at, text := range pages(t) {
		if !policy.MatchString(text) {
			t.Errorf("%s has no policy", at)
		}
		if m := inline.FindString(text); m != "" {
			t.Errorf("%s has%s in an attribute", at, m)
		}
	}
}

// TestBrowser wants pages to say nothing on the console, at the size of a desk and of a phone.
func TestBrowser(t *testing.T) {
	pages(t)
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium")
	}
	server := httptest.NewServer(http.FileServer(http.Dir("dist")))
	defer server.Close()
	for _, page := range []string{"/", "/tutorial.html"} {
		for _, size := range []string{"1280,900", "360,740"} {
			t.Run(fmt.Sprint(page, " ", size), func(t *testing.T) {
				var dom, log bytes.Buffer
				cmd := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", //nolint:gosec // ours
					"--user-data-dir="+t.TempDir(), "--virtual-time-budget=5000", "--window-size="+size, "--dump-dom", server.URL+page)
				cmd.Stdout, cmd.Stderr = &dom, &log
				if err := cmd.Run(); err != nil {
					t.Fatalf("%v\n%s", err, log.Bytes())
				}
				if !strings.Contains(dom.String(), "VPContent") {
					t.Errorf("the page is empty:\n%s", dom.Bytes())
				}
				for line := range strings.Lines(log.String()) {
					if strings.Contains(line, ":CONSOLE") {
						t.Error(line)
					}
				}
			})
		}
	}
}
