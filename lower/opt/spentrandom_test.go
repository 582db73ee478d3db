package opt

import (
	"math/rand/v2"
	"testing"
)

// randomSpent is a program that copies rows, reads and changes the copies element by element, and changes the rows, with the parameters of
// [randomLoops].
func randomSpent(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 71))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("check len(x) == n, \"n\"\n\tclear(y)\n\tclear(z)\n\tvar w int = n + 1")
	m.line("var p [][]real = new(n, %s)\n\tvar u real = c", m.sometimes(4, "w", "n"))
	m.in("for i < n", func() { m.line("clear(b[i])\n\tcopy(p[i], a[i])\n\tp[i][0] += x[i]") })
	m.in("for i < n", func() {
		d := m.fresh("d")
		m.line("var %s []real = new(n)", d)
		m.line("copy(%s, %s)", d, m.pick([]string{"p[i]", "p[i]", "p[n - 1 - i]", "a[i]", "x"}))
		v := d
		if m.IntN(10) == 0 {
			v = m.fresh("v")
			m.line("var %s []real = %s", v, m.sometimes(2, d+"[0:+n]", d))
		}
		if m.IntN(8) == 0 {
			m.line("%s[0] = c", d)
		}
		at := func(j string) string {
			return m.sometimes(10, "0", m.sometimes(10, "n - 1 - "+j, j))
		}
		for range 1 + m.IntN(2) {
			j := m.fresh("j")
			count, k := "n", j
			if m.IntN(3) == 0 {
				count, k = "n - 1", j+" + 1"
			}
			m.in("for "+m.sometimes(2, "down ", "")+j+" < "+count, func() {
				if m.IntN(3) == 0 {
					o := m.fresh("k")
					m.line("var %s int = %s", o, k)
					k = o
				}
				for range 1 + m.IntN(3) {
					switch m.IntN(6) {
					case 0:
						m.in("if x["+j+"] > 0.5", func() { m.line("u += %s[%s]", d, at(k)) })
					case 1:
						m.line("p[%s][%s] = c * %s[%s]", m.pick([]string{"i", "0", "n - 1"}), j, d, at(k))
					default:
						m.line("%s[%s] += %s[%s] * 0.5", m.pick([]string{"y", "z", "b[i]"}), j, d, at(k))
					}
				}
				for range m.IntN(3) {
					m.line("%s[%s] = %s", d, at(k), m.pick([]string{"0.0", "c", "u"}))
				}
				if m.IntN(8) == 0 {
					m.line("u += %s[%s]", v, at(k))
				}
			})
		}
		if m.IntN(8) == 0 {
			m.line("u += %s[0]", v)
		}
		if m.IntN(4) == 0 {
			m.line("p[%s][0] = u", m.pick([]string{"i", "0"}))
		}
	})
	m.line("return u, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Stores that nothing reads, and copies of rows that stay as they are, make no difference to the last bit.
func TestRandomSpent(t *testing.T) {
	for _, passes := range [][]Pass{{spent}, {sight}, {spent, sight}} {
		changed := 0
		for seed := range uint64(2000) {
			src := randomSpent(seed)
			before, after := transformed(t, seed, src, Options{}, passes)
			if before.String() == after.String() {
				continue
			}
			changed++
			for _, n := range []int{1, 2, 3, 5} {
				want, _ := runLoops(before, n)
				got, _ := runLoops(after, n)
				if (want == nil) != (got == nil) || want != nil && !sameFloats(want, got, false) {
					t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
				}
			}
		}
		if t.Logf("%d programs changed", changed); changed < 100 {
			t.Errorf("only %d programs changed by %s", changed, passes[0].Name)
		}
	}
}
