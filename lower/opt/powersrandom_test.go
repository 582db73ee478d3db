package opt

import (
	"math/rand/v2"
	"testing"
)

// randomPowers is a program with reals that go x-fold, or nearly, with the parameters of [randomLoops].
func randomPowers(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 19))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var d real = c * 0.5\n\tvar q real = %s\n\tvar t real = %s\n\tvar u real = 0.0", m.pick([]string{"1.0", "c", "d"}), m.pick([]string{"0.0", "0.0", "0.0", "c"}))
	m.in("for i < n", func() {
		q := "q"
		if m.IntN(2) == 0 {
			m.line("var o real = q")
			q = "o"
		}
		factor := m.pick([]string{"c", "c", "d", "u"})
		steps := []string{
			"t = " + m.pick([]string{"t * " + factor + " + " + q, q + " + " + factor + " * t", "t * d + q", "t * c - q"}),
			"u +~= t * x[i]",
			"q = " + m.pick([]string{"q * " + factor, factor + " * " + q, "q * c", "q + c"}),
		}
		if m.IntN(3) == 0 {
			steps[2] = "u, q = u + t, " + m.pick([]string{q + " * " + factor, "c * q"})
		}
		if m.IntN(4) == 0 {
			steps = append(steps, m.pick([]string{"z[i] = t", "y[i] = q", "d = d * 0.5", "if x[i] > 0.0 { t = t + c }", "q = q * 0.5"}))
		}
		if m.IntN(3) == 0 {
			m.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
		}
		for _, s := range steps {
			m.line("%s", s)
		}
	})
	m.line("u += %s", m.pick([]string{"t", "q", "t * c"}))
	m.line("return u, %s", m.pick([]string{"q", "q", "u", "t"}))
	m.indent--
	m.line("}")
	return m.b.String()
}

// Derivatives of powers are what they were, up to rounding.
func TestRandomPowers(t *testing.T) {
	changed := 0
	for seed := range uint64(4 * *traces) {
		src := randomPowers(seed)
		before, after := transformed(t, seed, src, Options{FastMath: true}, []Pass{powers})
		if before.String() != after.String() {
			changed++
		}
		for _, n := range []int{0, 1, 2, 5} {
			want, _ := runLoops(before, n)
			got, _ := runLoops(after, n)
			if want == nil || wild(want) {
				continue
			}
			if got == nil || !sameFloats(want, got, true) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Log(changed, "programs changed"); changed < *traces/4 {
		t.Errorf("only %d programs changed", changed)
	}
}
