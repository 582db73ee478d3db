package text

// eachName calls yield for each name used in an expression, those of local variables included.
func eachName(x Expr, yield func(string)) {
	if n, ok := x.(*Name); ok {
		yield(n.Name)
		return
	}
	children(x, func(y Expr) { eachName(y, yield) })
}

// children calls yield for the expressions directly inside another, sizes in types left out.
func children(x Expr, yield func(Expr)) {
	switch x := x.(type) {
	case *Name, *Int, *Real, *Bad:
	case *Tuple:
		each(x.Elems, yield)
	case *Array:
		each(x.Elems, yield)
	case *Record:
		for _, f := range x.Fields {
			yield(f.Value)
		}
	case *Comp:
		yield(x.Body)
		for _, r := range x.Ranges {
			yield(r.Bound)
		}
	case *Lambda:
		yield(x.Body)
	case *Apply:
		yield(x.Fun)
		each(x.Args, yield)
	case *Index:
		yield(x.Array)
		each(x.Indices, yield)
	case *Field:
		yield(x.X)
	case *Proj:
		yield(x.X)
	case *Chain:
		yield(x.First)
		for _, r := range x.Rest {
			yield(r.X)
		}
	case *Unary:
		yield(x.X)
	case *If:
		yield(x.Cond)
		yield(x.Then)
		yield(x.Else)
	case *Case:
		yield(x.X)
		for _, a := range x.Arms {
			yield(a.Body)
		}
	case *Let:
		for _, b := range x.Binds {
			yield(b.Value)
		}
		yield(x.Body)
	case *Loop:
		yield(x.Init)
		if x.For != nil {
			yield(x.For.Bound)
		} else {
			yield(x.While)
		}
		yield(x.Body)
	case *Checkpoint:
		yield(x.Body)
	case *Coerce:
		yield(x.X)
	case *Typed:
		yield(x.X)
	}
}

func each(xs []Expr, yield func(Expr)) {
	for _, x := range xs {
		yield(x)
	}
}
