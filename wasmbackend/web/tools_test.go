package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/wasmbackend/web"
)

// tool finds a program, without which a test is skipped.
func tool(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("no %s", strings.Join(names, ", "))
	return ""
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func command(t *testing.T, dir, path string, args ...string) string {
	t.Helper()
	c := exec.Command(path, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", path, args, err, out)
	}
	return string(out)
}

const hosted = source + `
def wind (x : real, k : int, b : bool) : real
derivative wind (x, k, b, dx, dk, db) = 2 * x * dx

--chad:grad
def sail (x : real) : real = wind (x, 3, true) * x
`

// The types are those that the strictest TypeScript takes, for calls that are right, and refuses for others.
func TestTypeScript(t *testing.T) {
	tsc := tool(t, "tsc")
	dir := t.TempDir()
	generate(t, dir, "m", hosted)
	generate(t, dir, "plain", source)
	good := `
import { load, type Functions } from './m.js'
import { load as loadPlain } from './plain.js'
const m: Functions = await load(undefined, { host: { wind: (x, k, b) => x * k + b } })
const { value, xbar }: { value: number, xbar: Float64Array } = m.rosenGrad([1, 2, 3])
m.rosenGrad(new Float64Array(2)).value.toFixed(value)
const g = m.mixedGrad([[1, 2], [3, 4]], { u: 2, v: [10, 20] }, 3, true, [1, 2])
const rows: Float64Array[] = g.abar
const p: { u: number, v: Float64Array } = g.pbar
const c = m.rosenGrad.bind({ n: 1000 })
const view: Float64Array = c.view('x')
c.run()
const d = m.mixedGrad.bind({ n: 2, m: 3 })
const weights: BigInt64Array = d.view('w'), flag: Uint8Array = d.view('b'), u: Float64Array = d.view('p', 0), v: Float64Array = d.view('p', 1)
const plain = await loadPlain()
const second: number = plain.pair([1, 2], 0).result1
export { value, xbar, rows, p, view, weights, flag, u, v, second }
`
	bad := []string{
		`import { load } from './m.js'; await load()`,
		`import { load } from './m.js'; await load(undefined, { host: {} })`,
		`import { load } from './plain.js'; (await load()).rosenGrad('x')`,
		`import { load } from './plain.js'; (await load()).rosenGrad.bind({ k: 1 })`,
		`import { load } from './plain.js'; (await load()).rosenGrad.bind({ n: 1 }).view('y')`,
		`import { load } from './plain.js'; (await load()).mixedGrad.bind({ n: 1, m: 1 }).view('p', 2)`,
		`import { load } from './plain.js'; const v: Float64Array = (await load()).mixedGrad.bind({ n: 1, m: 1 }).view('w')`,
		`import { load } from './plain.js'; const s: string = (await load()).rosenGrad([1]).value`,
	}
	args := []string{"--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"}
	write(t, dir, "package.json", `{"type":"module"}`)
	write(t, dir, "good.ts", good)
	command(t, dir, tsc, append(args, "good.ts")...)
	for i, text := range bad {
		name := fmt.Sprintf("bad%d.ts", i)
		write(t, dir, name, text)
		args = append(args, name)
	}
	c := exec.Command(tsc, args...)
	c.Dir = dir
	out, _ := c.CombinedOutput() //nolint:errcheck // it finds errors, which is what is wanted
	for i, text := range bad {
		if n := strings.Count(string(out), fmt.Sprintf("bad%d.ts(", i)); n != 1 {
			t.Errorf("%s: %d errors, want 1\n%s", text, n, out)
		}
	}
}

// Deno runs the script, in a worker too, allowed to read and no more, and finds the types beside it.
func TestDeno(t *testing.T) {
	deno := tool(t, "deno")
	t.Setenv("DENO_DIR", t.TempDir())
	t.Setenv("DENO_NO_UPDATE_CHECK", "1")
	dir := t.TempDir()
	generate(t, dir, "m", source)
	write(t, dir, "worker.ts", `
import { load } from './m.js'
const m = await load()
postMessage(m.rosenGrad([1, 2, 3]).xbar)`)
	write(t, dir, "main.ts", `
import { load } from './m.js'
const { value, xbar }: { value: number, xbar: Float64Array } = (await load()).rosenGrad([1, 2, 3])
const w = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
w.onmessage = e => { console.log(value, xbar.join(), 'worker', e.data.join()); w.terminate() }`)
	write(t, dir, "bad.ts", `
import { load } from './m.js'
const s: string = (await load()).rosenGrad([1]).value`)
	got := command(t, dir, deno, "run", "--quiet", "--no-prompt", "--check", "--allow-read=.", "main.ts")
	if want := "201 -400,1002,-200 worker -400,1002,-200\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	c := exec.Command(deno, "check", "--quiet", "bad.ts")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "Type 'number' is not assignable to type 'string'") {
		t.Errorf("types that do not fit are taken: %s", out)
	}
}

// The files are a package of npm: packed, installed, and imported by its name.
func TestPackage(t *testing.T) {
	npm, node := tool(t, "npm"), tool(t, "node")
	dir := t.TempDir()
	generate(t, dir, "model", source)
	f, err := web.Package("model")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, f.Name, string(f.Content))
	if types, other := strings.Index(string(f.Content), `"types"`), strings.Index(string(f.Content), `"default"`); types < 0 || other < types {
		t.Errorf("types come behind what holds for everybody:\n%s", f.Content)
	}
	tarball := strings.TrimSpace(command(t, dir, npm, "pack", "--silent"))
	user := t.TempDir()
	write(t, user, "package.json", `{"type":"module"}`)
	command(t, user, npm, "install", "--silent", "--offline", "--no-audit", "--no-fund", filepath.Join(dir, tarball))
	write(t, user, "main.js", `import { load } from 'model'
console.log((await load()).rosenGrad([1, 2, 3]).value)`)
	if got := command(t, user, node, "main.js"); got != "201\n" {
		t.Errorf("got %s", got)
	}
	if _, err := web.Package("Model"); err == nil {
		t.Error("a name that npm refuses is taken")
	}
}

// The module runs in a worker of Node, its functions in the host's hands; what a host function throws comes out, and
// the next call works.
func TestWorkerAndHost(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "m", hosted)
	got := node(t, dir, `
import { Worker, isMainThread, parentPort } from 'node:worker_threads'
import { fileURLToPath } from 'node:url'
import { load } from './m.js'
if (isMainThread) {
  try { await load() } catch (e) { console.log(e.message) }
  const w = new Worker(fileURLToPath(import.meta.url))
  w.on('message', m => console.log(m))
} else {
  let inner
  const m = await load(undefined, { host: { wind: (x, k, b) => {
    if (x > 9) throw new Error('a storm')
    if (x === 5) inner = m.sailGrad(1).value   // a call inside a call
    return x * x * k * b
  } } })
  const show = f => { try { const r = f(); parentPort.postMessage(r.value + ' ' + r.xbar) } catch (e) { parentPort.postMessage(e.message) } }
  show(() => m.sailGrad(2))
  show(() => m.sailGrad(10))
  show(() => m.sailGrad(5))
  parentPort.postMessage(inner)
  show(() => m.sailGrad(2))
  show(() => m.rosenGrad.bind({ n: 1e9 }))
  show(() => m.rosenGrad([1, 2]))
}
`)
	// 3x²·x: 24 at 2; its derivative with wind′ = 2x as the host says it: 2x·x + 3x² = 20.
	want := `no host function wind(real,int,bool): load(source, {host})
24 20
a storm
375 125
3
24 20
rosenGrad: out of memory
100 -400,200
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// In Chromium the script is a module of a page, under a policy that allows WebAssembly and nothing else.
func TestBrowser(t *testing.T) {
	chromium := tool(t, "chromium", "chromium-browser", "google-chrome")
	dir := t.TempDir()
	generate(t, dir, "m", source)
	write(t, dir, "index.html", `<!doctype html><meta charset="utf-8"><title>m</title><script type="module" src="main.js"></script>`)
	write(t, dir, "worker.js", `
import { load } from './m.js'
const m = await load()
postMessage(m.rosenGrad([1, 2, 3]).xbar)`)
	write(t, dir, "main.js", `
import { load } from './m.js'
const say = body => fetch('/done', { method: 'POST', body })
try {
  const m = await load()
  const { value, xbar } = m.rosenGrad([1, 2, 3])
  const w = new Worker('worker.js', { type: 'module' })
  w.onmessage = e => say('page ' + value + ' ' + xbar.join() + ' worker ' + e.data.join())
  w.onerror = e => say('the worker failed: ' + e.message)
} catch (e) { say('failed: ' + e.message) }`)
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
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'")
		http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
	}))
	defer server.Close()
	profile, err := os.MkdirTemp("", "profile") // not t.TempDir: processes of the browser write there for a moment after it is killed
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile) //nolint:errcheck // the same
	c := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+profile, server.URL)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait()         //nolint:errcheck // it is killed
	defer c.Process.Kill() //nolint:errcheck // it may have ended
	select {
	case got := <-said:
		if want := "page 201 -400,1002,-200 worker -400,1002,-200"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	case <-time.After(time.Minute):
		t.Error("the page says nothing")
	}
}
