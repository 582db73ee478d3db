package web_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/web"
)

const source = `
--chad:grad
def rosen [n] (x : [n+1]real) : real =
  sum [100.0 * (x[int i + 1] - x[int i] ^ 2) ^ 2 + (1.0 - x[int i]) ^ 2 | i < n]

--chad:grad wrt=a,p
def mixed [n, m] (a : [n][m]real, p : {u : real, v : [m]real}, k : int, b : bool, w : [n]int) : real =
  let s = sum [sum [a[i, j] * p.v[j] | j < m] * real w[i] | i < n] in
  if b then s * p.u ^ k else s

--chad:func
def pair [n] (x : [n]real, i : int) : (real, int, bool, [n]int) =
  (x[i], i * 2, x[i] < 0.0, [int i2 + 1 | i2 < n])
`

// generate writes the files of a module into a folder.
func generate(t *testing.T, dir, name, src string) {
	t.Helper()
	m, err := chad.GenerateWasm(name+".chad", []byte(src), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files, err := web.Files(name, m)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// node runs a script beside the module.
func node(t *testing.T, dir, script string) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	file := filepath.Join(dir, "main.mjs")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// V8 computes, through the files, what is known by hand, and says what is wrong with arguments.
func TestNode(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "m", source)
	got := node(t, dir, `
import { load } from './m.js'
const m = await load()
const show = x => console.log(JSON.stringify(x, (_, v) => v instanceof Float64Array ? Array.from(v) : v))
show(m.rosenGrad([1, 2, 3]))
show(m.rosenGrad(new Float64Array([1, 1])))
show(m.mixedGrad([[1, 2], [3, 4], [5, 6]], { u: 2, v: [10, 20] }, 3, true, [1, 2, 3]))
show(m.mixedGrad([[1, 2]], { u: 2, v: [10, 20] }, 3, false, [4]))
show(m.pair([5, -6], 1))
for (const f of [() => m.pair([5], 7), () => m.rosenGrad([]), () => m.rosenGrad(), () => m.mixedGrad([[1, 2], [3]], { u: 2, v: [10, 20] }, 3, true, [1, 2])]) {
  try { f(); console.log('no error') } catch (e) { console.log(e.message) }
}
show(m.pair([5, -6], 0))
const c = m.rosenGrad.bind({ n: 2 })
c.view('x').set([1, 2, 3])
c.run()
show([c.view('value')[0], Array.from(c.view('xbar'))])
`)
	// rosen(1,2,3) = 100·(2-1)² + 0 + 100·(3-4)² + 1 = 201; its gradient by hand: -400·1·1, 200·1-400·2·(-1)-2·(1-2)… =
	// 1002, -200.
	want := `{"value":201,"xbar":[-400,1002,-200]}
{"value":0,"xbar":[0,0]}
{"value":6240,"abar":[[80,160],[160,320],[240,480]],"pbar":{"u":9360,"v":[176,224]}}
{"value":200,"abar":[[40,80]],"pbar":{"u":0,"v":[4,8]}}
{"result0":-6,"result1":2,"result2":true,"result3":[1,2]}
pair: m.chad:13:6: index 7 out of range [0, 1)
rosenGrad: the size n is -1
rosenGrad: (x) is wanted, not 0 values
mixedGrad: a: 1 elements where an array of 2 is wanted
{"result0":5,"result1":0,"result2":false,"result3":[1,2]}
[201,[-400,1002,-200]]
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Indices that a page gives are checked by the module, in calls and in what is written through views; the next call
// works.
func TestIndicesFromOutside(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "g", `
--chad:grad wrt=x
def g [n, m] (x : [n]real, ix : [m]idx n) : real = sum (gather x ix)

--chad:func
def h [n] (i : idx n) : int = i
`)
	got := node(t, dir, `
import { load } from './g.js'
const m = await load()
const say = f => { try { console.log(JSON.stringify(f(), (_, v) => v instanceof Float64Array ? Array.from(v) : v)) } catch (e) { console.log(e.name, e.message) } }
say(() => m.gGrad([1, 2], [0, 1, 1]))
say(() => m.gGrad([1, 2], [0, 2, 1]))
say(() => m.gGrad([1, 2], [0, -1n << 63n, 1]))
say(() => m.gGrad([1, 2], [1]))
const c = m.gGrad.bind({ n: 2, m: 2 })
c.view('x').set([3, 4])
c.view('ix').set([0n, 5n])
say(() => c.run())
c.view('ix').set([1n, 1n])
say(() => { c.run(); return [c.view('value')[0], c.view('xbar')] })
for (const n of [2 ** 32 + 1, -1, 0.5, 3]) say(() => { const d = m.h.bind({ n }); d.view('i')[0] = 2n; d.run(); return Number(d.view('result')[0]) })
`)
	want := `{"value":5,"xbar":[1,2]}
RangeError gGrad: gGrad: ix: index 2 out of range [0, 2)
RangeError gGrad: gGrad: ix: index -9223372036854775808 out of range [0, 2)
{"value":2,"xbar":[0,1]}
RangeError gGrad: gGrad: ix: index 5 out of range [0, 2)
[8,[0,2]]
RangeError h: the size n is 4294967297
RangeError h: the size n is -1
RangeError h: the size n is 0.5
2
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Sizes are found where their array comes after one that says their difference.
func TestSizes(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "m", `
--chad:func
def f [n, m] (x : [n-m]real, y : [m]real) : real = 10.0 * sum x + sum y
`)
	got := node(t, dir, `
import { load } from './m.js'
const m = await load()
console.log(m.f([1, 2], [3]), m.f([], []))
`)
	if want := "33 0\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Arguments of other types are errors: JavaScript would convert null to 0, and what has no number to NaN.
func TestArgumentTypes(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "m", `
--chad:func
def f (x : real, k : int, b : bool) : real = if b then x + real k else x

--chad:func
def g [n] (p : {u : real, v : [n]real}, q : (real, int), w : [n]int) : real =
  p.u + sum p.v + q.1 + real q.2 + sum [real w[i] | i < n]
`)
	got := node(t, dir, `
import { load } from './m.js'
const m = await load()
const p = { u: 1, v: [2] }
console.log(m.f(1, 2, true), m.f(1, 2n, false), m.f(NaN, -1, true), m.g(p, [3, 4], [5]), m.g({ u: 1, v: new Float32Array([2]) }, [3, 4], [5n]))
for (const args of [[null, 2, true], ['1', 2, true], [[1], 2, true], [1n, 2, true], [undefined, 2, true], [1, 2.5, true], [1, 2 ** 60, true], [1, 2n ** 63n, true],
  [1, '2', true], [1, 2, 1], [1, 2, 'false'], [1, 2], [1, 2, true, 4]]) {
  try { console.log('no error', args, m.f(...args)) } catch (e) { console.log(e.message) }
}
for (const args of [[null, [3, 4], [5]], [{ v: [2] }, [3, 4], [5]], [{ u: 1 }, [3, 4], [5]], [{ u: 1, v: 2 }, [3, 4], [5]], [{ u: 1, v: 'a' }, [3, 4], [5]], [{ u: 1, v: [null] }, [3, 4], [5]],
  [{ u: 1, v: [,] }, [3, 4], [5]], [p, 3, [5]], [p, [3], [5]], [p, [3, 4, 5], [5]], [p, [3, 4], [5, 6]], [p, [3, 4], 5], [p, [3, 4], undefined], [p, [3, 4], new Float64Array([1.5])]]) {
  try { console.log('no error', args, m.g(...args)) } catch (e) { console.log(e.message) }
}
`)
	want := `3 1 NaN 15 15
f: x: null where real is wanted
f: x: "1" where real is wanted
f: x: 1 where real is wanted
f: x: 1 where real is wanted
f: x: undefined where real is wanted
f: k: 2.5 where int is wanted
f: k: 1152921504606847000 where int is wanted
f: k: 9223372036854775808 where int is wanted
f: k: "2" where int is wanted
f: b: 1 where bool is wanted
f: b: "false" where bool is wanted
f: (x,k,b) is wanted, not 2 values
f: (x,k,b) is wanted, not 4 values
g: p: null where {u,v} is wanted
`
	if !strings.HasPrefix(got, want) || strings.Contains(got, "no error") || strings.Count(got, "\ng: ") != 14 {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Views are found by names that no two values of a function have, and are of nothing but their value.
func TestViews(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "m", `
--chad:grad
def f (value : real, xbar : real, x : real) : real = value * x + xbar

--chad:func
def g [n] (x : [n](real, int)) : (int, [n]real) = (7, [x[i].1 | i < n])
`)
	got := node(t, dir, `
import { load } from './m.js'
const m = await load(), f = m.fGrad.bind({}), g = m.g.bind({ n: 2 })
for (const [name, x] of [['value', 2], ['xbar', 3], ['x', 5]]) f.view(name)[0] = x
f.run()
console.log(...['value', 'xbar', 'x', 'value_', 'valuebar', 'xbarbar', 'xbar_'].map(name => f.view(name)[0]))
g.view('x').set([1.5, 2.5])
g.run()
console.log(g.view('result0')[0], Array.from(g.view('result1')), JSON.stringify(m.fGrad(2, 3, 5)))
for (const at of [['x', 2], ['x', -1], ['result0', 1], ['result1', 1], ['y'], []]) {
  try { console.log('no error', at, g.view(...at)) } catch (e) { console.log(e.message) }
}
`)
	// f = 2·5 + 3, and its derivatives are x, 1 and value.
	want := `2 3 5 13 5 1 2
7n [ 1.5, 2.5 ] {"value_":13,"valuebar":5,"xbarbar":1,"xbar_":2}
g: there is no x 2
g: there is no x -1
g: there is no result0 1
g: there is no result1 1
g: there is no y 0
g: there is no undefined 0
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// The code beside a module stays small.
func TestScriptSize(t *testing.T) {
	text := web.Script("model")
	if path, err := exec.LookPath("esbuild"); err == nil {
		c := exec.Command(path, "--minify", "--format=esm")
		c.Stdin = strings.NewReader(text)
		small, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d bytes, %d minified", len(text), len(small))
		if len(small) >= 4000 {
			t.Errorf("the minified script has %d bytes", len(small))
		}
	}
	var words int // without indentation and line breaks, as a minifier leaves it at least
	for line := range strings.Lines(text) {
		words += len(strings.TrimSpace(line))
	}
	t.Logf("%d bytes, %d without white space at the ends of lines", len(text), words)
	if words > 6000 {
		t.Errorf("the script has %d bytes", words)
	}
}

// Types are those of the signature, and names from the source cannot leave their place.
func TestTypes(t *testing.T) {
	abi := &wasmbackend.ABI{Functions: []wasmbackend.ABIFunc{{
		Name: `f"*/`, Doc: "is */ alert(1) /* fine", Sizes: []string{"n"},
		Params: []wasmbackend.ABIValue{
			{Name: "class", Type: "real", Count: 1}, {Name: "x'", Type: map[string]any{"array": "real"}, First: 1, Count: 1},
		},
		Results: []wasmbackend.ABIValue{{Name: "value", Type: "bool", First: 2, Count: 1}},
		Leaves:  []wasmbackend.ABILeaf{{Elem: "f64"}, {Elem: "f64"}, {Elem: "bool"}},
	}}}
	got := web.Types(abi)
	for _, want := range []string{`"f\"*/": {`, `/** f"* / is * / alert(1) /* fine */`, `(p0: number, p1: ArrayLike<number>): boolean`, `bind(sizes: { "n": number })`,
		`"x'": { 0: Float64Array }`, `"value": { 0: Uint8Array }`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if _, err := web.Files("../x", nil); err == nil {
		t.Error("a name with a path is taken")
	}
}

// Functions of a module share an instance, since engines set much address space aside for the memory of each; a call
// inside another, and what is bound, have their own.
func TestInstances(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "m", hosted)
	got := node(t, dir, `
import { load } from './m.js'
let made = 0
const { Instance } = WebAssembly
WebAssembly.Instance = class extends Instance { constructor(...args) { super(...args); made++ } }
const m = await load(undefined, { host: { wind: x => x < 2 ? x : m.pair([x], 0).result0 } })
const calls = () => [m.rosenGrad([1, 2, 3]).value, m.pair([5, 6], 1).result0, m.sailGrad(1).value, m.rosenGrad([1, 2, 3]).value].join()
console.log(calls(), made)
console.log(calls(), made)
console.log(m.sailGrad(3).value, made)
console.log(calls(), made)
const c = m.rosenGrad.bind({ n: 1 })
c.view('x').set([1, 2])
console.log(calls(), made)
c.run()
console.log(c.view('value')[0], made)
`)
	want := `201,6,1,201 1
201,6,1,201 1
9 2
201,6,1,201 2
201,6,1,201 3
100 3
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
