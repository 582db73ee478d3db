package randgo

import (
	"fmt"
	"strings"
)

// inside runs body with a loop or switch around it, and puts its label before it where it is used.
func (g *wide) inside(l *loop, body func() string) string {
	l.label = g.fresh("label")
	g.loops = append(g.loops, l)
	g.push()
	s := body()
	g.pop()
	g.loops = g.loops[:len(g.loops)-1]
	if l.used {
		return l.label + ":\n" + s
	}
	return s
}

func (g *wide) switchText(depth int) string {
	return g.inside(&loop{block: true}, func() string {
		s := "switch " + g.text() + " {\n"
		for _, w := range words[:1+g.IntN(3)] {
			s += fmt.Sprintf("case %q:\n%s", w, g.block(depth-1))
		}
		if g.odds(2) {
			s += "default:\n" + g.block(depth-1)
		}
		return s + "}\n"
	})
}

// switchType asks what an interface holds.
func (g *wide) switchType(depth int) string {
	v := g.place(false, func(t *typ) bool { return t == g.iface })
	if v == "" || g.iface == nil {
		return g.simple()
	}
	t := g.fresh("d")
	if g.odds(3) {
		c := g.iface.impls[g.IntN(len(g.iface.impls))]
		g.push()
		defer g.pop()
		g.vars = append(g.vars, local{name: t, typ: c, sure: true, fixed: g.pure})
		ok := g.fresh("ok")
		return fmt.Sprintf("if %s, %s := %s.(%s); %s {\n\t_ = %s\n%s}\n", t, ok, v, c.text, ok, t, g.block(depth-1))
	}
	return g.inside(&loop{block: true}, func() string {
		s := fmt.Sprintf("switch %s := %s.(type) {\n", t, v)
		for _, c := range g.iface.impls {
			if g.odds(4) {
				continue
			}
			g.push()
			g.vars = append(g.vars, local{name: t, typ: c, sure: true, fixed: g.pure})
			s += fmt.Sprintf("case %s:\n\t_ = %s\n%s%s", c.text, t, indent(g.observe(t, c, 1)), g.block(depth-1))
			g.pop()
		}
		return s + fmt.Sprintf("default:\n\t_ = %s\n%s}\n", t, g.block(depth-1))
	})
}

// counted is a loop with a counter: up, down, with steps, between anything.
func (g *wide) counted(depth int) string {
	return g.inside(&loop{}, func() string {
		i := g.fresh("i")
		n := fmt.Sprint(1 + g.IntN(6))
		if s := g.sureVar(func(v local) bool { return v.typ.sort == aSlice }); s != "" && g.odds(2) {
			n = "len(" + s + ")"
		}
		k := fmt.Sprintf("at(%s, 4)", g.integer(1))
		var head string
		switch g.IntN(9) {
		case 0:
			head = fmt.Sprintf("for %s := 0; %s < %s; %s++ {\n", i, i, n, i)
		case 1:
			head = fmt.Sprintf("for %s := %s - 1; %s >= 0; %s-- {\n", i, n, i, i)
		case 2:
			head = fmt.Sprintf("for %s := %s; %s > -3; %s -= %d {\n", i, n, i, i, 2+g.IntN(3))
		case 3:
			head = fmt.Sprintf("for %s := -%s; %s <= %s; %s += %d {\n", i, k, i, n, i, 1+g.IntN(3))
		case 4:
			h := g.fresh("h")
			head = fmt.Sprintf("for %s, %s := %s, %s+6; %s != %s; %s += 2 {\n", i, h, k, k, i, h, i)
		case 5:
			s := g.fresh("step")
			head = fmt.Sprintf("for %s, %s := 0, %s+1; %s < %s+2; %s += %s {\n", i, s, k, i, n, i, s)
		case 6:
			j := g.fresh("j")
			head = fmt.Sprintf("for %s, %s := 0, %s; %s < %s; %s, %s = %s+1, %s-1 {\n", i, j, n, i, j, i, j, i, j)
			g.vars = append(g.vars, local{name: j, typ: intT})
		case 7:
			head = fmt.Sprintf("for %s := 0; %s < %s && %s; %s++ {\n", i, i, n, g.plainBool(), i)
		default:
			head = fmt.Sprintf("for %s := range %s {\n", i, n)
			if strings.HasPrefix(n, "len") {
				head = fmt.Sprintf("for %s := range %s + 1 {\n", i, n)
			}
			head += "\t_ = " + i + "\n"
		}
		g.vars = append(g.vars, local{name: i, typ: intT})
		return head + g.block(depth-1) + "}\n"
	})
}

// while is a loop that a condition ends, or a break in it; it ends soon.
func (g *wide) while(depth int) string {
	k := g.fresh("k")
	s := g.inside(&loop{}, func() string {
		switch g.IntN(3) {
		case 0:
			c := g.plainBool()
			g.vars = append(g.vars, local{name: k, typ: intT})
			return fmt.Sprintf("for %s < 5 && %s {\n\t%s++\n", k, c, k) + g.block(depth-1) + "}\n"
		case 1:
			g.vars = append(g.vars, local{name: k, typ: intT})
			c := g.plainBool()
			b := g.block(depth - 1)
			return fmt.Sprintf("for {\n\t%s++\n%s\tif %s > 3 || %s {\n\t\tbreak\n\t}\n%s}\n", k, b, k, c, g.block(0))
		}
		v := g.sureVar(func(v local) bool { return v.typ.sort == aSlice && v.assign && !v.fixed })
		g.vars = append(g.vars, local{name: k, typ: intT})
		if v == "" {
			return fmt.Sprintf("for %s < 3 {\n\t%s += 2\n", k, k) + g.block(depth-1) + "}\n"
		}
		return fmt.Sprintf("for len(%s) > 1 && %s < 6 {\n\t%s++\n\t%s = %s\n", v, k, k, v,
			v+g.one("[1:]", "[:len("+v+")-1]")) + g.block(depth-1) + "}\n"
	})
	return fmt.Sprintf("%s := 0\n", k) + s
}

// ranged is a loop over something.
func (g *wide) ranged(depth int) string {
	return g.inside(&loop{}, func() string {
		p := g.find(func(p place) bool { return p.typ.sort == aSlice || p.typ.sort == anArray })
		if p.text == "" {
			return "for range 2 {\n" + g.block(depth-1) + "}\n"
		}
		s, elem := p.text, p.typ.elem
		i := g.fresh("i")
		g.vars = append(g.vars, local{name: i, typ: intT})
		if g.odds(3) {
			return fmt.Sprintf("for %s := range %s {\n\t_ = %s\n", i, s, i) + g.block(depth-1) + "}\n"
		}
		v := g.fresh("e")
		sure := elem.sort == aPointer
		fixed := g.pure && elem.shared()
		g.vars = append(g.vars, local{name: v, typ: elem, assign: !elem.shared(), sure: sure, fixed: fixed})
		over := s
		if g.odds(5) && p.typ.sort == aSlice {
			over = "each(" + s + ")"
		}
		return fmt.Sprintf("for %s, %s := range %s {\n\t_, _ = %s, %s\n", i, v, over, i, v) + g.block(depth-1) + "}\n"
	})
}

// leave is a conditional return, break or continue.
func (g *wide) leave() string {
	var jump string
	switch {
	case g.odds(4) && g.lits == 0 && g.naked:
		jump = "return"
	case len(g.loops) == 0:
		return g.assign()
	default:
		l := g.loops[g.IntN(len(g.loops))]
		word := g.one("break", "continue")
		if l.block {
			word = "break"
		}
		jump = word
		if l != g.loops[len(g.loops)-1] || g.odds(2) {
			l.used = true
			jump = word + " " + l.label
		}
	}
	return "if " + g.boolean(1) + " {\n\t" + jump + "\n}\n"
}

// fail is a panic under a condition, at times behind other statements, or beside them.
func (g *wide) fail(depth int) string {
	const fails = "\tpanic(\"not here\")\n"
	c := g.boolean(1)
	if g.odds(2) {
		c = "(" + c + ") && " + g.boolean(1) // so that many runs do not come to it
	}
	switch {
	case depth == 0 || g.odds(3):
		return "if " + c + " {\n" + fails + "}\n"
	case g.odds(2):
		return "if " + c + " {\n" + g.block(depth-1) + fails + "}\n"
	}
	return "if !(" + c + ") {\n" + g.block(depth-1) + "} else {\n" + fails + "}\n"
}

// closure calls a function literal that writes what is around it: by its name, in place, or handed to another function.
func (g *wide) closure(depth int) string {
	if g.lits > 0 || g.pure {
		return g.assign()
	}
	loops := g.loops
	g.loops = nil
	g.lits++
	g.push()
	t := g.fresh("t")
	g.vars = append(g.vars, local{name: t, typ: realT, assign: true})
	body := g.block(depth - 1)
	g.pop()
	g.lits--
	g.loops = loops
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("func(%s float64) {\n\t_ = %s\n%s}(%s)\n", t, t, body, g.real(1))
	case 1:
		y := g.fresh("y")
		return fmt.Sprintf("%s := fold([]float64{%s, %s}, 0.5, func(u, %s float64) float64 {\n\t_ = %s\n%s\treturn u "+
			"+ %s*0.5\n})\nr += %s\n", y, g.real(1), g.real(0), t, t, body, t, y)
	case 2:
		f, y := g.fresh("do"), g.fresh("y")
		return fmt.Sprintf("%s := func(%s float64) float64 {\n\t_ = %s\n%s\treturn %s\n}\nr = %s(%s)\n%s := %s(r)\nr "+
			"+= 0.5 * %s\n", f, t, t, body, t, f, g.real(1), y, f, y)
	}
	f := g.fresh("do")
	return fmt.Sprintf("%s := func(%s float64) {\n\t_ = %s\n%s}\n%s(%s)\nfor k := range 2 {\n\t%s(float64(k))\n}\n", f,
		t, t, body, f, g.real(1), f)
}

// recursive is a function literal that calls itself.
func (g *wide) recursive() string {
	if g.lits > 0 || g.pure {
		return g.assign()
	}
	f, k, t := g.fresh("rec"), g.fresh("k"), g.fresh("t")
	g.push()
	g.vars = append(g.vars, local{name: k, typ: intT}, local{name: t, typ: realT, assign: true})
	g.lits++
	loops := g.loops
	g.loops = nil
	g.left = max(g.left, 1)
	body := indent(g.statements(1, 1+g.IntN(2)))
	g.loops = loops
	g.lits--
	again := g.one(
		fmt.Sprintf("return 0.5*%s(%s-1, %s) + %s", f, k, g.real(0), t),
		fmt.Sprintf("if %s%%2 == 0 {\n\t\treturn %s(%s-1, %s*0.5)\n\t}\n\treturn %s(%s-2, %s)", k, f, k, t, f, k,
			g.real(0)),
	)
	g.pop()
	return fmt.Sprintf("var %s func(int, float64) float64\n%s = func(%s int, %s float64) float64 {\n\tif %s <= 0 "+
		"{\n\t\treturn %s\n\t}\n%s\t%s\n}\nr = %s(at(%s, 4), %s)\n",
		f, f, k, t, k, t, body, again, f, g.integer(1), g.real(1))
}

// optional has a pointer, slice, function or interface that may be nil, and asks.
func (g *wide) optional(depth int) string {
	t := []*typ{sliceOf(realT), funcT}[g.IntN(2)]
	if k := g.IntN(4); k < 2 && len(g.structs) > 0 {
		t = pointerTo(g.structs[g.IntN(len(g.structs))])
	} else if k == 2 && g.iface != nil {
		t = g.iface
	}
	o := g.fresh("o")
	s := fmt.Sprintf("var %s %s\nif %s {\n", o, t.text, g.boolean(1))
	s += indent(g.guarded(func() string { return fmt.Sprintf("%s = %s\n", o, g.expr(t, 2)) })) + "}\n"
	g.push()
	defer g.pop()
	if g.odds(2) {
		s += fmt.Sprintf("if %s == nil {\n%s} else ", o, g.block(depth-1))
	} else {
		s += fmt.Sprintf("if %s != nil ", o)
	}
	g.vars = append(g.vars, local{name: o, typ: t, sure: t.sort != aSlice, fixed: g.pure})
	return s + "{\n" + indent(g.observe(o, t, 1)) + g.block(depth-1) + "}\n"
}
