package simplify_test

import (
	"math"
	"slices"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

var (
	three  = sx.SizeLit(3)
	vec    = sx.NewArrayType(three, sx.Real)
	pair   = sx.NewTupleType(sx.Real, sx.Real).(*sx.TupleType)
	triple = sx.NewTupleType(sx.Real, sx.Real, sx.Real).(*sx.TupleType)
	lfun   = sx.NewLFunType(sx.Real, sx.Real)
	fun    = sx.NewFuncType(sx.Real, sx.Real)
	copow  = sx.NewCopowerType(sx.Real, sx.Real)
	sum    = sx.NewSumType(sx.Real, sx.Real)
	lsum   = sx.NewLinearSumType(sx.Real, pair)
)

func free(name string, t sx.Type) sx.Term { return sx.Ref(sx.NewVar(name, t)) }

var (
	a, b, c    = free("a", sx.Real), free("b", sx.Real), free("c", sx.Real)
	k, cond    = free("k", sx.Int), free("cond", sx.Bool)
	xs, ys     = free("xs", vec), free("ys", vec)
	ix, jx     = free("ix", sx.NewIdxType(three)), free("jx", sx.NewIdxType(three))
	i2         = free("i2", sx.NewIdxType(sx.SizeLit(2)))
	fn, ln, l2 = free("fn", fun), free("ln", lfun), free("l2", lfun)
	pp, cp, cq = free("pp", pair), free("cp", copow), free("cq", copow)
	mm         = free("mm", sx.NewArrayType(three, vec))
	ss         = free("ss", sum)
	lt3        = free("lt3", sx.NewLFunType(sx.Real, triple))
	lp         = free("lp", sx.NewLFunType(sx.Real, fun))
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

func ruleSamples() []ruleSample {
	return slices.Concat(letSamples(), pairSamples(), scalarSamples(), linearSamples(), branchSamples(), arraySamples(), loopSamples(), fuseSamples(), figureSamples())
}

func figureSamples() []ruleSample {
	scaled := func(x sx.Term) sx.Term {
		return llam("v", pair, func(v sx.Term) sx.Term { return plus(mul(x, fst(v)), mul(a, snd(v))) })
	}
	return []ruleSample{
		{"linPairSplit", let("f", lam("x", sx.Real, func(x sx.Term) sx.Term {
			return llam("v", sx.Real, func(v sx.Term) sx.Term { return tup(mul(x, v), mul(a, v)) })
		}), func(f sx.Term) sx.Term {
			return mul(fst(lapp(app(f, b), c)), snd(lapp(app(f, c), b)))
		}), "b * c * (a * b)"},
		{"linAppPart", let("f", scaled(b), func(f sx.Term) sx.Term {
			return tup(lapp(f, tup(zero(sx.Real), c)), lapp(f, tup(c, zero(sx.Real))))
		}), "⟨a * c, b * c⟩"},
		{"linAppPart", let("f", lam("x", sx.Real, scaled), func(f sx.Term) sx.Term {
			return tup(lapp(app(f, b), sx.NewCoproj(pair, 1, c)), lapp(app(f, c), sx.NewCoproj(pair, 0, b)))
		}), "⟨a * c, c * b⟩"},
		{"copowFold", let("s", total(build(func(i sx.Term) sx.Term {
			y := sin(index(xs, i))
			return sx.NewSingleton(y, add(mul(add(a, y), add(b, y)), mul(add(c, y), index(ys, i))))
		})), func(s sx.Term) sx.Term {
			return copower(s, func(y, v sx.Term) sx.Term { return mul(y, v) })
		}), "sum [let t = sin xs[i] in t * ((a + t) * (b + t) + (c + t) * ys[i]) | i < 3]"},
		{"mapPlusSplit", build(func(i sx.Term) sx.Term { return plus(mul(a, index(xs, i)), index(ys, i)) }), "[a * xs[i] | i < 3] + ys"},
	}
}

func letSamples() []ruleSample {
	n := sx.NewSizeVar("n")
	sized := sx.NewLet([]sx.Bind{{Size: n, Rhs: sx.IntLit(3)}}, total(sx.BuildArray(sx.SizeOfVar(n), func(i sx.Term) sx.Term {
		return prim("real", sx.NewFromIdx(i))
	})))
	return []ruleSample{
		{"letInline", let("x", mul(a, b), func(x sx.Term) sx.Term { return add(x, c) }), "a * b + c"},
		{"letInline", let("x", a, func(x sx.Term) sx.Term { return mul(x, x) }), "a * a"},
		{"letDead", let("x", sin(a), func(sx.Term) sx.Term { return b }), "b"},
		{"letPairSplit", let("p", tup(sin(a), b), func(p sx.Term) sx.Term {
			return mul(fst(p), mul(fst(p), snd(p)))
		}), "let t = sin a in t * (t * b)"},
		{"letPlusSplit", let("p", plus(pp, tup(a, b)), func(p sx.Term) sx.Term { return mul(fst(p), snd(p)) }), "(fst pp + a) * (snd pp + b)"},
		{"lamAppLet", app(lam("x", sx.Real, func(x sx.Term) sx.Term { return mul(x, x) }), sin(a)), "let x = sin a in x * x"},
		{"linBeta", lapp(llam("v", sx.Real, func(v sx.Term) sx.Term { return plus(v, mul(a, v)) }), sin(b)), "let v = sin b in v + a * v"},
		{"appLam", app(fst(tup(lam("x", sx.Real, func(x sx.Term) sx.Term { return mul(x, x) }), a)), b), "b * b"},
		{"linAppLam", lapp(fst(tup(llam("v", sx.Real, func(v sx.Term) sx.Term { return plus(v, v) }), a)), b), "b + b"},
		{"sizeKnown", sized, "sum [real (int i) | i < 3]"},
		{"sizeOf", prim("iadd", k, sx.NewSizeOf(three)), "k + 3"},
		{"share", let("x", sin(a), func(x sx.Term) sx.Term {
			return let("y", sin(a), func(y sx.Term) sx.Term { return mul(x, y) })
		}), "let x = sin a in x * x"},
		{"share", add(mul(sin(a), b), mul(c, sin(a))), "let t = sin a in t * b + c * t"},
		{"hoist", build(func(i sx.Term) sx.Term { return mul(index(xs, i), sin(a)) }), "let t = sin a in [xs[i] * t | i < 3]"},
	}
}

func pairSamples() []ruleSample {
	return []ruleSample{
		{"pairProj", fst(tup(a, sin(b))), "a"},
		{"pairProj", let("p", tup(a, b), func(p sx.Term) sx.Term { return tup(p, snd(p)) }), "⟨⟨a, b⟩, b⟩"},
		{"pairEta", tup(fst(pp), snd(pp)), "pp"},
		{"projZero", mul(a, fst(sx.NewZero(pair))), "0̲"},
		{"projCoproj", fst(sx.NewCoproj(pair, 0, sin(a))), "sin a"},
		{"projCoproj", add(a, snd(sx.NewCoproj(pair, 0, sin(a)))), "a"},
		{"coprojZero", sx.NewCoproj(pair, 0, zero(sx.Real)), "0̲"},
		{"tupleZero", tup(zero(sx.Real), zero(sx.Real)), "0̲"},
		{"tupleCoproj", plus(sx.NewCoproj(triple, 0, b), tup(zero(sx.Real), sin(a), zero(sx.Real)), lapp(lt3, c)), "coproj₁ b + coproj₂ (sin a) + lt3 • c"},
		{"plusZero", plus(a, zero(sx.Real), b), "a + b"},
		{"plusAssoc", plus(plus(a, b), c), "a + b + c"},
		{"plusPair", plus(tup(a, b), tup(b, c)), "⟨a + b, b + c⟩"},
		{"plusPair", plus(tup(a, b), sx.NewCoproj(pair, 1, c)), "⟨a, b + c⟩"},
		{"plusCoproj", plus(sx.NewCoproj(triple, 0, a), free("tt", triple), sx.NewCoproj(triple, 0, b)), "coproj₁ (a + b) + tt"},
		{"projPlus", fst(plus(pp, tup(a, b))), "fst pp + a"},
		{"plusOneHot", plus(onehot(ix, a), onehot(ix, b)), "oneHot 3 ix (a + b)"},
		{"plusSingleton", copower(plus(sx.NewSingleton(a, b), sx.NewSingleton(a, c)), func(y, v sx.Term) sx.Term { return mul(y, v) }), "a * (b + c)"},
	}
}

func scalarSamples() []ruleSample {
	negZero := sx.RealLit(math.Copysign(0, -1))
	return []ruleSample{
		{"constFold", add(a, mul(realLit(2), realLit(3))), "a + 6"},
		{"algebra", plus(a, mul(b, zero(sx.Real))), "a"},
		{"addZero", add(zero(sx.Real), sin(a)), "sin a"},
		{"addZero", sx.Sub(sin(a), realLit(0)), "sin a"},
		{"addZero", add(sin(a), negZero), "sin a"},
		{"mulOne", mul(realLit(1), sin(a)), "sin a"},
		{"mulOne", sx.Div(sin(a), realLit(1)), "sin a"},
		{"mulMinusOne", mul(sin(a), realLit(-1)), "-sin a"},
		{"zeroLit", prim("max", a, sin(zero(sx.Real))), "max (a, sin 0.0)"},
		{"powZero", mul(prim("powi", sin(a), sx.IntLit(0)), b), "b"},
		{"powSquare", prim("powi", sin(a), sx.IntLit(2)), "let t = sin a in t * t"},
		{"negNeg", sx.Neg(sx.Neg(sin(a))), "sin a"},
		{"addNeg", add(a, sx.Neg(b)), "a - b"},
		{"intUnit", prim("iadd", k, prim("imul", sx.IntLit(1), prim("isub", k, k))), "k"},
		{"boolUnit", prim("and", prim("not", prim("not", cond)), sx.BoolLit(true)), "cond"},
		{"idxSafe", index(xs, sx.NewToIdx(nil, three, sx.NewFromIdx(i2))), "xs[int i2]"},
		{"idxSafe", index(xs, sx.NewToIdx(nil, three, prim("iadd", sx.IntLit(1), sx.NewFromIdx(i2)))), "xs[int i2 + 1]"},
		{"idxSafe", let("t", sx.NewFromIdx(i2), func(t sx.Term) sx.Term {
			return mul(index(xs, sx.NewToIdx(nil, three, prim("iadd", t, sx.IntLit(1)))), index(xs, sx.NewToIdx(nil, three, t)))
		}), "xs[int i2 + 1] * xs[int i2]"},
		{"idxShift", prim("real", sx.NewFromIdx(sx.NewShift(three, i2, 1))), "real (int i2 + 1)"},
		{"idxShift", index(xs, sx.NewShift(three, sx.NewShift(sx.SizeLit(2), free("i1", sx.NewIdxType(sx.SizeLit(1))), 1), 1)), "xs[int i1 + 2]"},
		{"idxRound", index(xs, sx.NewToIdx(nil, three, sx.NewFromIdx(ix))), "xs[ix]"},
	}
}

func linearSamples() []ruleSample {
	scale := func(k sx.Term) sx.Term {
		return llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(k, v) })
	}
	return []ruleSample{
		{"linEta", llam("v", sx.Real, func(v sx.Term) sx.Term { return lapp(ln, v) }), "ln"},
		{"lamEta", lam("x", sx.Real, func(x sx.Term) sx.Term { return app(fn, x) }), "fn"},
		{"linLamZero", tup(a, llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(zero(sx.Real), v) })), "⟨a, 0̲⟩"},
		{"linAppZero", plus(a, lapp(ln, zero(sx.Real))), "a"},
		{"linAppPlus", lapp(plus(ln, scale(b)), a), "ln • a + b * a"},
		{"linAppIf", lapp(iff(cond, scale(a), ln), b), "if cond then a * b else ln • b"},
		{"appZero", plus(a, app(zero(fun), b)), "a"},
		{"lamZero", plus(lapp(lp, a), fn, lam("x", sx.Real, func(sx.Term) sx.Term { return zero(sx.Real) })), "lp • a + fn"},
		{"uninjZero", plus(a, sx.NewUninj(0, zero(lsum))), "a"},
		{"injZero", plus(a, sx.NewUninj(0, sx.NewInj(lsum, 0, zero(sx.Real)))), "a"},
		{"uninjInj", sx.NewUninj(0, sx.NewInj(lsum, 0, sin(a))), "sin a"},
		{"singletonZero", copower(sx.NewSingleton(a, zero(sx.Real)), func(y, v sx.Term) sx.Term { return mul(y, v) }), "0̲"},
		{"copowSingleton", copower(sx.NewSingleton(sin(a), b), func(y, v sx.Term) sx.Term { return plus(mul(y, v), mul(y, v)) }),
			"let t = sin a * b in t + t"},
		{"copowZero", plus(a, copower(zero(copow), func(y, v sx.Term) sx.Term { return mul(y, v) })), "a"},
		{"copowBodyZero", plus(a, copower(cp, func(_, v sx.Term) sx.Term { return mul(zero(sx.Real), v) })), "a"},
		{"sumSingleton", copower(copower(cp, func(y, v sx.Term) sx.Term { return sx.NewSingleton(y, v) }), func(y, v sx.Term) sx.Term { return mul(y, v) }),
			"case cp of !y ⊗ v → y * v"},
		{"copowPlus", copower(plus(cp, sx.NewSingleton(a, b)), func(y, v sx.Term) sx.Term { return mul(y, v) }), "(case cp of !y ⊗ v → y * v) + a * b"},
		{"copowSum", copower(total(build(func(i sx.Term) sx.Term { return sx.NewSingleton(index(xs, i), index(ys, i)) })),
			func(y, v sx.Term) sx.Term { return mul(y, v) }), "sum [xs[i] * ys[i] | i < 3]"},
	}
}

func branchSamples() []ruleSample {
	inner := func(x sx.Term) sx.Term {
		return caseOf(x, func(y sx.Term) sx.Term { return sin(y) }, func(y sx.Term) sx.Term { return y })
	}
	split := let("x", iff(cond,
		let("s", sin(a), func(s sx.Term) sx.Term {
			return tup(mul(s, s), llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(s, v) }))
		}),
		tup(b, llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(c, v) }))),
		func(x sx.Term) sx.Term {
			return let("f", snd(x), func(f sx.Term) sx.Term {
				return tup(fst(x), llam("u", sx.Real, func(u sx.Term) sx.Term { return lapp(f, u) }))
			})
		})
	return []ruleSample{
		{"ifKnown", iff(sx.BoolLit(true), a, b), "a"},
		{"ifFact", iff(cond, iff(cond, a, b), c), "if cond then a else c"},
		{"ifSame", iff(cond, sin(a), sin(a)), "sin a"},
		{"ifNot", iff(prim("not", cond), a, b), "if cond then b else a"},
		{"ifBool", iff(cond, sx.BoolLit(true), sx.BoolLit(false)), "cond"},
		{"projIf", fst(iff(cond, tup(a, b), pp)), "if cond then a else fst pp"},
		{"letIfSplit", split, "let x = if cond then let s = sin a in ⟨s * s, s⟩ else ⟨b, 0.0⟩ x2 = snd x in ⟨fst x, λ̲u. if cond then x2 * u else c * u⟩"},
		{"caseKnown", caseOf(sx.NewInj(sum, 1, sin(a)), func(x sx.Term) sx.Term { return x }, func(y sx.Term) sx.Term { return mul(y, y) }), "let y = sin a in y * y"},
		{"caseFact", caseOf(ss, func(sx.Term) sx.Term { return inner(ss) }, func(y sx.Term) sx.Term { return y }), "case ss of inl x → sin x | inr y → y"},
		{"caseSame", caseOf(ss, func(sx.Term) sx.Term { return sin(a) }, func(sx.Term) sx.Term { return sin(a) }), "sin a"},
	}
}

func arraySamples() []ruleSample {
	sq := build(func(i sx.Term) sx.Term { return mul(index(xs, i), index(xs, i)) })
	lit := func(i int64) sx.Term { return sx.NewToIdx(nil, three, sx.IntLit(i)) }
	return []ruleSample{
		{"indexBuild", index(sq, ix), "let t = xs[ix] in t * t"},
		{"indexBuild", let("s", sq, func(s sx.Term) sx.Term {
			return build(func(j sx.Term) sx.Term { return add(index(s, j), a) })
		}), "[let t = xs[i] in t * t + a | i < 3]"},
		{"indexMade", index(fst(tup(build(func(i sx.Term) sx.Term { return sin(index(xs, i)) }), a)), ix), "sin xs[ix]"},
		{"indexZero", plus(a, index(zero(vec), ix)), "a"},
		{"indexPlus", index(plus(xs, onehot(ix, a)), ix), "xs[ix] + a"},
		{"indexSum", index(total(build(func(i sx.Term) sx.Term { return iff(cond, index(mm, i), xs) })), ix), "sum [if cond then mm[i][ix] else xs[ix] | i < 3]"},
		{"indexSum", index(total(mm), ix), "sum [mm[j][ix] | j < 3]"},
		{"indexOneHot", index(onehot(ix, sin(a)), ix), "sin a"},
		{"indexSet", index(sx.NewSet(xs, ix, sin(a)), ix), "sin a"},
		{"indexIf", index(iff(cond, xs, sq), ix), "if cond then xs[ix] else let t = xs[ix] in t * t"},
		{"indexLit", index(sx.NewArrayLit(sx.Real, a, sin(b), c), lit(1)), "sin b"},
		{"buildEta", build(func(i sx.Term) sx.Term { return index(xs, i) }), "xs"},
		{"mapZero", plus(xs, build(func(sx.Term) sx.Term { return zero(sx.Real) })), "xs"},
		{"arrayZero", plus(xs, sx.NewArrayLit(sx.Real, zero(sx.Real), zero(sx.Real), zero(sx.Real))), "xs"},
		{"setZero", plus(xs, sx.NewSet(zero(vec), ix, zero(sx.Real))), "xs"},
		{"sumZero", plus(a, total(zero(vec))), "a"},
		{"sumOneHot", total(build(func(i sx.Term) sx.Term { return onehot(i, sin(index(xs, i))) })), "[sin xs[i] | i < 3]"},
		{"sumOneHotOut", total(build(func(i sx.Term) sx.Term { return onehot(jx, index(xs, i)) })), "oneHot 3 jx (sum xs)"},
		{"sumOne", total(sx.BuildArray(sx.SizeLit(1), func(i sx.Term) sx.Term { return mul(a, prim("real", sx.NewFromIdx(i))) })), "a * real (int (index 1 0))"},
		{"sumLit", total(sx.NewArrayLit(sx.Real, a, b, c)), "a + b + c"},
		{"oneHotZero", plus(xs, onehot(ix, zero(sx.Real))), "xs"},
		{"sumCoproj", total(build(func(i sx.Term) sx.Term { return sx.NewCoproj(pair, 1, index(xs, i)) })), "coproj₂ (sum xs)"},
		{"packCoerce", sx.NewCoerce(nil, sx.NewPack(xs), vec), "xs"},
		{"coerceZero", plus(xs, sx.NewLinearCoerce(nil, zero(sx.NewDynType(sx.Real)), vec)), "xs"},
		{"lenPack", sx.NewDynLen(sx.NewPack(xs)), "3"},
		{"sumZip", total(build(func(i sx.Term) sx.Term { return tup(index(xs, i), index(ys, i)) })), "⟨sum xs, sum ys⟩"},
		{"mapPairSplit", let("p", build(func(i sx.Term) sx.Term { return tup(index(xs, i), index(ys, i)) }), func(p sx.Term) sx.Term {
			return mul(fst(index(p, ix)), snd(index(p, jx)))
		}), "xs[ix] * ys[jx]"},
		{"letLamPairSplit", let("f", lam("x", sx.Real, func(x sx.Term) sx.Term { return tup(sin(x), mul(a, x)) }), func(f sx.Term) sx.Term {
			return mul(fst(app(f, b)), snd(app(f, c)))
		}), "sin b * (a * c)"},
		{"mapRecompute", let("f", build(func(i sx.Term) sx.Term {
			return llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(index(xs, i), v) })
		}), func(f sx.Term) sx.Term {
			return llam("u", vec, func(u sx.Term) sx.Term {
				return total(build(func(i sx.Term) sx.Term { return lapp(index(f, i), index(u, i)) }))
			})
		}), "λ̲u. sum [xs[i] * u[i] | i < 3]"},
	}
}

func loopSamples() []ruleSample {
	step := func(s sx.Term) sx.Term { return sin(add(s, b)) }
	return []ruleSample{
		{"projLoop", fst(loopOf(sx.Collect, a, func(i, s sx.Term) sx.Term { return tup(step(s), mul(s, index(xs, i))) })), "loop s = a for i < 3 do sin (s + b)"},
		{"loopZero", plus(a, loopOf(sx.NoOutput, zero(sx.Real), func(i, s sx.Term) sx.Term { return lapp(ln, mul(index(xs, i), s)) })), "a"},
		{"loopZero", plus(a, snd(loopOf(sx.Accumulate, zero(sx.Real), func(i, s sx.Term) sx.Term { return tup(lapp(ln, s), mul(index(xs, i), s)) }))), "a"},
		{"loopOutDead", fst(loopOf(sx.Collect, a, func(i, s sx.Term) sx.Term { return tup(step(s), mul(s, index(xs, i))) })), "loop s = a for i < 3 do sin (s + b)"},
		{"loopStateDead", fst(loopOf(sx.NoOutput, tup(a, b), func(_, s sx.Term) sx.Term { return tup(step(fst(s)), mul(fst(s), snd(s))) })),
			"loop s = a for i < 3 do sin (s + b)"},
		{"loopToBuild", snd(loopOf(sx.Collect, a, func(i, s sx.Term) sx.Term { return tup(step(s), sin(index(xs, i))) })), "[sin xs[i] | i < 3]"},
		{"loopToBuild", snd(loopOf(sx.Accumulate, a, func(i, s sx.Term) sx.Term { return tup(step(s), sin(index(xs, i))) })), "sum [sin xs[i] | i < 3]"},
	}
}
