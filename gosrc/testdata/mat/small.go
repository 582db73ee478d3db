package corpus

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// dominant is a with a diagonal that makes elimination safe.
func dominant(a mat.Matrix) *mat.Dense {
	r, _ := a.Dims()
	var d mat.Dense
	d.CloneFrom(a)
	for i := range r {
		d.Set(i, (i+1)%r, d.At(i, (i+1)%r)+10)
	}
	return &d
}

// Quadratic is a quadratic form.
func Quadratic(a *mat.Dense, x *mat.VecDense) float64 { return mat.Inner(x, a, x) }

// SymQuadratic is one of a symmetric matrix.
func SymQuadratic(a *mat.SymDense, x *mat.VecDense) float64 { return mat.Inner(x, a, x) * a.At(1, 0) }

// Elementwise applies the operations on elements.
func Elementwise(a, b *mat.Dense, c float64) *mat.Dense {
	var s, d, e mat.Dense
	s.Add(a, b.T())
	d.Sub(&s, b)
	e.MulElem(&s, &d)
	d.Apply(func(i, j int, v float64) float64 { return 2 + v*v + float64(i*j) }, &d)
	e.DivElem(&e, &d)
	e.Scale(c, &e)
	return &e
}

// Products multiplies in all ways.
func Products(a, b *mat.Dense) *mat.Dense {
	var c, d mat.Dense
	c.Mul(a, b)
	bt := b.T()
	d.Mul(bt, &c)
	c.Mul(&c, &d)
	c.Pow(&c, 2)
	return &c
}

// Kron is a Kronecker product.
func Kron(a, b *mat.Dense) *mat.Dense {
	var k mat.Dense
	k.Kronecker(a, b)
	return &k
}

// Joined stacks and augments.
func Joined(a, b *mat.Dense, x *mat.VecDense) float64 {
	var s, g mat.Dense
	s.Stack(a, b)
	g.Augment(a, x)
	return mat.Sum(&s) * g.At(0, 1) * mat.Norm(&g, 2)
}

// Rank updates by outer products.
func Rank(a *mat.Dense, x, y *mat.VecDense) *mat.Dense {
	var o, r mat.Dense
	o.Outer(2, x, y)
	r.RankOne(a, 3, y, x)
	r.Mul(&r, &o)
	return &r
}

// Reductions are numbers made of a matrix.
func Reductions(a *mat.Dense) (float64, float64, float64, float64, float64, float64, float64) {
	return mat.Sum(a), mat.Trace(a), mat.Max(a), mat.Min(a), mat.Norm(a, 1), a.Norm(2), mat.Norm(a.T(), math.Inf(1))
}

// Solved solves a square system.
func Solved(a, b *mat.Dense) (*mat.Dense, error) {
	var x mat.Dense
	if err := x.Solve(dominant(a), b); err != nil {
		return nil, err
	}
	return &x, nil
}

// SolvedT solves for the transpose, and a vector.
func SolvedT(a *mat.Dense, b *mat.VecDense) float64 {
	d := dominant(a.T())
	var x mat.VecDense
	if err := x.SolveVec(d.T(), b); err != nil {
		return math.NaN()
	}
	return x.Norm(2) * x.AtVec(0)
}

// Inverted is an inverse.
func Inverted(a *mat.Dense) *mat.Dense {
	var x mat.Dense
	if err := x.Inverse(dominant(a)); err != nil {
		panic(err)
	}
	return &x
}

// Determinants are those of a matrix.
func Determinants(a *mat.Dense) (float64, float64) {
	d := dominant(a)
	ld, sign := mat.LogDet(d)
	return sign * ld, mat.Det(d)
}

// positive is a positive definite matrix.
func positive(a *mat.Dense) *mat.SymDense {
	var s mat.SymDense
	s.SymOuterK(0.5, a)
	for i := range s.SymmetricDim() {
		s.SetSym(i, i, s.At(i, i)+1)
	}
	return &s
}

// Factors are the factors of a Cholesky decomposition.
func Factors(a *mat.Dense) (*mat.TriDense, *mat.TriDense, float64) {
	var c mat.Cholesky
	c.Factorize(positive(a))
	var u, l mat.TriDense
	c.UTo(&u)
	c.LTo(&l)
	return &u, &l, c.Det()
}

// CholSolve solves by one.
func CholSolve(a *mat.Dense, b *mat.VecDense) (*mat.Dense, float64) {
	var c mat.Cholesky
	if !c.Factorize(positive(a)) {
		panic("not positive definite")
	}
	var x mat.Dense
	if err := c.SolveTo(&x, a); err != nil {
		panic(err)
	}
	var y mat.VecDense
	if err := c.SolveVecTo(&y, b); err != nil {
		panic(err)
	}
	var inv, again mat.SymDense
	if err := c.InverseTo(&inv); err != nil {
		panic(err)
	}
	c.ToSym(&again)
	return &x, mat.Dot(&y, b) * inv.At(1, 0) * again.At(0, 1)
}

// Symmetric updates a symmetric matrix.
func Symmetric(a, b *mat.SymDense, x, y *mat.VecDense) *mat.SymDense {
	var s mat.SymDense
	s.AddSym(a, b)
	s.ScaleSym(2, &s)
	s.SymRankOne(&s, 3, x)
	s.RankTwo(&s, 0.5, x, y)
	c := mat.NewSymDense(s.SymmetricDim(), nil)
	c.CopySym(&s)
	c.SetSym(0, 1, c.At(0, 1)*s.At(1, 0))
	return c
}

// Triangles multiplies triangular matrices.
func Triangles(t *mat.TriDense, x *mat.VecDense) *mat.VecDense {
	n, _ := t.Triangle()
	l := mat.NewTriDense(n, mat.Lower, nil)
	for i := range n {
		for j := range i + 1 {
			l.SetTri(i, j, x.AtVec(j)*x.AtVec(i))
		}
	}
	var m mat.Dense
	m.Mul(t, l)
	m.Mul(&m, t.T())
	y := mat.NewVecDense(n, nil)
	y.MulVec(&m, x)
	return y
}

// Views writes through rows of a matrix.
func Views(a *mat.Dense) *mat.Dense {
	b := mat.DenseCopyOf(a)
	r, c := b.Dims()
	for i := range r {
		row := b.RawRowView(i)
		for j := range row {
			row[j] *= a.At(j%r, i%c)
		}
	}
	b.SetRow(0, mat.Row(nil, 1, a))
	b.SetCol(1, mat.Col(nil, 0, a))
	return b
}

// Windows reads parts.
func Windows(a *mat.Dense) float64 {
	s := a.Slice(0, 2, 1, 2)
	v, u := a.ColView(1), a.RowView(0)
	return mat.Sum(s)*mat.Dot(v, u) + v.AtVec(0)*u.AtVec(1) + mat.Sum(a.RowView(1).T())
}

// Raw works on the elements.
func Raw(a *mat.Dense, x *mat.VecDense) float64 {
	g, v := a.RawMatrix(), x.RawVector()
	s := 0.0
	for i := range g.Rows {
		for j := range g.Cols {
			s += g.Data[i*g.Stride+j] * v.Data[j*v.Inc] * v.Data[i*v.Inc]
		}
	}
	return s
}

// InPlace changes its arguments.
func InPlace(a *mat.Dense, x *mat.VecDense, s *mat.SymDense) float64 {
	a.Mul(a, a)
	a.Set(0, 0, a.At(0, 0)*2)
	x.MulVec(a, x)
	s.SetSym(1, 0, x.AtVec(1))
	return x.AtVec(0) * s.At(0, 1)
}

// Scaled makes vectors of vectors.
func Scaled(x, y *mat.VecDense, c float64) *mat.VecDense {
	var a, b, d mat.VecDense
	a.AddScaledVec(x, c, y)
	b.MulElemVec(&a, y)
	d.ScaleVec(c, x)
	b.AddVec(&b, &d)
	e := mat.VecDenseCopyOf(&b)
	e.DivElemVec(e, mat.NewVecDense(e.Len(), ones(e.Len())))
	return e
}

func ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i + 1)
	}
	return out
}

// Net is a model with matrices in it.
type Net struct {
	W *mat.Dense
	B mat.VecDense
	K float64
}

// NetOut is its output.
func NetOut(n Net, x *mat.VecDense) float64 {
	var y mat.VecDense
	y.MulVec(n.W, x)
	y.AddVec(&y, &n.B)
	return y.Norm(2) * n.K
}

// Diagonal scales by a diagonal matrix.
func Diagonal(a *mat.Dense, d []float64) float64 {
	m := mat.NewDiagDense(len(d), d)
	var b mat.Dense
	b.Mul(m, a)
	b.Mul(&b, m.T())
	return mat.Trace(&b) * m.At(0, 0)
}
