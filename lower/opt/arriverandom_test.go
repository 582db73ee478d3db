package opt

import (
	"math/rand/v2"
	"testing"
)

// randomHandings is a program whose numbers are handed on to others, some at once, in branches, loops and the heads of while loops, with the parameters of
// [randomLoops].
func randomHandings(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 59))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c\n\tvar w real = 0.0")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.scope, m.accs = []string{"u", "w"}, []string{"u", "w"}
	m.handings(6, 4)
	m.line("return u, w")
	m.indent--
	m.line("}")
	return m.b.String()
}

// handing declares a variable, changes it, and hands it on to one that was there.
func (m *loopMaker) handing(depth int) {
	to, v := m.pick(m.accs), m.fresh("v")
	m.line("var %s real = %s", v, m.sometimes(3, m.pick(m.scope), "c"))
	m.scope, m.accs = append(m.scope, v), append(m.accs, v)
	if m.IntN(3) > 0 {
		m.handings(1+m.IntN(3), depth-1)
	}
	switch other := m.pick(m.accs); {
	case m.IntN(4) == 0 && other != to:
		m.line("%s, %s = %s, %s", to, other, v, m.pick(m.scope))
	default:
		m.line("%s = %s", to, v)
	}
	if m.IntN(4) > 0 { // it is used no more
		m.scope, m.accs = lessName(m.scope, v), lessName(m.accs, v)
	}
}

func lessName(names []string, v string) (out []string) {
	for _, x := range names {
		if x != v {
			out = append(out, x)
		}
	}
	return out
}

func (m *loopMaker) handings(n, depth int) {
	for range n {
		inside := func() { m.handings(1+m.IntN(3), depth-1) }
		switch k := m.IntN(16); {
		case k < 2 || depth <= 0:
			m.line("%s %s", m.pick(m.accs), m.pick([]string{"+= c", "= sin(c)", "= cos(" + m.pick(m.scope) + ")"}))
		case k < 9:
			m.handing(depth)
		case k < 10:
			m.line("y[0] += %s", m.pick(m.scope))
		case k < 13:
			m.branching(inside)
		case k < 14:
			m.in("for "+m.fresh("i")+" < n", inside)
		default:
			k := m.fresh("k")
			m.line("var %s int = 0", k)
			m.in("loop", func() {
				v := m.fresh("h")
				m.line("var %s real = %s", v, m.pick(m.scope))
				m.line("while %s < 2 && %s < 3.0\n\t%s += 1", k, v, k)
				m.line("%s = %s", m.pick(m.accs), v)
				inside()
			})
		}
	}
}

// A variable that becomes another has what each of them had, to the last bit.
func TestRandomArrive(t *testing.T) {
	checkOwn(t, arrive, Options{}, randomHandings, 1000)
}
