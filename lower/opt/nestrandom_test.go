package opt

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"

	cases "github.com/seed-4b734f86/gochad/internal/part"
)

// randomNests is a program with nests of three loops over the rows of matrices that iterations share, memory of each
// iteration, searches for an extreme element, and additions to results, with the parameters of [randomLoops]. Some of
// it reads what other iterations change.
func randomNests(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 17))}
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("check len(x) == n, \"n\"\n\tclear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var u real = c")
	for range 1 + m.IntN(2) {
		i := m.fresh("i")
		m.in("for "+i+" < n", func() { m.nest(i) })
	}
	m.line("return u, u")
	m.indent--
	m.line("}")
	return m.b.String()
}

// sometimes is s, or in one case of k the other.
func (m *loopMaker) sometimes(k int, other, s string) string {
	if m.IntN(k) == 0 {
		return other
	}
	return s
}

func (m *loopMaker) nest(i string) {
	var own []string
	values := []string{"c", "x[" + i + "]"}
	m.line("var xi []real = a[%s]", i)
	for range 2 + m.IntN(4) {
		r, j := m.fresh("r"), m.fresh("j")
		length := m.sometimes(2, r+m.pick([]string{" + 1", " + 1", "", " - 1"}), m.sometimes(8, "n - "+r, "n"))
		add := m.sometimes(8, "+=", "+~=")
		switch m.IntN(8) {
		case 6: // an array that all iterations fill alike, or nearly, some of them with another
			p := m.fresh("p")
			m.line("var %s []real = %s(n)", p, m.sometimes(3, "new", "dirty"))
			common := m.sometimes(4, "xi["+r+"]", m.sometimes(8, "y["+r+"]", "-x["+r+"]"))
			if o := m.fresh("p"); m.IntN(2) == 0 {
				m.line("var %s []real = dirty(n)", o)
				m.line("for %s < n { %s[%s], %s[%s] = xi[%s] * c, %s }", r, o, r, p, r, r, common)
				own = append(own, o)
			} else {
				m.line("for %s < n { %s[%s] = %s }", r, p, r, common)
			}
			if m.IntN(5) == 0 {
				m.line("%s", m.pick([]string{p + "[0] = c", "if xi[0] > 0.5 { " + p + "[0] = 2.0 }", p + "[0] += u", "clear(" + p + ")"}))
			}
			own = append(own, p, p)
		case 7: // sums of two terms, one of which may be that of all iterations
			p, s := m.fresh("p"), m.fresh("s")
			m.line("var %s []real = dirty(n)", p)
			other := m.pick(append([]string{"x"}, own...))
			m.in("for "+r+" < n", func() {
				m.line("var %s real = %s", s, m.sometimes(3, values[m.IntN(len(values))], "0.0"))
				m.in("for "+j+" < "+length, func() {
					m.line("%s +~= a[%s][%s] * xi[%s] + a[%s][%s] * %s[%s]", s, r, j, j, r, j, other, j)
					if m.IntN(4) == 0 {
						m.line("u +~= %s", m.sometimes(2, s, "c"))
					}
				})
				m.line("%s[%s] = %s", p, r, s)
			})
			own = append(own, p)
		case 0, 1: // a product with a shared matrix
			p := m.fresh("p")
			earlier := m.IntN(6) == 0 // rows that read what those before them gave
			m.line("var %s []real = %s(n)", p, map[bool]string{true: "new", false: m.sometimes(3, "new", "dirty")}[earlier])
			m.in("for "+r+" < n", func() {
				s := m.fresh("s")
				m.line("var %s real = %s", s, m.sometimes(12, "u", "0.0"))
				from := m.pick(append([]string{"xi", "x", m.sometimes(6, "y", "x")}, own...))
				if earlier && m.IntN(2) == 0 {
					from = p
				}
				m.line("for %s < %s { %s +~= %s[%s][%s] * %s[%s] }", j, length, s, m.sometimes(10, "b", "a"), r, j, from, j)
				if earlier && from != p {
					m.line("if %s > 0 { %s = %[2]s + 0.5 * %s[%[1]s - 1] }", r, s, p)
				}
				m.line("%s[%s] = %s", p, r, s)
				if m.IntN(3) == 0 {
					m.line("u %s %s * %s", m.sometimes(5, "+=", "+~="), s, s)
				}
			})
			own = append(own, p)
		case 2: // the place of the least or greatest
			if len(own) == 0 {
				break
			}
			s, p, v := m.fresh("at"), m.pick(own), m.fresh("v")
			m.line("var %s int = 0", s)
			m.in("for "+r+" < n", func() {
				m.line("var %s real = %s[%s]", v, p, r)
				m.line("if %s %s %s[%s] || %s != %s { %s = %s }", v, m.pick([]string{">", "<"}), p, s, v, v, s, r)
			})
			m.line("if n > 0 { u +~= %s[%s] }", p, s)
			values = append(values, "real("+s+")")
		case 3: // additions to results
			v := m.fresh("v")
			m.in("for "+r+" < n", func() {
				m.line("var %s real = %s * %s", v, m.pick(append(values, "u")[:len(values)+m.IntN(9)/8]), m.sometimes(2, "xi["+r+"]", m.sometimes(3, "z["+r+"]", "c")))
				m.in("for "+j+" < "+length, func() {
					for range 1 + m.IntN(2) {
						x := m.pick(append([]string{"xi", "x", "a[" + r + "]"}, own...))
						m.line("%s[%s] %s %s", m.pick([]string{"b[" + r + "]", "b[" + r + "]", "y", "z"}), j, add,
							m.sometimes(2, "-("+x+"["+j+"] * "+v+")", x+"["+j+"] * "+v))
					}
				})
			})
		case 4: // what iterations do to each other
			m.line("for %s < n { z[%s] %s z[%s] * 0.5 + xi[%s] }", j, j, m.sometimes(2, "=", "+="), m.pick([]string{j, j, "0", "n - 1 - " + j}), j)
		default:
			m.line("%s %s %s", m.pick([]string{"z[" + i + "]", "u", "y[0 + " + i + "]"}), add, m.pick(values))
		}
	}
}

// Nests give what they give one iteration after the other, up to the order of free additions.
func TestRandomNests(t *testing.T) {
	for _, c := range []struct {
		passes []Pass
		fast   bool
		least  int
	}{
		{[]Pass{interleave}, false, 100},
		{[]Pass{algebra}, false, 50},
		{[]Pass{interleave, hoistAlloc, algebra}, true, 100},
		{Passes(), false, 100},
		{Passes(), true, 100},
	} {
		changed, tiled, staggered := 0, 0, 0
		for seed := range uint64(cases.N(400, 100)) {
			src := randomNests(seed)
			before, after := transformed(t, seed, src, Options{Jam: true, Zip: seed%2 == 0, ZipFlat: seed%2 == 0, FastMath: c.fast}, c.passes)
			if before.String() == after.String() {
				continue
			}
			changed++
			if strings.Contains(after.String(), "\n\t\tvar blocks") { // of rows, inside the blocks of iterations
				tiled++
			}
			if staggers(after) {
				staggered++
			}
			for _, n := range []int{0, 1, 3, 4, 6, 9} {
				want, _ := runLoops(before, n)
				if want == nil || wild(want) {
					continue
				}
				if got, _ := runLoops(after, n); got == nil || !sameFloats(want, got, true) {
					t.Fatalf("%s, seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", c.passes[0].Name, seed, n, got, want, src, after)
				}
			}
		}
		t.Logf("%s: %d programs changed, rows together in %d, of different lengths in %d", c.passes[0].Name, changed, tiled, staggered)
		if changed < cases.N(c.least, c.least/6) || len(c.passes) == 1 && c.passes[0].Name == interleave.Name && (tiled < cases.N(20, 5) || staggered < cases.N(10, 1)) {
			t.Errorf("%s: only %d programs changed, rows together in %d, of different lengths in %d", c.passes[0].Name, changed, tiled, staggered)
		}
	}
}

// staggers reports whether rows of different lengths run together, two at a time: one loop or more of one length, that
// is no variable of the program.
func staggers(p *loop.Program) (found bool) {
	loop.Walk(p.Funcs[0].Body, func(s loop.Stmt) {
		rows, ok := s.(*loop.For)
		if !ok || rows.N.Kind != loop.VarExpr || rows.N.Var.Name != "blocks" {
			return
		}
		var n *loop.Expr
		one := true
		for _, s := range rows.Body {
			if l, ok := s.(*loop.For); ok && l.N.Kind == loop.PrimExpr && !facts.HasLoop(l.Body) {
				one = one && (n == nil || loop.Equal(n, l.N))
				n = l.N
			}
		}
		found = found || one && n != nil && n.Prim == syntax.OpIntAdd
	})
	return found
}
