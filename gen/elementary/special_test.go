package elementary

import (
	"fmt"
	"math"
	"testing"
)

// same says that x and y are the same float64, signs of zeros included, or both NaN.
func same(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
}

var (
	inf  = math.Inf(1)
	nan  = math.NaN()
	zero = math.Copysign(0, -1) // -0
)

const (
	least  = 0x1p-1074 // the least subnormal
	normal = 0x1p-1022 // the least normal
)

// At infinities, NaN, zeros, and where results overflow, underflow and saturate: the values
// that C99's annex F, IEEE 754 section 9.2 and mathematics prescribe.
func TestSpecialValues(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(x float64) float64
		want map[float64]float64 // NaN is tested for all
	}{
		{"exp", exp, map[float64]float64{
			inf: inf, -inf: 0, 0: 1, least: 1, -least: 1, 709.7827128933841: inf,
			-745.1332191019412: 0, -745.1332191019411: least, math.MaxFloat64: inf, -math.MaxFloat64: 0, 1e-20: 1,
		}},
		{"expm1", expm1, map[float64]float64{
			inf: inf, -inf: -1, 0: 0, least: least, -least: -least, 709.7827128933841: inf,
			-40: -1, -1000: -1, math.MaxFloat64: inf, normal: normal, 1e-300: 1e-300,
		}},
		{"log", log, map[float64]float64{inf: inf, -inf: nan, 0: -inf, 1: 0, -1: nan, -least: nan, -math.MaxFloat64: nan}},
		{"log1p", log1p, map[float64]float64{
			inf: inf, -inf: nan, 0: 0, -1: -inf, -1.5: nan, least: least, -least: -least,
			normal: normal, 1e-300: 1e-300, -math.MaxFloat64: nan,
		}},
		{"tanh", tanh, map[float64]float64{inf: 1, -inf: -1, 0: 0, 20: 1, -20: -1, 1e300: 1, least: least, -least: -least, 1e-300: 1e-300}},
		{"sin", sin, map[float64]float64{inf: nan, -inf: nan, 0: 0, least: least, -least: -least, 1e-300: 1e-300, normal: normal}},
		{"cos", cos, map[float64]float64{inf: nan, -inf: nan, 0: 1, least: 1, 1e-9: 1}},
		{"sincos, sin", first(sincos), map[float64]float64{inf: nan, -inf: nan, 0: 0, -least: -least}},
		{"sincos, cos", second(sincos), map[float64]float64{inf: nan, -inf: nan, 0: 1}},
		{"sinChained", sinChained, map[float64]float64{inf: nan, -inf: nan, 0: 0, least: least, -least: -least, 1e-300: 1e-300, normal: normal}},
		{"cosChained", cosChained, map[float64]float64{inf: nan, -inf: nan, 0: 1, least: 1, 1e-9: 1}},
		{"sigmoid", sigmoid, map[float64]float64{inf: 1, -inf: 0, 0: 0.5, 40: 1, 1e300: 1, -746: 0, -1e300: 0, least: 0.5}},
		{"sigmoids, plus", first(sigmoids), map[float64]float64{inf: 1, -inf: 0, 0: 0.5, 800: 1, -800: 0}},
		{"sigmoids, minus", second(sigmoids), map[float64]float64{inf: 0, -inf: 1, 0: 0.5, 800: 0, -800: 1}},
		{"softplus", softplus, map[float64]float64{inf: inf, -inf: 0, 0: math.Ln2, 40: 40, 1e300: 1e300, -746: 0, -1e300: 0}},
		{"softplusSigmoid, y", first(softplusSigmoid), map[float64]float64{inf: inf, -inf: 0, 0: math.Ln2, 800: 800, -800: 0}},
		{"softplusSigmoid, dy", second(softplusSigmoid), map[float64]float64{inf: 1, -inf: 0, 0: 0.5, 800: 1, -800: 0}},
	} {
		c.want[nan] = nan
		for x, want := range c.want {
			if y := c.f(x); !same(y, want) {
				t.Errorf("%s(%g) = %g, want %g", c.name, x, y, want)
			}
		}
		odd := map[string]bool{"expm1": true, "log1p": true, "tanh": true, "sin": true, "sincos, sin": true, "sinChained": true}
		if y := c.f(zero); odd[c.name] && !same(y, zero) {
			t.Errorf("%s(-0) = %g, want -0", c.name, y)
		} else if !odd[c.name] && !same(y, c.f(0)) {
			t.Errorf("%s(-0) = %g, but %g at 0", c.name, y, c.f(0))
		}
	}
}

func TestLogaddexpSpecialValues(t *testing.T) {
	for _, c := range []struct{ x, y, want float64 }{
		{inf, inf, inf},
		{inf, -inf, inf},
		{-inf, inf, inf},
		{-inf, -inf, -inf},
		{inf, 0, inf},
		{-inf, 3, 3},
		{3, -inf, 3},
		{nan, 1, nan},
		{1, nan, nan},
		{nan, inf, nan},
		{nan, -inf, nan},
		{0, 0, math.Ln2},
		{1000, 1000, 1000 + math.Ln2},
		{1e308, -1e308, 1e308},
		{0, -740, math.Exp(-740)},
		{-740, 0, math.Exp(-740)},
	} {
		if got := logaddexp(c.x, c.y); !same(got, c.want) {
			t.Errorf("logaddexp(%g, %g) = %g, want %g", c.x, c.y, got, c.want)
		}
	}
}

// Identities that hold in float64: of sign, and at the ends of binades.
func TestIdentities(t *testing.T) {
	for i := range 4000 {
		x := math.Ldexp(1+float64(i%97)/97, i/2-1000)
		for _, c := range []struct {
			law  string
			l, r float64
		}{
			{"tanh(-x) = -tanh(x)", tanh(-x), -tanh(x)},
			{"sin(-x) = -sin(x)", sin(-x), -sin(x)},
			{"cos(-x) = cos(x)", cos(-x), cos(x)},
			{"sinChained(-x) = -sinChained(x)", sinChained(-x), -sinChained(x)},
			{"cosChained(-x) = cosChained(x)", cosChained(-x), cosChained(x)},
			{"sincosChained = sinChained", first(sincosChained)(x), sinChained(x)},
			{"sincosChained = cosChained", second(sincosChained)(x), cosChained(x)},
			{"sincos = sin", first(sincos)(x), sin(x)},
			{"sincos = cos", second(sincos)(x), cos(x)},
			{"sigmoids = sigmoid", first(sigmoids)(-x), sigmoid(-x)},
			{"softplusSigmoid = softplus", first(softplusSigmoid)(-x), softplus(-x)},
			{"logaddexp(x, 0) = softplus(x)", logaddexp(x, 0), softplus(x)},
		} {
			if !same(c.l, c.r) {
				t.Errorf("%s at %x: %g and %g", c.law, x, c.l, c.r)
			}
		}
	}
	for k := -1074; k <= 1023; k++ { // log 2^k is k·ln 2, rounded
		if y, want := log(math.Ldexp(1, k)), fmt.Sprintf("%.13g", float64(k)*math.Ln2); fmt.Sprintf("%.13g", y) != want {
			t.Errorf("log(2^%d) = %g, want %s", k, y, want)
		}
	}
}
