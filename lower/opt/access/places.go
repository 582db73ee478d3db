package access

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Places says where in memory the accesses of one function go: subscripts as linear
// forms, and views as parts of the arrays that they were taken from.
type Places struct {
	*facts.Info
	lin    map[*loop.Var]Linear   // values of constants of their block, over variables that never change
	counts map[*loop.Var]Linear   // likewise for v = max(n, 0): a loop does as many iterations for v as for n
	Views  map[*loop.Var]Location // likewise for array variables
	Stored map[*loop.Var]bool     // alias classes in which rows were stored as references
	Ragged map[*loop.Var]bool     // those of them in which two rows may be one
	strict bool
	Rows   map[*loop.Var]*RowStore // by what is stored: arrays that are made to be one row
}

// A Location is an element, row or view: Subs are subscripts below Root, outermost first,
// and the next subscript starts at Off. Nothing is known when Root is nil.
type Location struct {
	Root *loop.Var
	Subs []Linear
	Off  Linear
	Cut  bool // a slice: its length is another
}

// Of looks at a function.
func Of(f *loop.Func) *Places { return placesOf(facts.Analyse(f)) }

func placesOf(in *facts.Info) *Places {
	return In(in, in.Func.Body[:in.Prologue()], in.Func.Body[in.Prologue():])
}

// In is [Of] for a function of which only some statements are looked at, those of the prologue and those
// after it: the others may be plain.
func In(in *facts.Info, prologue, rest []loop.Stmt) *Places {
	pl := &Places{
		Info: in, lin: map[*loop.Var]Linear{}, counts: map[*loop.Var]Linear{}, Views: map[*loop.Var]Location{},
		Stored: map[*loop.Var]bool{}, Ragged: map[*loop.Var]bool{}, Rows: map[*loop.Var]*RowStore{},
	}
	pl.findRows(prologue, rest)
	pl.strict = true // variables may change until their lengths are found out
	pl.Define(prologue)
	pl.strict = false
	pl.Define(rest)
	return pl
}

// Define records what constants stand for, in the order of the program.
func (pl *Places) Define(block []loop.Stmt) {
	loop.Walk(block, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok && pl.Rows[a.Var] != nil {
			pl.view(a.Var, pl.Rows[a.Var].Target())
			return
		}
		l, ok := s.(*loop.Let)
		if !ok || pl.Mutable(l.Var) {
			return
		}
		if l.Var.Type == loop.IntType {
			if x := pl.Linear(l.Rhs); x.Over(pl.OneValue) {
				pl.lin[l.Var] = x
			}
			if n := clamped(l.Rhs); n != nil {
				if x := pl.Linear(n); x.Over(pl.OneValue) {
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

// Bind has v stand for x from here on.
func (pl *Places) Bind(v *loop.Var, x Linear) { pl.lin[v] = x }

// Iterations is the number of iterations of a loop that is to run n times: for v = max(m, 0) it is m, too.
func (pl *Places) Iterations(n *loop.Expr) Linear {
	if n.Kind == loop.VarExpr && pl.counts[n.Var].OK {
		return pl.counts[n.Var]
	}
	return pl.Linear(n)
}

// OneValue reports whether v has one value wherever it is in scope, once lengths are found out.
func (pl *Places) OneValue(v *loop.Var) bool {
	return !pl.Mutable(v) || !pl.strict && pl.Settled(v)
}

// view records that v is a part of another array.
func (pl *Places) view(v *loop.Var, e *loop.Expr) {
	p := pl.Locate(e)
	if p.Root == nil || !pl.OneValue(p.Root) || !p.Off.Over(pl.OneValue) {
		return
	}
	for i := range p.Subs {
		if !p.Subs[i].Over(pl.OneValue) || e.CanFail() {
			p.Subs[i] = Linear{}
		}
	}
	pl.Views[v] = p
}

// Locate finds where an array, row, view or element is.
func (pl *Places) Locate(e *loop.Expr) Location {
	switch e.Kind {
	case loop.VarExpr:
		if p, ok := pl.Views[e.Var]; ok {
			p.Subs = append([]Linear(nil), p.Subs...)
			return p
		}
		if e.Type.IsArray() && (e.Type.Rank == 1 || !pl.Ragged[pl.Class(e.Var)]) {
			return Location{Root: e.Var, Off: Const(0)}
		}
	case loop.IndexExpr:
		if p := pl.Locate(e.Args[0]); p.Root != nil {
			return Location{Root: p.Root, Subs: append(p.Subs, p.Off.Plus(1, pl.Linear(e.Args[1]))), Off: Const(0)}
		}
	case loop.SliceExpr:
		if p := pl.Locate(e.Args[0]); p.Root != nil {
			p.Off, p.Cut = p.Off.Plus(1, pl.Linear(e.Args[1])), true
			return p
		}
	}
	return Location{}
}

// clamped is e of max(e, 0), or nil.
func clamped(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.PrimExpr && e.Prim.Name == "imax" {
		for k, a := range e.Args {
			if a.IsConst() && a.I == 0 {
				return e.Args[1-k]
			}
		}
	}
	return nil
}
