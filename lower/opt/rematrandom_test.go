package opt

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomReaders is a program with two tapes of which a nest of three loops reads elements under several of its
// variables: t[a][c], t[b][c] and t[c][c], say, which end with the same loop.
func randomReaders(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 71))}
	m.line("func f(n int, x []real) {")
	m.indent++
	m.line("check len(x) == n, \"n\"\n\tvar t [][]real = new(n, n)\n\tvar u [][]real = new(n, n)\n\tvar acc real = 0.0")
	m.in("for r < n", func() {
		m.line("var e real = x[r] %s 2.0", m.pick([]string{"*", "+"}))
		m.in("for j < n", func() {
			m.line("var g real = %s", m.pick([]string{"e - x[j]", "x[j] * 3.0 + e", "exp(x[j]) * e", "sin(e + x[j])"}))
			m.line("t[r][j] = g\n\t\t\tu[r][j] = %s", m.pick([]string{"g * g", "g + x[r]", "x[j] - e"}))
		})
	})
	index := func(of ...string) string { return m.pick(of) }
	term := func() string {
		return fmt.Sprintf("%s[%s][%s]", m.pick([]string{"t", "u"}), index("a", "b", "c"), index("a", "b", "c", "c"))
	}
	m.in("for a < n", func() {
		m.in("for b < n", func() {
			if m.IntN(3) == 0 {
				m.line("acc = acc * 0.5 + t[%s][%s] * u[a][b]", index("a", "b"), index("a", "b"))
			}
			m.in("for c < n", func() {
				for range 1 + m.IntN(3) {
					m.line("acc = acc * 0.75 + %s * %s", term(), term())
				}
			})
		})
	})
	m.line("return acc")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Readers under different loops that end with the same one compute different elements again.
func TestRandomReaders(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		src := randomReaders(seed)
		before, after := transformed(t, seed, src, Options{}, []Pass{rematerialisation})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, n := range []int{0, 1, 2, 3, 4} {
			x := make([]float64, n)
			for i := range x {
				x[i] = 0.3 + 0.4*float64(i)
			}
			run := func(p *loop.Program) any {
				res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(n), x}, 1<<20)
				if err != nil {
					t.Fatal(err)
				}
				return res
			}
			if want, got := run(before), run(after); !reflect.DeepEqual(want, got) {
				t.Fatalf("seed %d, n = %d: got %v, want %v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 100 {
		t.Errorf("only %d programs changed", changed)
	}
}
