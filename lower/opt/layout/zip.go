package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Zip stores arrays that loops use at the same indices in one, element next to element: what iterations that run side
// by side keep for each other (see package jam). One address and one bound serve for all of them. Where there are many
// arrays, each is an address in a register, of which a processor has few.
//
//	var y []real = dirty(n)            var y [][]real = dirty(n, 2)
//	var z []real = dirty(n)            …
//	…                            →
//	for i < n {                        for i < n {
//	  y[i] = a                           y[i][0] = a
//	  z[i] = b                           y[i][1] = b
//	}                                  }
//
// The back end prints the rows as arrays of constant length; for that they must be memory of an exported function. If
// flat, there is one array of numbers instead, y[2 * i] and y[2 * i + 1], for back ends that have no arrays in arrays
// without addresses.
//
// Least is how many arrays stand together at least.
func Zip(f *loop.Func, least int, flat bool) {
	z := &zipper{in: facts.Analyse(f), of: map[*loop.Var]*column{}, least: least, flat: flat}
	z.find(f)
	z.group(f)
}

const zipMost = 8 // columns: those of a cache line

type zipper struct {
	in    *facts.Info
	of    map[*loop.Var]*column // by array, and by view of one
	order []*column
	least int // columns that stand together
	flat  bool
}

// A column is an array that may stand among others.
type column struct {
	alloc *loop.Alloc
	views []*loop.Let
	zeros []*loop.Clear
	uses  strings.Builder // where loops use it: the same for arrays that stand together
	bad   bool
	// Of a column that has found others: the rows, and its place in them.
	rows *loop.Var
	at   int64
}

// find collects the arrays that the function makes once, and how they are used.
func (z *zipper) find(f *loop.Func) {
	for _, s := range f.Body {
		a, ok := s.(*loop.Alloc)
		if !ok || a.Var.Type != loop.RealType.Array() || len(a.Dims) != 1 || !z.in.Fixed(a.Dims[0]) ||
			z.in.Mutable(a.Var) {
			continue
		}
		c := &column{alloc: a}
		z.of[a.Var] = c
		z.order = append(z.order, c)
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		l, ok := s.(*loop.Let)
		if !ok || l.Rhs.Kind != loop.SliceExpr || l.Rhs.Args[0].Kind != loop.VarExpr || z.in.Mutable(l.Var) {
			return
		}
		if c := z.of[l.Rhs.Args[0].Var]; c != nil {
			z.of[l.Var] = c
			c.views = append(c.views, l)
		}
	})
	if len(z.order) > 1 {
		z.block(f.Body, nil)
	}
	for _, r := range f.Results {
		z.expr(r, nil)
	}
}

// block looks at the uses in a block of the innermost of the loops.
func (z *zipper) block(b []loop.Stmt, loops []*loop.For) {
	var run *loop.Clear // the first of several, one after the other
	for _, s := range b {
		if c, ok := s.(*loop.Clear); ok && c.Dst.Kind == loop.VarExpr && z.of[c.Dst.Var] != nil &&
			z.of[c.Dst.Var].alloc.Var == c.Dst.Var {
			if run == nil {
				run = c
			}
			z.of[c.Dst.Var].clears(c, run)
			continue
		}
		run = nil
		switch s := s.(type) {
		case *loop.Alloc:
			for _, d := range s.Dims {
				z.expr(d, loops)
			}
			continue
		case *loop.Let:
			if c := z.of[s.Var]; c != nil {
				z.expr(s.Rhs.Args[1], loops)
				z.expr(s.Rhs.Args[2], loops)
				c.note("view", s.Rhs.Args[1], s.Rhs.Args[2], loops)
				continue
			}
		case *loop.For:
			z.expr(s.N, loops)
			if s.Par != nil {
				for _, w := range s.Par.Writes {
					z.expr(w, loops)
				}
			}
			z.block(s.Body, append(loops[:len(loops):len(loops)], s))
			continue
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { z.expr(*e, loops) })
		loop.Blocks(s, func(b *[]loop.Stmt) { z.block(*b, loops) })
	}
}

func (z *zipper) expr(e *loop.Expr, loops []*loop.For) {
	switch {
	case e.Kind == loop.VarExpr:
		if c := z.of[e.Var]; c != nil {
			c.bad = true
		}
		return
	case e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && z.of[e.Args[0].Var] != nil:
		z.expr(e.Args[1], loops)
		z.of[e.Args[0].Var].note("at", e.Args[1], nil, loops)
		return
	}
	for _, a := range e.Args {
		z.expr(a, loops)
	}
}

// note adds a use in loops to what is compared, if the place goes with one of them.
func (c *column) note(what string, e, n *loop.Expr, loops []*loop.For) {
	moves := false
	for _, l := range loops {
		e.EachVar(func(v *loop.Var) { moves = moves || v == l.Var })
	}
	if what == "at" && !moves {
		return
	}
	var in *loop.For
	if len(loops) > 0 {
		in = loops[len(loops)-1]
	}
	fmt.Fprintf(&c.uses, "%s %p", what, in)
	writeKey(&c.uses, e)
	if n != nil {
		writeKey(&c.uses, n)
	}
}

// clears adds that the column is set to zero, among the statements from first on.
func (c *column) clears(s, first *loop.Clear) {
	fmt.Fprintf(&c.uses, "clear %p", first)
	c.zeros = append(c.zeros, s)
}

// writeKey writes what tells an expression from others.
func writeKey(b *strings.Builder, e *loop.Expr) {
	fmt.Fprintf(b, " %d:%d:%v", e.Kind, e.I, e.F)
	if e.Var != nil {
		fmt.Fprintf(b, ":%d", e.Var.ID())
	}
	if e.Prim != nil {
		b.WriteString(":" + e.Prim.Name)
	}
	b.WriteString(e.Text())
	for _, a := range e.Args {
		writeKey(b, a)
	}
	b.WriteByte(')')
}

// group puts columns together.
func (z *zipper) group(f *loop.Func) {
	open := map[string]*[]*column{}
	var groups []*[]*column
	for _, c := range z.order {
		if c.bad || c.uses.Len() == 0 {
			continue
		}
		key := &strings.Builder{}
		fmt.Fprintf(key, "%t", c.alloc.Dirty)
		writeKey(key, c.alloc.Dims[0])
		key.WriteString(c.uses.String())
		g := open[key.String()]
		if g == nil || len(*g) == zipMost {
			g = &[]*column{}
			open[key.String()] = g
			groups = append(groups, g)
		}
		*g = append(*g, c)
	}
	found := false
	drop := map[loop.Stmt]bool{}
	for _, g := range groups {
		if n := len(*g); n < 2 || n < z.least && !z.follows(g, groups) {
			continue
		}
		found = true
		first := (*g)[0].alloc
		t := first.Var.Type
		if !z.flat {
			t = t.Array()
		}
		rows := loop.NewVar(first.Var.Name, t)
		for k, c := range *g {
			c.rows, c.at = rows, int64(k)
			drop[c.alloc] = k > 0
			for _, s := range c.zeros {
				drop[s] = k > 0
				s.Dst = loop.Use(rows)
			}
		}
	}
	if !found {
		return
	}
	z.late(f, drop)
	z.rewrite(f, drop)
}

// follows reports whether a group has what was too much for one before, which is full.
func (z *zipper) follows(g *[]*column, groups []*[]*column) bool {
	return slices.ContainsFunc(groups, func(h *[]*column) bool {
		return h != g && len(*h) == zipMost && (*h)[0].uses.String() == (*g)[0].uses.String()
	})
}

// rewrite uses the rows.
func (z *zipper) rewrite(f *loop.Func, drop map[loop.Stmt]bool) {
	views := map[*loop.Var]*loop.Var{}
	for _, c := range z.order {
		for _, l := range c.views {
			if c.rows != nil {
				views[l.Var] = loop.NewVar(l.Var.Name, c.rows.Type)
			}
		}
	}
	width := map[*loop.Var]int64{}
	for _, c := range z.order {
		if c.rows != nil {
			width[c.rows] = max(width[c.rows], c.at+1)
		}
	}
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.Kind != loop.IndexExpr && e.Kind != loop.SliceExpr || e.Args[0].Kind != loop.VarExpr {
			return e.MapArgs(sub)
		}
		v := e.Args[0].Var
		c := z.of[v]
		if c == nil || c.rows == nil {
			return e.MapArgs(sub)
		}
		rows := c.rows
		if views[v] != nil {
			rows = views[v]
		}
		wide := func(n *loop.Expr) *loop.Expr {
			if !z.flat {
				return sub(n)
			}
			return loop.Mul(sub(n), loop.IntConst(width[c.rows]))
		}
		if e.Kind == loop.SliceExpr {
			return loop.Slice(loop.Use(rows), wide(e.Args[1]), wide(e.Args[2]))
		}
		if z.flat {
			return loop.Index(loop.Use(rows), loop.Add(wide(e.Args[1]), loop.IntConst(c.at)))
		}
		return loop.Index(loop.Index(loop.Use(rows), sub(e.Args[1])), loop.IntConst(c.at))
	}
	loop.MapExprs(f.Body, sub)
	for i, r := range f.Results {
		f.Results[i] = sub(r)
	}
	var edit func(b *[]loop.Stmt)
	edit = func(b *[]loop.Stmt) {
		out := make([]loop.Stmt, 0, len(*b))
		for _, s := range *b {
			if drop[s] {
				continue
			}
			loop.Blocks(s, edit)
			if a, ok := s.(*loop.Alloc); ok && z.of[a.Var] != nil && z.of[a.Var].rows != nil {
				rows := z.of[a.Var].rows
				dims := []*loop.Expr{a.Dims[0], loop.IntConst(width[rows])}
				if z.flat {
					n, before := allLengths(a.Dims[0], width[rows])
					out = append(out, before...)
					dims = []*loop.Expr{n}
				}
				s = &loop.Alloc{Var: rows, Dims: dims, Dirty: a.Dirty}
			}
			out = append(out, s)
		}
		*b = out
	}
	edit(&f.Body)
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && views[l.Var] != nil {
			l.Var = views[l.Var]
		}
	})
}

// allLengths is the length of an array with columns that have n elements each, and what computes it. It is n if that is
// negative, and does not overflow if no memory has n elements: both fail as an array of n elements does.
func allLengths(n *loop.Expr, columns int64) (*loop.Expr, []loop.Stmt) {
	const most = 1 << 40
	if n.IsConst() {
		if n.I > 0 {
			n = loop.IntConst(min(n.I, most) * columns)
		}
		return n, nil
	}
	var before []loop.Stmt
	if !n.IsAtom() {
		v := loop.NewVar("n", loop.IntType)
		before = []loop.Stmt{&loop.Let{Var: v, Rhs: n}}
		n = loop.Use(v)
	}
	all := loop.Mul(loop.Prim(syntax.MustOp("imin"), n, loop.IntConst(most)), loop.IntConst(columns))
	return loop.Select(loop.Prim(syntax.MustOp("ilt"), n, loop.IntConst(0)), n, all), before
}
