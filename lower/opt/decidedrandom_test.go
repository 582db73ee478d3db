package opt

import (
	"math/rand/v2"
	"strings"
	"testing"

	cases "github.com/seed-4b734f86/gochad/internal/part"
)

// randomTags is a program of tags, flags and conditions on few numbers, with functions that it calls and the parameters
// of [randomLoops].
func randomTags(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 37))}
	vars := []string{"n", "k", "t"}
	bools := []string{"g"}
	tags, flags := []string{"t"}, []string{"g"} // those of them that may be assigned
	number := func() string { return m.pick([]string{"0", "1", "2", "3", "-1"}) }
	var condition func(depth int) string
	condition = func(depth int) string {
		switch k := m.IntN(10); {
		case k < 5 || depth == 0:
			return m.pick(vars) + m.pick([]string{" < ", " <= ", " == ", " != ", " >= ", " > "}) + m.pick([]string{number(), number(), m.pick(vars)})
		case k < 6:
			return m.pick(bools)
		case k < 7:
			return "!(" + condition(depth-1) + ")"
		}
		return "(" + condition(depth-1) + m.pick([]string{" && ", " || "}) + condition(depth-1) + ")"
	}
	var block func(depth int)
	statement := func(depth int) {
		scope := []int{len(vars), len(bools), len(tags), len(flags)}
		inside := func(head string, f func()) {
			m.in(head, f)
			vars, bools, tags, flags = vars[:scope[0]], bools[:scope[1]], tags[:scope[2]], flags[:scope[3]]
		}
		otherwise := func(head string, f func()) {
			m.b.WriteString(strings.Repeat("\t", m.indent))
			inside(head, f)
		}
		switch m.IntN(18) {
		case 0:
			m.line("%s = %s", m.pick(tags), number())
		case 1:
			m.line("%s = %s", m.pick(flags), m.pick([]string{"true", "false", condition(1)}))
		case 15: // a tag that branches give
			v := m.fresh("v")
			m.line("var %s int = %s", v, number())
			give := func() {
				block(max(0, depth-2))
				m.line("%s = %s", v, m.pick([]string{number(), number(), number(), "t", v + " + 1"}))
			}
			inside("if "+condition(1), give)
			if k := m.IntN(3); k > 0 {
				otherwise("else", func() {
					if k > 1 {
						inside("if "+condition(1), give)
						otherwise("else", give)
					} else {
						give()
					}
				})
			}
			vars, tags = append(vars, v), append(tags, v)
		case 16, 17: // a flag that branches set
			v := m.fresh("h")
			from := m.pick([]string{"true", "false"})
			m.line("var %s bool = %s", v, from)
			set := func() {
				if m.IntN(4) == 0 {
					block(max(0, depth-2))
				}
				to := m.pick([]string{"true", "false"})
				if m.IntN(2) == 0 {
					w := m.fresh("h")
					m.line("var %s bool = %s", w, from)
					inside("if "+condition(1), func() { m.line("%s = %s", w, m.pick([]string{"true", "false"})) })
					to = w
				}
				m.line("%s = %s", v, to)
				if m.IntN(4) == 0 {
					m.line("%s = %s", m.pick(tags), number())
				}
			}
			inside("if "+condition(1), set)
			if m.IntN(2) == 0 {
				otherwise("else", set)
			}
			bools, flags = append(bools, v), append(flags, v)
		case 2:
			v := m.fresh("v")
			m.line("var %s int = %s", v, m.pick([]string{number(), number(), "t", "tags[k]", "tags[inrange(t, n, \"t\")]", "inrange(k, n, \"k\")"}))
			vars = append(vars, v)
		case 3:
			v := m.fresh("h")
			m.line("var %s bool = %s", v, m.pick([]string{condition(1), "gone[k]", "gone[inrange(t, n, \"t\")]"}))
			bools = append(bools, v)
		case 4:
			m.line("tags[%s] = %s", m.pick([]string{"k", "inrange(t, n, \"t\")"}), m.pick([]string{"1", "1", "0", "t"}))
		case 5:
			m.line("gone[k] = %s", m.sometimes(3, "true", "false"))
		case 6:
			m.line("check %s, \"check\"", m.pick([]string{"t >= -1", "t <= 3", "k < n", condition(0)}))
		case 7:
			v := m.fresh("c")
			m.line("var %s int, %sr real = call tagged(%s, x[k])", v, v, m.pick([]string{"t", number()}))
			m.line("z[k] += %sr", v)
			vars = append(vars, v)
		case 8:
			m.line("append(list, %s)\n\tt = list[len(list) - 1]", m.pick([]string{"1", "2", "t"}))
		case 9, 10, 11:
			if depth > 0 {
				inside("if "+condition(2), func() { block(depth - 1) })
				if m.IntN(2) == 0 {
					otherwise("if "+condition(1), func() { block(depth - 1) })
				}
			}
		case 12:
			if depth > 0 {
				j := m.fresh("j")
				inside("for "+j+" < "+m.pick([]string{"2", "n", "0", "1", "k", "t"}), func() {
					vars = append(vars, j)
					block(depth - 1)
				})
			}
		default:
			m.line("y[k] += %s.0 * x[k]", m.pick([]string{"1", "3", "7", "11"}))
		}
	}
	block = func(depth int) {
		for range 1 + m.IntN(4) {
			statement(depth)
		}
	}
	m.line("func tagged(tag int, r real) {\n\tvar z real = r\n\tvar o int = %s\n\tif tag == %s { z = 2.0 * r } else { if tag == 1 { o = %s\n z = 3.0 * r } else { z = 5.0 * r } }\n\treturn o, z\n}",
		number(), number(), number())
	m.line("export func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar t int = %s\n\tvar g bool = %s", number(), m.pick([]string{"true", "false"}))
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.line("var tags []int = new(n)\n\tvar gone []bool = new(n)\n\tvar list []int = nil([]int)")
	m.in("for k < n", func() { block(3); block(3) })
	m.line("return real(t), c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// What is decided before a program runs is what it would decide, and where one fails, both do.
func TestRandomDecided(t *testing.T) {
	sameAtRandom(t, uint64(cases.N(3000, 600)), randomTags, []Pass{decided}, 0, 1, 2, 4)
}

// randomNeeded is a program of values whose computation may fail, each of which a branch asks for as such, so that
// nothing but a decision about the value makes it one that nobody reads.
func randomNeeded(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 41))}
	number := func() string { return m.pick([]string{"0", "1", "2", "3", "-1"}) }
	branch := func(v string) {
		m.line("if %s < %s { y[k] += x[k] } else { y[k] += 3.0 * x[k] }", v, m.pick([]string{number(), "7"}))
	}
	m.line("func tagged(tag int, r real) {\n\tvar o int = %s\n\t%sif r > 0.0 { o = %s }\n\treturn %s, r\n}",
		m.pick([]string{number(), "inrange(tag, 2, \"tag\")"}), m.pick([]string{"", "", "check tag <= 3, \"tag\"\n\t", "check r < 2.0, \"r\"\n\t"}), m.pick([]string{"1", "inrange(tag, 2, \"tag\")"}), m.pick([]string{"o", "inrange(o, 2, \"o\")"}))
	m.line("export func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar t int = %s\n\tvar tags []int = new(n)\n\tvar rows [][]real = new(n%s)", number(), m.pick([]string{"", ", 2"}))
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.in("for k < n", func() {
		for range 2 + m.IntN(3) {
			switch m.IntN(7) {
			case 0:
				m.line("t = %s", number())
			case 5:
				v := m.fresh("r")
				m.line("var %s []real = rows[inrange(t, n, \"t\")]", v)
				branch("len(" + v + ")")
			case 6:
				v := m.fresh("r")
				m.line("var %s []real = new(%s)\n\trows[inrange(t, n, \"t\")] = %s", v, m.pick([]string{"2", "2", "t"}), v)
				branch("len(rows[k])")
			case 1:
				m.line("if k > %s { t = %s }", number(), number())
			case 2:
				v := m.fresh("v")
				m.line("var %s int = %s", v, m.pick([]string{"inrange(t, n, \"t\")", "tags[inrange(t, n, \"t\")]", "1 + inrange(t, n, \"t\")"}))
				branch(v)
			case 3:
				v := m.fresh("c")
				m.line("var %s int, %sr real = call tagged(%s, x[k])", v, v, m.pick([]string{"t", number(), "inrange(t, n, \"t\")", "tags[inrange(t, n, \"t\")]"}))
				branch(v)
			default:
				m.line("%s", m.pick([]string{
					"tags[inrange(t, n, \"t\")] = " + number(), "tags[k], t = " + number() + ", inrange(t, n, \"t\")", "tags[inrange(t, n, \"t\")], t = 1, 2",
				}))
				branch("tags[k]")
			}
		}
	})
	m.line("return real(t), c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// A value that is decided has been computed: where that fails, the program does, also when nobody reads it any more.
func TestRandomDecidedNeeded(t *testing.T) {
	seeds := cases.N(2000, 400)
	failed, decisions := 0, 0
	for seed := range uint64(seeds) {
		src := randomNeeded(seed)
		_, before := transformed(t, seed, src, Options{}, []Pass{deadCode})
		_, after := transformed(t, seed, src, Options{}, []Pass{decided, deadCode})
		if before.String() == after.String() {
			continue
		}
		decisions++
		for _, n := range []int{0, 1, 2, 4} {
			want, _ := runLoops(before, n)
			got, _ := runLoops(after, n)
			if (want == nil) != (got == nil) || want != nil && !sameFloats(want, got, false) {
				t.Fatalf("seed %d, n = %d: got\n%v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, n, got, want, before, after)
			}
			if want == nil {
				failed++
			}
		}
	}
	if decisions < seeds/4 || failed < seeds/8 {
		t.Errorf("only %d programs changed, %d runs failed", decisions, failed)
	}
}

// randomFlags is a program of tags and flags that branches give, and of branches that ask for them.
func randomFlags(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 43))}
	tags, flags := []string{"t"}, []string{"g"}
	number := func() string { return m.pick([]string{"0", "1", "2"}) }
	condition := func() string {
		c := m.pick(tags) + m.pick([]string{" == ", " == ", " != ", " < "}) + number()
		if m.IntN(3) == 0 {
			c = m.pick(flags)
		}
		return m.sometimes(4, "!("+c+")", c)
	}
	line := func() { m.line("y[k] += %d.0 * x[k]", 1+m.IntN(1<<20)) }
	var block func(depth int)
	inside := func(head string, f func()) {
		a, b := len(tags), len(flags)
		m.in(head, f)
		tags, flags = tags[:a], flags[:b]
	}
	block = func(depth int) {
		for range 2 + m.IntN(3) {
			switch k := m.IntN(8); {
			case k == 0:
				m.line("%s = %s", m.pick(tags), number())
			case k == 1:
				m.line("%s = %s", m.pick(flags), m.pick([]string{"true", "false", condition(), m.pick(flags)}))
			case k == 2:
				v := m.fresh("v")
				m.line("var %s int = %s", v, number())
				tags = append(tags, v)
			case k == 3:
				v := m.fresh("h")
				m.line("var %s bool = %s", v, m.pick([]string{"true", "false", "false", condition()}))
				flags = append(flags, v)
			case k == 4:
				line()
			case k == 5 && depth > 0:
				inside("for "+m.fresh("j")+" < "+number(), func() { block(depth - 1) })
			case depth > 0:
				inside("if "+condition(), func() { block(depth - 1) })
				if m.IntN(2) == 0 {
					inside("else", func() { block(depth - 1) })
				}
			}
		}
		line()
	}
	m.line("export func f(x []real, a [][]real, n int, c real, out y []real, out z []real, out b [][]real) {")
	m.indent++
	m.line("clear(y)\n\tclear(z)\n\tvar t int = n\n\tvar g bool = n > 2")
	m.in("for i < n", func() { m.line("clear(b[i])") })
	m.in("for k < n", func() {
		m.line("t = (k + t) %% 3")
		for range 4 {
			block(3)
		}
	})
	m.line("return real(t), c")
	m.indent--
	m.line("}")
	return m.b.String()
}

// What branches make of tags and flags is what they are asked for behind them.
func TestRandomDecidedFlags(t *testing.T) {
	sameAtRandom(t, uint64(cases.N(3000, 600)), randomFlags, []Pass{decided}, 1, 4)
}
