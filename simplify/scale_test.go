package simplify

import (
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/syntax"
)

// chain is let x1 = x0 + x0; x2 = x1 + x1; … in xn, or with one use each.
func chain(n int, shared bool) syntax.Term {
	var s syntax.Spine
	x := syntax.Ref(real1("x0"))
	y := syntax.Ref(real1("y0"))
	for range n {
		if shared {
			x = s.Let("x", syntax.Add(x, x))
		} else {
			x = s.Let("x", syntax.Add(x, y))
		}
	}
	return s.In(x)
}

func mustTerm(t testing.TB, in syntax.Term, o Options) (syntax.Term, *Report) {
	t.Helper()
	out, rep, err := Term(in, o)
	if err != nil {
		t.Fatal(err)
	}
	return out, rep
}

func TestScale(t *testing.T) {
	for _, shared := range []bool{true, false} {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			in := chain(n, shared)
			start := time.Now()
			out, rep := mustTerm(t, in, Options{})
			t.Log(shared, n, rep.Rounds, syntax.CountNodes(out), time.Since(start))
		}
	}
}
