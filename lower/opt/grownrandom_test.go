package opt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	cases "github.com/seed-4b734f86/gochad/internal/part"
)

// randomGrown is a program of arrays that a while loop grows side by side, for a loop that comes later, with the
// parameters of [randomLoops]. Most are in rows of tables, which have names or have none, if kept is true.
func randomGrown(seed uint64, kept bool) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 71))}
	type column struct{ name, base, table string }
	var columns []column
	for k := range 2 + m.IntN(5) {
		columns = append(columns, column{fmt.Sprintf("z%d", k), m.pick([]string{"real", "real", "real", "int", "bool"}), ""})
	}
	tables := 0 // or by one index, or by two
	if kept {
		tables = 1 + m.IntN(2)
	}
	value := func(c column, j int) string {
		switch c.base {
		case "int":
			return "i + p"
		case "bool":
			return "s > 0.5"
		}
		return m.pick([]string{fmt.Sprintf("x[i] * %d.0 + s", j+1), "s", "real(p)"})
	}
	m.line("export func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar s real = c")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	for k := range columns {
		c := &columns[k]
		if tables > 0 && m.IntN(10) > 0 {
			c.table = fmt.Sprintf("t%d", k)
			m.line("var %s %s[]%s = new(%s)", c.table, []string{"", "[]", "[][]"}[tables], c.base,
				[]string{"", "n", "n, n"}[tables])
		}
	}
	goesOn := map[string]bool{} // columns whose rows do not begin anew
	begin := func() {
		for _, c := range columns {
			if goesOn[c.name] = c.table != "" && m.IntN(20) == 0; goesOn[c.name] {
				m.line("var %s []%s = nil([]%s)", c.name, c.base, c.base)
			}
		}
	}
	grow := func(index string) {
		for _, k := range m.Perm(len(columns)) {
			c := columns[k]
			if goesOn[c.name] {
				continue
			}
			m.line("var %s []%s = nil([]%s)", c.name, c.base, c.base)
			if m.IntN(12) == 0 {
				m.line("s = s + real(len(%s))", c.name) // before the others are there
			}
		}
		m.line("var p int = 0\n\tvar h real = 0.0")
		m.in("loop", func() {
			m.line("while p < n - 1 && s < 4.0")
			m.line("var i int = p")
			odd := m.IntN(len(columns))
			for j, c := range columns {
				v := value(c, j)
				if c.base == "real" && j == odd && m.IntN(8) == 0 {
					v = m.pick([]string{"real(len(z0))", fmt.Sprintf("real(len(%s))", c.name)})
				}
				switch {
				case m.IntN(40) == 0:
					m.line("if x[i] > 0.5 { append(%s, %s) }", c.name, v)
				case m.IntN(40) == 0:
					m.line("append(%s, %s)\n\tappend(%s, %s)", c.name, v, c.name, v)
				default:
					m.line("append(%s, %s)", c.name, v)
				}
				if m.IntN(12) == 0 {
					m.line("h = h + s * 0.5")
				}
			}
			m.line("p = p + 1\n\ts = s * 0.5 + x[i] + 0.7")
		})
		m.line("s = s - h * 0.125")
		if c := columns[m.IntN(len(columns))]; m.IntN(3) == 0 {
			m.line("s = s + real(len(%s))", c.name)
		}
		var lhs, rhs []string
		for _, c := range columns {
			switch {
			case c.table == "":
			case m.IntN(8) == 0:
				m.line("%s%s = %s", c.table, index, c.name)
			default:
				lhs, rhs = append(lhs, c.table+index), append(rhs, c.name)
			}
		}
		if len(lhs) > 0 {
			m.line("%s = %s", strings.Join(lhs, ", "), strings.Join(rhs, ", "))
		}
	}
	read := func(of func(c column) string) {
		first := columns[m.IntN(len(columns))]
		m.line("var q int = len(%s)", of(first))
		if m.IntN(2) == 0 {
			m.line("if q > n { q = n }")
		}
		for j, c := range columns {
			m.line("var e%d []%s = %s", j, c.base, m.pick([]string{m.sometimes(8, of(c), of(c)+"[0:+q]"), of(c) + "[0:+q]"}))
		}
		m.in(m.pick([]string{"for k < q", "for down k < q"}), func() {
			for j, c := range columns {
				switch c.base {
				case "bool":
					m.line("if e%d[k] { z[0] += x[0] * %d.0 }", j, j+1)
				case "int":
					m.line("z[0] += real(e%d[k] * %d)", j, j+1)
				default:
					m.line("z[0] += e%d[k] * %d.0", j, j+1)
				}
			}
		})
	}
	own := func(c column) string { return c.name }
	m.in("if n > 0", func() {
		switch tables {
		case 0:
			m.in("for g < n", func() { grow(""); read(own) })
		case 1:
			begin()
			m.in("for g < n", func() { grow("[g]") })
			m.in("for down g < n", func() {
				read(func(c column) string {
					if c.table == "" {
						return "nil([]" + c.base + ")"
					}
					return c.table + "[g]"
				})
			})
		case 2:
			named := m.IntN(2) == 0
			m.in("for g < n", func() {
				for _, c := range columns {
					if named && c.table != "" {
						m.line("var w%s [][]%s = %s[g]", c.table, c.base, c.table)
					}
				}
				m.in("for r < n", func() {
					if !named {
						grow("[g][r]")
						return
					}
					for k := range columns {
						if columns[k].table != "" {
							columns[k].table = "w" + columns[k].table
						}
					}
					grow("[r]")
					for k := range columns {
						if columns[k].table != "" {
							columns[k].table = columns[k].table[1:]
						}
					}
				})
				if c := columns[0]; c.table != "" && m.IntN(20) == 0 {
					m.line("%s[g][0] = %s[0][0]", c.table, c.table)
				}
			})
			m.in("for down g < n", func() {
				for _, c := range columns {
					if !named || c.table == "" {
						continue
					}
					index := m.sometimes(15, "h"+c.table, "g") // which changes
					m.line("var h%s int = g\n\tvar v%s [][]%s = %s[%s]", c.table, c.table, c.base, c.table, index)
					m.line("h%s = 0", c.table)
					switch m.IntN(30) {
					case 0:
						m.line("v%s = %s[n - 1]", c.table, c.table)
					case 1:
						m.line("y[0] += real(len(v%s))", c.table)
					}
				}
				m.in("for r < n", func() {
					read(func(c column) string {
						switch {
						case c.table == "":
							return "nil([]" + c.base + ")"
						case named:
							return "v" + c.table + "[r]"
						}
						return c.table + "[g][r]"
					})
				})
			})
		}
	})
	m.line("return s, c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Rows that while loops grow in one array, and columns that grow side by side in one, hold what was in the arrays.
func TestRandomGrown(t *testing.T) {
	for _, c := range []struct {
		name   string
		passes []Pass
		kept   bool
	}{
		{"rows", []Pass{stacks}, true}, {"columns", []Pass{zip}, false}, {"both", []Pass{stacks, zip}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			program := func(seed uint64) string { return randomGrown(seed, c.kept) }
			sameWith(t, Options{ZipFrom: 5}, uint64(cases.N(3000, 600)), program, c.passes, 0, 1, 2, 4)
		})
	}
}
