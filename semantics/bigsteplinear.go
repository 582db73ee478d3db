package semantics

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// zero is the value of 0 at a closed type.
func (b *bigStep) zero(t syntax.Type) syntax.Term {
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return syntax.RealLit(0)
		case syntax.Bool:
			return syntax.BoolLit(false)
		}
		return syntax.IntLit(0)
	case *syntax.TupleType:
		vs := make([]syntax.Term, len(t.Elems))
		for i, e := range t.Elems {
			vs[i] = b.zero(e)
		}
		return tupleOf(t, vs)
	case *syntax.ArrayType:
		vs := make([]syntax.Term, b.length(t.Len))
		for i := range vs {
			vs[i] = b.zero(t.Elem)
		}
		return syntax.NewArrayLit(t.Elem, vs...)
	case *syntax.DynType:
		return syntax.NewPack(syntax.NewArrayLit(t.Elem))
	case *syntax.FuncType:
		return syntax.NewLam(syntax.NewVar("x", t.Param), syntax.NewZero(t.Result))
	case *syntax.LFunType:
		return syntax.NewLinLam(syntax.NewVar("v", t.Dom), syntax.NewZero(t.Cod))
	}
	return syntax.NewZero(t) // a value of copowers and linear sums
}

// plus is v + w ⇓ u on values.
func (b *bigStep) plus(v, w syntax.Term) syntax.Term {
	if b.fuel--; b.fuel < 0 {
		fail(b.at, OutOfFuel, "the evaluation takes too many steps")
	}
	if _, ok := v.(*syntax.Zero); ok { // of a copower or a linear sum
		return w
	}
	if _, ok := w.(*syntax.Zero); ok {
		return v
	}
	switch v := v.(type) {
	case *syntax.Const:
		c := w.(*syntax.Const)
		switch v.Type() {
		case syntax.Real:
			return syntax.RealLit(v.F + c.F)
		case syntax.Bool: // disjunction
			return syntax.BoolLit(v.I+c.I != 0)
		}
		return syntax.IntLit(v.I + c.I)
	case *syntax.Tuple: // ⟨v₁, w₁⟩ + ⟨v₂, w₂⟩ ⇓ ⟨v₁ + v₂, w₁ + w₂⟩
		return tupleOf(v.Type(), b.zip(v.Elems, w.(*syntax.Tuple).Elems))
	case *syntax.ArrayLit:
		return syntax.NewArrayLit(v.Type().(*syntax.ArrayType).Elem, b.zip(v.Elems, w.(*syntax.ArrayLit).Elems)...)
	case *syntax.Pack: // the empty array is the zero
		a, c := v.Arg.(*syntax.ArrayLit), w.(*syntax.Pack).Arg.(*syntax.ArrayLit)
		switch {
		case len(a.Elems) == 0:
			return w
		case len(c.Elems) == 0:
			return v
		}
		return syntax.NewPack(b.plus(a, c))
	case *syntax.Inj:
		i := w.(*syntax.Inj)
		if i.Tag != v.Tag {
			panic("the sum of two different variants of a linear sum")
		}
		return syntax.NewInj(v.Type(), v.Tag, b.plus(v.Arg, i.Arg))
	case *syntax.Lam: // λx. s₁ + λx. s₂ ⇓ λx. s₁ + s₂
		l := w.(*syntax.Lam)
		x := syntax.NewVar(v.Param.Name, v.Param.Type)
		return syntax.NewLam(x, syntax.NewPlus(subst1(v.Body, v.Param, syntax.Ref(x)),
			subst1(l.Body, l.Param, syntax.Ref(x))))
	case *syntax.LinLam:
		l := w.(*syntax.LinLam)
		x := syntax.NewVar(v.Param.Name, v.Param.Type)
		return syntax.NewLinLam(x, syntax.NewPlus(subst1(v.Body, v.Param, syntax.Ref(x)),
			subst1(l.Body, l.Param, syntax.Ref(x))))
	}
	// Two copowers: !v₁ ⊗ w₁ + … + !vₙ₊ₘ ⊗ wₙ₊ₘ.
	return syntax.NewPlus(slices.Concat(summands(v), summands(w))...)
}

func (b *bigStep) zip(vs, ws []syntax.Term) []syntax.Term {
	if len(vs) != len(ws) {
		panic("the sum of arrays of different lengths")
	}
	out := make([]syntax.Term, len(vs))
	for i := range vs {
		out[i] = b.plus(vs[i], ws[i])
	}
	return out
}

// summands lists the terms !v ⊗ w of a copower value.
func summands(v syntax.Term) []syntax.Term {
	switch v := v.(type) {
	case *syntax.Singleton:
		return []syntax.Term{v}
	case *syntax.Plus:
		return v.Terms
	case *syntax.Zero:
		return nil
	}
	panic("a copower is wanted")
}

func (b *bigStep) linear(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Coproj:
		ty := t.Type().(*syntax.TupleType)
		vs := slices.Clone(b.zero(ty).(*syntax.Tuple).Elems)
		vs[t.Index] = b.eval(t.Arg)
		return tupleOf(ty, vs)
	case *syntax.Uninj:
		v, ok := b.eval(t.Arg).(*syntax.Inj)
		switch {
		case !ok:
			return b.zero(t.Type())
		case v.Tag != t.Tag:
			fail(b.at, Internal, "semantics: variant %d of a linear sum where only variant %d or zero can be", v.Tag,
				t.Tag)
		}
		return v.Arg
	case *syntax.Singleton: // t ⇓ v  s ⇓ w  ⟹  !t ⊗ s ⇓ !v ⊗ w
		k := b.eval(t.Key)
		return syntax.NewSingleton(k, b.eval(t.Val))
	}
	c := t.(*syntax.CopowerCase)
	ss := summands(b.eval(c.Scrut))
	sum := b.zero(c.Type())
	for i, s := range ss {
		e := s.(*syntax.Singleton)
		u := b.eval(subst2(c.Body, c.Key, e.Key, c.Val, e.Val))
		if i == 0 {
			sum = u
			continue
		}
		sum = b.plus(sum, u)
	}
	return sum
}
