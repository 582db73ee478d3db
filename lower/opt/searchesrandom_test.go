package opt

import (
	"math/rand/v2"
	"testing"
)

// randomSearches is a program with loops of searches for extreme elements, some of which are no numbers, with the parameters of
// [randomLoops].
func randomSearches(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 29))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("check len(x) == n, \"n\"\n\tclear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	row := func(i string) {
		var found, bests []string
		k := 1 + m.IntN(3)
		for range k {
			s, t := m.fresh("s"), m.fresh("m")
			found, bests = append(found, s), append(bests, t)
			if m.line("var %s int = 0", s); m.IntN(6) == 0 { // one place for two searches
				found[len(found)-1] = found[m.IntN(len(found))]
			}
			m.line("var %s real = %s", t, m.pick([]string{"x[0]", "inf", "-inf", "a[0][0]", "sqrt(-2.0)", "0.25"}))
		}
		j := m.fresh("j")
		m.in(m.sometimes(4, "for down ", "for ")+j+" < n", func() {
			for p := range k {
				e := m.fresh("e")
				m.line("var %s real = %s", e, m.pick([]string{"x[" + j + "]", "a[" + i + "][" + j + "]", "sqrt(x[" + j + "])", "0.0 * x[" + j + "]", "sqrt(a[" + j + "][" + i + "]) - c", "x[" + j + "] - real(" + m.pick(found) + ")"}))
				m.in("if "+e+m.pick([]string{" < ", " > "})+bests[p]+" || "+e+" != "+e, func() {
					m.line("%s, %s = %s, %s", found[p], bests[p], j, m.sometimes(12, "c", e))
				})
			}
			if m.IntN(10) == 0 {
				m.line("y[%s] += c", j)
			}
		})
		for p := range k {
			m.line("z[%s] += real(%s) * %d.0", i, found[p], 1+10*p)
			if m.IntN(6) == 0 {
				m.line("y[%s] = %s", i, bests[p])
			}
		}
	}
	m.in("for i < n", func() { row("i"); row("i") })
	m.line("return c, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Searches without branches find what they found, to the last bit.
func TestRandomSearches(t *testing.T) {
	const seeds = 300
	changed := 0
	for seed := range uint64(seeds) {
		src := randomSearches(seed)
		before, after := transformed(t, seed, src, Options{}, []Pass{searches})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, n := range []int{1, 2, 5, 9} {
			want, _ := runLoops(before, n)
			got, _ := runLoops(after, n)
			if want != nil && (got == nil || !sameFloats(want, got, false)) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if changed < seeds/4 {
		t.Errorf("only %d programs changed", changed)
	}
}
