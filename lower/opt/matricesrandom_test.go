package opt

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomMatrix is a program with loops over rows of flat matrices, with the parameters of [randomLoops].
func randomMatrix(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 12))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar acc real = c")
	for _, u := range []string{"u", "v"} {
		m.line("var %s []real = new(n * n)", u)
		m.in("for i < n", func() {
			m.line("for j < n { %s[i * n + j] = a[i][j] * x[i] }", u)
		})
	}
	m.in("for "+m.pick([]string{"", "down "})+"k < n", func() {
		m.line("var q []real = new(n - k - 1)\n\tvar from int = k + %d", m.IntN(2))
		m.line("var w int = n - from\n\tvar uk []real = u[k * n :+ n]\n\tvar vk []real = v[k * n :+ n]")
		m.line("for i < n - k - 1 { q[i] = x[i] - 0.5 }")
		m.line("var m int = n - k - %d", 1+m.IntN(2)) // also -1
		m.in("for "+m.pick([]string{"", "down "})+"r < m", func() { m.matrixBody() })
		m.line("for i < n - k - 1 { z[i] += q[i] }")
	})
	m.in("for i < n", func() {
		m.line("for j < n { b[i][j] = u[i * n + j] - v[i * n + j] }")
	})
	m.line("return acc, u[n * n - 1]")
	m.indent--
	m.line("}")
	return m.b.String()
}

// matrixBody is statements on a row of u or v and what does not change in the loop.
func (m *loopMaker) matrixBody() {
	row := m.pick([]string{"k + 1 + r", "k + 1 + r", "k + 1 + r", "1 + r"})
	m.line("var i int = %s\n\tvar ui []real = u[i * n :+ n]\n\tvar vi []real = v[i * n :+ n]", row)
	values := []string{"q[r]", "ui[k]", "uk[k]", "c", "x[r]"}
	name := func() string {
		f := m.fresh("f")
		m.line("var %s real = %s * %s", f, m.pick(values), m.pick(values))
		values = append(values, f, f)
		return f
	}
	f := name()
	if m.IntN(3) == 0 {
		f = m.fresh("f")
		m.line("var %s real = q[r]", f)
	}
	for range 1 + m.IntN(4) {
		d, e, j := m.fresh("d"), m.fresh("e"), m.fresh("j")
		views := func(inner func()) {
			if m.IntN(2) == 0 {
				m.in("if w > 0", inner)
			} else {
				inner()
			}
		}
		one := m.pick([]string{"ui", "ui", "vi"})
		other := m.pick([]string{"uk", "vk", "uk", "vk", "z", "ui"})
		switch m.IntN(7) {
		case 0, 1:
			views(func() {
				m.line("var %s []real = %s[from :+ w]\n\tvar %s []real = %s[from :+ w]", d, one, e, other)
				m.line("for %s < w { %s[%s] += %s%s * %s[%s] }", j, d, j, m.pick([]string{"", "-"}), f, e, j)
			})
		case 2:
			views(func() {
				m.line("var %s []real = %s[from :+ w]\n\tvar %s []real = %s[from :+ w]", d, one, e, other)
				m.line("for %s < w { %s[%s] +~= %s * %s[%s] }", j, e, j, f, d, j)
			})
		case 3, 4:
			s := m.fresh("s")
			m.line("var %s real = %s", s, m.sometimes(3, m.pick([]string{f, "c", "2.0"}), "0.0"))
			views(func() {
				m.line("var %s []real = %s[from :+ w]\n\tvar %s []real = %s[from :+ w]", d, one, e, other)
				m.line("for %s < w { %s +~= %s[%s] * %s[%s] }", j, s, d, j, e, j)
			})
			m.line(m.pick([]string{"q[r] = %s", "ui[k] += %s", "acc += %s", "z[r] = %s", "u[i * n + k] +~= %s"}), s)
		case 5:
			m.line("%s", m.pick([]string{"q[r] = " + f, "z[r] = " + f, "acc = acc * 0.5 + " + f, "ui[k] = " + f, "uk[k] += " + f, "acc += q[r]"}))
		default:
			f = name()
		}
	}
}

// Loops over rows that a library does give what they gave, up to the order of free additions.
func TestRandomMatrices(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		src := randomMatrix(seed)
		before, err := loop.Read("before", src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		marked, _ := loop.Read("after", src)
		if err := run(marked, &Options{Kernels: true, Verify: loop.Verify}, []Pass{kernels}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		was := marked.String()
		if err := run(marked, &Options{Kernels: true, Verify: loop.Verify}, []Pass{matrices}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, was)
		}
		after := marked
		if after.String() == was {
			continue
		}
		changed++
		again, err := loop.Read("again", after.String())
		if err != nil || again.String() != after.String() {
			t.Fatalf("seed %d does not read back: %v\n%s", seed, err, after)
		}
		for _, n := range []int{1, 2, 3, 5, 9} {
			want, _ := runLoops(before, n)
			if want == nil || wild(want) {
				continue
			}
			got, _ := runLoops(after, n)
			if got == nil || !sameFloats(want, got, true) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 100 {
		t.Errorf("only %d programs changed", changed)
	}
}
