package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// uses says how the arrays that a function makes are used.
type uses struct {
	*access.Places
	loops  loopTree
	allocs []*loop.Alloc
	at     map[*loop.Var]*loop.Var // the loop variable that is the only first index of an array
	other  map[*loop.Var]bool      // arrays with uses of any other kind
	owners map[*loop.Var]int       // by alias class: variables that are not views of one array
}

func arrayUses(f *loop.Func) *uses {
	u := &uses{
		Places: access.Of(f), loops: newLoopTree(f), at: map[*loop.Var]*loop.Var{},
		other: map[*loop.Var]bool{}, owners: map[*loop.Var]int{},
	}
	for v := range u.Members() {
		if _, view := u.Views[v]; !view {
			u.owners[u.Class(v)]++
		}
	}
	for _, e := range f.Results {
		u.use(e)
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok {
			u.allocs = append(u.allocs, a)
			for _, n := range a.Var.Flat {
				u.use(n)
			}
		}
		if a, ok := s.(*loop.Append); ok {
			u.other[a.Var] = true
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { u.use(*e) })
	})
	return u
}

// use records the uses of arrays in e.
func (u *uses) use(e *loop.Expr) {
	if e.Kind == loop.VarExpr {
		u.other[e.Var] = true
		return
	}
	if e.Kind != loop.IndexExpr || e.Args[0].Kind != loop.VarExpr {
		for _, a := range e.Args {
			u.use(a)
		}
		return
	}
	u.use(e.Args[1])
	t := e.Args[0].Var
	i := u.Linear(e.Args[1]).SoleVar()
	switch {
	case i == nil || e.Args[1].CanFail() || u.at[t] != nil && u.at[t] != i:
		u.other[t] = true
	default:
		u.at[t] = i
	}
}

// only is the loop of which every iteration uses just its own element or row of an
// array, and whose iterations all belong to one life of the array; nil when there is none.
func (u *uses) only(a *loop.Alloc) *loop.For {
	t := a.Var
	l := u.loops.counted[u.at[t]]
	if l == nil || u.other[t] || u.owners[u.Class(t)] > 1 || u.Stored[u.Class(t)] ||
		u.Mutable(t) || len(a.Dims) != int(t.Type.Rank) || !t.Type.Scalar().IsNumber() {
		return nil
	}
	if u.loops.around[l] != u.loops.around[a] {
		return nil
	}
	for _, n := range a.Dims[1:] {
		if facts.Guarded(n) || n.ReadsMemory() || !u.constant(n) {
			return nil
		}
	}
	return l
}

// constant reports whether all variables of e are constants.
func (u *uses) constant(e *loop.Expr) bool {
	ok := true
	facts.EachRead(e, func(v *loop.Var) { ok = ok && u.OneValue(v) })
	return ok
}

// A loopTree says which loop each statement is in.
type loopTree struct {
	// the innermost loop around a loop, an Alloc or what declares an array; nil at the top
	around  map[loop.Stmt]loop.Stmt
	decl    map[*loop.Var]loop.Stmt // the innermost loop around the declaration of an array or cell
	counted map[*loop.Var]*loop.For // by variable
	depth   map[loop.Stmt]int
}

func newLoopTree(f *loop.Func) loopTree {
	lt := loopTree{map[loop.Stmt]loop.Stmt{}, map[*loop.Var]loop.Stmt{}, map[*loop.Var]*loop.For{}, map[loop.Stmt]int{}}
	lt.block(f.Body, nil)
	return lt
}

func (lt *loopTree) block(b []loop.Stmt, in loop.Stmt) {
	for _, s := range b {
		inner := in
		switch s := s.(type) {
		case *loop.For:
			lt.counted[s.Var], lt.around[s], inner = s, in, s
			lt.depth[s] = lt.depth[in] + 1
		case *loop.While:
			lt.around[s], inner = in, s
			lt.depth[s] = lt.depth[in] + 1
		case *loop.Alloc:
			lt.around[s] = in
		}
		loop.Declared(s, func(v *loop.Var) {
			if facts.Holds(v.Type) {
				lt.decl[v] = in
			}
		})
		loop.Blocks(s, func(b *[]loop.Stmt) { lt.block(*b, inner) })
	}
}

// inside reports whether loop s is l or inside it.
func (lt *loopTree) inside(s, l loop.Stmt) bool {
	for s != nil && lt.depth[s] > lt.depth[l] {
		s = lt.around[s]
	}
	return s == l
}
