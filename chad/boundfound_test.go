package chad_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// Programs whose gradients once exceeded the operation bound.
func TestFoundBounds(t *testing.T) {
	state := func(seed uint64) string { return newStateProgram(seed).String() }
	update := func(seed uint64) string {
		return (&updateMaker{Rand: rand.New(rand.NewPCG(seed, 11)), pairs: seed%2 == 0}).program()
	}
	carried := func(seed uint64) string {
		return (&carriedMaker{Rand: rand.New(rand.NewPCG(seed, 61)), kind: int(seed % 4)}).program()
	}
	for name, found := range map[string]struct {
		of   primalCount
		text string
	}{
		// place.hotsOut: each cotangent that a branch gives at one place is used once, in one branch or the other
		"onehots of branches in branches": {placedPrimal, newStateProgram(770088).String()},
		// opt.fields: a call opens its tape for the case that it was
		"tapes of many cases": {finalPrimal, cellsProgram(rand.New(rand.NewPCG(5176, 21)))},
		// simplify.loopStateFlat, loopStateDead: of pairs of pairs in the state of a loop that sums, the sum needs one place
		"places of places that no output needs": {placedPrimal, state(17)},
		// place.joinedSums: two sums, between which a row is read, get rows of one conditional
		"two rows that a branch gives, of pairs":     {finalPrimal, update(7730090)},
		"two rows that either of two branches gives": {finalPrimal, update(9254)},
		// place.earlyUpdates: the cotangent of a row is a row, and numbers of what comes after, and adds to the array
		"an update with a row":              {finalPrimal, carried(8800386)},
		"an update that has a name":         {finalPrimal, carried(8800599)},
		"an update with a row, and a call":  {finalPrimal, carried(7740119)},
		"an update with a row, two of them": {finalPrimal, carried(8800431)},
		// simplify.letIfPlaces: a branch keeps all of the state
		"a state that a branch keeps":            {placedPrimal, state(8800659)},
		"a state that one of two branches keeps": {placedPrimal, state(8800282)},
		// simplify.Delay: a row is changed for one branch alone, whose condition is known there
		"a changed row that one branch uses": {placedPrimal, state(8800184)},
		// simplify.indexOneHot, setOneHot, indexSetElse: places at indices that are literals, or have names
		"an element of an update":    {placedPrimal, state(8800886)},
		"elements at two places":     {placedPrimal, state(8800392)},
		"places of onehots of a sum": {placedPrimal, state(8800245)},
		// place.hotsOut: a row that has a name moves to another row
		"a row that goes to another row":     {placedPrimal, state(7720053)},
		"a row of four that goes to another": {placedPrimal, state(8801213)},
		// place.hotsOut: the zero of an array of run-time length is no array
		"rows of run-time length in a branch": {placedPrimal, `def main [n] (x : [n]real) : real =
  let v = loop s = [pack x | r < n] for i < n do set s (n - 1 :> idx n) (if x[i] < 1.1 then pack x else s[i])
      a = v[n - 1 :> idx n]
      size k = length a in
  0.2 * sum (a :> [k]real)`},
		// Func.prepared: what Delay has moved is simplified again
		"a loop that one branch uses": {placedPrimal, state(8800135)},
	} {
		t.Run(name, func(t *testing.T) {
			if f := stateFault(found.text, true); f != nil {
				t.Fatal(f)
			}
			m, err := chad.Parse("bound.chad", []byte(found.text))
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Func("main")
			if err != nil {
				t.Fatal(err)
			}
			if grad, tangent, ok := boundRatios(f, found.of); !ok || grad > 1 || tangent > 1 {
				t.Errorf("the gradient takes %.2f times the operations that it may, the tangent %.2f; ran: %v", grad, tangent, ok)
			}
		})
	}
}
