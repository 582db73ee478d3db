package gen

import (
	"math"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

func samples() []sample {
	return []sample{scalarSample(), dotSample(), logisticSample(), rosenbrockSample()}
}

// scalarSample covers scalars: lets, if, literals that Go has no constant for.
func scalarSample() sample {
	x, y, z, s := sx.NewVar("x", sx.Real), sx.NewVar("y", sx.Real), sx.NewVar("z'", sx.Real), sx.NewVar("s", sx.Real)
	f := def("f", nil, []*sx.Var{x, y}, sx.NewLet([]sx.Bind{
		bind1(z, sx.Mul(sx.RealLit(2), sx.Ref(x))),
		bind1(s, sx.Add(sx.Ref(z), sx.Mul(sx.Ref(z), sx.Ref(y)))),
	}, sx.Sub(sx.Ref(s), sx.Sub(sx.Ref(x), sx.Div(sx.RealLit(1), sx.Ref(s))))))
	u := sx.NewVar("type", sx.Real)
	g := def("relu", nil, []*sx.Var{u}, sx.NewIf(sx.NewPrim(sx.MustOp("gt"), sx.Ref(u), sx.RealLit(0)), sx.Ref(u), sx.RealLit(0)))
	h := def("consts", nil, nil, sx.NewTuple(sx.RealLit(math.Inf(-1)), sx.RealLit(math.NaN()),
		sx.Div(sx.RealLit(1), sx.RealLit(math.Copysign(0, -1))), sx.Div(sx.RealLit(1), sx.RealLit(3)), sx.RealLit(5e-324),
		sx.NewPrim(sx.OpIntAdd, sx.IntLit(math.MaxInt64), sx.IntLit(1)), sx.BoolLit(true)))
	a, b := sx.NewVar("a", sx.Int), sx.NewVar("b", sx.Int)
	d := sx.NewPrimAt(&sx.Pos{File: "s.chad", Line: 3, Col: 7}, sx.OpIntDiv, sx.Ref(a), sx.Ref(b))
	q := def("quot", nil, []*sx.Var{a, b}, d)
	return sample{"scalars", program(f, g, h, q), []Export{{Def: f}, {Def: g}, {Def: h}, {Def: q}}, []check{
		{"scalars.F(1, 3)", "7.125"},
		{"scalars.Relu(-1), scalars.Relu(2)", "0 2"},
		{"a, b, c, d, e, f, g := scalars.Consts() ;; a, b, c, d, e, f, g", "-Inf NaN -Inf 0.3333333333333333 5e-324 -9223372036854775808 true"},
		{"scalars.Quot(-7, 2)", "-3"},
		{"scalars.Quot(math.MinInt64, -1)", "-9223372036854775808"},
		{"scalars.Quot(7, 0)", "panic: s.chad:3:7: integer division by zero"},
	}}
}

// dotSample is Σ a[i]·b[i] and its gradient with one array a result, the other a buffer.
func dotSample() sample {
	n := sx.NewSizeVar("n")
	a, b := sx.NewVar("a", vec(n)), sx.NewVar("b", vec(n))
	sn := sx.SizeOfVar(n)
	f := def("dot", []*sx.SizeVar{n}, []*sx.Var{a, b},
		sx.NewSum(sx.BuildArray(sn, func(i sx.Term) sx.Term { return sx.Mul(at(a, i), at(b, i)) })))
	m := sx.NewSizeVar("n")
	c, d := sx.NewVar("a", vec(m)), sx.NewVar("b", vec(m))
	sm := sx.SizeOfVar(m)
	g := def("dot_grad", []*sx.SizeVar{m}, []*sx.Var{c, d}, sx.NewTuple(
		sx.NewSum(sx.BuildArray(sm, func(i sx.Term) sx.Term { return sx.Mul(at(c, i), at(d, i)) })),
		sx.NewTuple(sx.BuildArray(sm, func(i sx.Term) sx.Term { return at(d, i) }), sx.Ref(c))))
	return sample{"dot", program(f, g), []Export{{Def: f, Doc: "is the inner product of a and b."}, {Def: g, Into: map[int]string{1: "abar"}}}, []check{
		{"dot.Dot([]float64{1, 2, 3}, []float64{4, 5, 6})", "32"},
		{"dot.Dot(nil, nil)", "0"},
		{"dot.Dot([]float64{1, 2, 3}, []float64{4})", "panic: dot.Dot: length of b is 1, want 3"},
		{"ab := []float64{7, 7}; v, bb := dot.DotGrad([]float64{1, 2}, []float64{3, 4}, ab) ;; v, ab, bb", "11 [3 4] [1 2]"},
		{"dot.DotGrad([]float64{1}, []float64{3}, nil)", "panic: dot.DotGrad: length of abar is 0, want 1"},
	}}
}

// logisticSample is the gradient of Σᵢ log(1 + exp(-yᵢ·xᵢ·w)) by w in the shape that the
// reverse functor and the simplifier leave: an accumulating loop.
func logisticSample() sample {
	n, k := sx.NewSizeVar("n"), sx.NewSizeVar("k")
	sn, sk := sx.SizeOfVar(n), sx.SizeOfVar(k)
	x := sx.NewVar("x", sx.NewArrayType(sn, sx.NewArrayType(sk, sx.Real)))
	y, w := sx.NewVar("y", vec(n)), sx.NewVar("w", vec(k))
	i, st := sx.NewVar("i", sx.NewIdxType(sn)), sx.NewVar("loss", sx.Real)
	z, p, l, e, zbar := sx.NewVar("z", sx.Real), sx.NewVar("p", sx.Real), sx.NewVar("l", sx.Real), sx.NewVar("e", sx.Real), sx.NewVar("z'", sx.Real)
	row := func(j sx.Term) sx.Term { return sx.NewIndex(sx.NewIndex(sx.Ref(x), sx.Ref(i)), j) }
	body := sx.NewLet([]sx.Bind{
		bind1(z, sx.NewSum(sx.BuildArray(sk, func(j sx.Term) sx.Term { return sx.Mul(row(j), at(w, j)) }))),
		bind1(p, sx.Mul(sx.Neg(at(y, sx.Ref(i))), sx.Ref(z))),
		bind1(e, sx.Apply1("exp", sx.Ref(p))),
		bind1(l, sx.Apply1("log1p", sx.Ref(e))),
		bind1(zbar, sx.Mul(sx.Neg(at(y, sx.Ref(i))), sx.Div(sx.Ref(e), sx.Add(sx.RealLit(1), sx.Ref(e))))),
	}, sx.NewTuple(sx.Add(sx.Ref(st), sx.Ref(l)), sx.BuildArray(sk, func(j sx.Term) sx.Term { return sx.Mul(sx.Ref(zbar), row(j)) })))
	r := sx.NewVar("r", sx.NewTupleType(sx.Real, vec(k)))
	g := def("loss_grad", []*sx.SizeVar{n, k}, []*sx.Var{x, y, w}, sx.NewLet([]sx.Bind{
		bind1(r, sx.NewLoop(sn, false, sx.Accumulate, i, st, sx.RealLit(0), body)),
	}, sx.NewTuple(sx.NewProj(0, sx.Ref(r)), sx.NewProj(1, sx.Ref(r)))))
	return sample{"logistic", program(g), []Export{{Def: g, Into: map[int]string{1: "wbar"}}}, []check{
		{"wb := []float64{9, 9}; v := logistic.LossGrad([][]float64{{1, 2}, {3, 4}}, []float64{1, -1}, []float64{0, 0}, wb) ;; math.Round(v*1e6)/1e6, wb", "1.386294 [1 1]"},
		{"x, y, w, wb := [][]float64{{1, 2}, {3, 4}}, []float64{1, -1}, []float64{0, 0}, []float64{9, 9} ;; allocs(func() { logistic.LossGrad(x, y, w, wb) })", "0"},
		{"logistic.LossGrad([][]float64{{1, 2}, {3}}, []float64{1, -1}, []float64{0, 0}, []float64{0, 0})", "panic: logistic.LossGrad: length of a row of x is 1, want 2"},
	}}
}

// rosenbrockSample is the gradient as Σᵢ of onehots, in two accumulations.
func rosenbrockSample() sample {
	n := sx.NewSizeVar("n")
	sn := sx.SizeOfVar(n)
	n1 := sn.Sub(sx.SizeLit(1))
	x := sx.NewVar("x", vec(n))
	cell := func(i sx.Term, k int64) sx.Term {
		return sx.NewToIdx(nil, sn, sx.NewPrim(sx.OpIntAdd, sx.NewFromIdx(i), sx.IntLit(k)))
	}
	a, t1, t2 := sx.NewVar("a", sx.Real), sx.NewVar("t", sx.Real), sx.NewVar("u", sx.Real)
	body := func(i sx.Term) sx.Term {
		return sx.NewLet([]sx.Bind{
			bind1(a, at(x, cell(i, 0))),
			bind1(t1, sx.Sub(at(x, cell(i, 1)), sx.Mul(sx.Ref(a), sx.Ref(a)))),
			bind1(t2, sx.Sub(sx.RealLit(1), sx.Ref(a))),
		}, sx.NewTuple(
			sx.Add(sx.Mul(sx.RealLit(100), sx.Mul(sx.Ref(t1), sx.Ref(t1))), sx.Mul(sx.Ref(t2), sx.Ref(t2))),
			sx.NewPlus(
				sx.NewOneHot(sn, cell(i, 0), sx.Sub(sx.Mul(sx.Mul(sx.RealLit(-400), sx.Ref(t1)), sx.Ref(a)), sx.Mul(sx.RealLit(2), sx.Ref(t2)))),
				sx.NewOneHot(sn, cell(i, 1), sx.Mul(sx.RealLit(200), sx.Ref(t1))))))
	}
	g := def("rosenbrock_grad", []*sx.SizeVar{n}, []*sx.Var{x}, sx.NewSum(sx.BuildArray(n1, body)))
	return sample{"rosenbrock", program(g), []Export{{Def: g, Into: map[int]string{1: "xbar"}}}, []check{
		{"x, xb := []float64{1, 2, 3}, make([]float64, 3) ;; allocs(func() { rosenbrock.RosenbrockGrad(x, xb) })", "0"},
		{"xb := make([]float64, 3); v := rosenbrock.RosenbrockGrad([]float64{-1, 2, 0.5}, xb) ;; v, xb", "1330 [396 3002 -700]"},
	}}
}
