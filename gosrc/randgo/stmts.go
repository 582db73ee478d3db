package randgo

import (
	"fmt"
	"strings"
)

// stmt is a statement; depth bounds how deep blocks nest in it.
func (g *gen) stmt(depth int) string {
	if depth <= 0 {
		return g.simple()
	}
	switch g.IntN(24) {
	case 0, 1, 2:
		return g.ifStmt(depth)
	case 3:
		return g.switchInt(depth)
	case 4:
		return g.switchBool(depth)
	case 5, 6, 7, 8:
		return g.forStmt(depth)
	case 9, 10:
		return g.rangeStmt(depth)
	case 11:
		return g.literal(depth)
	case 12:
		return "{\n" + g.block(depth-1) + "}\n"
	case 13:
		return g.leave()
	}
	return g.simple()
}

// simple is a statement without blocks.
func (g *gen) simple() string {
	switch g.IntN(23) {
	case 0, 1, 2, 3:
		return g.declaration()
	case 4:
		v := g.pick(real, true)
		w := g.pick(real, true)
		return fmt.Sprintf("%s, %s = %s, %s\n", v, g.other(w, v), g.real(2), g.real(2))
	case 5:
		s := g.pick(slice, false)
		i, j := g.integer(1), g.integer(1)
		return fmt.Sprintf("%s[at(%s, len(%s))], %s[at(%s, len(%s))] = %s, %s\n", s, i, s, s, j, s, g.element(1),
			g.element(1))
	case 6:
		v := g.pick(real, true)
		return fmt.Sprintf("%s, _ = two(%s, %s)\n", v, g.real(1), g.real(1))
	case 7:
		return fmt.Sprintf("bump(%s, %s)\n", g.pick(slice, false), g.real(1))
	case 8:
		if v := g.pick(slice, true); v != "" && v != "x" {
			return fmt.Sprintf("if len(%s) < 9 {\n\t%s = append(%s, %s)\n}\n", v, v, v, g.real(1))
		}
	case 9:
		if v := g.pick(record, true); v != "" {
			return fmt.Sprintf("%s.scale(%s)\n", v, g.real(1))
		}
	case 10:
		if v := g.pick(record, true); v != "" {
			return fmt.Sprintf("%s.%s = %s\n", v, g.one("X", "Y", "V[1]", "V[at(n, 2)]"), g.real(2))
		}
	case 11:
		s, t := g.pick(slice, false), g.pick(slice, false)
		if s != t {
			return fmt.Sprintf("copy(%s, %s)\n", s, t)
		}
	case 12:
		if !g.o.Plain {
			return g.reference()
		}
	case 20:
		return g.chosen()
	case 21:
		return g.nilTest()
	case 22:
		return g.filter()
	case 13:
		return fmt.Sprintf("m[at(%s, len(m))][0] %s %s\n", g.integer(1), g.one("=", "+=", "*="), g.real(1))
	}
	return g.assign()
}

// chosen calls a function out of a slice, or one that a condition chose.
func (g *gen) chosen() string {
	v, w, f := g.pick(real, true), g.pick(real, false), g.fresh("fun")
	linear := fmt.Sprintf("func(u float64) float64 { return u*0.5 + %d }", g.IntN(5))
	if g.IntN(2) == 0 {
		return fmt.Sprintf("%s := []func(float64) float64{%s, math.Tanh, func(u float64) float64 { return 1 - u "+
			"}}\n%s = %s[at(%s, 3)](%s)\n",
			f, linear, v, f, g.integer(1), w)
	}
	return fmt.Sprintf("%s := math.Cos\nif %s {\n\t%s = %s\n}\n%s += %s(%s)\n", f, g.boolean(1), f, linear, v, f, w)
}

// nilTest has a slice that may be nil.
func (g *gen) nilTest() string {
	v, s, b := g.pick(real, true), g.pick(slice, false), g.fresh("opt")
	return fmt.Sprintf("var %s []float64\nif %s {\n\t%s = append(%s, %s...)\n}\nif %s == nil {\n\t%s += 1.5\n} else "+
		"if len(%s) > 0 {\n\t%s -= %s[0]\n}\n",
		b, g.boolean(1), b, b, s, b, v, b, v, b)
}

// filter keeps some elements of a copy in place.
func (g *gen) filter() string {
	v, s := g.pick(real, true), g.pick(slice, false)
	c, o, e := g.fresh("all"), g.fresh("kept"), g.fresh("e")
	return fmt.Sprintf("%s := append([]float64{}, %s...)\n%s := %s[:0]\nfor _, %s := range %s {\n\tif %s > %s "+
		"{\n\t\t%s = append(%s, %s*0.5)\n\t}\n}\n"+
		"%s += float64(len(%s))\nif len(%s) > 0 {\n\t%s += %s[0]\n}\n", c, s, o, c, e, c, e, g.real(1), o, o, e, v, o, c, v, c)
}

// other is w, or blank when it is v: Go takes both, but the order shows.
func (g *gen) other(w, v string) string {
	if w == v {
		return "_"
	}
	return w
}

// reference writes through a pointer or a window.
func (g *gen) reference() string {
	switch g.IntN(3) {
	case 0:
		v, q := g.pick(real, true), g.fresh("ptr")
		return fmt.Sprintf("%s := &%s\n*%s = *%s*0.5 + %s\n", q, v, q, q, g.real(1))
	case 1:
		s, w := g.pick(slice, false), g.fresh("win")
		return fmt.Sprintf("%s := %s[:at(%s, len(%s)+1)]\nif len(%s) > 0 {\n\t%s[0] += %s\n}\n", w, s, g.integer(1), s,
			w, w, g.real(1))
	}
	v, q := g.pick(record, true), g.fresh("ptr")
	return fmt.Sprintf("%s := &%s\n%s.Y = %s\n%s.scale(0.5)\n", q, v, q, g.real(1), q)
}

// assign is an assignment to a variable or an element.
func (g *gen) assign() string {
	k := g.IntN(8)
	switch {
	case k == 0:
		if v := g.pick(integer, true); v != "" {
			return g.one(v+"++\n", v+"--\n", fmt.Sprintf("%s = %s %% 50\n", v, g.integer(2)),
				fmt.Sprintf("%s += %s & 3\n", v, g.integer(1)))
		}
	case k == 1:
		if v := g.pick(array, true); v != "" {
			return fmt.Sprintf("%s[at(%s, 3)] %s %s\n", v, g.integer(1), g.one("=", "+=", "-="), g.real(2))
		}
	case k == 2:
		s := g.pick(slice, false)
		return fmt.Sprintf("%s[at(%s, len(%s))] %s %s\n", s, g.integer(1), s, g.one("=", "+=", "*=", "-="), g.real(2))
	case k == 3:
		if v := g.pick(boolean, true); v != "" {
			return fmt.Sprintf("%s = %s\n", v, g.boolean(2))
		}
	case k == 4:
		if v := g.pick(single, true); v != "" {
			return fmt.Sprintf("%s %s %s\n", v, g.one("=", "+=", "*="), g.expr(single, 2))
		}
	case k == 5:
		for _, k := range []kind{small, tiny} {
			if v := g.pick(k, true); v != "" {
				return fmt.Sprintf("%s %s %s\n", v, g.one("=", "+=", "*=", "-=", "^="), g.expr(k, 2))
			}
		}
	}
	v := g.pick(real, true)
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("%s += %s\n", v, g.real(2))
	case 1:
		return fmt.Sprintf("%s *= %s\n", v, g.real(1))
	}
	return fmt.Sprintf("%s = %s\n", v, g.real(3))
}

// declaration is a new variable of any kind.
func (g *gen) declaration() string {
	k := kind(g.IntN(int(kinds)))
	if g.o.Smooth && (k == single) {
		k = real
	}
	if k == function && g.lits > 0 {
		k = real
	}
	if k != function && k != slice && g.IntN(5) == 0 {
		v := g.declare(k, true)
		return fmt.Sprintf("var %s %s\n_ = %s\n", v, types[k], v)
	}
	e := g.expr(k, 2)
	v := g.declare(k, k != function)
	return fmt.Sprintf("%s := %s\n_ = %s\n", v, e, v)
}

func (g *gen) ifStmt(depth int) string {
	g.push()
	defer g.pop()
	head := "if "
	if g.IntN(4) == 0 {
		e := g.real(2)
		v := g.declare(real, true)
		head = fmt.Sprintf("if %s := %s; %s > 0 && ", v, e, v)
	}
	s := head + g.boolean(2) + " {\n" + g.block(depth-1) + "}"
	switch g.IntN(3) {
	case 0:
		s += " else {\n" + g.block(depth-1) + "}"
	case 1:
		s += " else if " + g.boolean(2) + " {\n" + g.block(depth-1) + "} else {\n" + g.block(depth-1) + "}"
	}
	return s + "\n"
}

// inside runs body with a loop or switch around it, and puts its label before it where it is used.
func (g *gen) inside(l *loop, body func() string) string {
	l.label = g.fresh("label")
	g.loops = append(g.loops, l)
	s := body()
	g.loops = g.loops[:len(g.loops)-1]
	if l.used {
		return l.label + ":\n" + s
	}
	return s
}

func (g *gen) switchInt(depth int) string {
	return g.inside(&loop{block: true}, func() string {
		var b strings.Builder
		fmt.Fprintf(&b, "switch %s %% 4 {\n", g.one("("+g.integer(1)+")", g.pick(integer, false)))
		cases := []string{"case 0:\n", "case 1, 2:\n", "default:\n", "case -1, 3:\n"}
		g.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
		n := 2 + g.IntN(3)
		for i, c := range cases[:n] {
			b.WriteString(c + g.block(depth-1))
			if i < n-1 && g.IntN(5) == 0 {
				b.WriteString("\tfallthrough\n")
			}
		}
		return b.String() + "}\n"
	})
}

func (g *gen) switchBool(depth int) string {
	return g.inside(&loop{block: true}, func() string {
		s := "switch {\ncase " + g.boolean(1) + ", " + g.boolean(0) + ":\n" + g.block(depth-1)
		s += "case " + g.boolean(2) + ":\n" + g.block(depth-1)
		if g.IntN(2) == 0 {
			s += "default:\n" + g.block(depth-1)
		}
		return s + "}\n"
	})
}

func (g *gen) forStmt(depth int) string {
	return g.inside(&loop{}, func() string {
		g.push()
		defer g.pop()
		s := g.pick(slice, false)
		var head string
		switch g.IntN(7) {
		case 0:
			i := g.declare(integer, false)
			head = fmt.Sprintf("for %s := 0; %s < len(%s); %s++ {\n", i, i, s, i)
		case 1:
			i := g.declare(integer, false)
			head = fmt.Sprintf("for %s := len(%s) - 1; %s >= 0; %s-- {\n", i, s, i, i)
		case 2:
			i := g.declare(integer, false)
			head = fmt.Sprintf("for %s := %d; %s <= %d; %s += %d {\n", i, g.IntN(3), i, 2+g.IntN(5), i, 1+g.IntN(3))
		case 3:
			hi := g.integer(1)
			i := g.declare(integer, false)
			head = fmt.Sprintf("for %s := 1; %s < %s&7; %s++ {\n", i, i, hi, i)
		case 4:
			c := g.boolean(1)
			i := g.declare(integer, false)
			head = fmt.Sprintf("for %s := 0; %s < 4 && %s; %s++ {\n", i, i, c, i)
		case 5:
			i := g.fresh("k")
			g.vars = append(g.vars, variable{i, integer, false})
			return fmt.Sprintf("for %s := 0; %s < 3; {\n\t%s++\n", i, i, i) + g.block(depth-1) + "}\n"
		default:
			i, j := g.declare(integer, false), g.declare(integer, false)
			head = fmt.Sprintf("for %s, %s := 0, len(%s)-1; %s < %s; %s, %s = %s+1, %s-1 {\n", i, j, s, i, j, i, j, i,
				j)
		}
		return head + g.block(depth-1) + "}\n"
	})
}

func (g *gen) rangeStmt(depth int) string {
	return g.inside(&loop{}, func() string {
		g.push()
		defer g.pop()
		var head string
		switch g.IntN(6) {
		case 0:
			s := g.pick(slice, false)
			i, v := g.declare(integer, true), g.declare(real, true)
			head = fmt.Sprintf("for %s, %s := range %s {\n\t_, _ = %s, %s\n", i, v, s, i, v)
		case 1:
			n := g.integer(1)
			i := g.declare(integer, true)
			head = fmt.Sprintf("for %s := range %s & 3 {\n\t_ = %s\n", i, n, i)
		case 2:
			if a := g.pick(array, false); a != "" {
				v := g.declare(real, true)
				head = fmt.Sprintf("for _, %s := range %s {\n\t_ = %s\n", v, a, v)
				break
			}
			head = "for range 2 {\n"
		case 3:
			row := g.fresh("row")
			v := g.declare(real, true)
			return fmt.Sprintf("for _, %s := range m {\n\t%s := %s[len(%s)-1]\n\t_ = %s\n", row, v, row, row,
				v) + g.block(depth-1) + "}\n"
		case 4:
			if !g.o.Plain {
				i := g.declare(integer, true)
				head = fmt.Sprintf("for %s := range upTo(%d) {\n\t_ = %s\n", i, 1+g.IntN(3), i)
				break
			}
			head = "for range 3 {\n"
		default:
			v := g.declare(real, true)
			head = fmt.Sprintf("for _, %s := range table {\n\t_ = %s\n", v, v)
		}
		return head + g.block(depth-1) + "}\n"
	})
}

// literal calls a function literal with effects, where it stands or by its name.
func (g *gen) literal(depth int) string {
	if g.o.Plain || g.lits > 0 {
		return g.assign()
	}
	loops := g.loops
	g.loops = nil
	g.lits++
	g.push()
	t := g.declare(real, true)
	body := g.block(depth - 1)
	g.pop()
	g.lits--
	g.loops = loops
	if g.IntN(2) == 0 {
		return fmt.Sprintf("func(%s float64) {\n\t_ = %s\n%s}(%s)\n", t, t, body, g.real(1))
	}
	f := g.fresh("do")
	return fmt.Sprintf("%s := func(%s float64) {\n\t_ = %s\n%s}\n%s(%s)\n%s(%s)\n", f, t, t, body, f, g.real(1), f,
		g.real(1))
}

// leave is a conditional return, break or continue.
func (g *gen) leave() string {
	var jump string
	switch k := g.IntN(4); {
	case k == 0 && g.lits == 0:
		jump = fmt.Sprintf("return %s, %s", g.real(1), g.pick(record, false))
	case k == 0:
		jump = "return"
	case len(g.loops) == 0:
		return g.assign()
	default:
		l := g.loops[g.IntN(len(g.loops))]
		word := g.one("break", "continue")
		if l.block {
			word = "break"
		}
		innermost := l == g.loops[len(g.loops)-1]
		if innermost && g.IntN(2) == 0 {
			jump = word
		} else {
			l.used = true
			jump = word + " " + l.label
		}
	}
	return "if " + g.boolean(1) + " {\n\t" + jump + "\n}\n"
}
