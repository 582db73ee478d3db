package wasmbackend_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	v8 "github.com/seed-4b734f86/gochad/internal/testkit/v8"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// recursions is recursion by itself and by turns; with many variables that live over the call.
func recursions() string {
	var b strings.Builder
	b.WriteString(`
export func f(n int, x real) {
	var y real = call g(n, x)
	return y
}

func g(n int, x real) {
	var y real = x
	if n > 0 {
		var z real = call g(n - 1, x + 1.0)
		y = z
	}
	return y
}

export func h(n int, x real) {
	var y real = call even(n, x)
	return y
}

func even(n int, x real) {
	var y real = x
	if n > 0 {
		var z real = call odd(n - 1, x * 0.5)
		y = z
	}
	return y
}

func odd(n int, x real) {
	var y real = x
	if n > 0 {
		var z real = call even(n - 1, x + 1.0)
		y = z * 2.0
	}
	return y
}

export func wide(n int, x real) {
	var y real = call broad(n, x)
	return y
}

func broad(n int, x real) {
	var y real = x
	if n > 0 {
`)
	sum := "z"
	for i := range 200 {
		fmt.Fprintf(&b, "\t\tvar v%d real = sqrt(x + %d.0)\n", i, i)
		sum += fmt.Sprintf(" + v%d", i)
	}
	fmt.Fprintf(&b, "\t\tvar z real = call broad(n - 1, x + 1.0)\n\t\ty = %s\n\t}\n\treturn y\n}\n", sum)
	return b.String()
}

// Recursion that is too deep is a status in every engine, and the instance works after it.
func TestDeepRecursion(t *testing.T) {
	ctx := context.Background()
	prog, err := loop.Read("deep", recursions())
	if err != nil {
		t.Fatal(err)
	}
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{MaxPages: 64}, prog)
	if err != nil {
		t.Fatal(err)
	}
	interpreter, err := run.NewEngine(ctx, run.Options{Interpreter: true})
	if err != nil {
		t.Fatal(err)
	}
	defer interpreter.Close(ctx) //nolint:errcheck // the test is over
	for name, engine := range map[string]*run.Engine{"compiler": newEngine(t), "interpreter": interpreter} {
		p, err := run.New(ctx, engine, m)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range m.Blocks {
			f, err := p.Func(b.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int64{100, 1000, 10_000, 100_000, 1_000_000, 1 << 40, 100} {
				got, err := f.Leaves(ctx, nil, []loop.Value{n, 1.0})
				var e *run.Error
				switch {
				case err != nil && (!errors.As(err, &e) || e.Status != wasmbackend.TooDeep):
					t.Errorf("%s: %s(%d): %v", name, b.Name, n, err)
				case err != nil && (n <= 100 || n <= 1000 && name == "compiler"):
					t.Errorf("%s: %s(%d) is too deep", name, b.Name, n)
				case err == nil && n >= 1_000_000:
					t.Errorf("%s: %s(%d) = %v", name, b.Name, n, got)
				}
			}
		}
	}
	node, err := v8.Start()
	if errors.Is(err, v8.ErrNoNode) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer node.Close() //nolint:errcheck // the test is over
	code := m.Code.Encode()
	for _, b := range m.Blocks {
		for _, n := range []int64{100, 1000, 10_000, 100_000, 1_000_000} {
			status, _, err := node.Leaves(m, code, b, nil, []loop.Value{n, 1.0})
			if err != nil {
				t.Errorf("V8: %s(%d): %v", b.Name, n, err)
			}
			if (status != 0 && status != wasmbackend.TooDeep) || status != 0 && n <= 100 || status == 0 && n >= 100_000 {
				t.Errorf("V8: %s(%d): status %d", b.Name, n, status)
			}
		}
	}
}

// A long chain of calls without recursion is counted too.
func TestLongChain(t *testing.T) {
	ctx := context.Background()
	const length = 20_000
	var b strings.Builder
	b.WriteString("export func f(x real) {\n\tvar y real = call g0(x)\n\treturn y\n}\n\n")
	for i := range length {
		if i == length-1 {
			fmt.Fprintf(&b, "func g%d(x real) {\n\treturn x + 1.0\n}\n\n", i)
			break
		}
		fmt.Fprintf(&b, "func g%d(x real) {\n\tvar y real = call g%d(x * 0.5)\n\treturn y + 1.0\n}\n\n", i, i+1)
	}
	prog, err := loop.Read("chain", b.String())
	if err != nil {
		t.Fatal(err)
	}
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, prog)
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.New(ctx, newEngine(t), m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.Leaves(ctx, nil, []loop.Value{1.0}); err != nil || got[0] != float64(length) {
		t.Errorf("wazero gives %v, %v", got, err)
	}
	node, err := v8.Start()
	if errors.Is(err, v8.ErrNoNode) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer node.Close() //nolint:errcheck // the test is over
	if status, _, err := node.Leaves(m, m.Code.Encode(), m.Blocks[0], nil, []loop.Value{1.0}); err != nil || status != wasmbackend.TooDeep {
		t.Errorf("V8 gives the status %d, %v", status, err)
	}
}
