// Package floats has the meaning of gonum.org/v1/gonum/floats.
package floats

import "math"

// same fails unless two lengths are equal.
func same(n, m int) {
	if n != m { // what fails where its value is not used would be left out, a panic is not
		panic("floats: lengths differ")
	}
}

// Add is dst[i] += s[i].
func Add(dst, s []float64) {
	same(len(dst), len(s))
	for i, v := range s {
		dst[i] += v
	}
}

// AddTo is dst[i] = s[i] + t[i].
func AddTo(dst, s, t []float64) []float64 {
	same(len(s), len(t))
	same(len(dst), len(s))
	for i := range dst {
		dst[i] = s[i] + t[i]
	}
	return dst
}

// AddConst is dst[i] += c.
func AddConst(c float64, dst []float64) {
	for i := range dst {
		dst[i] += c
	}
}

// AddScaled is dst[i] += alpha * s[i].
func AddScaled(dst []float64, alpha float64, s []float64) {
	same(len(dst), len(s))
	for i, v := range s {
		dst[i] += alpha * v
	}
}

// AddScaledTo is dst[i] = y[i] + alpha * s[i].
func AddScaledTo(dst, y []float64, alpha float64, s []float64) []float64 {
	same(len(s), len(y))
	same(len(dst), len(y))
	for i := range dst {
		dst[i] = alpha*s[i] + y[i]
	}
	return dst
}

// Count is the number of elements for which f holds.
func Count(f func(float64) bool, s []float64) int {
	n := 0
	for _, v := range s {
		if f(v) {
			n++
		}
	}
	return n
}

// CumProd is dst[i] = s[0] * … * s[i].
func CumProd(dst, s []float64) []float64 {
	same(len(dst), len(s))
	p := 1.0
	for i, v := range s {
		p *= v
		dst[i] = p
	}
	return dst
}

// CumSum is dst[i] = s[0] + … + s[i].
func CumSum(dst, s []float64) []float64 {
	same(len(dst), len(s))
	t := 0.0
	for i, v := range s {
		t += v
		dst[i] = t
	}
	return dst
}

// Distance is the L-norm of s - t.
func Distance(s, t []float64, L float64) float64 {
	same(len(s), len(t))
	d := 0.0
	switch {
	case L == 2:
		for i, v := range s {
			d += (v - t[i]) * (v - t[i])
		}
		return root(d)
	case L == 1:
		for i, v := range s {
			d += math.Abs(t[i] - v)
		}
		return d
	case L > math.MaxFloat64:
		for i, v := range s {
			if a := math.Abs(t[i] - v); a > d {
				d = a
			}
		}
		return d
	}
	if len(s) == 0 {
		return 0
	}
	for i, v := range s {
		d += math.Pow(math.Abs(t[i]-v), L)
	}
	if d == 0 && L > 0 {
		return 0 // as root
	}
	return math.Pow(d, 1/L)
}

// Div is dst[i] /= s[i].
func Div(dst, s []float64) {
	same(len(dst), len(s))
	for i, v := range s {
		dst[i] /= v
	}
}

// DivTo is dst[i] = s[i] / t[i].
func DivTo(dst, s, t []float64) []float64 {
	same(len(s), len(t))
	same(len(dst), len(s))
	for i := range dst {
		dst[i] = s[i] / t[i]
	}
	return dst
}

// Dot is the sum of s1[i] * s2[i].
func Dot(s1, s2 []float64) float64 {
	same(len(s1), len(s2))
	d := 0.0
	for i, v := range s1 {
		d += v * s2[i]
	}
	return d
}

// Equal reports whether all elements are equal.
func Equal(s1, s2 []float64) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i, v := range s1 {
		if s2[i] != v {
			return false
		}
	}
	return true
}

// HasNaN reports whether an element is NaN.
func HasNaN(s []float64) bool {
	for _, v := range s {
		if math.IsNaN(v) {
			return true
		}
	}
	return false
}

// LogSpan fills dst with values from l to u, evenly spaced in their logarithms.
func LogSpan(dst []float64, l, u float64) []float64 {
	Span(dst, math.Log(l), math.Log(u))
	for i := range dst {
		dst[i] = math.Exp(dst[i])
	}
	return dst
}

// LogSumExp is the logarithm of the sum of the exponentials.
func LogSumExp(s []float64) float64 {
	m := Max(s)
	if math.IsInf(m, 0) {
		return m
	}
	t := 0.0
	for _, v := range s {
		t += math.Exp(v - m)
	}
	return math.Log(t) + m
}

// Max is the greatest element; NaN counts only where there is nothing else.
func Max(s []float64) float64 { return s[MaxIdx(s)] }

// MaxIdx is the index of the first greatest element.
func MaxIdx(s []float64) int {
	if len(s) == 0 {
		panic("floats: no elements")
	}
	k := 0
	best := s[0]
	for i, v := range s {
		if v > best || math.IsNaN(best) && !math.IsNaN(v) {
			best = v
			k = i
		}
	}
	return k
}

// Min is the least element; NaN counts only where there is nothing else.
func Min(s []float64) float64 { return s[MinIdx(s)] }

// MinIdx is the index of the first least element.
func MinIdx(s []float64) int {
	if len(s) == 0 {
		panic("floats: no elements")
	}
	k := 0
	best := s[0]
	for i, v := range s {
		if v < best || math.IsNaN(best) && !math.IsNaN(v) {
			best = v
			k = i
		}
	}
	return k
}

// Mul is dst[i] *= s[i].
func Mul(dst, s []float64) {
	same(len(dst), len(s))
	for i, v := range s {
		dst[i] *= v
	}
}

// MulTo is dst[i] = s[i] * t[i].
func MulTo(dst, s, t []float64) []float64 {
	same(len(s), len(t))
	same(len(dst), len(s))
	for i := range dst {
		dst[i] = s[i] * t[i]
	}
	return dst
}

// root is the square root of a sum of squares; at the origin a norm has the gradient 0, not that of a root.
func root(squares float64) float64 {
	if squares == 0 {
		return 0
	}
	return math.Sqrt(squares)
}

// Norm is the L-norm. For L = 2 the squares may overflow where gonum scales them.
func Norm(s []float64, L float64) float64 {
	t := 0.0
	switch {
	case L == 2:
		for _, v := range s {
			t += v * v
		}
		return root(t)
	case L == 1:
		for _, v := range s {
			t += math.Abs(v)
		}
		return t
	case L > math.MaxFloat64:
		for _, v := range s {
			t = math.Max(t, math.Abs(v))
		}
		return t
	}
	if len(s) == 0 {
		return 0
	}
	for _, v := range s {
		t += math.Pow(math.Abs(v), L)
	}
	if t == 0 && L > 0 {
		return 0 // as root
	}
	return math.Pow(t, 1/L)
}

// Prod is the product of all elements.
func Prod(s []float64) float64 {
	p := 1.0
	for _, v := range s {
		p *= v
	}
	return p
}

// Reverse turns the order round.
func Reverse(s []float64) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// Scale is dst[i] *= c.
func Scale(c float64, dst []float64) {
	for i := range dst {
		dst[i] *= c
	}
}

// ScaleTo is dst[i] = c * s[i].
func ScaleTo(dst []float64, c float64, s []float64) []float64 {
	same(len(dst), len(s))
	for i, v := range s {
		dst[i] = c * v
	}
	return dst
}

// Span fills dst with values from l to u, evenly spaced. Both must be finite.
func Span(dst []float64, l, u float64) []float64 {
	if len(dst) < 2 {
		panic("floats: too short")
	}
	step := (u - l) / float64(len(dst)-1)
	for i := range dst {
		dst[i] = l + step*float64(i)
	}
	return dst
}

// Sub is dst[i] -= s[i].
func Sub(dst, s []float64) {
	same(len(dst), len(s))
	for i, v := range s {
		dst[i] -= v
	}
}

// SubTo is dst[i] = s[i] - t[i].
func SubTo(dst, s, t []float64) []float64 {
	same(len(s), len(t))
	same(len(dst), len(s))
	for i := range dst {
		dst[i] = s[i] - t[i]
	}
	return dst
}

// Sum is the sum of all elements.
func Sum(s []float64) float64 {
	t := 0.0
	for _, v := range s {
		t += v
	}
	return t
}

// SumCompensated is the sum with a correction for rounding (Kahan, Babuška).
func SumCompensated(s []float64) float64 {
	t, c := 0.0, 0.0
	for _, v := range s {
		u := t + v
		if math.Abs(t) >= math.Abs(v) {
			c += (t - u) + v
		} else {
			c += (v - u) + t
		}
		t = u
	}
	return t + c
}
