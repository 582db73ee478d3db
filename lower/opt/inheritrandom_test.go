package opt

import (
	"math/rand/v2"
	"testing"
)

// randomInherit is a program that changes a matrix, and then reads its rows one after the other while another grows row by row, with the parameters
// of [randomLoops].
func randomInherit(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 37))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c\n\tvar n1 int = n + 1\n\tfor i < n { clear(b[i]) }")
	if m.IntN(8) > 0 {
		m.inheriting(false)
	} else {
		m.line("var held []real = nil([]real)")
		m.in("for time < 2", func() {
			m.line("if len(held) > 0 { u += held[0] }")
			m.inheriting(true)
		})
		m.line("return u, c")
	}
	m.indent--
	m.line("}")
	return m.b.String()
}

// inheriting writes what is in a function, or, again, in a loop that may hold a row when it comes to its end.
func (m *loopMaker) inheriting(again bool) {
	down := m.IntN(3) > 0
	making := m.IntN(3)
	if making == 0 {
		m.line("var q [][]real = dirty(n, n)")
	}
	m.line("var p [][]real = new(%s, %s)\n\tfor i < n { for j < n { p[i][j] = a[i][j] } }", m.sometimes(12, "n1", "n"), m.sometimes(12, "n1", "n"))
	if again {
		m.line(m.pick([]string{"held = p[0]", "held = p[n - 1]", "held = a[0]"}))
	}
	if m.IntN(8) == 0 {
		m.line("p[0] = p[n - 1]")
	}
	m.line("var s []int = %s(n)", m.sometimes(3, "new", "dirty"))
	m.in("for k < n", func() {
		m.line("var t int = 0\n\tfor i < %s { if p[%s][0] > p[k][0] { t = i } }", m.pick([]string{"n - k", "n - k", "k + 1", "n"}), "k")
		from := m.pick([]string{"k + t", "k + t", "k + t", "k - t", "k - t", "t", "n - 1 - t"})
		m.line("var w int = inrange(%s, n, \"w\")", from)
		m.line("for j < n { p[k][j] += c * p[w][j] }")
		if m.IntN(8) == 0 {
			m.line("if p[k][0] > 0.0 { s[k] = w }")
		} else {
			m.line("s[%s] = %s", m.sometimes(12, "n - 1 - k", "k"), m.sometimes(6, "k", "w"))
		}
		if m.IntN(12) == 0 {
			m.line(m.pick([]string{"s[n - 1] = 0", "s[0] = n - 1"}))
		}
	})
	if m.IntN(12) == 0 {
		m.line(m.pick([]string{"s[n - 1] = 0", "s[0] = n - 1", "clear(s)"}))
	}
	switch making {
	case 0:
		m.line(m.sometimes(8, "for i < n { clear(q[i]) }", "clear(q)"))
	case 1:
		m.line("var q [][]real = new(%s, n)", m.sometimes(6, "n + 1", "n"))
	default:
		m.line("var q [][]real = new(%s, n)\n\tfor i < n { u += p[i][0] }", m.sometimes(6, "n + 1", "n"))
		if m.IntN(8) == 0 {
			m.line("q[0][0] = c")
		}
	}
	view := m.IntN(8) == 0
	if view {
		m.line("var v []real = p[%s]", m.sometimes(2, "0", "n - 1"))
	}
	head, rest, other := "for down j < "+m.sometimes(12, "n - 1", "n"), "n - j - 1", "j + 1 + i"
	if !down {
		head, rest, other = "for j < n", "j", "i"
	}
	if m.IntN(8) == 0 {
		rest, other = "j", "i"
	}
	m.in(head, func() {
		m.line("var e []real = p[%s]", m.sometimes(12, "n - 1 - j", "j"))
		if m.IntN(2) == 0 {
			m.line("q[j][%s] += e[0] * x[j]", m.pick([]string{"0", "j", "n - 1 - j"}))
		}
		m.in("for i < "+rest, func() {
			m.line("var r []real = q[%s]", other)
			m.line("for l < n { r[l] += e[l] * x[i]\n\tq[j][l] += r[l] * c }")
			if m.IntN(4) == 0 {
				m.line("u += p[j][i] * q[j][i]")
			}
		})
		if m.IntN(2) == 0 {
			m.line("var h int = s[j]\n\tvar o []real = new(n)\n\tcopy(o, q[h])\n\tcopy(q[h], q[j])\n\tcopy(q[j], o)")
		}
		if view {
			m.line("u += v[0]")
		}
		if m.IntN(10) == 0 {
			m.line("e[0] = c")
		}
		if m.IntN(3) == 0 {
			m.line("y[j] += e[n - 1]")
		}
	})
	m.line(m.pick([]string{"for i < n { for j < n { b[i][j] = q[i][j] } }", "for i < n { copy(b[i], q[i]) }"}))
	m.line("if len(q) > n { u += 1.0 }")
	switch {
	case m.IntN(8) == 0:
		m.line("u += p[0][0]")
	case again:
	case m.IntN(8) == 0:
		m.line("return u + p[0][0], c")
		return
	}
	if !again {
		m.line("return u, c")
	}
}

// A matrix in the memory of another is what it was, to the last bit.
func TestRandomInherit(t *testing.T) {
	changed := 0
	for seed := range uint64(3000) {
		changed += sameAfter(t, seed, randomInherit(seed), inherit)
	}
	if t.Logf("%d programs changed", changed); changed < 150 {
		t.Errorf("only %d programs changed", changed)
	}
}
