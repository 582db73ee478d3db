package wasmbackend_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// A primitive that has no text for WebAssembly is refused, whatever it takes and gives, and imported where the host is
// asked for it.
func TestNoText(t *testing.T) {
	for _, result := range []syntax.Type{syntax.Real, syntax.Int} {
		for _, params := range [][]syntax.Type{{syntax.Real}, {syntax.Int}, {syntax.Real, syntax.Real}, {syntax.Int, syntax.Real}} {
			op := *syntax.NewHostOp("untold", params, result)
			op.Host = false
			d := &syntax.Def{Name: "f", Result: result}
			var args []syntax.Term
			for _, p := range params {
				x := syntax.NewVar("x", p)
				d.Params, args = append(d.Params, x), append(args, syntax.Ref(x))
			}
			d.Body = syntax.NewPrim(&op, args...)
			for _, scalar := range []bool{false, true} {
				m, err := wasmbackend.Compile(wasmbackend.Options{Scalar: scalar}, wasmbackend.Export{Def: d})
				if err == nil || !strings.Contains(err.Error(), "untold") {
					t.Errorf("%v to %v: a module with %d imports, error %v", params, result, len(m.Code.Imports), err)
				}
				m, err = wasmbackend.Compile(wasmbackend.Options{Scalar: scalar, HostMath: true}, wasmbackend.Export{Def: d})
				if err != nil || len(m.Code.Imports) != 1 {
					t.Errorf("%v to %v from the host: %v", params, result, err)
				}
			}
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
