package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// arr is the shape of fits for arrays whose element type passes a test.
func arr(test func(elem syntax.Type) bool) func(*generator, syntax.Type) bool {
	return func(_ *generator, ty syntax.Type) bool {
		a, ok := ty.(*syntax.ArrayType)
		return ok && test(a.Elem)
	}
}

func every(syntax.Type) bool { return true }

func exactly(want syntax.Type) func(syntax.Type) bool {
	return func(t syntax.Type) bool { return t == want }
}

// arrayOf makes a builder from a function on the length and element type.
func arrayOf(f func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term) func(*generator, syntax.Type,
	int) syntax.Term {
	return func(g *generator, ty syntax.Type, fuel int) syntax.Term {
		a := ty.(*syntax.ArrayType)
		return f(g, a.Len, a.Elem, fuel)
	}
}

// bound makes an array and gives it a name.
func (g *generator) bound(n *syntax.Size, elem syntax.Type, fuel int, f func(a syntax.Term) syntax.Term) syntax.Term {
	return g.let("a", g.term(array(n, elem), fuel), f)
}

// elemBody is the body of a derived form: a term of type ty that uses the elements xs.
func (g *generator) elemBody(n *syntax.Size, ty syntax.Type, fuel int, xs ...syntax.Term) syntax.Term {
	var s syntax.Spine
	old := len(g.vars)
	for _, x := range xs {
		g.vars = append(g.vars, s.Let(g.name("e"), x).Var)
	}
	last := syntax.Ref(g.vars[len(g.vars)-1])
	body := g.repeated(n, func() syntax.Term { return g.body(last, ty, fuel) })
	g.vars = g.vars[:old]
	return s.In(body)
}

func (g *generator) mappable() syntax.Type {
	return oneOf[syntax.Type](g, syntax.Real, syntax.Real, pair, syntax.Int)
}

func matrix(g *generator) syntax.Type { return array(g.size(), g.realArray()) }

func isMatrix(_ *generator, ty syntax.Type) bool {
	a, ok := ty.(*syntax.ArrayType)
	if !ok {
		return false
	}
	row, ok := a.Elem.(*syntax.ArrayType)
	return ok && row.Elem == syntax.Real
}

func arrayForms() []form {
	realArr := (*generator).realArray
	return []form{
		{
			name: "build", needs: Arrays, weight: 8, fits: arr(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return g.build(n, func(syntax.Term) syntax.Term { return g.term(elem, fuel) })
			}),
		},
		{
			name: "arrayLit", needs: Arrays, weight: 6,
			goal: func(*generator) syntax.Type { return array(syntax.SizeLit(3), syntax.Real) },
			fits: func(_ *generator, ty syntax.Type) bool {
				a, ok := ty.(*syntax.ArrayType)
				if !ok {
					return false
				}
				_, ok = a.Len.Lit()
				return ok
			},
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				k, _ := n.Lit()
				elems := make([]syntax.Term, k)
				for i := range elems {
					elems[i] = g.term(elem, share(fuel, int(k)))
				}
				return syntax.NewArrayLit(elem, elems...)
			}),
		},
		{
			name: "map", needs: Arrays, weight: 5, iterates: true, fits: arr(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return g.bound(n, g.mappable(), fuel/2, func(a syntax.Term) syntax.Term {
					return syntax.MapArray(func(x syntax.Term) syntax.Term { return g.elemBody(n, elem, fuel/2, x) }, a)
				})
			}),
		},
		{
			name: "zipWith", needs: Arrays, weight: 4, iterates: true, fits: arr(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return g.bound(n, syntax.Real, fuel/3, func(a syntax.Term) syntax.Term {
					return g.bound(n, g.mappable(), fuel/3, func(b syntax.Term) syntax.Term {
						return syntax.ZipWith(func(x, y syntax.Term) syntax.Term {
							return g.elemBody(n, elem, fuel/3, x, y)
						}, a, b)
					})
				})
			}),
		},
		{
			name: "replicate", needs: Arrays, weight: 2, fits: arr(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				return g.let("x", g.term(elem, fuel), func(x syntax.Term) syntax.Term { return syntax.Replicate(n, x) })
			}),
		},
		{
			name: "iota", needs: Arrays, weight: 8, fits: arr(exactly(syntax.Int)),
			goal: func(g *generator) syntax.Type { return array(g.size(), syntax.Int) },
			build: arrayOf(func(_ *generator, n *syntax.Size, _ syntax.Type, _ int) syntax.Term {
				return syntax.Iota(n)
			}),
		},
		{
			name: "scan", needs: Arrays | Loops, weight: 4, iterates: true, fits: arr(exactly(syntax.Real)),
			goal:  realArr,
			build: arrayOf((*generator).scan),
		},
		{
			name: "foldForm", needs: Arrays | Loops, weight: 3, iterates: true, fits: anything,
			goal: (*generator).flatType,
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				return g.bound(g.size(), g.mappable(), fuel/3,
					func(a syntax.Term) syntax.Term { return g.fold(a, ty, fuel/2) })
			},
		},
		{
			name: "collect", needs: Arrays | Loops, weight: 4, iterates: true, fits: arr(every), goal: realArr,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				state := syntax.Type(syntax.Real)
				if g.on(HigherOrder) && g.chance(0.2) {
					state = realFun
				}
				return syntax.NewProj(1, g.collect(n, state, elem, fuel))
			}),
		},
		{
			name: "sum", needs: Arrays, weight: 5, fits: func(_ *generator, ty syntax.Type) bool { return allReal(ty) },
			goal: (*generator).flatType,
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				return g.scaled(0.2, syntax.NewSum(g.term(array(g.size(), ty), fuel)))
			},
		},
		{
			name: "transpose", needs: Arrays, weight: 4, fits: isMatrix, goal: matrix,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				m := elem.(*syntax.ArrayType).Len
				return g.bound(m, array(n, syntax.Real), fuel, syntax.Transpose)
			}),
		},
		{
			name: "matmul", needs: Arrays, weight: 4, iterates: true, fits: isMatrix, goal: matrix,
			build: arrayOf(func(g *generator, n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
				m, k := elem.(*syntax.ArrayType).Len, syntax.SizeLit(int64(1+g.rng.Intn(3)))
				return g.bound(n, array(k, syntax.Real), fuel/2, func(a syntax.Term) syntax.Term {
					return g.bound(k, array(m, syntax.Real), fuel/2, func(b syntax.Term) syntax.Term {
						return g.scaled(0.08, syntax.MatMul(a, b))
					})
				})
			}),
		},
	}
}

func (g *generator) scan(n *syntax.Size, elem syntax.Type, fuel int) syntax.Term {
	return g.bound(n, g.mappable(), fuel/3, func(a syntax.Term) syntax.Term {
		init := g.term(elem, fuel/4)
		return syntax.Scan(func(acc, x syntax.Term) syntax.Term {
			var s syntax.Spine
			e := s.Let(g.name("e"), x)
			body := g.within(func() syntax.Term {
				return g.repeated(n, func() syntax.Term { return g.step(elem, acc, e, fuel/3) })
			}, acc.(*syntax.VarRef).Var, e.Var)
			return s.In(body)
		}, init, a)
	})
}
