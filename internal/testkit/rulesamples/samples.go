// Package rulesamples has terms on which the rules of package simplify fire, with
// what each rule makes of them, and the comparison of what two terms mean. The
// tests of simplify look at each rule alone; the mutation run of package proptest breaks it.
//
// References: CHAD Table 1 for the rules of pairs, functions and copowers.
package rulesamples

import (
	"math"
	"slices"
	"strings"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A Sample is a term on which a rule fires, and the result as text.
type Sample struct {
	Rule string  // the name of the rule
	Term sx.Term // may have free variables; to be refreshed before simplification
	Want string  // the result, printed on one line
}

// All returns the samples, at least one for each rule that works on a term alone.
func All() []Sample {
	return slices.Concat(letSamples(), pairSamples(), scalarSamples(), linearSamples(), branchSamples(), arraySamples(),
		loopSamples(), fuseSamples(), tableSamples(), stateSamples(), figureSamples())
}

func letSamples() []Sample {
	n, m := sx.NewSizeVar("n"), sx.NewSizeVar("m")
	sized := sx.NewLet([]sx.Bind{{Size: n, Rhs: sx.IntLit(3)}},
		total(sx.BuildArray(sx.SizeOfVar(n), func(i sx.Term) sx.Term {
			return prim("real", sx.NewFromIdx(i))
		})))
	return []Sample{
		{"letInline", let("x", mul(a, b), func(x sx.Term) sx.Term { return add(x, c) }), "a * b + c"},
		{"letInline", let("x", a, func(x sx.Term) sx.Term { return mul(x, x) }), "a * a"},
		{"letDead", let("x", sin(a), func(sx.Term) sx.Term { return b }), "b"},
		{"letDead", let("x", sin(a), func(sx.Term) sx.Term {
			return let("y", sin(b), func(y sx.Term) sx.Term { return mul(y, y) })
		}), "let y = sin b in y * y"},
		{"letPairSplit", let("p", tup(sin(a), b), func(p sx.Term) sx.Term {
			return mul(fst(p), mul(fst(p), snd(p)))
		}), "let t = sin a in t * (t * b)"},
		{"lamAppLet", app(lam("x", sx.Real, func(x sx.Term) sx.Term { return mul(x, x) }), sin(a)),
			"let x = sin a in x * x"},
		{"linBeta", lapp(llam("v", sx.Real, func(v sx.Term) sx.Term { return plus(v, mul(a, v)) }), sin(b)),
			"let v = sin b in v + a * v"},
		{"appLam", app(fst(tup(lam("x", sx.Real, func(x sx.Term) sx.Term { return mul(x, x) }), a)), b), "b * b"},
		{"linAppLam", lapp(fst(tup(llam("v", sx.Real, func(v sx.Term) sx.Term { return plus(v, v) }), a)), b), "b + b"},
		{"sizeKnown", sized, "sum [real (int i) | i < 3]"},
		{"sizeSame", let("x", prim("imax", k, sx.IntLit(0)), func(x sx.Term) sx.Term {
			return sx.NewLet([]sx.Bind{{Size: n, Rhs: x}, {Size: m, Rhs: x}},
				prim("imul", sx.NewSizeOf(sx.SizeOfVar(n)), sx.NewSizeOf(sx.SizeOfVar(m))))
		}), "let size n = imax (k, 0) in n * n"},
		{"sizeOf", prim("iadd", k, sx.NewSizeOf(three)), "k + 3"},
		{"cse", let("x", sin(a), func(x sx.Term) sx.Term {
			return let("y", sin(a), func(y sx.Term) sx.Term { return mul(x, y) })
		}), "let x = sin a in x * x"},
		{"cse", add(mul(sin(a), b), mul(c, sin(a))), "let t = sin a in t * b + c * t"},
		{"loopInvariant", build(func(i sx.Term) sx.Term { return mul(index(xs, i), sin(a)) }),
			"let t = sin a in [xs[i] * t | i < 3]"},
		{"loopInvariant", build(func(i sx.Term) sx.Term { return mul(index(xs, i), plus(a, b)) }),
			"let t = a + b in [xs[i] * t | i < 3]"},
	}
}

func pairSamples() []Sample {
	pairs := free("pairs", sx.NewArrayType(three, pair))
	aa := free("aa", sx.NewArrayType(three, arrays))
	large := a // too large to move by itself
	for range 30 {
		large = sin(large)
	}
	return []Sample{
		{"pairProj", fst(tup(a, sin(b))), "a"},
		{"pairProj", let("p", tup(a, b), func(p sx.Term) sx.Term { return tup(p, snd(p)) }), "⟨⟨a, b⟩, b⟩"},
		{"pairEta", tup(fst(pp), snd(pp)), "pp"},
		{"projZero", mul(a, fst(sx.NewZero(pair))), "0̲"},
		{"projCoproj", fst(sx.NewCoproj(pair, 0, sin(a))), "sin a"},
		{"projCoproj", add(a, snd(sx.NewCoproj(pair, 0, sin(a)))), "a"},
		{"coprojZero", sx.NewCoproj(pair, 0, zero(sx.Real)), "0̲"},
		{"tupleZero", tup(zero(sx.Real), zero(sx.Real)), "0̲"},
		{"plusZero", plus(a, zero(sx.Real), b), "a + b"},
		{"plusPair", plus(tup(a, b), tup(b, c)), "⟨a + b, b + c⟩"},
		{"plusPair", plus(tup(a, b), sx.NewCoproj(pair, 1, c)), "⟨a, b + c⟩"},
		{"letPairSplit", let("p", sx.NewCoproj(arrays, 0, sx.NewSet(xs, ix, large)), func(p sx.Term) sx.Term {
			return plus(sx.NewCoproj(arrays, 1, ys), p)
		}), "let p = set xs ix (" + strings.Repeat("sin (", 29) + "sin a" + strings.Repeat(")", 29) + ") in ⟨p, ys⟩"},
		{"plusSetZero", plus(sx.NewSet(xs, ix, zero(sx.Real)), onehot(ix, sin(a))), "set xs ix (sin a)"},
		{"plusSetZero", let("w", onehot(ix, large), func(w sx.Term) sx.Term {
			return plus(sx.NewSet(xs, ix, zero(sx.Real)), w, onehot(jx, b))
		}), "set xs ix (" + strings.Repeat("sin (", 29) + "sin a" + strings.Repeat(")", 29) + ") + oneHot 3 jx b"},
		{"plusSetBack", plus(sx.NewSet(xs, ix, zero(sx.Real)), onehot(ix, index(xs, ix))), "xs"},
		{"plusSetSwap", let("b", sx.NewSet(xs, ix, zero(sx.Real)), func(b sx.Term) sx.Term {
			return plus(sx.NewSet(b, jx, sin(a)), onehot(ix, index(b, jx)))
		}), "set (set xs ix xs[jx]) jx (sin a)"},
		{"plusIfSet", let("w", iff(cond, tup(sx.NewSet(mm, ix, zero(vec)), ys), tup(mm, zero(vec))),
			func(w sx.Term) sx.Term {
				return plus(fst(w), onehot(ix, plus(snd(w), xs)), onehot(jx, ys))
			}), "(if cond then set mm ix ys else mm) + oneHot 3 ix xs + oneHot 3 jx ys"},
		{"plusIfSet", let("w", iff(cond, tup(sx.NewSet(aa, ix, zero(arrays)), ys, sin(a)), tup(aa, zero(vec), a)),
			func(w sx.Term) sx.Term {
				return tup(plus(fst(w), onehot(ix, sx.NewCoproj(arrays, 1, snd(w)))), sin(sx.NewProj(2, w)))
			}), "let w = if cond then ⟨set aa ix (coproj₂ ys), sin a⟩ else ⟨aa, a⟩ in ⟨fst w, sin (snd w)⟩"},
		{"plusIfSet",
			let("w", caseOf(ss, func(x sx.Term) sx.Term { return tup(x, mm, zero(vec)) }, func(y sx.Term) sx.Term {
				return let("v", iff(cond, tup(sin(y), sx.NewSet(mm, ix, zero(vec)), sx.NewSet(ys, jx, zero(sx.Real))),
					tup(y, mm, xs)), func(v sx.Term) sx.Term {
					return tup(sx.NewProj(0, v), sx.NewProj(1, v), sx.NewProj(2, v))
				})
			}), func(w sx.Term) sx.Term {
				return tup(sx.NewProj(0, w), plus(onehot(ix, sx.NewProj(2, w)), sx.NewProj(1, w)))
			}),
			"case ss of inl x → ⟨x, mm⟩ | inr y → if cond then ⟨sin y, set mm ix (set ys jx 0̲)⟩ else ⟨y, mm + " +
				"oneHot 3 ix xs⟩"},
		{"setBack", sx.NewSet(xs, ix, index(xs, ix)), "xs"},
		{"setBack", let("x", index(xs, ix), func(x sx.Term) sx.Term { return tup(sx.NewSet(xs, ix, x), sin(x)) }),
			"let x = xs[ix] in ⟨xs, sin x⟩"},
		{"setBack", let("x", index(pairs, ix), func(x sx.Term) sx.Term {
			return let("y", fst(x), func(y sx.Term) sx.Term {
				return tup(sx.NewSet(pairs, ix, tup(y, snd(x))), mul(y, y))
			})
		}), "let x = pairs[ix] y = fst x in ⟨pairs, y * y⟩"},
		{"setSet", sx.NewSet(sx.NewSet(xs, ix, a), ix, sin(b)), "set xs ix (sin b)"},
	}
}

func scalarSamples() []Sample {
	negZero := sx.RealLit(math.Copysign(0, -1))
	return []Sample{
		{"constFold", add(a, mul(realLit(2), realLit(3))), "a + 6"},
		{"constFold", add(a, prim("cos", realLit(0))), "a + 1"},
		{"algebra", plus(a, mul(b, zero(sx.Real))), "a"},
		{"addZero", add(zero(sx.Real), sin(a)), "sin a"},
		{"addZero", sx.Sub(sin(a), realLit(0)), "sin a"},
		{"addZero", add(sin(a), negZero), "sin a"},
		{"mulOne", mul(realLit(1), sin(a)), "sin a"},
		{"mulOne", sx.Div(sin(a), realLit(1)), "sin a"},
		{"mulMinusOne", mul(sin(a), realLit(-1)), "-sin a"},
		{"zeroLit", prim("max", a, prim("cos", zero(sx.Real))), "max (a, 1.0)"},
		{"powZero", mul(prim("powi", sin(a), sx.IntLit(0)), b), "b"},
		{"powSquare", prim("powi", sin(a), sx.IntLit(2)), "let t = sin a in t * t"},
		{"negNeg", sx.Neg(sx.Neg(sin(a))), "sin a"},
		{"intUnit", prim("iadd", k, prim("imul", sx.IntLit(1), prim("isub", k, k))), "k"},
		{"boolUnit", prim("and", prim("not", prim("not", cond)), sx.BoolLit(true)), "cond"},
		{"boolUnit", prim("iadd", k, prim("require", sx.BoolLit(true), k)), "k + k"},
		{"idxSafe", index(xs, sx.NewToIdx(nil, three, sx.NewFromIdx(i2))), "xs[int i2]"},
		{"idxSafe", index(xs, sx.NewToIdx(nil, three, prim("iadd", sx.IntLit(1), sx.NewFromIdx(i2)))),
			"xs[int i2 + 1]"},
		{"idxSafe", let("t", sx.NewFromIdx(i2), func(t sx.Term) sx.Term {
			return mul(index(xs, sx.NewToIdx(nil, three, prim("iadd", t, sx.IntLit(1)))),
				index(xs, sx.NewToIdx(nil, three, t)))
		}), "xs[int i2 + 1] * xs[int i2]"},
		{"idxShift", prim("real", sx.NewFromIdx(sx.NewShift(three, i2, 1))), "real (int i2 + 1)"},
		{"idxShift",
			index(xs, sx.NewShift(three, sx.NewShift(sx.SizeLit(2), free("i1", sx.NewIdxType(sx.SizeLit(1))), 1), 1)),
			"xs[int i1 + 2]"},
		{"idxShift", prim("real", sx.NewFromIdx(sx.NewToIdx(nil, three, sx.IntLit(2)))), "2.0"},
		{"idxRound", index(xs, sx.NewToIdx(nil, three, sx.NewFromIdx(ix))), "xs[ix]"},
		{"idxRange", prim("and", cond, prim("ilt", sx.NewFromIdx(ix), sx.NewSizeOf(three))), "cond"},
		{"idxRange", prim("and", cond, prim("igt", sx.IntLit(4), prim("iadd", sx.NewFromIdx(ix), sx.IntLit(1)))), "cond"},
		{"idxRange", prim("and", cond, prim("ile", sx.IntLit(0), sx.NewFromIdx(ix))), "cond"},
		{"idxRange", prim("and", cond, prim("ige", sx.NewFromIdx(ix), sx.IntLit(3))), "false"},
	}
}
