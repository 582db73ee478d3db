package opt

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// randomFields is a program that reads fields of cells, which some of its branches and loops use.
func randomFields(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 57))}
	numbers, cells := []string{"u", "x[k]"}, []string{"s", "t"}
	field := func() string { return m.pick(cells) + ".T." + m.pick([]string{"p", "q"}) }
	number := func(depth int) string { // mostly in a branch
		if depth == 3 && m.IntN(4) > 0 {
			return m.pick(numbers[:2])
		}
		return m.pick(numbers)
	}
	var block func(depth int)
	block = func(depth int) {
		hadNumbers, hadCells := len(numbers), len(cells)
		for range 4 + m.IntN(3) {
			switch c := m.IntN(10); {
			case c < 2:
				v := m.fresh("p")
				m.line("var %s real = %s", v, field())
				numbers = append(numbers, v)
			case c == 2:
				v := m.fresh("r")
				m.line("var %s &tape = %s.T.rest", v, m.pick(cells))
				cells = append(cells, v)
			case c == 3: // at once with something else, in the place of a constant
				v, w := m.fresh("p"), m.fresh("r")
				m.line("var %s real = 0.5\n\tvar %s &tape = nil(&tape)", v, w)
				if m.IntN(4) == 0 {
					m.in("if u < 0.2", func() { m.line("u = %s - u", v) })
				}
				m.line("%s, %s, u = %s, %s.T.rest, %s", v, w, field(), m.pick(cells), number(depth))
				numbers, cells = append(numbers, v), append(cells, w)
			case c < 6 && depth > 0:
				m.line("if %s {", m.pick([]string{"k > 1", "u < 0.4", number(depth) + " < 0.3"}))
				m.indent++
				block(depth - 1)
				m.indent--
				m.line("} else {")
				m.indent++
				block(depth - 1)
				m.indent--
				m.line("}")
			case c == 6 && depth > 0:
				m.in(fmt.Sprintf("for %s < 2", m.fresh("j")), func() { block(depth - 1) })
			default:
				m.line("u = 0.5 * %s - %s", number(depth), number(depth))
			}
		}
		if depth > 0 && m.IntN(2) == 0 {
			v := m.fresh("p")
			m.line("var %s real = %s", v, field())
			m.in("if u > 0.1", func() { m.line("u +~= %s", v) })
		}
		m.line("u = 0.5 * %s - %s", number(depth), number(depth))
		numbers, cells = numbers[:hadNumbers], cells[:hadCells]
	}
	m.line("cell tape {\n\tT(p real, q real, rest &tape)\n}\n\nexport func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar end &tape = new T(c, 0.25, nil(&tape))\n\tvar t &tape = end")
	m.line("for i < 9 { \n\tvar more &tape = new T(t.T.q - c, 0.5 * t.T.p, t)\n\tt = more\n}")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var s &tape = t.T.rest\n\tvar u real = c")
	m.in("for k < n", func() {
		block(3)
		m.line("y[k], z[k] = u, 2.0 * u")
	})
	m.line("return u, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Fields are what they were where they are read later, and no more of them are read.
func TestRandomFields(t *testing.T) {
	const seeds = 600
	sameAtRandom(t, seeds, randomFields, []Pass{fields}, 0, 1, 2, 4)
	fewer := 0
	for seed := range uint64(seeds) {
		before, after := transformed(t, seed, randomFields(seed), Options{}, []Pass{fields})
		_, was := runLoops(before, 4)
		_, is := runLoops(after, 4)
		if is.Total() > was.Total() {
			t.Fatalf("seed %d: %d operations, of %d before:\n%s", seed, is.Total(), was.Total(), after)
		}
		if is.Loads < was.Loads {
			fewer++
		}
	}
	if fewer < seeds/4 {
		t.Errorf("only %d of %d programs read less", fewer, seeds)
	}
}
