package wasmbackend_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
)

// No primitive is imported by default: it is an instruction or a few, or a function of the library.
func TestNothingIsImported(t *testing.T) {
	for _, op := range syntax.Ops() {
		if !wasmbackend.Imports(op) {
			continue
		}
		if _, ok := mathlib.Lookup(op.Name); !ok {
			t.Errorf("%s would be imported", op)
		}
	}
}
