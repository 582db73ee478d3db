package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"

	cases "github.com/seed-4b734f86/gochad/internal/part"
)

// A loopMaker writes random programs that are about loops over the same arrays: several loops
// one after the other, up and down, with running variables, local arrays, views, branches, inner
// loops, while loops and calls. All indices are in range for every n ≥ 0.
type loopMaker struct {
	*rand.Rand
	b      strings.Builder
	indent int
	names  int
	scope  []string // real variables
	ints   []string // int variables in range of the arrays of length n
	loops  []string // loop variables that run to n
	vecs   []string // arrays of length n
	writes []string // those that may be written
	mats   []string // arrays of n rows of length n
	accs   []string // variables that may be added to
	free   bool     // with additions in any order
}

func (m *loopMaker) line(format string, args ...any) {
	m.b.WriteString(strings.Repeat("\t", m.indent))
	fmt.Fprintf(&m.b, format+"\n", args...)
}

func (m *loopMaker) fresh(p string) string {
	m.names++
	return fmt.Sprintf("%s%d", p, m.names)
}

func (m *loopMaker) pick(of []string) string { return of[m.IntN(len(of))] }

// in runs f inside braces; what it declares goes out of scope.
func (m *loopMaker) in(head string, f func()) {
	m.line("%s {", head)
	m.body(f)
	m.line("}")
}

func (m *loopMaker) body(f func()) {
	m.indent++
	old := *m
	f()
	m.scope, m.ints, m.loops, m.vecs, m.writes, m.mats, m.accs = old.scope, old.ints, old.loops, old.vecs, old.writes, old.mats, old.accs
	m.indent--
}

// index is an index in range, mostly the innermost loop variable.
func (m *loopMaker) index() string {
	switch {
	case len(m.ints) == 0:
		return ""
	case m.IntN(5) > 0:
		return m.ints[len(m.ints)-1]
	case len(m.loops) > 0 && m.IntN(3) == 0:
		return "n - 1 - " + m.pick(m.loops)
	case m.IntN(3) == 0:
		return "0"
	}
	return m.pick(m.ints)
}

func (m *loopMaker) element(vecs []string) string {
	if m.IntN(8) == 0 {
		return m.pick(vecs) + "[inrange(" + m.index() + ", n, \"at\")]"
	}
	if len(m.mats) > 0 && m.IntN(4) == 0 {
		return m.pick(m.mats) + "[" + m.index() + "][" + m.index() + "]"
	}
	return m.pick(vecs) + "[" + m.index() + "]"
}

func (m *loopMaker) expr(depth int) string {
	if depth == 0 || m.IntN(4) == 0 {
		switch {
		case len(m.ints) > 0 && m.IntN(3) > 0:
			return m.element(m.vecs)
		case m.IntN(4) == 0:
			return []string{"0.5", "2.0", "3.0"}[m.IntN(3)]
		case len(m.ints) > 0 && m.IntN(6) == 0:
			return "real(" + m.pick(m.ints) + ")"
		}
		return m.pick(m.scope)
	}
	switch m.IntN(6) {
	case 0:
		return "exp(" + m.expr(0) + " * 0.01)"
	case 1:
		if m.free { // rounding must not grow: the sine of a great number is noise
			return "tanh(" + m.expr(depth-1) + ")"
		}
		return "sin(" + m.expr(depth-1) + ")"
	case 2:
		return "(" + m.expr(depth-1) + " + " + m.expr(depth-1) + ")"
	case 3:
		return "(" + m.expr(depth-1) + " - " + m.expr(depth-1) + ")"
	}
	return m.expr(depth-1) + " * " + m.expr(depth-1)
}

func (m *loopMaker) statements(n, depth int) {
	for range n {
		m.statement(depth)
	}
}

func (m *loopMaker) statement(depth int) {
	inLoop := len(m.ints) > 0
	switch k := m.IntN(16); {
	case k < 3:
		e := m.expr(2)
		v := m.fresh("v")
		m.line("var %s real = %s", v, e)
		m.scope = append(m.scope, v)
	case k < 4:
		a := m.fresh("a")
		m.line("var %s []real = new(n)", a)
		m.vecs, m.writes = append(m.vecs, a), append(m.writes, a)
	case k < 5 && len(m.accs) > 0:
		op := []string{"+=", "=", "+="}[m.IntN(3)]
		if m.free && op == "+=" {
			op = "+~="
		}
		m.line("%s %s %s", m.pick(m.accs), op, m.expr(2))
	case k < 8 && inLoop:
		m.line("%s = %s", m.element(m.writes), m.expr(2))
	case k < 10 && inLoop:
		m.line("%s += %s", m.element(m.writes), m.expr(2))
	case k < 11:
		a := m.fresh("a")
		e := m.expr(1)
		m.line("var %s real = %s", a, e)
		m.scope, m.accs = append(m.scope, a), append(m.accs, a)
	case k < 12 && m.IntN(3) > 0:
		m.rare()
	case k < 12 && m.free && m.IntN(2) == 0:
		m.sums()
	case k < 12 && m.free && depth > 0 && m.IntN(2) == 0:
		m.shadow(depth)
	case k < 12 && depth > 1:
		m.local()
	case k < 12 && depth > 0:
		m.shifted()
	case k < 13 && depth > 0:
		m.branch(depth)
	case depth > 0:
		m.loop(depth)
	}
}

func (m *loopMaker) rare() {
	switch v := m.fresh("w"); m.IntN(7) {
	case 0:
		if len(m.ints) > 0 {
			m.line("var %s []real = %s[%s]", v, m.pick(m.mats), m.index())
			m.vecs, m.writes = append(m.vecs, v), append(m.writes, v)
		}
	case 1:
		m.line("call add(%s, %s)", m.pick(m.writes), m.expr(1))
	case 2:
		m.line("var %s real = call total(%s)", v, m.pick(m.vecs))
		m.scope = append(m.scope, v)
	case 3:
		m.line("clear(%s)", m.pick(m.writes))
	case 4:
		if len(m.ints) < 2 {
			m.ragged()
		}
	case 5:
		if len(m.ints) < 2 {
			m.search()
		}
	case 6:
		m.versions()
	}
}

// versions writes an array that each step makes anew from the last one, which may be needed still.
func (m *loopMaker) versions() {
	s, t, z, i := m.fresh("s"), m.fresh("t"), m.fresh("z"), m.fresh("i")
	m.line("var %s []real = new(n)", s)
	m.line("copy(%s, %s)", s, m.pick(m.vecs))
	m.line("var %s []real = %s", t, []string{"new(n)", s}[m.IntN(2)])
	use := func(v string) { m.line("%s += %s[%s]", m.element(m.writes), v, m.index()) }
	m.in("for "+i+" < n", func() {
		m.ints, m.loops = append(m.ints, i), append(m.loops, i)
		from := []string{s, s, t}[m.IntN(3)]
		if m.IntN(3) == 0 {
			m.line("var %s []real = nil([]real)", z)
			b := m.fresh("b")
			m.line("if %s < 1.0 {", m.expr(0))
			m.body(func() { m.line("%s = %s", z, from) })
			m.line("} else {")
			m.body(func() {
				m.line("var %s []real = new(n)", b)
				m.line("%s[%s] = 0.25", b, i)
				m.line("%s = %s", z, b)
			})
			m.line("}")
			from = z
		}
		a := m.fresh("a")
		m.line("var %s []real = new(n)", a)
		m.line("copy(%s, %s)", a, from)
		m.line("%s[%s] = %s", a, m.index(), m.expr(1))
		if m.IntN(4) == 0 {
			use([]string{s, t, from}[m.IntN(3)])
		}
		set := func() { m.line("%s = %s", []string{s, s, s, t}[m.IntN(4)], a) }
		switch m.IntN(4) {
		case 0:
			m.in("if "+m.expr(0)+" < 1.0", set)
		case 1:
			m.line("%s, %s = %s, %s", s, t, a, s)
		default:
			set()
		}
		if m.IntN(4) == 0 {
			use(a)
		}
	})
	j := m.fresh("j")
	m.in("for "+j+" < n", func() {
		m.ints, m.loops = append(m.ints, j), append(m.loops, j)
		use(s)
		if m.IntN(2) == 0 {
			use(t)
		}
	})
}

// search keeps something for every candidate, and reads what belongs to one.
func (m *loopMaker) search() {
	t, i, j, k, p := m.fresh("t"), m.fresh("i"), m.fresh("j"), m.fresh("k"), m.fresh("p")
	m.line("var %s [][]real = new(n, n)", t)
	m.line("var %s int = 0", p)
	m.in("for "+i+" < n", func() {
		m.ints, m.loops = append(m.ints, i), append(m.loops, i)
		if m.IntN(2) == 0 {
			m.statements(1, 0)
		}
		m.in("for "+j+" < n", func() {
			m.ints, m.loops = append(m.ints, j), append(m.loops, j)
			v := m.fresh("v")
			m.line("var %s real = %s", v, m.expr(1))
			m.line("%s[%s][%s] = %s", t, i, j, []string{v, v + " * 2.0", "exp(0.01 * " + v + ")"}[m.IntN(3)])
		})
		m.in("if "+m.expr(0)+" < 1.0", func() { m.line("%s = %s", p, i) })
	})
	if m.IntN(4) == 0 {
		m.statements(1, 0)
	}
	m.in("if n > 0", func() {
		r := m.fresh("r")
		m.line("var %s []real = %s[%s]", r, t, p)
		if m.IntN(2) == 0 {
			m.line("%s = 0", p)
		}
		m.in("for "+k+" < n", func() {
			m.ints, m.loops = append(m.ints, k), append(m.loops, k)
			m.line("%s += %s[%s]", m.element(m.writes), r, k)
		})
		if m.IntN(3) == 0 {
			m.ints = append(m.ints, p)
			m.line("%s += %s[n - 1][%s]", m.element(m.writes), t, p)
		}
	})
}

// ragged makes rows by appending, of another length each, and reads them.
func (m *loopMaker) ragged() {
	z, w, t, u := m.fresh("z"), m.fresh("w"), m.fresh("t"), m.fresh("u")
	i, j, k := m.fresh("i"), m.fresh("i"), m.fresh("k")
	m.line("var %s [][]real = new(n)", z)
	m.line("var %s [][]int = new(n)", w)
	m.in("for "+i+" < n", func() {
		m.ints, m.loops = append(m.ints, i), append(m.loops, i)
		m.line("var %s []real = nil([]real)", t)
		m.line("var %s []int = nil([]int)", u)
		m.in("for "+k+" < "+[]string{"2", i}[m.IntN(2)], func() {
			m.line("append(%s, %s)", t, m.expr(1))
			if m.IntN(2) == 0 {
				m.line("append(%s, %s)", u, k)
				return
			}
			m.in("if "+m.expr(0)+" < 1.0", func() { m.line("append(%s, %s)", u, i) })
		})
		if m.IntN(3) == 0 {
			m.line("%s = real(len(%s) + len(%s))", m.element(m.writes), t, u)
		}
		switch m.IntN(4) {
		case 0:
			m.line("%s[%s], %s[%s] = %s, %s", z, i, w, i, t, u)
		case 1:
			m.line("%s[%s] = %s", z, i, t)
		default:
			m.in("if "+i+" < 2", func() { m.line("%s[%s], %s[%s] = %s, %s", z, i, w, i, t, u) })
		}
		if m.IntN(6) == 0 {
			m.in("if 0 < len("+t+")", func() { m.line("%s[0] = 0.5", t) })
		}
	})
	m.in("for down "+j+" < n", func() {
		m.ints, m.loops = append(m.ints, j), append(m.loops, j)
		m.in("for "+k+" < len("+z+"["+j+"])", func() { m.line("%s += %s[%s][%s]", m.element(m.writes), z, j, k) })
		m.in("for "+k+" < len("+w+"["+j+"])", func() { m.line("%s += real(%s[%s][%s])", m.element(m.writes), w, j, k) })
	})
}

// local writes an array that one loop uses, at another depth perhaps.
func (m *loopMaker) local() {
	t, i := m.fresh("t"), m.fresh("i")
	m.line("var %s []real = new(n)", t)
	use := func() {
		m.in("for "+i+" < n", func() {
			if m.IntN(3) == 0 {
				m.line("%s[%s] += %s[%s]", m.pick(m.writes), i, t, []string{i, "n - 1 - " + i}[m.IntN(2)])
			}
			m.line("%s[%s] %s 1.0", t, i, []string{"+=", "="}[m.IntN(2)])
			m.ints, m.loops, m.scope = append(m.ints, i), append(m.loops, i), append(m.scope, t+"["+i+"]")
			m.statements(1+m.IntN(2), 0)
			m.line("%s += %s[%s]", m.pick(m.accs), t, i)
		})
	}
	if m.IntN(2) == 0 {
		use()
		if m.IntN(2) == 0 {
			m.statements(m.IntN(2), 1)
			m.line("copy(%s, %s)", m.pick(m.writes), t)
		}
		return
	}
	m.in("for "+m.fresh("k")+" < 2", use)
}

// zeros writes zeros into an array and loops that add to them.
func (m *loopMaker) zeros() {
	a, i := m.pick(m.writes), m.fresh("i")
	m.line("clear(%s)", a)
	m.in("for "+i+" < n", func() {
		m.ints, m.loops = append(m.ints, i), append(m.loops, i)
		if m.IntN(3) == 0 {
			m.statements(1, 0)
		}
		op := map[bool]string{true: "+~=", false: "+="}[m.free]
		m.line("%s[%s] %s %s", a, i, op, m.expr(1))
		if m.IntN(3) == 0 {
			m.statements(1, 0)
		}
	})
}

// shadow writes an array of zeros that loops add to, and that is added to another, or copied, as a whole.
func (m *loopMaker) shadow(depth int) {
	collect := func(r string) {
		m.line("var %s []real = new(n)", r)
		for range m.IntN(3) {
			i := m.fresh("i")
			m.in("for "+i+" < n", func() {
				m.ints, m.loops = append(m.ints, i), append(m.loops, i)
				m.line("%s[%s] +~= %s", r, m.index(), m.expr(1))
			})
		}
	}
	r, to := m.fresh("r"), m.pick(m.writes)
	if m.IntN(2) == 0 {
		collect(r)
		m.statements(m.IntN(2), depth-1)
		if i := m.index(); i != "" && m.IntN(3) == 0 {
			m.line("%s[%s] = 0.0", to, i)
		}
	} else {
		m.line("var %s []real = nil([]real)", r)
		arm := func() {
			a := m.fresh("a")
			collect(a)
			m.line("%s = %s", r, a)
			m.statements(m.IntN(2), 0)
		}
		m.line("if %s < %s {", m.expr(1), m.expr(1))
		m.body(arm)
		m.line("} else {")
		m.body(arm)
		m.line("}")
		m.statements(m.IntN(2), 0)
	}
	if m.IntN(4) == 0 {
		m.line("copy(%s, %s)", to, r)
		return
	}
	i := m.fresh("i")
	m.in("for "+i+" < n", func() {
		whole := func() { m.line("%s[%s] +~= %s[%s]", to, i, r, i) }
		if m.IntN(2) == 0 {
			whole()
			return
		}
		other := m.pick(m.writes)
		if m.IntN(4) == 0 {
			other = r
		}
		add := func() { m.line("%s[%s] +~= %s[%s]", other, i, m.pick(append(slices.Clone(m.vecs), r)), i) }
		parts := []func(){whole, add, add}
		m.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		for _, p := range parts[:2] {
			p()
		}
	})
}

// sums writes a loop that only adds up.
func (m *loopMaker) sums() {
	i := m.fresh("i")
	m.in("for "+i+" < n", func() {
		m.ints, m.loops = append(m.ints, i), append(m.loops, i)
		a, b := m.pick(m.accs), m.pick(m.accs)
		v := m.fresh("v")
		m.line("var %s real = x[%s] * 0.5", v, i)
		m.line("%s +~= %s * %s", a, v, m.element(m.vecs))
		m.line("%s +~= %s", b, m.element(m.vecs))
	})
}

// shifted writes two loops to n-1 over neighbouring elements of one array.
func (m *loopMaker) shifted() {
	if m.IntN(2) == 0 {
		m.zeros()
		return
	}
	down := map[bool]string{true: "down "}[m.IntN(2) == 0]
	a, b := m.pick(m.writes), m.pick(m.vecs)
	k := m.fresh("k")
	m.line("var %s int = n - 1", k)
	for range 2 {
		i := m.fresh("i")
		m.in("for "+down+i+" < "+k, func() {
			m.line("%s[%s + %d] += %s[%s + %d]", a, i, m.IntN(2), b, i, m.IntN(2))
			if m.IntN(2) == 0 {
				m.line("%s[%s] += %s[%s + 1] * c", a, i, a, i)
			}
		})
		a, b = m.pick([]string{a, m.pick(m.writes)}), m.pick([]string{a, b})
	}
}

func (m *loopMaker) branch(depth int) {
	z := m.fresh("z")
	m.line("var %s real = %s", z, []string{"0.0", "1.0"}[m.IntN(2)])
	c := m.expr(1)
	store := func() {
		m.statements(m.IntN(2), depth-1)
		m.line("%s = %s", z, m.expr(2))
	}
	cond := c + " < " + m.expr(1)
	if len(m.ints) > 0 && m.IntN(3) == 0 {
		cond = m.ordered(cond)
	}
	m.line("if %s {", cond)
	m.body(store)
	m.line("} else {")
	m.body(store)
	m.line("}")
	m.scope = append(m.scope, z)
}

// ordered is a condition on an index, with another perhaps.
func (m *loopMaker) ordered(other string) string {
	bound := []string{"1", "n - 1", "n - 2", m.ints[0], m.ints[len(m.ints)/2], m.ints[0] + " + 1", "9223372036854775807", "-1"}[m.IntN(8)]
	i, rel := m.ints[len(m.ints)-1], []string{"<", "<=", ">", ">="}[m.IntN(4)]
	c := i + " " + rel + " " + bound
	if m.IntN(3) == 0 {
		c = bound + " " + rel + " " + i
	}
	switch m.IntN(6) {
	case 0:
		return c + " && " + other
	case 1:
		return "!(" + c + ") || " + other
	}
	return c
}

func (m *loopMaker) loop(depth int) {
	if m.IntN(12) == 0 {
		k := m.fresh("k")
		m.line("var %s int = 0", k)
		m.line("loop {")
		m.indent++
		m.line("while %s < 2", k)
		m.line("%s += 1", k)
		m.indent--
		m.body(func() { m.statements(2, depth-1) })
		m.line("}")
		return
	}
	i, down := m.fresh("i"), ""
	if m.IntN(2) == 0 {
		down = "down "
	}
	if m.IntN(4) == 0 {
		m.in("for "+down+i+" < n - 1", func() {
			m.ints = append(m.ints, i+" + 1", i)
			m.statements(1+m.IntN(4), depth-1)
		})
		return
	}
	m.in("for "+down+i+" < n", func() {
		m.ints, m.loops = append(m.ints, i), append(m.loops, i)
		m.statements(1+m.IntN(4), depth-1)
	})
}

// tapes writes a forward loop that stores values and a later loop that reads them.
func (m *loopMaker) tapes() {
	k := 1 + m.IntN(3)
	var ts []string
	nested := m.IntN(3) == 0
	for range k {
		t := m.fresh("t")
		if nested {
			m.line("var %s [][]real = dirty(n, n)", t)
		} else {
			m.line("var %s []real = dirty(n)", t)
		}
		ts = append(ts, t)
	}
	at := func() string { return strings.Join(m.loops[len(m.loops)-1-b2i(nested):], "][") }
	nest := func(read bool, f func()) {
		down := map[bool]string{true: "down "}[read && m.IntN(2) == 0]
		i, j := m.fresh("i"), m.fresh("j")
		m.in("for "+down+i+" < n", func() {
			m.ints, m.loops = append(m.ints, i), append(m.loops, i)
			if !nested {
				f()
				return
			}
			m.statements(m.IntN(2), 1)
			if u := m.fresh("u"); m.IntN(3) == 0 {
				m.line("var %s real = x[%s]", u, i)
				m.scope, m.accs = append(m.scope, u, u, u), append(m.accs, u)
			}
			m.in("for "+down+j+" < n", func() {
				m.ints, m.loops = append(m.ints, j), append(m.loops, j)
				f()
			})
			m.statements(m.IntN(2), 0)
		})
	}
	nest(false, func() {
		m.statements(m.IntN(4), 1)
		if m.IntN(3) == 0 {
			v := m.fresh("v")
			m.line("var %s real = %s + %s", v, m.pick(m.accs), m.expr(1))
			m.line("%s += %s", m.pick(m.accs), m.expr(1))
			m.scope = append(m.scope, v, v)
		}
		for _, t := range ts {
			if a := m.accs[len(m.accs)-1]; m.IntN(4) == 0 {
				m.line("%s[%s] = %s * c", t, at(), a)
				m.line("%s += x[%s]", a, m.index())
				continue
			}
			m.line("%s[%s] = %s", t, at(), m.expr(2))
			m.statements(m.IntN(2), 1)
		}
	})
	if m.IntN(2) == 0 && !nested {
		m.vecs = append(m.vecs, ts[0], ts[0])
	}
	m.statements(m.IntN(3), 1)
	nest(true, func() {
		for _, t := range ts {
			for range 1 + m.IntN(2) {
				v := m.fresh("v")
				m.line("var %s real = %s[%s]", v, t, at())
				m.scope = append(m.scope, v)
			}
		}
		m.statements(2+m.IntN(3), 1)
	})
}

// rowTapes writes a loop that makes an array of rows of different lengths, and a later loop that reads them.
func (m *loopMaker) rowTapes() {
	t, size := m.fresh("t"), []string{"%s", "%s + 1", "n", "n - %s"}[m.IntN(4)]
	m.line("var %s [][]real = new(n)", t)
	nest := func(read bool, f func(row, j string)) {
		down := map[bool]string{true: "down "}[read && m.IntN(2) == 0]
		i, j, row := m.fresh("i"), m.fresh("j"), m.fresh("r")
		n := strings.ReplaceAll(size, "%s", i)
		m.in("for "+down+i+" < n", func() {
			m.ints, m.loops = append(m.ints, i), append(m.loops, i)
			m.statements(m.IntN(2), 1)
			if !read {
				m.line("var %s []real = new(%s)", row, n)
			} else {
				m.line("var %s []real = %s[%s]", row, t, i)
				m.line("check len(%s) == %s, \"row\"", row, n)
			}
			m.in("for "+down+j+" < "+n, func() {
				m.ints, m.loops = append(m.ints, j), append(m.loops, j)
				m.statements(m.IntN(2), 0)
				f(row, j)
			})
			if !read {
				m.line("%s[%s] = %s", t, i, row)
			}
		})
	}
	nest(false, func(row, j string) { m.line("%s[%s] = %s", row, j, m.expr(2)) })
	m.statements(m.IntN(2), 1)
	nest(true, func(row, j string) {
		v := m.fresh("v")
		m.line("var %s real = %s[%s]", v, row, j)
		m.line("%s += %s", m.element(m.writes), v)
		m.scope = append(m.scope, v)
		m.statements(m.IntN(2), 0)
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

const loopLibrary = `func add(out y []real, c real) {
	for i < len(y) {
		y[i] += c
	}
}

func total(x []real) {
	var s real = 0.0
	for i < len(x) {
		s += x[i]
	}
	return s
}

`

// randomLoops is a program with the function f(x, a, n, c, out y, out z, out b).
func randomLoops(seed uint64, free bool) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 7)), free: free}
	m.b.WriteString(loopLibrary)
	m.line("func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("var s real = c")
	m.line("check len(x) == n, \"f\", \"x\", len(x), n")
	if seed%3 != 0 {
		m.line("check len(y) == n, \"f\", \"y\", len(y), n")
	} else { // callers have
		m.line("y = y[0:+n]")
		m.line("z = z[0:+n]")
	}
	if seed%4 < 2 {
		m.line("check len(a) == n, \"f\", \"a\", len(a), n")
		m.in("for i < n", func() { m.line("check len(a[i]) == n, \"f\", \"a row of a\", len(a[i]), n") })
	}
	m.line("clear(y)\n\tclear(z)")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.scope, m.accs = []string{"c", "s"}, []string{"s"}
	m.vecs, m.writes, m.mats = []string{"x", "y", "z"}, []string{"y", "z"}, []string{"b"}
	for range 2 + m.IntN(4) {
		if k := m.IntN(8); k < 3 {
			m.tapes()
		} else if k == 3 {
			m.rowTapes()
		} else {
			m.statement(3)
		}
	}
	m.line("return s, %s", m.pick(m.scope))
	m.indent--
	m.line("}")
	return m.b.String()
}

// runLoops evaluates f for arrays of length n, and gives all that it shows; nil is an error.
func runLoops(p *loop.Program, n int) ([]float64, loop.Counts) {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	vec := func() []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.Float64()*2 - 1
		}
		return v
	}
	mat := func() []loop.Value {
		rows := make([]loop.Value, n)
		for i := range rows {
			rows[i] = vec()
		}
		return rows
	}
	f := p.Funcs[slices.IndexFunc(p.Funcs, func(f *loop.Func) bool { return f.Name == "f" })]
	y, z, b := vec(), vec(), mat()
	res, counts, err := loop.Eval(p, f, []loop.Value{vec(), mat(), int64(n), 0.7, y, z, b}, 1<<22)
	if err != nil {
		return nil, counts
	}
	out := append(append([]float64{res[0].(float64), res[1].(float64)}, y...), z...)
	for _, row := range b {
		out = append(out, row.([]float64)...)
	}
	return out, counts
}

// wild reports whether values have grown so far that roundings decide what comes out.
func wild(x []float64) bool {
	for _, v := range x {
		if !(math.Abs(v) < 1e4) {
			return true
		}
	}
	return false
}

// sameFloats compares by bits, or up to rounding.
func sameFloats(a, b []float64, rounded bool) bool {
	for i := range a {
		if math.Float64bits(a[i]) == math.Float64bits(b[i]) || a[i] != a[i] && b[i] != b[i] {
			continue
		}
		if !rounded || math.Abs(a[i]-b[i]) > 1e-6*(1+math.Abs(a[i])) {
			return false
		}
	}
	return true
}

// testRandomLoops compares random programs before and after passes, and gives how many of them changed.
func testRandomLoops(t *testing.T, seeds uint64, free bool, passes []Pass, also func(t *testing.T, before, after loop.Counts)) (changed int) {
	t.Helper()
	for seed := range seeds {
		src := randomLoops(seed, free)
		before, err := loop.Read("before", src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		after, _ := loop.Read("after", src)
		for _, p := range []*loop.Program{before, after} { // zip asks for that
			f := p.Funcs[slices.IndexFunc(p.Funcs, func(f *loop.Func) bool { return f.Name == "f" })]
			f.Exported = passes[len(passes)-1].Name == zip.Name
		}
		if err := run(after, &Options{Kernels: kernelsAmong(passes), Jam: true, Zip: true, ZipFlat: seed%2 == 0, Outline: true, Verify: loop.Verify}, passes); err != nil {
			t.Fatalf("seed %d: %v\n%s\nafter:\n%s", seed, err, src, after)
		}
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, n := range []int{0, 1, 2, 5} {
			want, cb := runLoops(before, n)
			if want == nil || free && wild(want) {
				continue
			}
			got, ca := runLoops(after, n)
			if got == nil || !sameFloats(want, got, free) {
				t.Errorf("seed %d, n = %d: got\n%v\nwant\n%v", seed, n, got, want)
			}
			if also != nil {
				also(t, cb, ca)
			}
			if t.Failed() {
				t.Fatalf("seed %d, n = %d, before:\n%s\nafter:\n%s", seed, n, src, after)
			}
		}
	}
	return changed
}

// A cut never stores more words than there were, and the readers do not work much more: what is computed
// again costs at most what the tapes cost.
func TestRematCounts(t *testing.T) {
	fewer := 0
	testRandomLoops(t, 500, false, []Pass{rematerialisation}, func(t *testing.T, before, after loop.Counts) {
		words, old := after.Words+after.Zeroed, before.Words+before.Zeroed
		if words > old {
			t.Errorf("%d words, before %d", words, old)
		}
		if words < old {
			fewer++
		}
		was, is := before.Cost+before.Loads+before.Stores, after.Cost+after.Loads+after.Stores
		if is > was+16*old { // a store and three loads
			t.Errorf("the work is %d, before %d with tapes of %d words", is, was, old)
		}
	})
	if fewer < 50 {
		t.Errorf("only %d runs with smaller tapes", fewer)
	}
}

func TestRandomLoops(t *testing.T) {
	for _, c := range []struct {
		name    string
		passes  []Pass
		free    bool
		changed int
	}{
		{"fuse", []Pass{loopFusion}, false, 50},
		{"contract", []Pass{contraction}, false, 3},
		{"fuse and contract", []Pass{loopFusion, contraction}, false, 50},
		{"hoist-alloc", []Pass{hoistAlloc}, false, 50},
		{"dirty", []Pass{dirtyArrays}, false, 5},
		{"hoist-alloc and dirty", []Pass{hoistAlloc, dirtyArrays}, false, 50},
		{"remat", []Pass{rematerialisation}, false, 50},
		{"all of them", []Pass{loopFusion, contraction, rematerialisation, hoistAlloc}, false, 100},
		{"reduce", []Pass{reduce}, true, 15},
		{"kernels", []Pass{valueNumbering, loopInvariants, rangeCuts, kernels}, true, 50},
		{"own-matrices", []Pass{ownMatrices, kernels}, true, 1},
		{"own-matrices and flatten", []Pass{ownMatrices, flattening, valueNumbering, loopInvariants, rangeCuts, kernels}, true, 50},
		{"flatten", []Pass{flattening}, false, 1},
		{"zip", []Pass{zip}, false, 20},
		{"flatten and zip", []Pass{loopFusion, contraction, flattening, valueNumbering, deadCode, zip}, false, 20},
		{"handover", []Pass{loopFusion, handover, contraction, handover, flattening}, false, 20},
		{"kernels, to the last bit", []Pass{valueNumbering, loopInvariants, rangeCuts, kernels}, false, 50},
		{"carry", []Pass{carry}, false, 5},
		{"shadows", []Pass{shadows}, true, 1},
		{"bounds", []Pass{knownBounds}, false, 50},
		{"first-store", []Pass{firstStore}, true, 5},
		{"additions in any order", []Pass{loopFusion, contraction, rematerialisation, firstStore, hoistAlloc, reduce}, true, 100},
		{"kernels", []Pass{valueNumbering, loopInvariants, rangeCuts, kernels}, true, 50},
		{"kernels, to the last bit", []Pass{valueNumbering, loopInvariants, rangeCuts, kernels}, false, 50},
	} {
		t.Run(c.name, func(t *testing.T) {
			if n := testRandomLoops(t, uint64(cases.N(250, 80)), c.free, c.passes, nil); n < cases.N((c.changed+1)/2, c.changed/8) {
				t.Errorf("only %d programs changed", n)
			}
		})
	}
}

// kernelsAmong reports whether the passes are to mark loops for a library: then rows are not taken together.
func kernelsAmong(passes []Pass) bool {
	return passes[len(passes)-1].Name == kernels.Name
}
