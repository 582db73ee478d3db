package inplace

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Append puts what makes a row longer after the row, in memory with room for it, where the program makes a new row
// for each element.
//
//	var t []real = g[k]                    var t []real = g[k][0:+len_g[k]]
//	var n int = len(t)                     var n int = len(t)
//	var u []real = new(n + 1)              var room []real = g[k]
//	for i < n + 1 {                        if len(room) < n + 1 {
//	  if i < n {                             var more []real = dirty(2 * (n + 1))
//	    u[i] = t[i]                  →       copy(more[0:+n], t)
//	  } else {                               room = more
//	    u[i] = x                           }
//	  }                                    var u []real = room[0:+n + 1]
//	}                                      u[n] = x
//	g[k] = u                               g[k], len_g[k] = room, n + 1
//
// Rows that are read from g, whoever holds them, end where they ended when they were read, so that nobody sees what is
// after. Only g[k] itself has memory after its end, since all that is stored otherwise ends where its memory does.
// For that, no element of a row may be written but by the array's maker, and g must be known in all places: it is no
// argument, and nothing else has its name.
//
// It reports whether it has changed the function. The analysis is asked for where there is something to do.
func Append(f *loop.Func, analyse func(*loop.Func) *facts.Info) bool {
	r := newRowFlow(f, analyse)
	if r == nil {
		return false
	}
	g := &rowGrower{rowFlow: r, lens: map[*loop.Var]*loop.Var{}, at: map[*loop.Expr]*rowChange{}}
	sites := r.changes(g.accept)
	if len(sites) == 0 {
		return false
	}
	g.check()
	g.run(g.complete(sites))
	return true
}

type rowGrower struct {
	*rowFlow
	lens map[*loop.Var]*loop.Var   // the lengths of the rows of arrays whose rows may grow
	at   map[*loop.Expr]*rowChange // by the place of the store
}

// accept reports whether a row is the one that was there, and more.
func (g *rowGrower) accept(c *rowChange) bool {
	x, add := g.moved(c)
	if x == nil || add != nil || len(c.cond.Else) == 0 || g.in.Mutable(x.Args[0].Var) ||
		!g.equal(g.allocs[c.new].Dims[0], c.loop.N) {
		return false
	}
	isNew := func(v *loop.Var) bool { return v == c.new }
	puts := 0
	for _, s := range append(c.loop.Body[:len(c.loop.Body)-1:len(c.loop.Body)-1], c.cond.Else...) {
		switch s := s.(type) {
		case *loop.Let:
			if hasVar(s, isNew) {
				return false
			}
		case *loop.Assign:
			for k, l := range s.Lhs {
				if l.Kind != loop.IndexExpr || !g.isVar(l.Args[1], c.loop.Var) ||
					hasVar(&loop.Let{Rhs: s.Rhs[k]}, isNew) {
					return false
				}
				if l.Args[0].IsVar(c.new) {
					puts++
				}
			}
		default:
			return false
		}
	}
	if puts != 1 {
		return false
	}
	c.old = g.same(x.Args[0].Var)
	n := g.value(c.short)
	c.whole = n.Kind == loop.LenExpr && n.Args[0].Kind == loop.VarExpr && g.same(n.Args[0].Var) == c.old
	if !g.isThere(*c.b, c.at, c.to, c.old) ||
		g.block[c.old] == &(*c.b)[0] && g.readAt(*c.b, c.at, c.to, c.old) > c.alloc {
		return false
	}
	for _, l := range c.store.Lhs { // one row of g at a time
		if l != c.to && !g.kept[l] && l.Type.IsArray() && l.Root() == c.to.Args[0].Var {
			return false
		}
	}
	for _, s := range (*c.b)[c.build+1:] {
		if writesTo(s, isNew) {
			return false
		}
	}
	return true
}

// writesTo reports whether a statement, or one in it, writes elements of a variable of a kind.
func writesTo(s loop.Stmt, is func(*loop.Var) bool) (found bool) {
	to := func(e *loop.Expr) {
		v := e.Root()
		found = found || e.Kind != loop.VarExpr && v != nil && is(v)
	}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				to(l)
			}
		case *loop.AddTo:
			to(s.Lhs)
		case *loop.Copy:
			to(s.Dst)
			found = found || s.Dst.Kind == loop.VarExpr && is(s.Dst.Var)
		case *loop.Clear:
			to(s.Dst)
			found = found || s.Dst.Kind == loop.VarExpr && is(s.Dst.Var)
		}
	})
	return found
}

// check bars the classes in which elements of rows are written in other ways than by the maker of an array, and in
// which arrays of rows are used as a whole.
func (g *rowGrower) check() {
	own := func(v *loop.Var) bool { return v.Type.Rank == 1 && g.allocs[v] != nil && !g.in.Mutable(v) }
	writes := func(e *loop.Expr) {
		if v := e.Root(); v != nil && !own(v) {
			g.bar(v)
		}
	}
	loop.Walk(g.f.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { g.barWhole(*e) })
		switch s := s.(type) {
		case *loop.Alloc:
			if s.Var.Type.Rank > 1 && len(s.Dims) > 1 {
				g.bar(s.Var)
			}
		case *loop.Assign:
			for _, l := range s.Lhs {
				if !l.Type.IsArray() && l.Kind != loop.VarExpr {
					writes(l)
				}
			}
		case *loop.AddTo:
			if s.Lhs.Kind != loop.VarExpr {
				writes(s.Lhs)
			}
		case *loop.Copy:
			writes(s.Dst)
		case *loop.Clear:
			writes(s.Dst)
		}
	})
}

func (g *rowGrower) run(sites []*rowChange) {
	for _, c := range sites {
		g.at[c.to] = c
		if v := c.to.Args[0].Var; g.lens[v] == nil {
			g.lens[v] = loop.NewVar(v.Name+"_len", loop.IntType.Array())
		}
	}
	if len(g.at) > 0 {
		g.f.Body = g.rewrite(g.f.Body)
	}
}

func (g *rowGrower) rewrite(b []loop.Stmt) []loop.Stmt {
	before := map[loop.Stmt][]loop.Stmt{} // what stands for a statement
	for _, s := range b {
		if a, ok := s.(*loop.Assign); ok {
			for _, l := range a.Lhs {
				if c := g.at[l]; c != nil { // the loop of several is the same
					before[b[c.alloc]] = g.room(c)
					before[c.loop] = []loop.Stmt{g.rest(c)}
				}
			}
		}
	}
	out := make([]loop.Stmt, 0, len(b))
	for _, s := range b {
		if stands, ok := before[s]; ok {
			for _, s := range stands {
				if l, ok := s.(*loop.For); ok {
					g.operands(l)
					l.Body = g.rewrite(l.Body)
				}
			}
			out = append(out, stands...)
			continue
		}
		out = append(out, g.statement(s)...)
	}
	return out
}

func (g *rowGrower) operands(s loop.Stmt) {
	loop.Operands(s, func(e **loop.Expr, _ bool) { *e = g.expr(*e) })
}

func (g *rowGrower) statement(s loop.Stmt) []loop.Stmt {
	switch s := s.(type) {
	case *loop.Alloc:
		g.operands(s)
		if n := g.lens[s.Var]; n != nil {
			return []loop.Stmt{s, &loop.Alloc{Var: n, Dims: []*loop.Expr{s.Dims[0]}, Dirty: s.Dirty}}
		}
		return []loop.Stmt{s}
	case *loop.Assign:
		g.assign(s)
		if len(s.Lhs) == 0 {
			return nil
		}
		return []loop.Stmt{s}
	}
	g.operands(s)
	loop.Blocks(s, func(b *[]loop.Stmt) { *b = g.rewrite(*b) })
	return []loop.Stmt{s}
}

// assign stores the lengths of rows, too.
func (g *rowGrower) assign(s *loop.Assign) {
	lhs, rhs := s.Lhs, s.Rhs
	s.Lhs, s.Rhs = nil, nil
	put := func(l, x *loop.Expr) { s.Lhs, s.Rhs = append(s.Lhs, l), append(s.Rhs, x) }
	for k, l := range lhs {
		var n *loop.Var
		if isRow(l) {
			n = g.lens[l.Args[0].Var]
		}
		switch {
		case n == nil:
			put(g.place(l), g.expr(rhs[k]))
		case g.kept[l]:
		case g.at[l] != nil:
			put(l, loop.Use(g.at[l].room))
			put(loop.Index(loop.Use(n), l.Args[1]), loop.Len(rhs[k]))
		default:
			i, x := g.expr(l.Args[1]), g.expr(rhs[k])
			put(loop.Index(l.Args[0], i), x)
			if x.IsNilConst() {
				put(loop.Index(loop.Use(n), i), loop.IntConst(0))
			} else {
				put(loop.Index(loop.Use(n), i), loop.Len(x))
			}
		}
	}
}

// place is what is written to: none of it is a row that grows.
func (g *rowGrower) place(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		return e
	}
	args := []*loop.Expr{g.place(e.Args[0])}
	for _, x := range e.Args[1:] {
		args = append(args, g.expr(x))
	}
	return e.With(args)
}

// room is what makes a row that has room for a longer one.
func (g *rowGrower) room(c *rowChange) []loop.Stmt {
	v := c.to.Args[0].Var
	room, more, n := loop.NewVar("room", c.new.Type), loop.NewVar(c.new.Name, c.new.Type), loop.NewVar("n",
		loop.IntType)
	c.room = room
	little := edit.Binary("ilt", loop.Len(loop.Use(room)), loop.Use(n))
	if !c.whole { // where only a beginning of what was there stays, others may see what is behind that
		little = edit.Binary("or", little, edit.Binary("ilt", c.short, loop.Len(loop.Use(c.old))))
	}
	kept := loop.Use(c.old)
	out := []loop.Stmt{
		&loop.Let{Var: room, Rhs: loop.Index(loop.Use(v), c.to.Args[1])},
		&loop.Let{Var: n, Rhs: g.expr(c.loop.N)},
	}
	if !c.whole {
		if g.value(c.short).Kind != loop.LenExpr { // where it is less than 0, all of the row is new
			start := loop.NewVar("start", loop.IntType)
			out = append(out, &loop.Let{Var: start, Rhs: loop.Prim(syntax.MustOp("imax"), c.short, loop.IntConst(0))})
			c.start = loop.Use(start)
		}
		kept = loop.Slice(kept, loop.IntConst(0), c.start)
	}
	return append(out,
		&loop.If{Cond: little, Then: []loop.Stmt{
			&loop.Alloc{Var: more, Dims: []*loop.Expr{loop.Mul(loop.IntConst(2), loop.Use(n))}, Dirty: true},
			&loop.Copy{Dst: loop.Slice(loop.Use(more), loop.IntConst(0), c.start), Src: kept},
			&loop.Assign{Lhs: []*loop.Expr{loop.Use(room)}, Rhs: []*loop.Expr{loop.Use(more)}},
		}},
		&loop.Let{Var: c.new, Rhs: loop.Slice(loop.Use(room), loop.IntConst(0), loop.Use(n))},
	)
}

// expr has rows end where they end.
func (g *rowGrower) expr(e *loop.Expr) *loop.Expr {
	row := func(e *loop.Expr) (n *loop.Expr, at *loop.Expr) {
		if isRow(e) && g.lens[e.Args[0].Var] != nil {
			i := g.expr(e.Args[1])
			return loop.Index(loop.Use(g.lens[e.Args[0].Var]), i), loop.Index(e.Args[0], i)
		}
		return nil, nil
	}
	switch e.Kind {
	case loop.LenExpr:
		if n, _ := row(e.Args[0]); n != nil {
			return n
		}
	case loop.IndexExpr, loop.SliceExpr:
		if n, at := row(e); n != nil {
			return loop.Slice(at, loop.IntConst(0), n)
		}
		if n, at := row(e.Args[0]); n != nil {
			args := []*loop.Expr{at}
			for _, x := range e.Args[1:] {
				args = append(args, g.expr(x))
			}
			return e.With(args)
		}
	}
	return e.MapArgs(g.expr)
}
