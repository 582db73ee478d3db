package randgo

import (
	"fmt"
	"strings"
)

// stmt is a statement; depth bounds how deep blocks nest in it. What it needs to hold is collected.
func (g *wide) stmt(depth int) string {
	if depth <= 0 {
		return g.simple()
	}
	switch g.IntN(33) {
	case 0, 1, 2:
		s := "if " + g.boolean(2) + " {\n" + g.block(depth-1) + "}"
		switch g.IntN(3) {
		case 0:
			s += " else {\n" + g.block(depth-1) + "}"
		case 1:
			s += " else if " + g.plainBool() + " {\n" + g.block(depth-1) + "} else {\n" + g.block(depth-1) + "}"
		}
		return s + "\n"
	case 3:
		return g.switchText(depth)
	case 4, 5:
		return g.switchType(depth)
	case 6, 7, 8, 9:
		return g.counted(depth)
	case 10, 11:
		return g.while(depth)
	case 12, 13, 14:
		return g.ranged(depth)
	case 15:
		return g.leave()
	case 16, 17:
		return g.closure(depth)
	case 18:
		return g.recursive()
	case 19, 20:
		return g.optional(depth)
	case 21:
		return g.mapped(depth)
	case 22:
		return g.holes(depth)
	case 23:
		return g.room()
	case 24:
		return g.fail(depth)
	}
	return g.simple()
}

// plainBool is a condition that needs nothing.
func (g *wide) plainBool() string {
	old := g.needs
	g.needs = nil
	s := g.boolean(1)
	if len(g.needs) > 0 {
		s = "(" + strings.Join(append(g.needs, s), " && ") + ")"
	}
	g.needs = old
	return s
}

// simple is a statement without blocks of statements.
func (g *wide) simple() string {
	switch g.IntN(20) {
	case 0, 1, 2, 3, 4:
		return g.declaration()
	case 5, 6:
		return g.swap()
	case 7, 8:
		return g.grow()
	case 9:
		return g.shrink()
	case 10:
		return g.overlap()
	case 11, 12:
		return g.call()
	case 13:
		return g.method()
	case 14:
		return g.chosen()
	case 15:
		return g.ragged()
	case 16:
		return g.view()
	case 17:
		if v := g.sureVar(func(v local) bool { return true }); v != "" {
			return g.observe(v, g.typeOf(v), 2)
		}
	case 18:
		return g.fail(0)
	}
	return g.assign()
}

func (g *wide) typeOf(name string) *typ {
	for i := len(g.vars) - 1; i >= 0; i-- {
		if g.vars[i].name == name {
			return g.vars[i].typ
		}
	}
	return nil
}

// declaration is a new variable; at times its name hides another.
func (g *wide) declaration() string {
	t := g.localType()
	if t == mapT && g.lits > 0 {
		t = realT
	}
	name := g.fresh(string("ricsztapsigmk"[int(t.sort)]))
	if t.sort != aMap && t.sort != aPointer && t.sort != anInterface && g.odds(6) {
		g.vars = append(g.vars, local{name: name, typ: t, assign: true})
		return fmt.Sprintf("var %s %s\n_ = %s\n", name, t.text, name)
	}
	old := g.needs
	g.needs = nil
	e := g.expr(t, 2)
	sure := len(g.needs) == 0 && t.sort != aFunc || t.sort == aFunc && strings.HasPrefix(e, "func")
	var s string
	switch {
	case t.sort == aMap && len(g.needs) > 0: // is a table where it is declared
		s = fmt.Sprintf("%s := map[string]float64{\"lin\": r, \"sq\": 0.5}\n", name)
	case len(g.needs) > 0:
		s = fmt.Sprintf("var %s %s\n", name, t.text) + g.ask(fmt.Sprintf("%s = %s\n", name, e))
	case (t == realT || t.sort == aStruct) && g.odds(4):
		s = fmt.Sprintf("var %s %s = %s\n", name, t.text, e)
	default:
		if t.sort == anInterface {
			s = fmt.Sprintf("var %s %s = %s\n", name, t.text, e)
		} else {
			s = fmt.Sprintf("%s := %s\n", name, e)
		}
	}
	g.needs = old
	if t.sort == aSlice && !strings.HasSuffix(e, "}") && !strings.HasPrefix(e, "make") &&
		!strings.HasPrefix(e, "append") {
		sure = false
	}
	if t.sort == anInterface || t.sort == aPointer { // a part of something, that may be nil
		sure = sure && (strings.HasSuffix(e, "}") || strings.HasSuffix(e, ")") && strings.HasPrefix(e, g.name))
	}
	g.vars = append(g.vars, local{name: name, typ: t, assign: t.sort != aMap && !sure || t.sort == aReal ||
		t.sort == aComplex ||
		t.sort == anInt || t.sort == aStruct || t.sort == anArray, sure: sure})
	return s + "_ = " + name + "\n"
}

// assign gives a place a new value.
func (g *wide) assign() string {
	t := g.anyType(2)
	if g.odds(2) {
		t = realT
	}
	if t.sort == aPointer && g.odds(3) || g.pure && t.shared() {
		t = realT
	}
	v := g.placeOf(t, true)
	if v == "" {
		t, v = realT, "r"
	}
	if t == realT {
		switch g.IntN(5) {
		case 0:
			return fmt.Sprintf("%s += %s\n", v, g.real(2))
		case 1:
			return fmt.Sprintf("%s %s 0.5*%s\n", v, g.one("-=", "*="), g.real(1))
		case 2:
			return fmt.Sprintf("%s = math.Sin(%s)\n", v, g.real(2))
		}
	}
	if t == complexT {
		return g.changeComplex(v)
	}
	if t == intT {
		return g.one(v+"++\n", v+"--\n", fmt.Sprintf("%s = %s %% 50\n", v, g.integer(2)),
			fmt.Sprintf("%s += %s & 3\n", v, g.integer(1)))
	}
	return fmt.Sprintf("%s = %s\n", v, g.expr(t, 2))
}

// swap exchanges two places, most often elements of one slice, of whatever type.
func (g *wide) swap() string {
	if s := g.place(true, func(t *typ) bool { return t.sort == aSlice || t.sort == anArray }); s != "" && !g.odds(4) {
		i, j := "at("+g.integer(1)+", len("+s+"))", "at("+g.index()+", len("+s+"))"
		g.needs = append(g.needs, "len("+s+") > 0")
		return fmt.Sprintf("%s[%s], %s[%s] = %s[%s], %s[%s]\n", s, i, s, j, s, j, s, i)
	}
	t := g.anyType(2)
	v, w := g.placeOf(t, true), g.placeOf(t, true)
	if v == "" || v == w {
		return g.assign()
	}
	return fmt.Sprintf("%s, %s = %s, %s\n", v, w, w, v)
}

// grow appends to a slice, or pushes on a stack.
func (g *wide) grow() string {
	v, t := g.growing(false)
	if v == "" {
		return g.assign()
	}
	if t.stack != nil {
		return fmt.Sprintf("if %s.size() < 7 {\n\t%s.push(%s)\n}\n", v, v, g.expr(t.stack, 1))
	}
	e := g.expr(t.elem, 1)
	switch g.IntN(8) {
	case 0:
		e += ", " + g.expr(t.elem, 0)
	case 1: // a new one, as there is no room
		w := g.fresh("w")
		g.needs = append(g.needs, "len("+v+") > 0")
		return fmt.Sprintf("%s := append(%s[:1:1], %s)\n%s", w, v, e, g.observe(w, t, 1))
	case 2:
		if !t.elem.shared() {
			e = v + "..."
			return fmt.Sprintf("if len(%s) < 5 {\n\t%s = append(%s, %s)\n}\n", v, v, v, e)
		}
	}
	return fmt.Sprintf("if len(%s) < 7 {\n\t%s = append(%s, %s)\n}\n", v, v, v, e)
}

// growing is a slice or stack that may become longer or, if it is not known to have elements, shorter.
func (g *wide) growing(shorter bool) (string, *typ) {
	sure := map[string]bool{"m": true, "x": true}
	for _, v := range g.vars {
		sure[v.name] = sure[v.name] || v.sure && shorter
	}
	p := g.find(func(p place) bool {
		return p.write && (p.typ.sort == aSlice || p.typ.stack != nil) && !sure[p.text] &&
			!strings.HasPrefix(p.text, "m[")
	})
	return p.text, p.typ
}

// shrink takes elements away.
func (g *wide) shrink() string {
	v, t := g.growing(true)
	if v == "" {
		return g.assign()
	}
	if t.stack != nil {
		w, ok := g.fresh("top"), g.fresh("ok")
		return fmt.Sprintf("if %s, %s := %s.pop(); %s {\n%s}\n", w, ok, v, ok,
			indent("_ = "+w+"\n"+g.observe(w, t.stack, 1)))
	}
	g.needs = append(g.needs, "len("+v+") > 1")
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("%s = %s[1:]\n", v, v)
	case 1:
		i := fmt.Sprintf("at(%s, len(%s))", g.index(), v)
		return fmt.Sprintf("%s = append(%s[:%s], %s[%s+1:]...)\n", v, v, i, v, i)
	case 2:
		if !t.elem.mayBeNil() {
			return fmt.Sprintf("clear(%s[1:])\n", v)
		}
	}
	return fmt.Sprintf("%s = %s[:len(%s)-1]\n", v, v, v)
}

// overlap copies or writes within one slice through windows.
func (g *wide) overlap() string {
	s := g.placeOf(sliceOf(realT), false)
	if s == "" || g.pure {
		return g.assign()
	}
	g.needs = append(g.needs, "len("+s+") > 1")
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("copy(%s[1:], %s)\n", s, s)
	case 1:
		return fmt.Sprintf("copy(%s, %s[1:])\n", s, s)
	case 2:
		u, w := g.fresh("u"), g.fresh("w")
		return fmt.Sprintf("%s, %s := %s[:len(%s)-1], %s[1:]\nfor k := range %s {\n\t%s[k] = 0.5*%s[k] + %s\n}\n", u,
			w, s, s, s, u, w, u, g.real(0))
	}
	u := g.fresh("u")
	return fmt.Sprintf("%s := %s[at(%s, len(%s)):]\n%s[0] += %s\nbump(%s, %s)\n", u, s, g.index(), s, u, g.real(1), u,
		g.real(0))
}

// view writes through a pointer or a row.
func (g *wide) view() string {
	if g.pure {
		return g.assign()
	}
	p := g.fresh("p")
	switch g.IntN(3) {
	case 0:
		if v := g.placeOf(realT, true); v != "" {
			return fmt.Sprintf("%s := &%s\n*%s = 0.5**%s + %s\n", p, v, p, p, g.real(1))
		}
	case 1:
		if v := g.placeOf(sliceOf(sliceOf(realT)), false); v != "" {
			g.needs = append(g.needs, "len("+v+") > 0")
			row := g.fresh("row")
			s := fmt.Sprintf("%s := %s[at(%s, len(%s))]\n", row, v, g.index(), v)
			return s + fmt.Sprintf("for k := range %s {\n\t%s[k] %s %s\n}\n", row, row, g.one("+=", "*=", "="),
				g.one(g.real(0), row+"[len("+row+")-1-k]", row+"[0]"))
		}
	}
	if len(g.structs) > 0 {
		t := g.structs[g.IntN(len(g.structs))]
		if v := g.placeOf(t, true); v != "" {
			s := fmt.Sprintf("%s := &%s\n_ = %s\n", p, v, p)
			g.vars = append(g.vars, local{name: p, typ: pointerTo(t), sure: true})
			for _, f := range t.fields {
				if f.typ == realT {
					s += fmt.Sprintf("%s.%s -= %s\n", p, f.name, g.real(0))
				}
			}
			if g.hasMethods(t) {
				s += fmt.Sprintf("%s.upd(%s)\n", p, g.real(0))
			}
			g.vars = g.vars[:len(g.vars)-1]
			return s
		}
	}
	return g.assign()
}

// chosen calls a function out of a slice or a table, or one that a condition chose.
func (g *wide) chosen() string {
	f := g.fresh("f")
	v := g.placeOf(realT, true)
	if v == "" {
		v = "r"
	}
	g.bound = true
	defer func() { g.bound = false }()
	switch g.IntN(3) {
	case 0:
		return fmt.Sprintf("%s := []func(float64) float64{%s, %s, %s}\n%s = %s[at(%s, 3)](%s)\n", f, g.function(1),
			g.function(1), g.function(1), v, f, g.integer(1), g.real(1))
	case 1:
		return fmt.Sprintf("var %s func(float64) float64\nif %s {\n\t%s = %s\n}\nif %s != nil {\n\t%s += %s(%s)\n}\n",
			f, g.boolean(1), f, g.function(1), f, v, f, g.real(1))
	}
	return fmt.Sprintf("%s := %s\nif %s {\n\t%s = %s\n}\n%s += %s(%s)\n", f, g.function(1), g.boolean(1),
		f, g.function(1), v, f, g.real(1))
}

// ragged makes rows of different lengths, some of them nil.
func (g *wide) ragged() string {
	l := g.fresh("l")
	s := fmt.Sprintf("%s := make([][]float64, %d)\n", l, 1+g.IntN(4))
	switch g.IntN(4) {
	case 0:
		s += fmt.Sprintf("for i := range %s {\n\t%s[i] = make([]float64, i+1)\n\t%s[i][i] = %s\n}\n", l, l, l,
			g.real(1))
	case 1:
		s += fmt.Sprintf("for i := range %s {\n\tif i%%2 == %d {\n\t\t%s[i] = append(%s[i], %s, float64(i))\n\t}\n}\n",
			l, g.IntN(2), l, l, g.real(1))
	case 2:
		s += fmt.Sprintf("for i := range 5 {\n\tk := at(i*i+%s, len(%s))\n\t%s[k] = append(%s[k], %s)\n}\n", g.index(),
			l, l, l, g.real(1))
	default:
		s += fmt.Sprintf("%s[0] = []float64{%s, %s}\nif %s {\n\t%s[0] = nil\n}\n", l, g.real(1), g.real(0),
			g.plainBool(), l)
	}
	g.vars = append(g.vars, local{name: l, typ: sliceOf(sliceOf(realT)), assign: true})
	s += g.observe(l, sliceOf(sliceOf(realT)), 2)
	g.vars = g.vars[:len(g.vars)-1]
	return s
}

// method calls one that writes.
func (g *wide) method() string {
	if g.pure {
		return g.assign()
	}
	v := g.place(true, func(t *typ) bool { return t.sort == aStruct && g.hasMethods(t) })
	if v == "" || g.odds(3) {
		v = g.sureVar(func(v local) bool { return v.sure && !v.fixed && v.typ.sort >= aPointer && g.hasMethods(v.typ) })
	}
	if v == "" {
		return g.assign()
	}
	return fmt.Sprintf("%s.upd(%s)\n", v, g.real(1))
}
