package opt

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/idioms"
)

// randomPanel is a program with loops that take inner products with the rows of a matrix and add multiples of them,
// most of which can be taken a few rows at a time, with the parameters of [randomLoops].
func randomPanel(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 21))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	for _, v := range []string{"x", "y", "z"} {
		m.line("check len(%s) == n, \"f\", \"%s\", len(%s), n", v, v, v)
	}
	m.line("clear(y)\n\tclear(z)\n\tvar u real = c\n\tvar w []real = new(n)")
	m.in("for i < n", func() { m.line("for j < n { b[i][j] = x[j] * a[i][0] }\n\tw[i] = x[i] * 0.5") })
	for range 1 + m.IntN(2) {
		m.in("for "+m.sometimes(8, "down ", "")+"i < n", func() {
			m.line("var r []real = %s[i][0 :+ n]\n\tvar v []real = %s[0 :+ n]", m.sometimes(4, "b", "a"), m.pick([]string{"x", "x", "w", "y"}))
			values := []string{"c", "x[i]", "x[i]"}
			with := []string{"x", "x", "w", "v"}
			to := []string{"y", "z", "z"}
			for range 3 + m.IntN(4) {
				switch m.IntN(8) {
				case 0, 1, 2:
					s, j := m.fresh("s"), m.fresh("j")
					m.line("var %s real = %s\n\tfor %s < n { %s +~= %sr[%s] * %s[%s] }", s, m.sometimes(3, m.pick(values), "0.0"),
						j, s, m.sometimes(3, "-", ""), j, m.pick(with), j)
					values = append(values, s, s)
				case 3, 4, 5:
					f, j := m.fresh("f"), m.fresh("j")
					m.line("var %s real = %s * %s", f, m.pick(values), m.pick(values))
					m.line("for %s < n { %s[%s] +~= %s%s * r[%s] }", j, m.pick(to), j, m.sometimes(3, "-", ""), m.sometimes(3, m.pick(values), f), j)
				case 6:
					m.line("u = u * 0.5 + %s * %s", m.pick(values), m.pick(values))
				default: // often what hinders
					m.line(m.sometimes(3, m.pick([]string{"w[i] = %s", "y[i] += %s", "b[i][n - 1] += %s", "u += y[0] * %s"}), "u += %s"), m.pick(values))
				}
			}
		})
	}
	m.line("return u, w[n - 1]")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Rows taken a panel at a time give what they give one after the other, up to the order of sums, with panels of two
// rows that do and do not divide their number, and beside the loop for few rows.
func TestRandomPanels(t *testing.T) {
	changed := 0
	small := panelsOf(idioms.PanelSize{Rows: 2, From: 3, Columns: 8})
	for seed := range uint64(250) {
		src := randomPanel(seed)
		before, err := loop.Read("before", src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		after, _ := loop.Read("after", src)
		o := &Options{Kernels: true, FastMath: seed%2 == 0, Verify: loop.Verify}
		if err := run(after, o, []Pass{kernels}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		was := after.String()
		if err := run(after, o, []Pass{small}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, was)
		}
		if after.String() == was {
			continue
		}
		changed++
		if err := run(after, o, []Pass{matrices, deadCode}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, was)
		}
		for _, n := range []int{1, 2, 3, 4, 7} {
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
