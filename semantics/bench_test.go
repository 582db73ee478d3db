package semantics_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

func BenchmarkDot(b *testing.B) {
	xs := make([]float64, 1000)
	d := dotDef()
	var e semantics.Evaluator
	for b.Loop() {
		if _, err := e.Call(d, semantics.Reals(xs...), semantics.Reals(xs...)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoop(b *testing.B) {
	t := loop(1000, false, NoOutput, r(1), func(i, s Term) Term { return Add(Mul(s, r(0.5)), realOf(i)) })
	var e semantics.Evaluator
	for b.Loop() {
		if _, err := e.Eval(t, nil); err != nil {
			b.Fatal(err)
		}
	}
}
