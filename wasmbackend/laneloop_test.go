package wasmbackend_test

import (
	"context"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// An array that a loop only reads where a condition holds may be shorter than the loop, and end where the memory does:
// bounds are not checked for it ahead.
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
	m := compiled(t, wasmbackend.Options{Yield: true, Jam: true}, p)
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

// A loop with pairs of statements keeps no int that only says where its elements are: cursors do.
func TestLaneLoopInts(t *testing.T) {
	p, err := loop.Read("ints", `export func f(w []real, q real) {
	var n int = len(w)
	var x []real = new(n * 2)
	for i < n * 2 {
		x[i] = q
	}
	var sum real = 0.0
	for o < 2 {
		var s real = 0.0
		var u real = 0.0
		for j < n {
			var t int = j * 2
			var v int = t + 1
			s +~= w[j] * x[t]
			u +~= w[j] * x[v]
		}
		sum += s + 2.0 * u
	}
	return sum
}
`)
	if err != nil {
		t.Fatal(err)
	}
	m := compiled(t, wasmbackend.Options{Yield: true, Jam: true}, p)
	for _, f := range m.Code.Funcs {
		if f.Name != "f" {
			continue
		}
		products, vectors := 0, 0
		for _, in := range f.Body {
			switch in.Op.Name() {
			case "i64.mul":
				products++
			case "f64x2.add":
				vectors++
			}
		}
		if vectors < 7 || products >= 7 { // the body stands there seven times
			t.Errorf("%d sums of vectors, %d products of ints", vectors, products)
		}
	}
	prog, err := run.New(context.Background(), newEngine(t), m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := prog.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 14 {
		w, want := make([]float64, n), 0.0
		for i := range w {
			w[i] = float64(i + 1)
			want += 2 * 3 * 0.5 * w[i]
		}
		if got, err := f.Leaves(context.Background(), nil, []loop.Value{w, 0.5}); err != nil || got[0] != want {
			t.Errorf("%d: %v, want %v %v", n, got, want, err)
		}
	}
}

// The index of an iteration that is read once, at its beginning, comes from the instruction that makes it: it is read
// all the same, by each iteration and by what is left over for the last.
func TestLaneLoopIndexReadOnce(t *testing.T) {
	p, err := loop.Read("once", `export func f(w []real, q real) {
	var n int = len(w)
	var r []real = new(n * 2)
	var x []real = dirty(n * 2)
	for j < n {
		var t int = j * 2
		var u []real = x[t:+2]
		u[0] = q
		u[1] = q
		var v []real = r[t:+2]
		var y real = u[0]
		v[0] = 2.0 * y
		v[1] = 3.0 * y
	}
	var sum real = 0.0
	for i < n * 2 {
		sum = sum + r[i]
	}
	return sum
}
`)
	if err != nil {
		t.Fatal(err)
	}
	m := compiled(t, wasmbackend.Options{Yield: true, Jam: true}, p)
	if funcsWith(m, "v128.store") == 0 {
		t.Error("no pairs are stored")
	}
	prog, err := run.New(context.Background(), newEngine(t), m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := prog.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 14 {
		if got, err := f.Leaves(context.Background(), nil, []loop.Value{make([]float64, n), 0.5}); err != nil || got[0] != 2.5*float64(n) {
			t.Errorf("%d iterations: %v, want %v (%v)", n, got, 2.5*float64(n), err)
		}
	}
}
