package fits

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// The certified values against exact rational arithmetic. All 15 printed digits must come out, the
// last to within one, which proves every number in data/longley.csv and data/longley_certified.csv.
// NIST's values are those of the data rounded to float64; for the decimals as printed, B1 would end
// in …13735, not …13733.
func TestLongleyCertifiedIsExact(t *testing.T) {
	d, c := longley(t)
	e := rationalLeastSquares(d.X, d.Y)
	same := func(what string, exact *big.Float, certified float64) {
		t.Helper()
		unit := math.Pow(10, math.Floor(math.Log10(math.Abs(certified)))-14)
		off, _ := new(big.Float).Sub(exact, big.NewFloat(certified)).Float64()
		if math.Abs(off) > 1.1*unit { // a tenth of a unit for reading the certified decimal
			t.Errorf("%s: exact %s, certified %.15g", what, exact.Text('g', 18), certified)
		}
	}
	variance := new(big.Rat).Quo(e.rss, big.NewRat(int64(len(d.Y)-len(e.b)), 1))
	for j := range e.b {
		same(fmt.Sprintf("B%d", j), float(e.b[j]), c.Coefficients[j])
		v := new(big.Rat).Mul(variance, e.inverse[j])
		same(fmt.Sprintf("sd(B%d)", j), new(big.Float).Sqrt(float(v)), c.StdDev[j])
	}
	same("residual sd", new(big.Float).Sqrt(float(variance)), c.ResidualSD)
	unexplained := new(big.Rat).Quo(e.rss, e.total)
	same("R²", float(new(big.Rat).Sub(big.NewRat(1, 1), unexplained)), c.RSquared)
}

// exactSolution is a least-squares problem solved in rational numbers.
type exactSolution struct {
	b       []*big.Rat // coefficients, intercept first
	inverse []*big.Rat // the diagonal of (AᵀA)⁻¹
	rss     *big.Rat   // residual sum of squares
	total   *big.Rat   // sum of squares about the mean
}

// rationalLeastSquares solves AᵀA b = Aᵀy for A = [1 X] by Gauss–Jordan elimination of
// [AᵀA | Aᵀy | I].
func rationalLeastSquares(x [][]float64, y []float64) exactSolution {
	p := len(x[0]) + 1
	m := make([][]*big.Rat, p)
	for j := range m {
		m[j] = make([]*big.Rat, 2*p+1)
		for l := range m[j] {
			m[j][l] = new(big.Rat)
		}
		m[j][p+1+j].SetInt64(1)
	}
	yy := new(big.Rat)
	for i := range x {
		row := []*big.Rat{big.NewRat(1, 1)}
		for _, v := range append(append([]float64(nil), x[i]...), y[i]) {
			row = append(row, new(big.Rat).SetFloat64(v))
		}
		for j := range m {
			for l, r := range row {
				m[j][l].Add(m[j][l], new(big.Rat).Mul(row[j], r))
			}
		}
		yy.Add(yy, new(big.Rat).Mul(row[p], row[p]))
	}
	aty := make([]*big.Rat, p)
	for j := range aty {
		aty[j] = new(big.Rat).Set(m[j][p])
	}
	eliminate(m)

	s := exactSolution{rss: new(big.Rat).Set(yy)}
	for j := range m {
		s.b = append(s.b, m[j][p])
		s.inverse = append(s.inverse, m[j][p+1+j])
		s.rss.Sub(s.rss, new(big.Rat).Mul(m[j][p], aty[j])) // yᵀy − bᵀAᵀy
	}
	mean := new(big.Rat).Quo(aty[0], big.NewRat(int64(len(y)), 1))
	s.total = yy.Sub(yy, mean.Mul(mean, aty[0]))
	return s
}

// eliminate reduces the leading square of m to the identity. Its pivots are positive, since AᵀA
// is positive definite.
func eliminate(m [][]*big.Rat) {
	for j := range m {
		inv := new(big.Rat).Inv(m[j][j])
		for l := range m[j] {
			m[j][l].Mul(m[j][l], inv)
		}
		for i := range m {
			if i == j {
				continue
			}
			f := new(big.Rat).Set(m[i][j])
			for l := range m[i] {
				m[i][l].Sub(m[i][l], new(big.Rat).Mul(f, m[j][l]))
			}
		}
	}
}

// float rounds to 200 bits.
func float(r *big.Rat) *big.Float { return new(big.Float).SetPrec(200).SetRat(r) }
