package main

import (
	"fmt"
	"math"
	"math/big"

	"github.com/seed-4b734f86/gochad/gen/elementary/internal/exact"
)

// circular makes the table of sin and cos at the multiples of π/64, the polynomials on
// |r| <= π/128, and what reduction by π/64 needs.
func circular() *file {
	f := newFile("circletable.go")
	s := minimaxEven(func(x float64) *big.Float { // (sin x - x)/x³
		z := num(x)
		return quo(sub(exact.Sin(x), z), mul(z, mul(z, z)))
	}, 2, math.Pi/128, 3)
	f.constants("sin r = r + sinC3·r³ + sinC5·r⁵ + sinC7·r⁷ for |r| <= π/128, to 2^-65 of r.", "sinC", 3, 2, s)
	c := minimaxEven(func(x float64) *big.Float { // (cos x - 1 + x²/2)/x⁴
		z := mul(num(x), num(x))
		return quo(add(sub(exact.Cos(x), num(1)), mul(z, num(0.5))), mul(z, z))
	}, 4, math.Pi/128, 2)
	f.constants("cos r = 1 - r²/2 + cosC4·r⁴ + cosC6·r⁶ for |r| <= π/128, to 2^-60.", "cosC", 4, 2, c)
	reduction(f)
	rows := make([][]string, 64)
	for i := range rows {
		sin, cos := exact.Circle(int64(i-32), 64)
		hi, lo := split(sin)
		c, _ := cos.Float64()
		m, _ := sub(num(1), cos).Float64()
		rows[i] = []string{lit(hi), lit(lo), lit(c), lit(m)}
	}
	f.table("circleTable has for the angles (i-32)·π/64 the sine as a float64 and the rest, the\n// cosine, and 1 less the cosine.",
		"circleTable", "struct{ sin, low, cos, cosm1 float64 }", 2, rows)
	return f
}

// reduction writes π/64 in parts, and 2/π in words.
func reduction(f *file) {
	unit := new(big.Float).SetPrec(prec).SetInt(exact.Pi(280))
	unit.SetMantExp(unit, -286)
	p1, _ := leading(unit, 40)
	p2, _ := sub(unit, num(p1)).Float64()
	inv, _ := quo(num(1), unit).Float64()
	f.printf("\n// 64/π, and π/64 in two parts: the first, of 36 bits, is exact when multiplied by an\n// integer up to 2^17.\nconst (\n")
	f.printf("circleInv = %s\ncircle1 = %s\ncircle2 = %s\n)\n", lit(inv), lit(p1), lit(p2))
	const words = 19
	q := new(big.Int).Lsh(big.NewInt(1), 64*words+1370+1)
	q.Quo(q, exact.Pi(1370))
	f.printf("\n// circleWords is 2/π, its first 1216 binary places, after a word of zeros.\nvar circleWords = [%d]uint64{\n0,", words+1)
	for i := range words {
		if i%4 == 0 {
			f.printf("\n")
		}
		w := new(big.Int).Rsh(q, uint(64*(words-1-i)))
		f.printf("%s, ", fmt.Sprintf("%#016x", w.Uint64()))
	}
	f.printf("\n}\n")
	f.printf("\n// π/64 = circleUnit/2^68.\nconst circleUnit = %#x\n", exact.Pi(62))
}

// near makes the polynomials of sin and cos on |r| <= π/4, and π/2 in two parts.
func near() *file {
	f := newFile("circlenearpoly.go")
	s := minimaxEven(func(x float64) *big.Float { // (sin x - x)/x³
		z := num(x)
		return quo(sub(exact.Sin(x), z), mul(z, mul(z, z)))
	}, 2, math.Pi/4, 6)
	f.constants("sin r = r + nearS3·r³ + … + nearS13·r¹³ for |r| <= π/4, to 2^-59 of r.", "nearS", 3, 2, s)
	c := minimaxEven(func(x float64) *big.Float { // (cos x - 1 + x²/2)/x⁴
		z := mul(num(x), num(x))
		return quo(add(sub(exact.Cos(x), num(1)), mul(z, num(0.5))), mul(z, z))
	}, 4, math.Pi/4, 6)
	f.constants("cos r = 1 - r²/2 + nearC4·r⁴ + … + nearC14·r¹⁴ for |r| <= π/4, to 2^-59.", "nearC", 4, 2, c)
	half := new(big.Float).SetPrec(prec).SetInt(exact.Pi(280))
	half.SetMantExp(half, -281)
	hi, lo := split(half)
	f.printf("\n// π/2 as a float64, and the rest.\nconst (\nhalfPi = %s\nhalfPiLow = %s\n)\n", lit(hi), lit(lo))
	return f
}
