package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/set"

	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is sumPlaceZero and loopSumZero: what no summand adds to is zero, and is not added up.
//
//	sum [if c then 0 else ⟨a, coproj₂ b⟩ | i < n]    ⇝    let s = sum [if c then 0 else ⟨a, b⟩ | i < n] in ⟨fst s, coproj₂ (snd s)⟩
//	sum [if c then 0 else onehot j a | i < n]        ⇝    onehot j (sum [if c then 0 else a | i < n])
//
// Cotangents of tuples of which one component is used look like that, and those of arrays of which one element is. Each
// zero would be an array for each iteration.

// A filled says which components of a term are something else than zero, by its form, in some of the branches that it
// ends in.
type filled struct {
	whole bool // the term is something else, as a whole; it has no kids
	kids  []filled
	at    syntax.Term // if not nil, the one element that is, of an array; the kid is about that
}

// none reports whether a term is zero.
func (f *filled) none() bool { return !f.whole && f.kids == nil }

// partly reports whether a component, or one of a component, is zero.
func (f *filled) partly() bool {
	if f.at != nil {
		return true
	}
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
	if o, ok := t.(*syntax.OneHot); ok && (form.IsIndexLit(o.Idx) || form.IsAtom(o.Idx)) {
		if of := filledOf(o.Val); !of.none() {
			return filled{kids: []filled{of}, at: o.Idx}
		}
		return filled{}
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
	case (f.at == nil) != (g.at == nil) || f.at != nil && !syntax.Equal(f.at, g.at):
		return filled{whole: true}
	}
	out := filled{kids: make([]filled, len(f.kids)), at: f.at}
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
	if f.at != nil {
		return f.kids[0].typ(ty.(*syntax.ArrayType).Elem)
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
		case *syntax.OneHot:
			return f.kids[0].less(s.Val)
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
	case f.at != nil:
		a := ty.(*syntax.ArrayType)
		return syntax.NewOneHot(a.Len, syntax.Refresh(f.at), f.kids[0].all(t, a.Elem))
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

// outside is f for what is done again and again in body, which binds its own variables and those of vars: places that
// these say are not the same each time.
func (f *filled) outside(body syntax.Term, vars ...*syntax.Var) {
	if !f.places() {
		return
	}
	bound := set.Of(vars)
	var find func(t syntax.Term)
	find = func(t syntax.Term) {
		syntax.Binders(t, func(x *syntax.Var) { bound[x] = true })
		syntax.Children(t, find)
	}
	find(body)
	f.keep(bound)
}

// places reports whether there are places in arrays in it.
func (f *filled) places() bool {
	return f.at != nil || slices.ContainsFunc(f.kids, func(k filled) bool { return k.places() })
}

// keep has arrays be whole in which a place is said by one of some variables.
func (f *filled) keep(bound map[*syntax.Var]bool) {
	if f.at != nil && slices.ContainsFunc(syntax.FreeVars(f.at), func(x *syntax.Var) bool { return bound[x] }) {
		*f = filled{whole: true}
		return
	}
	for i := range f.kids {
		f.kids[i].keep(bound)
	}
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
	f.outside(b.Body, b.Idx)
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
	f.outside(l.Body, l.Idx, l.State)
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
