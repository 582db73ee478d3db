package dual

import "github.com/seed-4b734f86/gochad/syntax"

// lift is R(t) of an atom x : t with zero tangents. The derivative of a function
// x is not known: it is taken for zero, which serves where only primals matter,
// as in [scope.down], and otherwise is right for arguments that do not vary.
func (s *scope) lift(x syntax.Term, t syntax.Type) syntax.Term {
	if flat(t) {
		return s.reify(dualVal{p: x}, t)
	}
	switch t := t.(type) {
	case *syntax.FuncType:
		z := syntax.NewVar("z", s.d.Type(t.Param))
		in := s.inner()
		arg := in.down(in.reflect("z", syntax.Ref(z), t.Param), t.Param)
		y := in.sp.Let("y", syntax.NewApp(x, in.sp.Atom("z", arg)))
		return syntax.NewLam(z, syntax.ANF(in.sp.In(in.lift(y, t.Result))))
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = s.sp.Atom("e", s.lift(s.sp.Let("e", syntax.NewProj(i, x)), e))
		}
		return syntax.NewTupleOf(s.d.Type(t).(*syntax.TupleType), elems...)
	case *syntax.SumType:
		r := s.d.Type(t)
		return s.eachVariant(x, t.Variants, func(in *scope, tag int, v syntax.Term, vt syntax.Type) syntax.Term {
			return syntax.NewInj(r, tag, in.sp.Atom("v", in.lift(v, vt)))
		})
	case *syntax.ArrayType:
		in := s.inner()
		i := syntax.NewVar("i", syntax.NewIdxType(t.Len))
		e := in.sp.Let("e", syntax.NewIndex(x, syntax.Ref(i)))
		return syntax.NewBuild(t.Len, i, syntax.ANF(in.sp.In(in.lift(e, t.Elem))))
	case *syntax.DynType:
		return s.eachElement(x, func(in *scope, e syntax.Term) syntax.Term { return in.lift(e, t.Elem) })
	case *syntax.Data:
		return syntax.NewCall(nil, s.d.converter("lift", t, s.d.dataType(t), (*scope).lift), nil, x)
	default:
		notSource(t)
		return nil
	}
}

// converter is the definition of a conversion of values of the data type t by
// recursion, where f converts what constructors hold: from t to R(t), or from R(t) to t.
func (d *Transformer) converter(name string, t, to *syntax.Data,
	f func(s *scope, v syntax.Term, vt syntax.Type) syntax.Term) *syntax.Def {
	key := defKey{data: t, mask: name}
	if r, ok := d.defs[key]; ok {
		return r
	}
	from := syntax.Type(t)
	if to == t {
		from = d.dataType(t)
	}
	x := syntax.NewVar("x", from)
	r := &syntax.Def{Name: d.name(t.Name + "_" + name), Params: []*syntax.Var{x}, Result: to}
	d.defs[key] = r
	args, _ := syntax.Variants(t)
	s := d.newScope()
	r.Body = syntax.ANF(s.eachVariant(syntax.Ref(x), args,
		func(in *scope, tag int, v syntax.Term, vt syntax.Type) syntax.Term {
			return syntax.NewInj(to, tag, in.sp.Atom("v", f(in, v, vt)))
		}))
	return r
}

// eachElement maps f over an array whose length is known at run time only.
func (s *scope) eachElement(x syntax.Term, f func(in *scope, e syntax.Term) syntax.Term) syntax.Term {
	m := syntax.NewSizeVar("m")
	s.sp.Binds = append(s.sp.Binds, syntax.Bind{Size: m, Rhs: s.sp.Let("m", syntax.NewDynLen(x))})
	n := syntax.SizeOfVar(m)
	a := s.sp.Let("a", syntax.NewCoerce(nil, x, syntax.NewArrayType(n, x.Type().(*syntax.DynType).Elem)))
	in := s.inner()
	i := syntax.NewVar("i", syntax.NewIdxType(n))
	e := f(in, in.sp.Let("e", syntax.NewIndex(a, syntax.Ref(i))))
	return syntax.NewPack(s.sp.Let("a", syntax.NewBuild(n, i, syntax.ANF(in.sp.In(e)))))
}

func (s *scope) eachVariant(x syntax.Term, variants []syntax.Type,
	f func(in *scope, tag int, v syntax.Term, vt syntax.Type) syntax.Term) syntax.Term {
	xs, _ := syntax.Variants(x.Type())
	arms := make([]syntax.Arm, len(variants))
	for i, vt := range variants {
		v := syntax.NewVar("v", xs[i])
		in := s.inner()
		arms[i] = syntax.Arm{Var: v, Body: syntax.ANF(in.sp.In(f(in, i, syntax.Ref(v), vt)))}
	}
	return syntax.NewCase(x, arms...)
}

// knowable refuses captured values of type t that hold functions of arguments that vary.
func knowable(t syntax.Type) {
	switch t := t.(type) {
	case *syntax.FuncType:
		if !constant(t.Param) && !constant(t.Result) {
			fail("a derivative inside a program captures a function of type %s whose own derivative is not known "+
				"there; define it by let, or inside", t)
		}
		knowable(t.Result)
	case *syntax.TupleType:
		for _, e := range t.Elems {
			knowable(e)
		}
	case *syntax.SumType:
		for _, e := range t.Variants {
			knowable(e)
		}
	case *syntax.ArrayType:
		knowable(t.Elem)
	case *syntax.DynType:
		knowable(t.Elem)
	case *syntax.Data:
		if syntax.HoldsFunc(t) {
			fail("a derivative inside a program captures a value of type %s, which holds functions", t)
		}
	case *syntax.Scalar, *syntax.IdxType, *syntax.LFunType, *syntax.CopowerType:
	}
}

// down is the primal of a dual value of source type t.
func (s *scope) down(v dualVal, t syntax.Type) syntax.Term {
	if flat(t) {
		return v.p
	}
	switch t := t.(type) {
	case *syntax.FuncType:
		z := syntax.NewVar("z", t.Param)
		in := s.inner()
		arg := in.sp.Atom("z", in.lift(syntax.Ref(z), t.Param))
		y := in.reflect("y", syntax.NewApp(v.w, arg), t.Result)
		return syntax.NewLam(z, syntax.ANF(in.sp.In(in.down(y, t.Result))))
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = s.sp.Atom("e", s.down(s.reflect("e", syntax.NewProj(i, v.w), e), e))
		}
		return syntax.NewTupleOf(t, elems...)
	case *syntax.SumType:
		return s.eachVariant(v.w, t.Variants, func(in *scope, tag int, x syntax.Term, vt syntax.Type) syntax.Term {
			return syntax.NewInj(t, tag, in.sp.Atom("v", in.down(in.reflect("v", x, vt), vt)))
		})
	case *syntax.ArrayType:
		in := s.inner()
		i := syntax.NewVar("i", syntax.NewIdxType(t.Len))
		e := in.reflect("e", syntax.NewIndex(v.w, syntax.Ref(i)), t.Elem)
		return syntax.NewBuild(t.Len, i, syntax.ANF(in.sp.In(in.down(e, t.Elem))))
	case *syntax.DynType:
		return s.eachElement(v.w, func(in *scope, e syntax.Term) syntax.Term {
			return in.down(in.reflect("e", e, t.Elem), t.Elem)
		})
	case *syntax.Data:
		return syntax.NewCall(nil, s.d.converter("down", t, t,
			func(in *scope, v syntax.Term, vt syntax.Type) syntax.Term {
				return in.down(in.reflect("v", v, vt), vt)
			}), nil, v.w)
	default:
		notSource(t)
		return nil
	}
}
