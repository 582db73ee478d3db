package opt

import (
	"math/rand/v2"
	"testing"
)

// randomLonger is a program whose iterations make arrays of other lengths, with the parameters of [randomLoops].
func randomLonger(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 47))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c\n\tvar s []real = new(1)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	for range 2 {
		m.in("for "+m.sometimes(2, "down ", "")+"i < "+m.pick([]string{"n", "n", "n - 1", "n + 2"}), func() {
			m.line("var k int = %s", m.pick([]string{"n - i + 1", "n + 1 - i", "i + 1", "i + 2", "2 * i + 1", "n", "i * i + 1"}))
			body := func() {
				m.line("var t []real = new(k)")
				m.in("for j < k", func() { m.line("t[j] %s c * real(j + i)", m.pick([]string{"=", "+="})) })
				m.line("u += t[0] * t[k - 1]")
				if m.IntN(6) == 0 {
					m.line("u += s[0]\n\ts = t")
				}
				if m.IntN(4) == 0 {
					m.line("var w []real = t\n\tfor j < k { u += w[j] }")
				}
			}
			switch m.IntN(4) {
			case 0:
				m.in("if k > 0", body)
			case 1:
				m.in("if u > 0.0", body)
			default:
				body()
			}
		})
	}
	m.line("return u, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Parts of one array are what arrays of their own were, to the last bit.
func TestRandomReserve(t *testing.T) {
	checkOwn(t, reserve, Options{}, randomLonger, 200)
}
