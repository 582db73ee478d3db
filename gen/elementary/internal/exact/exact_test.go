package exact

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Digits as published: OEIS A001113 (e), A000796 (π), A002162 (ln 2), A049469 (sin 1),
// A049470 (cos 1), A073744 (tanh 1), A002391 (ln 3), A002193 (√2).
func TestPublishedDigits(t *testing.T) {
	for _, c := range []struct {
		name, want string
		got        *big.Float
	}{
		{"e", "2.71828182845904523536028747135266249775724709369995", Exp(1)},
		{"e-1", "1.71828182845904523536028747135266249775724709369995", Expm1(1)},
		{"ln 2", "0.69314718055994530941723212145817656807550013436025", Log(2)},
		{"ln 3", "1.09861228866810969139524523692252570464749055782275", Log(3)},
		{"log1p 2", "1.09861228866810969139524523692252570464749055782275", Log1p(2)},
		{"sin 1", "0.84147098480789650665250232163029899962256306079837", Sin(1)},
		{"cos 1", "0.54030230586813971740093660744297660373231042061792", Cos(1)},
		{"tanh 1", "0.76159415595576488811945828260479359041276859725793", Tanh(1)},
		{"sin π/6", "0.50000000000000000000000000000000000000000000000000", first(Circle(1, 6))},
		{"sin -π/2", "-1.0000000000000000000000000000000000000000000000000", first(Circle(-32, 64))},
		{"sigmoid 0", "0.50000000000000000000000000000000000000000000000000", Sigmoid(0)},
		{"√2", "1.41421356237309504880168872420969807856967187537694", Exp2(1, 2)},
		{"softplus 0", "0.69314718055994530941723212145817656807550013436025", Softplus(0)},
	} {
		if got := fmt.Sprintf("%.49f", c.got); got[:44] != c.want[:44] {
			t.Errorf("%s = %s, want %s", c.name, got, c.want)
		}
	}
}

func first(x, _ *big.Float) *big.Float { return x }

// agree reports whether x and y agree to 2^-150, relative to scale.
func agree(x, y, scale *big.Float) bool {
	d := new(big.Float).SetPrec(prec).Sub(x, y)
	return d.Sign() == 0 || d.MantExp(nil) < scale.MantExp(nil)-150
}

func num(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }

func sum(x, y *big.Float) *big.Float     { return new(big.Float).SetPrec(prec).Add(x, y) }
func product(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Mul(x, y) }

// The functional equations, at random arguments of all magnitudes:
//
//	exp(x+1) = e·exp x          log(3x) = log 3 + log x      log1p(x) = log(1+x)
//	expm1(x) = exp x - 1        sin² + cos² = 1              sin 2x = 2 sin x cos x
//	tanh(x)·(e^2x + 1) = e^2x - 1     σ(x) + σ(-x) = 1      softplus(x) - softplus(-x) = x
func TestEquations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		x := math.Ldexp(float64(int32(r.Uint32())), r.IntN(60)-60) // short, so that x+1 and 3x are exact
		if math.Abs(x) > 300 {
			x = math.Mod(x, 300)
			x = math.Trunc(x*1024) / 1024
		}
		one := num(1)
		check := func(law string, l, r, scale *big.Float) {
			if !agree(l, r, scale) {
				t.Errorf("%s at %g: %g and %g", law, x, l, r)
			}
		}
		if x+1-1 == x {
			check("exp(x+1)", Exp(x+1), product(Exp(1), Exp(x)), Exp(x))
		}
		check("expm1", sum(Expm1(x), one), Exp(x), one)
		check("sin 2x", Sin(2*x), product(num(2), product(Sin(x), Cos(x))), Sin(2*x))
		check("sin²+cos²", sum(product(Sin(x), Sin(x)), product(Cos(x), Cos(x))), one, one)
		e := Exp(2 * x)
		check("tanh", product(Tanh(x), sum(e, one)), Expm1(2*x), Expm1(2*x))
		check("sigmoid", sum(Sigmoid(x), Sigmoid(-x)), one, one)
		check("softplus", sum(Softplus(x), Softplus(-x).Neg(Softplus(-x))), num(x), num(x))
		if a := math.Abs(x); a > 0 {
			check("log 3x", Log(3*a), sum(Log(3), Log(a)), one)
			if 1+a-1 == a {
				check("log1p", Log1p(a), Log(1+a), Log1p(a))
			}
		}
	}
}

// Great arguments of sin are reduced with 1100 bits of π: 2^1000 and x = 2^1000
// by doubling.
func TestGreatAngles(t *testing.T) {
	for x := 1.0; x < 0x1p1000; x *= 2 {
		if !agree(Sin(2*x), product(num(2), product(Sin(x), Cos(x))), num(1)) {
			t.Fatalf("sin 2x at %g", x)
		}
	}
}

func TestUlps(t *testing.T) {
	third := new(big.Float).SetPrec(prec).Quo(num(1), num(3))
	if u := Ulps(1.0/3, third); u != 1.0/3 { // 0.0101…01|0101… is cut at a third of a unit
		t.Errorf("1/3 is %g ulp off", u)
	}
	if u := Ulps(math.Nextafter(1.0/3, 1), third); math.Abs(u-2.0/3) > 1e-9 {
		t.Errorf("next after 1/3 is %g ulp off", u)
	}
	if u := Ulps(0, num(0x1p-1074)); u != 1 {
		t.Errorf("0 for the least subnormal is %g ulp off", u)
	}
	if u := Ulps(math.NaN(), third); !math.IsInf(u, 1) {
		t.Errorf("NaN is %g ulp off", u)
	}
}
