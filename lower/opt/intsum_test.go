package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomSums is a program of sums of ints, some of them so large that they wrap.
func randomSums(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 53))}
	m.line("func f(x []real, n int, k int) {")
	m.indent++
	m.line("var acc int = 0\n\tvar l int = len(x)\n\tvar q int = imin(n, k)")
	vars := []string{"n", "k", "l", "q", "acc"}
	one := func() string { return m.pick(vars) }
	for range 12 + m.IntN(12) {
		if m.IntN(6) == 0 {
			m.line("%s = %s", m.pick([]string{"q", "acc"}), one())
		}
		a, b := one(), one()
		v := m.fresh("v")
		switch m.IntN(6) {
		case 0:
			m.line("var %s int = %d * %s", v, 1+m.IntN(3), a)
		case 1:
			m.line("var %s int = %s - %d", v, a, m.IntN(3))
		case 2:
			m.line("var %s int = (%s + %s) - %s", v, a, b, m.pick([]string{a, b, one()}))
		case 3:
			m.line("var %s int = 2 * %s - (%s - %s)", v, a, m.pick([]string{a, one()}), b)
		case 4:
			m.line("var %s int = %s + %s", v, a, b)
		default:
			m.line("var %s int = %s - %s", v, a, b)
		}
		vars = append(vars, v)
		m.line("acc = acc * 3 + %s", v)
	}
	m.line("return acc, %s, %s", one(), one())
	m.indent--
	m.line("}")
	return m.b.String()
}

// Sums of which one variable is left are that variable, also where they wrap.
func TestRandomSums(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		src := randomSums(seed)
		before, after := transformed(t, seed, src, Options{}, []Pass{knownBounds})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, in := range [][2]int64{{3, 5}, {-7, 2}, {math.MaxInt64, math.MinInt64}, {math.MinInt64 + 2, 1 << 62}} {
			of := func(p *loop.Program) string {
				res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{[]float64{1, 2, 3}, in[0], in[1]}, 1<<20)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, p)
				}
				return fmt.Sprint(res)
			}
			if want, got := of(before), of(after); got != want {
				t.Fatalf("seed %d at %v: %v, want %v\nbefore:\n%s\nafter:\n%s", seed, in, got, want, src, after)
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 200 {
		t.Errorf("only %d programs changed", changed)
	}
}
