package contract

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/arrays"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// HoistAllocs makes an array once, before a loop, that every iteration makes again.
//
//	for i < n {                      var t [k]real = dirty(k)
//	  var t [k]real = new(k)    →    for i < n {
//	  …                                clear(t)
//	}                                  …
func HoistAllocs(f *loop.Func) {
	h := newAllocHoister(f)
	h.block(&f.Body)
}

type allocHoister struct {
	*access.Places
	loops   arrays.LoopTree
	members map[*loop.Var][]*loop.Var // by alias class
	kept    map[*loop.Var]bool        // appended to: not to be used again
	effects map[loop.Stmt]*facts.Effects
	before  map[loop.Stmt][]loop.Stmt
	values  map[*loop.Var][]*loop.Expr // what int variables are set to; nil for other changes
}

func newAllocHoister(f *loop.Func) *allocHoister {
	h := &allocHoister{
		Places: access.Of(f), loops: arrays.NewLoopTree(f),
		members: map[*loop.Var][]*loop.Var{}, kept: map[*loop.Var]bool{},
		effects: map[loop.Stmt]*facts.Effects{}, before: map[loop.Stmt][]loop.Stmt{},
		values: map[*loop.Var][]*loop.Expr{},
	}
	for v := range h.Info.Members() {
		h.members[h.Class(v)] = append(h.members[h.Class(v)], v)
	}
	loop.Walk(f.Body, h.note)
	for _, p := range f.Params {
		h.loops.Decl[p.Var] = nil
	}
	return h
}

func (h *allocHoister) note(s loop.Stmt) {
	set := func(v *loop.Var, e *loop.Expr) {
		if v.Type == loop.IntType {
			h.values[v] = append(h.values[v], e)
		}
	}
	switch s := s.(type) {
	case *loop.Append:
		h.kept[h.Class(s.Var)] = true
	case *loop.Let:
		set(s.Var, s.Rhs)
	case *loop.Assign:
		for k, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				set(l.Var, s.Rhs[k])
			}
		}
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr {
			set(s.Lhs.Var, nil)
		}
	}
}

// block replaces the Allocs of a block, and puts those taken out of its loops before them.
func (h *allocHoister) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		loop.Blocks(s, h.block)
		out = append(out, h.before[s]...)
		a, ok := s.(*loop.Alloc)
		if !ok {
			out = append(out, s)
			continue
		}
		out = append(out, h.replace(a)...)
	}
	*b = out
}

// replace is what is left of an Alloc in its place.
func (h *allocHoister) replace(a *loop.Alloc) []loop.Stmt {
	l := h.target(a, true)
	if l == nil {
		return h.grown(a)
	}
	t := a.Var
	var rest []loop.Stmt
	if h.Mutable(t) {
		t = h.Fresh(t.Name, t.Type, t)
		rest = append(rest, &loop.Let{Var: a.Var, Rhs: loop.Use(t)})
	}
	if !a.Dirty {
		rest = append(rest, &loop.Clear{Dst: loop.Use(t)})
	}
	dims := make([]*loop.Expr, len(a.Dims))
	for i, n := range a.Dims {
		dims[i] = h.length(n)
	}
	h.before[l] = append(h.before[l], &loop.Alloc{Var: t, Dims: dims, Dirty: true})
	return rest
}

// target is the outermost loop before which the array can be made, with lengths that do
// not change in it if steady; or nil.
func (h *allocHoister) target(a *loop.Alloc, steady bool) loop.Stmt {
	c := h.Class(a.Var)
	if h.kept[c] || h.Stored[c] || len(a.Dims) != int(a.Var.Type.Rank) || a.Var.Flat != nil && h.Mutable(a.Var) {
		return nil
	}
	var target loop.Stmt
	for l := h.loops.Around[a]; l != nil; l = h.loops.Around[l] {
		if f, ok := l.(*loop.For); ok && f.Par != nil {
			return target
		}
		for _, v := range h.members[c] {
			if !h.loops.Inside(h.loops.Decl[v], l) {
				return target
			}
		}
		for _, n := range a.Dims {
			if steady && (facts.Guarded(n) || !h.Steady(n, h.effect(l))) {
				return target
			}
		}
		target = l
	}
	return target
}

func (h *allocHoister) effect(l loop.Stmt) *facts.Effects {
	if h.effects[l] == nil {
		h.effects[l] = h.Effects(l)
	}
	return h.effects[l]
}

// length is n where n is never negative: what a loop that does not run says of
// a length need not be one.
func (h *allocHoister) length(n *loop.Expr) *loop.Expr {
	if h.natural(n, 4) {
		return n
	}
	return loop.Prim(syntax.MustOp("imax"), n, loop.IntConst(0))
}

func (h *allocHoister) natural(n *loop.Expr, depth int) bool {
	switch n.Kind {
	case loop.ConstExpr:
		return n.I >= 0
	case loop.LenExpr:
		return true
	case loop.VarExpr:
		vals := h.values[n.Var]
		for _, e := range vals {
			if depth == 0 || e == nil || !h.natural(e, depth-1) {
				return false
			}
		}
		return len(vals) > 0
	case loop.PrimExpr:
		if n.Prim == syntax.MustOp("imax") {
			return h.natural(n.Args[0], depth) || h.natural(n.Args[1], depth)
		}
		sum := n.Prim == syntax.OpIntAdd || n.Prim == syntax.OpIntMul
		return sum && h.natural(n.Args[0], depth) && h.natural(n.Args[1], depth)
	}
	return false
}
