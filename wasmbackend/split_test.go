package wasmbackend_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// straight is a straight-line program of n statements, in which every value is used a little later and again at the
// end, as tapes are.
func straight(n int) string {
	var b strings.Builder
	b.WriteString("export func f(x real, y real, k int, a []real, out z []real) {\n\tvar t0 real = x\n\tvar i0 int = k\n\tvar c0 bool = x < y\n\tvar s real = 0.0\n")
	for i := 1; i < n; i++ {
		switch i % 7 {
		case 3:
			fmt.Fprintf(&b, "\tvar i%d int = i%d + %d\n\tvar t%d real = t%d + real(i%d)\n\tvar c%d bool = c%d\n", i, i-1, i, i, i-1, i, i, i-1)
		case 5:
			fmt.Fprintf(&b, "\tvar t%d real = 0.0\n\tif c%d {\n\t\tt%d = t%d * 0.5\n\t} else {\n\t\tt%d = y\n\t}\n\tvar i%d int = i%d\n\tvar c%d bool = t%d < a[%d]\n", i, i-1, i, i-1, i, i, i-1, i, i, i%3)
		case 6:
			fmt.Fprintf(&b, "\tvar t%d real = t%d * 0.25 + t%d\n\tvar i%d int = i%d\n\tvar c%d bool = !c%d\n\ts += t%d\n\tz[%d] = s\n", i, i-1, max(0, i-50), i, i-1, i, i-1, i, i%3)
		default:
			fmt.Fprintf(&b, "\tvar t%d real = t%d * y - t%d\n\tvar i%d int = i%d\n\tvar c%d bool = c%d\n", i, i-1, max(0, i-9), i, i-1, i, i-1)
		}
	}
	for i := n - 1; i > 0; i -= 3 {
		fmt.Fprintf(&b, "\ts = s * 0.9 + t%d * t%d\n", i, n-1)
	}
	fmt.Fprintf(&b, "\tfor j < 3 {\n\t\ts += a[j] * t%d\n\t}\n\tcheck i%d > 0, \"f: not positive\"\n\treturn s, t%d, i%d, c%d\n}\n", n/2, n-1, n-1, n-1, n-1)
	return b.String()
}

// Giant straight-line functions are taken apart, and compute the same.
func TestSplit(t *testing.T) {
	engine := newEngine(t)
	ctx := context.Background()
	for _, n := range []int{10, 20_000} {
		p, err := loop.Read("straight", straight(n))
		if err != nil {
			t.Fatal(err)
		}
		if err := loop.Verify(p); err != nil {
			t.Fatal(err)
		}
		f := p.Funcs[0]
		args := func(k int64) []loop.Value {
			return []loop.Value{0.7, 0.4, k, []float64{0.1, 0.2, 0.3}, make([]float64, 3)}
		}
		mine := args(2)
		want, _, err := loop.Eval(p, f, mine, 0)
		if err != nil {
			t.Fatal(err)
		}
		m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, p)
		if err != nil {
			t.Fatal(err)
		}
		biggest, locals := 0, 0
		for _, f := range m.Code.Funcs {
			biggest, locals = max(biggest, len(f.Body)), max(locals, len(f.Locals))
		}
		t.Logf("%d statements: %d functions, the longest of %d instructions, at most %d locals", n, len(m.Code.Funcs), biggest, locals)
		if biggest > 60_000 || locals > 20_000 {
			t.Errorf("a function of %d instructions, %d locals", biggest, locals)
		}
		prog, err := run.New(ctx, engine, m)
		if err != nil {
			t.Fatal(err)
		}
		defer prog.Close(ctx) //nolint:errcheck // the test is over
		fn, err := prog.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		got, err := fn.Leaves(ctx, nil, args(2))
		if err != nil || showAll(got) != showAll(want) {
			t.Errorf("%d statements give %v %v, want %v", n, got, err, want)
		}
		if _, err := fn.Leaves(ctx, nil, args(-1<<40)); err == nil || !strings.Contains(err.Error(), "not positive") {
			t.Errorf("the check says %v", err)
		}
	}
}
