package gosrc_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/frontend/gosrc"
)

// A file that asks for fastmath has the softplus that a function spells out as one primitive; a file of the same package that does not has the formula.
func TestIdiomsByFile(t *testing.T) {
	const text = `
-- go.mod --
module example.com/m

go 1.26
-- fast.go --
package m

//chad:emit fastmath

// Fast is a loss.
//
//chad:grad
func Fast(x float64) float64 { return soft(2 * x) }
-- exact.go --
package m

import "math"

func soft(z float64) float64 {
	if z > 0 {
		return z + math.Log1p(math.Exp(-z))
	}
	return math.Log1p(math.Exp(z))
}

// Exact is a loss.
//
//chad:grad
func Exact(x float64) float64 { return soft(2 * x) }
`
	found := map[string]bool{}
	for _, j := range plan(t, module(t, text), gosrc.Options{}) {
		found[filepath.Base(j.Target)] = strings.Contains(string(j.New), "softplus")
	}
	if !found["fast_chad.go"] || found["exact_chad.go"] || len(found) != 2 {
		t.Errorf("softplus is in %v", found)
	}
}
