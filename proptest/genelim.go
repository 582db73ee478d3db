package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// use makes a real, of magnitude at most realCap, that depends on the atom t.
func (g *generator) use(t syntax.Term, fuel int) syntax.Term {
	switch ty := t.Type().(type) {
	case *syntax.Scalar:
		switch ty {
		case syntax.Real:
			return t
		case syntax.Int:
			g.used["op:real"]++
			return g.tame(syntax.Apply1("real", t), intCap)
		default:
			if !g.on(Branches) {
				return g.literal()
			}
			return g.ifTerm(t, syntax.Real, fuel)
		}
	case *syntax.IdxType:
		g.used["fromIdx"]++
		return g.tame(syntax.Apply1("real", syntax.NewFromIdx(t)), 2*realCap)
	case *syntax.TupleType:
		return g.useTuple(t, ty, fuel)
	case *syntax.SumType, *syntax.Data:
		return g.useSum(t, fuel)
	case *syntax.FuncType:
		g.used["app"]++
		return g.useTerm("y", syntax.NewApp(t, g.term(ty.Param, fuel/2)), fuel/2)
	case *syntax.ArrayType:
		return g.useArray(t, ty, fuel)
	case *syntax.DynType:
		return g.open(t, func(a syntax.Term) syntax.Term { return g.use(a, fuel-2) })
	default:
		return g.literal()
	}
}

// useTerm is use of a term that need not be an atom.
func (g *generator) useTerm(hint string, t syntax.Term, fuel int) syntax.Term {
	return g.let(hint, t, func(x syntax.Term) syntax.Term { return g.use(x, fuel) })
}

func (g *generator) useTuple(t syntax.Term, ty *syntax.TupleType, fuel int) syntax.Term {
	if len(ty.Elems) == 0 {
		return g.literal()
	}
	k := g.rng.Intn(len(ty.Elems))
	g.used["proj"]++
	a := g.useTerm("p", syntax.NewProj(k, t), fuel/2)
	if fuel <= 2 || g.chance(0.3) {
		return a
	}
	l := (k + 1) % len(ty.Elems)
	b := g.useTerm("p", syntax.NewProj(l, t), fuel/2)
	return g.combine(a, b)
}

// combine joins two reals so that both matter.
func (g *generator) combine(a, b syntax.Term) syntax.Term {
	op := oneOf(g, syntax.OpAdd, syntax.OpSub, syntax.OpMul, syntax.OpAdd)
	g.used["op:"+op.Name]++
	return g.tame(syntax.NewPrim(op, a, b), opBound(op))
}

func (g *generator) useSum(t syntax.Term, fuel int) syntax.Term {
	if t.Type() != tagData && g.on(Recursion) && g.chance(0.6) {
		if d, ok := t.Type().(*syntax.Data); ok {
			if u := g.recurse(d, t, syntax.Real, fuel); u != nil {
				return u
			}
		}
	}
	vs, _ := syntax.Variants(t.Type())
	return g.caseTerm(t, vs, syntax.Real, fuel)
}

// caseTerm is case t of … at type ty; arms use what they bind when they can.
func (g *generator) caseTerm(t syntax.Term, vs []syntax.Type, ty syntax.Type, fuel int) syntax.Term {
	g.used["case"]++
	arms := make([]syntax.Arm, len(vs))
	for k, v := range vs {
		x := g.fresh("v", v)
		arms[k] = syntax.Arm{Var: x, Body: g.within(func() syntax.Term {
			if ty == syntax.Real && g.chance(0.6) {
				return g.combine(g.use(syntax.Ref(x), share(fuel, 2*len(vs))), g.real(share(fuel, 2*len(vs))))
			}
			return g.term(ty, share(fuel, len(vs)))
		}, x)}
	}
	return syntax.NewCase(t, arms...)
}

func (g *generator) ifTerm(c syntax.Term, ty syntax.Type, fuel int) syntax.Term {
	g.used["if"]++
	return syntax.NewIf(c, g.term(ty, fuel/2), g.term(ty, fuel/2))
}

// sumBound bounds the sum of an array of reals of the sizes used here.
const sumBound = 6 * realCap

func (g *generator) useArray(t syntax.Term, ty *syntax.ArrayType, fuel int) syntax.Term {
	if g.nonEmpty(ty.Len) && (fuel <= 1 || g.mult > maxMult || g.chance(0.25)) {
		g.used["index"]++
		return g.useTerm("e", syntax.NewIndex(t, g.index(ty.Len)), fuel-1)
	}
	if !g.on(Loops) || g.chance(0.6) {
		g.used["sum"]++
		if ty.Elem == syntax.Real && g.chance(0.5) {
			return g.tame(syntax.NewSum(t), sumBound)
		}
		return g.tame(syntax.NewSum(g.build(ty.Len, func(i syntax.Term) syntax.Term {
			return g.useTerm("e", syntax.NewIndex(t, i), fuel-2)
		})), sumBound)
	}
	return g.fold(t, syntax.Real, fuel)
}

// fold is a fold over the array atom t with a state of type ty.
func (g *generator) fold(t syntax.Term, ty syntax.Type, fuel int) syntax.Term {
	g.used["fold"]++
	n := t.Type().(*syntax.ArrayType).Len
	return syntax.Fold(func(acc, x syntax.Term) syntax.Term {
		e := g.fresh("e", x.Type())
		s := acc.(*syntax.VarRef).Var
		body := g.within(func() syntax.Term {
			return g.repeated(n, func() syntax.Term { return g.step(ty, syntax.Ref(s), syntax.Ref(e), fuel/2) })
		}, s, e)
		return syntax.NewLet([]syntax.Bind{{Var: e, Rhs: x}}, body)
	}, g.term(ty, fuel/3), t)
}

// step is the next state of an iteration, which depends on the old one and, if
// not nil, on an element.
func (g *generator) step(ty syntax.Type, s, e syntax.Term, fuel int) syntax.Term {
	switch f, isFunc := ty.(*syntax.FuncType); {
	case ty == syntax.Real && e != nil:
		return g.combine(s, g.use(e, fuel))
	case ty == syntax.Real:
		return g.combine(s, g.real(fuel))
	case isFunc && f == realFun && g.chance(0.7):
		// The closure of this round calls the closure of the round before.
		return g.lam(syntax.Real, func(x syntax.Term) syntax.Term {
			return syntax.NewApp(s, g.combine(x, g.real(fuel/2)))
		})
	}
	return g.term(ty, fuel)
}

// open gives the atom t of type [?]τ a length, for a use in f.
func (g *generator) open(t syntax.Term, f func(a syntax.Term) syntax.Term) syntax.Term {
	g.used["sizeBinding"]++
	m := syntax.NewSizeVar(g.name("m"))
	ty := array(syntax.SizeOfVar(m), t.Type().(*syntax.DynType).Elem)
	a := g.fresh("a", ty)
	binds := []syntax.Bind{{Size: m, Rhs: syntax.NewDynLen(t)}, {Var: a, Rhs: syntax.NewCoerce(nil, t, ty)}}
	body := g.within(func() syntax.Term { return f(syntax.Ref(a)) }, a)
	return syntax.NewLet(binds, body)
}
