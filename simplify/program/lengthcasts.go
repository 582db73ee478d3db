package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// cast is t with other lengths in its type. A length is forgotten at no cost, and compared where it is another one;
// elements of arrays that are there already would have to be converted one by one, which costs what the program does
// not: so what they come from keeps the type that it had, from the next round on.
func (l *lengths) cast(t syntax.Term, to syntax.Type) syntax.Term {
	from := t.Type()
	if from == to {
		return t
	}
	switch t := t.(type) {
	case *syntax.Let:
		return syntax.NewLet(t.Binds, l.cast(t.Body, to))
	case *syntax.Tuple:
		elems := make([]syntax.Term, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = l.cast(e, to.(*syntax.TupleType).Elems[i])
		}
		return syntax.NewTupleOf(to.(*syntax.TupleType), elems...)
	case *syntax.If:
		return syntax.NewIf(t.Cond, l.cast(t.Then, to), l.cast(t.Else, to))
	case *syntax.Build:
		if n := t.Len; elemType(from) != elemType(to) {
			return l.cast(syntax.NewBuild(n, t.Idx, l.cast(t.Body, elemType(to))), to)
		}
	case *syntax.ArrayLit:
		if elemType(from) != elemType(to) {
			elems := make([]syntax.Term, len(t.Elems))
			for i, e := range t.Elems {
				elems[i] = l.cast(e, elemType(to))
			}
			return l.cast(syntax.NewArrayLit(elemType(to), elems...), to)
		}
	}
	if tt, ok := to.(*syntax.TupleType); ok {
		var s syntax.Spine
		x := s.Atom("t", t)
		elems := make([]syntax.Term, len(tt.Elems))
		for i, e := range tt.Elems {
			elems[i] = l.cast(syntax.NewProj(i, x), e)
		}
		return s.In(syntax.NewTupleOf(tt, elems...))
	}
	if elemType(from) != elemType(to) {
		return l.elements(t, to)
	}
	if a, ok := to.(*syntax.ArrayType); ok {
		return syntax.NewCoerce(nil, t, a)
	}
	return syntax.NewPack(t)
}

// elements converts the elements of an array one by one, in this round.
func (l *lengths) elements(t syntax.Term, to syntax.Type) syntax.Term {
	if !l.once {
		l.converted = append(l.converted, t)
	}
	var s syntax.Spine
	a, ok := t.Type().(*syntax.ArrayType)
	if !ok {
		x := s.Atom("t", t)
		k := syntax.NewSizeVar("k")
		s.Binds = append(s.Binds, syntax.Bind{Size: k, Rhs: syntax.NewDynLen(x)})
		a = syntax.NewArrayType(syntax.SizeOfVar(k), elemType(t.Type()))
		t = syntax.NewCoerce(nil, x, a)
	}
	x, i := s.Atom("t", t), syntax.NewVar("i", syntax.NewIdxType(a.Len))
	b := syntax.NewBuild(a.Len, i, l.cast(syntax.NewIndex(x, syntax.Ref(i)), elemType(to)))
	return s.In(l.cast(b, to))
}

// keep has the variables that component i of t is made of keep their types.
func (l *lengths) keep(t syntax.Term, i int) {
	switch t := t.(type) {
	case *syntax.VarRef:
		x := t.Var
		if y := l.first[x]; y != nil {
			x = y
		}
		l.keepVar(x, i)
		for _, s := range l.sigs { // a parameter
			if k := slices.Index(s.params, x); k >= 0 {
				clear(s.slots[k])
			}
		}
	case *syntax.Proj:
		l.keep(t.Arg, t.Index)
	case *syntax.Index:
		l.keep(t.Arr, whole)
	case *syntax.Coerce:
		l.keep(t.Arg, whole)
	case *syntax.Set:
		l.keep(t.Arr, whole)
		l.keep(t.Val, whole)
	case *syntax.Let:
		l.keep(t.Body, i)
	case *syntax.If:
		l.keep(t.Then, i)
		l.keep(t.Else, i)
	case *syntax.Case:
		for _, a := range t.Arms {
			l.keep(a.Body, i)
		}
	case *syntax.Loop:
		l.keepState(t.State, t.Out, i)
	case *syntax.While:
		l.keepState(t.State, t.Out, i)
	case *syntax.Call:
		if s := l.sigs[t.Def]; s != nil {
			s.plain = true
		}
	}
}

// keepState keeps component i of a loop with the state x. What a loop collects is made of its body, which is there no
// more: so all of the state is kept.
func (l *lengths) keepState(x *syntax.Var, out syntax.Output, i int) {
	if y := l.first[x]; y != nil {
		x = y
	}
	if out != syntax.NoOutput {
		i = whole
	}
	l.keepVar(x, i)
}

func (l *lengths) keepVar(x *syntax.Var, i int) {
	if l.plain[x] == nil {
		l.plain[x] = map[int]bool{}
	}
	l.plain[x][i] = true
}
