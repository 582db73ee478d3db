package run_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/tetratelabs/wazero"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"

	"github.com/seed-4b734f86/gochad/chad"
)

const model = `
--chad:grad
def norm [n] (x : [n]real) : real = let y = [exp x[i] | i < n] in sum [y[i] * y[i] | i < n] / real n

--chad:func
def at [n] (x : [n]real, i : int) : real = x[i]
`

func compiled(t testing.TB, engine *run.Engine, o wasmbackend.Options) *run.Program {
	t.Helper()
	m, err := chad.GenerateWasm("m.chad", []byte(model), o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(t.Context(), engine, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(context.Background()) }) //nolint:errcheck // the test is over
	return p
}

func bound(t testing.TB, p *run.Program, name string, sizes ...int) *run.Call {
	t.Helper()
	f, err := p.Func(name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Bind(t.Context(), sizes...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func reals(t testing.TB, c *run.Call, i int) []float64 {
	t.Helper()
	xs, err := c.Reals(i)
	if err != nil {
		t.Fatal(err)
	}
	return xs
}

// A bound call computes in place: inputs and results are slices of the module's memory, and a call allocates nothing.
func TestViews(t *testing.T) {
	p := compiled(t, nil, wasmbackend.Options{Yield: true})
	c := bound(t, p, "normGrad", 3)
	defer c.Release()
	x, value, xbar := reals(t, c, 0), reals(t, c, 1), reals(t, c, 2)
	run := func() {
		if err := c.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	copy(x, []float64{0, 0, 0})
	run()
	// Σ exp(2x)/3 = 1, and its gradient 2·exp(2x)/3
	for _, g := range xbar {
		if value[0] != 1 || g != 2.0/3 {
			t.Errorf("value %v, gradient %v", value, xbar)
		}
	}
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations in a call", n)
	}
	if _, err := c.Ints(0); err == nil || !strings.Contains(err.Error(), "[]real") {
		t.Errorf("reals are ints: %v", err)
	}
	if _, err := c.Reals(9); err == nil {
		t.Error("there is a leaf 9")
	}
}

// Many goroutines use one program at a time, each with calls of its own.
func TestConcurrent(t *testing.T) {
	p := compiled(t, nil, wasmbackend.Options{Yield: true})
	f, err := p.Func("normGrad")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for k := range 20 {
				n := 1 + (g+k)%5
				x := make([]float64, n)
				got, err := f.Leaves(t.Context(), []int{n}, []loop.Value{x})
				if err != nil {
					t.Error(err)
					return
				}
				if y := got[0].(float64); y != 1 {
					t.Errorf("size %d gives %v", n, y)
				}
			}
		})
	}
	wg.Wait()
}

// Errors say what is wrong, and the program works after them.
func TestErrors(t *testing.T) {
	p := compiled(t, nil, wasmbackend.Options{Yield: true, MaxPages: 20})
	g, err := p.Func("at")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	long := compiled(t, nil, wasmbackend.Options{Yield: true})
	c := bound(t, long, "normGrad", 1_000_000)
	for _, e := range []struct {
		err  error
		want string
	}{
		{func() error { _, err := p.Func("none"); return err }(), "there are norm"},
		{func() error { _, err := g.Bind(t.Context()); return err }(), "takes 1 sizes, got 0"},
		{func() error { _, err := g.Bind(t.Context(), -1); return err }(), "size n is -1"},
		{func() error { _, err := g.Bind(t.Context(), 10_000_000); return err }(), "more than its memory may have"},
		{func() error { _, err := g.Leaves(t.Context(), []int{1}, nil); return err }(), "takes more than 0 leaves"},
		{func() error {
			_, err := g.Leaves(t.Context(), []int{1}, []loop.Value{[]float64{1, 2}, int64(0)})
			return err
		}(), "16 bytes, want 8"},
		{func() error { _, err := g.Leaves(t.Context(), []int{1}, []loop.Value{[]float64{1}, 0.5}); return err }(), "a Go float64 for a int"},
		{func() error {
			_, err := g.Leaves(t.Context(), []int{1}, []loop.Value{[]float64{1}, int64(3)})
			return err
		}(), "index 3 out of range [0, 1)"},
		{c.Run(ctx), "cancelled: enough"},
		{c.Run(t.Context()), "has ended"},
	} {
		if e.err == nil || !strings.Contains(e.err.Error(), e.want) {
			t.Errorf("got %v, want %s", e.err, e.want)
		}
	}
	c.Release()
	c.Release()
	again := bound(t, long, "normGrad", 2)
	defer again.Release()
	if err := again.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if got, err := g.Leaves(t.Context(), []int{2}, []loop.Value{[]float64{1, 5}, int64(1)}); err != nil || got[0] != 5.0 {
		t.Error(got, err)
	}
}

const hungry = `
export func f(n int) {
	var a []real = new(n)
	for i < n {
		a[i] = real(i)
	}
	return a[n - 1]
}
`

// Memory has a bound, which is an error and no trap.
func TestOutOfMemory(t *testing.T) {
	prog, err := loop.Read("hungry", hungry)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("of the module", func(t *testing.T) { outOfMemory(t, prog, nil, 20) })
	engine, err := run.NewEngine(t.Context(), run.Options{MaxPages: 20})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(context.Background()) //nolint:errcheck // the test is over
	t.Run("of the engine", func(t *testing.T) { outOfMemory(t, prog, engine, 0) })
}

func outOfMemory(t *testing.T, prog *loop.Program, engine *run.Engine, most uint32) {
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{MaxPages: most}, prog)
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(t.Context(), engine, m)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(t.Context()) //nolint:errcheck // the test is over
	f, err := p.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{10, 1 << 20, 20, 1 << 31, 1 << 62, 100_000} {
		got, err := f.Leaves(t.Context(), nil, []loop.Value{n})
		var e *run.Error
		switch {
		case n <= 100_000 && (err != nil || got[0] != float64(n-1)):
			t.Errorf("f(%d) = %v, %v", n, got, err)
		case n > 100_000 && (!errors.As(err, &e) || e.Status != wasmbackend.OutOfMemory):
			t.Errorf("f(%d) = %v, %v, want out of memory", n, got, err)
		}
	}
	if _, err := f.Leaves(t.Context(), nil, []loop.Value{int64(-1)}); err == nil || !strings.Contains(err.Error(), "negative length -1") {
		t.Error(err)
	}
}

// The engine bounds the memory of all modules, also for a block, and works on.
func TestEngineMemory(t *testing.T) {
	engine, err := run.NewEngine(t.Context(), run.Options{MaxPages: 20})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(context.Background()) //nolint:errcheck // the test is over
	p := compiled(t, engine, wasmbackend.Options{})
	f, err := p.Func("normGrad")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Bind(t.Context(), 1_000_000); err == nil || !strings.Contains(err.Error(), "more than its memory may have") {
		t.Error(err)
	}
	c := bound(t, p, "normGrad", 3)
	defer c.Release()
	if err := c.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := chad.GenerateWasm("m.chad", []byte("--chad:func\ndef f (x : real) : real = erf x + exp (sin x) + gamma x + lgamma x + digamma x + j0 x + y0 x + j1 x + y1 x + erfinv x + pow x x + erfc x + normcdf x + cbrt x + sinh x + asinh x + log10 x + gamma (x+1.0) + polygamma 2 x + atan2 x 2.0 + cos x + logaddexp x x + atan x + log x + tan x"), wasmbackend.Options{MaxPages: 1}); err == nil || !strings.Contains(err.Error(), "MaxPages") {
		t.Error(err)
	}
}

// A block outside of the memory, or over the tables, is a status.
func TestBlockPlace(t *testing.T) {
	m, err := chad.GenerateWasm("m.chad", []byte(model), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx) //nolint:errcheck // the test is over
	inst, err := r.Instantiate(ctx, m.Code.Encode())
	if err != nil {
		t.Fatal(err)
	}
	end := uint64(inst.Memory().Size())
	for _, base := range []uint64{0, 8, uint64(m.Heap) - 8, end - 8, end, 1 << 31, 1<<32 - 8} {
		if out, err := inst.ExportedFunction("normGrad").Call(ctx, base, 2); err != nil || out[0] != wasmbackend.BadBlock {
			t.Errorf("base %d: %v, %v", base, out, err)
		}
	}
	for _, n := range []uint64{1<<32 - 1, 1 << 31} {
		if out, err := inst.ExportedFunction("normGrad").Call(ctx, uint64(m.Heap), n); err != nil || out[0] != wasmbackend.BadSize {
			t.Errorf("size %d: %v, %v", n, out, err)
		}
	}
	if out, err := inst.ExportedFunction("normGrad").Call(ctx, uint64(m.Heap), 2); err != nil || out[0] != 0 {
		t.Error(out, err)
	}
}

// The interpreter computes the same.
func TestInterpreter(t *testing.T) {
	engine, err := run.NewEngine(t.Context(), run.Options{Interpreter: true})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(context.Background()) //nolint:errcheck // the test is over
	x := []float64{0.25, -1.5, 3}
	var got [2][]float64
	for i, e := range []*run.Engine{nil, engine} {
		c := bound(t, compiled(t, e, wasmbackend.Options{Scalar: true}), "normGrad", 3)
		copy(reals(t, c, 0), x)
		if err := c.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		got[i] = append([]float64{}, reals(t, c, 2)...)
		c.Release()
	}
	for k := range x {
		if got[0][k] != got[1][k] {
			t.Errorf("the compiler gives %v, the interpreter %v", got[0], got[1])
		}
	}
}

// The cache is private: others could have code executed through it.
func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	engine := func(dir string) error {
		e, err := run.NewEngine(t.Context(), run.Options{CacheDir: dir})
		if err == nil {
			compiled(t, e, wasmbackend.Options{})
			err = e.Close(t.Context())
		}
		return err
	}
	if err := engine(dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		t.Errorf("nothing was kept: %v", err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := engine(dir); err == nil || !strings.Contains(err.Error(), "chmod 700") {
		t.Errorf("an open cache: %v", err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	if err := engine(link); err == nil {
		t.Error("a link is taken for a directory")
	}
}

// A call that is bound anew begins with zeros, whatever stood in the memory of an earlier one.
func TestBoundAnew(t *testing.T) {
	p := compiled(t, nil, wasmbackend.Options{Yield: true})
	c := bound(t, p, "normGrad", 100)
	for i := range reals(t, c, 0) {
		reals(t, c, 0)[i] = 0.5
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if reals(t, c, 2)[99] == 0 {
		t.Fatal("there is no gradient")
	}
	c.Release()
	for _, n := range []int{3, 60, 100, 5000} {
		again := bound(t, p, "normGrad", n)
		for leaf := range 3 {
			for i, x := range reals(t, again, leaf) {
				if x != 0 {
					t.Fatalf("size %d: element %d of leaf %d is %v", n, i, leaf, x)
				}
			}
		}
		if err := again.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		again.Release()
	}
}

// One goroutine at a time uses a call: the others are told so, also when the host is asked for something in the middle,
// and what is released meanwhile is released in the end.
func TestBusy(t *testing.T) {
	var c *run.Call
	var inside error
	engine, err := run.NewEngine(t.Context(), run.Options{Host: map[string]run.HostFunc{"f": run.Func1(func(x float64) float64 {
		inside = c.Run(context.Background())
		c.Release()
		return x
	})}})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(context.Background()) //nolint:errcheck // the test is over
	m, err := chad.GenerateWasm("m.chad", []byte("def f (x : real) : real\nderivative f (x, dx) = dx\n\n--chad:func\ndef g (x : real) : real = f x\n"), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(t.Context(), engine, m)
	if err != nil {
		t.Fatal(err)
	}
	c = bound(t, p, "g")
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(inside, run.ErrBusy) {
		t.Errorf("a call in itself: %v", inside)
	}
	if err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "has ended") {
		t.Errorf("a call that was released while it ran: %v", err)
	}

	q := compiled(t, nil, wasmbackend.Options{Yield: true})
	shared := bound(t, q, "normGrad", 200_000)
	defer shared.Release()
	var busy, ran atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				switch err := shared.Run(t.Context()); {
				case err == nil:
					ran.Add(1)
				case errors.Is(err, run.ErrBusy):
					busy.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if ran.Load() == 0 || ran.Load()+busy.Load() != 160 {
		t.Errorf("%d runs, %d busy", ran.Load(), busy.Load())
	}
}

// Whatever a host writes as a bool counts as false or true, and nothing else.
func TestBools(t *testing.T) {
	m, err := chad.GenerateWasm("m.chad", []byte("--chad:func\ndef f [n] (bs : [n]bool, b : bool) : (int, [n]int) =\n"+
		"  let one = \\c. if c then 1 else 0 in (sum (map one bs) + one (b && bs[0]), [one (bs[i] == b) | i < n])\n"), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(t.Context(), nil, m)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(context.Background()) //nolint:errcheck // the test is over
	c := bound(t, p, "f", 4)
	defer c.Release()
	bs, err := c.Bools(0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := c.Bools(1)
	if err != nil {
		t.Fatal(err)
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&bs[0])), 4), []byte{2, 0, 128, 1})
	*(*byte)(unsafe.Pointer(&b[0])) = 4
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	n, err := c.Ints(2)
	if err != nil {
		t.Fatal(err)
	}
	same, err := c.Ints(3)
	if err != nil {
		t.Fatal(err)
	}
	if n[0] != 4 || !slices.Equal(same, []int64{1, 0, 1, 1}) {
		t.Errorf("%d, %v", n[0], same)
	}
}

// Arrays are found by the names of parameters and results, and parts of tuples by name and number; what a name finds is
// what its number finds.
func TestByName(t *testing.T) {
	src := `
--chad:grad wrt=x
def f [n] (x : [n]real, p : (real, int), on : bool) : real =
  if on then sum [x[i] * fst p | i < n] else real (snd p)
`
	m, err := chad.GenerateWasm("n.chad", []byte(src), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(t.Context(), nil, m)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(context.Background()) //nolint:errcheck // the test is over
	c := bound(t, p, "fGrad", 3)
	defer c.Release()
	x, err1 := c.RealsOf("x")
	factor, err2 := c.RealsOf("p.0")
	_, err3 := c.IntsOf("p.1")
	on, err4 := c.BoolsOf("on")
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	copy(x, []float64{1, 2, 3})
	factor[0], on[0] = 10, true
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	value, err1 := c.RealsOf("value")
	grad, err2 := c.RealsOf("xbar")
	if err := errors.Join(err1, err2); err != nil || !slices.Equal(value, []float64{60}) ||
		!slices.Equal(grad, []float64{10, 10, 10}) {
		t.Errorf("got %v, %v, %v", value, grad, err)
	}
	for name, want := range map[string]string{
		"y": "no parameter or result y; there are x, p, on", "p": "p of fGrad has 2 leaves: write p.0",
		"p.2": "has 2 leaves", "x.1": "has 1 leaves", "p.x": "has 2 leaves", "on": "is a bool",
	} {
		if _, err := c.RealsOf(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
