package semantics

import "github.com/seed-4b734f86/gochad/syntax"

// Observe reads a first-order value of [BigStep] back as a [Value]. Functions
// are not observable (CHAD §5.4): they give an error.
func Observe(v syntax.Term) (out Value, err error) {
	defer guard(&err)
	return observed(v), nil
}

func observed(v syntax.Term) Value {
	switch v := v.(type) {
	case *syntax.Const:
		switch v.Type() {
		case syntax.Real:
			return Real(v.F)
		case syntax.Bool:
			return Bool(v.I != 0)
		}
		return Int(v.I)
	case *syntax.Tuple:
		return &Tuple{observedAll(v.Elems)}
	case *syntax.Inj:
		return &Inj{v.Tag, observed(v.Arg)}
	case *syntax.ArrayLit:
		if v.Type().(*syntax.ArrayType).Elem != syntax.Real {
			return &Array{V: observedAll(v.Elems)}
		}
		fs := make([]float64, len(v.Elems))
		for i, e := range v.Elems {
			fs[i] = e.(*syntax.Const).F
		}
		return Reals(fs...)
	case *syntax.Pack:
		return observed(v.Arg)
	case *syntax.ToIdx:
		return observed(v.Arg)
	case *syntax.Zero:
		return Zero{}
	case *syntax.Singleton:
		return Summand(observed(v.Key), observed(v.Val))
	case *syntax.Plus:
		sum := observed(v.Terms[0]).(*Copower)
		for _, t := range v.Terms[1:] {
			sum = sum.concat(observed(t).(*Copower))
		}
		return sum
	}
	fail(nil, Unsupported, "a value of type %s cannot be observed", v.Type())
	return nil
}

func observedAll(vs []syntax.Term) []Value {
	out := make([]Value, len(vs))
	for i, v := range vs {
		out[i] = observed(v)
	}
	return out
}

// Quote writes a first-order value of a type without size variables as a closed term.
// The error, an [*Error], says what cannot be written: a function, or a size that is missing.
func Quote(v Value, t syntax.Type) (out syntax.Term, err error) {
	defer guard(&err)
	checkArg("value", v, t, nil)
	return quote(v, t), nil
}

func quote(v Value, t syntax.Type) syntax.Term {
	if _, ok := v.(Zero); ok {
		return syntax.NewZero(t)
	}
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return syntax.RealLit(asReal(v))
		case syntax.Int:
			return syntax.IntLit(asInt(v))
		}
		return syntax.BoolLit(asBool(v))
	case *syntax.IdxType:
		return idxValue(t.Bound, asInt(v))
	case *syntax.TupleType:
		vs := make([]syntax.Term, len(t.Elems))
		for i, e := range v.(*Tuple).Elems {
			vs[i] = quote(e, t.Elems[i])
		}
		return tupleOf(t, vs)
	case *syntax.SumType, *syntax.Data:
		i, _ := v.(*Inj)
		vs, _ := syntax.Variants(t)
		return syntax.NewInj(t, i.Tag, quote(i.Arg, vs[i.Tag]))
	case *syntax.ArrayType:
		return quoteArray(v.(*Array), t.Elem)
	case *syntax.DynType:
		return syntax.NewPack(quoteArray(v.(*Array), t.Elem))
	case *syntax.CopowerType:
		var ts []syntax.Term
		for _, e := range v.(*Copower).Entries() {
			ts = append(ts, syntax.NewSingleton(quote(e.Key, t.Key), quote(e.Val, t.Val)))
		}
		return syntax.NewPlus(ts...)
	case *syntax.FuncType, *syntax.LFunType:
	}
	fail(nil, Unsupported, "a value of type %s cannot be quoted", t)
	return nil
}

func quoteArray(a *Array, elem syntax.Type) syntax.Term {
	vs := make([]syntax.Term, a.Len())
	for i := range vs {
		vs[i] = quote(a.At(i), elem)
	}
	return syntax.NewArrayLit(elem, vs...)
}
