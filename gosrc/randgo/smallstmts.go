package randgo

import (
	"fmt"
	"strings"
)

func (g *few) steps(depth, count int) {
	for range count {
		if g.budget--; g.budget < 0 {
			break
		}
		g.step(depth)
	}
}

func (g *few) step(depth int) {
	switch c := g.IntN(24); {
	case c < 7 || depth == 0 && c < 11:
		g.line("%s = math.Sin(%s)", g.stored(), g.expr(2))
	case c < 9:
		g.line("%s += 0.3 * math.Cos(%s)", g.stored(), g.expr(1))
	case c < 11:
		g.whole()
	case c == 11:
		g.pointed(depth)
	case c == 12:
		g.call()
	case c == 13 && !g.called:
		g.structs()
	case c == 14 && g.inner:
		g.line("if %s {\n%s\t%s\n%[2]s}", g.cond(), strings.Repeat("\t", g.depth), g.one("break", "continue", "continue"))
	case c == 15 && g.IntN(3) == 0 && !g.called:
		g.line("if %s {\n%s\treturn %s\n%[2]s}", g.cond(), strings.Repeat("\t", g.depth), g.expr(2))
	case c == 16 && depth > 0:
		g.open("if %s {", g.cond())
		g.body(depth-1, 1+g.IntN(2))
		if g.IntN(2) == 0 {
			g.depth--
			g.open("} else {")
			g.body(depth-1, 1+g.IntN(2))
		}
		g.shut()
	case c == 17 && depth > 0 && !g.called:
		g.table(depth)
	case c == 18 && depth > 0:
		g.local(depth)
	case c == 19 && depth > 0 && !g.called:
		g.closure()
	case c == 20 && depth > 0 && len(g.loops) > 0:
		g.switched(depth)
	case depth > 0:
		g.loop(depth)
	default:
		g.line("%s = math.Sin(%s)", g.stored(), g.expr(1))
	}
}

// body is that of a block, whose variables end with it.
func (g *few) body(depth, count int) {
	places, reals, loops := g.places, g.reals, g.loops
	g.steps(depth, count)
	g.places, g.reals, g.loops = places[:len(places):len(places)], reals[:len(reals):len(reals)], loops[:len(loops):len(loops)]
}

// whole assigns arrays.
func (g *few) whole() {
	of := g.one("[3]float64", "[3]float64", "[2]float64", "[2][2]float64", "[2][3]float64")
	a, b := g.array(of), g.array(of)
	if a == "" || strings.HasPrefix(a, "p") && g.called {
		g.line("s = 0.5*t - %s", g.leaf())
		return
	}
	if strings.HasPrefix(b, "p") && g.called {
		b = a
	}
	switch g.IntN(5) {
	case 0, 1:
		g.line("%s = %s", a, b)
	case 2:
		g.line("%s, %s = %s, %s", a, b, b, a)
	case 3:
		g.line("if %s != %s {\n%s\t%s += 0.3 * %s\n%[3]s}", a, b, strings.Repeat("\t", g.depth), g.one(g.reals...), g.leaf())
	default:
		if of == "[3]float64" {
			g.line("%s = [3]float64{%s, %s, %s}", a, g.leaf(), g.leaf(), g.leaf())
		} else {
			g.line("%s = %s{}", a, of)
		}
	}
}

// pointed changes an array through a pointer or a slice, and reads it by its name.
func (g *few) pointed(depth int) {
	p := g.fresh("p")
	a := g.array("[3]float64")
	if a == "" || strings.HasPrefix(a, "p") && g.called || strings.Contains(a, "(") {
		return
	}
	n, from := 3, a+"[:]"
	switch g.IntN(4) {
	case 0:
		n, from = 2, a+"[1:]"
	case 1:
		n, from = 2, a+"[:2]"
	case 2:
		if !g.called {
			from = "&" + a
		}
	}
	g.line("%s := %s", p, from)
	g.line("%s[%s] = math.Sin(%s)", p, g.at(n), g.expr(1))
	g.line("%s += 0.3 * %s[%s] * %s[%s]", g.one("s", "t"), a, g.at(3), p, g.at(n))
	if g.IntN(2) == 0 {
		g.line("%s[%s] -= 0.4 * %s[%s]", p, g.at(n), p, g.at(n))
	}
}

// call calls one of the functions.
func (g *few) call() {
	if g.called {
		g.line("s = 0.5*s + 0.2*t")
		return
	}
	a, m := g.array("[3]float64"), g.array("[2][3]float64")
	switch g.IntN(4) {
	case 0, 1:
		g.line("%s = %sF(%s, %s, %s)", a, g.name, g.array("[3]float64"), g.expr(1), g.one("k", "2", "0", "at(k, 3)"))
	case 2:
		if strings.Contains(a, "(") {
			a = "c"
		}
		g.line("%s += 0.3 * g%s(%s, &%s, k)", g.one("s", "t"), g.name, m, a)
	default:
		p := g.places[g.IntN(len(g.places))]
		if p.in != "float64" {
			p = fixed{"c", 3, "float64"}
		}
		g.line("h%s(%s%s, %s)", g.name, p.name, g.one("[:]", "[:]", "[:1]", fmt.Sprintf("[%d:]", p.n-1)), g.expr(1))
	}
}

// structs are copied, changed and stored.
func (g *few) structs() {
	switch g.IntN(6) {
	case 0:
		g.line("b = bs[%s].turned(%s)", g.at(0), g.leaf())
	case 1:
		g.line("b.push(%s, %s)", g.at(3), g.leaf())
	case 2:
		g.line("bs[%s].push(%s, %s)", g.at(0), g.at(3), g.leaf())
	case 3:
		b := g.fresh("b")
		g.line("%s := %s", b, g.one("b", "bs["+g.at(0)+"]"))
		g.line("%s.P[%s] = math.Sin(%s)", b, g.at(3), g.expr(1))
		g.line("%s = %s", g.one("b", "bs["+g.at(0)+"]"), b)
	case 4:
		g.line("bs[%s] = %s", g.at(0), g.one("b", "b.turned("+g.leaf()+")", "bs["+g.at(0)+"]"))
	default:
		g.line("b, bs[%s] = bs[%[1]s], b", g.at(0))
	}
}

// loop is a loop, most run a few times.
func (g *few) loop(depth int) {
	i := g.fresh("i")
	most := 1 + g.IntN(4)
	if g.IntN(8) == 0 {
		most = 7 + g.IntN(4)
	}
	if len(g.loops) >= 2 {
		most = min(most, 3)
	}
	inner, loops := g.inner, g.loops
	g.inner = true
	switch g.IntN(9) {
	case 0, 1:
		g.open("for %s := range %d {", i, most)
	case 2:
		g.open("for %s := %d; %s >= 0; %s-- {", i, most-1, i, i)
	case 3:
		g.open("for %s := %d; %s < %d; %s += 2 {", i, g.IntN(2), i, most, i)
	case 4:
		if !g.called && len(g.loops) < 2 {
			most = 0
			g.open("for %s := range x {", i)
			break
		}
		g.open("for %s := range %d {", i, most)
	case 5:
		g.open("for %s := range max(0, min(k, %d)) {", i, most)
	case 6:
		if len(g.loops) > 0 && g.loops[len(g.loops)-1].most > 0 {
			o := g.loops[len(g.loops)-1]
			most = o.most
			g.open("for %s := %s; %s < %d; %s++ {", i, o.name, i, most, i)
			break
		}
		g.open("for %s := %d - 1; %s > 0; %s /= 2 {", i, most, i, i)
	case 7:
		var arrays []fixed
		for _, p := range g.places {
			if p.in == "float64" && p.n > 0 {
				arrays = append(arrays, p)
			}
		}
		p, e := arrays[g.IntN(len(arrays))], g.fresh("e")
		most = p.n
		g.open("for %s, %s := range %s {", i, e, p.name)
		g.line("s = 0.5*s + 0.2*%s*%s[%s]", e, p.name, i)
		g.line("%s[%s] = math.Sin(%s + 0.3*%s)", p.name, g.one(fmt.Sprintf("(%s+1)%%%d", i, p.n), i), e, g.leaf())
	default:
		if len(g.loops) > 0 && g.loops[len(g.loops)-1].most > 0 {
			o := g.loops[len(g.loops)-1]
			most = o.most
			g.open("for %s := range %s + %d {", i, o.name, g.IntN(2))
			break
		}
		g.open("for %s := range %d {", i, most)
	}
	g.loops = append(g.loops[:len(g.loops):len(g.loops)], counter{i, most})
	g.body(depth-1, 1+g.IntN(3))
	if g.IntN(3) == 0 {
		g.line("_ = %s", i)
	}
	g.line("s += 0.01 * float64(%s)", i)
	g.loops, g.inner = loops, inner
	g.shut()
}

// local is a block with an array of its own.
func (g *few) local(depth int) {
	w := g.fresh("w")
	n := []int{1, 2, 3, 3, 8, 9}[g.IntN(6)]
	g.open("{")
	places := g.places
	switch g.IntN(3) {
	case 0:
		g.line("var %s [%d]float64", w, n)
		g.places = append(places[:len(places):len(places)], fixed{w, n, "float64"})
	case 1:
		g.line("var %s [%d][2]float64", w, min(n, 3))
		g.places = append(places[:len(places):len(places)], fixed{w, min(n, 3), "[2]float64"})
	default:
		n = 3
		g.line("%s := %s", w, g.array("[3]float64"))
		g.places = append(places[:len(places):len(places)], fixed{w, 3, "float64"})
	}
	g.loop(depth)
	switch p := g.places[len(g.places)-1]; p.in {
	case "float64":
		g.line("t = 0.5*t + %s[%s]*0.7", w, g.at(n))
	default:
		g.line("t = 0.5*t + %s[%s][%s]*0.7", w, g.at(p.n), g.at(2))
	}
	g.places = places
	g.shut()
}

// table makes rows in a loop, and reads them in others.
func (g *few) table(depth int) {
	t, i, w := g.fresh("t"), g.fresh("i"), 1+g.IntN(4)
	loops, inner, places := g.loops, g.inner, g.places
	how := g.IntN(4)
	g.line("%s := make([][]float64, n)", t)
	if how == 1 { // every row is stored twice
		g.line("for i := range %s {\n%s\t%[1]s[i] = make([]float64, %[3]d)\n%[2]s}", t, strings.Repeat("\t", g.depth), w)
	}
	g.open("for %s := range n {", i)
	g.loops = append(loops[:len(loops):len(loops)], counter{i, 0})
	g.inner = false
	if how == 2 { // some are
		g.open("if %s > 0 {", g.one(i+"%2", "x["+i+"]", i))
		g.line("%s[%s] = make([]float64, %d)", t, i, w)
		g.line("%s[%s][0] = %s", t, i, g.expr(1))
		g.shut()
	} else {
		r := g.fresh("r")
		g.line("%s := make([]float64, %d)", r, w)
		g.open("for j := range %s {", r)
		if g.IntN(2) == 0 {
			g.open("if %s {", g.cond())
			g.line("%s[j] = math.Sin(%s + float64(j))", r, g.expr(1))
			g.shut()
		} else {
			g.line("%s[j] = math.Sin(%s + float64(j))", r, g.expr(1))
		}
		if how != 3 {
			g.line("if %[1]s > 0 {\n%[2]s\t%[3]s[j] += 0.3 * %[4]s[%[1]s-1][j]\n%[2]s}", i, strings.Repeat("\t", g.depth), r, t)
		}
		g.shut()
		g.line("%s[%s] = %s", t, i, r)
		if g.IntN(2) == 0 {
			g.line("%s[%s][%d] *= 0.5", t, i, g.IntN(w))
		}
	}
	g.body(depth-1, g.IntN(2))
	g.loops, g.inner, g.places = loops, inner, places
	g.shut()
	g.open("for i, r := range %s {", t)
	g.open("for j := range r {")
	g.line("%s += 0.2 * r[j] * x[(i+j)%%n]", g.one("s", "t"))
	g.shut()
	g.shut()
}

// closure changes an array that it captures.
func (g *few) closure() {
	f := g.fresh("f")
	g.open("%s := func(j int, e float64) float64 {", f)
	loops, inner := g.loops, g.inner
	g.loops, g.inner = append(loops[:len(loops):len(loops)], counter{"j", 3}), false
	g.line("%s = math.Sin(%s + e)", g.element(), g.expr(1))
	g.line("return %s", g.expr(1))
	g.loops, g.inner = loops, inner
	g.shut()
	for range 1 + g.IntN(3) {
		g.line("%s = 0.5 * %s(%s, %s)", g.stored(), f, g.at(3), g.leaf())
	}
}

func (g *few) switched(depth int) {
	g.open("switch %s {", g.loops[g.IntN(len(g.loops))].name)
	inner := g.inner
	g.inner = false
	g.line("case 0:")
	g.body(depth-1, 1)
	g.line("case 1, 3:")
	g.body(depth-1, 1)
	if g.IntN(3) == 0 {
		g.line("fallthrough")
	}
	g.line("default:")
	g.body(depth-1, 1)
	g.inner = inner
	g.shut()
}
