package main

import (
	"fmt"
	"math"
	"math/big"

	"github.com/seed-4b734f86/gochad/gen/elementary/internal/exact"
)

// exp makes the table of 2^(i/256) and the polynomial of e^r - 1 on |r| <= ln 2/512.
func exp() *file {
	const n = 256
	f := newFile("exptable.go")
	ln2N := quo(exact.Ln2(), num(n))
	inv, _ := quo(num(1), ln2N).Float64()
	hi, lo := leading(ln2N, 42) // 34 bits: times an integer below 2^19 it is exact
	f.printf("\n// ln 2/256, its leading 34 bits apart, and the inverse.\nconst (\n")
	f.printf("expInv = %s\nexpHi = %s\nexpLo = %s\n)\n", lit(inv), lit(hi), lit(lo))
	r := math.Ln2 / n / 2
	f.constants("e^r = 1 + r + r²/2 + expC3·r³ + expC4·r⁴ for |r| <= ln 2/512, to 2^-57.",
		"expC", 3, 1, minimax(expCubic, 3, -r, r, 2))
	rows := make([][]string, n)
	for i := range rows {
		v := exact.Exp2(int64(i), n)
		s, t := split(v)
		tail, _ := quo(num(t), num(s)).Float64()
		rows[i] = []string{lit(tail), fmt.Sprintf("%#016x", math.Float64bits(s)-uint64(i)<<44)}
	}
	f.table("expTable has for each i the bits of the float64 next to 2^(i/256), less i<<44 so\n// that k<<44 added to them makes 2^(k/256) for every k = i modulo 256, and the relative\n// error of that float64.",
		"expTable", "struct {\n\ttail float64\n\tbits uint64\n}", 4, rows)
	return f
}

// expCubic is (e^x - 1 - x - x²/2)/x³.
func expCubic(x float64) *big.Float {
	z := num(x)
	t := sub(sub(exact.Expm1(x), z), mul(mul(z, z), num(0.5)))
	return quo(t, mul(z, mul(z, z)))
}

// expm1 makes the polynomials of e^x - 1 for |x| <= ln 2/512 and for |x| <= 1/32.
func expm1() *file {
	f := newFile("expm1poly.go")
	const r = math.Ln2 / 512
	f.constants("e^r - 1 = r + r²/2 + expm1R3·r³ + expm1R4·r⁴ + expm1R5·r⁵ for |r| <= ln 2/512, to 2^-68.",
		"expm1R", 3, 1, minimax(expCubic, 3, -r, r, 3))
	f.constants("e^x - 1 = x + x²/2 + expm1C3·x³ + … + expm1C8·x⁸ for |x| <= 1/32, to 2^-63 of x.",
		"expm1C", 3, 1, minimax(expCubic, 2, -1.0/32, 1.0/32, 6))
	return f
}
