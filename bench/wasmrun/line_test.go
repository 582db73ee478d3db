package wasmrun

import (
	"context"
	"testing"
	"time"
)

// A straight line is derived, compiled and run, and gives what Go and differences give.
func TestLine(t *testing.T) {
	for _, n := range []int{20, 3000} {
		p, err := program(context.Background(), n, time.Nanosecond)
		if err != nil {
			t.Fatal(err)
		}
		if p.Wrong != "" || p.Ops < 3*n {
			t.Errorf("%d: %+v", n, p)
		}
	}
}

func BenchmarkLine(b *testing.B) {
	for b.Loop() {
		if _, err := program(context.Background(), 1250, time.Nanosecond); err != nil {
			b.Fatal(err)
		}
	}
}
