package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What branches hand on in both ways, and sums of a sum with itself, are searched once: there are more ways than can be
// walked.
func TestPlusIfSetSearchesOnce(t *testing.T) {
	const long = 100
	matrix := sx.NewArrayType(three, vec)
	for _, row := range []struct {
		name string
		next func(s *sx.Spine, m, v sx.Term) (sx.Term, sx.Term)
	}{
		{"branches", func(s *sx.Spine, m, v sx.Term) (sx.Term, sx.Term) {
			w := s.Let("w", iff(free("c", sx.Bool), tup(m, sx.NewSet(v, ix, a)), tup(m, sx.NewSet(v, jx, b))))
			return sx.NewProj(0, w), sx.NewProj(1, w)
		}},
		{"sums", func(s *sx.Spine, m, v sx.Term) (sx.Term, sx.Term) { return s.Let("m", plus(m, m)), v }},
	} {
		t.Run(row.name, func(t *testing.T) {
			var s sx.Spine
			zeroed := sx.NewSet(free("other", matrix), ix, sx.NewZero(vec))
			m, v := sx.Term(free("m", matrix)), xs
			for range long {
				m, v = row.next(&s, m, v)
			}
			w := s.Let("w", iff(cond, tup(m, v), tup(m, ys)))
			sum := plus(sx.NewProj(0, w), sx.NewOneHot(three, ix, plus(sx.NewProj(1, w), ys)))
			_, rep := simplified(t, s.In(tup(sum, zeroed)), simplify.Options{Compiled: true, Final: true})
			if n := rep.Times("plusIfSet"); n != 0 {
				t.Errorf("plusIfSet applies %d times where nothing is set to zero", n)
			}
		})
	}
}
