package main

import (
	"github.com/seed-4b734f86/gochad/gen/elementary/internal/exact"
)

// softplus makes the table of log(1+c) for the multiples c of 1/128 up to 1, and the
// polynomial of log(1+r) on |r| <= 1/256.
func softplus() *file {
	const n = 128
	f := newFile("softplustable.go")
	f.constants("log(1+r) = r - r²/2 + softplusC3·r³ + … + softplusC6·r⁶ for |r| <= 1/256, to 2^-57 of r.",
		"softplusC", 3, 1, minimax(logCubic, 2, -1.0/256, 1.0/256, 4))
	rows := make([][]string, n+1)
	for i := range rows {
		c := float64(i) / n
		less, _ := quo(num(-c), num(1+c)).Float64()
		hi, lo := split(exact.Log1p(c))
		rows[i] = []string{lit(c), lit(less), lit(hi), lit(lo)}
	}
	f.table("softplusTable has c = i/128, 1/(1+c) - 1, and log(1+c) as a float64 and the rest.",
		"softplusTable", "struct{ c, less, hi, lo float64 }", 2, rows)
	return f
}
