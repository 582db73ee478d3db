package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is sumPlaceZero and loopSumZero: what no summand adds to is zero, and is not added up.
//
//	sum [if c then 0 else ⟨a, coproj₂ b⟩ | i < n]    ⇝    let s = sum [if c then 0 else ⟨a, b⟩ | i < n] in ⟨fst s, coproj₂ (snd s)⟩
//
// Cotangents of tuples of which one component is used look like that, and each zero would be an array for each
// iteration.

// A filled says which components of a term are something else than zero, by its form, in some of the branches that it
// ends in.
type filled struct {
	whole bool // the term is something else, as a whole; it has no kids
	kids  []filled
}

// none reports whether a term is zero.
func (f *filled) none() bool { return !f.whole && f.kids == nil }

// partly reports whether a component, or one of a component, is zero.
func (f *filled) partly() bool {
	for i := range f.kids {
		if f.kids[i].none() || f.kids[i].partly() {
			return true
		}
	}
	return false
}

// left are the components that are not zero.
func (f *filled) left() (is []int) {
	for i := range f.kids {
		if !f.kids[i].none() {
			is = append(is, i)
		}
	}
	return is
}

func filledOf(t syntax.Term) filled {
	t = form.Result(t)
	if b, ok := syntax.ForkOf(t); ok {
		all := filledOf(b.Bodies[0])
		for _, body := range b.Bodies[1:] {
			all = fillsEither(all, filledOf(body))
		}
		return all
	}
	ty, ok := t.Type().(*syntax.TupleType)
	if !ok || len(ty.Elems) == 0 {
		return filled{whole: !form.IsZero(t)}
	}
	switch t := t.(type) {
	case *syntax.Zero:
		return filled{}
	case *syntax.Tuple:
		f := filled{kids: make([]filled, len(ty.Elems))}
		for i, el := range t.Elems {
			f.kids[i] = filledOf(el)
		}
		if len(f.left()) == 0 {
			return filled{}
		}
		return f
	case *syntax.Coproj:
		f := filled{kids: make([]filled, len(ty.Elems))}
		if f.kids[t.Index] = filledOf(t.Arg); f.kids[t.Index].none() {
			return filled{}
		}
		return f
	}
	return filled{whole: true}
}

// fillsEither is what one of two branches fills.
func fillsEither(f, g filled) filled {
	switch {
	case f.none() || g.whole:
		return g
	case g.none() || f.whole:
		return f
	}
	out := filled{kids: make([]filled, len(f.kids))}
	for i := range out.kids {
		out.kids[i] = fillsEither(f.kids[i], g.kids[i])
	}
	return out
}

// typ is the type of what is left of a term.
func (f *filled) typ(ty syntax.Type) syntax.Type {
	if f.kids == nil {
		return ty
	}
	var left []syntax.Type
	for _, i := range f.left() {
		left = append(left, f.kids[i].typ(ty.(*syntax.TupleType).Elems[i]))
	}
	return form.TupleType(left)
}

// less is a term without the components that are zero in it and in others.
func (f *filled) less(t syntax.Term) syntax.Term {
	if f.kids == nil {
		return t
	}
	return inBlock(t, func(t syntax.Term) syntax.Term {
		if b, ok := syntax.ForkOf(t); ok {
			bodies := make([]syntax.Term, len(b.Bodies))
			for k, body := range b.Bodies {
				bodies[k] = f.less(body)
			}
			return b.With(b.Vars, bodies)
		}
		left := f.left()
		ty := f.typ(t.Type())
		switch s := t.(type) {
		case *syntax.Coproj:
			for k, i := range left {
				switch {
				case i != s.Index:
				case len(left) == 1:
					return f.kids[i].less(s.Arg)
				default:
					return syntax.NewCoproj(ty.(*syntax.TupleType), k, f.kids[i].less(s.Arg))
				}
			}
		case *syntax.Tuple:
			elems := make([]syntax.Term, len(left))
			for k, i := range left {
				elems[k] = f.kids[i].less(s.Elems[i])
			}
			return form.TupleOf(elems)
		}
		return syntax.NewZero(ty)
	})
}

// all is a term of type ty, of which t is what is left.
func (f *filled) all(t syntax.Term, ty syntax.Type) syntax.Term {
	switch {
	case f.none():
		return syntax.NewZero(ty)
	case f.whole:
		return t
	}
	tuple := ty.(*syntax.TupleType)
	elems, left := make([]syntax.Term, len(f.kids)), f.left()
	if len(left) == 1 {
		return syntax.NewCoproj(tuple, left[0], f.kids[left[0]].all(t, tuple.Elems[left[0]]))
	}
	for i, e := range tuple.Elems {
		elems[i] = syntax.NewZero(e)
	}
	for k, el := range form.PlacesOf(t, len(left)) {
		i := left[k]
		elems[i] = f.kids[i].all(el, tuple.Elems[i])
	}
	return syntax.NewTupleOf(tuple, elems...)
}

// sumPlaceZero takes components out of a sum to which no summand adds anything.
func sumPlaceZero(p *pass, t syntax.Term) syntax.Term {
	b, ok := t.(*syntax.Sum).Arg.(*syntax.Build)
	if !ok {
		return nil
	}
	if _, ok := form.Result(b.Body).(*syntax.Coproj); ok {
		return nil // sumCoproj
	}
	f := filledOf(b.Body)
	if f.none() {
		return syntax.NewZero(t.Type())
	}
	if !f.partly() {
		return nil
	}
	return f.all(p.atom("s", syntax.NewSum(syntax.NewBuild(b.Len, b.Idx, f.less(b.Body)))), t.Type())
}

// loopSumZero takes components out of the output of a loop to which no iteration adds anything.
func loopSumZero(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	if l.Out != syntax.Accumulate {
		return nil
	}
	f := filledOf(l.Body)
	if f.kids == nil || len(f.kids) != 2 {
		return nil
	}
	f.kids[0] = filled{whole: true} // the state is as it is
	if !f.partly() {
		return nil
	}
	how := l.Out
	if f.kids[1].none() {
		how = syntax.NoOutput
	}
	z := p.atom(l.State.Name, syntax.NewLoop(l.Len, l.Down, how, l.Idx, l.State, l.Init, f.less(l.Body)))
	return f.all(z, t.Type())
}
