// Package draws has functions that draw random numbers of their caller's.
package draws

import (
	"errors"
	"math"
	"math/bits"
	old "math/rand"
	"math/rand/v2"
)

// Asian is the price of an option on a mean, by simulation.
//
//chad:grad wrt=spot,vol
//chad:jvp wrt=spot,vol
//chad:hessian wrt=spot,vol
//chad:hvp wrt=spot,vol
func Asian(rng *rand.Rand, spot, vol, strike float64, paths, steps int) float64 {
	sum := 0.0
	dt := 1 / float64(steps)
	for range paths {
		s, mean := spot, 0.0
		for range steps {
			s *= math.Exp(-vol*vol*dt/2 + vol*math.Sqrt(dt)*rng.NormFloat64())
			mean += s * dt
		}
		if mean > strike {
			sum += (mean - strike) * (mean - strike)
		}
	}
	return sum / float64(paths)
}

// Reject draws until it likes what it has, which depends on x, and draws what it does not use.
//
//chad:grad
func Reject(rng *rand.Rand, x float64) (y float64, err error) {
	if x < 0 {
		return 0, errors.New("negative")
	}
	for {
		u := rng.Float64()
		if u > math.Exp(-x) {
			y += x * u
			break
		}
		y += x * x
	}
	rng.Uint64()
	return y, nil
}

// Mix draws from two, in many ways.
//
//chad:vjp wrt=x
//chad:jvp wrt=x
func Mix(a *rand.Rand, b *old.Rand, x []float64) []float64 {
	y := make([]float64, len(x))
	for i, j := range a.Perm(len(x)) {
		y[i] = x[j]*b.ExpFloat64() + a.ExpFloat64()*float64(b.Intn(7))
	}
	b.Shuffle(len(y), func(i, j int) { y[i], y[j] = y[j], y[i] })
	y[a.IntN(len(y))] *= x[0] + b.NormFloat64() + float64(b.Float32())
	return y
}

// A Model has a method.
type Model struct{ W []float64 }

// Dropout leaves weights out, by a source.
//
//chad:grad wrt=m
func (m *Model) Dropout(src rand.Source, p float64) float64 {
	r := rand.New(src)
	s := 0.0
	for i, w := range m.W {
		if r.Float64() > p {
			s += w * w * float64(i+1)
		}
	}
	return s
}

// Fixed does not draw.
//
//chad:grad wrt=x
func Fixed(rng *rand.Rand, x float64) float64 { return x * x }

// Sum is generic, and variadic.
//
//chad:grad inst=float64 wrt=x
func Sum[T ~float64](rng *old.Rand, x ...T) T {
	var s T
	for _, v := range x {
		s += v * v * T(rng.Float64())
	}
	return s
}

// Twice gives functions that are read what calls draw: none of them may be made twice.
//
//chad:grad wrt=x
func Twice(x []float64, n uint64) (s float64) {
	next := func() uint64 {
		n = n*6364136223846793005 + 1442695040888963407
		return n
	}
	for _, v := range x {
		hi, lo := bits.Mul64(next(), 1e9)
		sum, carry := bits.Add64(next(), next(), lo>>63)
		s += v * float64(hi+carry+sum>>60+bits.RotateLeft64(next(), 7)>>59)
	}
	return s + float64(n>>40)
}

// A Noise gives numbers.
type Noise interface{ Next() float64 }

// A Congruence is a generator with a state.
type Congruence struct{ State uint64 }

// Next is the next number.
func (c *Congruence) Next() float64 {
	c.State = c.State*6364136223846793005 + 1442695040888963407
	return float64(c.State>>11) / (1 << 53)
}

// Two draws from two, which may be one.
//
//chad:grad wrt=x
func Two(a, b Noise, x float64) float64 { return x*a.Next() + x*x*b.Next() + a.Next() }

// Both draws from two, which may be one.
//
//chad:grad wrt=x
func Both(a, b *rand.Rand, x float64) float64 { return x*a.Float64() + x*x*b.Float64() + a.Float64() }
