package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/growth"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// One assignment may hand on many numbers at once.
func TestArriveOfManyAtOnce(t *testing.T) {
	growth.Linear(t, "numbers handed on at once", 2000, 16000, func(n int) func() {
		var b strings.Builder
		var to, from []string
		b.WriteString("func f(c real) {\n")
		for i := range n {
			fmt.Fprintf(&b, "var z%d real = c\n", i)
			to, from = append(to, fmt.Sprint("z", i)), append(from, fmt.Sprint("t", i))
		}
		for i := range n {
			fmt.Fprintf(&b, "var t%d real = c\nt%d = t%d * c\n", i, i, i)
		}
		fmt.Fprintf(&b, "%s = %s\nreturn z0\n}\n", strings.Join(to, ", "), strings.Join(from, ", "))
		p, err := loop.Read("many", b.String())
		if err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := run(p, &Options{}, []Pass{arrive}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
