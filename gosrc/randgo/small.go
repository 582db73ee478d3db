package randgo

import (
	"fmt"
	"math/rand/v2"
)

// Small is the text of a function
//
//	func name(x []float64, v [3]float64, m [2][3]float64, k int) float64
//
// and of types and functions that it needs, beside package math. It is made of what becomes of small arrays and short
// loops before differentiation.
//
//   - Arrays of one to ten numbers, of arrays, and in structs in slices are copied, compared and swapped. They are
//     handed to functions, and changed through pointers and slices.
//   - Loops run a few times, or as often as numbers decide, and end early.
//   - The rows of tables are stored by each iteration, by some, or twice.
//
// Its numbers stay small, its indices are in range where x has an element, and whatever it stores shows in the result,
// which has derivatives almost everywhere.
func Small(r *rand.Rand, name string) string {
	g := &few{nest: nest{Rand: r}, name: name}
	g.scope()
	g.helpers()
	g.open("func %s(x []float64, v [3]float64, m [2][3]float64, k int) float64 {", name)
	g.line("n := len(x)")
	g.declare()
	g.steps(2+g.IntN(2), 2+g.IntN(4))
	g.result()
	g.shut()
	return g.text.String()
}

// A counter is the variable of a loop, and what it is below.
type counter struct {
	name string
	most int // 0 for one that runs over x
}

// A fixed is an array in scope, of a length.
type fixed struct {
	name string
	n    int
	in   string // what its elements are: float64, or another type
}

type few struct {
	nest
	name   string
	loops  []counter
	places []fixed
	inner  bool // in a loop that break may leave
	called bool // in a function that is called
	budget int  // of statements
}

// scope says what every body sees.
func (g *few) scope() {
	g.budget = 26
	g.reals = []string{"s", "t"}
	g.places = nil
}

func (g *few) typ(suffix string) string { return g.name + suffix }

// helpers are types and functions.
func (g *few) helpers() {
	b := g.typ("B")
	g.line("type %s struct {\n\tP [3]float64\n\tW float64\n\tQ [2][2]float64\n}\n", b)
	g.line("func (b %[1]s) turned(e float64) %[1]s {\n\tb.P[0], b.P[2] = b.P[2], e*b.W\n\tb.Q[0], b.Q[1] = b.Q[1], b.Q[0]\n\treturn b\n}\n", b)
	g.line("func (b *%s) push(i int, e float64) {\n\tb.P[i] = math.Sin(b.P[i] + e)\n\tb.Q[i%%2][1] -= 0.5 * e\n}\n", b)
	for _, f := range []struct{ head, tail string }{
		{"func %sF(v [3]float64, e float64, k int) [3]float64", "return v"},
		{"func g%s(m [2][3]float64, p *[3]float64, k int) float64", "return s*0.3 + m[1][2]*m[0][1]"},
		{"func h%s(q []float64, e float64)", ""},
	} {
		g.scope()
		g.open(f.head+" {", g.name)
		switch f.tail {
		case "return v":
			g.line("s, t := e, v[1]")
			g.places = []fixed{{"v", 3, "float64"}}
			g.some(1, 1+g.IntN(3))
			g.line("v[0] += 0.1 * (s - t)")
			if g.IntN(3) == 0 {
				g.line("if k > 0 {\n\t\treturn %sF(v, s, k/2-1)\n\t}", g.name)
			}
		case "":
			g.open("for i := range q {")
			g.line("q[i] = math.Sin(q[i]*0.7 + e*q[(i+1)%%len(q)])")
			g.shut()
		default:
			g.line("s, t := p[0], m[0][0]")
			g.places = []fixed{{"p", 3, "float64"}, {"m[0]", 3, "float64"}, {"m[1]", 3, "float64"}, {"m", 2, "[3]float64"}}
			g.some(1, 1+g.IntN(3))
			g.line("s += t")
		}
		if f.tail != "" {
			g.line("%s", f.tail)
		}
		g.shut()
		g.line("")
	}
	g.scope()
}

// some are statements in a function that is called.
func (g *few) some(depth, count int) {
	g.called = true
	g.steps(depth, count)
	g.called = false
}

// declare makes the variables of the function.
func (g *few) declare() {
	size := []int{1, 2, 3, 4, 5, 8, 9, 10}[g.IntN(8)]
	g.line("s, t := 0.3*x[0], 0.5")
	g.line("var a [%d]float64", size)
	g.line("c := v")
	g.line("var h [2][3]float64")
	g.line("q := [2][2]float64{{0.5, x[n-1]}, {v[0], 0.25}}")
	g.line("b := %s{P: v, W: x[0]}", g.typ("B"))
	g.line("bs := make([]%s, n)", g.typ("B"))
	g.open("for i := range bs {")
	g.line("bs[i].W = x[i]")
	g.line("bs[i].P[i%%3] = 0.5 * x[i]")
	g.shut()
	g.line("rows := make([][3]float64, n)")
	g.line("z := [4]int{k, 1, 0, 3}")
	g.line("_ = z")
	g.places = []fixed{{"a", size, "float64"}, {"c", 3, "float64"}, {"v", 3, "float64"}, {"h", 2, "[3]float64"}, {"m", 2, "[3]float64"},
		{"q", 2, "[2]float64"}, {"b.P", 3, "float64"}, {"b.Q", 2, "[2]float64"}, {"z", 4, "int"}, {"rows", 0, "[3]float64"}}
}

// result is a number of all.
func (g *few) result() {
	g.line("r := s + 0.7*t*t")
	g.line("for i, e := range a {\n\t\tr += 0.3 * e * e * float64(i+1)\n\t}")
	g.line("for i := range 3 {\n\t\tr += c[i]*v[i]*0.4 + b.P[i]*h[i%%2][i]\n\t\tr += m[0][i]*m[1][2-i] + 0.2*h[0][i]\n\t}")
	g.line("for i := range bs {\n\t\tr += 0.2*bs[i].P[0]*bs[i].P[2] + bs[i].W*bs[i].Q[1][0]\n\t\tr += rows[i][1] * rows[n-1-i][2] * 0.3\n\t}")
	g.line("for i, p := range z {\n\t\tr += 0.1 * c[at(p, 3)] * float64(i)\n\t}")
	g.line("return r + 0.5*q[0][1]*q[1][0] + q[1][1] + 0.3*b.Q[0][0]*b.W + b.Q[1][1]")
}

// at is an index below n, or in range for x where n is 0.
func (g *few) at(n int) string {
	if n == 0 {
		for _, i := range g.shuffled() {
			if i.most == 0 {
				return g.one(i.name, i.name, "n-1-"+i.name, "("+i.name+"+1)%n")
			}
		}
		return g.one("0", "n-1", "at(k, n)")
	}
	for _, i := range g.shuffled() {
		switch {
		case i.most == n:
			return g.one(i.name, i.name, i.name, fmt.Sprintf("%d-%s", n-1, i.name), fmt.Sprintf("(%s+%d)%%%d", i.name, g.IntN(n), n))
		case i.most > 0 && i.most < n:
			return g.one(i.name, fmt.Sprintf("%s+%d", i.name, n-i.most), fmt.Sprintf("%d-%s", n-1, i.name))
		case g.IntN(2) == 0:
			return fmt.Sprintf("%s%%%d", i.name, n)
		}
	}
	if !g.called && g.IntN(12) == 0 {
		return g.one(fmt.Sprintf("at(k, %d)", n), fmt.Sprintf("at(z[%d], %d)", g.IntN(4), n))
	}
	return fmt.Sprint(g.IntN(n))
}

func (g *few) shuffled() []counter {
	out := append([]counter{}, g.loops...)
	g.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// array is the name of an array of a type: [3]float64 and so on.
func (g *few) array(of string) string {
	var from []string
	for _, p := range g.places {
		switch {
		case fmt.Sprintf("[%d]%s", p.n, p.in) == of:
			from = append(from, p.name)
		case p.in == of:
			from = append(from, p.name+"["+g.at(p.n)+"]")
		}
	}
	if of == "[3]float64" && !g.called {
		from = append(from, "bs["+g.at(0)+"].P")
	}
	if len(from) == 0 {
		return ""
	}
	return g.one(from...)
}

// element is a number in an array.
func (g *few) element() string {
	for {
		p := g.places[g.IntN(len(g.places))]
		i := g.at(p.n)
		switch p.in {
		case "float64":
			return p.name + "[" + i + "]"
		case "[3]float64":
			return p.name + "[" + i + "][" + g.at(3) + "]"
		case "[2]float64":
			return p.name + "[" + i + "][" + g.at(2) + "]"
		}
	}
}

// stored is a place for a number.
func (g *few) stored() string {
	switch g.IntN(8) {
	case 0, 1:
		return g.one(g.reals...)
	case 2:
		if !g.called {
			return "bs[" + g.at(0) + "]." + g.one("W", "P["+g.at(3)+"]", "Q["+g.at(2)+"]["+g.at(2)+"]")
		}
	}
	return g.element()
}

func (g *few) leaf() string {
	switch g.IntN(10) {
	case 0, 1:
		return g.one(g.reals...)
	case 2:
		if !g.called {
			return "x[" + g.at(0) + "]"
		}
	case 3:
		if !g.called {
			return "bs[" + g.at(0) + "]." + g.one("W", "P["+g.at(3)+"]")
		}
	case 4:
		return g.one("0.5", "1", "0.0", "-0.25")
	case 5:
		if len(g.loops) > 0 {
			return "float64(" + g.loops[g.IntN(len(g.loops))].name + ")"
		}
	}
	return g.element()
}

func (g *few) expr(depth int) string {
	if depth == 0 {
		return g.leaf()
	}
	a, b := g.expr(depth-1), g.expr(g.IntN(depth))
	switch g.IntN(7) {
	case 0, 1:
		return "0.5*" + a + " - " + b
	case 2:
		return "math.Sin(" + a + " + " + b + ")"
	case 3:
		return "math.Cos(" + a + ")*" + g.leaf()
	case 4:
		return "math.Sin(" + a + "*(" + b + "))"
	}
	return "(" + a + " + 0.3*" + b + ")"
}

func (g *few) cond() string {
	if len(g.loops) > 0 && g.IntN(2) == 0 {
		i := g.loops[g.IntN(len(g.loops))].name
		return g.one(i+"%2 == 0", i+" > 0", i+" == 1", i+" < k", i+" != k")
	}
	return g.one(g.leaf()+" > "+g.leaf()+"*0.7+0.1", "k > 1", g.leaf()+" < 0.2")
}
