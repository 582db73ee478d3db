package main

import (
	"math"
	"math/big"

	"github.com/seed-4b734f86/gochad/gen/elementary/internal/exact"
)

// Between 1-logNear and 1+logNear a polynomial serves log without a table.
const logNear = 1.0 / 16

// logOff is the bits of 11/16: log reduces its argument to [11/16, 11/8).
const logOff = 0x3fe6 << 48

// log makes the table of the logarithms of 128 centres c and the polynomials of
// log(1+r), for |r| <= 1/256 and for |r| <= 1/16.
func log() *file {
	const n = 128
	f := newFile("logtable.go")
	hi, lo := leading(exact.Ln2(), 42) // times an exponent it is exact
	f.printf("\n// ln 2, its first 42 binary places apart, and the bits of 11/16.\nconst (\nlogLn2Hi = %s\nlogLn2Lo = %s\nlogOff = %#x\n)\n",
		lit(hi), lit(lo), uint64(logOff))
	f.constants("log(1+r) = r - r²/2 + logC3·r³ + … + logC6·r⁶ for |r| <= 1/256, to 2^-61 absolute.",
		"logC", 3, 1, minimax(logCubic, 3, -1.0/256, 1.0/256, 4))
	f.constants("log(1+r) = r - r²/2 + logN3·r³ + … + logN12·r¹² for |r| <= 1/16, to 2^-60 of r.",
		"logN", 3, 1, minimax(logCubic, 2, -logNear, logNear, 10))
	rows := make([][]string, n)
	for i := range rows {
		c := logCentre(i)
		hi, lo := leading(exact.Log(c), 42)
		rows[i] = []string{lit(c), lit(1 / c), lit(hi), lit(lo)}
	}
	f.table("logTable has for each of 128 intervals of [11/16, 11/8) its centre c, 1/c, and log c\n// with its first 42 binary places apart.",
		"logTable", "struct{ c, inv, hi, lo float64 }", 2, rows)
	return f
}

// logCentre is the middle of the i-th of the intervals that the seven bits after the
// exponent distinguish, counted from 11/16.
func logCentre(i int) float64 {
	lo := math.Float64frombits(logOff + uint64(i)<<45)
	hi := math.Float64frombits(logOff + uint64(i+1)<<45)
	if lo >= 0x1p0*11/8 || lo < 11.0/16 {
		panic("tables: interval outside")
	}
	return (lo + hi) / 2
}

// logCubic is (log(1+x) - x + x²/2)/x³.
func logCubic(x float64) *big.Float {
	z := num(x)
	t := add(sub(exact.Log1p(x), z), mul(mul(z, z), num(0.5)))
	return quo(t, mul(z, mul(z, z)))
}
