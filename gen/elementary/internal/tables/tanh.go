package main

import (
	"math/big"

	"github.com/seed-4b734f86/gochad/gen/elementary/internal/exact"
)

// tanh makes the table of tanh(i/8) and the polynomial of tanh on |b| <= 1/16. Beyond
// 153/8 the result is 1 in float64.
func tanh() *file {
	f := newFile("tanhtable.go")
	c := minimaxEven(func(x float64) *big.Float { // (tanh x - x)/x³
		z := num(x)
		return quo(sub(exact.Tanh(x), z), mul(z, mul(z, z)))
	}, 2, 1.0/16, 5)
	f.constants("tanh b = b + tanhC3·b³ + tanhC5·b⁵ + … + tanhC11·b¹¹ for |b| <= 1/16, to 2^-63 of b.", "tanhC", 3, 2, c)
	rows := make([][]string, 153)
	for i := range rows {
		hi, lo := split(exact.Tanh(float64(i) / 8))
		rows[i] = []string{lit(hi), lit(lo)}
	}
	f.table("tanhTable has tanh(i/8) as a float64 and the rest.", "tanhTable", "struct{ hi, lo float64 }", 4, rows)
	return f
}
