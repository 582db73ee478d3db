package opt_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

// A condition of one operand beside an inequality is no search for the greatest: it has no second operand.
func TestAlgebraOfOneOperand(t *testing.T) {
	p, err := loop.Read("test", `export func f(x real, y real) {
	var z real = 0.0
	if isnan(y) || x != y {
		z = x
	}
	return z
}
`)
	if err != nil {
		t.Fatal(err)
	}
	if err := opt.Optimize(p, opt.Options{}); err != nil {
		t.Fatal(err)
	}
}
