package opt

import (
	"math/rand/v2"
	"testing"
)

// randomStay is a program that keeps copies of the rows of a matrix while it changes the matrix, with the parameters of [randomLoops].
func randomStay(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 23))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c\n\tvar l int = %s", m.sometimes(4, "n + 1", "n"))
	long := m.sometimes(4, "l", "n")
	m.line("var p [][]real = new(n, %s)\n\tfor i < n { for j < n { p[i][j] = a[i][j] } }", m.sometimes(6, "l", long))
	if m.IntN(6) == 0 {
		m.line("l = %s", m.pick([]string{"n", "n - 1", "n + 1"}))
	}
	m.line("var q [][]real = new(n, %s)", m.sometimes(12, "n - 1", long))
	m.in("for i < n", func() { m.line("clear(b[i])") })
	change := func(k string) {
		row := m.pick([]string{k + " + 1 + r", k + " + 1 + r", k + " + 1 + r", "n - 1 - r", k + " + r"})
		m.in("for r < n - "+k+" - 1", func() {
			m.line("p[%s][%s] %s c * p[%s][r]", row, m.pick([]string{"0", k, "r"}), m.pick([]string{"=", "+="}), k)
		})
	}
	read := func(k string) {
		m.line(m.pick([]string{"y[%s] += q[%s][0]", "z[%s] += 2.0 * q[%s][n - 1]", "b[%s][0] += q[%s][0] * c"}), k, k)
	}
	m.in("for "+m.sometimes(6, "down ", "")+"k < "+m.sometimes(8, "n - 1", "n"), func() {
		if m.IntN(2) == 0 { // another row takes the place
			m.line("var s int = 0\n\tfor i < n - k { if p[k + i][0] > p[k + s][0] { s = i } }")
			m.line("var w int = inrange(%s, n, \"w\")", m.sometimes(5, "s", "k + s"))
			m.line("var row []real = new(n)\n\tcopy(row, p[k])\n\tcopy(p[k], p[w])\n\tcopy(p[w], row)")
		}
		if m.IntN(3) == 0 {
			change("k")
		}
		if m.IntN(8) == 0 {
			read("k")
		}
		if m.IntN(2) == 0 {
			m.line("var t []real = q[k]\n\tcopy(t, p[%s])\n\tu += t[0]", m.sometimes(8, "n - 1 - k", "k"))
		} else {
			m.line("copy(q[k], p[k])")
		}
		if m.IntN(6) == 0 {
			m.line("q[k][0] += c")
		}
		for range 1 + m.IntN(2) {
			change("k")
		}
		if m.IntN(3) == 0 {
			read("k")
		}
		if m.IntN(8) == 0 {
			m.line("u += q[n - 1][0]")
		}
	})
	m.in("for "+m.pick([]string{"", "down "})+"k < n", func() {
		if m.IntN(6) == 0 {
			m.line("p[%s][0] = c", m.pick([]string{"k", "0"}))
		}
		read(m.pick([]string{"k", "n - 1 - k"}))
		m.line("var e []real = q[k]\n\tfor j < n { b[j][k] += e[j] * x[k] }")
	})
	m.line("return u, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Rows read where they are are what the copies were, to the last bit.
func TestRandomStay(t *testing.T) {
	changed := 0
	for seed := range uint64(1000) {
		src := randomStay(seed)
		before, after := transformed(t, seed, src, Options{}, []Pass{stay})
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
		t.Errorf("only %d programs changed", changed)
	}
}
