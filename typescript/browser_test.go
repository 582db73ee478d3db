package typescript_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/typescript"
)

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"

// report is a page's script: what the program prints goes to the test.
const report = `
const lines = []
console.log = (...args) => lines.push(args.join(' ') + '\n')
const say = text => fetch('/done', { method: 'POST', body: text })
import('./PROGRAM').then(() => say(lines.join('')), e => say('failed: ' + e.stack))
`

// browsers are those in which programs run, with the arguments that each wants before the page.
var browsers = map[string][]string{
	"chromium":    {"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=PROFILE"},
	"firefox-esr": {"--headless", "--no-remote", "--profile", "PROFILE"},
}

// visit opens the page of a folder in a browser, for each of some programs, and gives what these print.
func visit(t *testing.T, browser, dir string, programs []string) map[string]string {
	t.Helper()
	path, options := tool(t, browser), browsers[browser]
	said := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/done" {
			b, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			said <- string(b)
			return
		}
		w.Header().Set("Content-Security-Policy", policy)
		http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
	}))
	defer server.Close()
	out := map[string]string{}
	for _, name := range programs {
		profile, err := os.MkdirTemp("", "profile") // not t.TempDir: processes of the browser write there for a moment after it is killed
		if err != nil {
			t.Fatal(err)
		}
		var args []string
		for _, option := range options {
			args = append(args, strings.Replace(option, "PROFILE", profile, 1))
		}
		c := exec.Command(path, append(args, server.URL+"/"+name+".html")...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		select {
		case out[name] = <-said:
		case <-time.After(2 * time.Minute):
			t.Errorf("%s says nothing", name)
		}
		c.Process.Kill()      //nolint:errcheck // it may have ended
		c.Wait()              //nolint:errcheck // it is killed
		os.RemoveAll(profile) //nolint:errcheck // it is temporary
	}
	return out
}

// In Chromium and in Firefox the programs are modules of a page, whose policy allows WebAssembly and workers and nothing
// else. The compiler runs in a worker.
func TestBrowsers(t *testing.T) {
	dir := translated(t)
	if err := os.Rename(filepath.Join(dir, "node_modules", typescript.Name), filepath.Join(dir, "out", typescript.Name)); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	for _, name := range names(t) {
		code, err := os.ReadFile(filepath.Join(out, name+".js"))
		if err != nil {
			t.Fatal(err)
		}
		write(t, out, name+".js", []byte(strings.ReplaceAll(string(code), "'"+typescript.Name+"'", "'./"+typescript.Name+"/index.js'")))
		write(t, out, name+"-page.js", []byte(strings.Replace(report, "PROGRAM", name+".js", 1)))
		write(t, out, name+".html", []byte(`<!doctype html><meta charset="utf-8"><title>m</title><script type="module" src="`+name+`-page.js"></script>`))
	}
	for browser := range browsers {
		t.Run(browser, func(t *testing.T) { compare(t, visit(t, browser, out, names(t))) })
	}
}

// What Vite makes of a program takes the compiler and its worker along, and knows the places of the program.
func TestVite(t *testing.T) {
	node, vite := tool(t, "node"), tool(t, "vite")
	path, err := filepath.EvalSymlinks(vite)
	if err != nil {
		t.Fatal(err)
	}
	api := filepath.Join(path[:strings.LastIndex(path, "node_modules")], "node_modules", "vite", "dist", "node", "index.js")
	dir := project(t)
	write(t, dir, "main.ts", []byte(`
import { Real, add, fn } from 'gochad'
import './boxes.js'
export const add3 = (x: Real) => add(x, 'three' as unknown as number)
try { fn([Real], Real, x => add3(x)) } catch (e) { console.log((e as Error).message.replace(/^.*\/(\w+)\.js:\d+:\d+/, '$1')) }
`))
	write(t, dir, "index.html", []byte(`<!doctype html><meta charset="utf-8"><title>m</title><script type="module" src="page.js"></script>`))
	write(t, dir, "page.js", []byte(strings.Replace(report, "PROGRAM", "main.ts", 1)))
	write(t, dir, "bundle.mjs", []byte(`
import { build } from `+"'"+api+"'"+`
await build({ base: './', logLevel: 'error', build: { target: 'es2022', modulePreload: false, rollupOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', manualChunks: id => id.includes('node_modules') ? 'library' : undefined } } } })
`))
	run(t, dir, node, "bundle.mjs")
	got := visit(t, "chromium", filepath.Join(dir, "dist"), []string{"index"})
	want := wanted(t)["boxes"] + "main: add, argument 2: \"three\" where Real is wanted\n"
	if got["index"] != want {
		t.Errorf("got\n%s\nwant\n%s", got["index"], want)
	}
}
