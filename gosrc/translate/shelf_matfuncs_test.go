package translate_test

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// matFuncs are run natively, and translated from this very file.
var matFuncs = map[string]any{
	"matDense": matDense, "matMul": matMul, "matViews": matViews, "matVec": matVec, "matSym": matSym, "matTri": matTri,
	"matScalars": matScalars, "matSolve": matSolve, "matCholesky": matCholesky, "matStack": matStack, "matAlias": matAlias,
	"matHelpers": matHelpers, "matCopies": matCopies, "matRaw": matRaw,
}

func raw(ms ...*mat.Dense) []float64 {
	var out []float64
	for _, m := range ms {
		r, c := m.Dims()
		for i := 0; i < r; i++ {
			for j := 0; j < c; j++ {
				out = append(out, m.At(i, j))
			}
		}
	}
	return out
}

func matDense(w [12]float64, c float64) ([]float64, int) {
	a := mat.NewDense(2, 3, w[:6])
	b := mat.NewDense(2, 3, nil)
	b.Set(1, 2, w[7])
	b.SetRow(0, w[8:11])
	b.SetCol(1, w[10:12])
	var s, d, e, q mat.Dense
	s.Add(a, b)
	d.Sub(&s, a)
	e.MulElem(a, &d)
	q.DivElem(&e, mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6}))
	q.Scale(c, &q)
	q.Apply(func(i, j int, v float64) float64 { return v*v + float64(10*i+j) }, &q)
	r, k := q.Dims()
	return raw(&s, &d, &e, &q), 10*r + k
}

func matMul(w [12]float64) []float64 {
	a := mat.NewDense(2, 3, w[:6])
	b := mat.NewDense(3, 2, w[6:])
	var c, d, e, p, o, r, k mat.Dense
	c.Mul(a, b)
	d.Mul(a.T(), b.T())
	bt := b.T()
	e.Mul(bt, bt.T())
	p.Pow(&c, 3)
	o.Outer(w[0], a.RowView(1), b.ColView(0))
	r.RankOne(&o, 2, a.RowView(0), a.RowView(1))
	_ = r
	k.Kronecker(&c, a)
	return raw(&c, &d, &e, &p, &o, &k)
}

func matViews(w [12]float64, n int) []float64 {
	a := mat.NewDense(4, 3, append([]float64(nil), w[:]...))
	i := (n%4 + 4) % 4
	row := a.RawRowView(i)
	for j := range row {
		row[j] += float64(j)
	}
	s := a.Slice(1, 3, 0, 2)
	r, c := s.Dims()
	sum := s.At(1, 1) + float64(r*10+c) + mat.Sum(s)
	t := a.Slice(1, 4, 1, 3).(*mat.Dense)
	v := a.ColView(2)
	u := a.RowView(1)
	return append(raw(a, t), sum, v.AtVec(1), u.AtVec(2), float64(v.Len()), mat.Sum(u), mat.Sum(v.T()), v.At(1, 0))
}

func matVec(w [6]float64, c float64) (a []float64, n int) {
	x := mat.NewVecDense(3, w[:3])
	y := mat.NewVecDense(3, w[3:])
	m := mat.NewDense(2, 3, w[:])
	var s, d, e, q, z, u, o mat.VecDense
	s.AddVec(x, y)
	d.SubVec(x, y)
	e.MulElemVec(&s, &d)
	q.DivElemVec(&s, mat.NewVecDense(3, []float64{3, 4, 5}))
	z.AddScaledVec(&q, c, x)
	z.ScaleVec(2, &z)
	u.MulVec(m, &z)
	o.MulVec(m.T(), &u)
	o.SetVec(0, o.AtVec(0)+1)
	k := o.SliceVec(1, 3)
	for _, v := range []*mat.VecDense{&s, &d, &e} {
		a = append(a, v.RawVector().Data...)
	}
	for i := range z.Len() {
		a = append(a, z.AtVec(i), q.AtVec(i), o.AtVec(i))
	}
	return append(a, mat.Dot(x, y), x.Norm(2), x.Norm(1), k.AtVec(1), mat.Inner(u.SliceVec(0, 2), m, y)), z.Len()
}

func matSym(w [9]float64, x [3]float64) []float64 {
	a := mat.NewSymDense(3, append([]float64(nil), w[:]...))
	a.SetSym(2, 0, x[0])
	b := mat.NewSymDense(3, nil)
	b.SymOuterK(0.5, mat.NewDense(3, 2, w[:6]))
	var s, r, o mat.SymDense
	s.AddSym(a, b)
	s.ScaleSym(2, &s)
	v := mat.NewVecDense(3, x[:])
	r.SymRankOne(&s, 3, v)
	o.CopySym(&r)
	d := mat.NewDiagDense(3, x[:])
	var m, n mat.Dense
	m.Mul(&r, a.T())
	n.Mul(d, &m)
	return append(raw(&m, &n), mat.Inner(v, &r, v), mat.Trace(&r), r.At(2, 1), float64(r.SymmetricDim()), float64(o.SymmetricDim()), d.At(1, 1), d.At(0, 1))
}

func matTri(w [9]float64) []float64 {
	u := mat.NewTriDense(3, mat.Upper, w[:])
	l := mat.NewTriDense(3, mat.Lower, nil)
	for i := range 3 {
		for j := range i + 1 {
			l.SetTri(i, j, w[3*i+j]*2)
		}
	}
	var m, n mat.Dense
	m.Mul(u, l)
	n.Mul(l.T(), u.TTri())
	return append(raw(&m, &n), u.At(1, 0), l.At(2, 0), mat.Sum(u))
}

func matScalars(w [9]float64) (a, b, c, d, e, f, g, h, i, j float64, same bool) {
	m := mat.NewDense(3, 3, w[:])
	k, sign := mat.LogDet(m)
	_ = k
	return mat.Sum(m), mat.Trace(m), mat.Max(m), mat.Min(m.T()), mat.Norm(m, 1), mat.Norm(m, 2), mat.Norm(m, math.Inf(1)), m.Trace(),
		m.Norm(1), sign, mat.Equal(m, m.T())
}

// well is a matrix that can be inverted.
func well(w []float64, n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			v := math.Tanh(w[i*n+j])
			if math.IsNaN(v) {
				v = 0
			}
			if i == (j+1)%n {
				v += 2.5 // no pivot is on the diagonal
			}
			m.Set(i, j, v)
		}
	}
	return m
}

func matSolve(w [9]float64, y [6]float64) ([]float64, bool) {
	for i := range y {
		if !(math.Abs(y[i]) < 1e5) {
			y[i] = 1
		}
	}
	a := well(w[:], 3)
	b := mat.NewDense(3, 2, y[:])
	var x, inv, one, xt mat.Dense
	err := x.Solve(a, b)
	if err := inv.Inverse(a); err != nil {
		return nil, false
	}
	one.Mul(&inv, a)
	_ = xt.Solve(a.T(), b)
	var v mat.VecDense
	if err := v.SolveVec(a, b.ColView(1)); err != nil {
		return nil, false
	}
	_, sign := mat.LogDet(a)
	var z mat.Dense
	bad := z.Solve(mat.NewDense(2, 2, []float64{1, 2, 2, 4}), mat.NewDense(2, 1, nil))
	return append(raw(&x, &inv, &xt), v.AtVec(2), mat.Det(a), sign, math.Round(one.At(1, 1)*1e9)), err == nil && bad != nil
}

func matCholesky(w [9]float64, y [3]float64) ([]float64, bool) {
	for i := range y {
		if !(math.Abs(y[i]) < 1e5) {
			y[i] = 1
		}
	}
	a := well(w[:], 3)
	s := mat.NewSymDense(3, nil)
	s.SymOuterK(1, a)
	for i := range 3 {
		s.SetSym(i, i, s.At(i, i)+1)
	}
	var chol mat.Cholesky
	if ok := chol.Factorize(s); !ok {
		return nil, false
	}
	b := mat.NewVecDense(3, y[:])
	var x mat.VecDense
	if err := chol.SolveVecTo(&x, b); err != nil {
		return nil, false
	}
	var xs mat.Dense
	if chol.SolveTo(&xs, a) != nil {
		return nil, false
	}
	var inv, again mat.SymDense
	_ = chol.InverseTo(&inv)
	chol.ToSym(&again)
	var u, l mat.TriDense
	chol.UTo(&u)
	chol.LTo(&l)
	var lu, i2, a2 mat.Dense
	lu.Mul(&l, &u)
	i2.CloneFrom(&inv)
	a2.CloneFrom(&again)
	var from, clone mat.Cholesky
	from.SetFromU(&u)
	clone.Clone(&from)
	var xu mat.VecDense
	_ = clone.SolveVecTo(&xu, b)
	rows, _ := from.Dims()
	extra := []float64{xu.AtVec(0), xu.AtVec(1), xu.AtVec(2), from.LogDet(), from.At(2, 1), from.At(0, 0), float64(rows)}
	var no mat.Cholesky
	ok := no.Factorize(mat.NewSymDense(2, []float64{1, 2, 2, 1}))
	return append(raw(&xs, &lu, &i2, &a2, mat.NewDense(1, len(extra), extra)), x.AtVec(0), x.AtVec(1), x.AtVec(2), chol.LogDet(), chol.Det(), u.At(0, 1)), ok
}

func matStack(w [12]float64) []float64 {
	a := mat.NewDense(2, 3, w[:6])
	b := mat.NewDense(2, 3, w[6:])
	var s, g mat.Dense
	s.Stack(a, b)
	g.Augment(a, b.T().T())
	return raw(&s, &g)
}

func matAlias(w [9]float64) []float64 {
	a := mat.NewDense(3, 3, append([]float64(nil), w[:]...))
	b := mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
	a.Mul(a, b)
	a.Add(a, a)
	a.Sub(b, a)
	v := mat.NewVecDense(3, w[:3])
	u := mat.VecDenseCopyOf(v)
	u.MulVec(a, u)
	u.AddVec(u, u)
	return append(raw(a), u.AtVec(0), u.AtVec(1), u.AtVec(2))
}

func trace2(a mat.Matrix, v mat.Vector) float64 {
	r, c := a.Dims()
	s := 0.0
	for i := range min(r, c) {
		s += a.At(i, i) * v.AtVec(i)
	}
	return s
}

type holder struct {
	*mat.Dense
	W mat.VecDense
}

func matHelpers(w [9]float64) (float64, float64, float64, float64) {
	a := mat.NewDense(3, 3, w[:])
	v := mat.NewVecDense(3, w[3:6])
	var m mat.Matrix = a
	h := &holder{a, *v}
	return trace2(a, v), trace2(a.T(), a.ColView(1)), m.At(1, 2) + mat.Sum(m), h.At(2, 1) + h.W.AtVec(1)
}

func matCopies(w [12]float64) ([]float64, int, int) {
	a := mat.NewDense(3, 4, w[:])
	b := mat.NewDense(2, 5, nil)
	r, c := b.Copy(a)
	d := mat.DenseCopyOf(a.T())
	d.Set(0, 0, 3)
	row, col := mat.Row(nil, 1, a), mat.Col(nil, 2, a.T())
	mat.Col(row[:3], 0, a)
	var e mat.Dense
	e.CloneFrom(b)
	e.Zero()
	x := mat.NewVecDense(4, nil)
	n := x.CopyVec(a.RowView(2))
	return append(append(append(raw(b, d, &e), row...), col...), x.AtVec(3)), 10*r + c, n
}

func matRaw(w [9]float64) ([]float64, int) {
	m := mat.NewDense(3, 3, append([]float64(nil), w[:]...))
	g := m.RawMatrix()
	for i := range g.Rows {
		g.Data[i*g.Stride+i] *= 2
	}
	v := blas64.Vector{N: 3, Inc: 1, Data: w[:3]}
	y := mat.NewVecDense(3, nil)
	blas64.Copy(v, y.RawVector())
	return append(raw(m), y.AtVec(2)), g.Stride
}
