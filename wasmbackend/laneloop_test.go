package wasmbackend_test

import (
	"context"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// An array that a loop only reads where a condition holds may be shorter than the loop, and end where the memory does: bounds are not checked for it ahead.
func TestLaneLoopShort(t *testing.T) {
	const src = `export func f(w []real, m int, q real) {
	var n int = len(w)
	var x []real = new(n * 2)
	for i < n * 2 {
		x[i] = 1.5
	}
	var a []real = new(m)
	var k int = 0
	var sum real = 0.0
	for o < 2 {
		var s real = 0.0
		var u real = 0.0
		for j < n {
			s +~= x[j * 2] * x[j * 2]
			u +~= x[j * 2 + 1] * x[j * 2 + 1]
			k = select(j < m && a[j] >= q, k + 1, k)
		}
		sum += s + u
	}
	return sum, k
}
`
	ctx := context.Background()
	p, err := loop.Read("short", src)
	if err != nil {
		t.Fatal(err)
	}
	m, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: true, Jam: true}, p)
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
	for n := 4096; n < 16384; n += 64 { // more of what is there in between than a page
		short := n - n/4
		got, err := f.Leaves(ctx, nil, []loop.Value{make([]float64, n), int64(short), -1.0})
		if err != nil {
			t.Fatal(n, err)
		}
		if got[0] != 9*float64(n) || got[1] != int64(2*short) {
			t.Fatalf("%d: %v, want %v %v", n, got, 9*n, 2*short)
		}
	}
}
