package chad_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// Programs whose gradients once exceeded the operation bound.
func TestFoundBounds(t *testing.T) {
	for name, found := range map[string]struct {
		of   primalCount
		text string
	}{
		// place.hotsOut: each cotangent that a branch gives at one place is used once, in one branch or the other
		"onehots of branches in branches": {placedPrimal, newStateProgram(770088).String()},
		// place.splitIf: of a pair that a branch gives, one is an element in one branch, the other a number in the other
		"elements in one branch of two": {finalPrimal, `def main [n] (x : [n]real) : real =
  let a = sin x[0 :> idx n]; b = if a > 0 then x[1 :> idx n] else a; c = if a > 0.5 then x[2 :> idx n] else a; d = if a > 0.6 then x[0 :> idx n] else a in b * c * d`},
		// opt.fields: a call opens its tape for the case that it was
		"tapes of many cases": {finalPrimal, cellsProgram(rand.New(rand.NewPCG(5176, 21)))},
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
