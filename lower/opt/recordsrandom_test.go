package opt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	cases "github.com/seed-4b734f86/gochad/internal/part"
)

// randomRecords is a program of arrays that an inner loop fills side by side, most of which tables keep for a loop that
// comes later, with the parameters of [randomLoops].
func randomRecords(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 67))}
	type field struct{ name, table, length, made string }
	var fields []field
	count := 3 + m.IntN(5)
	tables, made := m.IntN(4) > 0, m.pick([]string{"new", "dirty"})
	for k := range count {
		f := field{name: fmt.Sprintf("z%d", k), length: "n", made: m.sometimes(8, "new", made)}
		if tables && m.IntN(8) > 0 {
			f.table = fmt.Sprintf("t%d", k)
		}
		if m.IntN(12) == 0 {
			f.length = "n + 1"
		}
		fields = append(fields, f)
	}
	m.line("export func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar s real = c")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	for _, f := range fields {
		if f.table != "" {
			m.line("var %s [][]real = new(n%s)", f.table, m.sometimes(15, " + 1", ""))
		}
	}
	m.in("for k < n", func() {
		if f := fields[m.IntN(count)]; f.table != "" && m.IntN(8) == 0 { // which it has not stored yet
			m.line("%s", m.pick([]string{
				fmt.Sprintf("var h []real = %s[k]\n\ty[k] += real(len(h))", f.table), fmt.Sprintf("y[k] += real(len(%s[k]))", f.table),
				fmt.Sprintf("var h []real = %s[k]\n\tfor i < len(h) { y[k] += h[i] }", f.table),
			}))
		}
		for _, f := range fields {
			m.line("var %s []real = %s(%s)", f.name, f.made, f.length)
		}
		if f := fields[m.IntN(count)]; f.made == "new" && m.IntN(6) == 0 { // read before it is filled
			m.line("var early []real = %s[0:+n]\n\tif n > 0 { y[k] += early[0] }", f.name)
		}
		guarded := func(f func()) { f() }
		if m.IntN(3) == 0 {
			guarded = func(f func()) { m.in("if "+m.pick([]string{"n > 0", "0 < n", "n > 0", "n > 1", "n < 3", "k > 0"}), f) }
		}
		guarded(func() {
			m.in("for "+m.sometimes(3, "down ", "")+"i < n", func() {
				var lhs, rhs []string
				for j, f := range fields {
					if f.made == "new" && m.IntN(6) == 0 {
						m.line("if x[i] > 0.5 { %s[i] = s }", f.name)
						continue
					}
					lhs = append(lhs, fmt.Sprintf("%s[%s]", f.name, m.sometimes(20, "n - 1 - i", "i")))
					rhs = append(rhs, fmt.Sprintf("x[i] * %d.0 + s", j+1))
				}
				if m.IntN(2) == 0 && len(lhs) > 0 {
					m.line("%s = %s", strings.Join(lhs, ", "), strings.Join(rhs, ", "))
				} else {
					for j := range lhs {
						m.line("%s = %s", lhs[j], rhs[j])
					}
				}
				m.line("s = s * 0.5 + x[i]")
			})
		})
		for _, f := range fields {
			if f.length != "n" {
				m.line("%s[n] = s\n\ty[k] += %s[n]", f.name, f.name)
			}
		}
		if f := fields[m.IntN(count)]; m.IntN(6) == 0 { // which has another name, too
			m.line("var other []real = x\n\tif c > 0.0 { other = %s }\n\tclear(%s)", f.name, f.name)
			part := fmt.Sprintf("var part []real = %s[0:+n]\n\tpart[0] = 0.5\n\t", f.name)
			m.line("if n > 0 { %sy[k] += other[0] }", m.sometimes(3, part, ""))
			m.in("for i < n", func() { m.line("%s[i] = s * 0.5", f.name) })
		}
		if m.IntN(5) == 0 {
			f := fields[m.IntN(count)]
			m.line("%s", m.pick([]string{
				fmt.Sprintf("y[k] += real(len(%s))", f.name), fmt.Sprintf("clear(%s)", f.name),
				fmt.Sprintf("y[k] += %s[0]", f.name), fmt.Sprintf("copy(b[k], %s[0:+n])", f.name),
			}))
		}
		store := func(f field) string { return fmt.Sprintf("%s[%s]", f.table, m.sometimes(15, "n - 1 - k", "k")) }
		var lhs, rhs []string
		for _, f := range fields {
			switch {
			case f.table == "":
				m.in("for "+m.sometimes(2, "down ", "")+"i < n", func() { m.line("y[i] += %s[i] * x[k]", f.name) })
			case m.IntN(4) == 0:
				m.line("%s = %s", store(f), f.name)
			default:
				lhs, rhs = append(lhs, store(f)), append(rhs, f.name)
			}
		}
		if f, g := fields[m.IntN(count)], fields[m.IntN(count)]; f.table != "" && m.IntN(15) == 0 {
			m.line("%s = %s", store(f), g.name)
		}
		if len(lhs) > 0 {
			m.line("%s = %s", strings.Join(lhs, ", "), strings.Join(rhs, ", "))
		}
	})
	if f := fields[m.IntN(count)]; f.table != "" && m.IntN(10) == 0 {
		m.line("%s", m.pick([]string{
			fmt.Sprintf("y[0] += real(len(%s))", f.table), fmt.Sprintf("var w [][]real = %s\n\tif n > 1 { w[0] = w[1] }", f.table),
			fmt.Sprintf("if n > 0 { %s[0] = x }", f.table),
		}))
	}
	if tables {
		m.in("for "+m.sometimes(2, "down ", "")+"k < n", func() {
			for j, f := range fields {
				if f.table == "" {
					continue
				}
				m.line("var e%d []real = %s[%s]", j, f.table, m.sometimes(20, "n - 1 - k", "k"))
				if m.IntN(4) == 0 {
					m.line("var v%d []real = e%d[%s]", j, j, m.pick([]string{"0:+n", "1:+n - 1"}))
				}
			}
			m.in("for i < n", func() {
				for j, f := range fields {
					if f.table != "" {
						m.line("z[i] += e%d[i] * %d.0", j, j+1)
					}
				}
			})
		})
	}
	m.line("return s, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Records of tapes, and tables without zeros, hold what was in the arrays.
func TestRandomRecords(t *testing.T) {
	for _, pass := range []Pass{zip, dirtyArrays} {
		t.Run(pass.Name, func(t *testing.T) {
			changed, seeds := 0, uint64(cases.N(3000, 600))
			for seed := range seeds {
				src := randomRecords(seed)
				before, after := transformed(t, seed, src, Options{ZipFrom: 5}, []Pass{pass})
				if before.String() == after.String() {
					continue
				}
				changed++
				for _, n := range []int{0, 1, 2, 4} {
					want, _ := runLoops(before, n)
					got, _ := runLoops(after, n)
					if (want == nil) != (got == nil) || want != nil && !sameFloats(want, got, false) {
						t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
					}
				}
			}
			if changed < int(seeds)/6 {
				t.Errorf("only %d of %d programs changed", changed, seeds)
			}
		})
	}
}
