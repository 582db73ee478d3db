package wasmbackend_test

import (
	"bytes"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// Equal input gives equal bytes: of loops with many cursors one after the other, whose locals are used again.
func TestSameBytes(t *testing.T) {
	const text = `
export func f(a []real, b []real, c []real, d []real, k []int) {
	var n int = len(a)
	var s real = 0.0
	var r []real = new(n)
	for i < n {
		if a[i] < b[i] {
			s += c[i] * d[i]
		}
		r[i] = real(k[i]) + a[i] + b[i] + c[i] + d[i]
	}
	for down i < n {
		if r[i] < d[i] {
			s += a[i] * exp(c[i])
		}
		r[i] = s + b[i] + c[i] + d[i] + real(k[i])
	}
	return s, r
}
`
	var first []byte
	for range 20 {
		p, err := loop.Read("f", text)
		if err != nil {
			t.Fatal(err)
		}
		m, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: true}, p)
		if err != nil {
			t.Fatal(err)
		}
		code := m.Code.Encode()
		if first == nil {
			first = code
		}
		if !bytes.Equal(code, first) {
			t.Fatal("the module is another")
		}
	}
}
