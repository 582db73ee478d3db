package syntax

// The API of the linear function and copower types (CHAD Fig. 8, §9.1) and
// the operations over linear maps of Coconut (Fig. 3) as functions that write
// out λ̲-terms: derived forms, so that no pass knows them. Arguments of function
// type τ → … are Go functions of a closed term. A term given is used once,
// unless said otherwise.

// linLam is λ̲v. f v for a fresh v.
func linLam(name string, dom Type, f Fn) *LinLam {
	v := NewVar(name, dom)
	return NewLinLam(v, f(Ref(v)))
}

func domOf(f Term) Type { return as[*LFunType](f, "a linear map").Dom }

// LOp is the linear operation that op is in its argument i, at the other arguments:
// LFun(real, real) (CHAD Fig. 8, lop(t₁, …, tₖ)). The argument at i is ignored.
func LOp(op *Op, i int, args ...Term) *LinLam {
	return linLam("v", op.Params[i], func(v Term) Term {
		all := append([]Term(nil), args...)
		all[i] = v
		return NewPrim(op, all...)
	})
}

// LZero is 0 : LFun(dom, cod) (CHAD Fig. 8 at LFun types; Coconut's 0).
func LZero(dom, cod Type) *LinLam {
	return linLam("v", dom, func(Term) Term { return NewZero(cod) })
}

// LPlus is f + g : LFun(τ, σ) for f, g : LFun(τ, σ) (Coconut's ⊕).
func LPlus(f, g Term) *LinLam {
	return linLam("v", domOf(f), func(v Term) Term { return NewPlus(NewLinApp(f, v), NewLinApp(g, v)) })
}

// LId is lid : LFun(τ, τ) (Coconut's 1).
func LId(t Type) *LinLam { return linLam("v", t, func(v Term) Term { return v }) }

// LCompose is f ;ₗ g : LFun(τ, ρ) for f : LFun(τ, σ) and g : LFun(σ, ρ), that is g ∘ f.
func LCompose(f, g Term) *LinLam {
	return linLam("v", domOf(f), func(v Term) Term { return NewLinApp(g, NewLinApp(f, v)) })
}

// LSwap is lswap t : LFun(σ, τ → ρ) for t : τ → LFun(σ, ρ), σ being dom.
func LSwap(key, dom Type, t Fn) *LinLam {
	return linLam("v", dom, func(v Term) Term {
		x := NewVar("x", key)
		return NewLam(x, NewLinApp(t(Ref(x)), v))
	})
}

// LEval is leval_t : LFun(τ → σ, σ) for t : τ.
func LEval(t Term, result Type) *LinLam {
	return linLam("f", NewFuncType(t.Type(), result), func(f Term) Term { return NewApp(f, t) })
}

// LSingleton is {(t, -)} : LFun(σ, Copower(τ, σ)) for t : τ.
func LSingleton(t Term, val Type) *LinLam {
	return linLam("v", val, func(v Term) Term { return NewSingleton(t, v) })
}

// LCopowFold is lcopowfold t : LFun(Copower(τ, σ), ρ) for t : τ → LFun(σ, ρ).
func LCopowFold(key, val Type, t Fn) *LinLam {
	return linLam("c", NewCopowerType(key, val), func(c Term) Term {
		k, v := NewVar("k", key), NewVar("v", val)
		return NewCopowerCase(c, k, v, NewLinApp(t(Ref(k)), Ref(v)))
	})
}

// LProj is the i-th linear projection of a product.
func LProj(t *TupleType, i int) *LinLam {
	return linLam("v", t, func(v Term) Term { return NewProj(i, v) })
}

// LFst is lfst : LFun(τ * σ, τ).
func LFst(a, b Type) *LinLam { return LProj(NewTupleType(a, b).(*TupleType), 0) }

// LSnd is lsnd : LFun(τ * σ, σ).
func LSnd(a, b Type) *LinLam { return LProj(NewTupleType(a, b).(*TupleType), 1) }

// LPair is lpair(f, g) : LFun(τ, σ * ρ) for f : LFun(τ, σ) and g : LFun(τ, ρ), of
// one or more components (Coconut's [f; g]).
func LPair(fs ...Term) *LinLam {
	return linLam("v", domOf(fs[0]), func(v Term) Term {
		ts := make([]Term, len(fs))
		for i, f := range fs {
			ts[i] = NewLinApp(f, v)
		}
		return NewTuple(ts...)
	})
}

// LCoproj is the i-th coprojection LFun(τᵢ, τ₁ * … * τₙ), the transpose of [LProj].
func LCoproj(t *TupleType, i int) *LinLam {
	return linLam("v", t.Elems[i], func(v Term) Term { return NewCoproj(t, i, v) })
}

// LScale is S(k) : LFun(real, real), multiplication by k (Coconut Fig. 3).
func LScale(k Term) *LinLam {
	return linLam("v", Real, func(v Term) Term { return Mul(k, v) })
}

// LJoin is f ⋈ g : LFun(τ₁ * τ₂, σ) for f : LFun(τ₁, σ) and g : LFun(τ₂, σ), of
// one or more summands (Coconut Fig. 3), the transpose of [LPair].
func LJoin(fs ...Term) *LinLam {
	doms := make([]Type, len(fs))
	for i, f := range fs {
		doms[i] = domOf(f)
	}
	return linLam("v", NewTupleType(doms...), func(v Term) Term {
		if len(fs) == 1 {
			return NewLinApp(fs[0], v)
		}
		ts := make([]Term, len(fs))
		for i, f := range fs {
			ts[i] = NewLinApp(f, NewProj(i, v))
		}
		return NewPlus(ts...)
	})
}

// LBuild is B(n, f) : LFun(σ, [n]τ) for f : idx n → LFun(σ, τ), σ being dom (Coconut Fig. 3).
func LBuild(n *Size, dom Type, f Fn) *LinLam {
	return linLam("v", dom, func(v Term) Term {
		return BuildArray(n, func(i Term) Term { return NewLinApp(f(i), v) })
	})
}

// LBuildT is B'(n, f) : LFun([n]τ, σ) for f : idx n → LFun(τ, σ), τ being elem
// (Coconut Fig. 3), the transpose of [LBuild].
func LBuildT(n *Size, elem Type, f Fn) *LinLam {
	return linLam("v", NewArrayType(n, elem), func(v Term) Term {
		return NewSum(BuildArray(n, func(i Term) Term { return NewLinApp(f(i), NewIndex(v, i)) }))
	})
}

// LLambda is L(f) : LFun(σ, τ → ρ) for f : τ → LFun(σ, ρ): Coconut's name for [LSwap].
func LLambda(key, dom Type, f Fn) *LinLam { return LSwap(key, dom, f) }

// LLambdaT is L'(f) : LFun(Copower(τ, σ), ρ) for f : τ → LFun(σ, ρ). Where
// Coconut's L' sums over an infinite domain ("something fishy", §2.2), the copower
// holds finitely many entries: it is [LCopowFold].
func LLambdaT(key, val Type, f Fn) *LinLam { return LCopowFold(key, val, f) }
