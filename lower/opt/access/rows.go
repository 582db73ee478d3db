package access

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A RowStore is a statement that stores an array, which was made just for this, as a row of another.
type RowStore struct {
	Alloc *loop.Alloc
	Stmt  *loop.Assign
	Part  int // which of what it stores
}

// Target is the row that it stores to.
func (r *RowStore) Target() *loop.Expr { return r.Stmt.Lhs[r.Part] }

// findRows finds the classes with rows or elements that are references stored by hand, and the arrays that
// become one row: made and stored by statements of one block, so that no two rows are the same.
func (pl *Places) findRows(blocks ...[]loop.Stmt) {
	times := map[*loop.Var]int{} // how many statements store a reference to a variable
	stores := func(e *loop.Expr) {
		if v := facts.RootOf(e); v != nil && facts.Holds(e.Type) {
			times[v]++
		}
	}
	store := func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Assign:
			for _, r := range s.Rhs {
				stores(r)
			}
		case *loop.Append:
			stores(s.Val)
		case *loop.NewCell:
			for _, r := range s.Fields {
				stores(r)
			}
		}
	}
	for _, b := range blocks {
		loop.Walk(b, store)
	}
	allocs := map[*loop.Var]*loop.Alloc{}
	for _, b := range blocks {
		pl.rowsOf(b, allocs, times)
	}
}

// rowsOf looks at statements of a block that has made some arrays.
func (pl *Places) rowsOf(b []loop.Stmt, allocs map[*loop.Var]*loop.Alloc, times map[*loop.Var]int) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Alloc:
			allocs[s.Var] = s
		case *loop.Assign:
			for k, l := range s.Lhs {
				if l.Kind == loop.VarExpr || !facts.Holds(l.Type) {
					continue
				}
				z := s.Rhs[k]
				a := allocs[z.Var]
				if z.Kind == loop.VarExpr && a != nil && times[z.Var] == 1 && !pl.Mutable(z.Var) &&
					l.Kind == loop.IndexExpr {
					pl.Rows[z.Var] = &RowStore{a, s, k}
					pl.markRows(facts.RootOf(l), l.Type, false)
				} else {
					pl.markRows(facts.RootOf(l), l.Type, true)
				}
			}
		case *loop.Append:
			pl.markRows(s.Var, s.Val.Type, true)
		case *loop.NewCell:
			for _, f := range s.Fields {
				pl.markRows(s.Var, f.Type, true)
			}
		case *loop.Call:
			for _, v := range s.Vars {
				if v != nil && (v.Type.Rank > 1 || v.Type.Base == loop.Ref) {
					pl.markRows(v, v.Type, true)
				}
			}
			for i, a := range s.Args {
				if s.Func.Params[i].Out && a.Type.Base == loop.Ref {
					pl.markRows(facts.RootOf(a), a.Type, true)
				}
			}
		case *loop.Copy:
			if s.Dst.Type.Base == loop.Ref {
				pl.markRows(facts.RootOf(s.Dst), s.Dst.Type, true)
			}
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { pl.rowsOf(*b, map[*loop.Var]*loop.Alloc{}, times) })
	}
}

// markRows notes that rows of type t are stored in the class of v, shared ones perhaps.
func (pl *Places) markRows(v *loop.Var, t loop.Type, shared bool) {
	if v != nil && facts.Holds(t) {
		pl.Stored[pl.Class(v)] = true
		if shared {
			pl.Ragged[pl.Class(v)] = true
		}
	}
}
