package opt

import (
	"math/rand/v2"
	"testing"
)

// randomSides is a program of branches on few variables, in whose two blocks much is alike.
func randomSides(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 43))}
	vars := []string{"u", "v", "w"}
	value := func() string {
		return m.pick([]string{"u", "v", "w", "x[k]", "0.0", "u * v", "x[k] - w", "2.0 * x[k]"})
	}
	var branch func(depth int)
	side := func(b [][2]string, depth int) {
		if depth > 0 && m.IntN(4) == 0 {
			branch(depth - 1)
		}
		for i, s := range b {
			switch {
			case m.IntN(8) == 0: // not alike
				m.line("%s = %s", s[0], value())
			case m.IntN(2) == 0:
				t := m.fresh("t")
				m.line("var %s real = %s", t, s[1])
				m.line("%s = %s", s[0], t)
			case i+1 < len(b) && s[0] != b[i+1][0] && m.IntN(8) == 0: // at once, which is something else where one reads the other
				m.line("%s, %s = %s, %s", s[0], b[i+1][0], s[1], b[i+1][1])
			default:
				m.line("%s = %s", s[0], s[1])
			}
		}
	}
	branch = func(depth int) {
		var b [][2]string
		for range 1 + m.IntN(3) {
			b = append(b, [2]string{m.pick(vars), value()})
		}
		m.line("if %s {", m.pick([]string{"k > 1", "u < v", "x[k] < 0.0"}))
		m.indent++
		side(b, depth)
		m.indent--
		m.line("} else {")
		m.indent++
		side(b, depth)
		m.indent--
		m.line("}")
	}
	m.line("export func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c\n\tvar v real = 1.0\n\tvar w real = 2.0")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.in("for k < n", func() {
		for range 3 {
			branch(2)
		}
		m.line("y[k], z[k] = u - v, w")
	})
	m.line("return u, v")
	m.indent--
	m.line("}")
	return m.b.String()
}

// What a branch does whose sides do the same, one of them does.
func TestRandomSides(t *testing.T) {
	sameAtRandom(t, 2000, randomSides, []Pass{sides}, 0, 1, 2, 4)
}
