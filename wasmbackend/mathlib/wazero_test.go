package mathlib_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/functions"
	wasmrun "github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// everyFunction is a program with a function for each primitive, over arrays.
func everyFunction() (src string, names []string) {
	var b strings.Builder
	for name := range functions.Unary {
		names = append(names, name)
	}
	for name := range functions.Binary {
		if name != "gmul" { // programs do not name it, derivatives do
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		b.WriteString("--chad:func\n")
		if functions.Unary[name] != nil {
			fmt.Fprintf(&b, "def f%s [n] (x : [n]real) : [n]real = [%s x[i] | i < n]\n\n", name, name)
		} else {
			fmt.Fprintf(&b, "def f%s [n] (x : [n]real, y : [n]real) : [n]real = [%s x[i] y[i] | i < n]\n\n", name, name)
		}
	}
	return b.String(), names
}

// TestWazero: modules compute what the Go functions compute, to the last bit, and import no function.
func TestWazero(t *testing.T) {
	ctx := context.Background()
	src, names := everyFunction()
	m, err := chad.GenerateWasm("math.chad", []byte(src), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(m.Code.Imports); n > 0 {
		t.Errorf("%d imports: %v", n, m.Code.Imports)
	}
	prog, err := wasmrun.New(ctx, nil, m)
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Close(ctx) //nolint:errcheck // the test is over
	if len(m.Blocks) != len(names) {
		t.Fatalf("%d functions for %d primitives", len(m.Blocks), len(names))
	}
	r := rand.New(rand.NewPCG(6, 6))
	for _, b := range m.Blocks {
		f, err := prog.Func(b.Name)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold("f"+n, b.Name) })
		if i < 0 {
			t.Fatalf("no primitive for %s", b.Name)
		}
		one, two := functions.Unary[names[i]], functions.Binary[names[i]]
		xs, ys := slices.Clone(corners), slices.Clone(corners)
		for range 4000 {
			xs, ys = append(xs, number(r)), append(ys, number(r))
		}
		r.Shuffle(len(corners), func(i, j int) { ys[i], ys[j] = ys[j], ys[i] })
		args := []loop.Value{xs}
		if two != nil {
			args = append(args, ys)
		}
		out, err := f.Leaves(ctx, []int{len(xs)}, args)
		if err != nil {
			t.Fatalf("%s: %v", names[i], err)
		}
		for k, got := range out[0].([]float64) {
			if two != nil {
				if want := two(xs[k], ys[k]); !sameBits(got, want) {
					t.Errorf("%s(%x, %x) = %x in wazero, %x in Go", names[i], xs[k], ys[k], got, want)
				}
			} else if want := one(xs[k]); !sameBits(got, want) {
				t.Errorf("%s(%x) = %x in wazero, %x in Go", names[i], xs[k], got, want)
			}
		}
	}
}
