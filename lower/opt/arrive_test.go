package opt

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// One assignment may hand on many numbers at once.
func TestArriveOfManyAtOnce(t *testing.T) {
	took := func(n int) time.Duration {
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
		begin := time.Now()
		if err := run(p, &Options{}, []Pass{arrive}); err != nil {
			t.Fatal(err)
		}
		return time.Since(begin)
	}
	few, many := took(2000), took(16000)
	for try := 0; many > 24*few && many > 200*time.Millisecond; try++ {
		if try == 3 {
			t.Errorf("%v for 2000, %v for 16000", few, many)
			break
		}
		few, many = took(2000), took(16000)
	}
}
