package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomSwaps is a program of loops whose arrays change places, read and written before and after one fills the other.
func randomSwaps(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 37))}
	m.line("func f(n int, a real, x []real, out y []real) {")
	m.indent++
	m.line("var p [][]real = new(n, 2)\n\tvar q [][]real = new(n, 2)\n\tvar z [][][]real = new(3, n, 2)\n\tvar s real = a")
	m.line("for i < n {\n\t\tp[i][0] = x[i]\n\t\tp[i][1] = a\n\t}")
	if m.IntN(6) == 0 {
		m.line("var r0 []real = p[0]")
	}
	rows := 0
	some := func(from ...string) {
		e := m.pick(append([]string{"z[t]", "z[0]"}, from...))
		to := m.pick(append([]string{"z[t]"}, from...))
		switch m.IntN(5) {
		case 0:
			m.line("s = s * 0.5 + %s[%d][1]", e, m.IntN(2))
		case 1:
			rows++
			m.line("var r%d []real = %s[%d]\n\t\ts = s - r%d[0]", rows, e, m.IntN(2), rows)
		case 2:
			m.line("for i < n {\n\t\t\t%s[i][%d] = %s[i][0] * 0.25 + s\n\t\t}", to, m.IntN(2), e)
		case 3:
			m.line("%s[1][1] = a - %s[0][0]", to, e)
		default:
			if to != e {
				m.line("copy(%s, %s)", to, e)
			}
		}
	}
	m.in("for t < 3", func() {
		if m.IntN(2) == 0 {
			m.line("var e [][]real = z[t]\n\t\tcopy(e, p)")
		} else {
			m.line("var e [][]real = z[1]")
		}
		for range m.IntN(4) {
			some("p", "e")
		}
		if m.IntN(8) > 0 {
			m.line("copy(q, %s)", m.pick([]string{"e", "z[0]", "p", "e"}))
		}
		from := []string{"q", "e"}
		if m.IntN(6) == 0 {
			from = append(from, "p")
		}
		for range 1 + m.IntN(4) {
			some(from...)
		}
		if rows > 0 && m.IntN(4) == 0 {
			m.line("s = s + r%d[1]", 1+m.IntN(rows))
		}
		m.line(m.pick([]string{"p, q = q, p", "q, p = p, q"}))
	})
	last := "p"
	if m.IntN(8) == 0 {
		last = "q"
	}
	m.line("for i < n {\n\t\ty[i] = %s[i][0] + %s[i][1]\n\t}\n\treturn s, z[0][0][0], z[2][1][1]", last, last)
	m.indent--
	m.line("}")
	return m.b.String()
}

// One array is as good as two that change places.
func TestRandomSwaps(t *testing.T) {
	changed := 0
	for seed := range uint64(1500) {
		src := randomSwaps(seed)
		before, err := loop.Read("before", src)
		if err != nil {
			continue // a row of an inner block, say
		}
		after, _ := loop.Read("after", src)
		if err := run(after, &Options{Verify: loop.Verify}, []Pass{unswap}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		if before.String() == after.String() {
			continue
		}
		changed++
		of := func(p *loop.Program) []float64 {
			y := make([]float64, 3)
			res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(3), 0.7, []float64{0.3, -1.2, 2.5}, y}, 1<<20)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, p)
			}
			for _, r := range res {
				y = append(y, r.(float64))
			}
			return y
		}
		want, got := of(before), of(after)
		for i := range want {
			if math.Float64bits(want[i]) != math.Float64bits(got[i]) {
				t.Fatalf("seed %d: %s, want %s\nbefore:\n%s\nafter:\n%s", seed, fmt.Sprint(got), fmt.Sprint(want), src, after)
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 150 {
		t.Errorf("only %d programs changed", changed)
	}
}
