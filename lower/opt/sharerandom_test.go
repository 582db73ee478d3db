package opt

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// randomLives is a program with arrays of two lengths, most of which a loop fills from some that are there already, and that are read again or not,
// with the parameters of [randomLoops].
func randomLives(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 29))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("check len(x) == n, \"n\"\n\tclear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var u real = c")
	m.line("var k int = 2 * n")
	m.lives(1 + m.IntN(3))
	r := m.fresh("r")
	m.in("for "+r+" < n", func() {
		m.line("var held []real = x")
		m.lives(3 + m.IntN(4))
		m.line("z[%s] += held[0]", r)
	})
	m.line("return u, u")
	m.indent--
	m.line("}")
	return m.b.String()
}

// lives is a list of arrays and loops in one block.
func (m *loopMaker) lives(count int) {
	filled := map[string][]string{"n": {"x"}, "k": nil}
	m.line("if n > 0 {")
	defer m.line("}")
	for range count {
		n := m.sometimes(3, "k", "n")
		t, i := m.fresh("t"), m.fresh("i")
		m.line("var %s []real = %s(%s)", t, m.sometimes(6, "new", "dirty"), n)
		element := func() string {
			from := filled[n]
			if len(from) == 0 {
				return "c"
			}
			x := from[len(from)-1-m.IntN(min(len(from), 3))]
			return m.pick([]string{x + "[" + i + "]", x + "[" + i + "]", x + "[" + i + "]", x + "[" + i + "]", m.pick([]string{x + "[0]", x + "[" + n + " - 1 - " + i + "]", x + "[0:+" + n + "][" + i + "]"})})
		}
		m.in("for "+m.sometimes(4, "down ", "")+i+" < "+n, func() {
			e := m.fresh("e")
			switch m.IntN(4) {
			case 0:
				m.line("%s[%s] = %s * %s + 0.5", t, i, element(), element())
			case 1:
				m.line("var %s real = %s * c", e, element())
				m.line("%s[%s] = %s", t, i, e)
				m.line("u += %s", m.sometimes(2, element(), t+"["+i+"]"))
			case 2:
				m.line("var %s real = %s", e, element())
				m.line("if %s > 0.5 { u += %s }", e, element())
				m.line("%s[%s] = %s - %s", t, i, e, m.sometimes(2, element(), e))
			default:
				at := m.sometimes(3, n+" - 1 - "+i, i)
				m.line("%s[%s] = %s", t, at, element())
				if m.IntN(2) == 0 {
					m.line("u += %s", element())
				}
			}
		})
		filled[n] = append(filled[n], t)
		if x := filled[n][m.IntN(len(filled[n]))]; m.IntN(3) == 0 {
			m.line("u += %s[0] * 0.25", x)
		}
		if m.IntN(12) == 0 && m.indent > 2 && n == "n" {
			m.line("held = %s", t)
		}
	}
	for _, n := range []string{"n", "k"} {
		for _, x := range filled[n] {
			if m.IntN(4) == 0 {
				m.line("u += %s[%s - 1]", x, n)
			}
		}
	}
}

// Arrays that share memory hold what they held, to the last bit.
func TestRandomLives(t *testing.T) {
	changed := 0
	for seed := range uint64(800) {
		src := randomLives(seed)
		before, after := transformed(t, seed, src, Options{Ordered: true}, []Pass{share})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, n := range []int{0, 1, 2, 3, 5} {
			want, _ := runLoops(before, n)
			if want == nil {
				t.Fatalf("seed %d, n = %d: the program fails\n%s", seed, n, src)
			}
			if got, _ := runLoops(after, n); got == nil || !sameFloats(want, got, false) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 150 {
		t.Errorf("only %d programs changed", changed)
	}
}

// What is left over of nests that run several iterations at a time may be in the memory of those.
func TestRandomLeftOver(t *testing.T) {
	changed := 0
	for seed := range uint64(450) {
		src := strings.Replace(randomNests(seed), "func f(", "export func f(", 1)
		passes := []Pass{firstStore, dirtyArrays, deadCode, interleave, deadCode, share, hoistAlloc, dirtyArrays, deadCode}
		_, apart := transformed(t, seed, src, Options{Jam: true}, passes)
		before, after := transformed(t, seed, src, Options{Jam: true, Zip: true}, append(passes, zip))
		if strings.Count(apart.String(), "dirty(")-strings.Count(after.String(), "dirty(") < 4 {
			continue
		}
		changed++
		for _, n := range []int{0, 1, 3, 4, 5, 7, 10} {
			want, _ := runLoops(before, n)
			if want == nil || wild(want) {
				continue
			}
			if got, _ := runLoops(after, n); got == nil || !sameFloats(want, got, true) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Logf("%d programs changed", changed); changed < 50 {
		t.Errorf("only %d programs changed", changed)
	}
}
