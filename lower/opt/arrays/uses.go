package arrays

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Uses says how the arrays that a function makes are used.
type Uses struct {
	*access.Places
	loops  LoopTree
	Allocs []*loop.Alloc
	at     map[*loop.Var]*loop.Var // the loop variable that is the only first index of an array
	other  map[*loop.Var]bool      // arrays with uses of any other kind
	Owners map[*loop.Var]int       // by alias class: variables that are not views of one array
}

// Of looks at a function.
func Of(f *loop.Func) *Uses {
	u := &Uses{
		Places: access.Of(f), loops: NewLoopTree(f), at: map[*loop.Var]*loop.Var{},
		other: map[*loop.Var]bool{}, Owners: map[*loop.Var]int{},
	}
	for v := range u.Members() {
		if _, view := u.Views[v]; !view {
			u.Owners[u.Class(v)]++
		}
	}
	for _, e := range f.Results {
		u.use(e)
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok {
			u.Allocs = append(u.Allocs, a)
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
func (u *Uses) use(e *loop.Expr) {
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

// Only is the loop of which every iteration uses just its own element or row of an
// array, and whose iterations all belong to one life of the array; nil when there is none.
func (u *Uses) Only(a *loop.Alloc) *loop.For {
	t := a.Var
	l := u.loops.counted[u.at[t]]
	if l == nil || u.other[t] || u.Owners[u.Class(t)] > 1 || u.Stored[u.Class(t)] ||
		u.Mutable(t) || len(a.Dims) != int(t.Type.Rank) || !t.Type.Scalar().IsNumber() {
		return nil
	}
	if u.loops.Around[l] != u.loops.Around[a] {
		return nil
	}
	for _, n := range a.Dims[1:] {
		if facts.Guarded(n) || n.ReadsMemory() || !u.Constant(n) {
			return nil
		}
	}
	return l
}

// Constant reports whether all variables of e are constants.
func (u *Uses) Constant(e *loop.Expr) bool {
	ok := true
	facts.EachRead(e, func(v *loop.Var) { ok = ok && u.OneValue(v) })
	return ok
}
