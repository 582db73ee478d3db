package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/growth"
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
		name: "copies, each used at once", passes: []Pass{spent, sight},
		between: "var s [][]real = new(n, m)\n",
		then:    "var dN []real = new(m)\ncopy(dN, s[inrange(N, n, \"h\")])\nfor i < m {\ny[i] += dN[i]\ndN[i] = 0.0\n}\n",
	},
	{
		name: "rows that are read where they are", passes: []Pass{sight},
		between: "var s [][]real = new(n, m)\n",
		then:    "var dN []real = new(m)\ncopy(dN, s[inrange(N, n, \"h\")])\ny[N] += dN[0]\n",
	},
	{
		name: "copies, all used by one loop", passes: []Pass{spent, sight},
		first:   "var dN []real = new(m)\ncopy(dN, x)\n",
		between: "for i < m {\n", then: "y[i] += dN[i]\ndN[i] = 0.0\n", end: "}\n",
	},
	{
		name: "arrays that are filled first", passes: []Pass{fill},
		first: "var dN []real = new(n)\nfor i < n {\ndN[i] = 1.0\n}\n",
		then:  "for k < n - 1 {\nvar sN int = k + 1\ndN[sN] = dN[iand(k, sN)] * c\n}\n",
	},
	{
		name: "arrays that one loop fills", passes: []Pass{fill},
		first:   "var dN []real = new(n)\n",
		between: "for k < n {\n", then: "dN[k] = dN[iand(k, k - 1)] * c\n", end: "}\n",
	},
	{
		name: "elements of one loop that are not worth it", passes: []Pass{redo},
		first: "var qN []real = new(n)\nvar kN int = N\n", between: "for i < n {\nvar u real = 0.0\nfor j < m {\nu +~= a[i][j]\n}\n",
		then: "var tN real = x[i] * u\nqN[i] = tN\n", end: "}\n", behind: "y[0] += qN[kN]\n",
	},
	{
		name: "a long iteration", passes: []Pass{redo},
		between: "var q []real = new(n)\nfor i < n {\nvar t0 real = 0.0\nfor j < m {\nt0 +~= a[i][j]\n}\n",
		then:    "var tM real = tN * c\n", end: "q[i] = tLAST\n}\ny[0] += q[0]\n",
	},
	{
		name: "matrices that go together", passes: []Pass{triangles},
		first: "var aN [][]real = new(n, n)\n", between: "var aLAST [][]real = new(n, n)\n", then: "copy(aM, aN)\n",
		end: "for r < n {\nfor j < r + 1 {\nz[r] += aLAST[r][j]\n}\n}\n",
	},
	{
		name: "indices, each from the one before", passes: []Pass{hoistChecks, knownBounds},
		between: "for i < n {\nfor j < m {\nvar k0 int = i\n", then: "var kM int = kN + 1\nz[i] += x[inrange(kM, n, \"h\")]\n", end: "}\n}\n",
	},
	{
		name: "arrays of one loop each", passes: []Pass{share},
		first: "var aN []real = dirty(n)\nfor i < n {\naN[i] = x[i]\n}\nvar bN []real = dirty(n)\nfor i < n {\nbN[i] = aN[i]\ny[i] += bN[i]\n}\n",
	},
	{
		name: "arrays, one from the other", passes: []Pass{share},
		between: "var d0 []real = dirty(n)\nfor i < n {\nd0[i] = x[i]\n}\n",
		then:    "var dM []real = dirty(n)\nfor i < n {\ndM[i] = dN[i] * c\n}\n", end: "y[0] += dLAST[0]\n",
	},
	{
		name: "arrays that one loop reads and others that it writes", passes: []Pass{share},
		first:   "var aN []real = dirty(n)\nfor i < n {\naN[i] = x[i]\n}\nvar bN []real = dirty(n)\n",
		between: "for i < n {\n", then: "bN[i] = x[i]\ny[i] += aN[i]\n", end: "}\n", behind: "y[0] += bN[0]\n",
	},
	{
		name: "arrays that one loop makes of others", passes: []Pass{share},
		first:   "var aN []real = dirty(n)\nfor i < n {\naN[i] = x[i]\n}\nvar bN []real = dirty(n)\n",
		between: "for i < n {\n", then: "bN[i] = aN[i]\n", end: "}\n", behind: "y[0] += bN[0]\n",
	},
	{
		name: "arrays that one loop makes before it reads others", passes: []Pass{share},
		first:   "var aN []real = dirty(n)\nfor i < n {\naN[i] = x[i]\n}\nvar bN []real = dirty(n)\n",
		between: "for i < n {\n", then: "bN[i] = x[i]\n", end: "y[i] += a0[i] + a1[i] + a2[i] + a3[i]\n}\n", behind: "y[0] += bN[0]\n",
	},
	{
		name: "rows that are kept", passes: []Pass{stay},
		between: "var p [][]real = new(n, m)\ncopy(p, a)\n",
		then:    "var zN [][]real = new(n, m)\nfor k < n {\ncopy(zN[k], p[k])\np[k][0] = c\n}\nfor k < n {\ny[k] += zN[k][0]\n}\n",
	},
	{
		name: "rows of other lengths that one loop keeps", passes: []Pass{stay}, first: "var zN [][]real = new(n, m + N)\n",
		between: "var p [][]real = new(n, m)\ncopy(p, a)\nfor k < n {\n",
		then:    "copy(zN[k], p[k])\n", end: "}\n", behind: "for k < n {\ny[k] += zN[k][0]\n}\n",
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
		name: "roots that are taken again", passes: []Pass{store},
		then: "for i < n {\nfor j < i {\nvar dN real = sqrt(x[i] + x[j])\ny[i] += dN\n}\n}\nfor down i < n {\nfor down j < i {\nvar eN real = sqrt(x[i] + x[j])\nz[i] += eN\n}\n}\n",
	},
	{
		name: "roots that one loop takes again", passes: []Pass{store},
		between: "for i < n {\nfor j < i {\n", then: "var dN real = sqrt(x[i] + x[j] + a[i][N])\ny[i] += dN\n",
		end: "}\n}\nfor down i < n {\nfor down j < i {\nvar e real = sqrt(x[i] + x[j] + a[i][0])\nz[i] += e\n}\n}\n",
	},
	{
		name: "cotangents of loops of their own", passes: []Pass{ownElements},
		first: "var wN []real = new(n)\n", between: "var s real = c\n",
		then: "for i < n {\nwN[i] +~= x[i]\n}\nfor i < n {\nwN[i] +~= c\ny[i] += wN[i]\n}\n",
	},
	{
		name: "cotangents that two loops change", passes: []Pass{ownElements},
		first: "var wN []real = new(n)\n", between: "for i < n {\n", then: "wN[i] +~= x[i]\n", end: "}\n",
		behind: "for i < n {\nwN[i] +~= c\ny[i] += wN[i]\n}\n",
	},
	{
		name: "arrays that one loop fills in pairs", passes: []Pass{twins},
		first: "var tN []real = new(n)\nvar qN []real = new(n)\n", between: "for i < n {\n", then: "tN[i] = x[i] * c\nqN[i] = tN[i]\n",
		end: "}\n", behind: "for i < n {\nqN[i] += tN[i]\n}\n",
	},
	{
		name: "arrays that one loop fills with one number", passes: []Pass{twins, even},
		first: "var tN []real = new(n)\n", between: "for i < n {\nvar e real = x[i] * c\n", then: "tN[i] = e\n",
		end: "}\n", behind: "for i < n {\ny[i] += tN[i]\n}\n",
	},
	{
		name: "numbers that one loop keeps in arrays", passes: []Pass{even},
		first: "var tN []real = new(n)\nvar sN real = real(N)\n", between: "for i < n {\n", then: "tN[i] = sN\n", end: "}\n",
		behind: "for i < n {\ny[i] += tN[i]\n}\n",
	},
	{
		name: "arrays that become longer", passes: []Pass{reserve},
		between: "for i < n {\n", then: "var tN []real = new(i + N)\nfor j < i {\ntN[j] += x[j]\n}\nfor j < i {\ny[j] += tN[j]\n}\n", end: "}\n",
	},
	{
		name: "branches with longer arrays", passes: []Pass{reserve},
		between: "for i < n {\n", then: "if i + N > 0 {\nvar tN []real = new(i + N)\nfor j < i {\ntN[j] += x[j]\n}\nfor j < i {\ny[j] += tN[j]\n}\n}\n", end: "}\n",
	},
	{
		name: "numbers that go on as others", passes: []Pass{coalesce},
		between: "var e0 real = c\n", then: "var eM real = eN\neM += c\n", end: "y[0] += eLAST\n",
	},
	{
		name: "numbers that become another", passes: []Pass{arrive},
		between: "var s real = c\n", then: "var tN real = s\nif tN < c {\nvar uN real = tN * c\ntN = uN\n}\ns = tN\n", end: "y[0] += s\n",
	},
	{
		name: "numbers that are others", passes: []Pass{coalesce},
		between: "var e0 real = c\n", then: "y[0] += eN\nvar eM real = eN\n", end: "y[0] += eLAST\n",
	},
	{
		name: "tapes of loops of their own", passes: []Pass{remat},
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

// Eight times as many statements take about eight times as much memory, and time (the benchmark); sixty-four would be quadratic.
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
