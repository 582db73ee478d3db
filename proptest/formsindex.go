package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// indexForms read and write arrays at indices and move their elements.
func indexForms() []form {
	realArr := (*generator).realArray
	return []form{
		{
			name: "set", needs: Arrays, weight: 4, fits: nonEmptyArray(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return syntax.NewSet(g.term(array(n, elem), fuel/2), g.index(n), g.term(elem, fuel/2))
			}),
		},
		{
			name: "setInside", needs: Arrays, weight: 4,
			goal: func(g *generator) syntax.Type { return array(g.size(), g.realArray()) },
			fits: func(g *generator, ty syntax.Type) bool {
				return nonEmptyArray(func(row syntax.Type) bool { return nonEmptyArray(every)(g, row) })(g, ty)
			},
			build: arrayOf((*generator).setInside),
		},
		{
			name: "oneHot", needs: Arrays, weight: 3, fits: nonEmptyArray(allReal), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return syntax.NewOneHot(n, g.index(n), g.term(elem, fuel))
			}),
		},
		{
			name: "gather", needs: Arrays, weight: 3, fits: arr(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				m := g.size()
				return g.bound(m, elem, fuel/2, func(a syntax.Term) syntax.Term {
					return g.let("is", g.indices(n, m), func(is syntax.Term) syntax.Term {
						return syntax.Gather(a, is)
					})
				})
			}),
		},
		{
			name: "scatter", needs: Arrays | Loops, weight: 3, fits: nonEmptyArray(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return g.scattering(n, elem, fuel, syntax.Scatter)
			}),
		},
		{
			name: "scatterAdd", needs: Arrays, weight: 3, fits: nonEmptyArray(allReal), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return g.scattering(n, elem, fuel, func(a, is, vs syntax.Term) syntax.Term {
					return g.scaled(0.2, syntax.ScatterAdd(a, is, vs))
				})
			}),
		},
		{
			name: "histogram", needs: Arrays, weight: 2, fits: nonEmptyArray(exactly(syntax.Real)), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, _ syntax.Type, _ int) syntax.Term {
				return g.let("is", g.indices(syntax.SizeLit(3), n),
					func(is syntax.Term) syntax.Term { return syntax.Histogram(n, is) })
			}),
		},
		{
			name: "concat", needs: Arrays, weight: 4,
			goal: func(g *generator) syntax.Type { return array(g.size().Add(syntax.SizeLit(1)), syntax.Real) },
			fits: func(g *generator, ty syntax.Type) bool {
				a, ok := ty.(*syntax.ArrayType)
				return ok && g.nonEmpty(a.Len.Sub(syntax.SizeLit(1)))
			},
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				one := syntax.SizeLit(1)
				first, second := one, n.Sub(one)
				if g.chance(0.5) {
					first, second = second, first
				}
				return g.bound(first, elem, fuel/2, func(a syntax.Term) syntax.Term {
					return g.bound(second, elem, fuel/2, func(b syntax.Term) syntax.Term { return syntax.Concat(a, b) })
				})
			}),
		},
		{
			name: "slice", needs: Arrays, weight: 3, fits: arr(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				lo := g.rng.Int63n(3)
				return g.bound(n.Add(syntax.SizeLit(lo)), elem, fuel, func(a syntax.Term) syntax.Term {
					return syntax.Slice(nil, a, syntax.IntLit(g.rng.Int63n(lo+1)), n)
				})
			}),
		},
		{
			name: "reverse", needs: Arrays, weight: 3, fits: arr(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return g.bound(n, elem, fuel, syntax.Reverse)
			}),
		},
		{
			name: "argMax", needs: Arrays | Loops | Branches, weight: 4, fits: isType(syntax.Int),
			goal: always(syntax.Int),
			build: func(g *generator, _ syntax.Type, fuel int) syntax.Term {
				return g.bound(g.size(), syntax.Real, fuel, syntax.ArgMax)
			},
		},
		{
			name: "sizeOf", needs: Arrays, weight: 3, fits: isType(syntax.Int), goal: always(syntax.Int),
			build: func(g *generator, _ syntax.Type, _ int) syntax.Term { return syntax.NewSizeOf(g.size()) },
		},
		{
			name: "fromIdx", needs: Arrays, weight: 4, fits: isType(syntax.Int), goal: always(syntax.Int),
			build: func(g *generator, _ syntax.Type, _ int) syntax.Term { return syntax.NewFromIdx(g.index(g.size())) },
		},
	}
}

func nonEmptyArray(test func(elem syntax.Type) bool) func(*generator, syntax.Type) bool {
	return func(g *generator, ty syntax.Type) bool {
		a, ok := ty.(*syntax.ArrayType)
		return ok && g.nonEmpty(a.Len) && test(a.Elem)
	}
}

// setInside changes an element inside a row, whose variable may be one that others read too.
func (g *generator) setInside(n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
	row := elem.(*syntax.ArrayType)
	return g.bound(n, elem, fuel/2, func(a syntax.Term) syntax.Term {
		return g.let("i", g.index(n), func(i syntax.Term) syntax.Term {
			inside := func(r syntax.Term) syntax.Term {
				return syntax.NewSet(a, i, syntax.NewSet(r, g.index(row.Len), g.term(row.Elem, fuel/2)))
			}
			if g.chance(0.5) {
				return inside(syntax.NewIndex(a, i))
			}
			return g.let("row", syntax.NewIndex(a, i), inside)
		})
	})
}

// indices is an array of n indices below m.
func (g *generator) indices(n, m *syntax.Size) syntax.Term {
	return g.build(n, func(i syntax.Term) syntax.Term {
		if g.chance(0.5) {
			return syntax.NewToIdx(nil, m, syntax.NewPrim(syntax.OpIntMod, syntax.NewFromIdx(i), syntax.NewSizeOf(m)))
		}
		return g.index(m)
	})
}

// scattering makes the three arguments of a scatter.
func (g *generator) scattering(n *syntax.Size, elem syntax.Type, fuel int,
	f func(a, is, vs syntax.Term) syntax.Term) syntax.Term {
	m := g.size()
	return g.bound(n, elem, fuel/2, func(a syntax.Term) syntax.Term {
		return g.let("is", g.indices(m, n), func(is syntax.Term) syntax.Term {
			return g.bound(m, elem, fuel/2, func(vs syntax.Term) syntax.Term { return f(a, is, vs) })
		})
	})
}

// dynamicForms make and open arrays of run-time length.
func dynamicForms() []form {
	dyn := always(syntax.NewDynType(syntax.Real))
	return []form{
		{
			name: "pack", needs: Dynamic | Arrays, weight: 4, fits: typed[*syntax.DynType], goal: dyn,
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				return syntax.NewPack(g.term(array(g.size(), ty.(*syntax.DynType).Elem), fuel))
			},
		},
		{
			name: "filter", needs: Dynamic | Arrays, weight: 6, fits: typed[*syntax.DynType], goal: dyn,
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				n := g.size()
				return g.bound(n, ty.(*syntax.DynType).Elem, fuel/2, func(a syntax.Term) syntax.Term {
					return syntax.Filter(func(x syntax.Term) syntax.Term { return g.keep(n, x, fuel/3) }, a)
				})
			},
		},
		{
			name: "dynLen", needs: Dynamic | Arrays, weight: 3, fits: isType(syntax.Int), goal: always(syntax.Int),
			build: func(g *generator, _ syntax.Type, fuel int) syntax.Term {
				return syntax.NewDynLen(g.term(syntax.NewDynType(syntax.Real), fuel))
			},
		},
		{
			name: "coerce", needs: Dynamic | Arrays, weight: 3, fits: arr(every), goal: (*generator).realArray,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				a := g.term(array(n, elem), fuel)
				return syntax.NewCoerce(nil, syntax.NewPack(a), array(n, elem))
			}),
		},
		{
			name: "sizeBinding", needs: Dynamic | Arrays, weight: 3, fits: anything, goal: (*generator).flatType,
			build: (*generator).sizeBinding,
		},
	}
}

// keep decides about an element of a filter.
func (g *generator) keep(n *syntax.Size, x syntax.Term, fuel int) syntax.Term {
	var s syntax.Spine
	e := s.Let(g.name("e"), x)
	c := g.within(func() syntax.Term {
		return g.repeated(n, func() syntax.Term {
			return syntax.NewPrim(syntax.MustOp("lt"), g.use(e, fuel), syntax.RealLit(0.7))
		})
	}, e.Var)
	return s.In(c)
}

// sizeBinding computes a size between 1 and 4 at run time and uses arrays of that size.
func (g *generator) sizeBinding(ty syntax.Type, fuel int) syntax.Term {
	m := syntax.NewSizeVar(g.name("m"))
	k := syntax.NewPrim(syntax.MustOp("imax"), syntax.IntLit(0), g.term(syntax.Int, fuel/4))
	size := syntax.NewPrim(syntax.OpIntAdd, syntax.IntLit(1), syntax.NewPrim(syntax.OpIntMod, k, syntax.IntLit(4)))
	n := len(g.sizes)
	g.sizes = append(g.sizes, syntax.SizeOfVar(m))
	a := g.fresh("a", array(syntax.SizeOfVar(m), syntax.Real))
	binds := []syntax.Bind{{Size: m, Rhs: size}, {Var: a, Rhs: g.term(a.Type, fuel/3)}}
	body := g.within(func() syntax.Term { return g.body(syntax.Ref(a), ty, fuel/2) }, a)
	g.sizes = g.sizes[:n]
	return syntax.NewLet(binds, body)
}
