package idioms

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// matrixSplit takes one loop apart.
type matrixSplit struct {
	*matrixMaker
	l        *loop.For
	inside   map[*loop.Var]bool // declared in the loop
	items    []*matrixItem
	group    map[*loop.Var]matrixGroup // of the variables that plain statements declare or change
	declared map[*loop.Var]*matrixItem // by the plain statement that declares a variable
}

// A matrixGroup says when a statement runs: before what is done to rows, or after.
type matrixGroup uint8

const (
	matrixBefore matrixGroup = iota + 1
	matrixAfter
)

// A matrixItem is a statement of the loop: one on numbers, or a vector loop on a row.
type matrixItem struct {
	s             loop.Stmt
	group         matrixGroup
	reads, writes []span
	site          *matrixSite // of a vector loop
}

// A matrixSite is what is done to one row in each iteration.
type matrixSite struct {
	op    loop.MatrixOp
	v     loop.Vector
	free  bool
	guard *loop.Expr // the condition that it stands under, or nil
	row   span
	other *loop.Var // the array that is the same in all iterations
	r     *loop.Var // the array of numbers of rows
}

// read lists the statements.
func (s *matrixSplit) read() bool {
	sites := 0
	for _, t := range s.l.Body {
		switch t := t.(type) {
		case *loop.Let, *loop.Assign, *loop.AddTo:
			if !s.plain(t) {
				return false
			}
		case *loop.For:
			if !s.vector(t, nil) {
				return false
			}
			sites++
		case *loop.If:
			n, ok := s.guarded(t)
			if !ok {
				return false
			}
			sites += n
		default:
			return false
		}
	}
	return sites > 0
}

// guarded lists the vector loops of a branch that has nothing else but views for them and where those begin.
func (s *matrixSplit) guarded(t *loop.If) (sites int, ok bool) {
	if len(t.Else) > 0 || !s.In.Fixed(t.Cond) || s.varies(t.Cond) {
		return 0, false
	}
	for _, u := range t.Then {
		switch u := u.(type) {
		case *loop.Let:
			index := u.Var.Type == loop.IntType && !u.Rhs.ReadsMemory() && !u.Rhs.CanFail()
			if !u.Var.Type.IsArray() && !index || s.In.Mutable(u.Var) {
				return 0, false
			}
		case *loop.For:
			if !s.vector(u, t.Cond) {
				return 0, false
			}
			sites++
		default:
			return 0, false
		}
	}
	return sites, true
}

// varies reports whether e has variables of the loop.
func (s *matrixSplit) varies(e *loop.Expr) bool {
	found := false
	facts.EachRead(e, func(v *loop.Var) { found = found || v == s.l.Var || s.inside[v] })
	return found
}

// plain lists a statement on numbers.
func (s *matrixSplit) plain(t loop.Stmt) bool {
	it := &matrixItem{s: t}
	store := func(l *loop.Expr) bool {
		switch {
		case l.Kind == loop.IndexExpr && !l.Type.IsArray():
			it.writes = append(it.writes, s.element(l))
			for _, a := range l.Args {
				s.elementsOf(a, &it.reads)
			}
		case l.Kind != loop.VarExpr || l.Type.IsArray():
			return false
		}
		return true
	}
	switch t := t.(type) {
	case *loop.Let:
		s.elementsOf(t.Rhs, &it.reads)
		s.declared[t.Var] = it
	case *loop.Assign:
		for i := range t.Lhs {
			if !store(t.Lhs[i]) {
				return false
			}
			s.elementsOf(t.Rhs[i], &it.reads)
		}
	case *loop.AddTo:
		if !store(t.Lhs) {
			return false
		}
		s.elementsOf(t.Lhs, &it.reads)
		s.elementsOf(t.Rhs, &it.reads)
	}
	s.items = append(s.items, it)
	return true
}

// vector lists a vector loop on a row that goes on by one with each iteration.
func (s *matrixSplit) vector(t *loop.For, guard *loop.Expr) bool {
	v, ok := loop.VectorOf(t)
	if !ok || !t.Vector {
		return false
	}
	var x, y *loop.Var
	m := &matrixSite{v: v, guard: guard}
	switch {
	case v.Op == loop.Axpy && v.C != nil && v.C.Kind == loop.VarExpr:
		x, y = v.Dst.Var, v.X.Var
		m.op = loop.RankOne
		m.free = t.Body[0].(*loop.AddTo).Free
	case v.Op == loop.Dot:
		x, y = v.X.Var, v.Y.Var
		m.op = loop.RowDots
		if !s.startsAtZero(v.Acc.Var) {
			return false
		}
	default:
		return false
	}
	a, b := s.spanOf(x), s.spanOf(y)
	if !s.rowByRow(a) {
		a, b, y = b, a, x
		if m.op == loop.RankOne {
			if m.op = loop.RowSums; !m.free && !s.fast {
				return false
			}
		}
	}
	if !s.rowByRow(a) || s.rowByRow(b) || !s.distinct(a, b, true) {
		return false
	}
	m.row, m.other = a, y
	it := &matrixItem{s: t, site: m, reads: []span{a, b}}
	switch m.op {
	case loop.RankOne:
		it.writes = []span{a}
	case loop.RowSums:
		it.writes = []span{b}
	}
	s.items = append(s.items, it)
	return true
}

// rowByRow reports whether a span is in the next row in each iteration.
func (s *matrixSplit) rowByRow(a span) bool {
	if a.stride == nil || !a.col.OK || !a.n.OK || s.inside[a.root] {
		return false
	}
	k, _ := a.row.Split(s.l.Var)
	kc, _ := a.col.Split(s.l.Var)
	kn, _ := a.n.Split(s.l.Var)
	return k == 1 && kc == 0 && kn == 0
}

// startsAtZero reports whether a variable is declared in each iteration, for 0, and changed by one statement.
func (s *matrixSplit) startsAtZero(v *loop.Var) bool {
	it := s.declared[v]
	if it == nil || !it.s.(*loop.Let).Rhs.IsZero() {
		return false
	}
	return s.In.Changes(v) == 1
}

// sort decides which statements run before the loops over rows, and which after.
func (s *matrixSplit) sort() bool {
	first := -1
	for k, it := range s.items {
		if it.site != nil {
			if it.site.op == loop.RowDots {
				s.group[it.site.v.Acc.Var] = matrixAfter
			}
			if first < 0 {
				first = k
			}
			continue
		}
		it.group = matrixBefore
		if s.later(it) || first >= 0 && k > first && !s.earlier(k) {
			it.group = matrixAfter
		}
		ok := true
		s.eachChanged(it.s, func(v *loop.Var) {
			ok = ok && (s.group[v] == 0 || s.group[v] == it.group)
			s.group[v] = it.group
		})
		if !ok {
			return false
		}
	}
	return s.together() && s.factors()
}

// eachChanged calls yield with the variables that a plain statement declares or changes.
func (s *matrixSplit) eachChanged(t loop.Stmt, yield func(*loop.Var)) {
	loop.Declared(t, yield)
	switch t := t.(type) {
	case *loop.Assign:
		for _, l := range t.Lhs {
			if l.Kind == loop.VarExpr {
				yield(l.Var)
			}
		}
	case *loop.AddTo:
		if t.Lhs.Kind == loop.VarExpr {
			yield(t.Lhs.Var)
		}
	}
}

// later reports whether a statement needs what is known after the loops over rows only.
func (s *matrixSplit) later(it *matrixItem) bool {
	found := false
	loop.Operands(it.s, func(e **loop.Expr, _ bool) {
		facts.EachRead(*e, func(v *loop.Var) { found = found || s.group[v] == matrixAfter })
	})
	return found
}

// earlier reports whether item k may run before the vector loops and the later statements that stand before it.
func (s *matrixSplit) earlier(k int) bool {
	it := s.items[k]
	for _, t := range s.items[:k] {
		if t.site == nil && t.group == matrixBefore {
			continue
		}
		if !s.spansApart(it.writes, t.reads, true) || !s.spansApart(it.writes, t.writes, true) ||
			!s.spansApart(it.reads, t.writes, true) {
			return false
		}
	}
	return true
}

// together reports whether variables that change are used by statements of one group only; sums of rows apart, which no
// statement that runs after the loops over rows uses before they are there.
func (s *matrixSplit) together() bool {
	ok := true
	sums, used := map[*loop.Var]bool{}, map[*loop.Var]bool{}
	for _, it := range s.items {
		if it.site == nil && it.group == matrixAfter {
			loop.Operands(it.s, func(e **loop.Expr, _ bool) {
				facts.EachRead(*e, func(v *loop.Var) { used[v] = true })
			})
		}
		if it.site != nil && it.site.op == loop.RowDots {
			v := it.site.v.Acc.Var
			ok = ok && !sums[v] && !used[v]
			sums[v] = true
		}
	}
	for _, it := range s.items {
		if it.site != nil {
			if c := it.site.v.C; c != nil {
				ok = ok && !s.In.Mutable(c.Var)
			}
			continue
		}
		loop.Operands(it.s, func(e **loop.Expr, _ bool) {
			facts.EachRead(*e, func(v *loop.Var) {
				if s.In.Mutable(v) && !sums[v] && s.group[v] != 0 {
					ok = ok && s.group[v] == it.group
				}
			})
		})
	}
	return ok
}

// factors reports whether what rows are multiplied by is known before.
func (s *matrixSplit) factors() bool {
	for _, it := range s.items {
		if it.site == nil || it.site.v.C == nil {
			continue
		}
		if f := it.site.v.C.Var; s.declared[f] == nil || s.group[f] != matrixBefore {
			return false
		}
	}
	return true
}

// apart reports whether statements of different groups, and different loops over rows, meet in no element in different
// iterations, and those that change places not in the same either.
func (s *matrixSplit) apart() bool {
	for i, a := range s.items {
		for _, b := range s.items[i+1:] {
			if a.site == nil && b.site == nil && a.group == b.group {
				continue
			}
			same := a.group == matrixAfter && b.site != nil
			if !s.spansApart(a.writes, b.reads, same) || !s.spansApart(a.writes, b.writes, same) ||
				!s.spansApart(a.reads, b.writes, same) {
				return false
			}
		}
	}
	return true
}
