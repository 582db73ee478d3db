package museum

import (
	"math"
	"slices"
)

// where chooses among two values that are both computed.
func where(c bool, a, b float64) float64 {
	if c {
		return a
	}
	return b
}

// WhereRoot is x below 1, and then its root.
//
//chad:grad
//chad:jvp
func WhereRoot(x float64) float64 { return where(x < 1, x, math.Sqrt(x)) }

// SelectInfinity is 0 for positive x.
//
//chad:grad
//chad:jvp
func SelectInfinity(x float64) float64 { return where(x > 0, 0, x*math.Inf(1)) }

// EqualMaximum is the greatest of each column.
//
//chad:vjp
//chad:jvp
func EqualMaximum(x [][]float64) []float64 {
	y := slices.Clone(x[0])
	for _, row := range x[1:] {
		for j, v := range row {
			y[j] = math.Max(y[j], v)
		}
	}
	return y
}

// PairwiseCoulomb is the sum of charges over distances, where the diagonal is masked after the computation.
//
//chad:grad
//chad:jvp
func PairwiseCoulomb(conf [][3]float64, charges []float64) float64 {
	sum := 0.0
	for i, ri := range conf {
		for j, rj := range conf {
			s := 0.0
			for k := range ri {
				s += (ri[k] - rj[k]) * (ri[k] - rj[k])
			}
			keep := i != j
			d := where(keep, math.Sqrt(s), 0)
			q := where(keep, charges[i]*charges[j], 0)
			sum += where(keep, q/d, 0)
		}
	}
	return sum
}

// NormGaussian is exp(-|x|²).
//
//chad:grad
//chad:jvp
func NormGaussian(x []float64) float64 {
	n := norm(x)
	return math.Exp(-1.0 * n * n)
}

func norm(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return math.Sqrt(s)
}

// ClipByNorm is x, made shorter if it is longer than most.
//
//chad:vjp wrt=x
//chad:jvp wrt=x
func ClipByNorm(x []float64, most float64) []float64 {
	l := math.Max(norm(x), most)
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * most / l
	}
	return y
}

// PolynomialPowers is 1 + x + x².
//
//chad:grad
//chad:jvp
func PolynomialPowers(x float64) float64 {
	s := 0.0
	for k := range 3 {
		s += math.Pow(x, float64(k))
	}
	return s
}

// RosenbrockPowers is Rosenbrock's function.
//
//chad:grad
//chad:jvp
func RosenbrockPowers(x, y float64) float64 {
	return math.Pow(1-x, 2) + 100*math.Pow(y-math.Pow(x, 2), 2)
}

// FractionalPower is a power.
//
//chad:grad
//chad:jvp
func FractionalPower(x float64) float64 { return math.Pow(x, 1.875) }

// HillPower is a power, too.
//
//chad:grad
//chad:jvp
func HillPower(x, y float64) float64 { return math.Pow(x, y) }

// UnusedAcos computes more than it uses.
//
//chad:grad
//chad:jvp
func UnusedAcos(c, a float64) float64 {
	angle := math.Acos(-c / a)
	_ = angle
	return 2 * c * c * a
}

// RunningProducts are the products of the first elements.
//
//chad:vjp
//chad:jvp
func RunningProducts(x []float64) []float64 {
	y := make([]float64, len(x))
	p := 1.0
	for i, v := range x {
		p *= v
		y[i] = p
	}
	return y
}

// ProductCurvature is a product.
//
//chad:grad
//chad:hessian
func ProductCurvature(x []float64) float64 {
	p := 1.0
	for _, v := range x {
		p *= v
	}
	return p
}

// ClampEdge is x between 0 and 1.
//
//chad:grad
//chad:jvp
func ClampEdge(x float64) float64 { return math.Min(math.Max(x, 0), 1) }

// ScatterMaximum puts the greater of two into y, where an index is clipped to.
//
//chad:grad
//chad:jvp
func ScatterMaximum(t float64) float64 {
	y := []float64{1, 3, 4}
	u := []float64{t + 1, 4 - t}
	for k, i := range []int{-3, 8} {
		i = min(max(i, 0), len(y)-1)
		y[i] = math.Max(y[i], u[k])
	}
	return 2*y[0] - y[1] + 3*y[2]
}

// GatherRepeated is x at indices.
//
//chad:vjp
//chad:jvp
func GatherRepeated(x []float64, index []int) []float64 {
	y := make([]float64, len(index))
	for k, i := range index {
		y[k] = x[i]
	}
	return y
}

// IndexCopyRepeated is x with rows of y at indices.
//
//chad:vjp
//chad:jvp
func IndexCopyRepeated(x, y [][]float64, index []int) [][]float64 {
	z := make([][]float64, len(x))
	for i, row := range x {
		z[i] = slices.Clone(row)
	}
	for k, i := range index {
		copy(z[i], y[k])
	}
	return z
}

// ByMaximum is 1.
//
//chad:grad
//chad:jvp
func ByMaximum(x float64) float64 { return x / slices.Max([]float64{x}) }

// NeighbourMinimum is the sum of the least of each element and its neighbours.
//
//chad:grad
//chad:jvp
func NeighbourMinimum(phi [][]float64) float64 {
	sum := 0.0
	for i := range phi {
		for j := range phi[i] {
			least := []float64{phi[i][j]}
			for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				k, l := i+step[0], j+step[1]
				if k < 0 || k >= len(phi) || l < 0 || l >= len(phi[i]) {
					continue
				}
				if near := phi[k][l]; near <= least[0] {
					least[0] = near
				}
			}
			sum += least[0]
		}
	}
	return sum
}

// MeasureZero has a branch for one x.
//
//chad:grad
//chad:jvp
func MeasureZero(x, y float64) float64 {
	if x == 0 {
		return y * y
	}
	return y * y * y
}

func logSumExp(a, b float64) float64 {
	m := math.Max(a, b)
	if math.IsInf(m, -1) {
		return m
	}
	return m + math.Log(math.Exp(a-m)+math.Exp(b-m))
}

// LogSumExpLarge is x + log 2.
//
//chad:grad
//chad:jvp
func LogSumExpLarge(x float64) float64 { return logSumExp(x, x) }

// LogAddNothing adds three numbers, of which it has the logarithms.
//
//chad:grad
//chad:jvp
func LogAddNothing(x, y, z float64) float64 { return logSumExp(logSumExp(x, y), z) }

func softplus(x, beta float64) float64 {
	z := beta * x
	return (math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z)))) / beta
}

// SoftplusLarge is a sum of softplus.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func SoftplusLarge(x []float64, beta float64) float64 {
	s := 0.0
	for _, v := range x {
		s += softplus(v, beta)
	}
	return s
}

// CopysignNegative is |x|.
//
//chad:grad
//chad:jvp
func CopysignNegative(x float64) float64 { return math.Copysign(x, 3) }

// FmodDivisor is the remainder.
//
//chad:grad
//chad:jvp
func FmodDivisor(x, y float64) float64 { return math.Mod(x, y) }

// TruncatedSquare has an int of x.
//
//chad:grad
//chad:jvp
func TruncatedSquare(x float64) float64 {
	a := int(x)
	return 4*x*x*x + 5*float64(a*a)
}

// OverflowingScale is infinite.
//
//chad:grad
//chad:jvp
func OverflowingScale(a []float64) float64 { return a[0] * math.Exp(-a[1]) }

// EmptySegments is the sums of rows, of which there may be none.
//
//chad:vjp
//chad:jvp
func EmptySegments(rows [][]float64, ids, segments []int, n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, len(rows[0]))
	}
	for k, id := range ids {
		for j, v := range rows[id] {
			out[segments[k]][j] += v
		}
	}
	return out
}
