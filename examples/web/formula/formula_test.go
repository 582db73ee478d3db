package formula_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/examples/web/formula"
	"github.com/seed-4b734f86/gochad/text"
)

// What is written, and how it is understood.
func TestShown(t *testing.T) {
	for in, want := range map[string]string{
		"x":                    "x",
		"2x":                   "2 * x",
		"2x y":                 "2 * x * y",
		"xy":                   "x * y",
		"x²y³":                 "x ^ 2 * y ^ 3",
		".5x + 1.":             "0.5 * x + 1.0",
		"2(x+1)(y−1)":          "2 * (x + 1) * (y - 1)",
		"sin x":                "sin (x)",
		"sin 2x":               "sin (2 * x)",
		"sin x cos y":          "sin (x) * cos (y)",
		"sin(x)^2":             "sin (x) ^ 2",
		"sin x^2":              "sin (x ^ 2)",
		"sin x·y":              "sin (x) * y",
		"cos πx":               "cos (pi * x)",
		"ln(1+x²)":             "log (1 + x ^ 2)",
		"|x| - |y|":            "abs (x) - abs (y)",
		"|x + |y||":            "abs (x + abs (y))",
		"2|x|y":                "2 * abs (x) * y",
		"√x":                   "sqrt (x)",
		"√(x² + y²)":           "sqrt (x ^ 2 + y ^ 2)",
		"e^-x":                 "exp (-x)",
		"2e^-x² y":             "2 * exp (-x ^ 2) * y",
		"e²x":                  "e ^ 2 * x",
		"sin x^-y^2":           "sin (x ^ -y ^ 2)",
		"let e = y in e^x":     "let e = y in e ^ x",
		"exp(-x^2)":            "exp (-x ^ 2)",
		"1e-3x":                "1e-3 * x",
		"2e":                   "2 * e",
		"x**2":                 "x ^ 2",
		"atan2(y, x)":          "atan2 (y, x)",
		"sum [x^i | i < 5]":    "sum ([x ^ i | i < 5])",
		"if x<0 then x else y": "if x < 0 then x else y",
		"let a = x y in a^2":   "let a = x * y in a ^ 2",
		"(loop (a, b) = (x, y) for i < 3 do (b, a)).1": "(loop (a, b) = (x, y) for i < 3 do (b, a)).1",
		"sin sqrt x": "sin (sqrt (x))",
		"x--y":       "x - -y",
		"|sin x|":    "abs (sin (x))",
		"sec x":      "(1 / cos (x))",
		"2cot(x)^2":  "2 * (1 / tan (x)) ^ 2",
		"tg x":       "tan (x)",
	} {
		f, ds := formula.Read(in)
		if len(ds) > 0 {
			t.Errorf("%s: %v", in, ds)
			continue
		}
		if f.Shown != want {
			t.Errorf("%s is read as %s, want %s", in, f.Shown, want)
		}
		if _, ds := text.Load("f", []byte(f.Program)); len(ds) > 0 {
			t.Errorf("%s:\n%s\n%v", in, f.Program, ds)
		}
	}
}

// What is wrong: the message, and the characters that it is about.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ in, message, place string }{
		{"", "the formula is empty", ""},
		{"x +", "the formula ends, wanted an expression", ""},
		{"(x + y", "the formula ends, ) is wanted", ""},
		{"x + y)", "there is no bracket that ) closes", ")"},
		{"[x)", "found ), wanted ]", ")"},
		{"x = y", "a formula has no =", "="},
		{"2 3", "two numbers side by side", "3"},
		{"sin", "sin has no argument", "sin"},
		{"sin^2 x", "a power of the name sin", "sin^"},
		{"atan2 y", "atan2 takes 2 arguments", "atan2"},
		{"x # y", "# has no meaning in a formula", "#"},
		{"y + foo x", "unknown name foo", "foo"},
		{"x + sinn(y)", "unknown name sinn", "sinn"},
		{"let def = x in def", "def has no place in a formula", "def"},
		{"x) def g (z : real) : real = (z", "there is no bracket that ) closes", ")"},
		{"x\n--chad:func", "", ""},
		{`x + "a"`, `" has no meaning in a formula`, `"`},
		{"if x then y else x", "found a number, wanted a condition", "x"},
		{"log(x, y)", "log takes 1 argument, found 2", "log(x, y)"},
		{"max(x)", "max takes 2 arguments, found 1", "max(x)"},
		{"x, y", "two numbers, where a formula is one", ","},
		{"(x, y)", "found two numbers, wanted one", "(x, y)"},
		{"x == y", "found a condition, wanted a number", "x == y"},
		{"f(x)", "unknown name f", "f"},
		{strings.Repeat("(", 50) + "x" + strings.Repeat(")", 50), "more than 40 levels of brackets and functions", "("},
		{strings.Repeat("sin ", 50) + "x", "more than 40 levels of brackets and functions", "sin"},
		{strings.Repeat("x+", 400) + "x", "the formula has 801 characters, 500 are allowed", ""},
		{"x²²²²", "", ""},
	} {
		f, ds := formula.Read(c.in)
		if len(ds) == 0 {
			_, ds = text.Load("f", []byte(f.Program))
			ds = f.Place(ds)
		}
		if len(ds) == 0 {
			if c.message != "" {
				t.Errorf("%q is read as %s, want an error", c.in, f.Shown)
			}
			continue
		}
		d := ds[0]
		if c.message == "" {
			t.Logf("%q: %v", c.in, d)
			continue
		}
		place := c.in[d.Pos.Offset:d.End.Offset]
		if d.Message != c.message || place != c.place {
			t.Errorf("%q: %q at %q, want %q at %q", c.in, d.Message, place, c.message, c.place)
		}
	}
}

// What is suggested can be typed instead.
func TestHints(t *testing.T) {
	for in, want := range map[string]string{
		"θ":                     "a formula is of x and y; let θ = 2 in … gives a number a name",
		"r^2":                   "a formula is of x and y; let r = 2 in … gives a number a name",
		"X + 1":                 "did you mean x?",
		"Sin x":                 "did you mean sin?",
		"sni x":                 "did you mean sin?",
		"sinx":                  "did you mean sin x?",
		"PI x":                  "did you mean pi?",
		"mod(x,2)":              "write x % 2: the remainder, with the sign of x",
		"x mod 2":               "write x % 2: the remainder, with the sign of x",
		"x = y":                 "for how far both sides are apart write x - (y); a condition is if x == y then 1 else 0",
		"x == y":                "if x < y then 1 else 0 makes a number of a condition",
		"x, y":                  "a comma stands between arguments, as in hypot(x, y)",
		"x!":                    "a factorial is gamma(x + 1)",
		"x'":                    "derivatives are shown below the drawings",
		"let rate = 2 in rat x": "did you mean rate?",
	} {
		f, ds := formula.Read(in)
		if len(ds) == 0 {
			_, ds = text.Load("f", []byte(f.Program))
			ds = f.Place(ds)
		}
		if len(ds) == 0 || ds[0].Hint != want {
			t.Errorf("%s: %v, want the hint %q", in, ds, want)
		}
	}
}

// Whatever is typed, reading ends without a panic, and what comes out declares nothing but e and f.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"sin 2x", "|x|y", "[x | i < 2]", "sum [x|i<3]", "√√x", "x.1.2", "x) def g = (1", "--", "|", "||x||"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, ds := formula.Read(s)
		if len(ds) > 0 {
			return
		}
		p, ds := text.Load("f", []byte(g.Program))
		g.Place(ds)
		if len(ds) > 0 {
			return
		}
		var own []string
		for _, d := range p.Defs {
			if !d.Library {
				own = append(own, d.Name)
			}
		}
		if len(own) != 2 || p.Lookup(formula.Name) == nil {
			t.Errorf("%q declares %v", s, own)
		}
	})
}
