package corpus

import "math"

// Kind is an enumeration.
type Kind uint8

// The kinds.
const (
	Plain Kind = iota
	Sine
	Exponential
)

// Tagged switches over an enumeration.
func Tagged(k Kind, x float64) float64 {
	switch k % 4 {
	case Plain:
		return x
	case Sine:
		return math.Sin(x)
	case Exponential, 3:
		x = -x * x
	}
	return math.Exp(x)
}

// Tagless tests in order; the default stands first.
func Tagless(x, y float64) float64 {
	switch d := x - y; {
	default:
		return d
	case d > 1, d < -1:
		y = 2 * d
	case x > 0:
		if y > 0 {
			break
		}
		y += x
	case math.IsNaN(x):
		return 0
	}
	return y
}

// Falls falls through.
func Falls(n int) int {
	s := 0
	switch n {
	case 0:
		s++
		fallthrough
	case 1:
		s += 10
		fallthrough
	default:
		s += 100
	case 2:
		s += 1000
		if n > 5 {
			break
		}
		fallthrough
	case 3:
		s += 10000
	}
	return s
}

// Reals switches on reals and bools.
func Reals(x float64, b bool) float64 {
	s := 0.0
	switch x {
	case 0:
		s = 1
	case 1, -1:
		s = 2
	}
	switch b {
	case x > 0:
		s += 10
	case true:
		s += 20
	}
	switch true {
	case x > 1:
		s += 100
	}
	return s
}

// InLoop continues and breaks from switches.
func InLoop(x []float64) float64 {
	s := 0.0
loop:
	for _, v := range x {
		switch {
		case v > 2:
			break loop
		case v < 0:
			continue
		case v < 1:
			break
		default:
			s += 10
		}
		s += v
	}
	return s
}
