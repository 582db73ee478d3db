package loops

import (
	"fmt"
	"strings"
	"testing"
)

// crowdedLoop is a loop with so many constants and so many values that are needed to its end.
func crowdedLoop(consts, values int) string {
	var b strings.Builder
	b.WriteString("func f(n int, p []real, x real, out t []real) {\n")
	for i := range consts {
		fmt.Fprintf(&b, "var c%d real = p[%d]\n", i, i)
	}
	b.WriteString("var y real = x\nfor i < n {\n")
	sum := "y"
	for i := range values {
		fmt.Fprintf(&b, "var a%d real = y * c%d + x\n", i, i%consts)
		sum += fmt.Sprintf(" + a%d", i)
	}
	b.WriteString("t[i] = y\ny = " + sum + "\n}\nreturn y\n}\n")
	return b.String()
}

// The constants of a loop that has more reals in use than there are registers are fields of a struct; what the loop
// changes is not.
func TestOperands(t *testing.T) {
	for _, c := range []struct {
		consts, values int
		fixed          bool
	}{{6, 14, true}, {6, 8, false}, {3, 20, false}} {
		printed := printedLoops(t, "f", crowdedLoop(c.consts, c.values))
		got := printed
		for _, want := range []string{
			"fixed := struct{ c0, x, c1, c2, c3, c4, c5 float64 }{c0, x, c1, c2, c3, c4, c5}\n\tfor i := range n {\n\t\ta0 := y*fixed.c0 + fixed.x\n",
			"\t\tt[i] = y\n",
		} {
			if strings.Contains(got, want) != (c.fixed || want[2] == 't') {
				t.Errorf("%d constants, %d values: got\n%s", c.consts, c.values, got)
			}
		}
	}
}
