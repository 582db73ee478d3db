package wasmbackend_test

import (
	"context"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// No primitive is imported by default: it is an instruction or a few, or a function of the library.
func TestNothingIsImported(t *testing.T) {
	for _, op := range syntax.Ops() {
		if !wasmbackend.Imports(op) {
			continue
		}
		if _, ok := mathlib.Lookup(op.Name); !ok {
			t.Errorf("%s would be imported", op)
		}
	}
}

// What the optimiser takes for exact at 0 is what the library gives there.
func TestExactAtZero(t *testing.T) {
	ctx, n := context.Background(), 0
	for _, op := range syntax.Ops() {
		for _, x := range []float64{0, math.Copysign(0, -1)} {
			at := []syntax.Value{{F: x}}
			if op.Exact || len(op.Params) != 1 || op.Params[0] != syntax.Real || op.Result != syntax.Real || !op.ExactAt(at) {
				continue
			}
			n++
			want, err := op.Eval(at)
			if err != nil {
				t.Fatal(err)
			}
			p, err := loop.Read(op.Name, "export func f(x real) {\n\treturn "+op.Name+"(x)\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			m, err := wasmbackend.CompileLoops(wasmbackend.Options{}, p)
			if err != nil {
				t.Fatal(err)
			}
			prog, err := run.New(ctx, newEngine(t), m)
			if err != nil {
				t.Fatal(err)
			}
			f, err := prog.Func("f")
			if err != nil {
				t.Fatal(err)
			}
			got, err := f.Leaves(ctx, nil, []loop.Value{x})
			if err != nil || math.Float64bits(got[0].(float64)) != math.Float64bits(want.F) {
				t.Errorf("%s(%v) is %v in the library, %v in the table of primitives (%v)", op.Name, x, got[0], want.F, err)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d values", n)
	}
}
