package wasmbackend_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/wasmbackend"
)

// What modules export beside functions is not a function's name: engines take no module with two exports of one name.
func TestExportNames(t *testing.T) {
	const recursive = `
def down (n : int, x : real) : real = if n <= 0 then x else down (n - 1, x) + 1

--chad:func
def g (n : int, x : real) : real = down (n, x)
`
	for _, c := range []struct{ src, want string }{
		{"--chad:func\ndef memory (x : real) : real = x\n", "exported as memory, which is what the memory of every module is exported as; give it another name: name="},
		{"--chad:func name=store\ndef memory (x : real) : real = x\n", ""},
		{"--chad:func\ndef stack (x : real) : real = x\n" + recursive, "exported as stack, which is what modules with recursion export"},
		{"--chad:func\ndef stack (x : real) : real = x\n", ""},
	} {
		_, err := chad.GenerateWasm("m.chad", []byte(c.src), wasmbackend.Options{})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s\ngot %v, want %s", c.src, err, c.want)
		}
	}
}
