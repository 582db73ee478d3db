package opt

import (
	"math/rand/v2"
	"testing"
)

// randomRedone is a program with loops that fill arrays with what inner loops compute, of which single elements are read, with the parameters
// of [randomLoops].
func randomRedone(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 31))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("check len(x) == n, \"n\"\n\tclear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var w real = c\n\tvar v real = 0.5\n\tvar at int = 0")
	fill := func(i string) {
		p, q := m.fresh("p"), m.fresh("q")
		m.line("var %s []real = new(n)\n\tvar %s []real = new(n)", p, q)
		k, s, t, row := m.fresh("k"), m.fresh("s"), m.fresh("t"), m.fresh("row")
		some := func() string {
			return m.pick([]string{"x[" + k + "]", "x[" + i + "]", row + "[" + k + "]", row + "[at]", "w", "v", "c", "z[" + k + "]", "y[" + i + "]", s, t})
		}
		m.in(m.sometimes(4, "for down ", "for ")+k+" < n", func() {
			j := m.fresh("j")
			m.line("var %s []real = %s", row, m.pick([]string{"a[" + k + "]", "a[" + i + "]", "b[" + k + "]"}))
			m.line("var %s real = 0.25\n\tvar %s real = %s", s, t, m.pick([]string{"1.0", "w", "x[" + k + "]"}))
			m.in("for "+j+" < n", func() {
				for range 1 + m.IntN(3) {
					one := func() {
						e := m.pick([]string{"x[" + j + "]", row + "[" + j + "]", "a[" + j + "][" + k + "]", "c"})
						v := m.pick([]string{s, t, t})
						switch m.IntN(12) {
						case 0:
							m.line("%s = 0.5 * %s * %s", v, v, e)
						case 1:
							m.line("%s, %s = %s * 0.5, %s + %s", s, t, t, s, e)
						case 2:
							m.line("v += %s", e)
						case 3:
							m.line("y[%s] += %s", j, e)
						default:
							m.line("%s += %s * %s", v, e, some())
						}
					}
					if m.IntN(4) == 0 {
						m.in("if x["+j+"] < "+some(), one)
					} else {
						one()
					}
				}
			})
			if m.IntN(6) == 0 {
				m.line("%s = %s * 0.5", t, some())
			}
			m.line("%s[%s], %s[%s] = %s, %s", p, k, q, k, m.pick([]string{s, s + " + w", s, t}), m.pick([]string{t, "2.0 * " + t, t + " - x[" + k + "]"}))
			if m.IntN(6) == 0 {
				m.line("%s = 3.0", t)
			}
			if m.IntN(8) == 0 {
				m.line("w = w + %s", m.pick([]string{"c", s, t}))
			}
		})
		h := m.fresh("h")
		m.in("for "+h+" < n", func() {
			m.in("if "+p+"["+h+"] < "+m.pick([]string{"x[" + h + "]", "0.5"}), func() { m.line("at = %s", h) })
		})
		if m.IntN(6) == 0 {
			m.line("%s", m.pick([]string{"w = 2.0", "v += 1.0", "z[at] = c", "y[at] += w", "at = n - 1"}))
		}
		read := func() {
			m.line("%s", m.pick([]string{"w += ", "v += ", "y[at] += ", "z[" + i + "] = "})+m.pick([]string{"", "0.5 * ", "w + "})+q+"["+m.pick([]string{"at", "at", "n - 1 - at", i, "0"})+"]")
		}
		switch m.IntN(6) {
		case 0:
			m.in("if c < w", read)
		case 1:
			m.in("for "+m.fresh("r")+" < n", read)
		default:
			read()
		}
	}
	m.in("for i < n", func() { fill("i"); fill("i") })
	m.line("return w, v")
	m.indent--
	m.line("}")
	return m.b.String()
}

// What an iteration computes when it is done again, it had stored, to the last bit.
func TestRandomRedone(t *testing.T) {
	const seeds = 600
	changed := 0
	for seed := range uint64(seeds) {
		src := randomRedone(seed)
		before, after := transformed(t, seed, src, Options{}, []Pass{redo})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, n := range []int{1, 2, 5} {
			want, _ := runLoops(before, n)
			got, _ := runLoops(after, n)
			if want != nil && (got == nil || !sameFloats(want, got, false)) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if changed < seeds/4 {
		t.Errorf("only %d programs changed", changed)
	}
	t.Logf("%d of %d programs changed", changed, seeds)
}
