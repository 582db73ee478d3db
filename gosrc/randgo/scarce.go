package randgo

import "math/rand/v2"

// ScarceHeader is what functions of [Scarce] call.
const ScarceHeader = `
func dot(a, b []float64) float64 {
	s := 0.0
	for j := range a {
		s += a[j] * b[j]
	}
	return s
}

func axpy(t float64, a, b []float64) {
	for j := range a {
		b[j] += t * a[j]
	}
}

func norm(z [][]float64, i, n int) float64 {
	s := 0.0
	for j := range n {
		s += z[i][j] * z[i][j]
	}
	return math.Sqrt(1 + s)
}
`

// Scarce is the text of a function
//
//	func name(x, w []float64, z, y [][]float64, ix []int, k, l int) float64
//
// or, of vectors, one that returns a []float64. It needs package math and [ScarceHeader]. It is made of loops in loops
// that read what the outer ones count in the inner ones: where an inner loop does not run, or a branch is not taken,
// rows and elements that an outer one counts need not be there. Callers give it slices of 0, 1 or 2 elements and rows,
// and it often panics; where it does not, neither may what is made of it. Writes says that it writes its parameters,
// checkpoint that loops keep no tape.
func Scarce(r *rand.Rand, name string, vectors, writes, checkpoint bool) string {
	g := &scarce{nest: nest{Rand: r, reals: []string{"s", "t"}}, writes: writes, checkpoint: checkpoint,
		vectors: vectors}
	result := "float64"
	if vectors {
		result = "[]float64"
	}
	g.open("func %s(x, w []float64, z, y [][]float64, ix []int, k, l int) %s {", name, result)
	g.line("s, t := 0.5, 1.0")
	g.line("a := make([]float64, max(k, 0)+1)")
	g.line("b := make([]float64, len(x)+1)")
	g.line("h := make([][]float64, max(l, 0))")
	g.open("for i := range h {")
	g.line("h[i] = make([]float64, 2)")
	g.shut()
	if vectors {
		g.line("out := make([]float64, %s)", g.one("2", "len(x)", "max(k, 0)", "len(z)"))
	}
	if g.IntN(6) == 0 {
		g.open("if k < 0 {")
		g.line("return %s", map[bool]string{false: "s", true: "out"}[vectors])
		g.shut()
	}
	for range 1 + g.IntN(3) {
		g.nestOf(2 + g.IntN(2))
	}
	sum := func(v, by string) {
		i := g.fresh("i")
		g.open("for %s := range %s {", i, v)
		g.line("s += %s * %s[%s]", by, v, i)
		g.shut()
	}
	sum("a", "0.3")
	sum("b", "t")
	i, j := g.fresh("i"), g.fresh("j")
	g.open("for %s, %s := range h {", i, j)
	g.line("s += %s[0]*%s[1] + 0.1*float64(%s)", j, j, i)
	g.shut()
	if vectors {
		i := g.fresh("i")
		g.open("for %s := range out {", i)
		g.line("out[%s] += s * float64(%s+1)", i, i)
		g.shut()
		g.line("return out")
	} else {
		g.line("return s + t*t")
	}
	g.shut()
	return g.text.String()
}

type scarce struct {
	nest
	vectors, writes, checkpoint bool
	loops                       int  // around
	steps                       bool // the innermost loop steps at its end, which continue would leave out
}

// count is how often a loop runs: what the caller gives, what loops around count, or a number.
func (g *scarce) count() string {
	if n := len(g.indices); n > 0 && g.IntN(4) == 0 {
		i := g.one(g.indices...)
		return g.one(i, "k-1-"+i, "l-"+i, i+"+1", "min("+i+", 1)", i+"%2")
	}
	return g.one("k", "l", "k", "l", "len(x)", "len(w)", "len(z)", "len(y)", "len(ix)", "2", "3", "len(x)-1", "k*l",
		"k-1", "k+l", "max(k, l)", "min(k, l)", "len(h)")
}

// nestOf is a loop with at most so many in it.
func (g *scarce) nestOf(depth int) {
	i, kind := g.fresh("i"), g.IntN(14)
	if kind == 4 {
		g.line("%s := 0", i)
	}
	if g.checkpoint && g.IntN(3) == 0 {
		g.line("//chad:checkpoint")
	}
	shut, around := func() {}, g.steps
	g.steps = false
	switch kind {
	case 0, 1:
		v := g.one("x", "w")
		e := g.fresh("v")
		g.open("for %s, %s := range %s {", i, e, v)
		g.line("s += 0.01 * %s * float64(%s)", e, i)
	case 2:
		n := g.count()
		g.open("for %s := %s - 1; %s >= 0; %s-- {", i, n, i, i)
	case 3:
		g.open("for %s := %s; %s < %s; %s++ {", i, g.one("1", "min(k, 1)", "max(l-1, 0)"), i, g.count(), i)
	case 4:
		g.open("for %s < %s && s < 4 {", i, g.count())
		shut, g.steps = func() { g.line("%s++", i) }, true
	case 5:
		g.open("for %s, r := range %s {", i, g.one("z", "y"))
		g.line("s += 0.01 * float64(len(r)+%s)", i)
	default:
		g.open("for %s := range %s {", i, g.count())
		g.line("t += 0.01 * float64(%s)", i)
	}
	g.indices = append(g.indices, i)
	g.loops++
	for range 1 + g.IntN(2) {
		if depth > 1 && g.IntN(5) > 0 {
			if g.IntN(5) == 0 {
				g.simple()
			}
			g.nestOf(depth - 1)
			if g.IntN(5) == 0 {
				g.simple()
			}
			continue
		}
		g.statement()
	}
	g.loops--
	shut()
	g.steps = around
	g.indices = g.indices[:len(g.indices)-1]
	g.shut()
}

// at is an index: of a loop around, not always the innermost.
func (g *scarce) at() string {
	i := g.one(g.indices...)
	switch g.IntN(12) {
	case 0:
		return i + "+1"
	case 1:
		return i + "-1"
	case 2:
		return "ix[" + i + "]"
	case 3:
		return g.one("0", "1", "k-1", "l")
	case 4:
		return i + "*" + g.one("k", "l", "2") + "+" + g.one(g.indices...)
	}
	return i
}

// element is a number of what the caller gives.
func (g *scarce) element() string {
	switch g.IntN(10) {
	case 0, 1, 2:
		return g.one("x", "w") + "[" + g.at() + "]"
	case 3, 4, 5, 6:
		return g.one("z", "y") + "[" + g.at() + "][" + g.at() + "]"
	case 7:
		return "h[" + g.at() + "][" + g.one("0", "1", g.at()) + "]"
	case 8:
		return g.one("a", "b") + "[" + g.at() + "]"
	}
	return g.one("s", "t")
}

func (g *scarce) value() string {
	switch g.IntN(8) {
	case 0:
		return "math.Sin(" + g.element() + ")"
	case 1:
		return "math.Tanh(" + g.element() + ") * " + g.element()
	case 2:
		return g.one("max", "min") + "(" + g.element() + ", " + g.element() + ")"
	case 3:
		return "0.5 * (" + g.element() + " - " + g.element() + ")"
	case 4:
		return "0.1 * " + g.call()
	}
	return "0.3 * " + g.element() + " * " + g.element()
}

// call is a call of a function of [ScarceHeader] that gives a number.
func (g *scarce) call() string {
	row := g.row()
	if g.IntN(3) == 0 {
		return "norm(" + g.one("z", "y") + ", " + g.at() + ", " + g.one("k", "l", "len(x)") + ")"
	}
	return "dot(" + g.one("x", "w", row, row) + ", " + row + ")"
}

// row is a row, or a part of a slice.
func (g *scarce) row() string {
	switch g.IntN(6) {
	case 0:
		return g.one("x", "w") + g.one("[:k]", "[l:]", "[:l]", "["+g.at()+":]", "["+g.one(g.indices...)+"*l:("+
			g.one(g.indices...)+"+1)*l]")
	case 1:
		return g.one("z", "y") + "[" + g.at() + "]" + g.one("[:k]", "[l:]", "[:l]")
	case 2:
		return g.one("x", "w")
	}
	return g.one("z", "y") + "[" + g.at() + "]"
}

// simple is a statement that hardly ever fails.
func (g *scarce) simple() {
	i := g.one(g.indices...)
	switch g.IntN(4) {
	case 0:
		g.line("s += 0.2 * t * float64(%s)", i)
	case 1:
		g.line("t = math.Sin(s + float64(%s))", i)
	case 2:
		g.open("if %s < len(a) {", i)
		g.line("a[%s] += 0.1 * s", i)
		g.shut()
	default:
		g.open("if %s < len(b) {", i)
		g.line("b[%s] = 0.5*t + 0.2*b[%s]", i, i)
		g.shut()
	}
}

func (g *scarce) statement() {
	switch g.IntN(16) {
	case 0, 1, 2, 3:
		g.line("s += %s", g.value())
	case 4:
		g.line("t = math.Sin(%s)", g.value())
	case 5:
		g.line("a[%s] += %s", g.at(), g.value())
	case 6:
		g.line("b[%s] = %s", g.at(), g.value())
	case 7:
		g.line("h[%s][%s] += %s", g.at(), g.one("0", "1", g.at()), g.value())
	case 8:
		g.open("if %s {", g.one(g.at()+" < len(x)", g.at()+" < len(z)", g.element()+" > 0.2", "s > 0.6",
			g.one(g.indices...)+" > 0"))
		g.statement()
		g.shut()
	case 9:
		g.line("axpy(%s, %s, %s)", g.element(), g.row(), g.one("a", "b"))
	case 10:
		if g.loops > 1 && g.IntN(2) == 0 {
			g.open("if %s {", g.one("s > 3", "s < 0.7", g.one(g.indices...)+" == 1"))
			if g.steps {
				g.line("break")
			} else {
				g.line("%s", g.one("break", "continue"))
			}
			g.shut()
			return
		}
		g.line("t = max(t, %s)", g.element())
	case 11:
		if !g.writes {
			g.line("s -= %s", g.value())
			return
		}
		g.line("%s[%s] %s %s", g.one("x", "w"), g.at(), g.one("=", "+="), g.value())
	case 12:
		if !g.writes {
			g.line("s += %s * %s", g.element(), g.element())
			return
		}
		g.line("%s[%s][%s] %s %s", g.one("z", "y"), g.at(), g.at(), g.one("=", "+="), g.value())
	case 13:
		if g.vectors {
			g.line("out[%s] += %s", g.at(), g.value())
			return
		}
		g.line("s += %s", g.call())
	case 14:
		e := g.fresh("e")
		g.line("%s := %s", e, g.element())
		g.line("s += %s * %s", e, e)
	default:
		g.line("s += %s + %s", g.value(), g.value())
	}
}
