package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is indexRead: an element of an array that is a copy of something which is there is read where that is.
//
//	let x = [[⟨a, y[i]⟩ | j < m] | i < n] in … snd x[k][l] …
//
// becomes … y[k] …, so that x may go. It comes before differentiation, so that its tangents and cotangents go, too: the
// passes on loops find the element in the function itself, but not what is zero in the cotangent of x.

func readRules() []*Rule {
	const (
		why       = "β for arrays and pairs; e is there"
		condition = "e is made of atoms, places of them, and elements of arrays of which only elements are used, no " +
			"more of these one inside the other than the indices that go. " +
			"There may be tuples around; it holds no array; k is an atom if it is bound. A display keeps arrays " +
			"with names"
	)
	return []*Rule{
		{
			Name: "indexRead", Before: "let x = [[e | j < m] | i < n] in … x[k][l] …", After: "… e[k/i, l/j] …",
			Ref: agda61, Why: why, Condition: condition, Set: Deriving,
			on: atIndex, apply: readThere,
		},
		{
			Name: "placeRead", Before: "let x = [⟨d, e⟩ | i < n] in … snd x[k] …", After: "… e[k/i] …", Ref: agda61,
			Why: why, Condition: "as of indexRead", Set: Deriving,
			on: atProj, apply: readThere,
		},
	}
}

// readThere applies the rule to an element, or a place of one.
func readThere(p *pass, t syntax.Term) syntax.Term {
	if form.HoldsMemory(t.Type()) {
		return nil // it may be changed in place where nothing else reads what it was made of
	}
	r := reading{pass: p}
	from := r.follow(t)
	if from == nil {
		return nil
	}
	e := r.enter(from)
	if reads, ok := r.plain(e); !ok || len(r.taken) == 0 || reads > len(r.taken) {
		return nil
	}
	subst := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}}
	for _, b := range r.taken {
		if b.Var != nil {
			subst.Vars[b.Var] = p.atom("i", b.Rhs)
		}
	}
	e = subst.Apply(e)
	p.allAgain(e)
	for i := len(r.path) - 1; i >= 0; i-- {
		switch s := r.path[i].(type) {
		case *syntax.Index:
			e = syntax.NewIndex(e, s.Idx)
		case *syntax.Proj:
			e = syntax.NewProj(s.Index, e)
		}
	}
	return e
}

// A reading is the way to an element: indices and projections, the last one first.
type reading struct {
	*pass
	path  []syntax.Term
	taken []syntax.Bind // the indices that are taken off the path, by what binds them in builds
	inner []syntax.Bind // of the blocks of the builds, which are not there outside
}

// readBlock is the number of bindings of a build up to which an element is looked for among them.
const readBlock = 16

// follow finds the build or set that t reads, through variables, or nil.
func (r *reading) follow(t syntax.Term) syntax.Term {
	there := true
	for {
		var from syntax.Term
		switch s := t.(type) {
		case *syntax.Index:
			if !there && !form.IsAtom(s.Idx) {
				return nil
			}
			from = s.Arr
		case *syntax.Proj:
			from = s.Arg
		case *syntax.Build, *syntax.Set:
			return s
		default:
			return nil
		}
		r.path = append(r.path, t)
		x, ok := from.(*syntax.VarRef)
		if !ok {
			t = from
			continue
		}
		if r.kept(x.Var) {
			return nil
		}
		there = false
		if t = r.env.at(x.Var).def; t == nil {
			return nil
		}
	}
}

// enter follows the path into t as far as builds and tuples go.
func (r *reading) enter(t syntax.Term) syntax.Term {
	for {
		t = r.open(t)
		last := len(r.path) - 1
		if last < 0 {
			return t
		}
		switch s := r.path[last].(type) {
		case *syntax.Index:
			next := r.element(t, s.Idx)
			if next == nil {
				return t
			}
			t = next
		case *syntax.Proj:
			u, ok := t.(*syntax.Tuple)
			if !ok {
				return t
			}
			t = u.Elems[s.Index]
		}
		r.path = r.path[:last]
	}
}

// open is what t, the element of a build, is in the block of the build.
func (r *reading) open(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok && len(l.Binds) <= readBlock {
		r.inner = append(r.inner, l.Binds...)
		t = l.Body
	}
	for {
		rhs := r.innerOf(t)
		if rhs == nil {
			return t
		}
		t = rhs
	}
}

// innerOf is what a variable is bound to in the blocks, or nil.
func (r *reading) innerOf(t syntax.Term) syntax.Term {
	if x, ok := t.(*syntax.VarRef); ok {
		for _, b := range r.inner {
			if b.Var == x.Var {
				return b.Rhs
			}
		}
	}
	return nil
}

// atom reports whether t is an atom that is there outside.
func (r *reading) atom(t syntax.Term) bool { return form.IsAtom(t) && r.innerOf(t) == nil }

// element is what builds and sets have at an index, or nil.
func (r *reading) element(t, idx syntax.Term) syntax.Term {
	for {
		switch s := t.(type) {
		case *syntax.Build:
			r.taken = append(r.taken, syntax.Bind{Var: s.Idx, Rhs: idx})
			return s.Body
		case *syntax.Set:
			switch {
			case form.SameIndex(s.Idx, idx):
				r.taken = append(r.taken, syntax.Bind{})
				return s.Val
			case form.OtherIndex(s.Idx, idx): // at another place
				t = s.Arr
				continue
			}
		}
		return nil
	}
}

// plain reports whether t is there, and how many indices it takes.
func (r *reading) plain(t syntax.Term) (reads int, ok bool) {
	switch t := t.(type) {
	case *syntax.Tuple:
		for _, e := range t.Elems {
			n, ok := r.plain(e)
			if !ok {
				return 0, false
			}
			reads = max(reads, n)
		}
		return reads, true
	case *syntax.Proj:
		return r.plain(t.Arg)
	case *syntax.FromIdx:
		return 0, r.atom(t.Arg)
	case *syntax.Index:
		if x, ok := t.Arr.(*syntax.VarRef); ok {
			if r.innerOf(x) != nil {
				return 0, false
			}
			o := r.occ.at(x.Var)
			// an update may follow else, which could be made in place before
			return 1, r.atom(t.Idx) && o.n > 0 && o.idxs == o.n
		}
		if _, ok := t.Arr.(*syntax.Index); ok && r.atom(t.Idx) {
			n, ok := r.plain(t.Arr)
			return n + 1, ok
		}
		return 0, false
	}
	return 0, r.atom(t)
}

// allAgain notes that the variables in t, which is put in another place too, are used again.
func (p *pass) allAgain(t syntax.Term) {
	p.addUse(t)
	syntax.Children(t, p.allAgain)
}
