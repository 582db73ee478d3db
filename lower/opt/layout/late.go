package layout

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The iterations that are left over from some that run side by side have arrays of their own, of the same lengths (see
// package jam). Nothing uses the columns any more by then, so that these arrays can be columns, too. Elements that are
// not next to each other cost little in so few iterations.

// late puts arrays of loops of few iterations into columns that are not used any more.
func (z *zipper) late(f *loop.Func, drop map[loop.Stmt]bool) {
	first, last := z.spans(f)
	var groups []*lateRows
	byRows := map[*loop.Var]*lateRows{}
	for _, c := range z.order {
		if c.rows == nil {
			continue
		}
		g := byRows[c.rows]
		if g == nil {
			g = &lateRows{first: c.alloc, rows: c.rows, taken: map[int]int64{}}
			byRows[c.rows] = g
			groups = append(groups, g)
		}
		g.width, g.last = g.width+1, max(g.last, last[c])
	}
	lets := letsOf(f.Body)
	for _, c := range z.order {
		at := last[c]
		if c.rows != nil || c.bad || len(c.zeros) > 0 || !c.alloc.Dirty || at == 0 || at == len(f.Body) ||
			first[c] != at {
			continue
		}
		l, ok := f.Body[at].(*loop.For)
		if !ok {
			continue
		}
		most, ok := leftOver(l.N, lets)
		if !ok {
			continue
		}
		for _, g := range groups {
			if g.last < at && most < g.width && g.taken[at] < g.width && loop.Equal(g.first.Dims[0], c.alloc.Dims[0]) {
				c.rows, c.at = g.rows, g.taken[at]
				g.taken[at]++
				drop[c.alloc] = true
				break
			}
		}
	}
}

// lateRows are columns that stand together.
type lateRows struct {
	first *loop.Alloc
	rows  *loop.Var
	width int64
	last  int           // of the statements that use them
	taken map[int]int64 // columns that are given away, by the statement that uses them then
}

// spans are the first and the last statement of a function that use a column, the results standing behind all; 0 if
// none does.
func (z *zipper) spans(f *loop.Func) (first, last map[*column]int) {
	first, last = map[*column]int{}, map[*column]int{}
	use := func(e *loop.Expr, at int) {
		facts.EachRead(e, func(v *loop.Var) {
			if c := z.of[v]; c != nil {
				if first[c] == 0 {
					first[c] = at
				}
				last[c] = at
			}
		})
	}
	for i := range f.Body {
		loop.Walk(f.Body[i:i+1], func(s loop.Stmt) {
			loop.Operands(s, func(e **loop.Expr, _ bool) { use(*e, i) })
		})
	}
	for _, r := range f.Results {
		use(r, len(f.Body))
	}
	return first, last
}

// letsOf are the values of the variables that statements of a block declare.
func letsOf(b []loop.Stmt) map[*loop.Var]*loop.Expr {
	out := map[*loop.Var]*loop.Expr{}
	for _, s := range b {
		if l, ok := s.(*loop.Let); ok {
			out[l.Var] = l.Rhs
		}
	}
	return out
}

// leftOver is the greatest that n can be, if it is x - (x / c)·c for a constant c.
func leftOver(n *loop.Expr, lets map[*loop.Var]*loop.Expr) (int64, bool) {
	value := func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.VarExpr && lets[e.Var] != nil {
			return lets[e.Var]
		}
		return e
	}
	n = value(n)
	if n.Kind != loop.PrimExpr || n.Prim != syntax.OpIntSub {
		return 0, false
	}
	done := value(n.Args[1])
	if done.Kind != loop.PrimExpr || done.Prim != syntax.OpIntMul || !done.Args[1].IsConst() {
		return 0, false
	}
	blocks := value(done.Args[0])
	if blocks.Kind != loop.PrimExpr || blocks.Prim != syntax.OpIntDiv || !loop.Equal(blocks.Args[1], done.Args[1]) ||
		!loop.Equal(blocks.Args[0], n.Args[0]) {
		return 0, false
	}
	return done.Args[1].I - 1, true
}
