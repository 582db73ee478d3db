package formula

import (
	"unicode"

	"github.com/seed-4b734f86/gochad/syntax"
)

// arity has the functions that formulas may use, with the numbers of their arguments: the primitives that return reals,
// and what makes reals of arrays and ints.
var arity = func() map[string]int { //nolint:gochecknoglobals // a constant
	out := map[string]int{"sum": 1, "product": 1, "maximum": 1, "minimum": 1, "real": 1}
	for _, o := range syntax.Ops() {
		if r := rune(o.Name[0]); o.Result != syntax.Real || !unicode.IsLetter(r) || hidden[o.Name] {
			continue
		}
		out[o.Name] = len(o.Params)
	}
	for name := range inverse {
		out[name] = 1
	}
	return out
}()

// hidden are primitives for the inside of programs.
var hidden = map[string]bool{ //nolint:gochecknoglobals // a constant
	"gmul": true, "frombits": true, "frombits32": true, "ureal": true, "pow10": true, "nextafter": true, "nextafter32": true, "powi": true,
}

// inverse are functions of mathematics that are one over another.
var inverse = map[string]string{ //nolint:gochecknoglobals // a constant
	"sec": "cos", "csc": "sin", "cot": "tan", "sech": "cosh", "csch": "sinh", "coth": "tanh",
}

// instead says what to write in place of names that are written otherwise here.
var instead = map[string]string{ //nolint:gochecknoglobals // a constant
	"mod": "write x % 2: the remainder, with the sign of x", "and": "write &&", "or": "write ||",
	"not": "turn the comparison round: x >= y for not (x < y)", "f": "write the formula out in its place",
	"z": "a formula is of x and y alone",
}

// refused are names of the language that have no place in a formula.
var refused = map[string]bool{ //nolint:gochecknoglobals // a constant
	"def": true, "data": true, "type": true, "derivative": true, "adjoint": true, "case": true, "of": true, "checkpoint": true, "collect": true,
	"size": true, "idx": true,
}

// Functions lists the functions that formulas may use, with the numbers of their arguments.
func Functions() map[string]int {
	out := map[string]int{}
	for name, n := range arity {
		out[name] = n
	}
	return out
}
