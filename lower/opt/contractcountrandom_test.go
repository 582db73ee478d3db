package opt

import (
	"math/rand/v2"
	"testing"
)

// randomCounted is a program with a while loop that adds to elements one behind the other, or nearly, with the
// parameters of [randomLoops].
func randomCounted(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 23))}
	rarely := func(usual, other string) string {
		if m.IntN(8) == 0 {
			return other
		}
		return usual
	}
	array := m.pick([]string{"t", "y"})
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var t []real = new(n)\n\tclear(y)")
	m.line("var q real = c\n\tvar u real = 0.0")
	m.line("var k int = %s", rarely("0", m.pick([]string{"1", "imin(n, 1)"})))
	m.line("%s", rarely("", array+"[n - 1] +~= c"))
	head := rarely("", "k = k + 1")
	m.in("loop", func() {
		if head != "" {
			m.line("u += 1.0")
		}
		m.line("while k < n && %s", m.pick([]string{"abs(q) > 0.01", "x[k] * q < 3.0", rarely("q > -2.0", array+"[k] < 1.0")}))
		index := m.pick([]string{"k", "j", "o"})
		if index != "k" {
			m.line("var %s int = %s", index, rarely("inrange(k, n, \"at\")", "imax(k - 1, 0)"))
		}
		store := array + "[" + rarely(index, "imin("+index+" + 1, n - 1)") + "] " + rarely("+~=", "+=") + " " + rarely("q * x[k]", array+"[0] + c")
		if m.IntN(8) == 0 {
			store = "if q > 0.5 { " + store + " }"
		}
		steps := []string{store, "q = q * c"}
		if m.IntN(6) == 0 {
			steps = append(steps, m.pick([]string{array + "[0] +~= c", "u += " + array + "[k]", "z[k] = q", "if q > 1.0 { k = k + 1 }"}))
		}
		last := m.pick([]string{"k = k + 1", "k += 1", "q, k = q * c, 1 + k"})
		if last = rarely(last, "k = k + 2"); m.IntN(6) == 0 {
			steps = append(steps, "var w int = k", last)
			m.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
			if steps[len(steps)-1] != last {
				m.line("if k >= n - 1 {\n\t\t\tk = n - 1\n\t\t}")
			}
		} else {
			steps = append(steps, last)
		}
		for _, s := range steps {
			m.line("%s", s)
		}
	})
	m.in("for i < n", func() { m.line("z[i] += t[i] * 3.0 + y[i]") })
	m.line("return u, q")
	m.indent--
	m.line("}")
	return m.b.String()
}

// What a while loop does not reach stays zero, and no element has what memory had before.
func TestRandomCounted(t *testing.T) {
	changed := 0
	for seed := range uint64(4 * *traces) {
		src := randomCounted(seed)
		before, after := transformed(t, seed, src, Options{}, []Pass{firstStore})
		if before.String() != after.String() {
			changed++
		}
		for _, n := range []int{0, 1, 2, 5, 9} {
			want, _ := runLoops(before, n)
			got, _ := runLoops(after, n)
			if want == nil {
				continue
			}
			if got == nil || !sameFloats(want, got, true) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, src, after)
			}
		}
	}
	if t.Log(changed, "programs changed"); changed < *traces/2 {
		t.Errorf("only %d programs changed", changed)
	}
}
