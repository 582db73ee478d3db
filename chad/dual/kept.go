package dual

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// kept is what the tangents of a block need of its values: a tuple, and how to take it apart. What costs no more to
// compute again than to read is computed again.
type kept struct {
	h     *halves
	steps []keptStep
	known map[*syntax.Var]bool // those that have a step
	sized map[*syntax.SizeVar]bool
	size  map[*syntax.SizeVar]syntax.Bind // the sizes that the block binds
	tuple []syntax.Term                   // over the values
	ok    bool

	of   syntax.Term // the tangents
	all  *syntax.Var // the tuple, over the tangents
	head syntax.Spine
}

// keptStep is a variable that the tuple holds, as a component of it, one that is computed again, or a size.
type keptStep struct {
	x     *syntax.Var
	slot  int
	again syntax.Term
	n     *syntax.SizeVar
}

// keep is what the term of, over tangents, needs of the values of the block. It is not ok if that cannot be kept, or if
// keeping it may take longer than computing it: an array that a loop changes, say, in each of its iterations.
func (h *halves) keep(of syntax.Term) (k *kept, ok bool) {
	k = &kept{h: h, known: map[*syntax.Var]bool{}, sized: map[*syntax.SizeVar]bool{},
		size: map[*syntax.SizeVar]syntax.Bind{}, of: of, ok: true}
	wanted := map[*syntax.Var]bool{}
	for _, x := range syntax.FreeVars(of) {
		wanted[x] = true
	}
	for _, b := range h.sp.Binds {
		if b.Var == nil {
			k.size[b.Size] = b
		}
	}
	for _, x := range h.binders {
		if wanted[x] {
			k.take(x)
		}
	}
	for _, b := range slices.Clip(h.sp.Binds) { // in order, so that later ones are computed of those that are kept
		if b.Var != nil && wanted[b.Var] {
			k.take(b.Var)
		}
	}
	if len(k.size) > 0 {
		eachSize(of, k.takeSize)
	}
	if !k.ok {
		return nil, false
	}
	k.takeApart()
	return k, true
}

// available reports whether x is there, or is computed again of what is there.
func (k *kept) available(x *syntax.Var) bool {
	b, own := k.h.own(x)
	return !own || k.known[x] || k.h.index[x] != nil || k.remakes(b.Rhs)
}

// remakes reports whether t, what a variable of the block is bound to, is computed again.
func (k *kept) remakes(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const, *syntax.Tuple, *syntax.Proj, *syntax.FromIdx, *syntax.ToIdx, *syntax.SizeOf:
	case *syntax.Coerce:
		if a, ok := t.Arg.(*syntax.VarRef); !ok || k.h.passing(a.Var) {
			return false
		}
	case *syntax.Index:
		if a, ok := t.Arr.(*syntax.VarRef); !ok || k.h.passing(a.Var) {
			return false
		}
	case *syntax.Prim:
		if t.Op.Cost > 1 || t.Op.Requires || t.Op.Divides {
			return false
		}
	default:
		return false
	}
	for _, x := range syntax.FreeVars(t) {
		if !k.available(x) {
			return false
		}
	}
	return true
}

// take has x over the tangents.
func (k *kept) take(x *syntax.Var) {
	b, own := k.h.own(x)
	if !own || k.known[x] || k.h.index[x] != nil {
		return
	}
	k.known[x] = true
	eachSizeOf(x.Type, k.takeSize)
	if b.Rhs != nil && k.remakes(b.Rhs) {
		eachSize(b.Rhs, k.takeSize)
		for _, y := range syntax.FreeVars(b.Rhs) {
			k.take(y)
		}
		k.steps = append(k.steps, keptStep{x: x, again: b.Rhs})
		return
	}
	v := syntax.Term(syntax.Ref(x))
	switch t := x.Type.(type) {
	case *syntax.IdxType:
		if k.binds(t) {
			v = k.h.sp.Let(x.Name, syntax.NewFromIdx(v))
		}
	case *syntax.ArrayType:
		if k.binds(t) {
			v = k.h.sp.Let(x.Name, syntax.NewPack(v))
		}
	}
	if k.binds(v.Type()) || holdsArray(x.Type) && !k.h.once() && !k.h.fresh(x) {
		k.ok = false
	}
	k.steps = append(k.steps, keptStep{x: x, slot: len(k.tuple)})
	k.tuple = append(k.tuple, v)
}

// binds reports whether a type mentions a size that the block binds.
func (k *kept) binds(t syntax.Type) bool {
	found := false
	eachSizeOf(t, func(n *syntax.SizeVar) {
		_, own := k.size[n]
		found = found || own
	})
	return found
}

// takeSize has a size over the tangents.
func (k *kept) takeSize(n *syntax.SizeVar) {
	b, own := k.size[n]
	if !own || k.sized[n] {
		return
	}
	k.sized[n] = true
	if r, ok := b.Rhs.(*syntax.VarRef); ok {
		k.take(r.Var)
	}
	k.steps = append(k.steps, keptStep{n: n})
}

// takeApart makes the bindings over the tangents, and puts them into the place of the values.
func (k *kept) takeApart() {
	k.all = syntax.NewVar("kept", k.values().Type())
	sub := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{}}
	for i, j := range k.h.index {
		sub.Vars[i] = syntax.Ref(j)
	}
	for _, s := range k.steps {
		switch {
		case s.n != nil:
			m := syntax.NewSizeVar(s.n.Name)
			b := k.size[s.n]
			k.head.Binds = append(k.head.Binds, syntax.Bind{Size: m, Rhs: sub.Apply(b.Rhs), At: b.At, Sure: b.Sure})
			sub.Sizes[s.n] = syntax.SizeOfVar(m)
		case s.again != nil:
			sub.Vars[s.x] = k.head.Atom(s.x.Name, sub.Apply(s.again))
		default:
			v := syntax.Term(syntax.Ref(k.all))
			if len(k.tuple) > 1 {
				v = k.head.Let(s.x.Name, syntax.NewProj(s.slot, v))
			}
			switch t := syntax.SubstSizes(s.x.Type, func(n *syntax.SizeVar) *syntax.Size { return sub.Sizes[n] }); {
			case t == v.Type():
			case v.Type() == syntax.Int:
				v = k.head.Let(s.x.Name, syntax.NewToIdx(nil, t.(*syntax.IdxType).Bound, v))
			default:
				v = k.head.Let(s.x.Name, syntax.NewSureCoerce(v, t.(*syntax.ArrayType)))
			}
			sub.Vars[s.x] = v
		}
	}
	k.of = sub.Apply(k.of)
}

// none reports whether the tangents need nothing.
func (k *kept) none() bool { return len(k.tuple) == 0 }

// values is the tuple over the values.
func (k *kept) values() syntax.Term { return syntax.NewTuple(k.tuple...) }

// tangent is the block of the tangents, in which the tuple is r.
func (k *kept) tangent(r syntax.Term) syntax.Term {
	var s syntax.Spine
	if !k.none() {
		s.Bind(k.all, r)
	}
	s.Binds = append(s.Binds, k.head.Binds...)
	return s.In(k.of)
}

// fresh reports whether x holds arrays that are made where it is bound: keeping them takes no longer than making them.
func (h *halves) fresh(x *syntax.Var) bool {
	if h.d.made[x] {
		return true
	}
	b, own := h.own(x)
	return own && b.Rhs != nil && h.makes(b.Rhs)
}

// makes reports whether t makes the arrays that its value holds.
func (h *halves) makes(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Build, *syntax.ArrayLit, *syntax.OneHot, *syntax.Zero, *syntax.FilterIdx, *syntax.Deriv:
		return true
	case *syntax.VarRef:
		return h.fresh(t.Var)
	case *syntax.Pack:
		return h.makes(t.Arg)
	case *syntax.Coerce:
		return h.makes(t.Arg)
	case *syntax.Proj:
		z, ok := t.Arg.(*syntax.VarRef)
		if !ok {
			return false
		}
		b, own := h.own(z.Var)
		if !own {
			return false
		}
		switch of := b.Rhs.(type) {
		case *syntax.Tuple:
			return h.makes(of.Elems[t.Index])
		case *syntax.Loop:
			return of.Out == syntax.Collect && t.Index == 1
		case *syntax.While:
			return of.Out == syntax.Collect && t.Index == 1
		default:
			return h.makes(t.Arg)
		}
	}
	return false
}

func holdsArray(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.ArrayType, *syntax.DynType:
		return true
	case *syntax.TupleType:
		return slices.ContainsFunc(t.Elems, holdsArray)
	case *syntax.SumType:
		return slices.ContainsFunc(t.Variants, holdsArray)
	}
	return false
}

// eachSizeOf calls f for the size variables of a type.
func eachSizeOf(t syntax.Type, f func(*syntax.SizeVar)) {
	syntax.SubstSizes(t, func(n *syntax.SizeVar) *syntax.Size {
		f(n)
		return nil
	})
}

// eachSize calls f for the size variables that occur in t, in its types as well.
func eachSize(t syntax.Term, f func(*syntax.SizeVar)) {
	m := syntax.Mapper{
		Type: func(t syntax.Type) syntax.Type {
			eachSizeOf(t, f)
			return t
		},
		Size: func(n *syntax.Size) *syntax.Size {
			n.Subst(func(v *syntax.SizeVar) *syntax.Size {
				f(v)
				return nil
			})
			return n
		},
	}
	m.Binder = func(x *syntax.Var) *syntax.Var {
		eachSizeOf(x.Type, f)
		return x
	}
	m.Term = func(t syntax.Term) syntax.Term {
		if r, ok := t.(*syntax.VarRef); ok {
			eachSizeOf(r.Var.Type, f)
		}
		return m.Map(t)
	}
	m.Term(t)
}
