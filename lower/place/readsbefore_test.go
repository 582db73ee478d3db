package place

import (
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A read goes to before an update of its array with the indices that it needs, if those are few: of a long chain, each
// of many reads would look at all.
func TestReadsBeforeChain(t *testing.T) {
	n := syntax.SizeLit(3)
	rows := syntax.NewArrayType(n, syntax.NewArrayType(n, syntax.Real))
	for _, c := range []struct {
		ints  int
		moves bool
	}{{2, true}, {earlyInts - 1, true}, {earlyInts, false}, {1000, false}} {
		m, i := syntax.NewVar("m", rows), syntax.NewVar("i", syntax.Int)
		var s syntax.Spine
		at := syntax.NewToIdx(nil, n, syntax.IntLit(0))
		s.Let("u", syntax.NewSet(syntax.Ref(m), at, syntax.NewZero(rows.Elem)))
		k := syntax.Term(syntax.Ref(i))
		for range c.ints {
			k = s.Let("k", syntax.NewPrim(syntax.OpIntAdd, syntax.Refresh(k), syntax.IntLit(0)))
		}
		r := s.Let("r", syntax.NewIndex(syntax.Ref(m), s.Let("j", syntax.NewToIdx(nil, n, k))))
		body := s.In(syntax.NewIndex(r, at))
		first := readsBefore(body).(*syntax.Let).Binds[0].Rhs
		_, isSet := first.(*syntax.Set)
		if isSet == c.moves {
			t.Errorf("with %d ints before it, the read moves: %v, want %v", c.ints, !isSet, c.moves)
		}
	}
}
