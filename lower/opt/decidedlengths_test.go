package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// How a length and small numbers compare is what it is where the program runs, and all such comparisons are decided.
func TestDecidedLengths(t *testing.T) {
	for _, op := range []string{"<", "<=", "==", "!=", ">=", ">"} {
		for a := range 4 {
			for b := range 4 {
				src := fmt.Sprintf(`export func f(x []real) {
	var n int = len(x)
	var p int = n + %d
	var q int = n + %d
	var y int = 2
	if p %s q {
		y = 3
	}
	if n + %d %s n + %d {
		y += 10
	}
	return y
}
`, a, b, op, b, op, a)
				before, err := loop.Read("before", src)
				if err != nil {
					t.Fatal(err)
				}
				after, _ := loop.Read("after", src)
				if err := run(after, &Options{}, []Pass{decided}); err != nil {
					t.Fatal(err)
				}
				if strings.Contains(after.String(), "if ") {
					t.Errorf("not decided:\n%s", after)
				}
				for _, x := range [][]float64{{}, {1, 2, 3}} {
					want, _, _ := loop.Eval(before, before.Funcs[0], []loop.Value{x}, 100)
					got, _, err := loop.Eval(after, after.Funcs[0], []loop.Value{x}, 100)
					if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
						t.Errorf("%v, %v, want %v\n%s\n%s", got, err, want, before, after)
					}
				}
			}
		}
	}
}
