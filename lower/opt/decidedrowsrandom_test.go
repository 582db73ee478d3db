package opt

import (
	"fmt"
	"math/rand/v2"
	"testing"

	cases "github.com/seed-4b734f86/gochad/internal/part"
)

// randomLengths is a program of rows that are nil or of few lengths, of sums of a length and small numbers, and of
// branches that ask for them, with the parameters of [randomLoops].
func randomLengths(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 53))}
	kinds := []string{"nil([]real)", "two", "three"}
	m.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	if kinds = kinds[:1+m.IntN(3)]; m.IntN(6) == 0 {
		kinds = append(kinds, "x")
	}
	if m.IntN(3) == 0 {
		kinds = append(kinds, "call made(k)")
	}
	sums := []string{"size"}
	lists := []string{"rows", "rows", "more", "other"}
	row := func() string { return m.pick(lists) + m.pick([]string{"[k]", "[k]", "[u]", "[inrange(t, n, \"t\")]"}) }
	give := func(to string) {
		if kind := m.pick(kinds); kind != "call made(k)" {
			m.line("%s = %s", to, kind)
		} else {
			v := m.fresh("m")
			m.line("var %s []real = call made(t)\n\t%s = %s", v, to, v)
		}
	}
	compare := func(a, b string) string {
		return a + m.pick([]string{" < ", " <= ", " == ", " != ", " >= ", " > "}) + b
	}
	var block func(depth int)
	statement := func(depth int) {
		scope := len(sums)
		inside := func(cond string, f func()) {
			m.in("if "+cond, f)
			sums = sums[:scope]
		}
		switch m.IntN(11) {
		case 0, 1:
			give(row())
		case 2:
			v := m.fresh("v")
			m.line("var %s int = %s + %d", v, m.pick(sums), m.IntN(4)-1)
			sums = append(sums, v)
		case 3:
			inside(compare(m.pick(sums), m.pick(sums)), func() { m.line("y[k] += 2.0 * x[k]") })
		case 4, 5:
			r := row()
			if m.IntN(3) == 0 {
				v := m.fresh("r")
				m.line("var %s []real = %s", v, r)
				r = v
			}
			inside("len("+r+") > 0", func() {
				m.line("%s[%s] += x[k]", r, m.pick([]string{"0", "len(" + r + ") - 1"}))
				block(depth - 1)
				inside(compare("len("+r+")", m.pick([]string{"0", "1"})), func() { m.line("y[k] += 5.0 * x[k]") })
			})
		case 6:
			m.line("%s", m.pick([]string{fmt.Sprintf("t = %d", m.IntN(4)-1), "u = k", "u = 0"}))
		case 7:
			v := m.fresh("z")
			m.line("var %s []real = nil([]real)", v)
			inside(compare("t", "1"), func() { give(v) })
			if m.IntN(2) == 0 {
				inside(compare("t", "1"), func() { give(v) })
			}
			m.line("y[k] += real(len(%s))", v)
			inside(compare("len("+v+")", m.pick([]string{"0", "2"})), func() { m.line("z[k] += x[k]") })
		case 8:
			if depth > 0 {
				m.in("for j"+m.fresh("")+" < "+m.pick([]string{"2", "t", "len(" + m.pick(lists) + "[k])"}), func() {
					block(depth - 1)
					inside("t > 0", func() { give(row()) })
				})
				sums = sums[:scope]
			}
		default:
			inside(compare("len("+row()+")", m.pick([]string{"0", "0", "1", "2", "t"})), func() {
				m.line("z[k] += %s.0 * x[k]", m.pick([]string{"1", "3", "7"}))
				if depth > 0 {
					block(depth - 1)
				}
			})
		}
	}
	block = func(depth int) {
		if depth < 0 {
			return
		}
		for range 1 + m.IntN(3) {
			statement(depth)
		}
	}
	m.line("func made(t int) {\n\tvar m []real = new(%d)\n\tif t > 1 { %s }\n\treturn m\n}", m.IntN(3), m.pick([]string{"m = nil([]real)", "t += 0"}))
	m.line("export func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar t int = %d\n\tvar u int = 0\n\tvar size int = len(x)", m.IntN(3))
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var two []real = new(2)\n\tvar three []real = new(3)\n\tvar rows [][]real = new(n%s)", m.sometimes(3, ", 2", ""))
	m.line("var more [][]real = %s\n\tvar other [][]real = new(n)", m.pick([]string{"rows", "new(n)"}))
	m.in("for k < n", func() { block(2); block(2); block(2) })
	m.line("return real(t), c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Lengths that are known before a program runs are those that it would find.
func TestRandomDecidedLengths(t *testing.T) {
	sameAtRandom(t, uint64(cases.N(2000, 400)), randomLengths, []Pass{decided}, 0, 1, 2, 4)
}

// randomCut is a loop that asks whether its variable is before a number that is close to its end, or far from it.
func randomCut(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 59))}
	number := m.pick([]string{"-3", "-2", "-1", "0", "1", "2", "3", "n", "n - 1", "9223372036854775807"})
	ends := []string{"k + 1"}
	if number != "9223372036854775807" {
		ends = append(ends, "k + 1", "k", "k + 2", "n", "k - 1 + 1")
	}
	m.line("export func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar k int = %s\n\tvar s real = c", number)
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.in("for "+m.sometimes(3, "down ", "")+"j < "+m.pick(ends), func() {
		m.in("if j "+m.pick([]string{"<", "<", "<=", ">=", "==", "!="})+" k", func() { m.line("s = s * 2.0 + real(j)") })
		m.line("s = s + 1.0")
	})
	m.line("return s, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// The parts of a loop have its iterations, wherever it is cut.
func TestRandomCuts(t *testing.T) {
	sameAtRandom(t, 600, randomCut, []Pass{splitLoops, unrolling}, 0, 1, 2, 4)
}
