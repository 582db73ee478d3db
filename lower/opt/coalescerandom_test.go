package opt

import (
	"math/rand/v2"
	"testing"
)

// randomNames is a program whose numbers start as others, in branches, loops and the heads of while loops, with the parameters of [randomLoops].
func randomNames(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 53))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.scope, m.accs = []string{"c", "u"}, []string{"u"}
	m.namings(8, 3)
	m.line("return %s, %s", m.pick(m.scope), m.pick(m.scope))
	m.indent--
	m.line("}")
	return m.b.String()
}

// naming declares a variable, which mostly starts as one of the last.
func (m *loopMaker) naming() {
	v, from := m.fresh("v"), m.scope[len(m.scope)-1-m.IntN(min(3, len(m.scope)))]
	m.line("var %s real = %s", v, m.sometimes(4, "sin("+from+")", from))
	if m.scope = append(m.scope, v); m.IntN(2) == 0 {
		m.accs = append(m.accs, v)
	}
}

func (m *loopMaker) namings(n, depth int) {
	for range n {
		inside := func() { m.namings(1+m.IntN(4), depth-1) }
		switch k := m.IntN(16); {
		case k < 6:
			m.naming()
		case k < 9:
			m.line("%s %s", m.pick(m.accs), m.pick([]string{"+= c", "= sin(c)", "= cos(" + m.pick(m.scope) + ")", "+= " + m.pick(m.scope)}))
		case k < 11 || depth == 0:
			m.line("y[0] += %s", m.pick(m.scope))
		case k < 13:
			m.branching(inside)
		case k < 14:
			m.in("for "+m.fresh("i")+" < n", inside)
		default:
			k := m.fresh("k")
			m.line("var %s int = 0", k)
			m.in("loop", func() {
				for range m.IntN(4) {
					m.naming()
				}
				m.line("while %s < 2 && %s < 3.0\n\t%s += 1", k, m.pick(m.scope), k)
				inside()
			})
		}
	}
}

// A variable that two have become has what each of them had, to the last bit.
func TestRandomCoalesce(t *testing.T) {
	checkOwn(t, coalesce, Options{}, randomNames, 1000)
}

// branching is two branches, each of which is made by inside.
func (m *loopMaker) branching(inside func()) {
	m.line("if %s < %s {", m.pick(m.scope), m.pick(m.scope))
	m.body(inside)
	m.line("} else {")
	m.body(inside)
	m.line("}")
}
