package wasmbackend_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// unsetCases are what stands behind `var v real = 7.5` and before a use of v, and whether the 7.5 is needed.
var unsetCases = []struct {
	code   string
	needed bool
}{
	{"if c {\n v = u\n } else {\n v = y\n }\n", false},
	{"if c {\n v = u * y\n } else {\n v = y\n }\n", false},
	{"v = u\n", false},
	{"z[0] = u\n if c {\n v = u\n z[1] = u\n } else {\n v = y\n }\n", false},
	{"if c {\n if u < y {\n v = u\n } else {\n v = y + 1.0\n }\n } else {\n v = y\n }\n", false},
	{"if c {\n z[0] = u\n }\n if c {\n v = u\n z[2] = v\n } else {\n v = y\n z[1] = v\n }\n", false},
	{"if c {\n v = u\n }\n", true},
	{"if c {\n } else {\n v = u\n }\n", true},
	{"if c {\n v = v + u\n } else {\n v = y\n }\n", true},
	{"if c {\n z[0] = v\n v = u\n } else {\n v = y\n }\n", true},
	{"if v < u {\n v = u\n } else {\n v = y\n }\n", true},
	{"if c {\n v += u\n } else {\n v = y\n }\n", true},
	{"if c {\n if u < y {\n v = u\n }\n } else {\n v = y\n }\n", true},
	{"for j < k {\n v = u\n }\n", true},
	{"z[0] = v\n if c {\n v = u\n } else {\n v = y\n }\n", true},
	{"var w real = v * 2.0\n if c {\n v = u\n } else {\n v = w\n }\n", true},
	{"if c {\n for j < k {\n v = u\n }\n } else {\n v = y\n }\n", true},
}

// The first value of a variable is left out where nothing reads it, and only there. The locals have other values from
// iterations before.
func TestUnset(t *testing.T) {
	engine := newEngine(t)
	for _, c := range unsetCases {
		src := "export func f(x real, y real, k int, a []real, out z []real) {\n var s real = 0.0\n for i < 5 {\n var u real = x + real(i)\n var c bool = u < y + 2.0\n" +
			" var v real = 7.5\n " + c.code + " s += v * u\n }\n return s\n}\n"
		p, err := loop.Read("unset", src)
		if err != nil {
			t.Fatal(err, src)
		}
		if err := loop.Verify(p); err != nil {
			t.Fatal(err, src)
		}
		m := compiled(t, wasmbackend.Options{}, p)
		if got := constants(m, 7.5) > 0; got != c.needed {
			t.Errorf("the first value is there: %v, want %v, in\n%s", got, c.needed, src)
		}
		for _, args := range [][]loop.Value{
			{0.5, 0.25, int64(0), []float64{}, make([]float64, 3)}, {0.5, 3.25, int64(2), []float64{}, make([]float64, 3)}, {-4.0, -3.0, int64(1), []float64{}, make([]float64, 3)},
		} {
			sameAsEval(t, engine, p, m, args)
		}
	}
}

// constants counts the constants x of a module.
func constants(m *wasmbackend.Module, x float64) (n int) {
	for _, f := range m.Code.Funcs {
		for _, i := range f.Body {
			if i == encode.F64Of(x) {
				n++
			}
		}
	}
	return n
}

// A constant that a long function uses often stands in it once, one that it uses twice stays; short functions keep
// theirs.
func TestConstants(t *testing.T) {
	engine := newEngine(t)
	for _, n := range []int{20, 500} {
		var b strings.Builder
		b.WriteString("export func f(x real) {\n var t0 real = x\n")
		for i := 1; i <= n; i++ {
			c := "-0.0"
			if i == 3 || i == 7 {
				c = "0.375"
			}
			fmt.Fprintf(&b, " var t%d real = (t%d - 1.25) * 0.5 + %s\n", i, i-1, c)
		}
		fmt.Fprintf(&b, " return t%d\n}\n", n)
		p, err := loop.Read("constants", b.String())
		if err != nil {
			t.Fatal(err)
		}
		m := compiled(t, wasmbackend.Options{}, p)
		want := n
		if n > 100 {
			want = 1
		}
		if got := constants(m, 1.25); got != want {
			t.Errorf("%d statements: 1.25 stands there %d times, want %d", n, got, want)
		}
		if got := constants(m, 0.375); got != 2 {
			t.Errorf("%d statements: 0.375 stands there %d times, want 2", n, got)
		}
		sameAsEval(t, engine, p, m, []loop.Value{0.7})
	}
}

// sameAsEval runs a function f in the engine and in the evaluator.
func sameAsEval(t *testing.T, engine *run.Engine, p *loop.Program, m *wasmbackend.Module, args []loop.Value) {
	t.Helper()
	ctx := context.Background()
	want, _, err := loop.Eval(p, p.Funcs[0], cloneAll(args), 0)
	if err != nil {
		t.Fatal(err)
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
	got, err := fn.Leaves(ctx, nil, cloneAll(args))
	if err != nil || showAll(got) != showAll(want) {
		t.Errorf("%s, want %s: %v, for %s of\n%s", showAll(got), showAll(want), err, showAll(args), p)
	}
}
