package randgo

import (
	"fmt"
	"math/rand/v2"
)

// Guards is the text of a function
//
//	func name(x, w []float64, k int) float64
//
// and of a helper, which needs package math and nothing else. x has an element; w may have none or be nil, and k may be
// any int. It is made of loops with statements that fail for some w and k: indices, slices, integer divisions, a helper
// that panics. Conditions keep most of them from failing; some are without one, or with one that is not enough. There
// are at most so many loops, besides those in them.
func Guards(r *rand.Rand, name string, loops int) string {
	g := &guards{nest: nest{Rand: r}, name: name}
	g.open("func %s(x, w []float64, k int) float64 {", name)
	g.line("n := len(x)")
	g.line("s, t := 0.5, x[0]")
	g.line("a := append([]float64(nil), x...)")
	if g.rows = g.IntN(2) == 0; g.rows {
		g.line("l := make([][]float64, n)")
		g.open("for i := range l {")
		g.line("l[i] = append(l[i], x...)")
		g.shut()
	}
	for range 1 + g.IntN(loops) {
		g.loop(min(loops, 2))
	}
	if g.rows {
		g.line("s += l[0][n-1] * l[n-1][0]")
	}
	g.line("return s + 0.3*t*a[n-1]")
	g.shut()
	return fmt.Sprintf("func look%s(k int) float64 {\n\tif k < 0 {\n\t\tpanic(\"look\")\n\t}\n\treturn float64(k%%3) "+
		"+ 0.5\n}\n\n", name) + g.text.String()
}

type guards struct {
	nest
	name string
}

// loop is a loop of statements, at most so many loops in each other.
func (g *guards) loop(depth int) {
	i := g.fresh("i")
	switch g.IntN(6) {
	case 0:
		g.open("for %s := n - 1; %s >= 0; %s-- {", i, i, i)
	case 1:
		g.open("for %s := 0; %s < len(w) && %s < n && w[%s] < 1; %s++ {", i, i, i, i, i)
	case 2:
		g.line("%s := 0", i)
		g.open("for ; %s < n && t < 5; %s++ {", i, i)
		g.line("t += 0.1 * x[%s]", i)
	case 3:
		v := g.fresh("v")
		g.open("for %s, %s := range a {", i, v)
		g.line("s += 0.2 * %s", v)
	default:
		g.open("for %s := range n {", i)
	}
	g.line("t = 0.9*t + 0.01*float64(%s)", i)
	g.indices = append(g.indices, i)
	for range 1 + g.IntN(3) {
		if depth > 1 && g.IntN(4) == 0 {
			g.loop(depth - 1)
		} else {
			g.guarded()
		}
	}
	g.indices = g.indices[:len(g.indices)-1]
	g.shut()
}

// guarded is a statement under a condition.
func (g *guards) guarded() {
	i, k := g.indices[g.IntN(len(g.indices))], "k"
	if g.IntN(4) == 0 {
		k = g.one("k-1", "k+"+i, "-k", "k%3", i+"-k")
	}
	body := func(e string) string {
		return g.one("s += 0.5 * math.Sin("+e+"*t)", "t = math.Sin(t + "+e+")", "s *= 1 + 0.1*math.Cos("+e+")", "a["+
			i+"] = 0.5*a["+i+"] + 0.3*"+e, "s -= x["+i+"] * "+e)
	}
	under := func(cond string, stmts ...string) {
		if g.IntN(8) == 0 {
			cond = g.one("t > 0", "x["+i+"] < 0", cond)
		}
		g.open("if %s {", cond)
		for _, s := range stmts {
			g.line("%s", s)
		}
		if g.IntN(4) == 0 {
			g.depth--
			g.open("} else {")
			g.line("t += 0.1 * s")
		}
		g.shut()
	}
	which := g.IntN(14)
	for !g.rows && (which == 3 || which == 10) {
		which = g.IntN(14)
	}
	switch which {
	case 0:
		under(k+" >= 0 && "+k+" < len(w)", body("w["+k+"]"))
	case 1:
		under(k+" >= 0", body("w["+k+"]"))
	case 2:
		under(i+" > 0", fmt.Sprintf("a[%s] += 0.5 * a[%s-1]", i, i))
	case 3:
		under(i+"+1 < n", fmt.Sprintf("l[%s][0] = 0.5*l[%s+1][0] + 0.3*math.Sin(a[%s+1])", i, i, i))
	case 4:
		under(k+" != 0", body("float64(7/("+k+"))"))
	case 5:
		under("len(w) > 0", body("w[0]"), body("w[len(w)-1]"))
	case 6:
		under("w != nil", body("w[len(w)-1]"))
	case 7:
		under(k+" < 0", g.one("break", "continue"))
		g.line("%s", body("w["+k+"]"))
	case 8:
		under(k+" >= 0", body("look"+g.name+"("+k+")"))
	case 9:
		g.open("switch {")
		g.line("case %s < 0 || %s >= len(w):", k, k)
		g.line("\tt *= 0.5")
		g.line("case w[%s] > 0:", k)
		g.line("\t%s", body("math.Sqrt(w["+k+"])"))
		g.line("default:")
		g.line("\t%s", body("w["+k+"]"))
		g.shut()
	case 10:
		under(i+" > 0 && "+k+" >= 0 && "+k+" < n", fmt.Sprintf("l[%s][%s] += 0.5 * l[%s-1][%s]", i, k, i, k))
	case 11:
		v := g.fresh("v")
		g.open("if %s >= 0 && %s <= len(w) {", k, k)
		g.open("for _, %s := range w[%s:] {", v, k)
		g.line("%s", body(v))
		g.shut()
		g.shut()
	case 12:
		under(i+" < len(w)", body("w["+i+"]"))
	default:
		if g.IntN(3) == 0 {
			g.line("%s", body("w["+k+"]"))
		} else {
			under(i+" < len(w) && w["+i+"] > 0", body("math.Log(w["+i+"])"))
		}
	}
}
