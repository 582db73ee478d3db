package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What is zero where the place is, but bound in an arm of branches that stay, since the other arm is not, is nothing
// that the branches of w give.
func TestPlaceIfZeroOfArm(t *testing.T) {
	d, e, zs := free("d", sx.Bool), free("e", sx.Bool), free("zs", vec)
	arm := xs
	for range 3 { // so that w stays where it is
		arm = sx.NewSet(plus(arm, sx.NewOneHot(three, ix, sx.Mul(a, index(ys, ix)))), jx, sx.NewZero(sx.Real))
	}
	var s sx.Spine
	w := s.Let("w", iff(cond, arm, sx.NewZero(vec)))
	u := s.Let("u", iff(d, sx.NewZero(vec), sx.NewSet(w, ix, sx.NewZero(sx.Real))))
	v := s.Let("v", iff(e, index(u, ix), index(ys, ix)))
	term := s.In(tup(plus(zs, u), v))
	out, rep := simplified(t, term, simplify.Options{Compiled: true})
	if err := sx.Verify(out, sx.FreeVars(term)...); err != nil {
		t.Fatalf("%v\n%s", err, sx.String(out))
	}
	if rep.Times("placeIfZero") != 1 {
		t.Errorf("the rule fired %d times:\n%s", rep.Times("placeIfZero"), sx.String(out))
	}
}
