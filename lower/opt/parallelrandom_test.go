package opt

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Loops in parts give what they gave, up to the order of free additions; and they give the same to the last bit when
// the parts run in another order, before and after the passes that follow.
func TestRandomParallel(t *testing.T) {
	for _, c := range []struct {
		name   string
		passes []Pass
		least  int
	}{
		{"alone", []Pass{parallel}, 50},
		{"all", Passes(), 30},
	} {
		loops, lost := 0, 0
		for seed := range uint64(150) {
			src := []func() string{
				func() string { return randomLoops(seed, true) },
				func() string { return randomNests(seed) },
				func() string { return randomRows(seed) },
			}[seed%3]()
			src = strings.Replace(src, "func f(", "export func f(", 1)
			before, after := transformed(t, seed, src, Options{Jam: seed%2 == 0, Parallel: 3}, c.passes)
			turned, err := loop.Read("turned", after.String())
			if err != nil || turned.String() != after.String() {
				t.Fatalf("seed %d does not read back: %v\n%s", seed, err, after)
			}
			marks := 0
			loop.Walk(turned.Funcs[0].Body, func(s loop.Stmt) {
				l, ok := s.(*loop.For)
				if !ok || l.Par == nil {
					return
				}
				if err := Apart(turned.Funcs[0], l); err != nil {
					lost++
					return
				}
				marks++
				l.Par, l.Down = nil, true
			})
			if marks == 0 {
				continue
			}
			loops += marks
			for _, n := range []int{0, 1, 2, 5, 9} {
				want, _ := runLoops(before, n)
				if want == nil || wild(want) {
					continue
				}
				got, _ := runLoops(after, n)
				if got == nil || !sameFloats(want, got, true) {
					t.Fatalf("%s, seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", c.name, seed, n, got, want, src, after)
				}
				if other, _ := runLoops(turned, n); other == nil || !sameFloats(got, other, false) {
					t.Fatalf("%s, seed %d, n = %d: in another order\n%v\nnot\n%v\nbefore:\n%s\nafter:\n%s", c.name, seed, n, other, got, src, after)
				}
			}
		}
		if t.Logf("%s: %d loops, %d marks lost", c.name, loops, lost); loops < c.least || lost*10 > loops {
			t.Errorf("%s: %d loops, %d marks lost", c.name, loops, lost)
		}
	}
}

// Why loops are refused.
func TestParallelRefused(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"s = s * 0.5 + exp(x[i] * exp(x[i]))", "each iteration needs s of the one before"},
		{"s += exp(x[i] * exp(x[i]))", "s is added up in order, which a sum is not (in Go with the setting fastmath)"},
		{"s +~= exp(x[i]) * s", "s is read in the loop that adds to it"},
		{"y[i] = exp(x[i])\n y[i + 1] = 1.0", "iterations use elements of y that others change"},
		{"y[i] = exp(x[i]) + y[0]", "iterations use elements of y that others change"},
		{"y[i / 2] = exp(x[i])", "iterations use elements of y that others change"},
		{"y[i] +~= exp(x[i])\n y[0] += exp(x[i])", "iterations use elements of y that others change"},
		{"y[0] +~= exp(x[i]) * y[1]", "iterations use elements of y that others change"},
		{"append(g, exp(x[i] * exp(x[i])))", "g grows in the loop"},
		{"rows[i] = rows[0]\n y[i] = exp(x[i] + exp(x[i]))", "rows of rows change places"},
		{"y[i] = exp(x[i]) + x[i - 1]\n y[i] +~= exp(y[i])\n y[0] +~= 1.0", "iterations use elements of y that others change"},
		{"var v []real = y[i:+1]\n v[0] = exp(x[i] + exp(x[i]))", "iterations use elements of y that others change"},
		{"two[i][0] = exp(x[i] + exp(x[i]))", "two rows of two may be one"},
		{"y[i] = exp(x[i] + exp(x[i]))\n s +~= y[i]", ""},
		{"y[0] +~= exp(x[i] + exp(x[i]))\n y[1] +~= 1.0", ""},
		{"var v []real = rows[i]\n v[0] = exp(x[i]) + v[len(v) - 1]", ""},
	} {
		p, err := loop.Read("test", `export func f(x []real, out y []real, out rows [][]real) {
			var s real = 0.0
			var g []real = new(1)
			var r []real = new(1)
			var two [][]real = new(len(x))
			for j < len(x) { two[j] = r }
			for i < len(x) {
				`+c.body+`
			}
			return s, len(g), two[0][0]
		}`)
		if err != nil {
			t.Fatal(c.body, err)
		}
		got := ""
		o := &Options{Parallel: 2, Verify: loop.Verify, Refused: func(_ *loop.Func, s *loop.For, why string) { got = why }}
		if err := run(p, o, []Pass{parallel}); err != nil {
			t.Fatal(c.body, err)
		}
		if done := strings.Contains(p.String(), "parallel"); got != c.want || done != (c.want == "") {
			t.Errorf("%s: %q, want %q; parallel: %v", c.body, got, c.want, done)
		}
	}
}

// randomRows is a program with loops over the rows of matrices, with the parameters of [randomLoops].
func randomRows(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 11))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var u real = c")
	vecs := []string{"x", "x", "x", "y", "z"}
	for range 1 + m.IntN(3) {
		i := m.fresh("i")
		m.in("for "+i+" < n", func() {
			rows, sums, values := []string{}, []string{}, []string{"c", "x[" + i + "]", "y[" + i + "]"}
			for range 1 + m.IntN(2) {
				rows = append(rows, m.fresh("r"))
				m.line("var %s []real = %s[%s][0 :+ n]", rows[len(rows)-1], []string{"a", "a", "a", "b"}[m.IntN(4)], i)
			}
			for range 2 + m.IntN(4) {
				switch k := m.IntN(9); {
				case k == 7:
					v := m.fresh("w")
					m.line("var %s []real = %s[0 :+ n]", v, m.pick(vecs))
					rows = append(rows, v)
				case k == 8:
					s, q, j, v := m.fresh("s"), m.fresh("s"), m.fresh("j"), m.fresh("v")
					m.line("var %s real = 0.0\n\tvar %s real = %s", s, q, m.pick(values))
					m.line("for %s < n { var %s real = %s[%s]; %s +~= %s * %s; %s += %s * x[%s] + %s[%s] }",
						j, v, m.pick(rows), j, s, v, m.pick(append(values, v)), q, v, j, m.pick(append(rows, vecs...)), j)
					sums, values = append(sums, s, q), append(values, s, q)
				case k < 2:
					s, j := m.fresh("s"), m.fresh("j")
					m.line("var %s real = %s", s, []string{"0.0", "c", "u", m.pick(values)}[m.IntN(4)])
					other := append([]string{m.pick(rows)}, vecs...)
					m.line("for %s < n { %s +~= %s[%s] * %s[%s] }", j, s, m.pick(rows), j, m.pick(other), j)
					sums, values = append(sums, s), append(values, s)
				case k < 3:
					v := m.fresh("v")
					m.line("var %s real = %s * %s - %s", v, m.pick(values), m.pick(values), m.pick(values))
					values = append(values, v, v)
				case k < 5:
					j := m.fresh("j")
					v := append([]string{"c"}, sums...)
					m.line("for %s < n { %s[%s] += %s[%s] * %s }", j, m.pick([]string{"y", "z", "z"}), j, m.pick(append(rows, "x")), j, m.pick(v))
				case k < 6:
					m.line("u += %s * %s", m.pick(values), m.pick(values))
				default:
					m.line("%s[%s] %s %s", m.pick([]string{"y", "z"}), i, m.pick([]string{"=", "+="}), m.pick(values))
				}
			}
		})
	}
	m.line("return u, u")
	m.indent--
	m.line("}")
	return m.b.String()
}
