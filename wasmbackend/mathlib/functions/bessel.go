package functions

import "math"

// hankelSum0 is Σ of one of the two columns of a table of Hankel's coefficients, for x >= 32, from which on they do.
func hankelSum0(first int, z float64) float64 {
	y := 0.0
	for i := range 12 {
		y = hankel0[22-2*i+first] + float64(z*y)
	}
	return y
}

// hankelSum1 is hankelSum0 for order 1.
func hankelSum1(first int, z float64) float64 {
	y := 0.0
	for i := range 12 {
		y = hankel1[22-2*i+first] + float64(z*y)
	}
	return y
}

// besselFar are j0 and y0, or j1 and y1, of x in [32, +Inf).
func besselFar(order int, x float64) (j, y float64) {
	s, c := sin(x), cos(x)
	r := 1 / x
	z := float64(r * r)
	a := math.Sqrt(float64(r * (1 / math.Pi)))
	if order == 0 {
		p, q := hankelSum0(0, z), float64(r*hankelSum0(1, z))
		return float64(a * (float64(p*(c+s)) - float64(q*(s-c)))), float64(a * (float64(p*(s-c)) + float64(q*(c+s))))
	}
	p, q := hankelSum1(0, z), float64(r*hankelSum1(1, z))
	return float64(a * (float64(p*(s-c)) + float64(q*(s+c)))), float64(a * (float64(q*(s-c)) - float64(p*(s+c))))
}

// middle is x less the middle of its step of 1/2.
func middle(x float64, i int) float64 { return x - (float64(0.5*float64(i)) + 0.25) }

// j0 is the Bessel function of the first kind of order 0.
func j0(x float64) float64 {
	a := math.Abs(x)
	if !(a < 32) {
		if a <= math.MaxFloat64 {
			j, _ := besselFar(0, a)
			return j
		}
		return 1 / a
	}
	i := int(a + a)
	d := middle(a, i)
	y := 0.0
	for k := range 14 {
		y = j0Table[16*i+15-k] + float64(d*y)
	}
	return j0Table[16*i] + (j0Table[16*i+1] + float64(d*y))
}

// j1 is the Bessel function of the first kind of order 1.
func j1(x float64) float64 {
	a := math.Abs(x)
	if !(a < 32) {
		if a <= math.MaxFloat64 {
			j, _ := besselFar(1, a)
			return float64(math.Copysign(1, x) * j)
		}
		return 1 / a
	}
	if a < 0.5 {
		return j1Near(x)
	}
	i := int(a + a)
	d := middle(a, i)
	y := 0.0
	for k := range 14 {
		y = j1Table[16*i+15-k] + float64(d*y)
	}
	return float64(math.Copysign(1, x) * (j1Table[16*i] + (j1Table[16*i+1] + float64(d*y))))
}

// j1Near is j1 for |x| < 1/2, by its series x/2·Σ (-x²/4)^k/(k!·(k+1)!).
func j1Near(x float64) float64 {
	z := float64(-0.25 * float64(x*x))
	h := float64(0.5 * x)
	return h + float64(h*z*(1.0/2+float64(z*(1.0/12+float64(z*(1.0/144+float64(z*(1.0/2880+float64(z*(1.0/86400+float64(z*(1.0/3628800))))))))))))
}

// y0 is the Bessel function of the second kind of order 0.
func y0(x float64) float64 {
	if !(x >= 2) {
		if !(x > 0) {
			if x == 0 {
				return math.Inf(-1)
			}
			return math.NaN()
		}
		z := float64(x * x)
		y := 0.0
		for k := range 13 {
			y = y0Near[12-k] + float64(z*y)
		}
		return y + float64(2/math.Pi*(log(x)*j0(x)))
	}
	if !(x < 32) {
		if x <= math.MaxFloat64 {
			_, y := besselFar(0, x)
			return y
		}
		return 0
	}
	i := int(x + x)
	d := middle(x, i)
	y := 0.0
	for k := range 20 {
		y = y0Table[22*(i-4)+21-k] + float64(d*y)
	}
	return y0Table[22*(i-4)] + (y0Table[22*(i-4)+1] + float64(d*y))
}

// y1 is the Bessel function of the second kind of order 1.
func y1(x float64) float64 {
	if !(x >= 2) {
		if !(x > 0) {
			if x == 0 {
				return math.Inf(-1)
			}
			return math.NaN()
		}
		if x < 0x1p-60 {
			return -2 / math.Pi / x
		}
		z := float64(x * x)
		y := 0.0
		for k := range 13 {
			y = y1Near[12-k] + float64(z*y)
		}
		return float64(x*y) + float64(2/math.Pi*(float64(log(x)*j1(x))-1/x))
	}
	if !(x < 32) {
		if x <= math.MaxFloat64 {
			_, y := besselFar(1, x)
			return y
		}
		return 0
	}
	i := int(x + x)
	d := middle(x, i)
	y := 0.0
	for k := range 20 {
		y = y1Table[22*(i-4)+21-k] + float64(d*y)
	}
	return y1Table[22*(i-4)] + (y1Table[22*(i-4)+1] + float64(d*y))
}

// jn is the Bessel function of the first kind of order n: recurrence upwards for n <= x, and else downwards
// from where it is negligible (Miller). It takes time linear in n.
func jn(n int, x float64) float64 {
	sign := 1.0
	if n < 0 {
		n, x = -n, -x
	}
	if x < 0 && n&1 == 1 {
		sign = -1
	}
	a := math.Abs(x)
	switch {
	case n == 0:
		return j0(x)
	case n == 1:
		return j1(x)
	case x != x:
		return x
	case a == 0 || a > math.MaxFloat64 || n < 0:
		return 0
	}
	r := float64(n)
	if a < 0x1p-26 { // (x/2)^n/n! is all
		c := 1.0
		for k := 1.0; k <= r && c > 0; k++ {
			c = float64(c * (float64(0.5*a) / k))
		}
		return float64(sign * c)
	}
	if r <= a {
		b, c := j0(a), j1(a)
		for k := 1.0; k < r; k++ {
			b, c = c, float64(c*((k+k)/a))-b
		}
		return float64(sign * c)
	}
	if float64(r*(log((r+r)/a)-1)) > 800 {
		return float64(sign * 0)
	}
	b, c, at := 0.0, 0x1p-300, 0.0 // orders k+1 and k, and n, but for a factor
	for k := r + 30 + math.Floor(math.Sqrt(float64(160*r))); k > 0; k-- {
		b, c = c, float64(c*((k+k)/a))-b
		if math.Abs(c) > 0x1p400 {
			b, c, at = float64(b*0x1p-400), float64(c*0x1p-400), float64(at*0x1p-400)
		}
		if k-1 == r {
			at = c
		}
	}
	u, v := j0(a), j1(a)
	if math.Abs(u) > math.Abs(v) {
		return float64(sign * (at / c * u))
	}
	return float64(sign * (at / b * v))
}

// yn is the Bessel function of the second kind of order n, by recurrence upwards. It takes time linear in n.
func yn(n int, x float64) float64 {
	sign := 1.0
	if n < 0 {
		n = -n
		if n&1 == 1 {
			sign = -1
		}
	}
	switch {
	case n == 0:
		return y0(x)
	case n == 1:
		return float64(sign * y1(x))
	case x == 0:
		return float64(sign * math.Inf(-1))
	case !(x > 0):
		return math.NaN()
	case x > math.MaxFloat64:
		return 0
	}
	b, c := y0(x), y1(x)
	for k := 1.0; k < float64(n) && c > math.Inf(-1); k++ {
		b, c = c, float64(c*((k+k)/x))-b
	}
	return float64(sign * c)
}
