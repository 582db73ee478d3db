// Package exact computes elementary functions to some 190 bits, relative: the
// values from which the tables of package elementary are made and against which its
// functions are judged. It is written for plainness: Taylor series in fixed-point
// integers, and nothing that the functions under test do.
//
// Arguments are finite. Results are within 2^-150 relative, which the package's
// tests check through identities and published digits.
package exact

import (
	"math"
	"math/big"
)

// Every fixed-point number x stands for the integer x·2^frac.
const (
	frac = 288
	prec = 288
	tiny = 0x1p-60 // below it, the first terms of a series are exact enough
)

var (
	one = new(big.Int).Lsh(big.NewInt(1), frac)
	ln2 = newLn2()
	pi  = newPi()
)

// newLn2 sums ln 2 = Σ 1/(k·2^k) over guarded digits.
func newLn2() *big.Int {
	const guard = 64
	sum, power := new(big.Int), new(big.Int).Lsh(one, guard)
	for k := int64(1); power.Sign() != 0; k++ {
		power.Rsh(power, 1)
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(k)))
	}
	return sum.Rsh(sum, guard)
}

// piFrac is what reducing 2^1024 takes.
const piFrac = 1024 + frac + 64

// newPi is π·2^piFrac by Machin's formula, π = 16·atan(1/5) - 4·atan(1/239).
func newPi() *big.Int {
	const guard = 64
	atan := func(n int64) *big.Int {
		power := new(big.Int).Lsh(big.NewInt(1), piFrac+guard)
		power.Quo(power, big.NewInt(n))
		sum := new(big.Int)
		for k := int64(1); power.Sign() != 0; k += 2 {
			t := new(big.Int).Quo(power, big.NewInt(k))
			if k%4 == 3 {
				t.Neg(t)
			}
			sum.Add(sum, t)
			power.Quo(power, big.NewInt(n*n))
		}
		return sum
	}
	p := new(big.Int).Mul(atan(5), big.NewInt(16))
	p.Sub(p, new(big.Int).Mul(atan(239), big.NewInt(4)))
	return p.Rsh(p, guard)
}

// fixed is the fixed-point number next to x·2^shift.
func fixed(x float64, shift int) *big.Int {
	m, e := math.Frexp(x)
	z := big.NewInt(int64(m * (1 << 53)))
	if s := e - 53 + frac + shift; s >= 0 {
		z.Lsh(z, uint(s))
	} else {
		z.Rsh(z, uint(-s))
	}
	return z
}

func mul(z, x, y *big.Int) *big.Int { return z.Rsh(z.Mul(x, y), frac) }

func quo(x, y *big.Int) *big.Int {
	z := new(big.Int).Lsh(x, frac)
	return z.Quo(z, y)
}

// float is x·2^e.
func float(x *big.Int, e int) *big.Float {
	z := new(big.Float).SetPrec(prec).SetInt(x)
	return z.SetMantExp(z, e-frac)
}

// expFixed is e^r for |r| < 1: Taylor's series at r/256, squared eight times.
func expFixed(r *big.Int) *big.Int {
	const halvings = 8
	x := new(big.Int).Rsh(r, halvings)
	sum, term := new(big.Int).Set(one), new(big.Int).Set(one)
	for k := int64(1); term.Sign() != 0 && term.BitLen() > 1; k++ {
		term.Quo(mul(term, term, x), big.NewInt(k))
		sum.Add(sum, term)
	}
	for range halvings {
		mul(sum, sum, sum)
	}
	return sum
}

// expParts is e^x = m·2^k with m in [1/2, 2].
func expParts(x *big.Int) (m *big.Int, k int) {
	n := new(big.Int).Add(x, new(big.Int).Rsh(ln2, 1))
	n.Div(n, ln2)
	r := new(big.Int).Sub(x, new(big.Int).Mul(n, ln2))
	return expFixed(r), int(n.Int64())
}

// series is x·(1 + c₁x + c₂x²), for a tiny x.
func series(x float64, num1, den1, num2, den2 int64) *big.Float {
	f := func(n, d int64) *big.Float {
		return new(big.Float).SetPrec(prec).Quo(big.NewFloat(float64(n)).SetPrec(prec), big.NewFloat(float64(d)).SetPrec(prec))
	}
	z := new(big.Float).SetPrec(prec).SetFloat64(x)
	sum := f(num2, den2)
	sum.Mul(sum, z).Add(sum, f(num1, den1)).Mul(sum, z).Add(sum, f(1, 1))
	return sum.Mul(sum, z)
}

// Exp is e^x, for |x| < 10^6.
func Exp(x float64) *big.Float {
	m, k := expParts(fixed(x, 0))
	return float(m, k)
}

// Exp2 is 2^(n/d).
func Exp2(n, d int64) *big.Float {
	x := new(big.Int).Mul(ln2, big.NewInt(n))
	m, k := expParts(x.Quo(x, big.NewInt(d)))
	return float(m, k)
}

// Ln2 is the natural logarithm of 2.
func Ln2() *big.Float { return float(ln2, 0) }

// Pi is π with bits bits after the point, at most 1300.
func Pi(bits int) *big.Int { return new(big.Int).Rsh(pi, uint(piFrac-bits)) }

// Expm1 is e^x - 1, for |x| < 10^6.
func Expm1(x float64) *big.Float {
	if math.Abs(x) < tiny {
		return series(x, 1, 2, 1, 6)
	}
	if math.Abs(x) < 200 {
		m, k := expParts(fixed(x, 0))
		if k >= 0 {
			m.Lsh(m, uint(k))
		} else {
			m.Rsh(m, uint(-k))
		}
		return float(m.Sub(m, one), 0)
	}
	y := Exp(x)
	return y.Sub(y, big.NewFloat(1))
}

// Log is the natural logarithm of x > 0.
func Log(x float64) *big.Float {
	m, e := math.Frexp(x)
	return float(logFixed(fixed(m, 0), e), 0)
}

// logFixed is log(m·2^e) for m in [1/2, 2): Halley's step from math.Log.
func logFixed(m *big.Int, e int) *big.Int {
	f, _ := float(m, 0).Float64()
	switch {
	case f > math.Sqrt2:
		m, e = new(big.Int).Rsh(m, 1), e+1
	case f < math.Sqrt2/2:
		m, e = new(big.Int).Lsh(m, 1), e-1
	}
	// Close to 1 the start must be relatively exact too.
	d, _ := float(new(big.Int).Sub(m, one), 0).Float64()
	y := fixed(math.Log1p(d), 0)
	t := expFixed(y)
	num, den := new(big.Int).Sub(m, t), new(big.Int).Add(m, t)
	y.Add(y, quo(num.Lsh(num, 1), den))
	return y.Add(y, new(big.Int).Mul(ln2, big.NewInt(int64(e))))
}

// Log1p is log(1+x) for x > -1.
func Log1p(x float64) *big.Float {
	if math.Abs(x) < tiny {
		return series(x, -1, 2, 1, 3)
	}
	return float(log1pFixed(fixed(x, 0)), 0)
}

// log1pFixed is log(1+x).
func log1pFixed(x *big.Int) *big.Int {
	m := new(big.Int).Add(one, x)
	e := m.BitLen() - 1 - frac
	if e >= 0 {
		r := new(big.Int).Rsh(m, uint(e)) // drops what is below 2^-frac of m
		return logFixed(r, e)
	}
	return logFixed(m.Lsh(m, uint(-e)), e)
}

// Tanh is the hyperbolic tangent of x, for |x| < 10^6.
func Tanh(x float64) *big.Float {
	if math.Abs(x) < tiny {
		return series(x, 0, 1, -1, 3)
	}
	e := new(big.Float).SetPrec(prec).Set(Expm1(2 * x))
	d := new(big.Float).SetPrec(prec).Add(e, big.NewFloat(2))
	return e.Quo(e, d)
}

// Sigmoid is 1/(1+e^-x), for |x| < 10^6.
func Sigmoid(x float64) *big.Float {
	e := Exp(-x)
	e.Add(e, big.NewFloat(1))
	return e.Quo(new(big.Float).SetPrec(prec).SetInt64(1), e)
}

// Softplus is log(1+e^x), for |x| < 10^6.
func Softplus(x float64) *big.Float {
	e := Exp(-math.Abs(x))
	switch size := e.MantExp(nil); {
	case size < -200: // log(1+e) = e - e²/2
		h := new(big.Float).SetPrec(prec).Mul(e, e)
		e.Sub(e, h.Mul(h, big.NewFloat(0.5)))
	case size < -60: // relative digits, from the series in e
		z, sum := new(big.Float).SetPrec(prec).Set(e), new(big.Float).SetPrec(prec)
		for k := 1; k <= 5; k++ {
			t := new(big.Float).SetPrec(prec).Quo(z, big.NewFloat(float64(k)).SetPrec(prec))
			if k%2 == 0 {
				t.Neg(t)
			}
			sum.Add(sum, t)
			z.Mul(z, e)
		}
		e = sum
	default:
		i, _ := new(big.Float).SetMantExp(e, frac).Int(nil)
		e = float(log1pFixed(i), 0)
	}
	if x > 0 {
		e.Add(e, big.NewFloat(x))
	}
	return e
}

// quadrant is x = q·π/2 + r with |r| <= π/4, for every finite x.
func quadrant(x float64) (q int, r *big.Int) {
	const more = piFrac - frac
	z := fixed(x, more)
	half := new(big.Int).Rsh(pi, 1)
	n := new(big.Int).Add(z, new(big.Int).Rsh(half, 1))
	n.Div(n, half)
	z.Sub(z, new(big.Int).Mul(n, half))
	// The error of half, below 2^-piFrac, has been multiplied by |n| < 2^1024.
	return int(new(big.Int).And(n, big.NewInt(3)).Int64()), z.Rsh(z, more)
}

// sinCosFixed are sin r and cos r for |r| < 1, by Taylor's series.
func sinCosFixed(r *big.Int) (sin, cos *big.Int) {
	sin, cos = new(big.Int), new(big.Int).Set(one)
	term := new(big.Int).Set(one)
	for k := int64(1); term.BitLen() > 1; k++ {
		term.Quo(mul(term, term, r), big.NewInt(k))
		sum := cos
		if k%2 == 1 {
			sum = sin
		}
		if k&2 == 0 {
			sum.Add(sum, term)
		} else {
			sum.Sub(sum, term)
		}
	}
	return sin, cos
}

// Sin is the sine of x.
func Sin(x float64) *big.Float {
	if math.Abs(x) < tiny {
		return series(x, 0, 1, -1, 6)
	}
	q, r := quadrant(x)
	return turned(q, r)
}

// Cos is the cosine of x.
func Cos(x float64) *big.Float {
	q, r := quadrant(x)
	return turned(q+1, r)
}

// turned is sin(q·π/2 + r).
func turned(q int, r *big.Int) *big.Float {
	s, c := sinCosFixed(r)
	if q&1 == 1 {
		s = c
	}
	if q&2 == 2 {
		s.Neg(s)
	}
	return float(s, 0)
}

// Circle is the sine and the cosine of n·π/d, for |n| <= d/2.
func Circle(n, d int64) (sin, cos *big.Float) {
	r := new(big.Int).Rsh(pi, piFrac-frac)
	r.Quo(r.Mul(r, big.NewInt(n)), big.NewInt(d))
	s, c := sinCosFixed(r)
	if 2*n == d || 2*n == -d { // exactly, not but for rounding
		s.Lsh(s.SetInt64(int64(s.Sign())), frac)
		c.SetInt64(0)
	}
	return float(s, 0), float(c, 0)
}
