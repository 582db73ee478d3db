package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// redo does an iteration of a loop once more where the one element is read that it stored, and not what the other iterations did only for
// theirs: a search keeps a sum, or the tangent of one, of every candidate for the sake of the one that it finds.
//
//	for c < k {                              for c < k {
//	  var s real = 0.0                         var s real = 0.0
//	  var t real = 0.0                         for j < d {
//	  for j < d {                                s +~= a[j] * b[c][j]
//	    s +~= a[j] * b[c][j]                   }
//	    t +~= a[j] * e[c][j]                   p[c] = s
//	  }                                  →   }
//	  p[c], q[c] = s, t                      …
//	}                                        var t real = 0.0
//	…                                        for j < d {
//	y += q[k]                                  t +~= a[j] * e[k][j]
//	                                         }
//	                                         y += t
//
// In recall the element is an expression. Here it takes loops, so the loop that fills the array must not need them for anything else.
var redo = Pass{ //nolint:gochecknoglobals // a constant
	Name: "redo",
	Law: "An element that an iteration stored is what that iteration computes: with the same variables and memory, what it takes of the " +
		"iteration computes the same anywhere. What the iterations do for elements that nobody reads need not be done.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		for round := 0; round < redoRounds && redoOnce(f); round++ {
			removeDead(f)
		}
	}),
}

const (
	redoRounds = 8  // arrays in one function
	redoSize   = 96 // nodes of the expressions of an iteration that are computed again
	redoTries  = 64 // arrays that are looked at closely, one after the other, until there is one
)

// redoOnce does without one array, if there is one.
func redoOnce(f *loop.Func) bool {
	sv := survey(f)
	bodies := map[*nest]map[*loop.Var]bool{}
	tries := 0
	for _, t := range sv.order {
		w := newRedoer(sv, t, sv.arrays[t])
		if w == nil {
			continue
		}
		if _, seen := bodies[w.body]; !seen {
			bodies[w.body] = declaredBeside(*w.body.block)
		}
		if w.local = bodies[w.body]; w.local == nil {
			continue
		}
		if w.apply() {
			return true
		}
		if tries++; tries == redoTries {
			break
		}
	}
	return false
}

// declaredBeside is what a block with loops inside declares; nil where there are none.
func declaredBeside(b []loop.Stmt) map[*loop.Var]bool {
	if !slices.ContainsFunc(b, func(s loop.Stmt) bool { return loopDepth(s, 2) > 0 }) {
		return nil
	}
	local := map[*loop.Var]bool{}
	loop.Walk(b, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { local[v] = true }) })
	return local
}

type redoer struct {
	*surveyor
	body  *nest     // of the loop that fills the array
	read  *readSite // the one reader
	store *loop.Assign
	part  int
	local map[*loop.Var]bool // what the body declares
	ch    *changes
	last  int // where the reader is in the block of the loop
}

// newRedoer is nil where an array is not filled by all iterations of one loop and read once thereafter, in no further loop.
func newRedoer(sv *surveyor, t *loop.Var, s *sites) *redoer {
	if s.alloc == nil || s.other || len(s.reads) != 1 || len(s.rows) > 0 || t.Type.Rank != 1 || len(s.alloc.Dims) != 1 {
		return nil
	}
	loops := sv.filled(t, s)
	if len(loops) != 1 || loops[0].loop.Par != nil || s.write.n != loops[0] {
		return nil
	}
	body, read := loops[0], &s.reads[0]
	trips := sv.linear(body.loop.N)
	if !trips.over(sv.fixed) || !trips.equal(sv.linear(s.alloc.Dims[0])) {
		return nil
	}
	at, ok := read.at.in(body.up)
	if !ok || at.at <= body.at || read.at.n.loops != body.up.loops || !read.e.Args[0].IsVar(t) || read.e.Args[1].CanFail() {
		return nil
	}
	store := (*body.block)[s.write.at].(*loop.Assign)
	if l := store.Lhs[s.part]; !l.Args[0].IsVar(t) || !l.Args[1].IsVar(body.loop.Var) || !always((*read.at.n.block)[read.at.at], read.e) {
		return nil
	}
	return &redoer{surveyor: sv, body: body, read: read, store: store, part: s.part, last: at.at}
}

// always reports whether a statement evaluates e, part of its operands, exactly once.
func always(s loop.Stmt, e *loop.Expr) bool {
	switch s.(type) {
	case *loop.Let, *loop.Assign, *loop.AddTo:
	default:
		return false
	}
	var within func(x *loop.Expr) bool
	within = func(x *loop.Expr) bool {
		if x == e {
			return true
		}
		if x.Kind != loop.PrimExpr || x.Prim.Name == "and" || x.Prim.Name == "or" {
			return false
		}
		for _, a := range x.Args {
			if within(a) {
				return true
			}
		}
		return false
	}
	ok := false
	loop.Operands(s, func(x **loop.Expr, read bool) { ok = ok || read && within(*x) })
	return ok
}

// needed are the variables of the body that the value of the array needs, or, with others, what everything else that the body does needs.
func (w *redoer) needed(others bool) map[*loop.Var]bool {
	need := map[*loop.Var]bool{}
	grown := true
	add := func(e *loop.Expr) {
		EachRead(e, func(v *loop.Var) {
			if w.local[v] && !need[v] {
				need[v], grown = true, true
			}
		})
	}
	// defines takes what a value is for, and reports whether that is needed.
	defines := func(s loop.Stmt, k int, target, value *loop.Expr) bool {
		switch {
		case s == loop.Stmt(w.store) && k == w.part:
			if others {
				return false
			}
		case target.Kind == loop.VarExpr && w.local[target.Var]:
			if !need[target.Var] {
				return false
			}
		case !others:
			return false
		}
		if target.Kind != loop.VarExpr {
			add(target)
		}
		add(value)
		return true
	}
	var visit func(b []loop.Stmt) bool
	visit = func(b []loop.Stmt) (some bool) {
		for _, s := range slices.Backward(b) { // what is read is declared before, mostly
			alive := false
			switch s := s.(type) {
			case *loop.Let:
				if alive = need[s.Var]; alive {
					add(s.Rhs)
				}
			case *loop.Assign:
				for k, l := range s.Lhs {
					alive = defines(s, k, l, s.Rhs[k]) || alive
				}
			case *loop.AddTo:
				alive = defines(s, 0, s.Lhs, s.Rhs)
			case *loop.For:
				if alive = visit(s.Body); alive {
					add(s.N)
				}
			case *loop.If:
				then := visit(s.Then)
				if alive = visit(s.Else) || then; alive {
					add(s.Cond)
				}
			default:
				loop.Declared(s, func(v *loop.Var) { alive = alive || need[v] })
				if alive = alive || others; alive {
					loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { add(*e) }) })
				}
			}
			some = some || alive
		}
		return some
	}
	for grown && (others || len(need) <= redoSize) { // more are not computed again
		grown = false
		visit(*w.body.block)
	}
	return need
}

// slice is the statements of a block that say what the needed variables are; not ok when there are others than those that compute variables
// of the block from what stays as it is.
func (w *redoer) slice(b []loop.Stmt, need map[*loop.Var]bool, room *int) (out []loop.Stmt, ok bool) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Let:
			if need[s.Var] {
				if !w.same(s.Rhs, room) {
					return nil, false
				}
				out = append(out, s)
			}
		case *loop.Assign:
			part := &loop.Assign{}
			for k, l := range s.Lhs {
				if l.Kind == loop.VarExpr && need[l.Var] {
					if !w.same(s.Rhs[k], room) {
						return nil, false
					}
					part.Lhs, part.Rhs = append(part.Lhs, l), append(part.Rhs, s.Rhs[k])
				}
			}
			if len(part.Lhs) > 0 {
				out = append(out, part)
			}
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr && need[s.Lhs.Var] {
				if !w.same(s.Rhs, room) {
					return nil, false
				}
				out = append(out, s)
			}
		case *loop.For:
			in, ok := w.slice(s.Body, need, room)
			if !ok || len(in) > 0 && (s.Par != nil || !w.same(s.N, room)) {
				return nil, false
			}
			if len(in) > 0 {
				out = append(out, &loop.For{Var: s.Var, N: s.N, Down: s.Down, Vector: s.Vector, Body: in})
			}
		case *loop.If:
			then, ok := w.slice(s.Then, need, room)
			if !ok {
				return nil, false
			}
			els, ok := w.slice(s.Else, need, room)
			if !ok || len(then)+len(els) > 0 && !w.same(s.Cond, room) {
				return nil, false
			}
			if len(then)+len(els) > 0 {
				out = append(out, &loop.If{Cond: s.Cond, Then: then, Else: els})
			}
		default:
			sets := false
			loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
				loop.Declared(s, func(v *loop.Var) { sets = sets || need[v] })
				for v := range w.Effects(s).Vars {
					sets = sets || need[v]
				}
			})
			if sets {
				return nil, false
			}
		}
	}
	return out, true
}

// same reports whether an expression of the body, in terms of what the body declares, means the same from the loop to the reader.
func (w *redoer) same(e *loop.Expr, room *int) bool {
	if *room -= int(e.Size); *room < 0 || e.CanFail() {
		return false
	}
	ok := true
	EachRead(e, func(v *loop.Var) {
		ok = ok && (w.local[v] || v == w.body.loop.Var || !(w.Mutable(v) && between(w.ch.vars[v], w.body.at, w.last)))
	})
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch e.Kind {
		case loop.IndexExpr, loop.FieldExpr:
			reg, known := w.Region(e)
			ok = ok && known && !between(w.ch.regions[reg], w.body.at, w.last)
		case loop.TagExpr, loop.IsNilExpr, loop.SliceExpr, loop.CheckExpr, loop.DivExpr:
			ok = false
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	visit(e)
	return ok
}

// pays reports whether there is a loop in which the iterations do something for the array alone.
func pays(b []loop.Stmt, alone func(v *loop.Var) bool, inside bool) bool {
	for _, s := range b {
		ok := false
		switch s := s.(type) {
		case *loop.AddTo:
			ok = inside && s.Lhs.Kind == loop.VarExpr && alone(s.Lhs.Var)
		case *loop.Assign:
			for _, l := range s.Lhs {
				ok = ok || inside && l.Kind == loop.VarExpr && alone(l.Var)
			}
		case *loop.For:
			ok = pays(s.Body, alone, true)
		case *loop.If:
			ok = pays(s.Then, alone, inside) || pays(s.Else, alone, inside)
		}
		if ok {
			return true
		}
	}
	return false
}

// apply makes the change, if it can be made and pays.
func (w *redoer) apply() bool {
	need := w.needed(false)
	if len(need) > redoSize {
		return false
	}
	others := w.needed(true)
	if !pays(*w.body.block, func(v *loop.Var) bool { return need[v] && !others[v] }, false) {
		return false
	}
	w.ch = w.changesOf(*w.body.up.block)
	room := redoSize
	value := w.store.Rhs[w.part]
	slice, ok := w.slice((*w.body.block)[:w.storeAt()], need, &room)
	if !ok || !w.same(value, &room) {
		return false
	}
	at := loop.NewVar("at", loop.IntType)
	c := &cloner{in: w.Info, as: map[*loop.Var]*loop.Expr{w.body.loop.Var: loop.Use(at)}}
	before := append([]loop.Stmt{&loop.Let{Var: at, Rhs: w.read.e.Args[1]}}, c.block(slice)...)
	value = c.expr(value)
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e == w.read.e {
			return value
		}
		return e.MapArgs(sub)
	}
	block := *w.read.at.n.block
	loop.Operands(block[w.read.at.at], func(e **loop.Expr, _ bool) { *e = sub(*e) })
	out := append([]loop.Stmt{}, block[:w.read.at.at]...)
	*w.read.at.n.block = append(append(out, before...), block[w.read.at.at:]...)
	return true
}

// storeAt is where the array is stored to in the body.
func (w *redoer) storeAt() int {
	for k, s := range *w.body.block {
		if s == loop.Stmt(w.store) {
			return k
		}
	}
	panic("opt: a store has moved")
}
