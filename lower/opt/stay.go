package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// stay reads rows where they are: a loop that updates a matrix in place keeps a copy of one row from each iteration for the way back, and
// rows that are done stay as they are.
//
//	var z [][]real = new(n, m)
//	for k < n {                          for k < n {
//	  … p …                                … p …
//	  copy(z[k], p[k])             →       … the rows after p[k] …
//	  … the rows after p[k] …            }
//	}                                    for down j < n {
//	for down j < n {                       … p[j] …
//	  … z[j] …                           }
//	}
//
// That row k is not written later is proved as for single elements ([survival]).
var stay = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "stay",
	Law:   "A copy of a row that is as long, by the making of both, and that nothing writes after the copy, is that row, if nothing changes the copy, nor asks how many there are.",
	Needs: Loops | Allocs | Copies,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		if !keepsRows(f) {
			return
		}
		tries := stayTries
		for range stayArrays {
			s := &stayer{sv: survey(f), tries: &tries}
			if !s.block(&f.Body) {
				return
			}
		}
	}),
}

const (
	stayArrays = 16 // of one function that go, at most
	stayTries  = 32 // copies that are looked at, of one function: each takes time linear in it
)

// keepsRows reports whether a loop of f copies anything where a matrix is made.
func keepsRows(f *loop.Func) bool {
	made, copies := false, false
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Alloc:
			made = made || len(s.Dims) == 2
		case *loop.For:
			for _, t := range s.Body {
				_, ok := t.(*loop.Copy)
				copies = copies || ok
			}
		}
	})
	return made && copies
}

type stayer struct {
	sv    *surveyor
	tries *int // that are left
	known *survival
}

// block looks for one array that can go, and lets it go.
func (s *stayer) block(b *[]loop.Stmt) bool {
	for i, t := range *b {
		if l, ok := t.(*loop.For); ok && l.Par == nil {
			for _, u := range l.Body {
				if c, ok := u.(*loop.Copy); ok && s.try(b, i, l, c) {
					return true
				}
			}
		}
		found := false
		loop.Blocks(t, func(in *[]loop.Stmt) { found = found || s.block(in) })
		if found {
			return true
		}
	}
	return false
}

// try reads what c copies where it is, if c, in the loop at i of a block, fills an array that nothing else writes.
func (s *stayer) try(b *[]loop.Stmt, i int, l *loop.For, c *loop.Copy) bool {
	to, from := s.sv.locate(c.Dst), s.sv.locate(c.Src)
	if !s.rowOf(to, l) || !s.rowOf(from, l) || to.root == from.root || s.sv.Mutable(to.root) || s.sv.Mutable(from.root) || *s.tries == 0 {
		return false
	}
	*s.tries--
	made := slices.IndexFunc((*b)[:i], func(t loop.Stmt) bool {
		a, ok := t.(*loop.Alloc)
		return ok && a.Var == to.root
	})
	if made < 0 {
		return false
	}
	a := (*b)[made].(*loop.Alloc)
	trips := s.sv.linear(l.N)
	if len(a.Dims) != 2 || a.Var.Type.Rank != 2 || a.Var.Flat != nil || from.root.Type != a.Var.Type || from.root.Flat != nil ||
		!trips.over(s.sv.fixed) || !trips.equal(s.sv.linear(a.Dims[0])) {
		return false
	}
	if !s.equallyLong(a, from.root) {
		return false
	}
	inside := false
	loop.Walk(l.Body, func(t loop.Stmt) { loop.Declared(t, func(v *loop.Var) { inside = inside || v == from.root }) })
	if inside || !s.onlyRead(*b, i, l, c, a.Var) || !s.stays(*b, i, c, from) {
		return false
	}
	with := map[*loop.Var]*loop.Expr{a.Var: loop.Use(from.root)}
	l.Body = slices.DeleteFunc(slices.Clone(l.Body), func(t loop.Stmt) bool { return t == loop.Stmt(c) })
	*b = slices.Delete(slices.Clone(*b), made, made+1)
	loop.MapExprs(*b, func(e *loop.Expr) *loop.Expr { return substitute(e, with) })
	return true
}

// equallyLong reports whether the rows of a and of a matrix have one length, by the making of both: what is written in a copy of a shorter row stays
// behind it, and readers may ask the row for its length.
func (s *stayer) equallyLong(a *loop.Alloc, root *loop.Var) bool {
	of := s.sv.arrays[root]
	if of == nil || of.alloc == nil || len(of.alloc.Dims) != 2 || !loop.Equal(a.Dims[1], of.alloc.Dims[1]) {
		return false
	}
	long := a.Dims[1]
	return long.IsConst() || long.Kind == loop.VarExpr && s.sv.fixed(long.Var)
}

// rowOf reports whether a place is the row of a matrix with the number of the iteration.
func (s *stayer) rowOf(x location, l *loop.For) bool {
	return x.root != nil && !x.cut && len(x.subs) == 1 && x.root.Type.Rank == 2 && x.off.equal(linConst(0)) && x.subs[0].equal(s.sv.linear(loop.Use(l.Var)))
}

// onlyRead reports whether nothing but c writes the array z, and nothing reads a row before c has written it.
func (s *stayer) onlyRead(b []loop.Stmt, i int, l *loop.For, c *loop.Copy, z *loop.Var) bool {
	if slices.ContainsFunc(s.sv.Func.Results, func(e *loop.Expr) bool { return mentionsAny(e, map[*loop.Var]bool{z: true}) }) {
		return false
	}
	rows := true
	loop.Walk(b, func(t loop.Stmt) {
		loop.Operands(t, func(e **loop.Expr, _ bool) { rows = rows && rowsOnly(*e, z) })
	})
	if !rows {
		return false
	}
	views := map[*loop.Var]bool{z: true}
	loop.Walk(b, func(t loop.Stmt) {
		if d, ok := t.(*loop.Let); ok && d.Rhs.Type.IsArray() && views[rootOf(d.Rhs)] {
			views[d.Var] = true
		}
	})
	for v := range views {
		if s.sv.Mutable(v) || v.Flat != nil {
			return false
		}
	}
	ok, there := true, false // there: in the loop c has been passed, or the loop has ended
	var block func(b []loop.Stmt, in bool)
	block = func(b []loop.Stmt, in bool) {
		for _, t := range b {
			if t == loop.Stmt(c) {
				there = true
				continue
			}
			ok = ok && s.reads(t, views, z, in, there, l)
			loop.Blocks(t, func(inner *[]loop.Stmt) { block(*inner, in || t == loop.Stmt(l)) })
			if t == loop.Stmt(l) {
				there = true
			}
		}
	}
	block(b, false)
	return ok
}

// rowsOnly reports whether z stands in e only with an index: it may have fewer rows than what its rows are copies of.
func rowsOnly(e *loop.Expr, z *loop.Var) bool {
	if e.Kind == loop.IndexExpr && e.Args[0].IsVar(z) {
		return rowsOnly(e.Args[1], z)
	}
	if e.IsVar(z) {
		return false
	}
	for _, a := range e.Args {
		if !rowsOnly(a, z) {
			return false
		}
	}
	return true
}

// reads reports whether a statement does nothing to rows but read them, inside the loop only the one of the iteration, when they are there.
func (s *stayer) reads(t loop.Stmt, views map[*loop.Var]bool, z *loop.Var, in, there bool, l *loop.For) bool {
	used := false
	loop.Operands(t, func(e **loop.Expr, _ bool) { used = used || mentionsAny(*e, views) })
	if a, ok := t.(*loop.Append); ok {
		used = used || views[a.Var]
	}
	if !used {
		return true
	}
	if in && !s.ownRow(t, z, l) {
		return false
	}
	switch t := t.(type) {
	case *loop.Let:
		if t.Rhs.Type.IsArray() { // a view, made whenever
			return views[t.Var] && (in || there)
		}
	case *loop.Copy:
		if views[rootOf(t.Dst)] {
			return false
		}
	case *loop.Assign:
		for k := range t.Lhs {
			if views[rootOf(t.Lhs[k])] || t.Rhs[k].Type.IsArray() && mentionsAny(t.Rhs[k], views) {
				return false
			}
		}
	case *loop.AddTo:
		if views[rootOf(t.Lhs)] {
			return false
		}
	case *loop.For, *loop.While, *loop.If, *loop.Switch, *loop.Check:
	default:
		return false
	}
	return there
}

// ownRow reports whether a statement takes no row of z but that of the iteration of l.
func (s *stayer) ownRow(t loop.Stmt, z *loop.Var, l *loop.For) bool {
	ok := true
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.IndexExpr && e.Args[0].IsVar(z) {
			ok = ok && s.sv.linear(e.Args[1]).equal(s.sv.linear(loop.Use(l.Var)))
			visit(e.Args[1])
			return
		}
		ok = ok && !e.IsVar(z)
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Operands(t, func(e **loop.Expr, _ bool) { visit(*e) })
	return ok
}

// stays reports whether nothing from c on to the end of the block writes the row that c copies.
func (s *stayer) stays(b []loop.Stmt, i int, c *loop.Copy, row location) bool {
	if s.known == nil {
		s.known = newSurvival(s.sv)
	}
	x := s.known
	class := s.sv.Class(row.root)
	if s.sv.owners[class] > 1 || s.sv.ragged[class] || s.sv.stored[class] || s.sv.arrays[row.root] == nil {
		return false
	}
	for _, r := range s.sv.Effects(b[i:]...).RegionList {
		if r.Class == class && r.Type.IsArray() {
			return false
		}
	}
	ch := x.changing(b, i, len(b)-1)
	r := Region{class, row.root.Type.Scalar()}
	if ch.lost[r] || len(ch.writes[r]) > survivalWrites {
		return false
	}
	for _, w := range ch.writes[r] {
		if x.tries--; x.tries < 0 || w.at.root != row.root || len(w.at.subs) == 0 || !x.apart(row, w, ch.around[c], ch.seq[c]) {
			return false
		}
	}
	return true
}
