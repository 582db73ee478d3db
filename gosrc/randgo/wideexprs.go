package randgo

import (
	"fmt"
	"strings"
)

// expr is an expression of a type, without effects.
func (g *wide) expr(t *typ, d int) string {
	if d > 0 && (!t.shared() || !g.pure && g.odds(4)) && !g.odds(3) {
		if s := g.placeOf(t, false); s != "" {
			return s
		}
	}
	switch t.sort {
	case aReal:
		if t == realT {
			return g.real(d)
		}
		return fmt.Sprintf("%s(%s)", t.text, g.real(d))
	case anInt:
		return g.integer(d)
	case aBool:
		return g.boolean(d)
	case aComplex:
		return g.complex(d)
	case aString:
		return fmt.Sprintf("%q", words[g.IntN(len(words))])
	case aSlice:
		return g.slice(t, d)
	case anArray:
		var list []string
		for i := range t.n {
			if g.odds(3) {
				list = append(list, fmt.Sprintf("%d: %s", i, g.expr(t.elem, d-1)))
			}
		}
		return t.text + "{" + strings.Join(list, ", ") + "}"
	case aStruct:
		var list []string
		for _, f := range t.fields {
			if f.typ.sort != aPointer && f.typ.sort != aFunc && f.typ.sort != anInterface && g.odds(4) ||
				f.typ.mayBeNil() && g.odds(3) {
				continue
			}
			list = append(list, f.name+": "+g.expr(f.typ, d-1))
		}
		return t.text + "{" + strings.Join(list, ", ") + "}"
	case aPointer:
		if !g.pure && g.odds(4) {
			if v := g.sureVar(func(v local) bool {
				return v.typ.text == t.elem.text && v.assign && !v.fixed
			}); v != "" {
				return "&" + v
			}
		}
		return "&" + g.fullStruct(t.elem, d)
	case anInterface:
		return g.dynamic(t, d)
	case aFunc:
		return g.function(d)
	case aMap:
		return fmt.Sprintf("map[string]float64{%q: %s, %q: %s}", words[0], g.real(d-1), words[1+g.IntN(2)], g.real(d-1))
	}
	panic("randgo: unexpected type")
}

// fullStruct is a literal.
func (g *wide) fullStruct(t *typ, d int) string {
	var list []string
	for _, f := range t.fields {
		if !g.odds(4) && (d > 0 || !f.typ.mayBeNil()) {
			list = append(list, f.name+": "+g.expr(f.typ, d-1))
		}
	}
	return t.text + "{" + strings.Join(list, ", ") + "}"
}

// dynamic is a value for an interface.
func (g *wide) dynamic(t *typ, d int) string {
	c := t.impls[g.IntN(len(t.impls))]
	if c.sort == aReal {
		return fmt.Sprintf("%s(%s)", c.text, g.real(d-1))
	}
	return g.expr(c, d-1)
}

// slice is a slice, most often a new one that is not empty.
func (g *wide) slice(t *typ, d int) string {
	switch k := g.IntN(8); {
	case k <= 1 && !t.elem.mayBeNil():
		return fmt.Sprintf("make(%s, %d)", t.text, 1+g.IntN(4))
	case k == 2 && !t.elem.shared():
		if s := g.placeOf(t, false); s != "" {
			g.needs = append(g.needs, "len("+s+") > 0")
			return g.one(fmt.Sprintf("append(%s(nil), %s...)", t.text, s),
				fmt.Sprintf("append(%s{}, %s...)", t.text, s))
		}
	case k == 3 && !g.pure:
		if s := g.placeOf(t, false); s != "" {
			g.needs = append(g.needs, "len("+s+") > 1")
			return s + g.one("[1:]", "[:len("+s+")-1]", "[:1]", "[:1:1]")
		}
	case k == 4 && t.elem == realT:
		if s := g.placeOf(t, false); s != "" {
			g.needs = append(g.needs, "len("+s+") > 0")
			return fmt.Sprintf("mapTo(%s, %s)", s, g.function(d-1))
		}
	}
	list := []string{g.expr(t.elem, d-1)}
	for range g.IntN(3) {
		list = append(list, g.expr(t.elem, d-1))
	}
	return t.text + "{" + strings.Join(list, ", ") + "}"
}

func (g *wide) real(d int) string {
	if d <= 0 {
		if v := g.sureVar(func(v local) bool { return v.typ == realT }); v != "" && !g.odds(4) {
			return v
		}
		return g.one("0.5", "1.25", "-2.0", "3.0", "half", "0.1")
	}
	r := func() string { return g.real(d - 1) }
	switch g.IntN(20) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", r(), r())
	case 2:
		return fmt.Sprintf("(%s - %s)", r(), r())
	case 3:
		return fmt.Sprintf("%s * %s", g.real(0), r())
	case 4:
		return fmt.Sprintf("%s / (1.5 + math.Abs(%s))", r(), r())
	case 5:
		return fmt.Sprintf("math.%s(%s)", g.one("Sin", "Cos", "Tanh"), r())
	case 6:
		return fmt.Sprintf("%s(%s, %s)", g.one("min", "max"), r(), r())
	case 7:
		return fmt.Sprintf("float64(%s)", g.integer(d-1))
	case 8:
		if v := g.placeOf(funcT, false); v != "" && !g.flat {
			if g.sureVar(func(w local) bool { return w.name == v && w.sure }) == "" {
				g.needs = append(g.needs, v+" != nil")
			}
			return fmt.Sprintf("%s(%s)", v, r())
		}
	case 9:
		if v := g.placeOf(mapT, false); v != "" {
			return fmt.Sprintf("%s[%s]", v, g.text())
		}
	case 10, 11:
		if g.flat {
			break
		}
		if v := g.place(false, func(t *typ) bool { return t.sort == aStruct && g.hasMethods(t) }); v != "" {
			if g.callable(v) {
				return fmt.Sprintf("%s.val(%s)", v, r())
			}
		}
	case 12:
		if g.flat {
			break
		}
		if v := g.sureVar(func(v local) bool {
			return v.sure && v.typ.sort >= aPointer && g.hasMethods(v.typ)
		}); v != "" {
			return fmt.Sprintf("%s.val(%s)", v, r())
		}
	case 13:
		return fmt.Sprintf("pick(%s, %s, %s)", g.boolean(d-1), r(), r())
	case 14:
		if v := g.placeOf(sliceOf(realT), false); v != "" {
			return fmt.Sprintf("fold(%s, %s, func(u, w float64) float64 { return u*0.5 + w })", v, r())
		}
	}
	if g.odds(6) {
		return fmt.Sprintf("%s(%s)", g.one("real", "imag", "modulus"), g.complex(d-1))
	}
	if s := g.placeOf(realT, false); s != "" {
		return s
	}
	return g.real(0)
}

// callable says that a method with a pointer receiver can be called: the struct is not an element of a map or the like.
func (g *wide) callable(v string) bool { return !strings.HasSuffix(v, ")") }

// text is a string.
func (g *wide) text() string {
	if v := g.placeOf(stringT, false); v != "" && g.odds(2) {
		return v
	}
	return fmt.Sprintf("%q", words[g.IntN(len(words))])
}

func (g *wide) integer(d int) string {
	if d <= 0 {
		return g.index()
	}
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("(%s + %s)", g.integer(d-1), g.integer(d-1))
	case 1:
		return fmt.Sprintf("%s %% 5", g.index())
	case 2:
		if s := g.place(false, func(t *typ) bool { return t.sort == aSlice }); s != "" {
			return "len(" + s + ")"
		}
	case 3:
		return fmt.Sprintf("(%s & 6)", g.integer(d-1))
	case 4:
		if !g.smooth {
			return fmt.Sprintf("toInt(4 * %s)", g.real(d-1))
		}
	case 5:
		if s := g.place(false, func(t *typ) bool { return t.stack != nil }); s != "" {
			return s + ".size()"
		}
	}
	if s := g.placeOf(intT, false); s != "" {
		return s
	}
	return g.index()
}

func (g *wide) boolean(d int) string {
	if d > 0 {
		switch g.IntN(10) {
		case 0:
			return fmt.Sprintf("(%s && %s)", g.boolean(d-1), g.boolean(d-1))
		case 1:
			return fmt.Sprintf("(%s || !%s)", g.boolean(d-1), "("+g.boolean(d-1)+")")
		case 2, 3:
			return fmt.Sprintf("%s %s %q", g.text(), g.one("==", "!="), words[g.IntN(3)])
		case 5:
			if !g.smooth {
				return fmt.Sprintf("%s %s %s", g.complex(d-1), g.one("==", "!="), g.complex(0))
			}
		case 4:
			if s := g.placeOf(boolT, false); s != "" {
				return s
			}
		}
	}
	if g.odds(2) {
		return fmt.Sprintf("%s %s %s", g.integer(d-1), g.one("<", "==", ">=", "!="), g.integer(d-1))
	}
	return fmt.Sprintf("%s %s %s", g.real(d-1), g.one("<", ">", "<=", ">="), g.real(d-1))
}

// function is a literal without effects, a declared function, or a method of something.
func (g *wide) function(d int) string {
	switch k := g.IntN(7); {
	case k == 0:
		return g.one("math.Sin", "math.Cos", "squash[float64]")
	case k == 1 && g.bound:
		if v := g.sureVar(func(v local) bool {
			return v.typ.sort == aStruct && g.hasMethods(v.typ) && v.assign
		}); v != "" && !g.pure {
			return v + ".val"
		}
	}
	g.push()
	defer g.pop()
	t := g.fresh("t")
	old, flat := g.needs, g.flat
	g.needs, g.flat = nil, true
	g.vars = append(g.vars, local{name: t, typ: realT})
	s := g.ask(fmt.Sprintf("return %s\n", g.real(min(d, 2))))
	g.needs, g.flat = old, flat
	if strings.HasPrefix(s, "if") {
		return fmt.Sprintf("func(%s float64) float64 {\n%s\treturn %s\n}", t, indent(s), t)
	}
	return fmt.Sprintf("func(%s float64) float64 { %s }", t, strings.TrimSpace(s))
}
