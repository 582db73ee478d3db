package randgo

func (g *nest) stmts(depth, n int) {
	for range n {
		g.stmt(depth)
	}
}

// stmt is a statement with at most depth blocks in each other.
func (g *nest) stmt(depth int) {
	if depth == 0 || len(g.indices) >= 3 {
		g.store()
		return
	}
	switch g.IntN(10) {
	case 0, 1:
		g.open("if %s {", g.condition())
		g.stmts(depth-1, 1+g.IntN(2))
		if g.IntN(2) == 0 {
			g.depth--
			g.open("} else {")
			g.stmts(depth-1, 1+g.IntN(2))
		}
		g.shut()
	case 2, 3, 4:
		g.loop(func(string) { g.stmts(depth-1, 1+g.IntN(3)) })
	case 5, 6, 7:
		g.best()
	case 8:
		g.grow()
	default:
		g.line("copy(%s)", g.one("a, b", "b, a", "b, x"))
	}
}

// store is an assignment.
func (g *nest) store() {
	k := g.IntN(9)
	if k >= 6 && !g.rows {
		k -= 4
	}
	switch k {
	case 0, 1:
		g.line("%s = %s", g.one("s0", "s1", "s2", "s3"), g.bounded(2))
	case 2:
		g.line("%s += %s", g.one("s0", "s1"), g.bounded(2))
	case 3:
		g.line("%s[%s] = %s", g.one("a", "b"), g.index(), g.bounded(2))
	case 4:
		g.line("%s[%s] += %s", g.one("a", "b"), g.index(), g.bounded(1))
	case 5:
		v, i, j := g.one("a", "b"), g.index(), g.index()
		if i != j { // which would leave the check of an index, and with that a second result
			g.line("%s[%s], %s[%s] = %s[%s], %s[%s]", v, i, v, j, v, j, v, i)
		}
	case 6:
		i, j := g.index(), g.index()
		if i != j {
			g.line("m[%s], m[%s] = m[%s], m[%s]", i, j, j, i)
		}
	case 7:
		g.line("m[%s][%s] = %s", g.index(), g.index(), g.bounded(2))
	default:
		g.line("m[%s][%s] -= 0.3*%s", g.index(), g.index(), g.bounded(1))
	}
}

// loop is a loop, the body of which is told its index.
func (g *nest) loop(body func(i string)) {
	i := g.fresh("i")
	around := func() string { // an index of a loop around, or the one behind it
		if len(g.indices) == 0 {
			return ""
		}
		return g.one(g.indices...) + g.one("", "+1")
	}
	step := func() {}
	switch g.IntN(12) {
	case 0, 1:
		g.open("for %s := n - 1; %s >= 0; %s-- {", i, i, i)
	case 2, 3:
		hi := around()
		if hi == "" {
			hi = "n"
		}
		g.open("for %s := 0; %s < %s; %s++ {", i, i, hi, i)
	case 4, 5:
		lo := around()
		if lo == "" {
			lo = "0"
		}
		g.open("for %s := %s; %s < n; %s++ {", i, lo, i, i)
	case 6: // a step that a number decides
		g.line("%s := 0", i)
		g.open("for %s < n {", i)
		step = func() {
			g.line("%s++", i)
			if g.IntN(2) == 0 {
				g.open("if %s > 0.9 {", g.one(g.reals...))
				g.line("%s++", i)
				g.shut()
			}
		}
	default:
		g.open("for %s := range n {", i)
		g.line("s0 += 0.01 * float64(%s)", i) // Go wants variables used
	}
	g.indices = append(g.indices, i)
	body(i)
	g.indices = g.indices[:len(g.indices)-1]
	step()
	g.shut()
}

// best keeps the smallest or largest of the numbers of a loop, each the sum of a loop inside, and what goes with it.
func (g *nest) best() {
	best, v := g.one("s1", "s2", "s3"), g.fresh("v")
	if g.IntN(2) == 0 {
		g.line("%s = %s", best, g.one("9.0", "-9.0", "x[0]", "0.3", "0.9"))
	}
	g.loop(func(i string) {
		g.line("%s := %s", v, g.one("0.0", "0.1", g.leaf()))
		g.total(v, i)
		g.reals = append(g.reals, v)
		if g.IntN(4) == 0 {
			g.store()
		}
		g.keep(best, v, i)
		if g.IntN(4) == 0 {
			g.store()
		}
		g.reals = g.reals[:len(g.reals)-1]
	})
}

// total adds up what is to be compared.
func (g *nest) total(v, i string) {
	if g.IntN(5) == 0 {
		g.line("%s += %s", v, g.bounded(2))
		return
	}
	j := g.fresh("j")
	g.open("for %s := range n {", j)
	g.indices = append(g.indices, j)
	g.line("%s += 0.01 * float64(%s)", v, j)
	g.line("%s %s 0.4 * %s", v, g.one("+=", "-="), g.one("a["+j+"]*x["+i+"]", g.bounded(1), g.bounded(2)))
	if g.IntN(3) == 0 {
		g.store()
	}
	g.indices = g.indices[:len(g.indices)-1]
	g.shut()
}

// keep takes v, met at i, for the best where it is better, in one of the ways that people write.
func (g *nest) keep(best, v, i string) {
	better := g.one("<", ">", "<=", ">=")
	switch g.IntN(5) {
	case 0:
		g.open("if %s %s %s {", v, better, best)
		g.line("%s, at = %s, %s", best, v, i)
	case 1:
		second := g.one("s0", "s1", "s2")
		if second == best {
			second = "s0"
		}
		g.open("if %s %s %s {", v, better, best)
		g.line("%s, %s = %s, %s", second, best, best, v)
		g.depth--
		g.open("} else {")
		g.line("%s = %s", second, g.one(second, g.bounded(1), v))
	case 2:
		g.open("if %s {", g.condition())
		g.line("%s = %s", best, v)
	case 3:
		g.line("%s = %s(%s, %s)", best, g.one("min", "max"), best, v)
		return
	default:
		g.open("if %s %s %s {", v, better, best)
		g.line("%s = %s", best, v)
	}
	g.shut()
}

// grow appends to a slice in a loop, some numbers or all.
func (g *nest) grow() {
	c := g.fresh("c")
	g.line("var %s []float64", c)
	g.loop(func(string) {
		some := g.IntN(2) == 0
		if some {
			g.open("if %s {", g.condition())
		}
		g.line("%s = append(%s, %s)", c, c, g.bounded(2))
		if some {
			g.shut()
		}
		if g.IntN(3) == 0 {
			g.open("if len(%s) > 0 {", c)
			g.line("%s[len(%s)-1] += %s", c, c, g.bounded(1))
			g.shut()
		}
		if g.IntN(3) == 0 {
			g.store()
		}
	})
	j := g.fresh("j")
	g.open("for %s := range %s {", j, c)
	g.line("s0 += %s[%s] * x[%s%%n]", c, j, j)
	g.shut()
}
