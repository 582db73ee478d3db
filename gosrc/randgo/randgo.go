package randgo

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options say which functions to make.
type Options struct {
	// Statements bounds the statements of a function; 12 when it is 0.
	Statements int
	// Smooth leaves out what has jumps everywhere: float32, integers made of reals.
	Smooth bool
	// Plain leaves out what package own may have to refuse: pointers, windows, and function literals that hold
	// variables that change.
	Plain bool
}

// Function is the text of a function
//
//	func name(x []float64, m [][]float64, a, b float64, n int, p P) (r float64, q P)
//
// which needs Header before it. x has at least one element, m at least one row and column.
func Function(r *rand.Rand, name string, o Options) string {
	if o.Statements == 0 {
		o.Statements = 12
	}
	g := &gen{scopes: scopes[variable]{Rand: r}, o: o, left: o.Statements}
	g.push()
	for _, v := range []variable{
		{"x", slice, true}, {"a", real, true}, {"b", real, true}, {"n", integer, true}, {"p", record, true},
		{"r", real, true},
	} {
		g.vars = append(g.vars, v)
	}
	body := g.block(3)
	return fmt.Sprintf("func %s(x []float64, m [][]float64, a, b float64, n int, p P) (r float64, q P) {\n%s\treturn "+
		"%s, %s\n}\n",
		name, body, g.real(2), "p")
}

// kind is a type of variables.
type kind int

const (
	real kind = iota
	integer
	boolean
	slice  // []float64, not empty
	array  // [3]float64
	record // P
	function
	single // float32
	small  // uint8
	tiny   // int8
	kinds
)

var names = [...]string{"f", "i", "c", "s", "arr", "rec", "fun", "g", "u", "t"}

var types = [...]string{
	"float64", "int", "bool", "[]float64", "[3]float64", "P", "func(float64) float64", "float32", "uint8", "int8",
}

type variable struct {
	name   string
	kind   kind
	assign bool // may be assigned to
}

type gen struct {
	scopes[variable]
	o     Options
	left  int
	loops []*loop
	lits  int // function literals around
}

type loop struct {
	label string
	used  bool
	block bool // a switch: continue passes it by
}

// declare is a new variable and the statement that uses it, so that Go is content.
func (g *gen) declare(k kind, assign bool) string {
	name := g.fresh(names[k])
	g.vars = append(g.vars, variable{name, k, assign})
	return name
}

// pick is a variable of a kind, or empty.
func (g *gen) pick(k kind, assign bool) string {
	var found []string
	for _, v := range g.vars {
		if v.kind == k && (v.assign || !assign) {
			found = append(found, v.name)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return found[g.IntN(len(found))]
}

func indent(s string) string {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = "\t" + l
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// block is a list of statements, indented.
func (g *gen) block(depth int) string {
	g.push()
	defer g.pop()
	var b strings.Builder
	for range 1 + g.IntN(4) {
		if g.left <= 0 {
			break
		}
		g.left--
		b.WriteString(g.stmt(depth))
	}
	if b.Len() == 0 {
		b.WriteString(g.assign())
	}
	return indent(b.String())
}
