package rulesamples

import sx "github.com/seed-4b734f86/gochad/syntax"

var (
	three  = sx.SizeLit(3)
	vec    = sx.NewArrayType(three, sx.Real)
	pair   = sx.NewTupleType(sx.Real, sx.Real).(*sx.TupleType)
	arrays = sx.NewTupleType(vec, vec).(*sx.TupleType)
	triple = sx.NewTupleType(sx.Real, sx.Real, sx.Real).(*sx.TupleType)
	lfun   = sx.NewLFunType(sx.Real, sx.Real)
	copow  = sx.NewCopowerType(sx.Real, sx.Real)
	sum    = sx.NewSumType(sx.Real, sx.Real)
)

func free(name string, t sx.Type) sx.Term { return sx.Ref(sx.NewVar(name, t)) }

var (
	a, b, c = free("a", sx.Real), free("b", sx.Real), free("c", sx.Real)
	k, cond = free("k", sx.Int), free("cond", sx.Bool)
	single  = free("single", sx.NewArrayType(sx.SizeLit(1), sx.Real))
	xs, ys  = free("xs", vec), free("ys", vec)
	ix, jx  = free("ix", sx.NewIdxType(three)), free("jx", sx.NewIdxType(three))
	i2      = free("i2", sx.NewIdxType(sx.SizeLit(2)))
	ln      = free("ln", lfun)
	pp, cp  = free("pp", pair), free("cp", copow)
	mm      = free("mm", sx.NewArrayType(three, vec))
	ss      = free("ss", sum)
	lt3     = free("lt3", sx.NewLFunType(sx.Real, triple))
)

func zero(t sx.Type) sx.Term                { return sx.NewZero(t) }
func tup(ts ...sx.Term) sx.Term             { return sx.NewTuple(ts...) }
func fst(t sx.Term) sx.Term                 { return sx.NewProj(0, t) }
func snd(t sx.Term) sx.Term                 { return sx.NewProj(1, t) }
func plus(ts ...sx.Term) sx.Term            { return sx.NewPlus(ts...) }
func app(f, x sx.Term) sx.Term              { return sx.NewApp(f, x) }
func lapp(f, x sx.Term) sx.Term             { return sx.NewLinApp(f, x) }
func onehot(i, v sx.Term) sx.Term           { return sx.NewOneHot(three, i, v) }
func index(x, i sx.Term) sx.Term            { return sx.NewIndex(x, i) }
func prim(op string, ts ...sx.Term) sx.Term { return sx.NewPrim(sx.MustOp(op), ts...) }
func build(f sx.Fn) sx.Term                 { return sx.BuildArray(three, f) }
func total(t sx.Term) sx.Term               { return sx.NewSum(t) }
func iff(c, t, e sx.Term) sx.Term           { return sx.NewIf(c, t, e) }

func llam(name string, t sx.Type, f func(v sx.Term) sx.Term) sx.Term {
	v := sx.NewVar(name, t)
	return sx.NewLinLam(v, f(sx.Ref(v)))
}

func caseOf(s sx.Term, f, g func(x sx.Term) sx.Term) sx.Term {
	vs, _ := sx.Variants(s.Type())
	x, y := sx.NewVar("x", vs[0]), sx.NewVar("y", vs[1])
	return sx.NewCase(s, sx.Arm{Var: x, Body: f(sx.Ref(x))}, sx.Arm{Var: y, Body: g(sx.Ref(y))})
}

func copower(s sx.Term, f func(y, v sx.Term) sx.Term) sx.Term {
	ty := s.Type().(*sx.CopowerType)
	y, v := sx.NewVar("y", ty.Key), sx.NewVar("v", ty.Val)
	return sx.NewCopowerCase(s, y, v, f(sx.Ref(y), sx.Ref(v)))
}

func loopOf(out sx.Output, init sx.Term, f func(i, s sx.Term) sx.Term) sx.Term {
	i, s := sx.NewVar("i", sx.NewIdxType(three)), sx.NewVar("s", init.Type())
	return sx.NewLoop(three, false, out, i, s, init, f(sx.Ref(i), sx.Ref(s)))
}

func whileOf(init sx.Term, cond, body func(s sx.Term) sx.Term) sx.Term {
	s := sx.NewVar("s", init.Type())
	return sx.NewWhile(nil, s, init, cond(sx.Ref(s)), body(sx.Ref(s)))
}

func let(name string, t sx.Term, f func(x sx.Term) sx.Term) sx.Term {
	x := sx.NewVar(name, t.Type())
	return sx.NewLet([]sx.Bind{{Var: x, Rhs: t}}, f(sx.Ref(x)))
}

func lam(name string, t sx.Type, f func(x sx.Term) sx.Term) sx.Term {
	x := sx.NewVar(name, t)
	return sx.NewLam(x, f(sx.Ref(x)))
}

func sin(t sx.Term) sx.Term     { return sx.Apply1("sin", t) }
func mul(a, b sx.Term) sx.Term  { return sx.Mul(a, b) }
func add(a, b sx.Term) sx.Term  { return sx.Add(a, b) }
func realLit(f float64) sx.Term { return sx.RealLit(f) }
