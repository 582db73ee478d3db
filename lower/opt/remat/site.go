package remat

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/arrays"
)

// A nest is a block of statements and where it is.
type nest struct {
	block *[]loop.Stmt
	owner loop.Stmt // the statement that it belongs to; nil for the body of the function
	up    *nest     // the block of the owner
	at    int       // the place of the owner in it
	depth int
	loop  *loop.For // the owner, if this is the body of a For
	loops int       // loops around
}

// A spot is before a statement of a block.
type spot struct {
	n  *nest
	at int
}

// sites are the uses of one array.
type sites struct {
	alloc  *loop.Alloc
	write  spot // of the one assignment
	part   int  // of the Assign
	writes int
	reads  []readSite
	other  bool    // any other use
	rows   []rowIn // how rows get in that were not made with the array
}

// A rowIn is a row that is stored in an array, and where.
type rowIn struct {
	*access.RowStore
	at   spot
	subs int // how many subscripts the row is under
}

// deep reports whether rows, and rows of rows, come in as deep as the array is, each level by one statement.
func (s *sites) deep() bool {
	if s.alloc == nil {
		return len(s.rows) == 0
	}
	have := len(s.alloc.Dims)
	for range s.rows {
		r := s.rowAt(have)
		if r == nil {
			return false
		}
		have += len(r.Alloc.Dims)
	}
	return have == int(s.alloc.Var.Type.Rank)
}

// A readSite is an element that is read: in which statement, and under which loops the subscripts count.
type readSite struct {
	e     *loop.Expr
	at    spot
	loops []*nest // the bodies of the loops that the subscripts count, outermost first
}

// surveyor finds the uses of all arrays that a function makes, and of Out parameters.
type surveyor struct {
	*arrays.Uses
	arrays map[*loop.Var]*sites
	order  []*loop.Var
	bodies map[*loop.Var]*nest // of loops, by variable
	inside map[loop.Stmt]map[*loop.Var]int
}

func survey(f *loop.Func) *surveyor {
	sv := &surveyor{Uses: arrays.Of(f), arrays: map[*loop.Var]*sites{}, bodies: map[*loop.Var]*nest{},
		inside: map[loop.Stmt]map[*loop.Var]int{}}
	for _, p := range f.Params {
		if p.Alone() {
			sv.add(p.Var, &sites{other: true})
		}
	}
	for _, a := range sv.Allocs {
		sv.add(a.Var, &sites{alloc: a})
	}
	for _, e := range f.Results {
		sv.expr(e, spot{})
	}
	sv.walk(&nest{block: &f.Body})
	return sv
}

func (sv *surveyor) add(v *loop.Var, s *sites) {
	sv.arrays[v] = s
	sv.order = append(sv.order, v)
}

func (sv *surveyor) walk(n *nest) {
	for i, s := range *n.block {
		at := spot{n, i}
		inner := n.loops
		var counted *loop.For
		switch s := s.(type) {
		case *loop.For:
			counted, inner = s, inner+1
		case *loop.While:
			inner++
		case *loop.Assign:
			sv.assign(s, at)
			continue
		case *loop.Let:
			if _, view := sv.Views[s.Var]; view {
				sv.subscripts(s.Rhs, at)
				continue
			}
		case *loop.AddTo:
			if t := sv.arrays[sv.root(s.Lhs)]; t != nil {
				t.other = true
			}
		case *loop.Append:
			if t := sv.arrays[s.Var]; t != nil {
				t.other = true
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { sv.expr(*e, at) })
		loop.Blocks(s, func(b *[]loop.Stmt) {
			in := &nest{b, s, n, i, n.depth + 1, counted, inner}
			if counted != nil {
				sv.bodies[counted.Var] = in
			}
			sv.walk(in)
		})
	}
}

// assign notes stores of single elements and of rows, and what is read on the way.
func (sv *surveyor) assign(s *loop.Assign, at spot) {
	for k, l := range s.Lhs {
		t := sv.arrays[sv.root(l)]
		if r := sv.rowOf(s, k); r != nil && t != nil {
			t.rows = append(t.rows, rowIn{r, at, len(sv.Locate(l).Subs)})
			sv.subscripts(l, at)
			continue
		}
		sv.expr(s.Rhs[k], at)
		if t == nil || !l.Type.IsNumber() {
			for _, a := range l.Args {
				sv.expr(a, at)
			}
			continue
		}
		t.writes++
		t.write, t.part = at, k
		sv.subscripts(l, at)
	}
}

// rowOf is the row that a part of an assignment stores, or nil.
func (sv *surveyor) rowOf(s *loop.Assign, k int) *access.RowStore {
	if z := s.Rhs[k]; z.Kind == loop.VarExpr && s.Lhs[k].Kind == loop.IndexExpr {
		if r := sv.Rows[z.Var]; r != nil && sv.Views[z.Var].Root != nil {
			return r
		}
	}
	return nil
}

// root is the array that an element, or a variable of a row, belongs to.
func (sv *surveyor) root(e *loop.Expr) *loop.Var {
	if e.Type.IsArray() || e.Kind == loop.IndexExpr {
		return sv.Locate(e).Root
	}
	return nil
}

// expr notes the reads of an expression.
func (sv *surveyor) expr(e *loop.Expr, at spot) {
	if e.Kind == loop.VarExpr {
		if t := sv.arrays[sv.root(e)]; t != nil {
			t.other = true
		}
		return
	}
	if t := sv.arrays[sv.root(e)]; t != nil && e.Type.IsNumber() {
		t.reads = append(t.reads, readSite{e, at, sv.counted(e)})
		sv.subscripts(e, at)
		return
	}
	for _, a := range e.Args {
		sv.expr(a, at)
	}
}

// subscripts notes what the indices and bounds of an element or view read.
func (sv *surveyor) subscripts(e *loop.Expr, at spot) {
	for ; e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr; e = e.Args[0] {
		for _, a := range e.Args[1:] {
			sv.expr(a, at)
		}
	}
}

// counted finds the loops that count the subscripts of an element, each inside the one before;
// nil when there are no such loops.
func (sv *surveyor) counted(e *loop.Expr) []*nest {
	for x := e; x.Kind == loop.IndexExpr; x = x.Args[0] {
		if x.Args[1].CanFail() {
			return nil
		}
	}
	return sv.countedAt(sv.Locate(e))
}

func (sv *surveyor) countedAt(at access.Location) []*nest {
	var out []*nest
	for k, sub := range at.Subs {
		v := sub.SoleVar()
		if v == nil || sv.bodies[v] == nil || k > 0 && !sv.bodies[v].within(out[k-1]) {
			return nil
		}
		out = append(out, sv.bodies[v])
	}
	return out
}

// runs is about how often a block runs, if that is less than most.
func (n *nest) runs(most int64) int64 {
	times := int64(1)
	for ; n.owner != nil && times < most; n = n.up {
		times *= tripsOf(n.owner)
	}
	return times
}

// within reports whether n is inside o.
func (n *nest) within(o *nest) bool {
	for n != nil && n.depth > o.depth {
		n = n.up
	}
	return n == o
}

// in is the place of s, or of the statement around s, in block n.
func (s spot) in(n *nest) (spot, bool) {
	for s.n != nil && s.n != n {
		s = spot{s.n.up, s.n.at}
	}
	return s, s.n == n
}

// meet is the last spot that is before both, in the innermost block around both.
func (s spot) meet(t spot) spot {
	for s.n.depth > t.n.depth {
		s = spot{s.n.up, s.n.at}
	}
	for t.n.depth > s.n.depth {
		t = spot{t.n.up, t.n.at}
	}
	for s.n != t.n {
		s, t = spot{s.n.up, s.n.at}, spot{t.n.up, t.n.at}
	}
	return spot{s.n, min(s.at, t.at)}
}
