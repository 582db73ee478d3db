package wasmbackend_test

import (
	"context"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Vector loops do two reals at a time what the loops do; on numbers that are small integers sums are exact in any
// order.
func TestVectorLoops(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/operations.txtar")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	tried := false
	for _, file := range ar.Files {
		if file.Name != "vector loops" {
			continue
		}
		tried = true
		p, err := loop.Read(file.Name, string(file.Data))
		if err != nil {
			t.Fatal(err)
		}
		p.Funcs[0].Exported = true
		for _, o := range []wasmbackend.Options{{}, {Yield: true}} {
			m := compiled(t, o, p)
			prog, err := run.New(ctx, newEngine(t), m)
			if err != nil {
				t.Fatal(err)
			}
			f, err := prog.Func("f")
			if err != nil {
				t.Fatal(err)
			}
			for n := range 40 {
				x := make([]float64, n)
				for i := range x {
					x[i] = float64((i*i+3*i)%17 - 8)
				}
				args := []loop.Value{x, 3.0}
				want, _, err := loop.Eval(p, p.Funcs[0], args, 0)
				if err != nil {
					t.Fatal(err)
				}
				got, err := f.Leaves(ctx, nil, args)
				if err != nil || showAll(got) != showAll(want) {
					t.Errorf("%d elements: got %s %v, want %s", n, showAll(got), err, showAll(want))
				}
			}
		}
	}
	if !tried {
		t.Error("there is no such program")
	}
}
