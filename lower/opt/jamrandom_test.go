package opt

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// randomRows is a program with loops over the rows of matrices, with the parameters of [randomLoops].
func randomRows(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 11))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var u real = c")
	vecs := []string{"x", "x", "x", "y", "z"}
	for range 1 + m.IntN(3) {
		i := m.fresh("i")
		m.in("for "+i+" < n", func() {
			rows, sums, values := []string{}, []string{}, []string{"c", "x[" + i + "]", "y[" + i + "]"}
			for range 1 + m.IntN(2) {
				rows = append(rows, m.fresh("r"))
				m.line("var %s []real = %s[%s][0 :+ n]", rows[len(rows)-1], []string{"a", "a", "a", "b"}[m.IntN(4)], i)
			}
			for range 2 + m.IntN(4) {
				switch k := m.IntN(9); {
				case k == 7:
					v := m.fresh("w")
					m.line("var %s []real = %s[0 :+ n]", v, m.pick(vecs))
					rows = append(rows, v)
				case k == 8:
					s, q, j, v := m.fresh("s"), m.fresh("s"), m.fresh("j"), m.fresh("v")
					m.line("var %s real = 0.0\n\tvar %s real = %s", s, q, m.pick(values))
					m.line("for %s < n { var %s real = %s[%s]; %s +~= %s * %s; %s += %s * x[%s] + %s[%s] }",
						j, v, m.pick(rows), j, s, v, m.pick(append(values, v)), q, v, j, m.pick(append(rows, vecs...)), j)
					sums, values = append(sums, s, q), append(values, s, q)
				case k < 2:
					s, j := m.fresh("s"), m.fresh("j")
					m.line("var %s real = %s", s, []string{"0.0", "c", "u", m.pick(values)}[m.IntN(4)])
					other := append([]string{m.pick(rows)}, vecs...)
					m.line("for %s < n { %s +~= %s[%s] * %s[%s] }", j, s, m.pick(rows), j, m.pick(other), j)
					sums, values = append(sums, s), append(values, s)
				case k < 3:
					v := m.fresh("v")
					m.line("var %s real = %s * %s - %s", v, m.pick(values), m.pick(values), m.pick(values))
					values = append(values, v, v)
				case k < 5:
					j := m.fresh("j")
					v := append([]string{"c"}, sums...)
					m.line("for %s < n { %s[%s] += %s[%s] * %s }", j, m.pick([]string{"y", "z", "z"}), j, m.pick(append(rows, "x")), j, m.pick(v))
				case k < 6:
					m.line("u += %s * %s", m.pick(values), m.pick(values))
				default:
					m.line("%s[%s] %s %s", m.pick([]string{"y", "z"}), i, m.pick([]string{"=", "+="}), m.pick(values))
				}
			}
		})
	}
	m.line("return u, u")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Rows taken together give what they give one after the other, to the last bit.
func TestRandomRows(t *testing.T) {
	changed := 0
	for seed := range uint64(1500) {
		src := randomRows(seed)
		before, after := transformed(t, seed, src, Options{Jam: true}, []Pass{jam})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, n := range []int{0, 1, 3, 4, 6, 9} {
			want, _ := runLoops(before, n)
			got, _ := runLoops(after, n)
			if want == nil || got == nil || !sameFloats(want, got, false) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Log(fmt.Sprint(changed, " programs changed")); changed < 100 {
		t.Errorf("only %d programs changed", changed)
	}
}
