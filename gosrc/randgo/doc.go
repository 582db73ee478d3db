// Package randgo makes random Go functions of the subset that the Go front end takes, as source text, for tests: what
// the front end makes of them must mean what Go, compiled, makes of them.
//
// All those of [Function] have one signature, and need [Header]. They end, their numbers stay small, and their indices
// are in range except for the sizes of what the caller passes. Statements of every kind nest in each other.
//
// Those of [Wide] have the same signature, and types, methods and functions of their own before them; they need
// [WideHeader] too.
//
// Those of [Nest] are loops in loops over slices and rows of reals, for the tests of what becomes of loops, and those of
// [Small] are short loops over small arrays.
//
// [Shrink] makes the text of a function that fails smaller.
package randgo

// Header is the file before the functions: types, and functions that they call.
const Header = `package main

import (
	"math"
	"math/cmplx"
)

// P is a struct with everything in it.
type P struct {
	X, Y float64
	N    int
	V    [2]float64
}

func (p P) norm() float64 { return math.Sqrt(1 + p.X*p.X + math.Abs(p.V[p.N&1]*p.V[1])) }

func (p *P) scale(t float64) {
	p.X *= t
	p.V[0] += t
	p.N++
}

func modulus(z complex128) float64 { return cmplx.Abs(z + 1) }

func at(i, n int) int {
	if n <= 0 {
		return 0
	}
	i %= n
	if i < 0 {
		i += n
	}
	return i
}

func toInt(x float64) int {
	if !(x > -9 && x < 9) {
		return 0
	}
	return int(x)
}

func two(a, b float64) (float64, float64) { return a*0.5 - b, math.Sin(a) }

func bump(v []float64, t float64) {
	for i := range v {
		v[i] = v[i]*0.5 + t
	}
}

func total(v ...float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s
}

func apply(f func(float64) float64, t float64) float64 { return f(t)*0.5 + f(1) }

func squash[T ~float32 | ~float64](x T) T { return x / (1 + x*x) }

func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func rec(n int, t float64) float64 {
	if n <= 0 {
		return t
	}
	return 0.5*rec(n-1, t) + float64(n)
}

var table = [...]float64{0.5, -1, 2}

const half = 1.0 / 2
`
