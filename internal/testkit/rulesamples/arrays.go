package rulesamples

import sx "github.com/seed-4b734f86/gochad/syntax"

func arraySamples() []Sample {
	sq := build(func(i sx.Term) sx.Term { return mul(index(xs, i), index(xs, i)) })
	lit := func(i int64) sx.Term { return sx.NewToIdx(nil, three, sx.IntLit(i)) }
	at := sx.NewToIdx(nil, three, prim("imax", sx.IntLit(0), prim("imin", k, sx.IntLit(2)))) // has no name yet
	return []Sample{
		{"indexBuild", index(sq, ix), "let t = xs[ix] in t * t"},
		{"indexBuild", let("s", sq, func(s sx.Term) sx.Term { // once for each index at most
			i, t := sx.NewVar("i", sx.NewIdxType(sx.SizeLit(2))), sx.NewVar("s", sx.Real)
			j := sx.NewToIdx(nil, three, prim("iadd", sx.NewFromIdx(sx.Ref(i)), sx.IntLit(1)))
			return sx.NewLoop(sx.SizeLit(2), false, sx.NoOutput, i, t, a, sin(add(sx.Ref(t), index(s, j))))
		}), "loop s = a for i < 2 do let t = xs[int i + 1] in sin (s + t * t)"},
		{"indexBuild", let("s", sq, func(s sx.Term) sx.Term {
			return build(func(j sx.Term) sx.Term { return add(index(s, j), a) })
		}), "[let t = xs[i] in t * t + a | i < 3]"},
		{"indexSame", let("x", build(func(sx.Term) sx.Term { return a }),
			func(x sx.Term) sx.Term { return tup(index(x, ix), x) }), "⟨a, [a | i < 3]⟩"},
		{"indexSame", let("x", build(func(i sx.Term) sx.Term { return i }),
			func(x sx.Term) sx.Term { return tup(index(xs, index(x, jx)), x) }), "⟨xs[jx], [i | i < 3]⟩"},
		{"indexSame", let("x", build(func(i sx.Term) sx.Term { return tup(xs, i) }),
			func(x sx.Term) sx.Term { return tup(index(fst(index(x, ix)), jx), x) }), "⟨xs[jx], [⟨xs, i⟩ | i < 3]⟩"},
		{"indexRead",
			let("x", build(func(i sx.Term) sx.Term { return build(func(sx.Term) sx.Term { return index(xs, i) }) }),
				func(x sx.Term) sx.Term {
					return tup(index(index(x, ix), jx), x)
				}), "⟨xs[ix], [[xs[i] | i2 < 3] | i < 3]⟩"},
		{"indexRead",
			let("x", build(func(i sx.Term) sx.Term { return build(func(sx.Term) sx.Term { return index(xs, i) }) }),
				func(x sx.Term) sx.Term {
					return tup(let("y", index(x, ix), func(y sx.Term) sx.Term {
						return add(index(y, jx), index(y, ix))
					}), x)
				}), "let t = xs[ix] in ⟨t + t, [[xs[i] | i2 < 3] | i < 3]⟩"},
		{"indexRead", let("x", sx.NewSet(mm, ix, sx.NewSet(xs, jx, a)),
			func(x sx.Term) sx.Term { return tup(index(index(x, ix), jx), x) }), "⟨a, set mm ix (set xs jx a)⟩"},
		{"indexRead", let("x", sx.NewSet(build(func(sx.Term) sx.Term { return a }), lit(1), b),
			func(x sx.Term) sx.Term { return tup(index(x, lit(2)), x) }), "⟨a, set [a | i < 3] 1 b⟩"},
		{"placeRead", let("x", build(func(i sx.Term) sx.Term { return tup(sin(index(xs, i)), index(xs, i)) }),
			func(x sx.Term) sx.Term { return tup(snd(index(x, ix)), x) }),
			"let x = [let t = xs[i] in ⟨sin t, t⟩ | i < 3] in ⟨xs[ix], x⟩"},
		{"indexZero", plus(a, index(zero(vec), ix)), "a"},
		{"indexPlus", index(plus(xs, onehot(ix, a)), ix), "xs[ix] + a"},
		{"indexSum", index(total(build(func(i sx.Term) sx.Term { return iff(cond, index(mm, i), xs) })), ix),
			"sum [if cond then mm[i][ix] else xs[ix] | i < 3]"},
		{"indexPlus", index(plus(xs, index(mm, ix)), at),
			"let i = index 3 (imax (0, imin (k, 2))) in xs[i] + mm[ix][i]"},
		{"indexSum", index(total(mm), at), "let i = index 3 (imax (0, imin (k, 2))) in sum [mm[j][i] | j < 3]"},
		{"indexSum", index(total(mm), ix), "sum [mm[j][ix] | j < 3]"},
		{"indexOneHot", index(onehot(ix, sin(a)), ix), "sin a"},
		{"indexOneHot", index(onehot(lit(1), sin(a)), lit(1)), "sin a"},
		{"indexSet", index(sx.NewSet(xs, lit(1), sin(a)), lit(1)), "sin a"},
		{"indexOneHotElse", index(onehot(ix, sin(a)), jx), "if int ix == int jx then sin a else 0̲"},
		{"indexOneHotElse", plus(a, index(onehot(lit(1), sin(a)), lit(2))), "a"},
		{"indexSet", index(sx.NewSet(xs, ix, sin(a)), ix), "sin a"},
		{"indexSetElse", index(sx.NewSet(xs, ix, sin(a)), jx), "if int ix == int jx then sin a else xs[jx]"},
		{"indexSetElse", index(sx.NewSet(sx.NewSet(xs, lit(0), a), ix, b), lit(1)), "if int ix == 1 then b else xs[1]"},
		{"indexIf", index(iff(cond, xs, sq), ix), "if cond then xs[ix] else let t = xs[ix] in t * t"},
		{"indexLit", index(sx.NewArrayLit(sx.Real, a, sin(b), c), lit(1)), "sin b"},
		{"buildEta", build(func(i sx.Term) sx.Term { return index(xs, i) }), "xs"},
		{"sumZero", plus(a, total(zero(vec))), "a"},
		{"sumOneHot", total(build(func(i sx.Term) sx.Term { return onehot(i, sin(index(xs, i))) })),
			"[sin xs[i] | i < 3]"},
		{"buildAtOneHot", let("z", onehot(jx, a), func(z sx.Term) sx.Term {
			return build(func(i sx.Term) sx.Term { return mul(sin(index(xs, i)), index(z, i)) })
		}), "oneHot 3 jx (sin xs[jx] * a)"},
		{"buildAtOneHot", let("z", onehot(jx, sx.NewCoproj(pair, 1, a)), func(z sx.Term) sx.Term {
			return build(func(i sx.Term) sx.Term { return mul(sin(index(xs, i)), snd(index(z, i))) })
		}), "oneHot 3 jx (sin xs[jx] * a)"},
		{"buildAtOneHot", let("z", plus(onehot(jx, a), onehot(ix, b)), func(z sx.Term) sx.Term {
			return build(func(i sx.Term) sx.Term { return mul(sin(index(xs, i)), index(z, i)) })
		}), "oneHot 3 jx (sin xs[jx] * a) + oneHot 3 ix (sin xs[ix] * b)"},
		{"sumOfOneHot", total(onehot(jx, sin(a))), "sin a"},
		{"sumOfOneHot", total(plus(onehot(jx, sin(a)), onehot(ix, b))), "sin a + b"},
		{"sumPlaceZero", total(build(func(i sx.Term) sx.Term { return onehot(jx, index(xs, i)) })),
			"oneHot 3 jx (sum xs)"},
		{"sumPlaceZero", total(build(func(i sx.Term) sx.Term { return onehot(lit(1), index(xs, i)) })),
			"oneHot 3 (index 3 1) (sum xs)"},
		{"sumOne", total(sx.BuildArray(sx.SizeLit(1), func(i sx.Term) sx.Term { return mul(a, index(single, i)) })),
			"a * single[0]"},
		{"oneHotZero", plus(xs, onehot(ix, zero(sx.Real))), "xs"},
		{"sumPlaceZero", total(build(func(i sx.Term) sx.Term { return tup(zero(vec), onehot(i, index(xs, i))) })),
			"coproj₂ xs"},
		{"sumPlaceZero", let("s", total(build(func(i sx.Term) sx.Term {
			return tup(sin(index(xs, i)), iff(prim("lt", index(xs, i), a), zero(triple),
				sx.NewCoproj(triple, 1, index(ys, i))))
		})), func(s sx.Term) sx.Term { return tup(fst(s), plus(snd(s), free("tt", triple))) }),
			"let s = sum [let t = xs[i] in ⟨sin t, if t < a then 0̲ else ys[i]⟩ | i < 3] in ⟨fst s, coproj₂ (snd s) " +
				"+ tt⟩"},
		{"packCoerce", sx.NewCoerce(nil, sx.NewPack(xs), vec), "xs"},
		{"lenPack", sx.NewDynLen(sx.NewPack(xs)), "3"},
		{"sumZip", total(build(func(i sx.Term) sx.Term { return tup(index(xs, i), index(ys, i)) })),
			"⟨sum xs, sum ys⟩"},
		{"mapPairSplit", let("p", build(func(i sx.Term) sx.Term { return tup(index(xs, i), index(ys, i)) }),
			func(p sx.Term) sx.Term {
				return mul(fst(index(p, ix)), snd(index(p, jx)))
			}), "xs[ix] * ys[jx]"},
		{"letLamPairSplit", let("f", lam("x", sx.Real, func(x sx.Term) sx.Term { return tup(sin(x), mul(a, x)) }),
			func(f sx.Term) sx.Term {
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

func loopSamples() []Sample {
	step := func(s sx.Term) sx.Term { return sin(add(s, b)) }
	set := func(a, i, v sx.Term) sx.Term { return sx.NewSet(a, i, v) }
	zeros := build(func(sx.Term) sx.Term { return sx.RealLit(0) })

	return []Sample{
		{"indexChoice", let("a", iff(cond, xs, index(mm, ix)), func(a sx.Term) sx.Term {
			return mul(index(a, ix), index(a, sx.NewToIdx(nil, sx.SizeLit(3), sx.IntLit(2))))
		}), "(if cond then xs[ix] else mm[ix][ix]) * (if cond then xs[2] else mm[ix][2])"},
		{"loopFill", loopOf(sx.NoOutput, xs, func(i, s sx.Term) sx.Term {
			return set(s, i, mul(index(s, i), index(ys, i)))
		}), "[xs[i] * ys[i] | i < 3]"},
		{"loopFill", loopOf(sx.NoOutput, tup(a, xs), func(i, s sx.Term) sx.Term {
			t := add(index(snd(s), i), fst(s))
			return tup(step(fst(s)), iff(cond, set(snd(s), i, t), snd(s)))
		}), "loop s = a for i < 3 collect let s2 = xs[i] in ⟨sin (s + b), if cond then s2 + s else s2⟩"},
		// Rows that inner loops work on: fresh ones, and ones that are there.
		{"loopFill", loopOf(sx.NoOutput, build(func(sx.Term) sx.Term { return zeros }), func(i, s sx.Term) sx.Term {
			return loopOf(sx.NoOutput, s, func(j, s sx.Term) sx.Term {
				return set(s, i, set(index(s, i), j, add(index(index(s, i), j), index(index(mm, i), j))))
			})
		}), "[[0 + mm[i][i2] | i2 < 3] | i < 3]"},
		// Rows that are there, of which each element is changed; one row, of which each is written.
		{"loopFill", loopOf(sx.NoOutput, mm, func(i, s sx.Term) sx.Term {
			return set(s, i, build(func(j sx.Term) sx.Term { return mul(index(index(s, i), j), b) }))
		}), "[let s = mm[i] in [s[i2] * b | i2 < 3] | i < 3]"},
		{"loopElement", loopOf(sx.NoOutput, mm, func(j, s sx.Term) sx.Term {
			return set(s, ix, set(index(s, ix), j, index(xs, j)))
		}), "set mm ix xs"},
		{"loopSelect", loopOf(sx.NoOutput, a, func(i, m sx.Term) sx.Term {
			v := index(xs, i)
			return iff(sx.NewPrim(sx.MustOp("lt"), m, v), v, m)
		}),
			"let s = loop s = ⟨a, -1⟩ for i < 3 do let s2 = fst s t = xs[i] in if s2 < t then ⟨t, int i⟩ else ⟨s2, " +
				"snd s⟩ k = snd s in if k < 0 then a else xs[k]"},
		{"loopSelect", loopOf(sx.NoOutput, a, func(i, m sx.Term) sx.Term {
			return iff(sx.NewPrim(sx.MustOp("lt"), index(ys, i), sin(m)), m, mul(index(xs, i), b))
		}),
			"let s = loop s = ⟨a, -1⟩ for i < 3 do let s2 = fst s in if ys[i] < sin s2 then ⟨s2, snd s⟩ else ⟨xs[i] " +
				"* b, int i⟩ k = snd s in if k < 0 then a else xs[k] * b"},
		{"loopElement", loopOf(sx.NoOutput, xs, func(i, s sx.Term) sx.Term {
			return set(s, ix, add(index(s, ix), index(ys, i)))
		}),
			"let s = loop s = xs[ix] for i < 3 do s + ys[i] in set xs ix s"},
		{"loopElement", snd(loopOf(sx.Accumulate, tup(a, xs), func(i, s sx.Term) sx.Term {
			return tup(tup(step(fst(s)), set(snd(s), ix, mul(index(snd(s), ix), fst(s)))), index(snd(s), ix))
		})),
			"let s = loop s = ⟨a, xs[ix]⟩ for i < 3 sum let t = fst s t2 = snd s in ⟨⟨sin (t + b), t2 * t⟩, t2⟩ " +
				"in snd s"},
		{"projLoop",
			fst(loopOf(sx.Collect, a, func(i, s sx.Term) sx.Term { return tup(step(s), mul(s, index(xs, i))) })),
			"loop s = a for i < 3 do sin (s + b)"},
		{"loopZero",
			plus(a, loopOf(sx.NoOutput, zero(sx.Real),
				func(i, s sx.Term) sx.Term { return lapp(ln, mul(index(xs, i), s)) })), "a"},
		{"loopZero",
			plus(a,
				snd(loopOf(sx.Accumulate, zero(sx.Real),
					func(i, s sx.Term) sx.Term { return tup(lapp(ln, s), mul(index(xs, i), s)) }))), "a"},
		{"loopLast", loopOf(sx.NoOutput, a, func(i, _ sx.Term) sx.Term { return mul(sin(index(xs, i)), b) }),
			"sin xs[2] * b"},
		{"loopStateKept", loopOf(sx.Accumulate, tup(sx.RealLit(2), b), func(i, s sx.Term) sx.Term {
			return tup(tup(fst(s), sin(add(snd(s), a))), mul(fst(s), mul(snd(s), index(xs, i))))
		}), "let s = loop s = b for i < 3 sum ⟨sin (s + a), 2 * (s * xs[i])⟩ in ⟨⟨2.0, fst s⟩, snd s⟩"},
		{"loopStateKept", loopOf(sx.Accumulate, tup(a, b), func(i, s sx.Term) sx.Term {
			return tup(tup(fst(s), sin(add(snd(s), a))), mul(fst(s), mul(snd(s), index(xs, i))))
		}), "let s = loop s = b for i < 3 sum ⟨sin (s + a), a * (s * xs[i])⟩ in ⟨⟨a, fst s⟩, snd s⟩"},
		{"loopStateKept", loopOf(sx.Accumulate, sin(b),
			func(i, s sx.Term) sx.Term { return tup(s, mul(s, index(xs, i))) }),
			"let s = sin b in ⟨s, sum [s * xs[i] | i < 3]⟩"},
		// A part of a part, which a branch keeps with all of the state, and arrays that are the same and exchanged.
		{"loopStateKept", loopOf(sx.NoOutput, tup(tup(xs, b), xs), func(i, s sx.Term) sx.Term {
			return iff(sx.NewPrim(sx.MustOp("lt"), index(ys, i), a), s,
				tup(tup(snd(s), add(snd(fst(s)), index(fst(fst(s)), i))), fst(fst(s))))
		}), "let s = loop s = b for i < 3 do if ys[i] < a then s else let t = xs[i] in s + t in ⟨⟨xs, s⟩, xs⟩"},
		// An array that is given back as it was, and one that an inner loop gives back.
		{"loopStateKept", loopOf(sx.NoOutput, xs, func(_, s sx.Term) sx.Term { return iff(cond, xs, s) }), "xs"},
		{"loopStateKept", loopOf(sx.NoOutput, xs, func(_, s sx.Term) sx.Term {
			return loopOf(sx.NoOutput, s, func(_, _ sx.Term) sx.Term { return s })
		}), "xs"},
		{"loopStateKept",
			snd(whileOf(tup(xs, a), func(s sx.Term) sx.Term {
				return sx.NewPrim(sx.MustOp("lt"), snd(s), sx.RealLit(4))
			}, func(s sx.Term) sx.Term {
				return tup(fst(s), add(snd(s), sx.NewPrim(sx.MustOp("exp"), index(fst(s), ix))))
			})), "loop s = a while s < 4 do s + exp xs[ix]"},
		{"loopStateDead", snd(loopOf(sx.Accumulate, tup(a, xs), func(i, s sx.Term) sx.Term {
			return tup(tup(step(fst(s)), sx.NewSet(snd(s), i, fst(s))), fst(s))
		})), "let t = loop s = a for i < 3 sum ⟨sin (s + b), s⟩ in snd t"},
		{"loopSumZero", loopOf(sx.Accumulate, a, func(i, s sx.Term) sx.Term {
			return tup(step(s), sx.NewCoproj(triple, 1, mul(s, index(xs, i))))
		}), "let s = loop s = a for i < 3 sum ⟨sin (s + b), s * xs[i]⟩ in ⟨fst s, coproj₂ (snd s)⟩"},
		{"loopSumZero", loopOf(sx.Accumulate, a, func(i, s sx.Term) sx.Term {
			return iff(prim("lt", index(xs, i), b), tup(step(s), zero(triple)),
				tup(s, sx.NewCoproj(triple, 1, mul(s, index(xs, i)))))
		}),
			"let s = loop s = a for i < 3 sum let t = xs[i] in if t < b then ⟨sin (s + b), 0̲⟩ else ⟨s, s * t⟩ in " +
				"⟨fst s, coproj₂ (snd s)⟩"},
		{"loopSumZero", loopOf(sx.Accumulate, a, func(i, s sx.Term) sx.Term {
			return iff(prim("lt", index(xs, i), b), tup(step(s), zero(triple)),
				sx.NewCoproj(sx.NewTupleType(sx.Real, triple).(*sx.TupleType), 0, s))
		}), "let s = loop s = a for i < 3 do if xs[i] < b then sin (s + b) else s in coproj₁ s"},
		{"loopOutDead",
			fst(loopOf(sx.Collect, a, func(i, s sx.Term) sx.Term { return tup(step(s), mul(s, index(xs, i))) })),
			"loop s = a for i < 3 do sin (s + b)"},
		{"loopStateDead",
			fst(loopOf(sx.NoOutput, tup(a, b), func(_, s sx.Term) sx.Term {
				return tup(step(fst(s)), mul(fst(s), snd(s)))
			})),
			"loop s = a for i < 3 do sin (s + b)"},
		// Branches that keep all of the state, or hand a part of it on.
		{"loopStateDead", fst(loopOf(sx.NoOutput, tup(a, b), func(i, s sx.Term) sx.Term {
			return iff(sx.NewPrim(sx.MustOp("lt"), index(xs, i), fst(s)),
				s, tup(mul(fst(s), index(ys, i)), mul(fst(s), snd(s))))
		})), "loop s = a for i < 3 do if xs[i] < s then s else s * ys[i]"},
		{"loopStateDead", fst(loopOf(sx.NoOutput, tup(a, b, c), func(i, s sx.Term) sx.Term {
			third := sx.NewProj(2, s)
			return let("z", iff(cond, tup(third, index(xs, i)), tup(sin(third), fst(s))),
				func(z sx.Term) sx.Term { return tup(step(snd(z)), fst(z), snd(s)) })
		})), "loop s = a for i < 3 do sin ((if cond then xs[i] else s) + b)"},
		// A place that only passes through an inner loop.
		{"loopStateDead", fst(loopOf(sx.NoOutput, tup(a, b), func(_, s sx.Term) sx.Term {
			return let("z", loopOf(sx.Collect, snd(s),
				func(i, _ sx.Term) sx.Term { return tup(index(xs, i), index(ys, i)) }), func(z sx.Term) sx.Term {
				return tup(step(add(fst(s), total(snd(z)))), fst(z))
			})
		})), "loop s = a for i < 3 do sin (s + sum ys + b)"},
		{"loopToBuild",
			snd(loopOf(sx.Collect, a, func(i, s sx.Term) sx.Term { return tup(step(s), sin(index(xs, i))) })),
			"[sin xs[i] | i < 3]"},
		{"loopToBuild",
			snd(loopOf(sx.Accumulate, a, func(i, s sx.Term) sx.Term { return tup(step(s), sin(index(xs, i))) })),
			"sum [sin xs[i] | i < 3]"},
	}
}
