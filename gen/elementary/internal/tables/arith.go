package main

import (
	"math"
	"math/big"
)

// Numbers have prec bits.
const prec = 288

func num(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }

func add(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Quo(x, y) }

// split is x as a float64 and what is left of it.
func split(x *big.Float) (hi, lo float64) {
	hi, _ = x.Float64()
	lo, _ = sub(x, num(hi)).Float64()
	return hi, lo
}

// leading is x rounded to a multiple of 2^-bits, and what is left of it.
func leading(x *big.Float, bits int) (hi, lo float64) {
	f, _ := x.Float64()
	hi = math.Ldexp(math.RoundToEven(math.Ldexp(f, bits)), -bits)
	lo, _ = sub(x, num(hi)).Float64()
	return hi, lo
}
