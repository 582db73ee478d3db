package rulesamples

import sx "github.com/seed-4b734f86/gochad/syntax"

func linearSamples() []Sample {
	scale := func(k sx.Term) sx.Term {
		return llam("v", sx.Real, func(v sx.Term) sx.Term { return mul(k, v) })
	}
	return []Sample{
		{"linEta", llam("v", sx.Real, func(v sx.Term) sx.Term { return lapp(ln, v) }), "ln"},
		{"linAppZero", plus(a, lapp(ln, zero(sx.Real))), "a"},
		{"linAppIf", lapp(iff(cond, scale(a), ln), b), "if cond then a * b else ln • b"},
		{"copowSingleton", copower(sx.NewSingleton(sin(a), b),
			func(y, v sx.Term) sx.Term { return plus(mul(y, v), mul(y, v)) }),
			"let t = sin a * b in t + t"},
		{"copowZero", plus(a, copower(zero(copow), func(y, v sx.Term) sx.Term { return mul(y, v) })), "a"},
		{"copowPlus", copower(plus(cp, sx.NewSingleton(a, b)), func(y, v sx.Term) sx.Term { return mul(y, v) }),
			"(case cp of !y ⊗ v → y * v) + a * b"},
	}
}

func branchSamples() []Sample {
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
	return []Sample{
		{"ifKnown", iff(sx.BoolLit(true), a, b), "a"},
		{"ifFact", iff(cond, iff(cond, a, b), c), "if cond then a else c"},
		{"ifSame", iff(cond, sin(a), sin(a)), "sin a"},
		{"ifNot", iff(prim("not", cond), a, b), "if cond then b else a"},
		{"ifSoftplus", iff(prim("gt", a, sx.RealLit(0)), sx.Add(a, prim("log1p", prim("exp", sx.Neg(a)))),
			prim("log1p", prim("exp", a))), "softplus a"},
		{"ifSoftplus", iff(prim("le", a, sx.RealLit(0)), prim("log1p", prim("exp", a)),
			sx.Add(prim("log1p", prim("exp", sx.Neg(a))), a)), "softplus a"},
		{"ifBool", iff(cond, sx.BoolLit(true), sx.BoolLit(false)), "cond"},
		{"projIf", fst(iff(cond, tup(a, b), pp)), "if cond then a else fst pp"},
		{"letIfSplit", split,
			"let x = if cond then let s = sin a in ⟨s * s, s⟩ else ⟨b, 0.0⟩ x2 = snd x in ⟨fst x, λ̲u. if cond then " +
				"x2 * u else c * u⟩"},
		{"projIfCoproj", let("x", caseOf(ss, func(u sx.Term) sx.Term { return tup(u, sx.NewCoproj(triple, 1, sin(u))) },
			func(v sx.Term) sx.Term { return tup(mul(v, a), zero(triple)) }), func(x sx.Term) sx.Term {
			return tup(fst(x), sx.NewPlus(snd(x), sx.NewCoproj(triple, 2, fst(x))))
		}), "let x = case ss of inl x → ⟨x, sin x⟩ | inr y → ⟨y * a, 0̲⟩ t = fst x in ⟨t, ⟨0̲, snd x, t⟩⟩"},
		{"letIfZero", let("w", iff(cond, sin(a), zero(sx.Real)), func(w sx.Term) sx.Term {
			return let("u", mul(b, w), func(u sx.Term) sx.Term { return tup(u, sx.NewPlus(u, w)) })
		}), "if cond then let w = sin a u = b * w in ⟨u, u + w⟩ else 0̲"},
		{"letIfPlaces", let("w", iff(cond, tup(ys, zero(vec)), tup(zero(vec), xs)), func(w sx.Term) sx.Term {
			return let("u", sx.NewSet(snd(w), ix, zero(sx.Real)), func(u sx.Term) sx.Term { return plus(fst(w), u) })
		}), "if cond then ys else set xs ix 0̲"},
		{"letIfPlaces",
			let("w", caseOf(ss, func(u sx.Term) sx.Term { return tup(xs, zero(vec), u) },
				func(v sx.Term) sx.Term { return tup(zero(vec), ys, sin(v)) }), func(w sx.Term) sx.Term {
				return tup(sx.NewProj(1, w), sx.NewProj(0, w), sx.NewProj(2, w))
			}), "case ss of inl x → ⟨0̲, xs, x⟩ | inr y → ⟨ys, 0̲, sin y⟩"},
		{"caseKnown", caseOf(sx.NewInj(sum, 1, sin(a)), func(x sx.Term) sx.Term { return x },
			func(y sx.Term) sx.Term { return mul(y, y) }), "let y = sin a in y * y"},
		{"caseIf", caseOf(iff(cond, sx.NewInj(sum, 0, sin(a)), sx.NewInj(sum, 1, b)),
			func(x sx.Term) sx.Term { return mul(x, x) }, func(y sx.Term) sx.Term { return mul(y, a) }),
			"if cond then let x = sin a in x * x else b * a"},
		{"caseIf",
			let("s", iff(cond, sx.NewInj(sum, 0, sin(a)),
				iff(prim("lt", a, b), sx.NewInj(sum, 1, b), sx.NewInj(sum, 1, c))), func(s sx.Term) sx.Term {
				return caseOf(s, func(x sx.Term) sx.Term { return mul(x, x) }, func(sx.Term) sx.Term { return a })
			}), "if cond then let x = sin a in x * x else a"},
	}
}

func figureSamples() []Sample {
	scaled := func(x sx.Term) sx.Term {
		return llam("v", pair, func(v sx.Term) sx.Term { return plus(mul(x, fst(v)), mul(a, snd(v))) })
	}
	return []Sample{
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
		{"mapPlusSplit", build(func(i sx.Term) sx.Term { return plus(mul(a, index(xs, i)), index(ys, i)) }),
			"[a * xs[i] | i < 3] + ys"},
	}
}
