package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// forStmt is a for with up to three clauses: flow.Count where it counts, flow.While elsewhere.
func (f *fn) forStmt(s *ast.ForStmt, label string) {
	mark := f.pkg.directive(f.file, s) == "checkpoint"
	if c, ok := f.counts(s); ok {
		f.countLoop(s, c, label, mark)
		return
	}
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	fresh := f.perIteration(s)
	w := &flow.While{Checkpoint: mark, At: f.at(s)}
	t := f.push(&target{label: label, out: w, next: w})
	w.Cond = boolLit(true)
	if s.Cond != nil {
		w.Pre = f.block(func() { w.Cond = f.cond(s.Cond) })
	}
	if len(fresh) > 0 {
		f.freshBody(s, w, t, fresh)
	} else {
		w.Body = f.block(func() { f.stmts(s.Body.List) })
	}
	f.pop()
	if s.Post != nil {
		w.Post = f.block(func() { f.stmt(s.Post, "") })
	}
	f.emit(w)
	f.dead = s.Cond == nil && !t.left
}

// perIteration lists the variables of a loop's init of which each iteration has its own, and it shows: a literal
// captures them, or their address is taken.
func (f *fn) perIteration(s *ast.ForStmt) []types.Object {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || !f.newLoopVars() {
		return nil
	}
	var fresh []types.Object
	for _, l := range init.Lhs {
		obj := f.pkg.Info.Defs[l.(*ast.Ident)]
		if obj != nil && (f.use.captured[obj] || f.use.addressed[obj] || f.use.receivers[obj]) {
			fresh = append(fresh, obj)
		}
	}
	return fresh
}

// newLoopVars reports whether the file's language version has per-iteration loop variables (go1.22).
func (f *fn) newLoopVars() bool {
	v := f.pkg.Info.FileVersions[f.file]
	return v == "" || version.Compare(v, "go1.22") >= 0
}

// freshBody gives each iteration its own copy of the loop variables: the copy gets the value at the start of the
// body, and the next iteration's copy, which the post statement changes, what it holds at the end.
func (f *fn) freshBody(s *ast.ForStmt, w *flow.While, t *target, fresh []types.Object) {
	inner := &flow.Block{}
	t.next = inner
	outer := make([]*flow.Var, len(fresh))
	w.Body = f.block(func() {
		for i, obj := range fresh {
			outer[i] = f.lookup(obj)
			f.assign(flow.Place{Var: f.declare(obj)}, load(outer[i]), s)
		}
		inner.Body = f.block(func() { f.stmts(s.Body.List) })
		f.emitBlock(inner, t.continued)
		if f.dead && !t.continued {
			return
		}
		for i, obj := range fresh {
			f.assign(flow.Place{Var: outer[i]}, load(f.lookup(obj)), s)
		}
	})
	for i, obj := range fresh {
		f.vars[obj] = outer[i]
	}
}

// loopBody translates the body of a counted loop into a list, with the loop as the target of break and continue.
func (f *fn) loopBody(loop *flow.Count, label string, list []ast.Stmt, before func()) {
	f.push(&target{label: label, out: loop, next: loop})
	loop.Body = f.block(func() {
		if before != nil {
			before()
		}
		f.stmts(list)
	})
	f.pop()
	f.emit(loop)
	f.dead = false
}
