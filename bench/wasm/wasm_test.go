package wasm_test

import (
	"context"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/wasm"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// The modules compute what the generated Go computes.
func TestAgree(t *testing.T) {
	ctx := context.Background()
	for _, c := range wasm.Cases(true) {
		t.Run(c.Name, func(t *testing.T) {
			call, err := c.Bind(ctx, "../models", wasmbackend.Options{Yield: true})
			if err != nil {
				t.Fatal(err)
			}
			defer call.Release()
			if err := call.Run(ctx); err != nil {
				t.Fatal(err)
			}
			got, err := c.Results(call, call.Func().Block())
			if err != nil {
				t.Fatal(err)
			}
			want := c.Go()
			if len(got) != len(want) {
				t.Fatalf("%d results, want %d", len(got), len(want))
			}
			for i := range got {
				if !(math.Abs(got[i]-want[i]) <= 1e-9*(1+math.Abs(want[i]))) {
					t.Errorf("result %d is %v, Go says %v", i, got[i], want[i])
				}
			}
		})
	}
}

// BenchmarkGradient has the generated Go and the module side by side: go test ./wasm -bench . -run '^$'.
func BenchmarkGradient(b *testing.B) {
	ctx := context.Background()
	for _, c := range wasm.Cases(false) {
		b.Run(c.Name+"/go", func(b *testing.B) {
			for b.Loop() {
				c.Go()
			}
		})
		b.Run(c.Name+"/wasm", func(b *testing.B) {
			call, err := c.Bind(ctx, "../models", wasmbackend.Options{Yield: true})
			if err != nil {
				b.Fatal(err)
			}
			defer call.Release()
			b.ReportAllocs()
			for b.Loop() {
				if err := call.Run(ctx); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
