package museum

import (
	"math"
	"math/cmplx"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// HypotCurvature is a length.
//
//chad:grad
//chad:hessian
func HypotCurvature(x []float64) float64 { return math.Hypot(x[0], x[1]) }

// ImaginaryExp is the imaginary part of a sum.
//
//chad:grad
//chad:jvp
func ImaginaryExp(x []complex128) float64 {
	s := complex(0, 0)
	for _, v := range x {
		s += cmplx.Exp(v)
	}
	return imag(s)
}

// ZeroVectorProduct is the sum of two products.
//
//chad:grad
//chad:jvp
func ZeroVectorProduct(x []float64) float64 {
	a := mat.NewDense(5, 2, []float64{1, 0, 1, 0, 1, 0, 1, 0, 1, 0})
	b := mat.NewDense(5, 2, []float64{0, 0, 0, 0, 0, 0, 1, 0, 0, 1})
	var ax, bx mat.VecDense
	ax.MulVec(a, mat.NewVecDense(2, x[:2]))
	bx.MulVec(b, mat.NewVecDense(2, x[2:]))
	ax.AddVec(&ax, &bx)
	return mat.Sum(&ax)
}

// InverseInLoop is the sum of the traces of inverses of products of neighbouring columns.
//
//chad:grad
//chad:jvp
func InverseInLoop(x [][]float64) float64 {
	total := 0.0
	for k := range 2 {
		var g [2][2]float64
		for i := range g {
			for j := range g[i] {
				for _, row := range x {
					g[i][j] += row[k+i] * row[k+j]
				}
			}
		}
		inv := inverse(g)
		total += inv[0][0] + inv[1][1]
	}
	return total
}

func inverse(a [2][2]float64) [2][2]float64 {
	d := a[0][0]*a[1][1] - a[0][1]*a[1][0]
	return [2][2]float64{{a[1][1] / d, -a[0][1] / d}, {-a[1][0] / d, a[0][0] / d}}
}

// CholeskySolve is the sum of the solution x of a·x = b.
//
//chad:grad
//chad:jvp
func CholeskySolve(a *mat.SymDense, b *mat.VecDense) float64 {
	var chol mat.Cholesky
	if ok := chol.Factorize(a); !ok {
		return math.NaN()
	}
	var x mat.VecDense
	if err := chol.SolveVecTo(&x, b); err != nil {
		return math.NaN()
	}
	return mat.Sum(&x)
}

// CubedRows is a sum of cubes, row by row.
//
//chad:grad
//chad:hvp
func CubedRows(x [][]float64) float64 {
	s := 0.0
	for _, row := range x {
		cubes := slices.Clone(row)
		for j := range cubes {
			cubes[j] *= row[j] * row[j]
		}
		for _, c := range cubes {
			s += c
		}
	}
	return s
}

// IteratedCosine is the sum of the squares of what cosines of cosines come to.
//
//chad:grad wrt=x
//chad:hessian wrt=x
func IteratedCosine(x []float64, rounds int) float64 {
	z := cosines([2]float64{x[0], x[1]})
	for range rounds {
		for range 2 {
			z = cosines(z)
		}
	}
	return z[0]*z[0] + z[1]*z[1]
}

func cosines(z [2]float64) [2]float64 { return [2]float64{math.Cos(z[0]), math.Cos(z[1])} }

// A Dense is a layer of a net.
type Dense struct {
	W [][]float64
	B []float64
}

func (l *Dense) forward(x []float64) []float64 {
	y := make([]float64, len(l.B))
	for i := range y {
		s := l.B[i]
		for j := range x {
			s += l.W[i][j] * x[j]
		}
		y[i] = math.Max(s, 0.01*s)
	}
	return y
}

// DenseLayers is the squared length of what three layers make of x.
//
//chad:grad
//chad:jvp
func DenseLayers(first, second, third *Dense, x []float64) float64 {
	y := third.forward(second.forward(first.forward(x)))
	s := 0.0
	for _, v := range y {
		s += v * v
	}
	return s
}

// C is a complex number.
type C struct{ Re, Im float64 }

func (a C) add(b C) C { return C{a.Re + b.Re, a.Im + b.Im} }
func (a C) mul(b C) C { return C{a.Re*b.Re - a.Im*b.Im, a.Re*b.Im + a.Im*b.Re} }
func (a C) div(b C) C {
	d := b.Re*b.Re + b.Im*b.Im
	return C{(a.Re*b.Re + a.Im*b.Im) / d, (a.Im*b.Re - a.Re*b.Im) / d}
}

func (a C) sqrt() C {
	r, phi := math.Sqrt(math.Hypot(a.Re, a.Im)), math.Atan2(a.Im, a.Re)/2
	return C{r * math.Cos(phi), r * math.Sin(phi)}
}

func (a C) sinhCosh() (sinh, cosh C) {
	s, c := math.Sincos(a.Im)
	return C{math.Sinh(a.Re) * c, math.Cosh(a.Re) * s}, C{math.Cosh(a.Re) * c, math.Sinh(a.Re) * s}
}

// TransmissionLine is what a line of pieces with some widths does to a wave.
//
//chad:grad wrt=widths
//chad:jvp wrt=widths
func TransmissionLine(widths []float64, length, freq float64) float64 {
	acc := [2][2]C{{{1, 0}, {}}, {{}, {1, 0}}}
	var tmp [2][2]C
	delta := length / float64(len(widths))
	omega := 2 * math.Pi * freq
	for _, w := range widths {
		z := C{0.05 / w, omega * 0.4 / w}
		y := C{0.02 * w, omega * 1.5 * w}
		gamma, z0 := z.mul(y).sqrt(), z.div(y).sqrt()
		sinh, cosh := gamma.mul(C{delta, 0}).sinhCosh()
		piece := [2][2]C{{cosh, sinh.mul(z0)}, {sinh.div(z0), cosh}}
		for i := range tmp {
			for j := range tmp[i] {
				tmp[i][j] = acc[i][0].mul(piece[0][j]).add(acc[i][1].mul(piece[1][j]))
			}
		}
		acc = tmp
	}
	return acc[0][0].Re*acc[0][0].Re + acc[0][0].Im*acc[0][0].Im
}

// Clenshaw is a Chebyshev series at x.
//
//chad:grad wrt=coeffs
//chad:jvp wrt=coeffs
func Clenshaw(coeffs []float64, x float64) float64 {
	b1, b2 := 0.0, 0.0
	x = 2 * x
	for k := len(coeffs) - 1; k >= 1; k-- {
		b2, b1 = b1, x*b1+(coeffs[k]-b2)
	}
	return x/2*b1 + (coeffs[0] - b2)
}

// SortedCurvature is the sum of the products of neighbours in order.
//
//chad:grad
//chad:hessian
func SortedCurvature(x []float64) float64 {
	y := slices.Clone(x)
	sort.Float64s(y)
	s := 0.0
	for i := range y[1:] {
		s += y[i] * y[i+1]
	}
	return s
}

// SquaredBeta is the square of the beta function.
//
//chad:grad
//chad:jvp
func SquaredBeta(a, b float64) float64 {
	x := betaOf(a, b)
	return x * x
}

func betaOf(a, b float64) float64 {
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	return math.Exp(la + lb - lab)
}
