package wasmbackend_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Before a loop with loops in it registers are emptied where many variables are in use, and only in modules for wazero.
func TestRest(t *testing.T) {
	for _, c := range []struct {
		variables int
		yield     bool
		want      int
	}{{2, true, 0}, {40, true, 1}, {40, false, 0}} {
		var text strings.Builder
		text.WriteString("export func f(n int, a real) {\n\tvar y []real = new(n)\n")
		for k := range c.variables {
			fmt.Fprintf(&text, "\tvar m%d real = a * %d.0\n", k, k)
		}
		text.WriteString("\tfor i < n {\n\t\tfor j < n {\n\t\t\ty[j] = y[i] * 0.5\n\t\t}\n\t}\n")
		for k := range c.variables {
			fmt.Fprintf(&text, "\ty[%d] = m%d\n", k, k)
		}
		text.WriteString("\treturn y\n}\n")
		p, err := loop.Read("rest", text.String())
		if err != nil {
			t.Fatal(err)
		}
		m, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: c.yield}, p)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		for _, f := range m.Code.Funcs {
			for k := range f.Body[1:] {
				if f.Body[k].Op == encode.Call && f.Body[k+1].Op == encode.Drop {
					calls++
				}
			}
		}
		if calls != c.want {
			t.Errorf("%d variables, Yield %v: %d calls, want %d", c.variables, c.yield, calls, c.want)
		}
	}
}

// Where many variables are in use, loops let the host run as often as elsewhere, and end when their context does.
func TestCrowdedYield(t *testing.T) {
	loops := []string{
		"for i < n {\n\tfor j < 3 {\n\t\ts = s * 0.5 + real(j)\n\t}\n}\n",                  // counted one by one
		"for k < 400 {\n\tfor i < len(a) {\n\t\ta[i] = b[i] * 0.5 + c[i] * d[i]\n\t}\n}\n", // on vectors, at four addresses
	}
	for k, text := range loops {
		var many, sum strings.Builder
		for k := range 40 {
			fmt.Fprintf(&many, "var m%d real = x * %d.0\nvar w%d int = n + %d\n", k, k, k, k)
			fmt.Fprintf(&sum, "s = s + m%d * real(w%d)\n", k, k)
		}
		src := "export func f(n int, x real) {\nvar s real = x\n"
		for _, v := range "abcd" {
			src += fmt.Sprintf("var %c []real = new(%d)\n", v, 1<<14)
		}
		src += many.String() + text + sum.String() + "s = s + a[3]\nreturn s\n}\n"
		p, err := loop.Read("crowded", src)
		if err != nil {
			t.Fatal(err)
		}
		m, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: true, Jam: true}, p)
		if err != nil {
			t.Fatal(err)
		}
		ctx := context.Background()
		prog, err := run.New(ctx, newEngine(t), m)
		if err != nil {
			t.Fatal(err)
		}
		f, err := prog.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		n := []int64{1 << 22, 1 << 14}[k]
		args := []loop.Value{n, 0.5}
		cd := &countdown{ctx, 1 << 40}
		if _, err := f.Leaves(cd, nil, args); err != nil {
			t.Fatal(err)
		}
		iterations := []int64{n, 400 * n}[k]
		if asked, want := 1<<40-int64(cd.left), iterations/wasmbackend.Budget; asked < want-2 || asked > 2*want+10 {
			t.Errorf("loop %d asked %d times, want about %d", k, asked, want)
		}
		var e *run.Error
		if _, err := f.Leaves(&countdown{ctx, 20}, nil, args); !errors.As(err, &e) || e.Status != wasmbackend.Cancelled {
			t.Errorf("loop %d: %v, want it cancelled", k, err)
		}
		if _, err := f.Leaves(ctx, nil, []loop.Value{int64(3), 0.5}); err != nil {
			t.Errorf("loop %d, after it was cancelled: %v", k, err)
		}
	}
}
