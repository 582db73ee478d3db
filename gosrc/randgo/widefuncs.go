package randgo

import (
	"fmt"
	"strings"
)

// declareFunc writes a function with random parameters and results, which may call itself and those before it.
func (g *wide) declareFunc() {
	sig := signature{name: fmt.Sprintf("%sf%d", g.name, len(g.funcs)), depth: g.odds(3)}
	var params []local
	var text []string
	if sig.depth {
		params = append(params, local{name: "depth", typ: intT})
		text = append(text, "depth int")
	}
	for i := range 1 + g.IntN(3) {
		t := g.anyType(2)
		if i == 0 && g.odds(2) {
			t = realT
		}
		p := local{name: fmt.Sprintf("arg%d", i), typ: t, assign: true}
		if t.sort == anInterface || t.sort == aPointer {
			p.assign = false
		}
		params = append(params, p)
		sig.params = append(sig.params, t)
		text = append(text, p.name+" "+t.text)
	}
	sig.results = []*typ{realT}
	res := []string{"r float64"}
	params = append(params, local{name: "r", typ: realT, assign: true})
	for i := range g.IntN(3) {
		t := g.anyType(2)
		sig.results = append(sig.results, t)
		res = append(res, fmt.Sprintf("q%d %s", i, t.text))
		params = append(params, local{name: fmt.Sprintf("q%d", i), typ: t, assign: true})
	}
	end := g.inFunction(params...)
	g.left, g.naked = 2+g.IntN(6), true
	var b strings.Builder
	if sig.depth {
		b.WriteString("if depth <= 0 {\n\treturn\n}\n")
	}
	b.WriteString(g.statements(2, 1+g.IntN(4)))
	if sig.depth {
		b.WriteString(g.guarded(func() string { return g.callOf(sig, "depth-1") }))
	}
	for i, t := range sig.results[1:] {
		b.WriteString(g.guarded(func() string { return fmt.Sprintf("q%d = %s\n", i, g.expr(t, 2)) }))
	}
	for i, t := range sig.params {
		b.WriteString(g.observe(params[len(params)-len(sig.results)-len(sig.params)+i].name, t, 1))
	}
	b.WriteString("return\n")
	end()
	fmt.Fprintf(&g.decls, "func %s(%s) (%s) {\n%s}\n\n", sig.name, strings.Join(text, ", "), strings.Join(res, ", "),
		indent(b.String()))
	g.funcs = append(g.funcs, sig)
}

// call is a statement that calls a declared function.
func (g *wide) call() string {
	if len(g.funcs) == 0 || g.pure {
		return g.assign()
	}
	return g.callOf(g.funcs[g.IntN(len(g.funcs))], fmt.Sprint(1+g.IntN(3)))
}

// callOf calls a function, and keeps its results in places or new variables.
func (g *wide) callOf(sig signature, depth string) string {
	var args []string
	if sig.depth {
		args = append(args, depth)
	}
	for _, t := range sig.params {
		a := ""
		if t.shared() || g.odds(2) {
			a = g.placeOf(t, false)
		}
		if a == "" || t.sort == aPointer || t.sort == anInterface || t.sort == aFunc {
			a = g.expr(t, 1)
		}
		args = append(args, a)
	}
	call := sig.name + "(" + strings.Join(args, ", ") + ")"
	if len(sig.results) == 1 {
		return fmt.Sprintf("r %s %s\n", g.one("=", "+="), call)
	}
	var names []string
	tail := ""
	for i, t := range sig.results {
		v := g.fresh("v")
		if i > 0 && g.odds(6) {
			v = "_"
		} else {
			tail += g.observe(v, t, 1)
		}
		names = append(names, v)
	}
	return fmt.Sprintf("%s := %s\n", strings.Join(names, ", "), call) + tail
}

// observe adds what is in a value to r, at most so deep.
func (g *wide) observe(v string, t *typ, depth int) string {
	switch t.sort {
	case aReal:
		return fmt.Sprintf("r += %s * float64(%s)\n", g.one("0.3", "0.7", "1.1"), v)
	case anInt:
		return fmt.Sprintf("r += 0.01 * float64(%s)\n", v)
	case aBool:
		return fmt.Sprintf("if %s {\n\tr += 0.7\n}\n", v)
	case aComplex:
		return fmt.Sprintf("r += 0.3*real(%s) - 0.7*imag(%s)\n", v, v)
	case aString:
		return fmt.Sprintf("if %s == %q {\n\tr *= 0.9\n}\n", v, words[g.IntN(3)])
	case aSlice, anArray:
		if depth < 0 {
			return fmt.Sprintf("r += 0.1 * float64(len(%s))\n", v)
		}
		i, e := g.fresh("i"), g.fresh("e")
		if t.elem.sort == anInterface {
			return fmt.Sprintf("for %s, %s := range %s {\n\tr += 0.2*float64(%s) + %s.val(0.3)\n}\n", i, e, v, i, e)
		}
		return fmt.Sprintf("for %s, %s := range %s {\n\tr += 0.1 * float64(%s)\n\t_ = %s\n%s}\n", i, e, v, i,
			e, indent(g.observeSure(e, t.elem, depth-1)))
	case aStruct:
		var b strings.Builder
		for _, f := range t.fields {
			if depth >= 0 || f.typ.sort < aSlice {
				b.WriteString(g.observe(v+"."+f.name, f.typ, depth-1))
			}
		}
		if b.Len() == 0 {
			return fmt.Sprintf("_ = %s\n", v)
		}
		return b.String()
	case aPointer, anInterface, aFunc:
		return fmt.Sprintf("if %s != nil {\n%s}\n", v, indent(g.observeSure(v, t, depth)))
	case aMap:
		return fmt.Sprintf("r += 0.2 * %s[%q]\n", v, words[g.IntN(3)])
	}
	panic("randgo: unexpected type")
}

// observeSure is for what is not nil.
func (g *wide) observeSure(v string, t *typ, depth int) string {
	switch t.sort {
	case aPointer:
		return g.observe(v, t.elem, depth)
	case anInterface:
		return fmt.Sprintf("r += %s.val(0.5)\n", v)
	case aFunc:
		return fmt.Sprintf("r += %s(0.3)\n", v)
	}
	return g.observe(v, t, depth)
}

// observeAll adds all variables to r.
func (g *wide) observeAll() string {
	var b strings.Builder
	seen := map[string]bool{"r": true, "n": true}
	for i := len(g.vars) - 1; i >= 0; i-- {
		if v := g.vars[i]; !seen[v.name] {
			seen[v.name] = true
			if v.sure && v.typ.sort != aSlice {
				b.WriteString(g.observeSure(v.name, v.typ, 2))
			} else {
				b.WriteString(g.observe(v.name, v.typ, 2))
			}
		}
	}
	return b.String()
}

// update writes every real of a struct.
func (g *wide) update(v string, t *typ) string {
	var b strings.Builder
	for _, f := range t.fields {
		switch {
		case f.typ == realT:
			fmt.Fprintf(&b, "%s.%s = 0.5*%s.%s + t\n", v, f.name, v, f.name)
		case f.typ.text == "[]float64":
			fmt.Fprintf(&b, "for i := range %s.%s {\n\t%s.%s[i] -= 0.5 * t\n}\n", v, f.name, v, f.name)
		}
	}
	return b.String()
}
