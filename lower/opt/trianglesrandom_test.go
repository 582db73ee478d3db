package opt

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// randomTriangles is a program with square matrices of which mostly the lower triangles are used, with the parameters of [randomLoops].
func randomTriangles(seed uint64) string {
	m := &triangleMaker{loopMaker: &loopMaker{Rand: rand.New(rand.NewPCG(seed, 53))}}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("check len(x) == n, \"n\"\n\tclear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var u real = c\n\tvar h int = ishr(n, 1)\n\tvar p [][]real = new(n, n)\n\tvar q [][]real = new(n, n)\n\tvar t [][][]real = new(2, n, n)")
	m.arrays = []string{"p", "p", "p", "q", "t[0]", "t[1]"}
	for range 2 + m.IntN(5) {
		m.step(m.IntN(9))
	}
	i := m.fresh("i")
	m.in("for "+i+" < n", func() { m.in("for k < n", func() { m.step(7) }) }) // so that what is before counts less
	m.line("return u, u")
	m.indent--
	m.line("}")
	return m.b.String()
}

type triangleMaker struct {
	*loopMaker
	arrays []string
}

// step is a loop over the rows of matrices, of one of 9 kinds.
func (m *triangleMaker) step(kind int) {
	a, o := m.pick(m.arrays), m.pick(m.arrays)
	r, j := m.fresh("r"), m.fresh("j")
	down := m.sometimes(4, "down ", "")
	element := func(a, r, j string) string { return a + "[" + r + "][" + j + "]" }
	own := element(a, r, j)
	set := m.sometimes(2, "+~=", "=")
	switch kind {
	case 0:
		m.line("%s", m.pick([]string{"clear(" + a + ")", "copy(" + a + ", " + o + ")", "clear(t)"}))
		if a == o && m.IntN(8) == 0 {
			m.line("copy(%s, a)", a)
		}
	case 1: // everything, of which only the triangle is wanted
		m.in("for "+down+r+" < n", func() {
			m.in("for "+down+j+" < "+m.sometimes(6, "h", "n"), func() {
				if m.IntN(4) == 0 {
					m.line("%s = 0.5 * %s", element(m.pick(m.arrays), r, j), own)
				}
				m.line("%s %s %s", own, set, m.pick([]string{"0.0", "c", "x[" + j + "]", element(o, r, j), element("a", r, j)}))
			})
		})
	case 2: // by cases
		m.in("for "+r+" < n", func() {
			row := a + "[" + r + "]"
			if m.IntN(2) == 0 {
				m.line("var row%s []real = %s", r, row)
				row = "row" + r
			}
			m.in("for "+down+j+" < n", func() {
				if m.IntN(3) == 0 {
					m.line("if %s == %s + 1 { u +~= x[%s] }", j, r, j)
				}
				m.line("if %s { %s[%s] %s x[%s] * a[%s][%s] } else { if %s { %s[%s] = %s } else { %s[%s] = %s } }",
					m.pick([]string{j + " < " + r, r + " > " + j, j + " < " + r + " + 1", j + " <= " + r}), row, j, set, j, r, j,
					m.pick([]string{j + " == " + r, r + " == " + j, j + " == " + r + " + 1"}), row, j, m.pick([]string{"c", "u"}), row, j, m.sometimes(3, "u", "0.0"))
			})
		})
	case 3: // column by column
		m.in("for "+j+" < n", func() {
			k := m.fresh("k")
			m.in("for "+down+k+" < n - "+j, func() {
				m.line("var %s int = %s + %s", r, k, m.sometimes(4, j+" - 1", j))
				m.line("if %s >= 0 { %s %s c * x[%s] }", r, own, set, r)
			})
		})
	case 4: // above the diagonal
		m.in("for "+r+" < n", func() {
			k := m.fresh("k")
			m.in("for "+k+" < n - "+r+" - 1", func() {
				m.line("var %s int = %s + %s + %s", j, r, k, m.sometimes(6, "0", "1"))
				m.line("%s %s x[%s]", own, set, j)
			})
		})
	case 8: // two rows together, and one that may be left
		h, b, next, end := m.fresh("h"), m.fresh("b"), m.fresh("r"), m.sometimes(6, "2", "1") // r + 2 and r + 0 are above the diagonal sometimes
		more := m.pick([]string{"x[" + j + "]", "c"})
		m.line("var %s int = n / 2", h)
		m.in("for "+b+" < "+h, func() {
			m.line("var %s int = %s * 2\n\tvar %s int = %[1]s + %[4]s", r, b, next, m.sometimes(8, "0", "1"))
			m.in("for "+down+j+" < "+r+" + "+end, func() {
				m.line("u +~= 0.01 * %s\n\t%s %s %s", element(o, m.sometimes(4, b, next), j), element(a, next, j), set, more)
			})
			m.line("%s %s c", element(a, next, r+" + 1"), set)
		})
		k := m.fresh("k")
		m.in("for "+k+" < n - "+h+" * 2", func() {
			m.line("var %s int = %s * 2 + %s", next, h, k)
			m.in("for "+down+j+" < "+next+" + 1", func() { m.line("%s %s %s", element(a, next, j), set, more) })
		})
	default: // sums
		length := r + m.pick([]string{"", " + 1", " + 1", " + 1", " + 1"})
		if m.IntN(6) == 0 {
			length = m.pick([]string{"n", "imin(n, " + r + " + 2)"})
		}
		m.in("for "+down+r+" < n", func() {
			s := m.fresh("s")
			m.line("var %s real = %s", s, m.sometimes(4, "c", "0.0"))
			if m.IntN(2) == 0 {
				m.line("var part%s [][]real = %s", r, a)
				own = "part" + r + "[" + r + "][" + j + "]"
			}
			m.in("for "+down+j+" < "+length, func() {
				m.line("%s +~= %s * %s", s, own, m.pick([]string{"x[" + j + "]", "a[" + r + "][" + j + "]", element(o, r, j)}))
				if m.IntN(3) == 0 {
					m.line("%s +~= 0.25 * %s", own, m.pick([]string{"x[" + j + "]", "c"}))
				}
			})
			m.line("%s", m.pick([]string{"z[" + r + "] +~= 0.01 * " + s, "u = 0.5 * u + 0.01 * " + s, "b[" + r + "][0] = " + s}))
		})
	}
}

// Matrices of which the triangles are kept have what they had there.
func TestRandomTriangles(t *testing.T) {
	for _, c := range []struct {
		passes []Pass
		jam    bool
		least  int
	}{
		{[]Pass{splitLoops, unrolling}, false, 60},
		{[]Pass{deadCode, triangles}, false, 30},
		{[]Pass{splitLoops, unrolling, deadCode, triangles, flattening, steps}, false, 60},

		{Passes(), false, 60},
		{Passes(), true, 60},
	} {
		changed, packed := 0, 0
		for seed := range uint64(300) {
			src := randomTriangles(seed)
			before, after := transformed(t, seed, src, Options{Jam: c.jam, Zip: c.jam, Outline: c.jam}, c.passes)
			if before.String() == after.String() {
				continue
			}
			changed++
			if strings.Contains(after.String(), "var size int") {
				packed++
			}
			for _, n := range []int{0, 1, 2, 3, 6, 9} {
				want, _ := runLoops(before, n)
				if want == nil || wild(want) {
					continue
				}
				if got, _ := runLoops(after, n); got == nil || !sameFloats(want, got, true) {
					t.Fatalf("%s, seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", c.passes[0].Name, seed, n, got, want, src, after)
				}
			}
		}
		if t.Logf("%s: %d programs changed, %d packed", c.passes[0].Name, changed, packed); changed < c.least {
			t.Errorf("%s: only %d programs changed", c.passes[0].Name, changed)
		}
	}
}
