package randgo

import "fmt"

// entryType is a type for the values of a map, or for elements that may be nil; only of the latter if optional.
func (g *wide) entryType(optional bool) *typ {
	switch k := g.IntN(6); {
	case k < 3 && len(g.structs) > 0:
		return pointerTo(g.structs[g.IntN(len(g.structs))])
	case k == 3 && len(g.structs) > 0 && !optional:
		return g.structs[g.IntN(len(g.structs))]
	case k == 4 && !optional:
		return realT
	}
	return sliceOf(realT)
}

// mapped is a map from ints, a loop that fills it, and a look at what is in it.
func (g *wide) mapped(depth int) string {
	m, t := g.fresh("m"), g.entryType(false)
	s := fmt.Sprintf("%s := map[int]%s{}\n", m, t.text)
	if g.odds(3) {
		s = fmt.Sprintf("%s := make(map[int]%s, 2)\n", m, t.text)
	}
	s += g.inside(&loop{}, func() string {
		i := g.fresh("i")
		g.vars = append(g.vars, local{name: i, typ: intT})
		head := fmt.Sprintf("for %s := range %d {\n\t_ = %s\n", i, 2+g.IntN(4), i)
		return head + indent(g.entry(m, fmt.Sprintf("at(%s, 4)", g.index()), t, depth)) + "}\n"
	})
	if g.odds(4) {
		s += fmt.Sprintf("delete(%s, at(%s, 4))\n", m, g.index())
	}
	k, v := g.fresh("k"), g.fresh("v")
	look := fmt.Sprintf("if %s, ok := %s[%s]; ok {\n%s}\n", v, m, k, indent("_ = "+v+"\n"+g.observe(v, t, 1)))
	if (t.sort == aSlice || t.sort == aPointer) && g.odds(2) {
		look = fmt.Sprintf("if %s := %s[%s]; %s != nil {\n%s} else {\n\tr += 0.25\n}\n", v, m, k,
			v, indent(g.observe(v, t, 1)))
	}
	return s + fmt.Sprintf("for %s := range 5 {\n%s}\nr += float64(len(%s))\n", k, indent(look), m)
}

// entry changes what a map has for a key.
func (g *wide) entry(m, key string, t *typ, depth int) string {
	at := m + "[" + key + "]"
	switch t.sort {
	case aReal:
		return g.guarded(func() string { return fmt.Sprintf("%s %s %s\n", at, g.one("=", "+=", "*="), g.real(2)) })
	case aStruct:
		v := g.fresh("v")
		s := fmt.Sprintf("%s := %s\n", v, at)
		g.push()
		g.vars = append(g.vars, local{name: v, typ: t, assign: true})
		s += g.block(depth - 1)
		g.pop()
		return s + fmt.Sprintf("%s = %s\n", at, v)
	case aSlice:
		switch g.IntN(4) {
		case 0:
			return g.guarded(func() string { return fmt.Sprintf("%s = append(%s, %s)\n", at, at, g.real(2)) })
		case 1:
			return g.guarded(func() string {
				return fmt.Sprintf("bump(%s, %s)\n%s = append(%s, 0.5)\n", at, g.real(1), at, at)
			})
		}
	}
	p := g.fresh("p")
	make := "make([]float64, 2)"
	if t.sort == aPointer {
		make = "&" + t.elem.text + "{}"
	}
	var s string
	switch g.IntN(3) {
	case 0:
		s = fmt.Sprintf("%s, ok := %s\nif !ok {\n\t%s = %s\n\t%s = %s\n}\n", p, at, p, make, at, p)
	case 1:
		s = fmt.Sprintf("%s := %s\nif %s == nil {\n\t%s = %s\n\t%s = %s\n}\n", p, at, p, p, make, at, p)
	case 2:
		s = fmt.Sprintf("if _, ok := %s; !ok {\n\t%s = %s\n}\n%s := %s\n", at, at, make, p, at)
	}
	return s + g.changing(p, t, depth)
}

// changing changes what a variable looks at, which is not nil, and more.
func (g *wide) changing(p string, t *typ, depth int) string {
	g.push()
	defer g.pop()
	g.vars = append(g.vars, local{name: p, typ: t, sure: t.sort == aPointer})
	s := "_ = " + p + "\n"
	if t.sort == aSlice {
		s += fmt.Sprintf("if len(%s) > 0 {\n%s}\n", p,
			indent(g.guarded(func() string { return fmt.Sprintf("%s[0] += %s\n", p, g.real(1)) })))
	}
	return s + g.block(depth-1)
}

// holes is a slice some of whose elements are nil.
func (g *wide) holes(depth int) string {
	h, t := g.fresh("h"), g.entryType(true)
	n := 2 + g.IntN(3)
	make := "make([]float64, 2)"
	if t.sort == aPointer {
		make = "&" + t.elem.text + "{}"
	}
	s := fmt.Sprintf("%s := make([]%s, %d)\n", h, t.text, n)
	for range 1 + g.IntN(2) {
		at := fmt.Sprintf("%s[at(%s, %d)]", h, g.index(), n)
		p := g.fresh("p")
		s += fmt.Sprintf("if %s {\n\t%s = %s\n}\n", g.plainBool(), at, make)
		s += fmt.Sprintf("if %s := %s; %s != nil {\n%s}\n", p, at, p, indent(g.changing(p, t, depth)))
	}
	if g.odds(3) {
		s += fmt.Sprintf("%s = append(%s, nil, %s)\n", h, h, make)
	}
	i, e := g.fresh("i"), g.fresh("e")
	return s + fmt.Sprintf("for %s, %s := range %s {\n\tif %s == nil {\n\t\tr += 0.1 * "+
		"float64(%s)\n\t\tcontinue\n\t}\n%s}\n", i, e, h, e, i, indent(g.observe(e, t, 1)))
}

// room is a slice that is made with a capacity, cut and appended to within that. Nothing else uses it: of slices that
// function literals or several variables share, what is behind the length is not kept.
func (g *wide) room() string {
	b, n := g.fresh("buf"), g.IntN(3)
	c := n + 2 + g.IntN(4)
	s := fmt.Sprintf("%s := make([]float64, %d, %d)\n", b, n, c)
	for range 1 + g.IntN(4) {
		switch g.IntN(4) {
		case 0:
			s += fmt.Sprintf("%s = %s[:at(%s, cap(%s)+1)]\n", b, b, g.index(), b)
		case 1:
			s += g.guarded(func() string {
				return fmt.Sprintf("if len(%s) < cap(%s) {\n\t%s = append(%s, %s)\n}\n", b, b, b, b, g.real(1))
			})
		case 2:
			s += fmt.Sprintf("for len(%s) < cap(%s) {\n\t%s = %s[:len(%s)+1]\n\t%s[len(%s)-1] += r\n}\n", b, b, b, b,
				b, b, b)
		case 3:
			s += fmt.Sprintf("if cap(%s) > 1 {\n\t%s = %s[min(1, len(%s)):]\n}\n", b, b, b, b)
		}
	}
	i := g.fresh("i")
	if g.odds(2) {
		s = fmt.Sprintf("for %s := range %d {\n\t_ = %s\n%s", i, 1+g.IntN(3),
			i, indent(s+g.observe(b, sliceOf(realT), 1))) + fmt.Sprintf("\tr += 0.01 * float64(cap(%s))\n}\n", b)
		return s
	}
	return s + g.observe(b, sliceOf(realT), 1) + fmt.Sprintf("r += 0.01 * float64(cap(%s))\n", b)
}
