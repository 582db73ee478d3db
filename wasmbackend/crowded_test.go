package wasmbackend_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// Before a loop with loops in it registers are emptied where many variables are in use, and only in modules for wazero.
func TestRest(t *testing.T) {
	for _, c := range []struct {
		variables int
		yield     bool
		want      int
	}{{2, true, 0}, {40, true, 1}, {40, false, 0}} {
		var text strings.Builder
		text.WriteString("export func f(n int, a real) {\n\tvar y []real = new(n)\n")
		for k := range c.variables {
			fmt.Fprintf(&text, "\tvar m%d real = a * %d.0\n", k, k)
		}
		text.WriteString("\tfor i < n {\n\t\tfor j < n {\n\t\t\ty[j] = y[i] * 0.5\n\t\t}\n\t}\n")
		for k := range c.variables {
			fmt.Fprintf(&text, "\ty[%d] = m%d\n", k, k)
		}
		text.WriteString("\treturn y\n}\n")
		p, err := loop.Read("rest", text.String())
		if err != nil {
			t.Fatal(err)
		}
		m, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: c.yield}, p)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		for _, f := range m.Code.Funcs {
			for k := range f.Body[1:] {
				if f.Body[k].Op == encode.Call && f.Body[k+1].Op == encode.Drop {
					calls++
				}
			}
		}
		if calls != c.want {
			t.Errorf("%d variables, Yield %v: %d calls, want %d", c.variables, c.yield, calls, c.want)
		}
	}
}
