package exact

import (
	"math"
	"math/big"
)

// Ulps is the distance of y from the exact value, in units of the last place of
// the float64 binade that holds the exact value (subnormals have the least unit).
// A y of the same infinity as the rounded value has distance 0.
func Ulps(y float64, exact *big.Float) float64 {
	if r, _ := exact.Float64(); math.IsInf(r, 0) || math.IsInf(y, 0) || math.IsNaN(y) {
		if r == y {
			return 0
		}
		return math.Inf(1)
	}
	if exact.Sign() == 0 {
		return math.Abs(y) / 0x1p-1074
	}
	e := max(exact.MantExp(nil)-53, -1074)
	d := new(big.Float).SetPrec(prec).SetFloat64(y)
	d.Sub(d, exact)
	d.SetMantExp(d, -e)
	u, _ := d.Float64()
	return math.Abs(u)
}
