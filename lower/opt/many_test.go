package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/growth"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Functions with many statements of a kind, or one loop with many, on which passes have taken quadratic time.
var manyPrograms = []struct { //nolint:gochecknoglobals // a constant
	name        string
	passes      []Pass
	first, then string // for each number N, one behind the other
	between     string
	end         string
	behind      string // for each number, too
}{
	{
		name: "indices, each from the one before", passes: []Pass{hoistChecks, knownBounds},
		between: "for i < n {\nfor j < m {\nvar k0 int = i\n", then: "var kM int = kN + 1\nz[i] += x[inrange(kM, n, \"h\")]\n", end: "}\n}\n",
	},
	{
		name: "columns and loops of what is left over", passes: []Pass{zip},
		first:   "var aN []real = dirty(n)\nvar eN []real = dirty(n)\n",
		between: "for i < n {\n", then: "aN[i] = x[i]\n", end: "}\nvar left int = n - n / 4 * 4\n",
		behind: "for i < left {\neN[i] = x[i]\n}\n",
	},
	{
		name: "columns of loops", passes: []Pass{zip},
		then: "var aN []real = dirty(n)\nvar bN []real = dirty(n)\nfor i < n {\naN[i] = x[i]\nbN[i] = c\n}\nfor i < n {\ny[i] += aN[i] + bN[i]\n}\n",
	},
	{
		name: "tapes of loops of their own", passes: []Pass{rematerialisation},
		first: "var tN []real = dirty(n)\nfor i < n {\ntN[i] = x[i] * c\n}\n", behind: "for i < n {\ny[i] += tN[i]\n}\n",
	},
}

func manyTimes(s string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("N", fmt.Sprint(i), "M", fmt.Sprint(i+1)).Replace(s))
	}
	return b.String()
}

// Eight times as many statements take about eight times as much memory, and time (the benchmark); sixty-four would be
// quadratic.
func TestPassesOnManyStatements(t *testing.T) {
	onManyStatements(t, func(name string, w growth.Work) { growth.Linear(t, name, 125, 1000, w) })
}

func BenchmarkPassesOnManyStatements(b *testing.B) {
	onManyStatements(b, func(name string, w growth.Work) {
		b.Run(name, func(b *testing.B) { growth.Bench(b, 500, 4000, w) })
	})
}

func onManyStatements(t testing.TB, each func(name string, w growth.Work)) {
	for _, c := range manyPrograms {
		for _, pass := range c.passes {
			each(c.name+": "+pass.Name, func(n int) func() {
				last := strings.NewReplacer("LAST", fmt.Sprint(n))
				src := "func f(x []real, a [][]real, n int, m int, c real, out y []real, out z []real) {\n" + manyTimes(c.first, n) +
					last.Replace(c.between) + manyTimes(c.then, n) + last.Replace(c.end) + manyTimes(c.behind, n) + "return c\n}\n"
				p, err := loop.Read(c.name, src)
				if err != nil {
					t.Fatal(err)
				}
				p.Funcs[0].Exported = true // as zip wants
				return func() {
					if err := run(p, &Options{Zip: true}, []Pass{pass}); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	}
}
