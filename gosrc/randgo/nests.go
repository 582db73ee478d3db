package randgo

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Nest is the text of a function
//
//	func name(x []float64) float64
//
// that needs package math and nothing else. It is made of what passes on loops take apart and put together again:
// loops in loops, up, down, triangular and with steps that numbers decide; the smallest or largest of what an inner
// loop adds up; swaps of elements and of rows; elements that are stored under conditions; copies; slices that grow.
// Its numbers stay small, its indices are in range where x has an element, and whatever it stores shows in the result,
// which has derivatives almost everywhere.
func Nest(r *rand.Rand, name string) string {
	g := &nest{Rand: r, rows: r.IntN(2) == 0}
	return g.function(name, func() { g.stmts(2+g.IntN(5)/4, 1+g.IntN(3)) })
}

// smallNest is a [Nest] with little in it.
func smallNest(r *rand.Rand, name string) string {
	g := &nest{Rand: r, rows: r.IntN(4) == 0}
	return g.function(name, func() { g.stmts(1+g.IntN(4)/3, 1+g.IntN(2)) })
}

// function is one with such statements.
func (g *nest) function(name string, stmts func()) string {
	g.reals = []string{"s0", "s1", "s2", "s3"}
	g.open("func %s(x []float64) float64 {", name)
	g.line("n := len(x)")
	g.line("at := 0")
	g.line("s0, s1, s2, s3 := x[0], x[n-1]*x[0], 0.5, 0.2*x[0]")
	g.line("a, b := make([]float64, n), make([]float64, n)")
	g.open("for i := range n {")
	g.line("a[i] = math.Sin(x[i] + float64(i))")
	g.line("b[i] = x[i] * x[n-1-i]")
	g.shut()
	if g.rows {
		g.line("m := make([][]float64, n)")
		g.open("for i := range n {")
		g.line("m[i] = make([]float64, n)")
		g.open("for j := range n {")
		g.line("m[i][j] = math.Cos(x[i] + 2*x[j] + float64(i*j))")
		g.shut()
		g.shut()
	}
	stmts()
	g.line("t := s0 + 0.7*s1 + 1.1*s2*s2 + s3 + 0.01*float64(at)")
	g.open("for i := range n {")
	g.line("t += a[i]*b[i]*0.3 + a[i]*x[i]")
	g.shut()
	if g.rows {
		g.open("for i := range n {")
		g.open("for j := range n {")
		g.line("t += m[i][j] * m[i][j] * 0.2 * x[j]")
		g.shut()
		g.shut()
	}
	g.line("return t")
	g.shut()
	return g.text.String()
}

type nest struct {
	*rand.Rand
	text    strings.Builder
	depth   int      // of indentation
	next    int      // numbers names
	indices []string // of the loops around
	reals   []string // variables in scope
	rows    bool     // there is m, a slice of rows
}

func (g *nest) line(format string, args ...any) {
	g.text.WriteString(strings.Repeat("\t", g.depth))
	fmt.Fprintf(&g.text, format+"\n", args...)
}

func (g *nest) open(format string, args ...any) {
	g.line(format, args...)
	g.depth++
}

func (g *nest) shut() {
	g.depth--
	g.line("}")
}

func (g *nest) one(list ...string) string { return list[g.IntN(len(list))] }

func (g *nest) fresh(prefix string) string {
	g.next++
	return fmt.Sprintf("%s%d", prefix, g.next)
}

// index is one in range for x, a, b and m.
func (g *nest) index() string {
	if len(g.indices) == 0 || g.IntN(6) == 0 {
		return g.one("0", "n-1", "at", "at")
	}
	i := g.one(g.indices...)
	switch g.IntN(6) {
	case 0:
		return "n-1-" + i
	case 1:
		return "(" + i + "*3+1)%n"
	case 2:
		return "at"
	}
	return i
}

func (g *nest) leaf() string {
	switch g.IntN(8) {
	case 0, 1:
		return "x[" + g.index() + "]"
	case 2:
		return "a[" + g.index() + "]"
	case 3:
		return "b[" + g.index() + "]"
	case 4:
		if g.rows {
			return "m[" + g.index() + "][" + g.index() + "]"
		}
		return "a[" + g.index() + "]"
	}
	return g.one(g.reals...)
}

func (g *nest) real(depth int) string {
	if depth == 0 {
		return g.leaf()
	}
	switch g.IntN(9) {
	case 0, 1:
		return g.real(depth-1) + " * " + g.leaf()
	case 2, 3:
		return "(" + g.real(depth-1) + " + " + g.leaf() + ")"
	case 4:
		return "(" + g.leaf() + " - " + g.real(depth-1) + ")"
	case 5:
		return "math.Sin(" + g.real(depth-1) + ")"
	case 6:
		return g.one("max", "min") + "(" + g.real(depth-1) + ", " + g.leaf() + ")"
	case 7:
		return g.one("1.3", "0.6") + " * " + g.real(depth-1)
	}
	return g.leaf()
}

// bounded is a real between -1 and 1, so that what is stored again and again does not grow.
func (g *nest) bounded(depth int) string {
	return g.one("math.Sin", "math.Sin", "math.Tanh", "0.7*math.Cos") + "(" + g.real(depth) + ")"
}

func (g *nest) condition() string {
	switch g.IntN(5) {
	case 0:
		if len(g.indices) > 0 {
			return g.one(g.indices...) + g.one("%2 == 0", " == 0", " == n-1", " < 2")
		}
	case 1:
		return g.one(g.reals...) + " < " + g.leaf()
	case 2:
		return g.leaf() + g.one(" > 0.1", " < 5", " > 5")
	}
	return g.real(1) + " < " + g.real(1)
}
