package main

import (
	"math"
	"math/big"
)

// A sample is a value y that a polynomial in x shall have, and the weight of its error.
type sample struct{ x, y, w *big.Float }

// minimax is the polynomial p with n coefficients, lowest first, whose greatest weighted
// error max |x|^weight·|f(x) - p(x)| on [lo, hi] is least: Remez's exchange on a grid.
func minimax(f func(x float64) *big.Float, weight int, lo, hi float64, n int) []float64 {
	var grid []sample
	for _, x := range chebyshev(lo, hi, 30*(n+1)) {
		grid = append(grid, sample{num(x), f(x), power(num(math.Abs(x)), weight)})
	}
	return remez(grid, n)
}

// minimaxEven is minimax for an even f, as a polynomial in x², on [0, hi].
func minimaxEven(f func(x float64) *big.Float, weight int, hi float64, n int) []float64 {
	var grid []sample
	for _, z := range chebyshev(0, hi*hi, 30*(n+1)) {
		x := num(math.Sqrt(z))
		grid = append(grid, sample{mul(x, x), f(math.Sqrt(z)), power(x, weight)})
	}
	return remez(grid, n)
}

// chebyshev are points of [lo, hi], from hi down, denser at its ends.
func chebyshev(lo, hi float64, n int) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = (lo+hi)/2 + (hi-lo)/2*math.Cos(math.Pi*(float64(i)+0.5)/float64(n))
	}
	return xs
}

func power(x *big.Float, n int) *big.Float {
	y := num(1)
	for range n {
		y = mul(y, x)
	}
	return y
}

// remez exchanges points of a reference of n+1 of the grid until its weighted error is
// the greatest of the grid.
func remez(grid []sample, n int) []float64 {
	ref := make([]int, n+1)
	for i := range ref {
		ref[i] = (2*i + 1) * len(grid) / (2 * (n + 1))
	}
	for range 100 {
		c, level := leveled(grid, ref, n)
		at, most := 0, num(0)
		for i, s := range grid {
			if e := weighted(c, s); new(big.Float).Abs(e).Cmp(most) > 0 {
				at, most = i, new(big.Float).Abs(e)
			}
		}
		if bound := mul(new(big.Float).Abs(level), num(1.001)); most.Cmp(bound) <= 0 {
			out := make([]float64, n)
			for i := range out {
				out[i], _ = c[i].Float64()
			}
			return out
		}
		exchange(ref, at, func(i int) int { return weighted(c, grid[i]).Sign() })
	}
	panic("tables: no minimax polynomial")
}

// exchange puts point at into the reference so that the signs still alternate.
func exchange(ref []int, at int, sign func(i int) int) {
	last := len(ref) - 1
	k := 0
	for k <= last && ref[k] < at {
		k++
	}
	switch {
	case k == 0 && sign(ref[0]) != sign(at):
		copy(ref[1:], ref[:last])
		ref[0] = at
	case k > last && sign(ref[last]) != sign(at):
		copy(ref, ref[1:])
		ref[last] = at
	case k > last || k > 0 && sign(ref[k-1]) == sign(at):
		ref[k-1] = at
	default:
		ref[k] = at
	}
}

// weighted is the error of the polynomial c at a sample, times its weight.
func weighted(c []*big.Float, s sample) *big.Float {
	p := num(0)
	for i := len(c) - 1; i >= 0; i-- {
		p = add(mul(p, s.x), c[i])
	}
	return mul(sub(s.y, p), s.w)
}

// leveled is the polynomial whose weighted errors at the reference are ±level in turn:
// the solution of a linear system, by Gauss's elimination.
func leveled(grid []sample, ref []int, n int) (c []*big.Float, level *big.Float) {
	a := make([][]*big.Float, n+1)
	for i, g := range ref {
		s := grid[g]
		for j := range n {
			a[i] = append(a[i], power(s.x, j))
		}
		a[i] = append(a[i], quo(num(1-2*float64(i%2)), s.w), s.y)
	}
	for k := range a {
		pivot := k
		for i := k + 1; i <= n; i++ {
			if new(big.Float).Abs(a[i][k]).Cmp(new(big.Float).Abs(a[pivot][k])) > 0 {
				pivot = i
			}
		}
		a[k], a[pivot] = a[pivot], a[k]
		for i := range a {
			if i == k {
				continue
			}
			m := quo(a[i][k], a[k][k])
			for j := k; j <= n+1; j++ {
				a[i][j] = sub(a[i][j], mul(m, a[k][j]))
			}
		}
	}
	x := make([]*big.Float, n+1)
	for i := range x {
		x[i] = quo(a[i][n+1], a[i][i])
	}
	return x[:n], x[n]
}
