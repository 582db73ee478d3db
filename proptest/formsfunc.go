package proptest

import "github.com/seed-4b734f86/gochad/syntax"

func functionForms() []form {
	fn := func(g *generator) syntax.Type { return g.funcType() }
	isFun := isType(realFun)
	return []form{
		{
			name: "lam", needs: HigherOrder, weight: 16, fits: typed[*syntax.FuncType], goal: fn,
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				f := ty.(*syntax.FuncType)
				return g.lam(f.Param, func(x syntax.Term) syntax.Term { return g.body(x, f.Result, fuel) })
			},
		},
		{name: "app", needs: HigherOrder, weight: 6, fits: anything, goal: (*generator).anyType,
			build: (*generator).app},
		{
			name: "compose", needs: HigherOrder, weight: 5, fits: isFun, goal: always(realFun),
			build: func(g *generator, _ syntax.Type, fuel int) syntax.Term {
				return g.let("f", g.term(realFun, fuel/2), func(f syntax.Term) syntax.Term {
					return g.let("h", g.term(realFun, fuel/2), func(h syntax.Term) syntax.Term {
						return g.lam(syntax.Real, func(x syntax.Term) syntax.Term {
							return syntax.NewApp(f, syntax.NewApp(h, x))
						})
					})
				})
			},
		},
		{
			name: "closureInBranch", needs: HigherOrder | Branches, weight: 4, fits: isFun, goal: always(realFun),
			build: func(g *generator, _ syntax.Type, fuel int) syntax.Term {
				return syntax.NewIf(g.term(syntax.Bool, 2), g.closure(fuel/2), g.closure(fuel/2))
			},
		},
		{
			name: "closureInTuple", needs: HigherOrder, weight: 4, fits: isFun, goal: always(realFun),
			build: func(g *generator, _ syntax.Type, fuel int) syntax.Term {
				return syntax.NewProj(g.rng.Intn(2), syntax.NewTuple(g.closure(fuel/2), g.closure(fuel/2)))
			},
		},
		{
			name: "closureInArray", needs: HigherOrder | Arrays, weight: 4, fits: isFun, goal: always(realFun),
			build: func(g *generator, _ syntax.Type, fuel int) syntax.Term {
				n := g.size()
				fs := g.build(n, func(syntax.Term) syntax.Term { return g.closure(fuel) })
				return g.let("fs", fs, func(fs syntax.Term) syntax.Term { return syntax.NewIndex(fs, g.index(n)) })
			},
		},
		{
			name: "closureInLoop", needs: HigherOrder | Loops, weight: 4, iterates: true, fits: isFun,
			goal:  always(realFun),
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term { return g.loop(ty, fuel) },
		},
		{
			name: "curried", needs: HigherOrder, weight: 3, fits: isFun, goal: always(realFun),
			build: func(g *generator, _ syntax.Type, fuel int) syntax.Term {
				add := g.lam(syntax.Real, func(x syntax.Term) syntax.Term { return g.closure(fuel) })
				return g.let("f", add, func(f syntax.Term) syntax.Term { return syntax.NewApp(f, g.real(fuel/3)) })
			},
		},
	}
}

// closure is a λ on reals whose body uses its argument and what is in scope.
func (g *generator) closure(fuel int) syntax.Term {
	return g.lam(syntax.Real, func(x syntax.Term) syntax.Term { return g.combine(x, g.real(fuel/2)) })
}

// body is a term of type ty that probably uses the atom x.
func (g *generator) body(x syntax.Term, ty syntax.Type, fuel int) syntax.Term {
	if ty == syntax.Real && g.chance(0.7) {
		return g.combine(g.use(x, fuel/2), g.real(fuel/2))
	}
	return g.term(ty, fuel)
}

// app applies a function in scope, or a new one.
func (g *generator) app(ty syntax.Type, fuel int) syntax.Term {
	var fs []*syntax.Var
	for _, x := range g.vars {
		if f, ok := x.Type.(*syntax.FuncType); ok && f.Result == ty {
			fs = append(fs, x)
		}
	}
	if len(fs) > 0 && g.chance(0.7) {
		f := oneOf(g, fs...)
		return syntax.NewApp(syntax.Ref(f), g.term(f.Type.(*syntax.FuncType).Param, fuel))
	}
	param := oneOf[syntax.Type](g, syntax.Real, pair, g.flatType(), g.dataType())
	f := g.term(syntax.NewFuncType(param, ty), fuel/2)
	return syntax.NewApp(f, g.term(param, fuel/2))
}

// derivable: operators stand under at most one other.
func derivable(g *generator, ty syntax.Type) bool {
	return ty == syntax.Real && g.derivs < 2 && g.mult <= 4
}

// function is a variable of a type of reals and a body that uses it.
func (g *generator) function(result syntax.Type, fuel int) (*syntax.Var, syntax.Term) {
	x := g.fresh("x", g.flatType())
	g.derivs++
	body := g.within(func() syntax.Term {
		if result == syntax.Real {
			return g.combine(g.use(syntax.Ref(x), fuel/2), g.real(fuel/2))
		}
		return g.term(result, fuel)
	}, x)
	g.derivs--
	return x, body
}

func (g *generator) jvp(_ syntax.Type, fuel int) syntax.Term {
	x, body := g.function(g.flatType(), fuel/2)
	return g.squashed(syntax.NewDeriv(syntax.JVP, x, body, g.term(x.Type, fuel/4), g.term(x.Type, fuel/4)))
}

func (g *generator) vjp(_ syntax.Type, fuel int) syntax.Term {
	x, body := g.function(g.flatType(), fuel/2)
	return g.squashed(syntax.NewDeriv(syntax.VJP, x, body, g.term(x.Type, fuel/4), g.term(body.Type(), fuel/4)))
}

func (g *generator) grad(_ syntax.Type, fuel int) syntax.Term {
	x, body := g.function(syntax.Real, fuel/2)
	return g.squashed(syntax.Grad(x, body, g.term(x.Type, fuel/4)))
}

// squashed adds up the reals of t, of any magnitude, and brings the sum below 1.
func (g *generator) squashed(t syntax.Term) syntax.Term {
	return g.let("d", syntax.Mul(syntax.RealLit(0.2), g.total(t)), func(u syntax.Term) syntax.Term {
		return syntax.Div(u, syntax.Add(syntax.RealLit(1), syntax.Mul(u, u)))
	})
}

// total is the sum of the reals in t, whose type is allReal.
func (g *generator) total(t syntax.Term) syntax.Term {
	switch ty := t.Type().(type) {
	case *syntax.TupleType:
		return g.let("p", t, func(x syntax.Term) syntax.Term {
			s := g.total(syntax.NewProj(0, x))
			for i := 1; i < len(ty.Elems); i++ {
				s = syntax.Add(s, g.total(syntax.NewProj(i, x)))
			}
			return s
		})
	case *syntax.ArrayType:
		return g.let("a", t, func(x syntax.Term) syntax.Term {
			return syntax.NewSum(g.build(ty.Len, func(i syntax.Term) syntax.Term {
				return g.total(syntax.NewIndex(x, i))
			}))
		})
	default:
		return t
	}
}
