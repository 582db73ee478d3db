package opt

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

var traces = flag.Int("traces", 150, "random programs in which while loops grow rows")

// randomTraces is a program with a while loop in a loop that grows rows, and loops that read them, with the parameters of
// [randomLoops].
func randomTraces(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 13))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	const size = 64 // of d, and above all ints here
	m.line("var d []real = new(%d)\n\tvar e []int = new(n)\n\tvar g int = %d\n\tvar w real = c", size, m.IntN(4))
	m.in("for i < n", func() { m.line("e[i] = int(abs(x[i]) * 3.0) %% 8 + 1") })
	m.in("for i < 64", func() { m.line("d[i] = real(i) * 0.5 - 9.0") })
	m.line("var m []int = new(n)")
	rows := []string{}
	ints := map[string]bool{}
	for k := range 1 + m.IntN(3) {
		r := fmt.Sprint("t", k)
		rows = append(rows, r)
		ints[r] = m.IntN(2) == 0
		m.line("var all%s [][]%s = new(n)", r, kindOf(ints[r]))
	}
	m.in("for i < n", func() {
		start := m.pick([]string{"i + 1", "e[i]", "g + i + 1", "i + 1", "iand(e[i], 7)"})
		m.line("var s int = %s\n\tvar p int = s\n\tvar h int = %s\n\tvar q real = c", start, m.pick([]string{"0", "i", "e[i]", "g"}))
		for _, r := range rows {
			m.line("var %s []%s = nil([]%s)", r, kindOf(ints[r]), kindOf(ints[r]))
		}
		if m.IntN(6) == 0 {
			m.line("h += i")
		}
		m.in("loop", func() {
			m.line("while p %s 0", m.pick([]string{"!=", ">"}))
			m.line("var l int = %s", m.pick([]string{"iand(p, p - 1)", "iand(p, p - 1)", "p - 1", "idiv(p, 2, \"zero\")"}))
			m.line("var pq int = iand(p, h)")
			if m.IntN(8) == 0 {
				m.line("if q > c { h += 1 }")
			}
			m.line("var k int = %s", m.pick([]string{"s - (pq - iand(pq, pq - 1))", "imin(iandnot(s, ishl(1, ctz(pq))), 63)", "ctz(p)", "imin(p, 63)", "imax(s - (p - l), 0)", "iandnot(s, ishl(1, ctz(p)))", "imod(h, 5, \"zero\")", "imod(s + h, 16, \"zero\")"}))
			m.line("var u real = d[inrange(%s, %d, \"u\")]", m.pick([]string{"k", "p", "s", "i", "k"}), size)
			for range m.IntN(3) {
				m.trace()
			}
			for _, r := range rows {
				m.line("append(%s, %s)", r, m.appended(ints[r], size))
			}
			if m.IntN(2) == 0 {
				m.line("h += %s", m.pick([]string{"1", "p", "k", "g"}))
			}
			if m.IntN(3) == 0 {
				m.trace()
			}
			m.line("q, p = q * 0.5 + u, l")
		})
		for range m.IntN(3) {
			m.trace()
		}
		m.line("var o int = len(%s)\n\tm[i] = o", m.pick(rows))
		for _, r := range rows {
			m.line("all%s[i] = %s", r, r)
		}
		m.line("z[i] = q + real(h)")
		if m.IntN(2) == 0 {
			m.line("d[%s] = q", m.pick([]string{"i + 1", "i + 1", "i", "s", "s", "iand(s, 15)", "0"}))
		}
	})
	if m.IntN(4) == 0 {
		m.line("d[%d] = c", m.IntN(6))
	}
	m.in([]string{"for j < n", "for down j < n"}[m.IntN(2)], func() {
		m.line("var o int = m[j]\n\tcheck o >= 0, \"negative\"\n\tvar v real = w + x[j]")
		for _, r := range rows {
			m.line("var r%s []%s = all%s[j]\n\tcheck len(r%s) == o, \"f\", \"r\", len(r%s), o", r, kindOf(ints[r]), r, r, r)
		}
		m.in([]string{"for k < o", "for down k < o", "for down k < o"}[m.IntN(3)], func() {
			for _, r := range rows {
				v := "r" + r + "[k]"
				if ints[r] {
					v = "real(" + v + ")"
				}
				m.line("%s +~= %s * %s", m.pick([]string{"y[j]", "z[j]", "y[0]", "d[3]", "w"}), v, m.pick([]string{"v", "v", "c", "x[j]", "real(k)"}))
			}
			m.line("%s", m.pick([]string{"v = -v", "v = -v", "z[j] +~= c", "v = -v * c", "w = -w"}))
			if m.IntN(6) == 0 {
				m.line("z[j] +~= v")
			}
		})
		if m.IntN(5) == 0 {
			m.line("z[j] += v")
		}
	})
	m.line("return w, w")
	m.indent--
	m.line("}")
	return m.b.String()
}

func kindOf(isInt bool) string {
	if isInt {
		return "int"
	}
	return "real"
}

// trace is a statement that what is computed again may depend on.
func (m *loopMaker) trace() {
	switch m.IntN(4) {
	case 0:
		m.line("g += 1")
	case 1:
		m.line("d[%s] = real(g) * 0.25", m.pick([]string{"0", "i", "i + 1", "iand(s, 31)"}))
	case 2:
		m.line("z[i] += c")
	default:
		m.line("e[imin(i + 1, n - 1)] = iand(g, 15)")
	}
}

func (m *loopMaker) appended(isInt bool, size int) string {
	if isInt {
		return m.pick([]string{"k", "k", "p", "l", "h", "s + k", "g", "e[i]"})
	}
	return m.pick([]string{"u", "u", "q", fmt.Sprintf("d[inrange(k, %d, \"k\")]", size), "c", "x[i]", "real(p)", "exp(x[i])"})
}

// Rows that are had by running a loop again, forward, are the ones that there were.
func TestRandomTraces(t *testing.T) {
	turned, changed := 0, 0
	for seed := range uint64(*traces) {
		src := randomTraces(seed)
		before, err := loop.Read("before", src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		after, _ := loop.Read("after", src)
		o := Options{Verify: loop.Verify}
		if err := run(after, &o, []Pass{knownBounds, turn}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		was := after.String()
		if err := run(after, &o, []Pass{retrace, tripCounts}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		if before.String() != was {
			turned++
		}
		if after.String() != was {
			changed++
		}
		for _, n := range []int{0, 1, 2, 6} {
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
	if t.Logf("%d programs turned, %d retraced", turned, changed); turned < *traces/5 || changed < *traces/8 {
		t.Errorf("only %d and %d programs changed", turned, changed)
	}
}
