package randgo

import "fmt"

// expr is an expression of a kind.
func (g *gen) expr(k kind, d int) string {
	switch k {
	case real:
		return g.real(d)
	case integer:
		return g.integer(d)
	case boolean:
		return g.boolean(d)
	case slice:
		return g.slice(d)
	case array:
		if v := g.pick(array, false); v != "" && g.IntN(2) == 0 {
			return v
		}
		return fmt.Sprintf("[3]float64{%s, 2: %s}", g.real(d-1), g.real(d-1))
	case record:
		if v := g.pick(record, false); v != "" && g.IntN(2) == 0 {
			return v
		}
		return fmt.Sprintf("P{X: %s, N: %s, V: [2]float64{%s, 1}}", g.real(d-1), g.integer(d-1), g.real(d-1))
	case function:
		return g.function(d)
	case single:
		return fmt.Sprintf("float32(%s)", g.real(d-1))
	case small:
		return g.narrow(small, "uint8", d)
	case tiny:
		return g.narrow(tiny, "int8", d)
	}
	panic("randgo: unexpected kind")
}

func (g *gen) narrow(k kind, t string, d int) string {
	v := g.pick(k, false)
	if v == "" || d <= 0 {
		return fmt.Sprintf("%s(n + %s)", t, g.integer(d-1))
	}
	return g.one(
		v, fmt.Sprintf("%s(n + %s)", t, g.integer(d-1)), v+" * 3", v+" + "+v, "-"+v, v+" ^ 5", v+" << 2", v+" >> 1",
		"^"+v, v+" / 3",
	)
}

func (g *gen) real(d int) string {
	if d <= 0 {
		if v := g.pick(real, false); v != "" && g.IntN(4) > 0 {
			return v
		}
		return g.one("0.5", "1.25", "-2.0", "3.0", "half", "0.1")
	}
	r := func() string { return g.real(d - 1) }
	switch g.IntN(22) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", r(), r())
	case 2:
		return fmt.Sprintf("(%s - %s)", r(), r())
	case 3, 4:
		return fmt.Sprintf("%s * %s", g.real(0), r())
	case 5:
		return fmt.Sprintf("%s / (1.5 + math.Abs(%s))", r(), r())
	case 6:
		return fmt.Sprintf("math.%s(%s)", g.one("Sin", "Cos", "Tanh", "Atan"), r())
	case 7:
		return fmt.Sprintf("math.Exp(-math.Abs(%s))", r())
	case 8:
		return fmt.Sprintf("%s(%s, %s)", g.one("min", "max", "math.Max", "math.Min", "math.Hypot"), r(), r())
	case 9:
		return fmt.Sprintf("float64(%s)", g.integer(d-1))
	case 10, 11:
		return g.element(d)
	case 12:
		return fmt.Sprintf("-(%s)", g.real(0))
	case 13:
		return fmt.Sprintf("%s.%s", g.pick(record, false), g.one("X", "Y", "V[1]", "norm()", "V[0]"))
	case 14:
		if v := g.pick(function, false); v != "" {
			return fmt.Sprintf("%s(%s)", v, r())
		}
		return fmt.Sprintf("apply(%s, %s)", g.one("math.Sin", "squash[float64]"), r())
	case 15:
		return fmt.Sprintf("total(%s, %s)", r(), r())
	case 16:
		return fmt.Sprintf("squash(%s)", r())
	case 17:
		if v := g.pick(single, false); v != "" {
			return fmt.Sprintf("float64(%s*%s + 1)", v, v)
		}
		return fmt.Sprintf("table[%s&1]", g.integer(0))
	case 18:
		return fmt.Sprintf("rec(%s&3, %s)", g.integer(0), r())
	case 19:
		return fmt.Sprintf("m[at(%s, len(m))][0]", g.integer(d-1))
	case 20:
		if v := g.pick(array, false); v != "" {
			return fmt.Sprintf("%s[%s]", v, g.one("0", "1", "2", "at("+g.integer(0)+", 3)"))
		}
	case 21:
		if g.o.Smooth {
			return fmt.Sprintf("apply(%s, %s)", g.function(1), r())
		}
		return fmt.Sprintf("math.%s(%s)", g.one("Floor", "Round", "Trunc"), r())
	}
	return g.real(0)
}

// element is one of a slice.
func (g *gen) element(d int) string {
	s := g.pick(slice, false)
	return fmt.Sprintf("%s[at(%s, len(%s))]", s, g.integer(d-1), s)
}

func (g *gen) integer(d int) string {
	if d <= 0 {
		if v := g.pick(integer, false); v != "" && g.IntN(3) > 0 {
			return v
		}
		return g.one("0", "1", "2", "7", "-3")
	}
	i := func() string { return g.integer(d - 1) }
	switch g.IntN(12) {
	case 0:
		return fmt.Sprintf("(%s + %s)", i(), i())
	case 1:
		return fmt.Sprintf("%s %% 5", g.integer(0))
	case 2:
		return fmt.Sprintf("len(%s)", g.pick(slice, false))
	case 3:
		return fmt.Sprintf("(%s & 6)", i())
	case 4:
		return fmt.Sprintf("int(1) << (%s & 3)", g.integer(0))
	case 5:
		return fmt.Sprintf("min(%s, %s)", i(), i())
	case 6:
		return g.pick(record, false) + ".N"
	case 7:
		if !g.o.Smooth {
			return fmt.Sprintf("toInt(4 * %s)", g.real(d-1))
		}
	case 8:
		if v := g.pick(small, false); v != "" {
			return fmt.Sprintf("int(%s)", v)
		}
	case 9:
		if v := g.pick(tiny, false); v != "" {
			return fmt.Sprintf("int(%s)", v)
		}
	case 10:
		return fmt.Sprintf("%s * 3", g.integer(0))
	}
	return g.integer(0)
}

func (g *gen) boolean(d int) string {
	if v := g.pick(boolean, false); v != "" && (d <= 0 || g.IntN(5) == 0) {
		return v
	}
	switch g.IntN(8) {
	case 0:
		if d > 0 {
			return fmt.Sprintf("(%s && %s)", g.boolean(d-1), g.boolean(d-1))
		}
	case 1:
		if d > 0 {
			return fmt.Sprintf("(%s || %s)", g.boolean(d-1), g.boolean(d-1))
		}
	case 2:
		return fmt.Sprintf("!(%s < %s)", g.real(d-1), g.real(d-1))
	case 3, 4:
		return fmt.Sprintf("%s %s %s", g.integer(d-1), g.one("<", "==", ">=", "!="), g.integer(d-1))
	}
	return fmt.Sprintf("%s %s %s", g.real(d-1), g.one("<", ">", "<=", ">="), g.real(d-1))
}

// slice is a new slice, or one that nothing else holds.
func (g *gen) slice(d int) string {
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("make([]float64, %d)", 1+g.IntN(4))
	case 1:
		return fmt.Sprintf("append([]float64(nil), %s...)", g.pick(slice, false))
	}
	return fmt.Sprintf("[]float64{%s, %s}", g.real(d-1), g.real(d-1))
}

// function is a literal without effects, or a declared function.
func (g *gen) function(d int) string {
	if g.IntN(4) == 0 {
		return g.one("math.Sin", "math.Cos", "squash[float64]")
	}
	g.push()
	defer g.pop()
	t := g.declare(real, false)
	if g.o.Plain {
		return fmt.Sprintf("func(%s float64) float64 { return %s*0.5 + %s }", t, t,
			g.one("1", "math.Sin("+t+")", t+"*"+t))
	}
	return fmt.Sprintf("func(%s float64) float64 { return %s }", t, g.real(d))
}
