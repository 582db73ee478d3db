package randgo

import "fmt"

// complex is a complex number.
func (g *wide) complex(d int) string {
	if d <= 0 {
		if v := g.sureVar(func(v local) bool { return v.typ == complexT }); v != "" && !g.odds(4) {
			return v
		}
		return g.one("(0.5 - 1i)", "(1.25 + 0.25i)", "1i", "(-2 + 0i)")
	}
	z := func() string { return g.complex(d - 1) }
	switch g.IntN(12) {
	case 0:
		return fmt.Sprintf("(%s + %s)", z(), z())
	case 1:
		return fmt.Sprintf("(%s - %s)", z(), z())
	case 2:
		return fmt.Sprintf("%s * %s", g.complex(0), z())
	case 3:
		return fmt.Sprintf("%s / (1.5 + square(%s))", z(), z())
	case 4:
		return fmt.Sprintf("complex(%s, %s)", g.real(d-1), g.real(d-1))
	case 5:
		return fmt.Sprintf("-(%s)", g.complex(0))
	case 6:
		return fmt.Sprintf("cmplx.Conj(%s)", z())
	case 7:
		return fmt.Sprintf("cmplx.%s(cmplx.Rect(0.5, %s))", g.one("Exp", "Sin", "Cosh", "Tan"), g.real(d-1))
	case 8:
		return fmt.Sprintf("cmplx.%s(1.5 + square(%s))", g.one("Sqrt", "Log", "Atan"), z())
	case 9:
		return fmt.Sprintf("pick(%s, %s, %s)", g.boolean(d-1), z(), z())
	case 10:
		if !g.smooth {
			return fmt.Sprintf("complex128(complex64(%s))", z())
		}
	}
	if s := g.placeOf(complexT, false); s != "" {
		return s
	}
	return g.complex(0)
}

// changeComplex changes the complex number in a place.
func (g *wide) changeComplex(v string) string {
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("%s += %s\n", v, g.complex(2))
	case 1:
		return fmt.Sprintf("%s %s 0.5*%s\n", v, g.one("-=", "*="), g.complex(1))
	case 2:
		return v + g.one("++\n", "--\n")
	}
	return fmt.Sprintf("%s = %s\n", v, g.complex(2))
}
