package corpus

import (
	"errors"
	"fmt"
	"math"
)

// Gravity is a constant.
const Gravity = 9.81

var (
	halfLog = math.Log(2*math.Pi) / 2
	coeffs  = [...]float64{1, -0.5, 1.0 / 3, -0.25}
	nodes   = []float64{-1, 0, halfLog}
	origin  = Point{1, 2}
	zeroes  [3]float64
	derived = horner(2)
	deep    = [][]float64{{1, 2}, {3, 4}}
)

func horner(x float64) float64 {
	s := 0.0
	for i := len(coeffs) - 1; i >= 0; i-- {
		s = s*x + coeffs[i]
	}
	return s
}

// Globals reads package variables of all kinds.
func Globals(x float64) float64 {
	s := horner(x) + halfLog*Gravity + derived + deep[1][0]
	for _, n := range nodes {
		s += n * x
	}
	f := func() float64 { return origin.X + zeroes[1] }
	return s + f() + origin.Norm()
}

// ErrNegative is a package-level error.
var ErrNegative = errors.New("negative")

type rangeError struct{ x float64 }

func (e *rangeError) Error() string { return fmt.Sprint("out of range: ", e.x) }

func root(x float64) (float64, error) {
	if x < 0 {
		return 0, ErrNegative
	}
	if x > 4 {
		return 0, &rangeError{x}
	}
	if x == 1 {
		return 1, fmt.Errorf("one: %w", ErrNegative)
	}
	return math.Sqrt(x), nil
}

// Fallible passes errors on.
func Fallible(x, y float64) (r float64, err error) {
	a, err := root(x)
	if err != nil {
		return a, fmt.Errorf("first: %w", err)
	}
	b, err := root(y)
	switch err {
	case nil:
		r = a + b
	default:
		r = a
		return
	}
	if _, err := root(1 + 4*y*(a-1)); err != nil {
		return -1, err
	}
	return r, wrapped(b)
}

func wrapped(x float64) error {
	if err := nothing(x); nil != err {
		return err
	}
	return nil
}

func nothing(x float64) error {
	var err error
	if x > 1.5 {
		err = errors.New("large")
	}
	return err
}

// Opaque has strings that influence nothing.
func Opaque(x float64, name string, tags []string) float64 {
	label := name + "!"
	label = fmt.Sprintf("%s %v", label, x)
	msg := map[string]string{"a": label}
	msg["b"] = label[1:]
	if x < 0 {
		panic("negative: " + label)
	}
	_ = msg
	var any any = x
	_ = any
	return 2 * x
}

// Panics as a precondition.
func Panics(x []float64, k int) float64 {
	if len(x) <= k {
		panic(fmt.Sprintf("corpus: %d values for %d", len(x), k))
	}
	return x[k]
}

// PanicsEarly panics for a k out of range, whether the branch needs the sum or not.
func PanicsEarly(x []float64, k int, needed bool) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * x[k]
	}
	if needed {
		return s
	}
	return float64(k)
}

type element int

const (
	hydrogen element = iota + 1
	helium
	lithium
)

var (
	masses = map[element]struct{ mass, radius float64 }{hydrogen: {1.008, 0.53}, helium: {4.0026, 0.31}}
	powers = map[int]func(float64) float64{-1: func(x float64) float64 { return 1 / x }, 2: Square}
	units  = map[string]float64{"m": 1, "cm": 0.01}
)

// Tables looks up in maps that nothing writes.
func Tables(x float64, n int) float64 {
	f, ok := powers[n]
	if !ok {
		f = func(v float64) float64 { return v * units["cm"] }
	}
	s := f(x)
	for e := hydrogen; e <= lithium; e++ {
		s += masses[e].mass*x + masses[e].radius
	}
	if _, known := masses[element(n)]; known {
		s *= 2
	}
	return s * units["m"] * float64(len(masses)+len(units))
}
