package opt

import (
	"math/rand/v2"
	"testing"
)

// randomLodge is a program that keeps rows of its own length from each iteration until a later loop, and builds a result elsewhere, with the
// parameters of [randomLoops].
func randomLodge(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 31))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("check len(b) == n, \"b\"\n\tfor i < n { check len(b[i]) == n, \"row\" }")
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c")
	m.line("var w [][]real = new(n, n)")
	if m.IntN(10) == 0 {
		m.line("var early [][]real = b\n\tfor i < n { clear(early[i]) }")
	}
	tapes := 1 + m.IntN(2)
	long := make([]string, tapes)
	for t := range tapes {
		m.line("var q%d [][]real = new(%s)", t, m.sometimes(12, "n + 1", "n"))
		long[t] = m.pick([]string{"n - k - 1", "k", "k + 1", "n - k", "n", "n + 1 - k", "k + 2", "2 * k"})
	}
	m.in("for "+m.sometimes(4, "down ", "")+"k < "+m.sometimes(10, "n - 1", "n"), func() {
		for t := range tapes {
			m.line("var m%d int = %s", t, long[t])
			m.line("var t%d []real = %s(m%d)", t, m.sometimes(4, "new", "dirty"), t)
			if m.IntN(8) > 0 {
				m.line("for i < m%d { t%d[i] = x[k] * c + a[k][0] }", t, t)
			} else {
				m.line("for i < m%d { t%d[i] = c }\n\tif k > 0 { t%d = q%d[k - 1] }", t, t, t, t)
			}
		}
		if m.IntN(8) == 0 {
			m.line("u += b[k][0]")
		}
		if m.IntN(6) == 0 {
			m.line("var h int = imax(k - 1, 0)\n\tif len(q0[h]) > 0 { u += q0[h][0] }")
		}
		if tapes == 2 && m.IntN(2) == 0 {
			m.line("q0[k], q1[k] = t0, t1")
		} else {
			for t := range tapes {
				m.line("q%d[%s] = t%d", t, m.sometimes(12, "n - 1 - k", "k"), t)
			}
		}
		if m.IntN(4) == 0 {
			m.line("if m0 > 0 { t0[m0 - 1] += c }")
		}
	})
	m.in("for "+m.pick([]string{"", "down "})+"j < n", func() {
		for t := range tapes {
			m.line("var e%d []real = q%d[j]", t, t)
			m.line("for i < len(e%d) { w[j][imin(i, n - 1)] += e%d[i] * x[j] }", t, t)
			if m.IntN(6) == 0 {
				m.line("if len(q%d[j]) > 1 { u += q%d[j][1] }", t, t)
			}
			if m.IntN(4) == 0 {
				m.line("for i < len(e%d) { e%d[i] += c }", t, t)
			}
			if m.IntN(3) == 0 {
				m.line("var d%d []real = q%d[n - 1 - j]\n\tif len(d%d) > 0 { u += d%d[0] }", t, t, t, t)
			}
		}
	})
	if m.IntN(8) == 0 {
		m.line("b[0][0] = c")
	}
	m.line("copy(b, w)")
	if m.IntN(8) == 0 {
		m.line("if len(q0[0]) > 0 { u += q0[0][0] }")
	}
	m.line("return u, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Rows in the memory of a result are what they were, to the last bit.
func TestRandomLodge(t *testing.T) {
	changed := 0
	for seed := range uint64(1500) {
		changed += sameAfter(t, seed, randomLodge(seed), lodge)
	}
	if t.Logf("%d programs changed", changed); changed < 150 {
		t.Errorf("only %d programs changed", changed)
	}
}

// sameAfter runs a program before and after a pass, and is 1 if the pass changed it.
func sameAfter(t *testing.T, seed uint64, src string, pass Pass) int {
	t.Helper()
	before, after := transformed(t, seed, src, Options{}, []Pass{pass})
	if before.String() == after.String() {
		return 0
	}
	ran := false
	for _, n := range []int{1, 2, 3, 5} {
		want, _ := runLoops(before, n)
		got, _ := runLoops(after, n)
		if (want == nil) != (got == nil) || want != nil && !sameFloats(want, got, false) {
			t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
		}
		ran = ran || want != nil && n > 2
	}
	if !ran {
		return 0
	}
	return 1
}
