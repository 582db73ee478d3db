package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// Forms returns the names of all the forms that random programs are made of,
// without the primitives, which go by "op:" and their name.
func Forms() []string {
	var out []string
	for _, f := range allForms() {
		out = append(out, f.name)
	}
	return out
}

// allForms is the table of forms: the language, in the order of syntax.
func allForms() []form {
	var out []form
	for _, fs := range [][]form{scalarForms(), generalForms(), functionForms(), arrayForms(), indexForms(),
		dynamicForms()} {
		out = append(out, fs...)
	}
	return out
}

func isType(want syntax.Type) func(*generator, syntax.Type) bool {
	return func(_ *generator, ty syntax.Type) bool { return ty == want }
}

func anything(_ *generator, _ syntax.Type) bool { return true }

func always(ty syntax.Type) func(*generator) syntax.Type {
	return func(*generator) syntax.Type { return ty }
}

// typed is fits for the types of one shape.
func typed[T syntax.Type](_ *generator, ty syntax.Type) bool {
	_, ok := ty.(T)
	return ok
}

func scalarForms() []form {
	op := func(g *generator, ty syntax.Type, fuel int) syntax.Term { return g.apply(g.opFor(ty), fuel) }
	return []form{
		{
			name: "const", weight: 1, goal: always(syntax.Real),
			fits:  func(_ *generator, ty syntax.Type) bool { _, ok := ty.(*syntax.Scalar); return ok },
			build: (*generator).constantTerm,
		},
		{name: "prim", weight: 30, fits: isType(syntax.Real), goal: always(syntax.Real), build: op},
		{name: "intPrim", weight: 20, fits: isType(syntax.Int), goal: always(syntax.Int), build: op},
		{name: "boolPrim", weight: 20, fits: isType(syntax.Bool), goal: always(syntax.Bool), build: op},
		{
			name: "use", weight: 14, fits: isType(syntax.Real), goal: always(syntax.Real),
			build: func(g *generator, _ syntax.Type, fuel int) syntax.Term {
				if len(g.vars) == 0 {
					return g.literal()
				}
				return g.use(syntax.Ref(oneOf(g, g.vars...)), fuel)
			},
		},
		{
			name: "zero", weight: 1, goal: (*generator).flatType,
			fits:  func(_ *generator, ty syntax.Type) bool { return allReal(ty) || ty == syntax.Int },
			build: func(_ *generator, ty syntax.Type, _ int) syntax.Term { return syntax.NewZero(ty) },
		},
		{
			name: "plus", weight: 3, goal: (*generator).flatType,
			fits:  func(_ *generator, ty syntax.Type) bool { return allReal(ty) },
			build: (*generator).plus,
		},
	}
}

func (g *generator) constantTerm(ty syntax.Type, _ int) syntax.Term {
	if ty == syntax.Real {
		return g.literal()
	}
	return g.smallest(ty)
}

// plus adds two or three values of a type, scaled back below the bound.
func (g *generator) plus(ty syntax.Type, fuel int) syntax.Term {
	k := 2 + g.rng.Intn(2)
	ts := make([]syntax.Term, k)
	for i := range ts {
		ts[i] = g.term(ty, share(fuel, k))
	}
	return g.scaled(1/float64(k), syntax.NewPlus(ts...))
}

// scaled multiplies all the reals in t, whose type is allReal.
func (g *generator) scaled(c float64, t syntax.Term) syntax.Term {
	switch ty := t.Type().(type) {
	case *syntax.TupleType:
		return g.let("p", t, func(x syntax.Term) syntax.Term {
			elems := make([]syntax.Term, len(ty.Elems))
			for i := range elems {
				elems[i] = g.scaled(c, syntax.NewProj(i, x))
			}
			return syntax.NewTupleOf(ty, elems...)
		})
	case *syntax.ArrayType:
		return g.let("a", t, func(x syntax.Term) syntax.Term {
			return g.build(ty.Len, func(i syntax.Term) syntax.Term { return g.scaled(c, syntax.NewIndex(x, i)) })
		})
	default:
		return syntax.Mul(syntax.RealLit(c), t)
	}
}

// generalForms produce terms of every type.
func generalForms() []form {
	at := func(f func(g *generator) syntax.Type) func(*generator) syntax.Type { return f }
	return []form{
		{name: "let", weight: 6, fits: anything, goal: at((*generator).anyType), build: (*generator).block},
		{
			name: "if", needs: Branches, weight: 4, fits: anything, goal: at((*generator).anyType),
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				return g.ifTerm(g.term(syntax.Bool, fuel/4), ty, fuel)
			},
		},
		{
			name: "caseSum", needs: SumTypes, weight: 4, fits: anything, goal: at((*generator).anyType),
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				s := oneOf(g, sumReal, sumUnit, sum3)
				return g.caseTerm(g.term(s, fuel/3), s.Variants, ty, fuel)
			},
		},
		{
			name: "caseData", needs: DataTypes, weight: 2, fits: anything, goal: at((*generator).anyType),
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				d := g.declare(oneOf(g, listData, treeData, tagData))
				vs, _ := syntax.Variants(d)
				return g.caseTerm(g.term(d, fuel/3), vs, ty, fuel)
			},
		},
		{
			name: "projTerm", weight: 2, fits: anything, goal: at((*generator).anyType),
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				other := oneOf[syntax.Type](g, syntax.Real, syntax.Int, pair)
				if g.chance(0.5) {
					return syntax.NewProj(0, g.term(syntax.NewTupleType(ty, other), fuel))
				}
				return syntax.NewProj(1, g.term(syntax.NewTupleType(other, ty), fuel))
			},
		},
		{
			name: "indexTerm", needs: Arrays, weight: 2, fits: anything, goal: at((*generator).anyType),
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				n := g.size()
				return syntax.NewIndex(g.term(array(n, ty), fuel), g.index(n))
			},
		},
		{name: "loop", needs: Loops, weight: 3, iterates: true, fits: anything, goal: at((*generator).anyType),
			build: (*generator).loop},
		{name: "while", needs: Whiles, weight: 2, iterates: true, fits: anything, goal: at((*generator).anyType),
			build: (*generator).while},
		{
			name: "collectState", needs: Loops | Arrays, weight: 1, iterates: true, fits: anything,
			goal: at((*generator).anyType),
			build: func(g *generator, ty syntax.Type, fuel int) syntax.Term {
				return syntax.NewProj(0, g.collect(g.size(), ty, syntax.Real, fuel))
			},
		},
		{name: "checkpoint", needs: Checkpoints, weight: 11, fits: unchecked, goal: at((*generator).anyType),
			build: (*generator).checkpoint},
		{name: "call", needs: Calls, weight: 4, fits: callable, goal: at((*generator).anyType),
			build: (*generator).call},
		{name: "recursion", needs: Recursion, weight: 2, iterates: true, fits: callable,
			goal: at((*generator).flatType), build: (*generator).recursion},
		{name: "custom", needs: Customs, weight: 1, fits: isType(syntax.Real), goal: always(syntax.Real),
			build: (*generator).custom},
		{name: "jvp", needs: Operators, weight: 2, fits: derivable, goal: always(syntax.Real), build: (*generator).jvp},
		{name: "vjp", needs: Operators, weight: 2, fits: derivable, goal: always(syntax.Real), build: (*generator).vjp},
		{name: "grad", needs: Operators, weight: 2, fits: derivable, goal: always(syntax.Real),
			build: (*generator).grad},
		{name: "tuple", weight: 20, fits: typed[*syntax.TupleType], goal: always(mixed), build: (*generator).tuple},
		{name: "inj", needs: SumTypes, weight: 20, fits: typed[*syntax.SumType], goal: always(sumReal),
			build: (*generator).inject},
		{
			name: "constructor", needs: DataTypes, weight: 20, fits: typed[*syntax.Data],
			goal:  func(g *generator) syntax.Type { return g.declare(oneOf(g, listData, treeData, tagData)) },
			build: func(g *generator, ty syntax.Type, _ int) syntax.Term { return g.data(ty.(*syntax.Data), 2) },
		},
	}
}

func (g *generator) tuple(ty syntax.Type, fuel int) syntax.Term {
	t := ty.(*syntax.TupleType)
	elems := make([]syntax.Term, len(t.Elems))
	for i, e := range t.Elems {
		elems[i] = g.term(e, share(fuel, len(elems)))
	}
	return syntax.NewTupleOf(t, elems...)
}

func (g *generator) inject(ty syntax.Type, fuel int) syntax.Term {
	t := ty.(*syntax.SumType)
	k := g.rng.Intn(len(t.Variants))
	return syntax.NewInj(t, k, g.term(t.Variants[k], fuel))
}

// block is a let of one or two bindings.
func (g *generator) block(ty syntax.Type, fuel int) syntax.Term {
	var s syntax.Spine
	n := len(g.vars)
	k := 1 + g.rng.Intn(2)
	for range k {
		t := g.term(g.anyType(), share(fuel, k+1))
		g.vars = append(g.vars, s.Let(g.name("x"), t).Var)
	}
	var body syntax.Term
	if last := g.vars[len(g.vars)-1]; ty == syntax.Real && g.chance(0.7) {
		body = g.combine(g.use(syntax.Ref(last), share(fuel, 2*k)), g.real(share(fuel, 2*k)))
	} else {
		body = g.term(ty, share(fuel, k+1))
	}
	g.vars = g.vars[:n]
	return s.In(body)
}

func (g *generator) loop(ty syntax.Type, fuel int) syntax.Term {
	n := g.size()
	i, s := g.fresh("i", syntax.NewIdxType(n)), g.fresh("s", ty)
	init := g.term(ty, fuel/3)
	body := g.within(func() syntax.Term {
		return g.repeated(n, func() syntax.Term { return g.step(ty, syntax.Ref(s), nil, fuel/2) })
	}, i, s)
	return syntax.NewLoop(n, g.chance(0.3), syntax.NoOutput, i, s, init, body)
}

// collect is a loop with a state and an output.
func (g *generator) collect(n *syntax.Size, state, out syntax.Type, fuel int) syntax.Term {
	i, s := g.fresh("i", syntax.NewIdxType(n)), g.fresh("s", state)
	init := g.term(state, fuel/4)
	body := g.within(func() syntax.Term {
		return g.repeated(n, func() syntax.Term {
			return syntax.NewTuple(g.step(state, syntax.Ref(s), nil, fuel/3), g.term(out, fuel/3))
		})
	}, i, s)
	return syntax.NewLoop(n, g.chance(0.3), syntax.Collect, i, s, init, body)
}

// while counts its rounds in an int beside the state.
func (g *generator) while(ty syntax.Type, fuel int) syntax.Term {
	st := syntax.NewTupleType(syntax.Int, ty)
	s := g.fresh("s", st)
	count, state := syntax.NewProj(0, syntax.Ref(s)), syntax.NewProj(1, syntax.Ref(s))
	limit := int64(g.rng.Intn(5))
	cond := syntax.Term(syntax.NewPrim(syntax.MustOp("ilt"), count, syntax.IntLit(limit)))
	if ty == syntax.Real && g.chance(0.5) {
		g.used["op:and"]++
		cond = syntax.NewPrim(syntax.MustOp("and"), cond,
			syntax.NewPrim(syntax.MustOp("lt"), state, syntax.RealLit(2.5)))
	}
	init := syntax.NewTuple(syntax.IntLit(0), g.term(ty, fuel/3))
	var bind syntax.Spine
	x := bind.Let(g.name("s"), state)
	next := g.within(func() syntax.Term {
		return g.repeated(syntax.SizeLit(limit), func() syntax.Term { return g.step(ty, x, nil, fuel/2) })
	}, x.Var)
	body := bind.In(syntax.NewTuple(syntax.NewPrim(syntax.OpIntAdd, count, syntax.IntLit(1)), next))
	return syntax.NewProj(1, syntax.NewWhile(nil, s, init, cond, body))
}
