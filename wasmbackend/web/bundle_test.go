package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/wasmbackend/web"
)

// bundle runs a bundler, whose API it imports from where it is installed: webpack has no command of its own.
const bundle = `
import { pathToFileURL } from 'node:url'
const [name, api] = process.argv.slice(2)
const { default: own, build } = await import(pathToFileURL(api))
if (name === 'esbuild') await build({ entryPoints: ['main.js'], bundle: true, format: 'esm', outdir: 'esbuild' })
if (name === 'vite') await build({ base: './', logLevel: 'error', build: { outDir: 'vite', rollupOptions: { input: 'main.js', output: { entryFileNames: 'main.js' } } } })
if (name === 'webpack') await new Promise((done, failed) => own({ mode: 'production', context: process.cwd(), entry: './main.js', output: { path: process.cwd() + '/webpack', filename: 'main.js' } }, (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) failed(error ?? stats.toString())
  else done()
}))
`

// The three bundlers for browsers take what is written, as files and as a package of npm, and what they make computes in
// Chromium. esbuild leaves modules where they are, so that they are copied; the other two take them along.
func TestBundlers(t *testing.T) {
	node, chromium := tool(t, "node"), tool(t, "chromium", "chromium-browser", "google-chrome")
	dir := t.TempDir()
	write(t, dir, "package.json", `{"type":"module"}`)
	generate(t, dir, "m", source)
	model := filepath.Join(dir, "node_modules", "model")
	if err := os.MkdirAll(model, 0o700); err != nil {
		t.Fatal(err)
	}
	generate(t, model, "model", source)
	f, err := web.Package("model")
	if err != nil {
		t.Fatal(err)
	}
	write(t, model, f.Name, string(f.Content))
	write(t, dir, "bundle.mjs", bundle)
	write(t, dir, "main.js", `
import { load } from './m.js'
import { load as loadPackage } from 'model'
const say = text => fetch('/done', { method: 'POST', body: location.hash.slice(1) + ' ' + text })
try {
  const one = await load(), two = await loadPackage()
  say(one.rosenGrad([1, 2, 3]).xbar.join() + ' ' + two.rosenGrad([1, 2, 3]).value)
} catch (e) { say('failed: ' + e.message) }
`)
	bundlers := map[string]string{"esbuild": "lib/main.js", "vite": "dist/node/index.js", "webpack": "lib/index.js"}
	for name, api := range bundlers {
		path, err := filepath.EvalSymlinks(tool(t, name))
		if err != nil {
			t.Fatal(err)
		}
		modules := path[:strings.LastIndex(path, "node_modules")+len("node_modules")]
		command(t, dir, node, "bundle.mjs", name, filepath.Join(modules, name, filepath.FromSlash(api)))
		write(t, filepath.Join(dir, name), "index.html", `<!doctype html><meta charset="utf-8"><title>m</title><script defer `+
			map[bool]string{true: `type="module" `}[name != "webpack"]+`src="main.js"></script>`)
	}
	for from, name := range map[string]string{dir: "m.wasm", model: "model.wasm"} {
		code, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "esbuild"), name, string(code))
	}
	said := make(chan string, len(bundlers))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/done" {
			b, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			said <- string(b)
			return
		}
		http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
	}))
	defer server.Close()
	profile, err := os.MkdirTemp("", "profile") // not t.TempDir: processes of the browser write there after it is killed
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile) //nolint:errcheck // the same
	write(t, dir, "index.html", `<!doctype html><meta charset="utf-8"><title>m</title><iframe src="esbuild/#esbuild"></iframe>`+
		`<iframe src="vite/#vite"></iframe><iframe src="webpack/#webpack"></iframe>`)
	c := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+profile, server.URL)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait()         //nolint:errcheck // it is killed
	defer c.Process.Kill() //nolint:errcheck // it may have ended
	var got []string
	for end := time.After(2 * time.Minute); len(got) < len(bundlers); {
		select {
		case text := <-said:
			got = append(got, text)
		case <-end:
			t.Fatalf("the pages say only %q", got)
		}
	}
	slices.Sort(got)
	want := []string{"esbuild -400,1002,-200 201", "vite -400,1002,-200 201", "webpack -400,1002,-200 201"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A module that cannot be had says where it was looked for, and why.
func TestMissingModule(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "m", source)
	if err := os.Remove(filepath.Join(dir, "m.wasm")); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/page.wasm" { // as servers of single pages answer
			io.WriteString(w, "<!doctype html>") //nolint:errcheck // the test sees it
			return
		}
		http.NotFound(w, r)
	}))
	defer server.Close()
	got := node(t, dir, `
import { load } from './m.js'
const say = async source => { try { await load(source); console.log('no error') } catch (e) { console.log(e.name, e.message) } }
await say()
await say('`+server.URL+`/none.wasm')
await say(new URL('`+server.URL+`/page.wasm'))
await say(new Uint8Array([1, 2, 3]))
`)
	got = strings.ReplaceAll(got, server.URL, "SERVER")
	lines := strings.Split(got, "\n")
	for i, want := range []string{"/m.wasm: ENOENT", "Error SERVER/none.wasm: HTTP status 404", "CompileError SERVER/page.wasm: WebAssembly.compile",
		"CompileError WebAssembly.compile"} {
		if i >= len(lines) || !strings.Contains(lines[i], want) {
			t.Errorf("no %q in line %d of\n%s", want, i, got)
		}
	}
}
