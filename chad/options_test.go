package chad_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/testkit/samecode"
	v8 "github.com/seed-4b734f86/gochad/internal/testkit/v8"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/loop/loopval"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var (
	chadFiles     = flag.Int("chadfiles", 4, "how many random files TestChadOptions makes")
	firstChadFile = flag.Int64("firstchadfile", 1, "the seed of the first of them")
)

// A chadFile has functions made of random programs, and the settings that they are emitted with.
type chadFile struct {
	seed  int64
	emit  chad.EmitOptions
	wasm  wasmbackend.Options
	funcs []*asked
}

// An asked is a function with arguments, and what it gives.
type asked struct {
	export  chad.Export
	text    string // of the program
	sizes   loopval.Sizes
	order   []int
	leaves  []loop.Value // the arguments
	want    []loop.Value
	outside []loop.Value // others, of which an index is out of range, or nil
}

// TestChadOptions emits files of several functions, random programs and what is derived of them, under random settings,
// and compiles them as modules. What is emitted for a function is what is emitted for it alone, up to the names of
// helpers; Go, compiled, wazero and V8 give what the evaluator gives, and all of them fail where an index is out of
// range that an argument has, which does nothing to the call after that.
func TestChadOptions(t *testing.T) {
	ctx := context.Background()
	engine, err := run.NewEngine(ctx, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx) //nolint:errcheck // the test is over
	node, err := v8.Start()
	if err != nil && !errors.Is(err, v8.ErrNoNode) {
		t.Fatal(err)
	}
	if node != nil {
		defer node.Close() //nolint:errcheck // the test is over
	}
	var n struct{ files, funcs, values, outside, refused, modules, inV8 int }
	const batch = 40
	for from := range *chadFiles {
		if from%batch != 0 {
			continue
		}
		var files []*chadFile
		var texts [][]byte
		for i := from; i < min(from+batch, *chadFiles); i++ {
			f := randomChadFile(*firstChadFile + int64(i))
			all := f.funcs
			text := f.emitted(t)
			if text == nil && f.emit.Parallel > 0 { // no loop can run in parts
				f.funcs, f.emit.Parallel = all, 0
				text = f.emitted(t)
			}
			if text == nil {
				n.refused++
				continue
			}
			n.files++
			files, texts = append(files, f), append(texts, text)
			ran := f.modules(ctx, t, engine, node)
			n.modules += ran
			if node != nil && !f.wasm.HostMath && !f.wasm.Yield {
				n.inV8 += ran
			}
			for _, a := range f.funcs {
				n.funcs++
				n.values += len(allNumbers(a.want))
				if a.outside != nil {
					n.outside++
				}
			}
		}
		if !testing.Short() {
			runFiles(t, files, texts)
		}
	}
	t.Logf("%d functions in %d files, with %d values, %d of them called with an index out of range too; %d files refused; %d functions in wazero, %d in V8",
		n.funcs, n.files, n.values, n.outside, n.refused, n.modules, n.inV8)
}

// randomChadFile makes the file of a seed.
func randomChadFile(seed int64) *chadFile {
	r := rand.New(rand.NewPCG(uint64(seed), 31))
	some := func() bool { return r.IntN(4) == 0 }
	f := &chadFile{
		seed: seed,
		emit: chad.EmitOptions{Elementary: some(), FastMath: some(), BLAS: some(), Jam: some()},
		wasm: wasmbackend.Options{FastMath: some(), Jam: some(), Scalar: some(), HostMath: some(), Yield: some(), WithoutNames: some()},
	}
	if some() {
		f.wasm.SplitOver = 70
	}
	if some() {
		f.emit.Parallel = 2 + r.IntN(3)
	}
	for want := 2 + r.IntN(5); len(f.funcs) < want; {
		if a := randomAsked(r, fmt.Sprintf("F%dN%c", seed, 'A'+len(f.funcs))); a != nil {
			f.funcs = append(f.funcs, a)
		}
	}
	return f
}

// randomAsked is a function of a random program, or of one with indices among its parameters, at a point; nil where the
// evaluator has no value.
func randomAsked(r *rand.Rand, name string) *asked {
	a := &asked{sizes: loopval.Sizes{}}
	var f *chad.Func
	var err error
	spoilt := false
	if r.IntN(4) == 0 {
		a.text, spoilt = indexed(r), r.IntN(2) == 0
		m, err := chad.Parse("indexed.chad", []byte(a.text))
		if err != nil {
			panic(fmt.Sprintf("%v\n%s", err, a.text))
		}
		f, _ = m.Func("f")
	} else {
		s := proptest.Generate(proptest.Config{Seed: r.Int64(), RealEntry: true, Size: 4 + r.IntN(10), Features: []proptest.Features{proptest.AllFeatures, proptest.FirstOrder}[r.IntN(2)]})
		a.text = syntax.ProgramString(s.Program)
		m, err := chad.NewModule(s.Program)
		if err != nil {
			panic(err)
		}
		if f, err = m.Func(s.Entry.Name); err != nil {
			panic(err)
		}
	}
	verbs := []func(*chad.Func, ...string) (*chad.Func, error){
		func(f *chad.Func, _ ...string) (*chad.Func, error) { return f.Plain() }, chad.VJP, chad.JVP, chad.Jacobian, chad.ValueAndGrad, chad.HVP, chad.Hessian,
	}
	names := []string{"func", "vjp", "jvp", "jacobian", "grad", "hvp", "hessian"}
	k := len(verbs)
	if f.Def().Result != syntax.Real {
		k = 4
	}
	k = r.IntN(k)
	var wrt []string
	for _, p := range f.Def().Params {
		if tt := syntax.TangentType(p.Type); tt != syntax.Unit && r.IntN(2) == 0 {
			wrt = append(wrt, p.Name)
		}
	}
	if r.IntN(2) == 0 {
		wrt = nil
	}
	g, err := verbs[k](f, wrt...)
	if err != nil {
		return nil // a derivative that there is not
	}
	a.text = fmt.Sprintf("%s, wrt %v\n%s", names[k], wrt, a.text)
	a.export = chad.Export{Func: g, Name: name}
	def := g.Def()
	for _, n := range def.Sizes {
		size := 1 + r.IntN(4)
		if r.IntN(8) == 0 {
			size = 17 + r.IntN(3)
		}
		a.sizes[n], a.order = int64(size), append(a.order, size)
	}
	var args []semantics.Value
	for _, p := range def.Params {
		args = append(args, a.random(r, p.Type))
	}
	if a.leaves, err = a.flat(args, def.Params); err != nil {
		return nil
	}
	if spoilt {
		a.spoil(r, def)
	}
	v, err := g.Call(args...)
	if err != nil {
		return nil
	}
	if a.want, err = a.flat([]semantics.Value{v}, []*syntax.Var{syntax.NewVar("result", def.Result)}); err != nil {
		return nil
	}
	// Arrays of a gradient go into buffers.
	if names[k] == "grad" && r.IntN(2) == 0 {
		a.export.Into = map[int]string{}
		adds := map[int]bool{} // gradients that are added to what is there
		for i, w := range a.want {
			if _, isArray := w.([]float64); isArray && i > 0 {
				a.export.Into[i] = fmt.Sprintf("into%d", i)
				if r.IntN(3) > 0 {
					adds[i] = true
				}
			}
		}
		a.export.Adds = adds
	}
	return a
}

// indexed is a program with indices among its parameters.
func indexed(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	var real func(d int) string
	real = func(d int) string {
		if d == 0 {
			return one("x[k]", "x[ix[j]]", "y[j]", "0.5", "x[l]", "real (int k)")
		}
		a, b := real(d-1), real(d-1)
		return one("("+a+" * "+b+")", "("+a+" + "+b+")", "sin "+"("+a+")", "(if int k < int l then "+a+" else "+b+")", "(if y[j] < 0.3 then "+a+" else "+b+")")
	}
	e := "sum [" + real(1+r.IntN(2)) + " | j < m]"
	for range r.IntN(3) {
		e = one(e+" + sum (gather x ix)", e+" * x[k]", "(if int l < 2 then "+e+" else x[l] * 0.5)", e+" + (let z = [x[i] * x[k] | i < n] in sum (gather z ix))", e)
	}
	return "def f [n, m] (x : [n]real, ix : [m]idx n, k : idx n, y : [m]real, l : idx n) : real =\n  " + e + "\n"
}

// random is a value of a type.
func (a *asked) random(r *rand.Rand, t syntax.Type) semantics.Value {
	switch t := t.(type) {
	case *syntax.TupleType:
		out := &semantics.Tuple{}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, a.random(r, e))
		}
		return out
	case *syntax.IdxType:
		return semantics.Int(r.IntN(int(a.size(t.Bound))))
	case *syntax.ArrayType:
		out := &semantics.Array{V: []semantics.Value{}}
		for range a.size(t.Len) {
			out.V = append(out.V, a.random(r, t.Elem))
		}
		return out
	}
	if t == syntax.Real {
		return semantics.Real(4*r.Float64() - 2)
	}
	panic(fmt.Sprintf("no random %s", t))
}

func (a *asked) size(n *syntax.Size) int64 {
	k, err := n.Eval(func(v *syntax.SizeVar) (int64, bool) { x, ok := a.sizes[v]; return x, ok })
	if err != nil {
		panic(err)
	}
	return k
}

// flat are the values of variables in parts, as loops have them.
func (a *asked) flat(vs []semantics.Value, as []*syntax.Var) (out []loop.Value, err error) {
	for i, v := range vs {
		ts, err := loopval.Types(as[i].Type, func(*syntax.Data) *loop.Cell { return nil })
		if err != nil {
			return nil, err
		}
		leaves, err := loopval.Flatten(v, as[i].Type, ts, a.sizes)
		if err != nil {
			return nil, err
		}
		out = append(out, leaves...)
	}
	return out, nil
}

// spoil makes arguments of which an index is out of range.
func (a *asked) spoil(r *rand.Rand, def *syntax.Def) {
	var at []int
	for i, l := range a.leaves {
		switch l := l.(type) {
		case int64:
			at = append(at, i)
		case []int64:
			if len(l) > 0 {
				at = append(at, i)
			}
		}
	}
	a.outside = slices.Clone(a.leaves)
	var n int64 // x is of [n]real
	for _, p := range def.Params {
		if p.Name == "x" {
			n = a.size(p.Type.(*syntax.ArrayType).Len)
		}
	}
	bad := []int64{-1, n, n + 1, n + 1000, -1 << 31, 1 << 29, math.MaxInt64, math.MinInt64}[r.IntN(8)]
	i := at[r.IntN(len(at))]
	if l, ok := a.leaves[i].([]int64); ok {
		l = slices.Clone(l)
		l[r.IntN(len(l))] = bad
		a.outside[i] = l
	} else {
		a.outside[i] = bad
	}
}

// emitted is the file in Go, after each of its functions was emitted alone; those that are refused alone are left out.
func (f *chadFile) emitted(t *testing.T) []byte {
	t.Helper()
	emit := func(funcs []*asked) ([]byte, error) {
		var exports []chad.Export
		for _, a := range funcs {
			exports = append(exports, a.export)
		}
		return f.emit.Emit(fmt.Sprintf("f%d", f.seed), "", exports...)
	}
	var kept []*asked
	var alone []string
	for _, a := range f.funcs {
		text, err := emit([]*asked{a})
		switch {
		case err == nil:
			kept, alone = append(kept, a), append(alone, samecode.Of(text, a.export.Name))
		case strings.Contains(err.Error(), "defect"):
			t.Errorf("seed %d: %v\n%s", f.seed, err, a.text)
		case !strings.Contains(err.Error(), "no loop can run in parts"):
			t.Logf("seed %d: %s is refused: %v", f.seed, a.export.Name, err)
		}
	}
	if f.funcs = kept; len(kept) == 0 {
		return nil
	}
	text, err := emit(kept)
	if err != nil {
		t.Errorf("seed %d: each alone is taken, together: %v", f.seed, err)
		return nil
	}
	for i, a := range kept {
		if got := samecode.Of(text, a.export.Name); got != alone[i] {
			t.Errorf("seed %d, %+v: what is emitted for %s depends on its neighbours: %s\n%s", f.seed, f.emit, a.export.Name, samecode.Difference(got, alone[i]), a.text)
		}
	}
	return text
}

// modules compiles the file as a module and runs its functions in wazero and V8; it gives the number of those that ran.
func (f *chadFile) modules(ctx context.Context, t *testing.T, engine *run.Engine, node *v8.Process) (ran int) {
	t.Helper()
	compile := func(funcs []*asked) (*wasmbackend.Module, error) {
		var exports []chad.Export
		for _, a := range funcs {
			e := a.export
			e.Into = nil
			exports = append(exports, e)
		}
		return chad.CompileWasm(f.wasm, exports...)
	}
	const held = "no first-order representation" // of functions that are held at run time, which is refused, and which Go does
	funcs := f.funcs
	m, err := compile(funcs)
	if err != nil && strings.Contains(err.Error(), held) {
		funcs = nil
		for _, a := range f.funcs {
			if _, err := compile([]*asked{a}); err == nil || !strings.Contains(err.Error(), held) {
				funcs = append(funcs, a)
			}
		}
		if len(funcs) == 0 {
			return 0
		}
		m, err = compile(funcs)
	}
	if err != nil {
		t.Errorf("seed %d: Go is emitted, a module is not: %v", f.seed, err)
		return 0
	}
	p, err := run.New(ctx, engine, m)
	if err != nil {
		t.Errorf("seed %d: %v", f.seed, err)
		return 0
	}
	defer p.Close(ctx) //nolint:errcheck // nothing depends on it any more
	code := m.Code.Encode()
	for i, a := range funcs {
		g, err := p.Func(a.export.Name)
		if err != nil {
			t.Fatal(err)
		}
		call := func(leaves []loop.Value) ([]loop.Value, error) { return g.Leaves(ctx, a.order, leaves) }
		f.judge(t, "wazero", a, call)
		ran++
		if node == nil || len(m.Code.Imports) > 0 {
			continue
		}
		var sizes []int64
		for _, n := range a.order {
			sizes = append(sizes, int64(n))
		}
		f.judge(t, "V8", a, func(leaves []loop.Value) ([]loop.Value, error) {
			status, got, err := node.Leaves(m, code, m.Blocks[i], sizes, leaves)
			if err == nil && status != 0 {
				err = fmt.Errorf("status %d", status)
			}
			return got, err
		})
	}
	return ran
}

// judge compares what an engine gives with what the evaluator gives.
func (f *chadFile) judge(t *testing.T, engine string, a *asked, call func(leaves []loop.Value) ([]loop.Value, error)) {
	t.Helper()
	if a.outside != nil {
		if got, err := call(a.outside); err == nil {
			t.Errorf("seed %d, %+v: %s gives %v for %s of %v, though an index is out of range\n%s", f.seed, f.wasm, engine, got, a.export.Name, a.outside, a.text)
		}
	}
	got, err := call(a.leaves)
	switch {
	case err != nil:
		t.Errorf("seed %d, %+v: %s fails in %s of %v: %v\n%s", f.seed, f.wasm, engine, a.export.Name, a.leaves, err, a.text)
	case !closeLeaves(got, a.want):
		t.Errorf("seed %d, %+v: %s gives %v for %s of %v, the evaluator %v\n%s", f.seed, f.wasm, engine, got, a.export.Name, a.leaves, a.want, a.text)
	}
}

func closeLeaves(got, want []loop.Value) bool {
	x, y := allNumbers(got), allNumbers(want)
	if len(x) != len(y) {
		return false
	}
	scale := 1.0
	for _, z := range y {
		if !math.IsInf(z, 0) && !math.IsNaN(z) {
			scale = max(scale, math.Abs(z))
		}
	}
	for i := range x {
		if !(math.Abs(x[i]-y[i]) <= 1e-7*scale) && x[i] != y[i] && !(math.IsNaN(y[i]) || math.IsInf(y[i], 0)) {
			return false
		}
	}
	return true
}

// allNumbers are those in values of loops.
func allNumbers(vs []loop.Value) (out []float64) {
	for _, v := range vs {
		switch v := v.(type) {
		case float64:
			out = append(out, v)
		case int64:
			out = append(out, float64(v))
		case bool:
			out = append(out, map[bool]float64{true: 1}[v])
		case []float64:
			out = append(out, v...)
		case []int64:
			for _, x := range v {
				out = append(out, float64(x))
			}
		case []loop.Value:
			out = append(out, allNumbers(v)...)
		}
	}
	return out
}

// runFiles compiles the files, each a package, with one program that calls everything.
func runFiles(t *testing.T, files []*chadFile, texts [][]byte) {
	t.Helper()
	dir, err := os.MkdirTemp("", "chadoptions")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // there are many of them
	put := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var calls, imports strings.Builder
	for i, f := range files {
		pkg := fmt.Sprintf("f%d", f.seed)
		put(pkg+"/f.go", string(texts[i]))
		fmt.Fprintf(&imports, "\t\"emitted/%s\"\n", pkg)
		for _, a := range f.funcs {
			var bufs []string
			args := func(leaves []loop.Value) string {
				var out []string
				for _, l := range leaves {
					out = append(out, goLiteral(l))
				}
				return strings.Join(out, ", ")
			}
			for k := range a.want {
				if a.export.Into[k] != "" {
					bufs = append(bufs, fmt.Sprintf("full(%d, %s)", len(a.want[k].([]float64)),
						map[bool]string{true: "3", false: "math.NaN()"}[a.export.Adds[k]]))
				}
			}
			if a.outside != nil {
				fmt.Fprintf(&calls, "\tshow(%s.%s, []any{%s}, []any{%s})\n", pkg, a.export.Name, args(a.outside), strings.Join(bufs, ", "))
			}
			fmt.Fprintf(&calls, "\tshow(%s.%s, []any{%s}, []any{%s})\n", pkg, a.export.Name, args(a.leaves), strings.Join(bufs, ", "))
		}
	}
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	put("go.sum", string(sums))
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	put("go.mod", "module emitted\n\ngo 1.26\n\nrequire gonum.org/v1/gonum v0.17.0\nrequire github.com/seed-4b734f86/gochad v0.0.0\nreplace github.com/seed-4b734f86/gochad => "+root+"\n")
	put("main.go", "package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\t\"reflect\"\n"+imports.String()+")\n"+showText+"\nfunc main() {\n"+calls.String()+"}\n")
	cmd := exec.Command("go", "run", "-gcflags=emitted/...=-N -l -dwarf=false", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOGC=400")
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		t.Errorf("go run: %v\n%.4000s", err, exit.Stderr)
		return
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	n := 0
	for _, f := range files {
		for _, a := range f.funcs {
			if a.outside != nil {
				if !strings.HasPrefix(lines[n], "panic:") {
					t.Errorf("seed %d, %+v: %s of %v gives %s, though an index is out of range\n%s", f.seed, f.emit, a.export.Name, a.outside, lines[n], a.text)
				}
				n++
			}
			line := lines[n]
			n++
			if strings.HasPrefix(line, "panic:") {
				t.Errorf("seed %d, %+v: %s of %v gives %s\n%s", f.seed, f.emit, a.export.Name, a.leaves, line, a.text)
				continue
			}
			var got []loop.Value
			for _, w := range strings.Fields(line)[1:] {
				x, err := strconv.ParseFloat(w, 64)
				if err != nil {
					t.Fatal(line)
				}
				got = append(got, x)
			}
			var want []loop.Value // what is returned, then what is in buffers
			for _, into := range []bool{false, true} {
				for k, w := range a.want {
					if (a.export.Into[k] != "") == into {
						if a.export.Adds[k] {
							w = slices.Clone(w.([]float64))
							for i := range w.([]float64) {
								w.([]float64)[i] = 3 + 2*w.([]float64)[i] // of two calls
							}
						}
						want = append(want, w)
					}
				}
			}
			if !closeLeaves(got, want) {
				t.Errorf("seed %d, %+v: Go gives %v for %s of %v, the evaluator %v\n%s", f.seed, f.emit, line, a.export.Name, a.leaves, want, a.text)
			}
		}
	}
}

// showText prints all numbers that a function gives.
const showText = `
var _ = math.NaN // which no argument may need

func full(n int, x float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = x
	}
	return v
}

func show(f any, args, buffers []any) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("panic: %.200q\n", fmt.Sprint(r))
		}
	}()
	var in []reflect.Value
	for _, x := range append(args, buffers...) {
		in = append(in, reflect.ValueOf(x))
	}
	reflect.ValueOf(f).Call(in)
	out := reflect.ValueOf(f).Call(in) // in the memory of the first
	for _, x := range buffers {
		out = append(out, reflect.ValueOf(x))
	}
	line := ""
	var visit func(v reflect.Value)
	visit = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i))
			}
		case reflect.Float64:
			line += fmt.Sprintf(" %v", v.Float())
		case reflect.Int:
			line += fmt.Sprintf(" %v", v.Int())
		case reflect.Bool:
			line += map[bool]string{false: " 0", true: " 1"}[v.Bool()]
		}
	}
	for _, v := range out {
		visit(v)
	}
	fmt.Println("0" + line)
}
`

// goLiteral is a value as an expression of Go.
func goLiteral(v loop.Value) string {
	switch v := v.(type) {
	case float64:
		return "float64(" + strconv.FormatFloat(v, 'g', -1, 64) + ")"
	case int64:
		return fmt.Sprintf("int(%d)", v)
	case []float64:
		s := "[]float64{"
		for _, x := range v {
			s += strconv.FormatFloat(x, 'g', -1, 64) + ", "
		}
		return s + "}"
	case []int64:
		s := "[]int{"
		for _, x := range v {
			s += fmt.Sprintf("%d, ", x)
		}
		return s + "}"
	case []loop.Value:
		s := strings.Repeat("[]", 1+rank(v)) + "float64{"
		for _, x := range v {
			s += strings.TrimLeft(goLiteral(x), "[]float64") + ", "
		}
		return s + "}"
	}
	panic(fmt.Sprintf("no literal for %T", v))
}

// rank is how deep the rows of a value are.
func rank(v []loop.Value) int {
	if len(v) > 0 {
		if inner, ok := v[0].([]loop.Value); ok {
			return 1 + rank(inner)
		}
	}
	return 1
}
