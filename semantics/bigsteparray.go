package semantics

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// idxValue is the index i of idx n as a value.
func idxValue(n *syntax.Size, i int64) syntax.Term {
	return syntax.NewToIdx(nil, n, syntax.IntLit(i))
}

// idxOf is the number of an index value.
func idxOf(v syntax.Term) int64 { return v.(*syntax.ToIdx).Arg.(*syntax.Const).I }

// elemsOf are the elements of an array value, packed or not.
func elemsOf(v syntax.Term) []syntax.Term {
	if p, ok := v.(*syntax.Pack); ok {
		v = p.Arg
	}
	return v.(*syntax.ArrayLit).Elems
}

func (b *bigStep) array(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Build: // body[0/i] ⇓ v₀ …  ⟹  build n (i. body) ⇓ [v₀, …]
		vs := make([]syntax.Term, b.length(t.Len))
		for i := range vs {
			vs[i] = b.eval(subst1(t.Body, t.Idx, idxValue(t.Len, int64(i))))
		}
		return syntax.NewArrayLit(t.Body.Type(), vs...)
	case *syntax.Sum:
		vs := elemsOf(b.eval(t.Arg))
		if len(vs) == 0 {
			return b.zero(t.Type())
		}
		sum := vs[0]
		for _, v := range vs[1:] {
			sum = b.plus(sum, v)
		}
		return sum
	case *syntax.ArrayLit:
		return syntax.NewArrayLit(t.Type().(*syntax.ArrayType).Elem, b.evalAll(t.Elems)...)
	case *syntax.Index:
		a := elemsOf(b.eval(t.Arr))
		return a[idxOf(b.eval(t.Idx))]
	case *syntax.OneHot:
		i := idxOf(b.eval(t.Idx))
		v := b.eval(t.Val)
		vs := slices.Clone(elemsOf(b.zero(t.Type())))
		vs[i] = v
		return syntax.NewArrayLit(v.Type(), vs...)
	}
	s := t.(*syntax.Set)
	vs := slices.Clone(elemsOf(b.eval(s.Arr)))
	i := idxOf(b.eval(s.Idx))
	vs[i] = b.eval(s.Val)
	return syntax.NewArrayLit(s.Val.Type(), vs...)
}

func (b *bigStep) loop(t *syntax.Loop) syntax.Term {
	n := b.length(t.Len)
	s := b.eval(t.Init)
	ys := make([]syntax.Term, n)
	for k := range n {
		i := k
		if t.Down {
			i = n - 1 - k
		}
		s = b.eval(subst2(t.Body, t.Idx, idxValue(t.Len, i), t.State, s))
		if t.Out != syntax.NoOutput {
			p := s.(*syntax.Tuple)
			s, ys[i] = p.Elems[0], p.Elems[1]
		}
	}
	switch t.Out {
	case syntax.Collect:
		ty := t.Type().(*syntax.TupleType)
		return syntax.NewTuple(s, syntax.NewArrayLit(ty.Elems[1].(*syntax.ArrayType).Elem, ys...))
	case syntax.Accumulate:
		if t.Down {
			slices.Reverse(ys) // in order of iteration
		}
		sum := b.zero(t.Type().(*syntax.TupleType).Elems[1])
		for i, y := range ys {
			if i == 0 {
				sum = y
				continue
			}
			sum = b.plus(sum, y)
		}
		return syntax.NewTuple(s, sum)
	}
	return s
}

func (b *bigStep) while(t *syntax.While) syntax.Term {
	b.here(t.At)
	s := b.eval(t.Init)
	var ys []syntax.Term
	for b.eval(subst1(t.Cond, t.State, s)).(*syntax.Const).I != 0 {
		s = b.eval(subst1(t.Body, t.State, s))
		if t.Out == syntax.Collect {
			p := s.(*syntax.Tuple)
			s, ys = p.Elems[0], append(ys, p.Elems[1])
		}
	}
	if t.Out != syntax.Collect {
		return s
	}
	elem := t.Type().(*syntax.TupleType).Elems[1].(*syntax.DynType).Elem
	return syntax.NewTuple(s, syntax.NewPack(syntax.NewArrayLit(elem, ys...)))
}

func (b *bigStep) sized(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.SizeOf:
		return syntax.IntLit(b.size(t.Size))
	case *syntax.ToIdx:
		b.here(t.At)
		if t.Shifts() {
			return idxValue(t.Len, idxOf(b.eval(t.Arg))+t.Offset)
		}
		n, i := b.size(t.Len), b.eval(t.Arg).(*syntax.Const).I
		if i < 0 || i >= n {
			fail(b.at, OutOfRange, "index %d is out of range: the length is %d", i, n)
		}
		return idxValue(t.Len, i)
	case *syntax.FromIdx:
		return syntax.IntLit(idxOf(b.eval(t.Arg)))
	case *syntax.Coerce:
		return b.coerce(t)
	case *syntax.Pack:
		return syntax.NewPack(b.eval(t.Arg))
	case *syntax.DynLen:
		return syntax.IntLit(int64(len(elemsOf(b.eval(t.Arg)))))
	}
	f := t.(*syntax.FilterIdx)
	var vs []syntax.Term
	for i := range b.length(f.Len) {
		v := idxValue(f.Len, i)
		if b.eval(subst1(f.Body, f.Idx, v)).(*syntax.Const).I != 0 {
			vs = append(vs, v)
		}
	}
	return syntax.NewPack(syntax.NewArrayLit(f.Idx.Type, vs...))
}

func (b *bigStep) coerce(t *syntax.Coerce) syntax.Term {
	b.here(t.At)
	ty := t.Type().(*syntax.ArrayType)
	v := b.eval(t.Arg)
	vs, n := elemsOf(v), b.size(ty.Len)
	_, dyn := v.(*syntax.Pack)
	switch {
	case int64(len(vs)) == n:
		return syntax.NewArrayLit(ty.Elem, vs...)
	case t.Linear && dyn && len(vs) == 0:
		return b.zero(ty)
	}
	fail(b.at, LengthMismatch, "an array of length %d where length %s = %d is wanted", len(vs), ty.Len, n)
	return nil
}
