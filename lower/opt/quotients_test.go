package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomQuotients is a program of products, quotients and roots of positive numbers, with blocks inside.
func randomQuotients(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 13))}
	m.line("func f(a real, b real, c real, n int) {")
	m.indent++
	m.line("var x real = a\n\tvar acc real = 0.0")
	var roots, squares []string
	var block func(values []string, depth int)
	block = func(values []string, depth int) {
		name := func(e string, args ...any) {
			v := m.fresh("v")
			m.line("var %s real = %s", v, fmt.Sprintf(e, args...))
			values = append(values, v)
		}
		one := func() string { return m.pick(values) }
		for range 4 + m.IntN(8) {
			switch k := m.IntN(14); {
			case k == 0:
				squares = append(squares, one())
				name("sqrt(%s)", squares[len(squares)-1])
				roots = append(roots, values[len(values)-1])
				if m.IntN(2) == 0 {
					name("%s * %s", squares[len(squares)-1], values[len(values)-1])
				}
			case k <= 2:
				name("%s * %s", one(), one())
			case k <= 4:
				name("%s / %s", one(), one())
			case k == 5:
				name("-(%s / %s * -(%s + %s))", one(), one(), one(), one())
			case k == 6:
				s := one()
				name("%s * %s + gmul(0.5 / %s, %s * %s)", s, one(), s, one(), one())
			case k == 7:
				u := one()
				name("%s * %s + 3.0 * (%s * %s)", u, u, u, u)
			case k == 8:
				name("gmul(0.5 / %s, %s)", one(), one())
			case k == 9 && depth < 2:
				inner := append([]string(nil), values...)
				m.in(m.pick([]string{"for " + m.fresh("i") + " < 2", "if " + one() + " > 1.0"}), func() { block(inner, depth+1) })
			case k >= 12: // twice a product, and the sum of two such
				name("%d.0 * (%s / %s)", 2+m.IntN(2), one(), one())
				v := values[len(values)-1]
				t, u := m.fresh("t"), m.fresh("t")
				m.line("var %s real = %s * %s\n\tvar %s real = %s * %s", t, one(), v, u, m.pick([]string{v, one()}), one())
				name("%s + %s", t, t)
				name(m.pick([]string{"%s + %s", "%s + %s + a", "%s - %s"}), u, u)
				name("%s + %s", values[len(values)-2], values[len(values)-1])
			case k == 10:
				m.line("x = x * 0.5 + 1.0 / (%s + 1.0)", one())
			default:
				m.line("acc += %s / %s + x / %s", one(), one(), one())
			}
		}
		m.line("acc += %s", one())
	}
	block([]string{"a", "b", "c", "b", "c"}, 0)
	m.line("return acc, x")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Quotients through reciprocals are the quotients, up to rounding.
func TestRandomQuotients(t *testing.T) {
	changed := 0
	for seed := range uint64(600) {
		src := randomQuotients(seed)
		before, after := transformed(t, seed, src, Options{FastMath: true}, []Pass{quotients})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, in := range [][3]float64{{1.5, 0.7, 2.2}, {0.3, 1.1, 0.9}} {
			of := func(p *loop.Program) (out [2]float64) {
				res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{in[0], in[1], in[2], int64(2)}, 1<<20)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, p)
				}
				return [2]float64{res[0].(float64), res[1].(float64)}
			}
			want, got := of(before), of(after)
			for i := range want {
				if math.Abs(want[i]) > 1e100 || math.IsNaN(want[i]) {
					continue
				}
				if !(math.Abs(got[i]-want[i]) <= 1e-9*(1+math.Abs(want[i]))) {
					t.Fatalf("seed %d: %v, want %v\nbefore:\n%s\nafter:\n%s", seed, got, want, src, after)
				}
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 120 {
		t.Errorf("only %d programs changed", changed)
	}
}
