package idioms

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A span is a part of an array of numbers: where it is known, n elements from column col of a row of a flat matrix.
type span struct {
	root        *loop.Var
	stride      *loop.Expr // of a flat matrix, else nil
	row, col, n access.Linear
}

// value is an int expression over what does not change while the loop runs, and its counter.
func (s *matrixSplit) value(e *loop.Expr) access.Linear {
	x := s.rows.Linear(e)
	if !x.Over(func(v *loop.Var) bool { return v == s.l.Var || !s.inside[v] && s.rows.OneValue(v) }) {
		return access.Linear{}
	}
	return x
}

// spanOf is what an array variable shows.
func (s *matrixSplit) spanOf(v *loop.Var) span {
	e := s.lets[v]
	if e == nil {
		return span{root: v}
	}
	switch e.Kind {
	case loop.VarExpr:
		return s.spanOf(e.Var)
	case loop.SliceExpr:
		if a := e.Args[0]; a.Kind == loop.VarExpr {
			return s.within(a.Var, e.Args[1], s.value(e.Args[2]))
		}
	}
	return span{root: facts.RootOf(e)}
}

// within is n elements of an array variable from an index on.
func (s *matrixSplit) within(v *loop.Var, lo *loop.Expr, n access.Linear) span {
	in := s.spanOf(v)
	if in.stride != nil {
		in.col, in.n = in.col.Plus(1, s.value(lo)), n
		return in
	}
	// a part of what v was may stand elsewhere than v is now
	if s.lets[v] != nil || v.Type.Rank != 1 || s.In.Mutable(v) {
		return span{root: in.root}
	}
	i, m, c := rowAt(lo, s.lets)
	if m == nil || !m.IsAtom() || !s.In.Fixed(m) || m.Kind == loop.VarExpr && s.inside[m.Var] {
		return span{root: v}
	}
	row, col, width := s.value(i), s.value(c), s.value(m)
	whole := col.Equal(access.Const(0)) && n.Equal(width)
	one := access.Const(1)
	if !row.OK || !whole && !(s.rows.Positive(col.Plus(1, one)) &&
		s.notNegative(width.Plus(-1, col).Plus(-1, n), s.l)) {
		return span{root: v}
	}
	return span{root: v, stride: m, row: row, col: col, n: n}
}

// elementsOf appends the elements that an expression reads.
func (s *matrixSplit) elementsOf(e *loop.Expr, out *[]span) {
	if e.Kind == loop.IndexExpr && !e.Type.IsArray() {
		*out = append(*out, s.element(e))
	}
	for _, a := range e.Args {
		s.elementsOf(a, out)
	}
}

// element is the place of an element.
func (s *matrixSplit) element(e *loop.Expr) span {
	if a := e.Args[0]; a.Kind == loop.VarExpr {
		return s.within(a.Var, e.Args[1], access.Const(1))
	}
	return span{root: facts.RootOf(e)}
}

// distinct reports whether two spans, of the same or different iterations, are different memory; unless same is set,
// only of different iterations.
func (s *matrixSplit) distinct(a, b span, same bool) bool {
	switch {
	case a.root == nil || b.root == nil:
		return false
	case a.root != b.root:
		return !s.In.MayShare(a.root, b.root)
	case a.stride == nil || b.stride == nil || !loop.Equal(a.stride, b.stride):
		return false
	case s.before(a, b) || s.before(b, a):
		return true
	}
	ka, ra := a.row.Split(s.l.Var)
	kb, rb := b.row.Split(s.l.Var)
	if ka != 0 && kb != 0 {
		return !same && ka == kb && ra.Equal(rb)
	}
	d := a.row.Plus(-1, b.row)
	return s.rows.Positive(d) || s.rows.Positive(access.Const(0).Plus(-1, d))
}

// before reports whether the columns of a end where those of b begin, or before, in all iterations.
func (s *matrixSplit) before(a, b span) bool {
	for _, x := range []access.Linear{a.col, a.n, b.col} {
		if k, _ := x.Split(s.l.Var); !x.OK || k != 0 {
			return false
		}
	}
	return s.rows.Positive(b.col.Plus(-1, a.col).Plus(-1, a.n).Plus(1, access.Const(1)))
}

// spansApart reports whether no span of one list meets one of another.
func (s *matrixSplit) spansApart(as, bs []span, same bool) bool {
	for _, a := range as {
		for _, b := range bs {
			if !s.distinct(a, b, same) {
				return false
			}
		}
	}
	return true
}
