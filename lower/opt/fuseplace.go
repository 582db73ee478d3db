package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// places says where in memory the accesses of one function go: subscripts as linear
// forms, and views as parts of the arrays that they were taken from.
type places struct {
	*Info
	lin    map[*loop.Var]linear   // values of constants of their block, over variables that never change
	views  map[*loop.Var]location // likewise for array variables
	ragged map[*loop.Var]bool     // alias classes in which rows were stored as references: two rows may be one
	sums   map[loop.Stmt]*summary // of statements that have been looked at
}

// A location is an element, row or view: subs are subscripts below root, outermost first,
// and the next subscript starts at off. Nothing is known when root is nil.
type location struct {
	root *loop.Var
	subs []linear
	off  linear
}

func newPlaces(f *loop.Func) *places {
	pl := &places{
		Info: Analyse(f), lin: map[*loop.Var]linear{}, views: map[*loop.Var]location{},
		ragged: map[*loop.Var]bool{}, sums: map[loop.Stmt]*summary{},
	}
	loop.Walk(f.Body, pl.rows)
	pl.define(f.Body)
	return pl
}

// rows finds the classes with rows that are references stored by hand.
func (pl *places) rows(s loop.Stmt) {
	mark := func(v *loop.Var, t loop.Type) {
		if v != nil && holds(t) {
			pl.ragged[pl.Class(v)] = true
		}
	}
	switch s := s.(type) {
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Kind != loop.VarExpr {
				mark(rootOf(l), l.Type)
			}
		}
	case *loop.Append:
		mark(s.Var, s.Val.Type)
	case *loop.NewCell:
		for _, f := range s.Fields {
			mark(s.Var, f.Type)
		}
	case *loop.Call:
		for _, v := range s.Vars {
			if v != nil && (v.Type.Rank > 1 || v.Type.Base == loop.Ref) {
				mark(v, v.Type)
			}
		}
	}
}

// define records what constants stand for, in the order of the program.
func (pl *places) define(block []loop.Stmt) {
	loop.Walk(block, func(s loop.Stmt) {
		l, ok := s.(*loop.Let)
		if !ok || pl.Mutable(l.Var) {
			return
		}
		fixed := func(v *loop.Var) bool { return !pl.Mutable(v) }
		if l.Var.Type == loop.IntType {
			if x := pl.linear(l.Rhs); x.over(fixed) {
				pl.lin[l.Var] = x
			}
			return
		}
		if !l.Var.Type.IsArray() {
			return
		}
		p := pl.locate(l.Rhs)
		if p.root == nil || !fixed(p.root) || !p.off.over(fixed) {
			return
		}
		for i := range p.subs {
			if !p.subs[i].over(fixed) {
				p.subs[i] = linear{}
			}
		}
		pl.views[l.Var] = p
	})
}

// locate finds where an array, row, view or element is.
func (pl *places) locate(e *loop.Expr) location {
	switch e.Kind {
	case loop.VarExpr:
		if p, ok := pl.views[e.Var]; ok {
			return location{p.root, append([]linear(nil), p.subs...), p.off}
		}
		if e.Type.IsArray() && (e.Type.Rank == 1 || !pl.ragged[pl.Class(e.Var)]) {
			return location{root: e.Var, off: linConst(0)}
		}
	case loop.IndexExpr:
		if p := pl.locate(e.Args[0]); p.root != nil {
			return location{p.root, append(p.subs, p.off.plus(1, pl.linear(e.Args[1]))), linConst(0)}
		}
	case loop.SliceExpr:
		if p := pl.locate(e.Args[0]); p.root != nil {
			p.off = p.off.plus(1, pl.linear(e.Args[1]))
			return p
		}
	}
	return location{}
}
