package site

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/seed-4b734f86/gochad/internal/gowasm"
)

// What the compiler in the page must not carry: it is sent to browsers.
var heavy = []string{
	"go/parser", "go/types", "go/ast", "go/printer", "go/format", "regexp", "net", "net/http", "text/template",
	"golang.org/x/", "gonum.org/", "github.com/dave/jennifer", "github.com/tetratelabs/", "github.com/spf13/",
	"github.com/seed-4b734f86/gochad/gen", "github.com/seed-4b734f86/gochad/gosrc",
}

// The compiler of the page depends on none of them.
func TestDependencies(t *testing.T) {
	out, err := gowasm.Go(context.Background(), "list", "-deps", "-tags", gowasm.Slim, compilerPackage)
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(out)
	if !slices.Contains(deps, "github.com/seed-4b734f86/gochad/wasmbackend") {
		t.Fatal("go list does not see the compiler")
	}
	for _, dep := range deps {
		for _, h := range heavy {
			if dep == h || strings.HasPrefix(dep, strings.TrimSuffix(h, "/")+"/") {
				t.Errorf("the compiler of the page depends on %s", dep)
			}
		}
	}
}

// Who may ask the server, for what, and what it says.
func TestHandler(t *testing.T) {
	h := Handler(fstest.MapFS{"index.html": {Data: []byte("page")}, "compiler.wasm.gz": {Data: []byte{0x1f, 0x8b}}})
	for _, c := range []struct {
		method, host, origin, path string
		want                       int
	}{
		{"GET", "localhost:8080", "", "/", 200},
		{"HEAD", "127.0.0.1:8080", "", "/", 200},
		{"GET", "[::1]:8080", "http://[::1]:8080", "/", 200},
		{"GET", "LOCALHOST", "", "/compiler.wasm.gz", 200},
		{"GET", "localhost:8080", "", "/none", 404},
		{"GET", "localhost:8080", "", "/../go.mod", 404},
		{"GET", "evil.example:8080", "", "/", 421},
		{"GET", "127.0.0.1.evil.example", "", "/", 421},
		{"GET", "192.168.1.7:8080", "", "/", 421},
		{"GET", "", "", "/", 421},
		{"GET", "localhost:8080", "http://evil.example", "/", 403},
		{"GET", "localhost:8080", "null", "/", 403},
		{"GET", "localhost:8080", "https://localhost:8080", "/", 403},
		{"POST", "localhost:8080", "", "/", 405},
		{"OPTIONS", "localhost:8080", "", "/", 405},
	} {
		r := httptest.NewRequest(c.method, "http://localhost/", nil)
		r.Host, r.URL.Path = c.host, c.path
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s %s of %q from %q: %d, want %d", c.method, c.path, c.host, c.origin, w.Code, c.want)
		}
		if w.Code != http.StatusOK {
			continue
		}
		if csp := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval';") || strings.Contains(csp, "unsafe-inline") {
			t.Errorf("the policy is %q", csp)
		}
		if w.Header().Get("Content-Encoding") != "" {
			t.Error("the compressed compiler is sent as something else")
		}
	}
}

// The server listens on this machine alone.
func TestListen(t *testing.T) {
	for _, bad := range []string{"0.0.0.0:0", "[::]:0", "example.com:80", "8080"} {
		if l, err := Listen(bad); err == nil {
			l.Close() //nolint:errcheck // it failed already
			t.Errorf("%s: no error", bad)
		}
	}
	for _, good := range []string{":0", "localhost:0"} {
		l, err := Listen(good)
		if err != nil {
			t.Fatal(err)
		}
		if !loopback(l.Addr().String()) {
			t.Errorf("%s is %s", good, l.Addr())
		}
		l.Close() //nolint:errcheck // nothing was asked
	}
}

// inline is what the policy forbids in documents: scripts, styles and handlers in their text.
var inline = regexp.MustCompile(`(?i)<script(?:[^>]*)>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:`)

// markup is what makes elements of text.
var markup = regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|createContextualFragment`)

// The static files ask for nothing elsewhere, have nothing inline, and make no elements of text.
func TestStatic(t *testing.T) {
	files := map[string][]byte{}
	if err := addStatic(files); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"linkage", "billiards"} {
		size, err := addModel(files, name)
		if err != nil {
			t.Fatal(err)
		}
		if size < 1000 || size > 32<<10 {
			t.Errorf("the module %s has %d bytes", name, size)
		}
	}
	for name, content := range files {
		text := string(content)
		switch path.Ext(name) {
		case ".html":
			if m := inline.FindString(text); m != "" {
				t.Errorf("%s: %s", name, m)
			}
			if !strings.Contains(text, metaPolicy()) {
				t.Errorf("%s has not the policy", name)
			}
		case ".js":
			if m := markup.FindString(text); m != "" {
				t.Errorf("%s: %s", name, m)
			}
		}
		text = regexp.MustCompile(`<a href="https://[^"]*">`).ReplaceAllString(text, "") // which asks for nothing until it is followed
		if path.Ext(name) != ".wasm" && regexp.MustCompile(`(?:src|href|url|fetch|import)\s*[=(]?\s*["'(]*(?:https?:)?//`).MatchString(text) {
			t.Errorf("%s asks for something elsewhere", name)
		}
	}
	if err := addFirst(files); err != nil {
		t.Error(err)
	}
}
