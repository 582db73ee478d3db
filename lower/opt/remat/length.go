package remat

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// rowLengths replaces lengths of rows that a nest of loops made, where later loops ask for them, by what
// the rows were made with; then tapes whose rows have different lengths may go too. It
// reports whether there were any, and drops checks that hold.
func (sv *surveyor) rowLengths() bool {
	found := false
	var sub func(e *loop.Expr, at spot) *loop.Expr
	sub = func(e *loop.Expr, at spot) *loop.Expr {
		if e.Kind == loop.LenExpr {
			if n := sv.rowLength(e.Args[0], at); n != nil {
				found = true
				return n
			}
		}
		return e.MapArgs(func(a *loop.Expr) *loop.Expr { return sub(a, at) })
	}
	var walk func(n *nest)
	walk = func(n *nest) {
		out := make([]loop.Stmt, 0, len(*n.block))
		for i, s := range *n.block {
			loop.Operands(s, func(e **loop.Expr, _ bool) { *e = sub(*e, spot{n, i}) })
			if c, ok := s.(*loop.Check); ok && sv.holdsAnyway(c.Cond) {
				continue
			}
			loop.Blocks(s, func(b *[]loop.Stmt) {
				walk(&nest{block: b, owner: s, up: n, at: i, depth: n.depth + 1})
			})
			out = append(out, s)
		}
		*n.block = out
	}
	any := false
	for _, t := range sv.order {
		any = any || len(sv.arrays[t].rows) > 0
	}
	if any {
		walk(&nest{block: &sv.Func.Body})
	}
	return found
}

// rowAt is how the only rows under so many subscripts get in, or nil.
func (s *sites) rowAt(subs int) *rowIn {
	var found *rowIn
	for i := range s.rows {
		if s.rows[i].subs == subs {
			if found != nil {
				return nil
			}
			found = &s.rows[i]
		}
	}
	return found
}

func (sv *surveyor) holdsAnyway(c *loop.Expr) bool {
	return c.Kind == loop.PrimExpr && c.Prim.Name == "ieq" && !c.CanFail() &&
		(loop.Equal(c.Args[0], c.Args[1]) || sv.Linear(c.Args[0]).Equal(sv.Linear(c.Args[1])))
}

// rowLength is the length of a row, of which the array has one for each iteration of a nest
// that is over where the length is asked for; nil when that is not known.
func (sv *surveyor) rowLength(row *loop.Expr, asked spot) *loop.Expr {
	at := sv.Locate(row)
	t := sv.arrays[at.Root]
	if t == nil || !t.deep() || at.Cut || t.alloc == nil || sv.Owners[sv.Class(at.Root)] > 1 {
		return nil
	}
	r := t.rowAt(len(at.Subs))
	if r == nil {
		return nil
	}
	made := sv.countedAt(sv.Locate(r.Target()))
	reader := sv.countedAt(at)
	if made == nil || len(made) != len(reader) || made[len(made)-1] != r.at.n || !sv.sameTrips(made, reader) {
		return nil
	}
	for k := 1; k < len(made); k++ {
		if made[k].up != made[k-1] {
			return nil
		}
	}
	if !asked.after(made[0]) {
		return nil
	}
	own := map[*loop.Var]bool{}
	loop.Walk(*made[0].block, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { own[v] = true }) })
	counts := map[*loop.Var]*loop.Var{}
	for k, n := range made {
		counts[n.loop.Var] = reader[k].loop.Var
	}
	n := sv.Linear(r.Alloc.Dims[0])
	if !n.Over(func(v *loop.Var) bool { return counts[v] != nil || !own[v] && sv.OneValue(v) }) {
		return nil
	}
	return n.Renamed(counts).Expr()
}

// after reports whether a spot is behind a loop in the block of the loop.
func (s spot) after(body *nest) bool {
	for s.n != nil && s.n.block != body.up.block {
		s = spot{s.n.up, s.n.at}
	}
	return s.n != nil && s.at > body.at
}
