package semantics_test

import (
	"errors"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
)

func TestBigStepCorpus(t *testing.T) {
	for _, c := range corpus() {
		t.Run(c.name, func(t *testing.T) {
			w, err := semantics.BigStep(c.term, 0)
			if err != nil {
				t.Fatal(err)
			}
			v, err := semantics.Observe(w)
			if err != nil {
				t.Fatal(err)
			}
			if got := semantics.Format(v); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Both semantics fail alike.
func TestBigStepErrors(t *testing.T) {
	for _, c := range errorCases() {
		t.Run(c.name, func(t *testing.T) {
			v, err := semantics.BigStep(c.term, 500_000)
			var got *semantics.Error
			if !errors.As(err, &got) {
				t.Fatalf("got value %v and error %v", v, err)
			}
			if got.Kind != c.kind {
				t.Errorf("got %s: %s, want %s: %s", got.Kind, got, c.kind, c.want)
			}
		})
	}
}
