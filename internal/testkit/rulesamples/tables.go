package rulesamples

import sx "github.com/seed-4b734f86/gochad/syntax"

func tableSamples() []Sample {
	runs := sx.NewSizeVar("n")
	n := sx.SizeOfVar(runs)
	sized := func(t sx.Term) sx.Term {
		return sx.NewLet([]sx.Bind{{Size: runs, Rhs: prim("imax", k, sx.IntLit(0))}}, t)
	}
	real := func(i sx.Term) sx.Term { return prim("real", sx.NewFromIdx(i)) }
	element := func(i, j sx.Term) sx.Term { return index(index(mm, i), j) }
	return []Sample{
		{"tabulate", build(func(i sx.Term) sx.Term {
			return build(func(j sx.Term) sx.Term { return mul(element(i, j), sin(index(xs, j))) })
		}), "let t = [sin xs[i] | i < 3] in [[mm[i][i2] * t[i2] | i2 < 3] | i < 3]"},
		// Nothing is computed where the loop around does not run.
		{"tabulate", sized(total(sx.BuildArray(n, func(i sx.Term) sx.Term {
			return total(build(func(j sx.Term) sx.Term { return mul(real(i), sin(index(xs, j))) }))
		}))),
			"let size n = imax (k, 0) size k2 = if n > 0 then 3 else 0 t = [sin xs[int i] | i < k2] in sum [sum " +
				"[real (int i) * t[int i2] | i2 < 3] | i < n]"},
		// Two loops between, and what is cheap given another table.
		{"tabulate", build(func(i sx.Term) sx.Term {
			return build(func(h sx.Term) sx.Term {
				return build(func(j sx.Term) sx.Term {
					return let("u", sin(index(xs, j)), func(u sx.Term) sx.Term {
						return mul(add(element(i, h), u), mul(u, u))
					})
				})
			})
		}),
			"let u = [sin xs[i] | i < 3] in [[[let u2 = u[i3] in (mm[i][i2] + u2) * (u2 * u2) | i3 < 3] | i2 < 3] " +
				"| i < 3]"},
		// Dear values of dear ones, and what is cheap given those.
		{"tabulate", build(func(i sx.Term) sx.Term {
			return build(func(j sx.Term) sx.Term {
				return let("u", sin(sin(index(xs, j))), func(u sx.Term) sx.Term {
					return let("v", mul(u, b), func(v sx.Term) sx.Term {
						return mul(add(index(xs, i), v), add(v, mul(index(ys, i), u)))
					})
				})
			})
		}),
			"let u = [sin (sin xs[i]) | i < 3] in [[let u2 = u[i2] v = u2 * b in (xs[i] + v) * (v + ys[i] * u2) | i2 " +
				"< 3] | i < 3]"},
		// Two dimensions, of what reads an element for each entry.
		{"tabulate", total(build(func(i sx.Term) sx.Term {
			return total(build(func(h sx.Term) sx.Term {
				return total(build(func(j sx.Term) sx.Term { return mul(index(xs, i), sin(element(h, j))) }))
			}))
		})),
			"let t = [[sin mm[i][i2] | i2 < 3] | i < 3] in sum [sum [sum [xs[i] * t[i2][i3] | i3 < 3] | i2 < 3] " +
				"| i < 3]"},
		// A loop of loops.
		{"tabulate", build(func(i sx.Term) sx.Term {
			return build(func(j sx.Term) sx.Term {
				return mul(index(xs, i), loopOf(sx.NoOutput, index(ys, j),
					func(_, s sx.Term) sx.Term { return sin(add(s, b)) }))
			})
		}), "let t = [loop s = ys[i] for i2 < 3 do sin (s + b) | i < 3] in [[xs[i] * t[i2] | i2 < 3] | i < 3]"},
	}
}

// stateSamples are rules on branches with the state of a loop.
func stateSamples() []Sample {
	lt := func(x, y sx.Term) sx.Term { return prim("lt", x, y) }
	return []Sample{
		{"ifPlaceDead",
			let("p", iff(cond, tup(mul(a, b), xs, sin(a)),
				let("q", sin(c), func(q sx.Term) sx.Term { return tup(q, ys, mul(q, q)) })), func(p sx.Term) sx.Term {
				return mul(fst(p), sx.NewProj(2, p))
			}), "let p = if cond then ⟨a * b, sin a⟩ else let q = sin c in ⟨q, q * q⟩ in fst p * snd p"},
		{"projIfSame", let("p", iff(cond, tup(xs, zero(vec)), sx.NewCoproj(arrays, 0, ys)), func(p sx.Term) sx.Term {
			return plus(fst(p), snd(p))
		}), "if cond then xs else ys"},
		{"projIfSame", let("p", iff(cond, tup(sin(a), b), tup(c, b)),
			func(p sx.Term) sx.Term { return mul(fst(p), snd(p)) }), "(if cond then sin a else c) * b"},
		{"projIfSame",
			let("p", iff(cond, tup(tup(xs, sin(a)), b), iff(lt(a, b), tup(tup(xs, b), c), tup(tup(xs, c), a))),
				func(p sx.Term) sx.Term {
					return tup(fst(fst(p)), mul(snd(fst(p)), snd(p)))
				}),
			"let p = if cond then ⟨⟨xs, sin a⟩, b⟩ else if a < b then ⟨⟨xs, b⟩, c⟩ else ⟨⟨xs, c⟩, a⟩ in ⟨xs, snd " +
				"(fst p) * snd p⟩"},
		{"ifSum", loopOf(sx.NoOutput, a, func(i, s sx.Term) sx.Term {
			return iff(lt(index(xs, i), b), add(s, sin(index(xs, i))), sx.Sub(s, index(ys, i)))
		}), "loop s = a for i < 3 do let t = xs[i] in s + (if t < b then sin t else -ys[i])"},
		{"ifSum", loopOf(sx.NoOutput, tup(a, b), func(i, s sx.Term) sx.Term {
			x := index(xs, i)
			return iff(lt(x, c), tup(add(x, fst(s)), snd(s)), tup(fst(s), mul(x, snd(s))))
		}),
			"loop s = ⟨a, b⟩ for i < 3 do let t = xs[i] z = if t < c then ⟨t, snd s⟩ else ⟨-0.0, t * snd s⟩ in ⟨fst " +
				"s + fst z, snd z⟩"},
		{"ifSum", iff(cond, sx.Sub(sin(a), mul(b, c)), sx.Sub(a, mul(b, c))), "(if cond then sin a else a) - b * c"},
		{"ifSum", iff(cond, add(sin(a), mul(b, c)), add(mul(b, c), b)), "b * c + (if cond then sin a else b)"},
	}
}
