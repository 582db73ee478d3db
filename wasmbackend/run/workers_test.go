package run

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/experimental"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Small modules are compiled by one goroutine, large ones by as many as run at once and have a function to compile.
func TestWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, c := range []struct{ bytes, funcs, want int }{
		{0, 0, 1}, {1000, 10, 1}, {workerBytes, 10, 1}, {2 * workerBytes, 10, 2}, {100 * workerBytes, 10, 4}, {100 * workerBytes, 3, 3},
	} {
		if got := experimental.GetCompilationWorkers(compiling(context.Background(), c.bytes, c.funcs)); got != c.want {
			t.Errorf("%d bytes, %d functions: %d workers, want %d", c.bytes, c.funcs, got, c.want)
		}
	}
	said := experimental.WithCompilationWorkers(context.Background(), 7)
	if got := experimental.GetCompilationWorkers(compiling(said, 0, 1)); got != 7 {
		t.Errorf("%d workers, the caller has said 7", got)
	}
}

// A module that several goroutines have compiled computes what it says, to the last bit.
func TestCompiledByMany(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	const n = 20_000
	var b strings.Builder
	b.WriteString("export func f(x real) {\n\tvar a0 real = x\n\tvar a1 real = x * x\n")
	want := []float64{0.75, 0.75 * 0.75}
	for i := 2; i < n; i++ {
		fmt.Fprintf(&b, "\tvar a%d real = a%d * 0.5 + a%d * %d.0\n", i, i-1, (i*7)%i/2, i%5-2)
		u, v := want[i-1]*0.5, want[(i*7)%i/2]*float64(i%5-2)
		want = append(want, u+v)
	}
	fmt.Fprintf(&b, "\treturn a%d\n}\n", n-1)
	p, err := loop.Read("f", b.String())
	if err != nil {
		t.Fatal(err)
	}
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, p)
	if err != nil {
		t.Fatal(err)
	}
	if size := len(m.Code.Encode()); workers(size, len(m.Code.Funcs)) < 2 {
		t.Fatalf("one goroutine compiles %d bytes in %d functions", size, len(m.Code.Funcs))
	}
	q, err := New(t.Context(), nil, m)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close(context.Background()) //nolint:errcheck // the test is over
	f, err := q.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Bind(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	xs, err := c.Reals(0)
	if err != nil {
		t.Fatal(err)
	}
	xs[0] = 0.75
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	ys, err := c.Reals(1)
	if err != nil {
		t.Fatal(err)
	}
	if math.Float64bits(ys[0]) != math.Float64bits(want[n-1]) {
		t.Errorf("got %v, want %v", ys[0], want[n-1])
	}
}
