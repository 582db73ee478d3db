package lower

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// An array in the state of a loop, or one that a recursive definition hands on, has a new version in every iteration,
// often one that shares all but an element with the last. A pullback that reads elements of it later wants those
// elements, not the array: keeping the array would copy it in every iteration, although the loop only touched a part (a
// loop that updates an array never copies or tapes it). Only where the loops around the read visit as many elements as
// the array has is the array itself the smaller tape.

// version reports whether the array x is one version of an array that changes in a loop, and the block
// that it is bound in.
func (l *lowerer) version(x *syntax.Var) (*block, bool) {
	o := l.vars[x]
	if l.state[x] {
		return o.block, true
	}
	switch t := o.rhs.(type) {
	case *syntax.Set, *syntax.Loop, *syntax.While:
		return o.block, o.block.repeated()
	case *syntax.Plus:
		for _, s := range t.Terms {
			if _, ok := s.(*syntax.OneHot); ok {
				return o.block, o.block.repeated()
			}
		}
	case *syntax.Call:
		return o.block, o.block.recursive()
	case *syntax.VarRef, *syntax.Proj, *syntax.Index:
		if y := root(t); y != nil && y != x {
			if b, ok := l.version(y); ok {
				return b, ok
			}
		}
		return o.block, o.block.repeated() && l.versionAt(t, nil)
	}
	return nil, false
}

// versionAt reports whether the component of t that path leads to, of records in records, is the result of a branch,
// one alternative of which is a version. Each component is looked at once.
func (l *lowerer) versionAt(t syntax.Term, path []int) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		return l.versionOf(t.Var, path)
	case *syntax.Proj:
		return l.versionAt(t.Arg, append([]int{t.Index}, path...))
	case *syntax.Index:
		return l.versionAt(t.Arr, nil)
	case *syntax.Tuple:
		return len(path) > 0 && l.versionAt(t.Elems[path[0]], path[1:])
	case *syntax.Let:
		return l.versionAt(t.Body, path)
	case *syntax.If:
		return l.versionAt(t.Then, path) || l.versionAt(t.Else, path)
	case *syntax.Case:
		return slices.ContainsFunc(t.Arms, func(a syntax.Arm) bool { return l.versionAt(a.Body, path) })
	case *syntax.Set:
		return true
	}
	return false
}

// A branchPart is a component of a variable that holds records, and is the result of a branch, maybe.
type branchPart struct {
	of   *syntax.Var
	path string
}

func (l *lowerer) versionOf(x *syntax.Var, path []int) bool {
	o := l.vars[x]
	switch o.rhs.(type) {
	case *syntax.VarRef, *syntax.Proj, *syntax.Index, *syntax.Tuple, *syntax.If, *syntax.Case:
	default:
		_, ok := l.version(x)
		return ok
	}
	at := branchPart{x, fmt.Sprint(path)}
	is, known := l.branched[at]
	if !known {
		is = l.versionAt(o.rhs, path)
		l.branched[at] = is
	}
	return is
}

// repeated reports whether b runs more often than the definition it is in is called from outside.
func (b *block) repeated() bool {
	for ; b != nil; b = b.parent {
		if b.repeats || b.recurs {
			return true
		}
	}
	return false
}

// recursive reports whether b is in the body of a recursive definition.
func (b *block) recursive() bool {
	for ; b != nil; b = b.parent {
		if b.recurs {
			return true
		}
	}
	return false
}

// root is the variable whose element or component t is.
func root(t syntax.Term) *syntax.Var {
	for {
		switch s := t.(type) {
		case *syntax.VarRef:
			return s.Var
		case *syntax.Proj:
			t = s.Arg
		case *syntax.Index:
			t = s.Arr
		default:
			return nil
		}
	}
}

// losesVersion reports whether computing t again after block b needs a version of an array that
// would have to be kept for it, and is larger than what the loops in between read of it.
func (l *lowerer) losesVersion(b *block, t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Index:
		if x := root(t.Arr); x != nil {
			if home, ok := l.version(x); ok && !covers(b, home, words(t.Arr.Type())) {
				return true
			}
		}
	case *syntax.Proj: // of a record that has the array, too
		if x := root(t.Arg); x != nil && plainNumber(t.Type()) {
			if n, some := recordWords(t.Arg.Type()); some {
				home, ok := l.version(x)
				return ok && !covers(b, home, n)
			}
		}
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || l.losesVersion(b, c) })
	return found
}

// readEarly is the body of λ̲v.Q with the elements that Q reads of versions of arrays, and the indices that
// lead to them, bound in b, where the versions live.
func (l *lowerer) readEarly(b *block, q *syntax.LinLam) syntax.Term {
	e := &early{l: l, b: b, inner: map[any]bool{q.Param: true}}
	return e.term(q.Body)
}

type early struct {
	l     *lowerer
	b     *block
	inner map[any]bool // variables and size variables bound in Q
	// under says that what is looked at may not run, though Q does: it is in a branch or a loop, of what a checkpoint
	// has Q compute again. What may fail stays there.
	under bool
}

func (e *early) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const:
		return t
	case *syntax.Let:
		return e.let(t)
	}
	around := e.under
	_, isIf := t.(*syntax.If)
	m := syntax.Mapper{
		Term: func(c syntax.Term) syntax.Term {
			c = e.term(c)
			e.under = e.under || isIf // behind the condition
			return c
		},
		Binder: func(x *syntax.Var) *syntax.Var {
			e.inner[x], e.under = true, true
			return x
		},
	}
	r := e.keep(t, m.Map(t))
	e.under = around
	if e.moves(r) {
		return e.l.atom(e.b, "t", r)
	}
	return r
}

// keep notes that r, made of t, mentions linear functions if t does.
func (e *early) keep(t, r syntax.Term) syntax.Term {
	if r != t && e.l.touched[t] {
		e.l.touched[r] = true
	}
	return r
}

// let moves whole bindings.
func (e *early) let(t *syntax.Let) syntax.Term {
	binds := make([]syntax.Bind, 0, len(t.Binds))
	for _, b := range t.Binds {
		b.Rhs = e.term(b.Rhs)
		if b.Var == nil {
			e.inner[b.Size] = true
		} else if b.Var.Type == syntax.Int && e.movable(b.Rhs) {
			e.l.bind(e.b, b.At, b.Var, b.Rhs)
			continue
		} else {
			e.inner[b.Var] = true
		}
		binds = append(binds, b)
	}
	return e.keep(t, syntax.NewLet(binds, e.term(t.Body)))
}

// moves reports whether t is an element of a version, a number beside one, or an index, that can be had in the outer
// block.
func (e *early) moves(t syntax.Term) bool {
	switch s := t.(type) {
	case *syntax.Proj: // the record would be kept, with its arrays
		y := root(s.Arg)
		if y == nil || !plainNumber(s.Type()) {
			return false
		}
		if _, ok := e.l.version(y); !ok {
			return false
		}
	case *syntax.Index:
		y := root(s.Arr)
		if y == nil {
			return false
		}
		if _, ok := e.l.version(y); !ok {
			return false
		}
	case *syntax.ToIdx:
	default:
		return false
	}
	return e.movable(t)
}

func (e *early) movable(t syntax.Term) bool {
	if !isCheap(t) || e.under && mayFail(t) {
		return false
	}
	for _, q := range parts(t) {
		if e.inner[q] {
			return false
		}
	}
	return true
}

// mayFail reports whether t, which is cheap, fails for some values of its variables.
func mayFail(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.ToIdx:
		return true
	case *syntax.Coerce:
		if !t.Sure {
			return true
		}
	case *syntax.Prim:
		if t.Op.Fails() {
			return true
		}
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || mayFail(c) })
	return found
}

// words is the number of elements of an array type, or nil when only a run tells.
func words(t syntax.Type) *syntax.Size {
	n := syntax.SizeLit(1)
	for {
		a, ok := t.(*syntax.ArrayType)
		if !ok {
			break
		}
		n = n.Mul(a.Len)
		t = a.Elem
	}
	if _, ok := t.(*syntax.DynType); ok {
		return nil
	}
	return n
}

// recordWords is the number of elements of the arrays in a record, nil when only a run tells, and whether it has any.
func recordWords(t syntax.Type) (n *syntax.Size, some bool) {
	tup, ok := t.(*syntax.TupleType)
	if !ok {
		return words(t), !plainNumber(t)
	}
	n = syntax.SizeLit(0)
	for _, el := range tup.Elems {
		if m, has := recordWords(el); has {
			if some = true; m == nil || n == nil {
				n = nil
			} else {
				n = n.Add(m)
			}
		}
	}
	return n, some
}

// covers reports whether the loops from block b out to home run at least n times together.
func covers(b, home *block, n *syntax.Size) bool {
	trips := syntax.SizeLit(1)
	for ; b != nil && b != home; b = b.parent {
		if b.repeats && b.trips != nil {
			trips = trips.Mul(b.trips)
		}
	}
	return n != nil && dominates(trips, n)
}

// dominates reports, by the form of two sizes, whether p ≥ q when sizes are not small: every
// term of q has one of p to itself that is a multiple of it, and has the larger factor or more variables.
func dominates(p, q *syntax.Size) bool {
	type term struct {
		coef int64
		vars []*syntax.SizeVar
		used bool
	}
	var have []*term
	p.Terms(func(c int64, vs []*syntax.SizeVar) { have = append(have, &term{coef: c, vars: slices.Clone(vs)}) })
	for _, t := range have {
		if t.coef < 0 {
			return false
		}
	}
	ok := true
	q.Terms(func(c int64, vs []*syntax.SizeVar) {
		if c <= 0 {
			return // a negative term only helps
		}
		for _, t := range have {
			if !t.used && (t.coef >= c || len(t.vars) > len(vs)) && multiple(t.vars, vs) {
				t.used = true
				return
			}
		}
		ok = false
	})
	return ok
}

// multiple reports whether vs holds all of ws, with repetitions.
func multiple(vs, ws []*syntax.SizeVar) bool {
	left := slices.Clone(vs)
	for _, w := range ws {
		i := slices.Index(left, w)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}
