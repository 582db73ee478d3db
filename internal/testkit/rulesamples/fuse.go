package rulesamples

import sx "github.com/seed-4b734f86/gochad/syntax"

func fuseSamples() []Sample {
	at := func(x sx.Term, f func(e sx.Term) sx.Term) sx.Term {
		return build(func(i sx.Term) sx.Term { return f(index(x, i)) })
	}
	sines := func(body func(e sx.Term) sx.Term) sx.Term { return let("e", at(xs, sin), body) }
	twice := func(e sx.Term) sx.Term { return mul(e, e) }
	both := tup(total(build(func(i sx.Term) sx.Term { return mul(index(xs, i), index(ys, i)) })), total(at(xs, twice)))
	three := total(build(func(i sx.Term) sx.Term {
		return tup(sin(index(xs, i)), sin(index(ys, i)), mul(index(xs, i), sin(index(ys, i))))
	}))
	taped := func(back func(i, y sx.Term) sx.Term, all func(sx.Term) sx.Term) sx.Term {
		forth := loopOf(sx.Collect, a, func(i, s sx.Term) sx.Term { return tup(sin(mul(s, index(xs, i))), s) })
		return let("z", forth, func(z sx.Term) sx.Term {
			return tup(fst(z), all(build(func(i sx.Term) sx.Term { return back(i, index(snd(z), i)) })))
		})
	}
	return []Sample{
		{"fuseSums", both, "let z = sum [let t = xs[i] in ⟨t * t, t * ys[i]⟩ | i < 3] in ⟨snd z, fst z⟩"},
		{"fuseSums", sines(func(e sx.Term) sx.Term { return tup(total(e), total(at(e, twice))) }),
			"sum [let t = sin xs[i] in ⟨t, t * t⟩ | i < 3]"},
		{"fuseSums", sines(func(e sx.Term) sx.Term {
			return let("k", sin(a), func(k sx.Term) sx.Term {
				return tup(total(e), total(build(func(i sx.Term) sx.Term { return onehot(ix, mul(k, index(e, i))) })))
			})
		}), "let k = sin a z = sum [let t = sin xs[i] in ⟨t, k * t⟩ | i < 3] in ⟨fst z, oneHot 3 ix (snd z)⟩"},
		{"fuseBuild", sines(func(e sx.Term) sx.Term {
			return at(e, func(e sx.Term) sx.Term { return iff(cond, e, twice(e)) })
		}),
			"[let t = sin xs[i] in if cond then t else t * t | i < 3]"},
		{"fuseCollect", sines(func(e sx.Term) sx.Term { return tup(total(e), at(e, twice)) }),
			"loop s = 0̲ for i < 3 collect let t = sin xs[i] in ⟨s + t, t * t⟩"},
		{"fuseTape", taped(func(i, y sx.Term) sx.Term { return mul(y, index(ys, i)) }, total),
			"loop s = a for i < 3 sum ⟨sin (s * xs[i]), s * ys[i]⟩"},
		{"fuseTape", taped(func(_, y sx.Term) sx.Term { return sin(y) }, func(t sx.Term) sx.Term { return t }),
			"loop s = a for i < 3 collect ⟨sin (s * xs[i]), sin s⟩"},
		{"fuseBranch", let("z", iff(cond, tup(sin(a), xs), tup(sin(b), ys)), func(z sx.Term) sx.Term {
			sines := func() sx.Term { return total(at(snd(z), func(e sx.Term) sx.Term { return sin(e) })) }
			return tup(fst(z), iff(cond, mul(sines(), a), mul(sines(), b)))
		}), "if cond then ⟨sin a, sum [sin xs[i] | i < 3] * a⟩ else ⟨sin b, sum [sin ys[i] | i < 3] * b⟩"},
		{"fuseBranch", let("z", iff(cond, tup(sin(a), sx.NewInj(sum, 0, total(at(xs, twice)))), tup(sin(b), sx.NewInj(sum, 1, a))),
			func(z sx.Term) sx.Term {
				return tup(fst(z), caseOf(snd(z), func(x sx.Term) sx.Term { return sin(mul(x, a)) },
					func(y sx.Term) sx.Term { return mul(y, y) }))
			}), "if cond then let t = sum [let t = xs[i] in t * t | i < 3] in ⟨sin a, sin (t * a)⟩ else ⟨sin b, a * a⟩"},
		{"sumPlaceDead", fst(total(at(xs, func(e sx.Term) sx.Term { return tup(e, sin(e)) }))), "sum xs"},
		{"sumPlaceDead", let("z", three, func(z sx.Term) sx.Term { return mul(sx.NewProj(1, z), sx.NewProj(2, z)) }),
			"let z = sum [let t = sin ys[i] in ⟨t, xs[i] * t⟩ | i < 3] in fst z * snd z"},
		{"sumPlaceEta", let("z", total(build(func(i sx.Term) sx.Term {
			return let("t", index(xs, i), func(t sx.Term) sx.Term { return tup(onehot(i, t), twice(t)) })
		})), func(z sx.Term) sx.Term { return plus(sx.NewProj(0, z), onehot(ix, sx.NewProj(1, z))) }),
			"let z = sum [let t = xs[i] in t * t | i < 3] in xs + oneHot 3 ix z"},
	}
}
