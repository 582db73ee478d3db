// Package standard calls what the standard library computes: it is read like the modules of others.
package standard

import (
	"math"
	"math/bits"
	"math/rand"
	randv2 "math/rand/v2"
)

// Normal is a mean over draws from a normal distribution, by its parameters.
//
//chad:grad wrt=mu,sigma
func Normal(mu, sigma float64, seed int64, n int) float64 {
	r := rand.New(rand.NewSource(seed))
	s := 0.0
	for range n {
		z := mu + sigma*r.NormFloat64()
		s += math.Exp(-z * z)
	}
	return s / float64(n)
}

// V2 is about the second version of the package.
//
//chad:grad wrt=mu
func V2(mu float64, seed uint64, n int) float64 {
	r := randv2.New(randv2.NewPCG(seed, 1))
	s := 0.0
	for range n {
		s += math.Sin(mu * r.Float64())
	}
	return s
}

// Bits counts some.
//
//chad:grad wrt=x
func Bits(x float64, k uint) float64 {
	return x * float64(bits.OnesCount(k)+bits.LeadingZeros64(uint64(k)))
}

// Gamma is a draw from a gamma distribution, by its shape.
//
//chad:grad wrt=shape
func Gamma(shape float64, seed int64) float64 {
	r := rand.New(rand.NewSource(seed))
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := r.Float64()
		if math.Log(u) < 0.5*x*x+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// Perm permutes, shuffles and draws.
//
//chad:grad wrt=x
func Perm(x []float64, seed int64) float64 {
	r := rand.New(rand.NewSource(seed))
	s := 1.0
	for i, k := range r.Perm(len(x)) {
		s = s*x[k] + float64(i)
	}
	r.Shuffle(3, func(i, j int) { s += float64(i*j) * x[0] })
	return s + float64(r.Intn(5))*x[1] + r.ExpFloat64()*x[2]
}
