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
		// place.inlineSums: the rest of a list is added to where the cell is made, also where the cell has a name
		"a cell that has a name": {finalPrimal, cellsProgram(rand.New(rand.NewPCG(5074, 21)))},
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
		// place.nextSums and place.aim: calls add to the next state, and what they give is built there
		"an array given twice by a loop": {finalPrimal, `
def f [n] (k : int, v3 : [n]real, v4 : [n]real, y : real) : [n]real =
  if k < 1 then v4 else
  let v5 = loop v = v3 for j < n do set (f (min (k - 1, 1), v, v, y)) j (v[j] / 2)
  in set v5 (0 :> idx n) (sin (sin (y - v5[0 :> idx n])))
def main [n] (x : [n]real) : real =
  let w = [sin x[j] | j < n] in let r = f (4, w, w, x[0 :> idx n]) in sum [sin r[j] | j < n]`},
		// place.step: what a call gives for the sums of a loop is added there where the call is all of the body, too
		"a loop of calls": {finalPrimal, `
def f [n] (k : int, v : [n]real, m : [n][n]real) : [n]real =
  if k < 1 then set v (0 :> idx n) (m[0 :> idx n][0 :> idx n]) else loop v = v for j < n do f (k - 1, v, m)
def main [n] (x : [n]real) : real =
  let y = f (2, x, [[x[i] * x[j] | j < n] | i < n]) in sum [sin y[j] | j < n]`},
		// place.sink: a loop adds to the state to which a call adds in the end
		"a loop before a call that has no name": {finalPrimal, `
def f [n] (k : int, z : [n]real, i : idx n) : real = if k < 1 then z[i] else sin (f (k - 1, z, 0 :> idx n)) * z[i]
def main [n] (x : [n]real) : real =
  let z = loop z = x for i < n do
        let y = loop y = z[0 :> idx n] for k < 3 do sin (y * z[i]) in set z i (y * 0.3 + f (2, z, i))
  in sum [sin z[i] | i < n]`},
		// and what a sum of tuples gives
		"rows that are empty in a loop": {placedPrimal, presentProgram(1405)},
		// simplify.DeadParams
		"an array that is only handed on": {placedPrimal, presentProgram(148)},
		// simplify.loopLast: iterations whose cotangents are zero
		"iterations that do not see the one before":        {placedPrimal, presentProgram(987)},
		"iterations that do not see the one before, twice": {placedPrimal, presentProgram(1837)},
		// simplify.sumNever
		"an empty row": {placedPrimal, presentProgram(1078)},
		// place.inlineSums: what a loop adds reads what shares memory with its state, behind all that changes it
		"branches that hand the state on": {placedPrimal, presentProgram(8810476)},
		// place.bindAll: lengths that the block itself binds are known where it is asked what goes into rows of the sum
		"rows whose length the block binds": {placedPrimal, presentProgram(8811782)},
		// simplify.Delay: a call of what updates nothing changes nothing
		"a loop that one branch uses, behind a call": {placedPrimal, presentProgram(8812672)},
		// place.uninj: rows of run-time length are handed on out of a sum
		"rows handed on by a sum": {placedPrimal, presentProgram(55)},
		// simplify.sizeThere: there is a last iteration
		"a last iteration behind an element": {placedPrimal, presentProgram(8810784)},
		// simplify.FailingMoves
		"what may fail, in one branch": {placedPrimal, `
def main [n] (x : [n]real) : real =
  let y = x[1 :> idx n]
      a = pack [0.7 * x[j] + (let size m = n - 3 in loop s = y for i < m do 0.5 * s) | j < n]
      r = if x[0 :> idx n] < 9.0 then (let size z = 0 in pack [x[0 :> idx n] | j0 < z]) else a
  in let size m = length r in let q = (r :> [m]real) in 0.3 * sum [sin q[j] | j < m]`},
		// place.readsBefore: an element is read before the update of its array, with its index
		"elements read behind an update": {finalPrimal, recursionsProgram(rand.New(rand.NewPCG(583, 12)))},
		// place.resultSums: branches and sums add to one array
		"branches that give zeros":         {placedPrimal, presentProgram(334)},
		"branches, and sums of many parts": {placedPrimal, presentProgram(991)},
		// simplify.projIfSame: all branches give one array
		"an array that no branch changes": {placedPrimal, state(8800110)},
		// simplify.plusIf: in sums of sums, and in components of them
		"parts that one of two branches changes": {placedPrimal, state(9900910)},
		// simplify.sumPlaceZero, loopSumZero
		"components that no summand fills": {placedPrimal, state(8810776)},
		// simplify.caseIf
		"a sum for one case": {placedPrimal, state(6600921)},
		// simplify.indexSame: the rows of a dual number are all the same
		"tangents of rows that are the same": {placedPrimal, state(6601719)},
		// place.linearity.join: a row in one branch is nothing in the other
		"a row that one branch takes out": {placedPrimal, state(8800891)},
		// the same, of two rows
		"one of two rows": {placedPrimal, state(4400181)},
		// place.chosenParts: an array and its tangent
		"tangents of arrays that branches exchange": {placedPrimal, state(8810686)},
		// place.staying: a state that one branch makes, and the other keeps
		"rows that are made in one branch": {placedPrimal, state(6601199)},
		// place.hotsOut: to one of two rows
		"a row that goes to one of two others": {placedPrimal, state(8801451)},
		// place.earlyUpdates: the row has a name and goes to one row, or another array
		"a row that goes away in one branch":    {placedPrimal, state(4400463)},
		"a row whose elements go to other rows": {placedPrimal, state(8811075)},
		// place.readsBefore: behind an update in a branch of a branch
		"elements read behind updates in branches": {placedPrimal, state(8810271)},
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
