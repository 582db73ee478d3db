package opt

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

var traces = flag.Int("traces", 150, "random programs in which while loops grow rows")

// randomAlong is a program with while loops that grow rows, and loops behind them that read those, with the parameters
// of [randomLoops].
func randomAlong(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 17))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var d []real = new(12)\n\tvar sum real = 0.0\n\tvar w real = c")
	state := "w"
	one := func(outer string) {
		k := m.fresh("k")
		rows := []string{m.fresh("t"), m.fresh("t")}[:1+m.IntN(2)]
		for _, r := range rows {
			m.line("var %s []real = nil([]real)", r)
		}
		m.line("var %s int = 0\n\tvar q%s real = %s", k, k, m.pick([]string{"c", "2.0", "w"}))
		values := []string{"c", "x[0]", "q" + k, "d[3]", "real(" + k + ")"}
		m.in("loop", func() {
			m.line("while %s < %d && q%s > 0.1", k, m.IntN(7), k)
			early := m.IntN(4) == 0
			if early {
				m.line("%s += 1", k)
			}
			for _, r := range rows {
				m.line("append(%s, %s * 0.5)", r, m.pick(values))
			}
			if m.IntN(4) == 0 {
				m.line("%s", m.pick([]string{"d[2] += c", "sum += c", "sum +~= q" + k, "w = w * 0.5", "d[" + k + "] = c", "d[5] = sum"}))
			}
			if early {
				m.line("q%s = q%s * 0.8", k, k)
				return
			}
			m.line("q%s, %s = q%s * 0.8, %s + 1", k, k, k, k)
		})
		o, s := m.fresh("o"), m.fresh("s")
		m.line("var %s int = len(%s)", o, rows[0])
		between := []string{"sum += q" + k, "d[1] = 0.5", "w += 0.25", "sum +~= d[2]", "check " + o + " >= 0, \"negative\""}
		for range m.IntN(3) {
			m.line("%s", m.pick(between))
		}
		m.line("var %s real = %s", s, m.pick([]string{"0.0", "c", "w", "0.5"}))
		sum := m.pick([]string{"sum", "sum", "w"})
		j := m.fresh("j")
		m.in([]string{"for ", "for down ", "for down "}[m.IntN(3)]+j+" < "+o, func() {
			get := func() string { return m.pick(rows) + "[" + j + "]" }
			t := s
			if m.IntN(3) == 0 {
				v := m.fresh("v")
				m.line("var %s real = %s", v, m.pick([]string{s + " * " + get(), "-" + s, get(), s + " - " + get() + " * " + s}))
				t = v
			}
			for range 1 + m.IntN(2) {
				m.line("%s %s %s", m.pick([]string{sum, sum, "d[" + j + "]", "y[0]"}), m.pick([]string{"+~=", "+~=", "+~=", "+="}), m.pick([]string{
					get() + " * " + t, t + " * " + get(), get() + " * c", t, get() + " - " + get(), get() + " + " + t, sum + " * 0.1",
				}))
			}
			m.line("%s = %s", s, m.pick([]string{
				"0.5 * " + s + " + " + get(), get() + " - " + s + " * c", "-" + s, s + " * 0.5", "c - " + t, s + " * " + s + " * 0.1", t + " * 0.5 - " + get() + " * 0.25",
			}))
		})
		m.line("d[0] += sum + real(%s)", m.pick([]string{o, k, o}))
		if outer == "" && m.IntN(4) == 0 {
			state = s
		}
	}
	for range 1 + m.IntN(2) {
		if m.IntN(2) == 0 {
			one("")
			continue
		}
		i := m.fresh("i")
		m.in("for "+i+" < n", func() { one(i); m.line("z[%s] += d[1]", i) })
	}
	m.line("y[0] += d[0] + d[1] + d[2] + d[4]")
	m.line("sum += w")
	m.line("return sum, %s", state)
	m.indent--
	m.line("}")
	return m.b.String()
}

// A loop that runs along with the one that grew its row gives what it gave behind it; with fast math, its state's
// transpose does.
func TestRandomAlong(t *testing.T) {
	for _, fast := range []bool{false, true} {
		turned, changed := 0, 0
		for seed := range uint64(*traces) {
			src := randomAlong(seed)
			before, err := loop.Read("before", src)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			after, _ := loop.Read("after", src)
			o := Options{Verify: loop.Verify, FastMath: fast}
			if err := run(after, &o, []Pass{turn}); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			was := after.String()
			if err := run(after, &o, []Pass{along}); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			if before.String() != was {
				turned++
			}
			if after.String() != was {
				changed++
			}
			for _, n := range []int{1, 2, 4} {
				want, _ := runLoops(before, n)
				got, _ := runLoops(after, n)
				if want == nil || wild(want) {
					continue
				}
				if got == nil || !sameFloats(want, got, true) {
					t.Fatalf("seed %d, n = %d, fast %t: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, fast, got, want, src, after)
				}
			}
		}
		least := *traces / 20
		if fast {
			least = *traces / 12
		}
		if t.Log(fmt.Sprint(turned, " programs turned, ", changed, " joined")); changed < *traces/6 || turned < least {
			t.Errorf("only %d and %d programs changed", turned, changed)
		}
	}
}
