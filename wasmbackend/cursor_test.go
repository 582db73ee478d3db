package wasmbackend_test

import (
	"context"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Addresses that move with a loop begin where its variable does: at 0, and at the last element where it goes down.
func TestCursors(t *testing.T) {
	p, err := loop.Read("cursors", `export func upwards(x []real) {
	var n int = len(x)
	var y []real = new(n + 1)
	for i < n {
		y[i + 1] = y[i] * 0.5 + x[i]
	}
	return y
}

export func downwards(x []real) {
	var n int = len(x)
	var y []real = new(n + 1)
	for down i < n {
		y[i] = y[i + 1] * 0.5 + x[i]
	}
	return y
}
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []wasmbackend.Options{{}, {Yield: true}, {Scalar: true}} {
		prog, err := run.New(context.Background(), newEngine(t), compiled(t, o, p))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string][]float64{"upwards": {0, 4, 10, 21}, "downwards": {12, 16, 16, 0}} {
			f, err := prog.Func(name)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := f.Leaves(context.Background(), nil, []loop.Value{[]float64{4, 8, 16}}); err != nil || showAll(got) != showAll([]loop.Value{want}) {
				t.Errorf("%s, %+v: %v, want %v %v", name, o, got, want, err)
			}
		}
	}
}
