package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomKept is a program with two nests of loops that compute much the same: not always in the same iterations, in the same
// order, or of the same memory.
func randomKept(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 31))}
	m.line("func f(n int, a real, x []real, out y []real, out g []real) {")
	m.indent++
	m.line("clear(y)\n\tclear(g)\n\tvar s real = a\n\tvar c real = a")
	m.line("var t []real = new(3 * n)\n\tfor i < 3 * n {\n\t\tt[i] = x[i]\n\t}")
	rarely := func(k int) bool { return m.IntN(k) == 0 }
	depth := 1 + m.IntN(3)
	counts := []string{m.pick([]string{"n", "2", "n - 1"})}
	for d := 1; d < depth; d++ {
		counts = append(counts, m.pick([]string{"n", fmt.Sprintf("i%d", d-1), fmt.Sprintf("n - i%d - 1", d-1), "i0 - 2"}))
	}
	index := func() string {
		e := m.pick([]string{"0", "i0", "n"})
		for d := range depth {
			if m.IntN(2) == 0 {
				e += fmt.Sprintf(" + i%d", d)
			}
		}
		return fmt.Sprintf("%s[imin(%s, 3 * n - 1)]", m.pick([]string{"x", "t"}), e)
	}
	p, q := index(), index()
	value := m.pick([]string{"sqrt(p * p + 1.0)", "exp(p - q)", "1.0 / sqrt(p * p + q * q + 0.5)", "a / (p * p + 1.0) + log(q * q + 1.0)", "sin(p * c)", "sqrt(w * w + 1.0)", "exp(w) / sqrt(w + 9.0)"})
	other := m.pick([]string{"q", "w"})
	nest := func(down bool, array, by string) {
		var in func(d int)
		in = func(d int) {
			if d == depth {
				m.line("var p real = %s\n\tvar q real = %s", p, q)
				m.line("var w real = p * q\n\tvar v real = %s%s", value, by)
				m.line("s +~= v * "+other+"\n\t%s[imin(i%d, n - 1)] +~= v * p", array, depth-1)
				switch m.IntN(10) {
				case 0:
					m.line("t[i%d] = v", depth-1)
				case 1:
					m.line("c = c * 0.5 + v")
				case 2:
					m.line("%s[imin(i0, n - 1)] +~= a", array)
				}
				return
			}
			way, n := "", counts[d]
			if down != rarely(8) {
				way = "down "
			}
			if rarely(12) {
				n = m.pick([]string{"n", "2"})
			}
			body := func() {
				if d+1 < depth && rarely(10) {
					m.in("if x[0] > 0.0", func() { in(d + 1) })
				} else {
					in(d + 1)
				}
				if rarely(5) {
					m.line("s +~= a * real(i%d)", d)
				}
			}
			head := fmt.Sprintf("for %si%d < %s", way, d, n)
			if rarely(6) {
				guard := n
				if rarely(4) {
					guard = "n - 2"
				}
				m.in("if "+guard+" > 0", func() {
					m.line("s +~= x[0]")
					m.in(head, body)
				})
			} else {
				m.in(head, body)
			}
		}
		in(0)
	}
	nest(false, "y", "")
	switch m.IntN(12) {
	case 0:
		m.line("t[0] = s")
	case 1:
		m.line("c = s")
	case 2:
		m.line("clear(t)")
	}
	by := ""
	if rarely(4) { // which is not there in the first nest
		m.line("var h real = a * x[0]")
		by = " * h"
	}
	nest(true, "g", by)
	m.line("return s, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// What is kept is what is computed, to the last bit, whatever room there is, unless loops may be turned for it.
func TestRandomKept(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		src := randomKept(seed)
		before, err := loop.Read("before", src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		for _, words := range []int{0, 1 + int(seed%9), -1} {
			after, _ := loop.Read("after", src)
			if err := run(after, &Options{Store: max(words, 0), Ordered: words >= 0, Verify: loop.Verify}, []Pass{store}); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			if before.String() == after.String() {
				continue
			}
			changed++
			for n := 1; n < 5; n++ {
				want, got := keptRun(t, before, n), keptRun(t, after, n)
				for i := range want {
					same := math.Float64bits(want[i]) == math.Float64bits(got[i])
					if words < 0 { // loops may be turned
						same = same || math.Abs(want[i]-got[i]) <= 1e-11*(1+math.Abs(want[i]))
					}
					if !same {
						t.Fatalf("seed %d, n = %d, %d words: %v, want %v\nbefore:\n%s\nafter:\n%s", seed, n, words, got, want, src, after)
					}
				}
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 100 {
		t.Errorf("only %d programs changed", changed)
	}
}

func keptRun(t *testing.T, p *loop.Program, n int) []float64 {
	t.Helper()
	x := make([]float64, 3*n+1)
	for i := range x {
		x[i] = 0.4*float64(i) - 0.7
	}
	y, g := make([]float64, n+1), make([]float64, n+1)
	res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(n), 0.8, x, y, g}, 1<<20)
	if err != nil {
		return []float64{math.NaN()} // as before
	}
	return append(append(y, g...), res[0].(float64), res[1].(float64))
}
