package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// readsBefore reads elements of an array before a binding that updates it, where they are read behind that as they
// were:
//
//	let m2 = set m i v; r = m[j]; y = sin r[k] in …    →    let r = m[j]; t = r[k]; m2 = set m i v; y = sin t in …
//
// As it stands, the update would need an array of its own, and a row that is read in both a copy. An element at an
// index that there is can be read anywhere. Indices that are bound in between go along.
func readsBefore(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Sets == 0 {
		return t
	}
	t = syntax.MapChildren(t, readsBefore)
	if l, ok := t.(*syntax.Let); ok {
		return readsBeforeIn(l)
	}
	return t
}

// earlyReads are the reads of a block that move.
type earlyReads struct {
	bound   map[*syntax.Var]int         // bindings before which variables are there, and one more
	views   map[*syntax.Var]*syntax.Var // what rows are of
	updated map[*syntax.Var]int         // the first binding that updates an array
	moved   map[int][]syntax.Bind       // to before a binding
	inner   map[*syntax.Var]bool        // variables of blocks and loops inside
	rows    map[*syntax.Var]syntax.Term // rows of arrays that are updated before, which blocks inside bind
	ints    map[*syntax.Var]syntax.Term // indices, and ints of numbers that are there
	gone    map[*syntax.Var]bool        // what has moved
	sizes   map[*syntax.SizeVar]int     // bindings before which sizes are there, and one more
}

func readsBeforeIn(l *syntax.Let) syntax.Term {
	r := &earlyReads{bound: map[*syntax.Var]int{}, views: map[*syntax.Var]*syntax.Var{}, updated: map[*syntax.Var]int{},
		moved: map[int][]syntax.Bind{}, inner: map[*syntax.Var]bool{}, rows: map[*syntax.Var]syntax.Term{}, ints: map[*syntax.Var]syntax.Term{}, gone: map[*syntax.Var]bool{}, sizes: map[*syntax.SizeVar]int{}}
	binds := make([]syntax.Bind, len(l.Binds))
	for q, b := range l.Binds {
		if b.Var == nil {
			binds[q] = b
			r.sizes[b.Size] = q + 1
			continue
		}
		r.bound[b.Var] = q + 1
		x := r.arrayOf(b.Rhs, true)
		at, late := r.updated[x]
		switch {
		case x != nil && !isNumber(b.Var.Type):
			r.views[b.Var] = x
			if late && r.there(b.Rhs, at) {
				r.move(b, at)
			}
		case len(r.updated) > 0:
			b.Rhs = r.read(b.Rhs, true)
		}
		binds[q] = b
		if isIndex(b.Rhs) {
			r.ints[b.Var] = b.Rhs
		}
		for _, x := range updatedIn(b.Rhs, nil, updatesDeep) {
			if y := r.views[x]; y != nil {
				x = y
			}
			if _, ok := r.updated[x]; !ok {
				r.updated[x] = q
			}
		}
	}
	body := l.Body
	if len(r.updated) > 0 {
		body = r.read(body, true)
	}
	if len(r.moved) == 0 {
		return l
	}
	var out []syntax.Bind
	for q, b := range binds {
		out = append(out, r.moved[q]...)
		if b.Var == nil || !r.gone[b.Var] {
			out = append(out, b)
		}
	}
	return syntax.NewLet(out, body)
}

// updatesDeep bounds how deep the blocks are in which updates are looked for: each block looks into those in it.
const updatesDeep = 8

// updatedIn are the variables whose arrays t updates, in a branch or a binding perhaps, after those in xs.
func updatedIn(t syntax.Term, xs []*syntax.Var, deep int) []*syntax.Var {
	if syntax.NodesOf(t)&syntax.Sets == 0 || deep == 0 {
		return xs
	}
	switch t := t.(type) {
	case *syntax.Set:
		if x := rootVar(t.Arr); x != nil {
			return append(xs, x)
		}
		return updatedIn(t.Arr, xs, deep)
	case *syntax.Let:
		for _, b := range t.Binds {
			xs = updatedIn(b.Rhs, xs, deep-1)
		}
		return updatedIn(t.Body, xs, deep)
	case *syntax.If:
		return updatedIn(t.Else, updatedIn(t.Then, xs, deep), deep)
	case *syntax.Case:
		for _, a := range t.Arms {
			xs = updatedIn(a.Body, xs, deep)
		}
	case *syntax.Plus, *syntax.Tuple, *syntax.Coproj:
		syntax.Children(t, func(c syntax.Term) { xs = updatedIn(c, xs, deep) })
	}
	return xs
}

// arrayOf is the variable of the array that t is an element or a row of, or nil if it is none, or has indices that may
// not be looked at where it is not sure that t is.
func (r *earlyReads) arrayOf(t syntax.Term, sure bool) *syntax.Var {
	for indexed := false; ; {
		switch p := t.(type) {
		case *syntax.Proj:
			t = p.Arg
		case *syntax.Index:
			if !syntax.IsAtom(p.Idx) && !(sure && movable(p.Idx)) {
				return nil
			}
			t, indexed = p.Arr, true
		case *syntax.VarRef:
			if row := r.rows[p.Var]; row != nil {
				t = row
				continue
			}
			if x := r.views[p.Var]; x != nil {
				return x
			}
			if !indexed {
				return nil
			}
			return p.Var
		default:
			return nil
		}
	}
}

// move moves a binding of the block to before another.
func (r *earlyReads) move(b syntax.Bind, at int) {
	r.moved[at], r.gone[b.Var], r.bound[b.Var] = append(r.moved[at], b), true, at
}

// isIndex reports whether t is an index, or an int, that is computed of variables that are no arrays, without
// operations that may fail.
func isIndex(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.ToIdx:
		return syntax.IsAtom(t.Arg)
	case *syntax.FromIdx:
		return syntax.IsAtom(t.Arg)
	case *syntax.SizeOf:
		return true
	case *syntax.Prim:
		return t.Type() == syntax.Int && !t.Op.Fails() &&
			!slices.ContainsFunc(t.Args, func(a syntax.Term) bool { return !syntax.IsAtom(a) })
	}
	return false
}

// there reports whether all variables of t are there before a binding, or can be: their indices go there if the others
// are.
func (r *earlyReads) there(t syntax.Term, at int) bool {
	var with []*syntax.Var
	left := earlyInts
	if !r.within(t, at, &with, &left) {
		return false
	}
	for _, x := range with {
		if !r.gone[x] {
			r.move(syntax.Bind{Var: x, Rhs: r.ints[x]}, at)
		}
	}
	return true
}

// within collects the indices that have to move for t to be there, those that others need first. It looks at no more
// than are left.
func (r *earlyReads) within(t syntax.Term, at int, with *[]*syntax.Var, left *int) bool {
	for _, x := range syntax.FreeVars(t) {
		switch {
		case r.inner[x]:
			return false
		case r.bound[x] <= at:
		case r.ints[x] == nil || r.gone[x] || *left == 0:
			return false
		default:
			*left--
			if !r.sized(r.ints[x], at) || !r.within(r.ints[x], at, with, left) {
				return false
			}
			*with = append(*with, x)
		}
	}
	return true
}

// sized reports whether the sizes of an index are there before a binding.
func (r *earlyReads) sized(t syntax.Term, at int) bool {
	var n *syntax.Size
	switch t := t.(type) {
	case *syntax.ToIdx:
		n = t.Len
	case *syntax.SizeOf:
		n = t.Size
	default:
		return true
	}
	there := true
	n.Vars(func(v *syntax.SizeVar) { there = there && r.sizes[v] <= at })
	return there
}

// earlyInts bounds the indices that are looked at, and move, for one read: there may be a long chain of them, and many
// reads.
const earlyInts = 8

// read is t with names for the elements that it reads in arrays that are updated before; sure says that all of it is
// evaluated.
func (r *earlyReads) read(t syntax.Term, sure bool) syntax.Term {
	if isNumber(t.Type()) {
		if syntax.IsAtom(t) {
			return t
		}
		if at, late := r.updated[r.arrayOf(t, sure)]; late {
			if read := r.written(t); r.there(read, at) {
				y := syntax.NewVar("t", t.Type())
				r.moved[at] = append(r.moved[at], syntax.Bind{Var: y, Rhs: read})
				return syntax.Ref(y)
			}
		}
	}
	syntax.Binders(t, func(x *syntax.Var) { r.inner[x] = true })
	switch p := t.(type) {
	case *syntax.If:
		cond, yes, no := r.read(p.Cond, sure), r.read(p.Then, false), r.read(p.Else, false)
		if cond == p.Cond && yes == p.Then && no == p.Else {
			return t
		}
		return syntax.NewIf(cond, yes, no)
	case *syntax.Let:
		return r.block(p, sure)
	case *syntax.Case, *syntax.Build, *syntax.Loop, *syntax.While, *syntax.FilterIdx:
		sure = false
	case *syntax.Prim:
		sure = sure && p.Op.Name != "and" && p.Op.Name != "or"
	}
	return syntax.MapChildren(t, func(c syntax.Term) syntax.Term { return r.read(c, sure) })
}

// written is t, an element of an array, without names of rows that blocks inside bind.
func (r *earlyReads) written(t syntax.Term) syntax.Term {
	switch p := t.(type) {
	case *syntax.Proj:
		return syntax.NewProj(p.Index, r.written(p.Arg))
	case *syntax.Index:
		return syntax.NewIndex(r.written(p.Arr), p.Idx)
	case *syntax.VarRef:
		if row := r.rows[p.Var]; row != nil {
			return r.written(row)
		}
	}
	return t
}

// block is read for a block inside. A row of which only elements were read that move is left out.
func (r *earlyReads) block(l *syntax.Let, sure bool) syntax.Term {
	binds, rows := make([]syntax.Bind, 0, len(l.Binds)), 0
	for _, b := range l.Binds {
		if b.Var != nil && holdsArray(b.Var.Type) {
			if _, late := r.updated[r.arrayOf(b.Rhs, false)]; late {
				r.rows[b.Var] = b.Rhs
				rows++
			}
		}
		if b.Var == nil || r.rows[b.Var] == nil {
			b.Rhs = r.read(b.Rhs, sure)
		}
		binds = append(binds, b)
	}
	body := r.read(l.Body, sure)
	if rows == 0 {
		return syntax.NewLet(binds, body)
	}
	used := map[*syntax.Var]bool{}
	note := func(t syntax.Term) {
		for _, x := range syntax.FreeVars(t) {
			used[x] = true
		}
	}
	note(body)
	var kept []syntax.Bind
	for _, b := range slices.Backward(binds) {
		if b.Var == nil || r.rows[b.Var] == nil || used[b.Var] {
			kept = append(kept, b)
			note(b.Rhs)
		}
	}
	slices.Reverse(kept)
	return syntax.NewLet(kept, body)
}
