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
