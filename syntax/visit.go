package syntax

// Children calls yield for each direct subterm of t, in scope order.
func Children(t Term, yield func(Term)) {
	switch t := t.(type) {
	case *Const, *VarRef, *Zero, *SizeOf:
	case *Let:
		for i := range t.Binds {
			yield(t.Binds[i].Rhs)
		}
		yield(t.Body)
	case *Tuple:
		each(t.Elems, yield)
	case *Proj:
		yield(t.Arg)
	case *Lam:
		yield(t.Body)
	case *App:
		yield(t.Fun)
		yield(t.Arg)
	case *Inj:
		yield(t.Arg)
	case *Case:
		yield(t.Scrut)
		for i := range t.Arms {
			yield(t.Arms[i].Body)
		}
	case *If:
		yield(t.Cond)
		yield(t.Then)
		yield(t.Else)
	case *Call:
		each(t.Args, yield)
	case *Prim:
		each(t.Args, yield)
	case *Deriv:
		yield(t.At)
		yield(t.Dir)
		yield(t.Body)
	case *Plus:
		each(t.Terms, yield)
	case *Checkpoint:
		yield(t.Body)
	default:
		arrayChildren(t, yield)
	}
}

// EachNode calls yield for t and all its subterms but variables and literals, outermost first and in scope order. It is
// for searches through whole programs: they cost little more than the nodes that there are.
func EachNode(t Term, yield func(Term)) {
	switch t.(type) {
	case *Const, *VarRef:
		return
	}
	yield(t)
	switch t := t.(type) {
	case *Let:
		for i := range t.Binds {
			EachNode(t.Binds[i].Rhs, yield)
		}
		EachNode(t.Body, yield)
	case *Prim:
		eachNode(t.Args, yield)
	case *Tuple:
		eachNode(t.Elems, yield)
	case *Call:
		eachNode(t.Args, yield)
	case *Plus:
		eachNode(t.Terms, yield)
	case *Proj:
		EachNode(t.Arg, yield)
	case *LinLam:
		EachNode(t.Body, yield)
	case *LinApp:
		EachNode(t.Fun, yield)
		EachNode(t.Arg, yield)
	case *If:
		EachNode(t.Cond, yield)
		EachNode(t.Then, yield)
		EachNode(t.Else, yield)
	default:
		Children(t, func(c Term) { EachNode(c, yield) })
	}
}

func eachNode(ts []Term, yield func(Term)) {
	for _, t := range ts {
		switch t.(type) {
		case *Const, *VarRef:
		default:
			EachNode(t, yield)
		}
	}
}

func each(ts []Term, yield func(Term)) {
	for _, t := range ts {
		yield(t)
	}
}

// arrayChildren is Children for arrays, sizes and the target language.
func arrayChildren(t Term, yield func(Term)) {
	switch t := t.(type) {
	case *Build:
		yield(t.Body)
	case *Loop:
		yield(t.Init)
		yield(t.Body)
	case *While:
		yield(t.Init)
		yield(t.Cond)
		yield(t.Body)
	case *Sum:
		yield(t.Arg)
	case *ArrayLit:
		each(t.Elems, yield)
	case *Index:
		yield(t.Arr)
		yield(t.Idx)
	case *OneHot:
		yield(t.Idx)
		yield(t.Val)
	case *Set:
		yield(t.Arr)
		yield(t.Idx)
		yield(t.Val)
	case *ToIdx:
		yield(t.Arg)
	case *FromIdx:
		yield(t.Arg)
	case *Coerce:
		yield(t.Arg)
	case *Pack:
		yield(t.Arg)
	case *DynLen:
		yield(t.Arg)
	case *FilterIdx:
		yield(t.Body)
	case *LinLam:
		yield(t.Body)
	case *LinApp:
		yield(t.Fun)
		yield(t.Arg)
	case *Coproj:
		yield(t.Arg)
	case *Uninj:
		yield(t.Arg)
	case *Singleton:
		yield(t.Key)
		yield(t.Val)
	case *CopowerCase:
		yield(t.Scrut)
		yield(t.Body)
	}
}

// Binders calls yield for each variable that t itself binds, in scope order.
func Binders(t Term, yield func(*Var)) {
	switch t := t.(type) {
	case *Let:
		for i := range t.Binds {
			if x := t.Binds[i].Var; x != nil {
				yield(x)
			}
		}
	case *Lam:
		yield(t.Param)
	case *Case:
		for _, a := range t.Arms {
			yield(a.Var)
		}
	case *Deriv:
		yield(t.Param)
	case *Build:
		yield(t.Idx)
	case *Loop:
		yield(t.Idx)
		yield(t.State)
	case *While:
		yield(t.State)
	case *FilterIdx:
		yield(t.Idx)
	case *LinLam:
		yield(t.Param)
	case *CopowerCase:
		yield(t.Key)
		yield(t.Val)
	}
}
