package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// stacks puts the rows that iterations append to, one after the other, into one array. A while loop inside another
// loop keeps such rows for the way back; none of them knows how long it will be, and each would grow on its own.
//
//	var z [][]real = new(n)           var s []real = nil
//	                                  var from []int = new(n)
//	                                  var count []int = new(n)
//	for i < n {                       for i < n {
//	  var t []real = nil                var at int = len(s)
//	  …                         →       …
//	  append(t, x)                      append(s, x)
//	  …                                 …
//	  z[i] = t                          from[i], count[i] = at, len(s) - at
//	}                                 }
//	… z[j] …                          … s[from[j] :+ count[j]] …
//
// Arrays of such rows may have more indices, and names for rows of rows.
var stacks = Pass{ //nolint:gochecknoglobals // a constant
	Name: "tape-stacks",
	Law: "Rows that are made one after the other by appending, and then only read, can stand one after the other in " +
		"one array: " +
		"a row is the part of it from where the row began, as long as it became. Rows that grow together begin and " +
		"end together.",
	Needs: Appends,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		st := &stacker{
			in: facts.Analyse(f), uses: facts.Uses(f), rows: map[*loop.Var]*stack{}, outer: map[*loop.Var]*stack{},
			views: map[*loop.Var]*loop.Expr{}, known: map[*loop.Var]int{},
		}
		st.find(f.Body)
		st.check(f.Body)
		if st.choose(); len(st.outer) > 0 {
			f.Body = st.block(f.Body)
		}
	}),
}

// A stack is an array of rows that becomes one array.
type stack struct {
	z, row  *loop.Var    // the array, and the variable of its rows while they grow
	dims    []*loop.Expr // of z
	begun   int          // the block that the row is declared in
	made    int          // how many arrays are made before z
	before  int          // and before the row
	grows   *[]loop.Stmt // the block with the only appending; nil where there are several
	stored  *loop.Assign
	uses    int       // of row, of the kinds that are known
	reads   int       // of z, likewise
	all     *loop.Var // what holds all rows
	first   *stack    // of those that grow together
	at      *loop.Var // where the row that grows began
	from    *loop.Var // where rows begin
	count   *loop.Var // how long they are
	written bool
	// of the first: its arrays are made, and its row has begun, in what has been written
	placed, begins bool
}

type stacker struct {
	in    *facts.Info
	uses  map[*loop.Var]int
	rows  map[*loop.Var]*stack     // by row
	outer map[*loop.Var]*stack     // by z, of those that are stacked
	views map[*loop.Var]*loop.Expr // what a name for rows of an array stands for, from the array on
	known map[*loop.Var]int        // uses of such names, of the kinds that are known
	list  []*stack
}

// view notes a name for rows that are rows of arrays themselves.
func (st *stacker) view(s *loop.Let) {
	e := s.Rhs
	if e.Kind != loop.IndexExpr || e.Type.Rank < 2 || s.Var.Flat != nil {
		return
	}
	for t := e; t.Kind != loop.VarExpr; t = t.Args[0] {
		if t.Kind != loop.IndexExpr || !st.in.Fixed(t.Args[1]) {
			return
		}
	}
	st.views[s.Var] = st.whole(e)
}

// whole is e from its array on, where it begins with a name for rows of that.
func (st *stacker) whole(e *loop.Expr) *loop.Expr {
	switch {
	case e.Kind == loop.IndexExpr:
		if row := st.whole(e.Args[0]); row != e.Args[0] {
			return loop.Index(row, e.Args[1])
		}
	case e.Kind == loop.VarExpr && st.views[e.Var] != nil:
		return st.views[e.Var]
	}
	return e
}

// find finds rows that begin empty, after the array was made, and are stored.
func (st *stacker) find(block []loop.Stmt) {
	arrays := map[*loop.Var]*loop.Alloc{}
	type beginning struct{ block, arrays int } // where a row begins, and how many arrays have been made there
	begun, made := map[*loop.Var]beginning{}, map[*loop.Var]int{}
	blocks := 0
	var walk func(b *[]loop.Stmt)
	walk = func(b *[]loop.Stmt) {
		blocks++
		here := blocks
		for _, s := range *b {
			switch s := s.(type) {
			case *loop.Let:
				if t := s.Var.Type; s.Rhs.IsNilConst() && t.Rank == 1 && t.Scalar().IsNumber() && s.Var.Flat == nil {
					begun[s.Var] = beginning{here, len(made)}
				}
				st.view(s)
			case *loop.Alloc:
				arrays[s.Var] = s
				made[s.Var] = len(made)
			case *loop.Assign:
				for i, l := range s.Lhs {
					row := s.Rhs[i]
					if row.Kind != loop.VarExpr || begun[row.Var].block == 0 {
						continue
					}
					own := 1 // use of the array by the target
					if st.views[l.Root()] != nil {
						l, own = st.whole(l), 0
					}
					a := arrays[l.Root()]
					if a == nil || !full(l, a.Var) || a.Var.Flat != nil || len(a.Dims) != int(a.Var.Type.Rank)-1 ||
						st.in.Mutable(a.Var) || made[a.Var] >= begun[row.Var].arrays {
						continue
					}
					x := &stack{
						z: a.Var, row: row.Var, dims: a.Dims, begun: begun[row.Var].block, made: made[a.Var],
						before: begun[row.Var].arrays, stored: s, uses: 1, reads: own,
					}
					if st.rows[row.Var] != nil || st.outer[a.Var] != nil {
						x.written = true
					}
					st.rows[row.Var], st.outer[a.Var] = x, x
					st.list = append(st.list, x)
				}
			}
			loop.Blocks(s, walk)
		}
	}
	walk(&block)
}

// full reports whether e is a row of numbers of z: under all indices but the last.
func full(e *loop.Expr, z *loop.Var) bool {
	if e.Type.Rank != 1 || !e.Type.IsArray() {
		return false
	}
	for e.Kind == loop.IndexExpr {
		e = e.Args[0]
	}
	return e.IsVar(z)
}

// check counts the uses of rows and arrays that the pass knows how to write anew.
func (st *stacker) check(block []loop.Stmt) {
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr {
			if x := st.rows[e.Args[0].Var]; x != nil {
				x.uses++
				return
			}
		}
		st.read(e)
		for _, a := range e.Args {
			visit(a)
		}
	}
	var walk func(b *[]loop.Stmt)
	walk = func(b *[]loop.Stmt) {
		for _, s := range *b {
			loop.Operands(s, func(e **loop.Expr, read bool) {
				if read || (*e).Kind != loop.IndexExpr || !(*e).Type.IsArray() {
					visit(*e)
					return
				}
				if r := (*e).Root(); st.views[r] != nil && full(*e, r) {
					st.known[r]++
				}
				for t := *e; t.Kind == loop.IndexExpr; t = t.Args[0] { // the target is counted already
					visit(t.Args[1])
				}
			})
			if l, ok := s.(*loop.Let); ok && st.views[l.Var] != nil {
				st.used(l.Rhs.Root())
			}
			a, appends := s.(*loop.Append)
			if appends && st.rows[a.Var] != nil {
				x := st.rows[a.Var]
				x.uses++
				if x.grows != nil {
					x.written = true
				}
				x.grows = b
				visit(a.Val)
			}
			st.in.Writes(s, func(r facts.Region) {
				for _, x := range st.list {
					if r.Class == st.in.Class(x.z) && r.Type.IsNumber() && !(appends && a.Var == x.row) {
						if _, makes := s.(*loop.Alloc); !makes {
							x.written = true
						}
					}
				}
			}, nil)
			loop.Blocks(s, walk)
		}
	}
	walk(&block)
}

// read counts a use of a row.
func (st *stacker) read(e *loop.Expr) {
	if r := e.Root(); r != nil && full(e, r) {
		st.used(r)
	}
}

// used counts a use of an array or of a name for rows of it.
func (st *stacker) used(r *loop.Var) {
	if st.views[r] != nil {
		st.known[r]++
	} else if x := st.outer[r]; x != nil {
		x.reads++
	}
}

// choose keeps the stacks all of whose uses are known.
func (st *stacker) choose() {
	for v, e := range st.views {
		if x := st.outer[e.Root()]; x != nil && st.known[v] != st.uses[v] {
			x.written = true
		}
	}
	var out []*stack
	for _, x := range st.list {
		if x.written || x.grows == nil || x.uses != st.uses[x.row] || x.reads != st.uses[x.z] {
			delete(st.rows, x.row)
			delete(st.outer, x.z)
			continue
		}
		x.first = x
		for _, y := range out {
			if y.first == y && x.with(y) {
				x.first = y
				break
			}
		}
		out = append(out, x)
		x.all = loop.NewVar(x.z.Name, x.row.Type)
		if x.first != x {
			continue
		}
		ints := loop.IntType
		for range x.dims {
			ints = ints.Array()
		}
		x.at = loop.NewVar("at", loop.IntType)
		x.from, x.count = loop.NewVar(x.z.Name+"_from", ints), loop.NewVar(x.z.Name+"_count", ints)
	}
	st.list = out
}

// with reports whether rows grow together: they begin in one block, after all their arrays, and end in one statement.
func (x *stack) with(y *stack) bool {
	return x.stored == y.stored && x.grows == y.grows && x.begun == y.begun && x.made < y.before && y.made < x.before &&
		sameDims(x.dims, y.dims)
}

func sameDims(a, b []*loop.Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !loop.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func (st *stacker) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		switch s := s.(type) {
		case *loop.Alloc:
			if x := st.outer[s.Var]; x != nil {
				out = append(out, &loop.Let{Var: x.all, Rhs: loop.ZeroOf(x.all.Type)})
				if x = x.first; !x.placed { // the first that is met need not be that which is stored first
					x.placed = true
					out = append(out, &loop.Alloc{Var: x.from, Dims: slices.Clone(s.Dims)},
						&loop.Alloc{Var: x.count, Dims: slices.Clone(s.Dims)})
				}
				continue
			}
		case *loop.Let:
			if e := st.views[s.Var]; e != nil && st.outer[e.Root()] != nil {
				continue
			}
			if x := st.rows[s.Var]; x != nil {
				if x = x.first; !x.begins {
					x.begins = true
					out = append(out, &loop.Let{Var: x.at, Rhs: loop.Len(loop.Use(x.all))})
				}
				continue
			}
		case *loop.Append:
			if x := st.rows[s.Var]; x != nil {
				s.Var = x.all
			}
		case *loop.Assign:
			st.store(s)
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { *e = st.expr(*e) })
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = st.block(*b) })
		if a, ok := s.(*loop.Assign); ok && len(a.Lhs) == 0 {
			continue
		}
		out = append(out, s)
	}
	return out
}

// store notes where rows begin and how long they are instead of storing them.
func (st *stacker) store(s *loop.Assign) {
	lhs, rhs := s.Lhs, s.Rhs
	s.Lhs, s.Rhs = nil, nil
	for i, l := range lhs {
		x := st.rows[rhs[i].Var]
		if rhs[i].Kind != loop.VarExpr || x == nil {
			s.Lhs, s.Rhs = append(s.Lhs, l), append(s.Rhs, rhs[i])
			continue
		}
		if x.first == x {
			l = st.whole(l)
			s.Lhs = append(s.Lhs, rerooted(l, x.from), rerooted(l, x.count))
			s.Rhs = append(s.Rhs, loop.Use(x.at), x.length())
		}
	}
}

// length is how long the row that grows is.
func (x *stack) length() *loop.Expr {
	return loop.Sub(loop.Len(loop.Use(x.first.all)), loop.Use(x.first.at))
}

// rerooted is e with another array in the place of its root.
func rerooted(e *loop.Expr, v *loop.Var) *loop.Expr {
	if e.Kind == loop.IndexExpr {
		return loop.Index(rerooted(e.Args[0], v), e.Args[1])
	}
	return loop.Use(v)
}

func (st *stacker) expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr {
		if x := st.rows[e.Args[0].Var]; x != nil {
			return x.length()
		}
	}
	if w := st.whole(e); w.Root() != nil && st.outer[w.Root()] != nil && full(w, w.Root()) {
		x, e := st.outer[w.Root()], w
		at := e.MapArgs(st.expr) // the indices
		return loop.Slice(loop.Use(x.all), rerooted(at, x.first.from), rerooted(at, x.first.count))
	}
	return e.MapArgs(st.expr)
}
