package opt

import (
	"math/rand/v2"
	"testing"
)

// randomLast is a program with running extremes of which each value is kept, ways back through them, and other loops in which few iterations
// do anything, with the parameters of [randomLoops].
func randomLast(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 23))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("check len(x) == n, \"n\"\n\tclear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var u real = c\n\tvar k int = n / 2\n\tvar on bool = c > 0.0")
	body := func(row string) {
		d, w, s, i, j := m.fresh("d"), m.fresh("w"), m.fresh("s"), m.fresh("i"), m.fresh("j")
		m.line("var %s []real = new(n)\n\tvar %s []real = new(n)", d, w)
		m.line("var %s real = %s", s, m.pick([]string{"inf", "0.1", "x[0]", "-inf"}))
		least := m.pick([]string{"min", "max"})
		m.in("for "+i+" < n", func() {
			e := m.fresh("e")
			m.line("var %s real = %s", e, m.pick([]string{row + "[" + i + "] * c", row + "[" + i + "] - x[" + i + "]", row + "[" + i + "] * u", row + "[" + i + "] / 0.0 * 0.0"}))
			m.line("%s[%s], %s[%s] = %s, %s", d, i, w, i, e, s)
			m.line("%s = %s(%s, %s)", s, least, s, e)
		})
		if m.IntN(2) == 0 {
			m.line("u += %s", m.sometimes(3, s, "0.5"))
		}
		t := m.fresh("t")
		flag, other, first, again := t+" != 0.0", "c", "var "+t+" real = "+m.pick([]string{"c", "1.0", "0.0", "u"}), t+" = "+m.sometimes(6, "0.5", "0.0")
		switch m.IntN(5) {
		case 0:
			flag, other, first, again = t, "on || c > 0.0", "var "+t+" bool = "+m.pick([]string{"true", "on", "false"}), t+" = "+m.sometimes(6, "on", "false")
		case 1:
			flag, other, first, again = t+" == 2", "2", "var "+t+" int = "+m.pick([]string{"2", "k", "n"}), t+" = "+m.sometimes(6, "2", "3")
		}
		m.line("%s", first)
		amount := "c"
		if flag == t+" != 0.0" {
			amount = t
		}
		m.in(m.sometimes(6, "for ", "for down ")+j+" < n", func() {
			p, q := m.fresh("p"), m.fresh("q")
			m.line("var %s real = %s[%s]\n\tvar %s real = %s[%s]", p, d, j, q, w, j)
			if m.IntN(8) == 0 {
				m.line("y[%s] += c", j)
			}
			where := p + m.pick([]string{" < ", " > ", " >= "}) + m.sometimes(5, "x["+j+"]", q)
			if m.IntN(6) == 0 {
				where += " && " + j + m.pick([]string{" < k", " != 1", " > 0"})
			}
			if m.IntN(6) == 0 {
				where = j + " == " + m.pick([]string{"k", "2", "n - 1", j + " + 1"})
			}
			m.in("if "+where+" && "+flag+" && k < n", func() {
				for range 1 + m.IntN(3) {
					m.line("%s", m.pick([]string{
						"y[" + j + "] +~= " + amount + " * x[" + j + "]", "z[0] = " + p, "u += " + q, "k = " + j, "b[" + j + "][0] += " + amount,
						"for r < n { z[r] += " + row + "[r] * " + amount + " }", "y[0] += y[" + j + "]", m.sometimes(6, d+"["+j+"] = 0.25", "on = !on"), "k = k + 1",
					}))
				}
				if m.IntN(8) > 0 {
					m.line("%s", again)
				}
				if m.IntN(5) == 0 {
					m.line("if x[%s] > 0.0 { %s }", j, m.pick([]string{again, "u += 1.0", t + " = " + other}))
				}
			})
		})
		if amount == t {
			m.line("z[%d] += %s", 0, t)
		}
	}
	for range 1 + m.IntN(2) {
		if m.IntN(2) == 0 {
			body("x")
			continue
		}
		i := m.fresh("o")
		m.in("for "+i+" < n", func() { body("a[" + i + "]") })
	}
	m.line("z[0] += real(k)")
	m.line("return u, u")
	m.indent--
	m.line("}")
	return m.b.String()
}

// The one iteration that does anything gives what the loop gave, to the last bit.
func TestRandomLast(t *testing.T) {
	for _, c := range []struct {
		name   string
		passes []Pass
		least  int // programs of a hundred that change
	}{
		{"last", []Pass{last}, 35},
		{"only", []Pass{only}, 5},
		{"the last one, at its place", []Pass{last, fuse, copies, contract, remat, only, deadCode}, 90},
	} {
		t.Run(c.name, func(t *testing.T) {
			const seeds = 300
			changed := 0
			for seed := range uint64(seeds) {
				src := randomLast(seed)
				before, after := transformed(t, seed, src, Options{}, c.passes)
				if before.String() != after.String() {
					changed++
				}
				for _, n := range []int{1, 2, 5} {
					want, _ := runLoops(before, n)
					got, _ := runLoops(after, n)
					if want == nil {
						continue
					}
					if got == nil || !sameFloats(want, got, false) {
						t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
					}
				}
			}
			if t.Log(changed, " programs changed"); changed < seeds*c.least/100 {
				t.Errorf("only %d programs changed", changed)
			}
		})
	}
}
