package semantics_test

import (
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // the corpus is written in terms
)

// A closedCase is a closed program with its value as [semantics.Format] prints it.
type closedCase struct {
	name string
	term Term
	want string
}

func r(x float64) Term { return RealLit(x) }

func ints(x int64) Term { return IntLit(x) }

func reals(xs ...float64) Term {
	ts := make([]Term, len(xs))
	for i, x := range xs {
		ts[i] = r(x)
	}
	return NewArrayLit(Real, ts...)
}

func lam(name string, t Type, body func(x Term) Term) *Lam {
	x := NewVar(name, t)
	return NewLam(x, body(Ref(x)))
}

func linlam(name string, t Type, body func(x Term) Term) *LinLam {
	x := NewVar(name, t)
	return NewLinLam(x, body(Ref(x)))
}

func let(rhs Term, body func(x Term) Term) Term {
	x := NewVar("x", rhs.Type())
	return NewLet([]Bind{{Var: x, Rhs: rhs}}, body(Ref(x)))
}

func idx(n int64, i int64) Term { return NewToIdx(nil, SizeLit(n), ints(i)) }

func while(init Term, cond, body func(s Term) Term) Term {
	s := NewVar("s", init.Type())
	return NewWhile(nil, s, init, cond(Ref(s)), body(Ref(s)))
}

func loop(n int64, down bool, out Output, init Term, body func(i, s Term) Term) Term {
	size := SizeLit(n)
	i, s := NewVar("i", NewIdxType(size)), NewVar("s", init.Type())
	return NewLoop(size, down, out, i, s, init, body(Ref(i), Ref(s)))
}

func build(n int64, f func(i Term) Term) Term { return BuildArray(SizeLit(n), f) }

func realOf(i Term) Term { return Apply1("real", NewFromIdx(i)) }

func copowerCase(scrut Term, body func(k, v Term) Term) Term {
	ty := scrut.Type().(*CopowerType)
	k, v := NewVar("k", ty.Key), NewVar("v", ty.Val)
	return NewCopowerCase(scrut, k, v, body(Ref(k), Ref(v)))
}

func caseOf(s Term, arms ...func(x Term) Term) Term {
	vs, _ := Variants(s.Type())
	out := make([]Arm, len(arms))
	for i, f := range arms {
		x := NewVar("x", vs[i])
		out[i] = Arm{Var: x, Body: f(Ref(x))}
	}
	return NewCase(s, out...)
}

// corpus holds every node at least once; the wanted values were found by hand.
func corpus() []closedCase {
	return append(append(append(sourceCases(), arrayCases()...), sizeCases()...), targetCases()...)
}

func sourceCases() []closedCase {
	two := NewTupleType(Real, Real).(*TupleType)
	sum := NewSumType(Real, two)
	rec := NewRecordType([]string{"x", "y"}, []Type{Real, Int})
	side := func(s Term) Term {
		return caseOf(s, func(x Term) Term { return Neg(x) },
			func(x Term) Term { return Sub(NewProj(0, x), NewProj(1, x)) })
	}
	return []closedCase{
		{"const real", r(1.5), "1.5"},
		{"const int", ints(-3), "-3"},
		{"const bool", BoolLit(true), "true"},
		{"let", let(r(3), func(x Term) Term { return Mul(x, x) }), "9"},
		{"unit", UnitTerm(), "()"},
		{"tuple", NewTuple(r(1), ints(2), BoolLit(false)), "(1, 2, false)"},
		{"record", NewTupleOf(rec, r(1), ints(2)), "(1, 2)"},
		{"proj", NewProj(1, NewTuple(r(1), ints(2))), "2"},
		{"app", NewApp(lam("x", Real, func(x Term) Term { return Add(x, r(1)) }), r(2)), "3"},
		{"captured", let(r(10), func(x Term) Term {
			return NewApp(NewApp(lam("y", Real, func(y Term) Term {
				return lam("z", Real, func(z Term) Term { return Add(Mul(x, y), z) })
			}), r(2)), r(3))
		}), "23"},
		{"inj", NewInj(sum, 1, NewTuple(r(1), r(2))), "inj1 (1, 2)"},
		{"case left", side(NewInj(sum, 0, r(4))), "-4"},
		{"case right", side(NewInj(sum, 1, NewTuple(r(5), r(2)))), "3"},
		{"if", NewIf(NewPrim(MustOp("lt"), r(1), r(2)), r(10), r(20)), "10"},
		{"branch not taken", NewIf(BoolLit(false), Apply1("real", NewPrim(OpIntDiv, ints(1), ints(0))), r(7)), "7"},
		{"call", NewCall(nil, squareDef(), nil, r(5)), "25"},
		{"recursion", NewCall(nil, factDef(), nil, ints(10)), "3628800"},
		{"prim", NewPrim(MustOp("pow"), r(2), r(10)), "1024"},
		{"int prim", NewPrim(OpIntMod, ints(17), ints(5)), "2"},
		{"zero", NewZero(NewTupleType(Real, Int)), "(0, 0)"},
		{"plus", NewPlus(NewTuple(r(1), ints(2)), NewTuple(r(10), ints(20)), NewTuple(r(100), ints(200))), "(111, 222)"},
		{"list", NewCall(nil, sumListDef(), nil, list(1, 2, 3.5)), "6.5"},
	}
}

func squareDef() *Def {
	x := NewVar("x", Real)
	return &Def{Name: "square", Params: []*Var{x}, Result: Real, Body: Mul(Ref(x), Ref(x))}
}

func factDef() *Def {
	n := NewVar("n", Int)
	d := &Def{Name: "fact", Params: []*Var{n}, Result: Int}
	d.Body = NewIf(NewPrim(MustOp("ile"), Ref(n), ints(0)), ints(1),
		NewPrim(OpIntMul, Ref(n), NewCall(nil, d, nil, NewPrim(OpIntSub, Ref(n), ints(1)))))
	return d
}

var listType = func() *Data {
	d := NewData("list", false)
	return d.Define(Ctor{Name: "Nil", Arg: Unit}, Ctor{Name: "Cons", Arg: NewTupleType(Real, d)})
}()

func list(xs ...float64) Term {
	t := Term(NewInj(listType, 0, UnitTerm()))
	for i := len(xs) - 1; i >= 0; i-- {
		t = NewInj(listType, 1, NewTuple(r(xs[i]), t))
	}
	return t
}

func sumListDef() *Def {
	l := NewVar("l", listType)
	d := &Def{Name: "sumList", Params: []*Var{l}, Result: Real}
	d.Body = caseOf(Ref(l), func(Term) Term { return r(0) }, func(c Term) Term {
		return Add(NewProj(0, c), NewCall(nil, d, nil, NewProj(1, c)))
	})
	return d
}

func arrayCases() []closedCase {
	acc := func(down bool) Term {
		return loop(4, down, Accumulate, r(1), func(i, s Term) Term {
			return NewTuple(Add(Mul(s, r(2)), realOf(i)), NewOneHot(SizeLit(4), i, s))
		})
	}
	return []closedCase{
		{"build", build(4, func(i Term) Term { return Mul(realOf(i), r(0.5)) }), "[0, 0.5, 1, 1.5]"},
		{"build ints", Iota(SizeLit(3)), "[0, 1, 2]"},
		{"empty build", build(0, realOf), "[]"},
		{"matrix", build(2, func(i Term) Term { return build(2, func(j Term) Term { return Sub(realOf(i), realOf(j)) }) }), "[[0, -1], [1, 0]]"},
		{"loop", loop(5, false, NoOutput, r(1), func(i, s Term) Term { return Sub(Mul(s, r(2)), realOf(i)) }), "6"},
		{"loop down", loop(3, true, NoOutput, r(1), func(i, s Term) Term { return Sub(Mul(s, r(10)), realOf(i)) }), "790"},
		{"loop of nothing", loop(0, false, NoOutput, r(9), func(_, s Term) Term { return Neg(s) }), "9"},
		{"loop collect", loop(3, false, Collect, r(1), func(_, s Term) Term { return NewTuple(Mul(s, r(2)), s) }), "(8, [1, 2, 4])"},
		{"loop collect down", loop(3, true, Collect, r(1), func(_, s Term) Term { return NewTuple(Mul(s, r(2)), s) }), "(8, [4, 2, 1])"},
		{"loop accumulate", acc(false), "(27, [1, 2, 5, 12])"},
		{"loop accumulate down", acc(true), "(50, [25, 12, 5, 1])"},
		{"accumulate nothing", loop(0, false, Accumulate, r(1), func(_, s Term) Term { return NewTuple(s, reals(1, 2)) }), "(1, [0, 0])"},
		{"while", while(r(1), func(s Term) Term { return NewPrim(MustOp("lt"), s, r(100)) }, func(s Term) Term { return Mul(s, r(3)) }), "243"},
		{"while never", while(r(1), func(Term) Term { return BoolLit(false) }, func(s Term) Term { return Mul(s, r(3)) }), "1"},
		{"while collect", whileCollect(), "(8, [1, 2, 4])"},
		{"sum", NewSum(reals(1, 2, 3.5)), "6.5"},
		{"sum of rows", NewSum(NewArrayLit(NewArrayType(SizeLit(2), Real), reals(1, 2), reals(10, 20))), "[11, 22]"},
		{"sum of nothing", NewSum(reals()), "0"},
		{"array literal", reals(3, 1), "[3, 1]"},
		{"array of tuples", NewArrayLit(NewTupleType(Real, Int), NewTuple(r(1), ints(2))), "[(1, 2)]"},
		{"index", NewIndex(reals(5, 6, 7), idx(3, 1)), "6"},
		{"onehot", NewOneHot(SizeLit(3), idx(3, 2), r(4)), "[0, 0, 4]"},
		{"onehot of tuples", NewOneHot(SizeLit(2), idx(2, 0), NewTuple(r(1), r(2))), "[(1, 2), (0, 0)]"},
		{"set", NewSet(reals(5, 6, 7), idx(3, 1), r(0)), "[5, 0, 7]"},
		{"set shares", let(reals(5, 6), func(a Term) Term {
			return let(NewSet(a, idx(2, 0), r(1)), func(b Term) Term {
				return let(NewSet(b, idx(2, 1), r(2)), func(c Term) Term {
					return NewTuple(a, b, c, NewSet(b, idx(2, 0), r(9)), NewIndex(a, idx(2, 0)))
				})
			})
		}), "([5, 6], [1, 6], [1, 2], [9, 6], 5)"},
		{"scatter", Scatter(reals(0, 0, 0), NewArrayLit(NewIdxType(SizeLit(3)), idx(3, 1), idx(3, 1)), reals(4, 5)), "[0, 5, 0]"},
		{"scatterAdd", ScatterAdd(reals(1, 1, 1), NewArrayLit(NewIdxType(SizeLit(3)), idx(3, 1), idx(3, 1)), reals(4, 5)), "[1, 10, 1]"},
		{"scan", Scan(func(a, x Term) Term { return Add(a, x) }, r(0), reals(1, 2, 3)), "[1, 3, 6]"},
		{"matmul", MatMul(NewArrayLit(NewArrayType(SizeLit(2), Real), reals(1, 2), reals(3, 4)),
			NewArrayLit(NewArrayType(SizeLit(1), Real), reals(5), reals(6))), "[[17], [39]]"},
	}
}

func whileCollect() Term {
	s := NewVar("s", Real)
	return NewWhileCollect(nil, s, r(1), NewPrim(MustOp("lt"), Ref(s), r(5)), NewTuple(Mul(Ref(s), r(2)), Ref(s)))
}

func sizeCases() []closedCase {
	n := NewSizeVar("n")
	size := SizeOfVar(n)
	return []closedCase{
		{"size binding", NewLet([]Bind{{Size: n, Rhs: ints(3)}},
			NewSum(BuildArray(size.Add(SizeLit(1)), realOf))), "6"},
		{"size of", NewSizeOf(SizeLit(7)), "7"},
		{"to and from idx", NewFromIdx(idx(4, 3)), "3"},
		{"pack", NewPack(reals(1, 2)), "[1, 2]"},
		{"dyn length", NewDynLen(NewPack(reals(1, 2))), "2"},
		{"coerce", NewSum(NewCoerce(nil, NewPack(reals(1, 2)), NewArrayType(SizeLit(2), Real))), "3"},
		{"filter", Filter(func(x Term) Term { return NewPrim(MustOp("gt"), x, r(1)) }, reals(1, 5, 0, 7)), "[5, 7]"},
		{"filter nothing", Filter(func(x Term) Term { return NewPrim(MustOp("gt"), x, r(9)) }, reals(1, 5)), "[]"},
	}
}

func targetCases() []closedCase {
	two := NewTupleType(Real, Real).(*TupleType)
	lsum := NewLinearSumType(Real, two)
	arr := NewArrayType(SizeLit(3), Real)
	double := linlam("v", Real, func(v Term) Term { return Mul(r(2), v) })
	triple := linlam("v", Real, func(v Term) Term { return Mul(r(3), v) })
	power := func(k float64) Term { return lam("x", Real, func(x Term) Term { return Mul(r(k), x) }) }
	single := func(k, v float64) Term { return NewSingleton(r(k), r(v)) }
	fold := func(c Term) Term { return copowerCase(c, func(k, v Term) Term { return Mul(k, v) }) }
	lin := NewLFunType(Real, Real)
	return []closedCase{
		{"linear application", NewLinApp(double, r(4)), "8"},
		{"zero linear function", NewLinApp(NewZero(lin), r(4)), "0"},
		{"sum of linear functions", NewLinApp(NewPlus(double, triple, double), r(10)), "70"},
		{"power", NewApp(NewPlus(power(2), power(5)), r(10)), "70"},
		{"zero power", NewApp(NewZero(NewFuncType(Real, two)), r(1)), "(0, 0)"},
		{"coproj", NewCoproj(two, 1, r(4)), "(0, 4)"},
		{"sum of coprojs", NewPlus(NewCoproj(two, 1, r(4)), NewCoproj(two, 0, r(3)), NewCoproj(two, 1, r(10))), "(3, 14)"},
		{"proj of a zero", NewProj(1, NewZero(two)), "0"},
		{"proj of a coproj", NewTuple(NewProj(0, NewCoproj(two, 1, r(4))), NewProj(1, NewCoproj(two, 1, r(4)))), "(0, 4)"},
		{"linear inj", NewInj(lsum, 0, r(2)), "inj0 2"},
		{"uninj", NewUninj(0, NewInj(lsum, 0, r(2))), "2"},
		{"uninj zero", NewUninj(1, NewZero(lsum)), "(0, 0)"},
		{"zero of a linear sum", NewZero(lsum), "0"},
		{"plus in a linear sum", NewPlus(NewZero(lsum), NewInj(lsum, 1, NewTuple(r(1), r(2))), NewInj(lsum, 1, NewCoproj(two, 0, r(5)))), "inj1 (6, 2)"},
		{"plus of bools", NewTuple(NewPlus(BoolLit(true), BoolLit(true)), NewPlus(BoolLit(false), NewZero(Bool))), "(true, false)"},
		{"sum of bools", NewSum(NewArrayLit(Bool, BoolLit(false), BoolLit(true))), "true"},
		{"onehot of bools", NewPlus(NewOneHot(SizeLit(2), idx(2, 0), BoolLit(true)), NewOneHot(SizeLit(2), idx(2, 1), BoolLit(false))), "[true, false]"},
		{"singleton", single(1, 2), "!1 ⊗ 2"},
		{"copower case", fold(NewPlus(single(1, 2), single(3, 4), single(1, 5))), "19"},
		{"copower zero", fold(NewZero(NewCopowerType(Real, Real))), "0"},
		{"array zero", NewZero(arr), "[0, 0, 0]"},
		{"index of a zero", NewIndex(NewZero(arr), idx(3, 1)), "0"},
		{"set of a zero", NewSet(NewZero(arr), idx(3, 1), r(2)), "[0, 2, 0]"},
		{"set of a onehot", NewSet(NewOneHot(SizeLit(3), idx(3, 0), r(5)), idx(3, 1), r(2)), "[5, 2, 0]"},
		{"plus of arrays", NewPlus(reals(1, 2, 3), NewOneHot(SizeLit(3), idx(3, 1), r(10)), NewZero(arr), reals(100, 100, 100)), "[101, 112, 103]"},
		{"sum of onehots", NewSum(build(3, func(i Term) Term { return NewOneHot(SizeLit(3), i, realOf(i)) })), "[0, 1, 2]"},
		{"zero dyn", NewZero(NewDynType(Real)), "[]"},
		{"coerced zero dyn", NewLinearCoerce(nil, NewZero(NewDynType(Real)), arr), "[0, 0, 0]"},
		{"coerced empty dyn", NewLinearCoerce(nil, NewPack(reals()), arr), "[0, 0, 0]"},
		{"coerced length", NewCoerce(nil, reals(1, 2, 3), NewArrayType(SizeLit(3), Real)), "[1, 2, 3]"},
		{"plus dyn", NewPlus(NewPack(reals(1, 2)), NewZero(NewDynType(Real)), NewPack(reals(5, 6))), "[6, 8]"},
		{"doubled", doubled(reals(1, 2), 40), "[1.099511627776e+12, 2.199023255552e+12]"},
	}
}

// doubled is x₁ = x₀ + x₀; x₂ = x₁ + x₁; …, n deep.
func doubled(x Term, n int) Term {
	var binds []Bind
	last := NewVar("x", x.Type())
	binds = append(binds, Bind{Var: last, Rhs: x})
	for range n {
		y := NewVar("x", x.Type())
		binds = append(binds, Bind{Var: y, Rhs: NewPlus(Ref(last), Ref(last))})
		last = y
	}
	return NewLet(binds, Ref(last))
}
