package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// places says where in memory the accesses of one function go: subscripts as linear
// forms, and views as parts of the arrays that they were taken from.
type places struct {
	*facts.Info
	lin    map[*loop.Var]linear   // values of constants of their block, over variables that never change
	counts map[*loop.Var]linear   // likewise for v = max(n, 0): a loop does as many iterations for v as for n
	views  map[*loop.Var]location // likewise for array variables
	stored map[*loop.Var]bool     // alias classes in which rows were stored as references
	ragged map[*loop.Var]bool     // those of them in which two rows may be one
	strict bool
	rows   map[*loop.Var]*rowStore // by what is stored: arrays that are made to be one row
	sums   map[loop.Stmt]*summary  // of statements that have been looked at
	called *facts.Callees          // nil where nobody asks what may pass what

	body    []loop.Stmt               // of the function
	written map[*loop.Var][]loop.Type // what writtenTypes has found
}

// A location is an element, row or view: subs are subscripts below root, outermost first,
// and the next subscript starts at off. Nothing is known when root is nil.
type location struct {
	root *loop.Var
	subs []linear
	off  linear
	cut  bool // a slice: its length is another
}

func newPlaces(f *loop.Func) *places { return placesOf(facts.Analyse(f)) }

func placesOf(in *facts.Info) *places {
	return placesIn(in, in.Func.Body[:in.Prologue()], in.Func.Body[in.Prologue():])
}

// placesIn is placesOf for a function of which only some statements are looked at, those of the prologue and those
// behind it: the others may be plain.
func placesIn(in *facts.Info, prologue, rest []loop.Stmt) *places {
	f := in.Func
	pl := &places{
		Info: in, lin: map[*loop.Var]linear{}, counts: map[*loop.Var]linear{}, views: map[*loop.Var]location{},
		stored: map[*loop.Var]bool{}, ragged: map[*loop.Var]bool{}, rows: map[*loop.Var]*rowStore{},
		sums: map[loop.Stmt]*summary{}, body: f.Body,
	}
	pl.findRows(prologue, rest)
	pl.strict = true // variables may change until their lengths are found out
	pl.define(prologue)
	pl.strict = false
	pl.define(rest)
	return pl
}

// define records what constants stand for, in the order of the program.
func (pl *places) define(block []loop.Stmt) {
	loop.Walk(block, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok && pl.rows[a.Var] != nil {
			pl.view(a.Var, pl.rows[a.Var].target())
			return
		}
		l, ok := s.(*loop.Let)
		if !ok || pl.Mutable(l.Var) {
			return
		}
		if l.Var.Type == loop.IntType {
			if x := pl.linear(l.Rhs); x.over(pl.fixed) {
				pl.lin[l.Var] = x
			}
			if n := clamped(l.Rhs); n != nil {
				if x := pl.linear(n); x.over(pl.fixed) {
					pl.counts[l.Var] = x
				}
			}
			return
		}
		if !l.Var.Type.IsArray() {
			return
		}
		pl.view(l.Var, l.Rhs)
	})
}

// fixed reports whether v has one value wherever it is in scope, once lengths are found out.
func (pl *places) fixed(v *loop.Var) bool {
	return !pl.Mutable(v) || !pl.strict && pl.Settled(v)
}

// view records that v is a part of another array.
func (pl *places) view(v *loop.Var, e *loop.Expr) {
	p := pl.locate(e)
	if p.root == nil || !pl.fixed(p.root) || !p.off.over(pl.fixed) {
		return
	}
	for i := range p.subs {
		if !p.subs[i].over(pl.fixed) || e.CanFail() {
			p.subs[i] = linear{}
		}
	}
	pl.views[v] = p
}

// locate finds where an array, row, view or element is.
func (pl *places) locate(e *loop.Expr) location {
	switch e.Kind {
	case loop.VarExpr:
		if p, ok := pl.views[e.Var]; ok {
			p.subs = append([]linear(nil), p.subs...)
			return p
		}
		if e.Type.IsArray() && (e.Type.Rank == 1 || !pl.ragged[pl.Class(e.Var)]) {
			return location{root: e.Var, off: linConst(0)}
		}
	case loop.IndexExpr:
		if p := pl.locate(e.Args[0]); p.root != nil {
			return location{root: p.root, subs: append(p.subs, p.off.plus(1, pl.linear(e.Args[1]))), off: linConst(0)}
		}
	case loop.SliceExpr:
		if p := pl.locate(e.Args[0]); p.root != nil {
			p.off, p.cut = p.off.plus(1, pl.linear(e.Args[1])), true
			return p
		}
	}
	return location{}
}
