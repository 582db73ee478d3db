package semantics_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
)

// The two semantics agree on random closed programs of first-order types: both
// give the same value, or both give an error of the same kind.
func TestSemanticsAgree(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	failed := 0
	for seed := range n {
		g := &gen{Rand: rand.New(rand.NewPCG(uint64(seed), 7))}
		term := g.term(g.typ(2), 5)
		v, err := semantics.Eval(term, nil)
		w, err2 := semantics.BigStep(term, 0)
		if err != nil || err2 != nil {
			failed++
			if kindOf(err) != kindOf(err2) {
				t.Fatalf("seed %d: %v and %v", seed, err, err2)
			}
			continue
		}
		want, err := semantics.Observe(w)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !semantics.Close(v, want, 0) {
			t.Fatalf("seed %d: %.500s and %.500s", seed, semantics.Format(v), semantics.Format(want))
		}
	}
	if failed > n/4 {
		t.Errorf("%d of %d programs fail", failed, n)
	}
	t.Logf("%d of %d programs end in an error", failed, n)
}

func kindOf(err error) string {
	if e, ok := err.(*semantics.Error); ok { //nolint:errorlint // never wrapped
		return e.Kind.String()
	}
	return ""
}
