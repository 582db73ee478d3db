package wasmbackend_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Rosenbrock's gradient is less than a kilobyte, without names and the description: what the layout of the block
// guarantees is not checked again.
func TestSize(t *testing.T) {
	const rosenbrock = `
--chad:grad
def rosenbrock [n] (x : [n+1]real) : real =
  sum [100.0 * (x[int i + 1] - x[int i] ^ 2) ^ 2 + (1.0 - x[int i]) ^ 2 | i < n]
`
	m, err := chad.GenerateWasm("rosenbrock.chad", []byte(rosenbrock), wasmbackend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m.Code.Custom, m.Code.WithoutNames = nil, true
	if n := len(m.Code.Encode()); n >= 1024 {
		t.Errorf("the module has %d bytes", n)
	}
}
