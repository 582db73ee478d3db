package opt

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomScales is a program of sums of multiples of constants, some of which are looked at, or added to in another place.
func randomScales(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 41))}
	m.line("func f(n int, a real, x []real) {")
	m.indent++
	for _, v := range []string{"s", "t", "u"} {
		m.line("var %s real = %s", v, m.pick([]string{"0.0", "0.0", "0.0", "a"}))
	}
	for range 1 + m.IntN(2) {
		if m.IntN(4) == 0 {
			m.line("%s +~= a", m.pick([]string{"s", "t", "u"}))
		}
		m.in("for i < n", func() {
			for range 1 + m.IntN(4) {
				v := m.pick([]string{"s", "t", "u"})
				switch m.IntN(6) {
				case 0:
					m.line("%s %s 2.0 * x[i]", v, m.pick([]string{"+~=", "+="}))
				case 1:
					m.line("%s +~= a * %s", v, m.pick([]string{"s", "t", "u", "x[i]"}))
				case 2:
					m.line("if x[i] > 0.0 {\n\t\t\t%s +~= 0.5 * x[i]\n\t\t}", v)
				case 3:
					w := m.fresh("w")
					m.line("var %s real = 3.0 * (x[i] - a)\n\t\t%s +~= %s", w, v, w)
					if m.IntN(3) == 0 {
						m.line("%s +~= %s", m.pick([]string{"s", "t", "u"}), w)
					}
				default:
					m.line("%s +~= %d.5 * (x[i] + a)", v, m.IntN(4))
				}
			}
		})
	}
	m.line("return s, t, u")
	m.indent--
	m.line("}")
	return m.b.String()
}

// A sum of multiples is the multiple of the sum, up to rounding.
func TestRandomScales(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		src := randomScales(seed)
		before, after := transformed(t, seed, src, Options{FastMath: true}, []Pass{scale})
		if before.String() == after.String() {
			continue
		}
		changed++
		for n := range 4 {
			of := func(p *loop.Program) []loop.Value {
				res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(n), 0.3, []float64{0.7, -1.2, 2.5}}, 1<<16)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, p)
				}
				return res
			}
			want, got := of(before), of(after)
			for i := range want {
				if w, g := want[i].(float64), got[i].(float64); !(math.Abs(g-w) <= 1e-12*(10+math.Abs(w))) {
					t.Fatalf("seed %d, n = %d: %v, want %v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
				}
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 100 {
		t.Errorf("only %d programs changed", changed)
	}
}
