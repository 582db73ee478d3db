package museum

import (
	"errors"
	"math"
)

// The programs of testdata/refused.txtar, mended as the messages say.

// SineSeriesMended is SineSeries without prints.
//
//chad:grad
//chad:jvp
func SineSeriesMended(x float64) float64 {
	t := 0.0
	sign := -1.0
	for i := 1; i <= 19; i++ {
		if i%2 == 1 {
			term := math.Pow(x, float64(i)) / float64(factorial(i))
			if math.Abs(term) < 1e-8 {
				return t
			}
			sign = -sign
			t += sign * term
		}
	}
	return t
}

func factorial(n int) int {
	p := 1
	for i := 2; i <= n; i++ {
		p *= i
	}
	return p
}

// GlobalBufferMended is GlobalBuffer with the array as a parameter.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func GlobalBufferMended(x float64, i int, data []float64) float64 {
	data[0] = x
	y := data[i]
	return x * y
}

// Foo has a number.
type Foo struct{ Test float64 }

// Gen is a square.
func (f *Foo) Gen() float64 { return f.Test * f.Test }

// TraitArgumentMended is TraitArgument of a concrete type.
//
//chad:grad
//chad:jvp
func TraitArgumentMended(num *Foo) float64 { return num.Gen() }

// Names of what is kept in a map.
const (
	scaled = iota
	shifted
)

// MapCacheMended is MapCache with numbers as keys.
//
//chad:grad
//chad:jvp
func MapCacheMended(p []float64) float64 {
	cache := map[int]float64{}
	cache[scaled] = p[0] * p[1]
	cache[shifted] = cache[scaled] + p[0]
	return cache[shifted] * cache[scaled]
}

var errNegative = errors.New("negative")

// CaughtValueMended is CaughtValue with an error for the panic, also for what fails: x below 0.
//
//chad:grad
//chad:jvp
func CaughtValueMended(x float64) float64 {
	return caught(func() (float64, error) {
		if x < 0 {
			return 0, errNegative
		}
		return x, nil
	})
}

func caught(f func() (float64, error)) float64 {
	y := 1.0
	if v, err := f(); err == nil {
		y = v
	}
	return y
}

// Interaction has a strength.
type Interaction struct{ X float64 }

func (i Interaction) force(c1, c2 float64) float64 { return i.X * math.Abs(c2-c1) }

// ThreadedForceMended is ThreadedForce with calls for goroutines.
//
//chad:grad
//chad:jvp
func ThreadedForceMended(inter Interaction, coord []float64, threads int) float64 {
	out := make([]float64, threads)
	for t := range threads {
		func() {
			for i := t; i < len(coord); i += threads {
				for j := i + 1; j < len(coord); j++ {
					out[t] += inter.force(coord[i], coord[j])
				}
			}
		}()
	}
	s := 0.0
	for _, v := range out {
		s += v
	}
	return s
}

// NoisyReluMended is NoisyRelu with the random numbers as a parameter.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func NoisyReluMended(x, noise []float64) float64 {
	s := 0.0
	//chad:checkpoint
	for i, v := range x {
		if v < 0 {
			v *= 0.125 + noise[i]*(1.0/3-0.125)
		}
		s += v
	}
	return s
}
