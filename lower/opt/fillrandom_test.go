package opt

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomFills is a program that fills arrays, and loops that write them element by element and read others; some read what they have not
// written, or leave elements out.
func randomFills(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 61))}
	m.line("func f(n int, m int, q []int, x []real) {")
	m.indent++
	for _, v := range []string{"a", "b"} {
		switch m.IntN(3) {
		case 0:
			m.line("var %s []real = new(n)", v)
		case 1:
			m.line("var %s []real = dirty(n)", v)
			m.in("for i < "+m.sometimes(6, "m", "n"), func() { m.line("%s[i] = %s", v, m.pick([]string{"1.0", "x[i] * 2.0", "real(i)", "x[0]"})) })
		default:
			m.line("var %s []real = new(n)", v)
			m.line("copy(%s, x[0:+n])", v)
			m.in("for i < n", func() { m.line("%s[i] = x[m - 1 - i]", v) })
		}
	}
	m.line("var acc real = 0.0")
	for range m.IntN(3) {
		switch m.IntN(5) {
		case 0:
			m.line("acc += %s[inrange(%d, n, \"early\")]", m.pick([]string{"a", "b"}), m.IntN(2))
		case 1:
			m.line("var %s []real = a[0:+n]", m.fresh("v"))
		default:
			m.line("%s[inrange(%s, n, \"set\")] = x[1]", m.pick([]string{"a", "b"}), m.pick([]string{"0", "1", "n - 1"}))
		}
	}
	for range 1 + m.IntN(2) {
		first := m.IntN(3)
		v, o := "a", "b"
		if m.IntN(2) == 0 {
			v, o = o, v
		}
		count := m.sometimes(4, fmt.Sprintf("imax(n - %d, 0)", first+1), fmt.Sprintf("imax(n - %d, 0)", first))
		if first > 0 && m.IntN(2) == 0 {
			count = fmt.Sprintf("n - %d", first)
		}
		m.in("for "+m.sometimes(8, "down ", "")+"k < "+count, func() {
			m.line("var s int = k + %d", first)
			m.line("var e real = x[k]")
			read := func() string {
				if m.IntN(8) == 0 {
					return v + "[" + m.pick([]string{"k + 1", "s", "iand(k, s)", "imin(k, q[k])", "0"}) + "]"
				}
				if first == 0 {
					return m.pick([]string{"x", v}) + "[imax(s - 1, 0)]"
				}
				return v + "[" + m.pick([]string{"s - 1", "k", "imax(s - 1, 0)", "imax(s - 2, 0)"}) + "]"
			}
			for range 1 + m.IntN(3) {
				switch m.IntN(7) {
				case 0:
					m.line("e = e * 0.5 + %s", read())
				case 1:
					p := m.fresh("p")
					m.line("var %s int = s", p)
					m.in("loop", func() {
						m.line("while %s != 0", p)
						m.line("var j int = %s", m.pick([]string{"iandnot(s, ishl(1, ctz(" + p + ")))", "s - (" + p + " - iand(" + p + ", " + p + " - 1))", "iand(" + p + ", " + p + " - 1)", p}))
						m.line("e = e * 0.5 + %s[j]", v)
						m.line("%s = iand(%s, %s - 1)", p, p, p)
					})
				case 2:
					m.in("if x[k] > 0.5", func() { m.line("e += %s", read()) })
				case 3:
					i := m.fresh("i")
					m.in("for "+i+" < "+m.pick([]string{"s", "k", "s", "s + 1"}), func() { m.line("e += %s[%s] * 0.25", v, i) })
				default:
					m.line("e += %s[k]", m.sometimes(3, o, v))
				}
			}
			if m.IntN(8) == 0 {
				m.line("%s[q[k]] += 1.0", v)
			}
			if m.IntN(12) == 0 {
				m.in("if x[k] > 0.3", func() { m.line("%s[s] = e", v) })
			} else {
				m.line("%s[s] = e + %s", v, m.sometimes(4, read(), "0.5"))
			}
		})
	}
	m.line("return acc, a, b")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Arrays that are filled as far as loops do not write them have the same elements, to the last bit. The evaluator starts new arrays that are not
// zero with NaN.
func TestRandomFills(t *testing.T) {
	changed := 0
	for seed := range uint64(2000) {
		src := randomFills(seed)
		before, after := transformed(t, seed, src, Options{}, []Pass{fill})
		if before.String() == after.String() {
			continue
		}
		changed++
		for n := range int64(7) {
			run := func(p *loop.Program) string {
				x, q := make([]float64, n+4), make([]int64, n+4)
				r := rand.New(rand.NewPCG(uint64(n), 67))
				for i := range x {
					x[i], q[i] = r.Float64(), int64(r.IntN(int(n)+1))
				}
				res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{n, n + 1, q, x}, 1<<16)
				return fmt.Sprint(res, err)
			}
			want, got := run(before), run(after)
			if strings.Contains(want, "out of") || strings.Contains(want, "range") { // an index that the program does not check
				continue
			}
			if !reflect.DeepEqual(want, got) {
				t.Fatalf("seed %d, n = %d:\n%s, want\n%s\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 200 {
		t.Errorf("only %d programs changed", changed)
	}
}
