package loop

import (
	"strings"
	"testing"
)

// Mistakes are told with their place, the line and a caret.
func TestReadErrors(t *testing.T) {
	if _, err := Read("f.loop", "func f(x real) {\n\tvar y real = x + 1\n}\n"); err == nil ||
		err.Error() != "f.loop:2:17: no + of real and int [loop-syntax]\n  \tvar y real = x + 1\n  \t               ^" {
		t.Errorf("got %v", err)
	}
	in := func(body string) string {
		return "func f(x real, n int, a []real, b [][3]int, l &c) {" + body + "\n}\ncell c { nil k(h real) }"
	}
	for src, want := range map[string]string{
		"x":                                      "1:1: found x where cell or func was expected",
		"func f( {":                              "the text ends where } was expected",
		"func f(x real) { } func f() { }":        "function f is declared twice",
		"cell c { } cell c { }":                  "cell c is declared twice",
		"cell c { k() k() }":                     "constructor k is declared twice",
		"cell c { k(a int, a int) }":             "field a is declared twice",
		"cell c { nil k() nil l() }":             "two constructors of cell c are nil",
		"cell c { k(a [][3]int) }":               "flat array in a cell",
		"cell for { }":                           "for is a word of the language",
		"func f(x real, x real) { }":             "1:16: x is declared already",
		"func f(x []&c) { }":                     "unknown cell c",
		"func f(x [3]real) { }":                  "a length where none can be",
		"func f(x [][3][]real) { }":              "a flat array without the length of a dimension",
		"func f(x [][][3]real) { }":              "a length where none can be",
		"func f(x [](]real) { }":                 "found ( where",
		in("x = y"):                              "1:56: unknown variable y",
		in("x = 1.2.3"):                          "1.2.3 is not a real",
		in("n = 9223372036854775808"):            "9223372036854775808 is not an int of 64 bits",
		in("n = 1x"):                             "1x is not an int",
		in("x = nan(1)"):                         "not the bits of a NaN",
		in("x = nil(real)"):                      "nil of a real",
		in("x = nil([][3]real)"):                 "an empty array has no lengths",
		in("x = a < b"):                          "no < of []real and [][]int",
		in("x = 1 < 2 < 3"):                      "comparisons do not associate",
		in("x = -true"):                          "no - of bool",
		in("x = !n"):                             "no ! of int",
		in("x = n[0]"):                           "index into a int",
		in("x = a.k.h"):                          "field of a []real",
		in("x = l.m.h"):                          "cell c has no constructor m",
		in("x = l.k.m"):                          "constructor k has no field m",
		in("x = foo(x)"):                         "unknown primitive foo",
		in("x = exp(x, x)"):                      "exp has 2 operands, want 1",
		in("x = exp(n)"):                         "exp of operands of other types",
		in("x = len(n)"):                         "length of a int",
		in("x = exp(x, \"t\")"):                  "exp with or without a text",
		in("n = inrange(n, n)"):                  "inrange with or without a text",
		in("n = len(\"a\")"):                     "len has 0 operands",
		in("var n int = 1"):                      "n is declared already",
		in("var m = new(1)"):                     "declaration without a type",
		in("var m real = new(1)"):                "new real",
		in("var m = call f(x, n, a, b, l)"):      "declaration without a type",
		in("var m, n = call f(x, n, a, b, l)"):   "found , where a type was expected",
		in("call g(x)"):                          "unknown function g",
		in("append(c, x)"):                       "unknown variable c",
		in("for i < n { }\n x = i"):              "2:6: unknown variable i",
		in("if true { var y int = 1 } n = y"):    "unknown variable y",
		in("loop { var y int = 1 while } n = y"): "found } where an expression was expected",
		in("for i < n { while true }"):           "found while where } was expected",
		in("switch n { case 1: default: }"):      "found 1 where 0 (cases are numbered; the last is default)",
		in("switch n { case 0: }"):               "found } where default was expected",
		in("check true, \"abc"):                  "string without an end",
		in("check true, \"\\q\""):                "string that Go does not read",
		in("check true, x"):                      "found x where a string was expected",
		in("x = #"):                              "unexpected character \"#\"",
		in("x + 1"):                              "found + where =, += or +~= was expected",
		in("3 = x"):                              "found 3 where a statement was expected",
		in("return x x = 1.0"):                   "found x where } was expected",
		in("x = " + strings.Repeat("(", 60_000)): "nested more than 50000 deep",
		in(strings.Repeat("if true {", 60_000) + strings.Repeat("}", 60_000)): "nested more than 50000 deep",
	} {
		_, err := Read("f", src)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: got %v, want %s", src, err, want)
		}
	}
}

// No text makes the reader panic, what reads prints as something that reads alike, and what is well
// formed runs without breaking the evaluator.
func FuzzRead(f *testing.F) {
	f.Add(everyForm)
	for seed := range uint64(20) {
		f.Add(randomProgram(seed).String())
	}
	f.Add("func f() { var x real = -inf ^ 2.0 ^ -1.0 call f() }")
	f.Fuzz(func(t *testing.T, src string) {
		p, err := Read("fuzz", src)
		if err != nil {
			return
		}
		text := p.String()
		q, err := Read("printed", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := q.String(); again != text {
			t.Fatalf("%s\nreads back as\n%s", text, again)
		}
		if Verify(p) != nil {
			return
		}
		for _, f := range p.Funcs {
			var args []Value
			for _, q := range f.Params {
				args = append(args, someValue(q.Var.Type))
			}
			_, _, _ = Eval(p, f, args, 2_000) // run-time errors are as good as results
		}
	})
}
