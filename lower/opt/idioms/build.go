package idioms

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// build is the loops that stand for the one.
func (s *matrixSplit) build() []loop.Stmt {
	b := &matrixBuild{matrixSplit: s, kept: map[*loop.Var]*loop.Var{}}
	var before, after []loop.Stmt
	for _, it := range s.items {
		if it.site == nil && it.group == matrixBefore {
			before = append(before, it.s)
			b.stores = b.stores || len(it.writes) > 0
			if _, let := it.s.(*loop.Let); !let {
				b.stores = true
			}
		}
	}
	var rows []loop.Stmt
	for _, it := range s.items {
		if it.site == nil {
			continue
		}
		loops := b.site(it.site)
		if loops == nil {
			return nil
		}
		rows = append(rows, loops...)
	}
	for _, it := range s.items {
		if it.site == nil && it.group == matrixAfter {
			after = append(after, it.s)
		}
	}
	last, ok := b.last(after)
	if !ok {
		return nil
	}
	out := b.allocs
	if b.stores || len(b.keep) > 0 {
		out = append(out, &loop.For{Var: s.l.Var, N: s.l.N, Down: s.l.Down, Body: append(before, b.keep...)})
	}
	return append(append(out, rows...), last...)
}

type matrixBuild struct {
	*matrixSplit
	allocs []loop.Stmt
	keep   []loop.Stmt             // stores of numbers of rows, at the end of the loop before
	kept   map[*loop.Var]*loop.Var // arrays by the variables whose numbers they have
	stores bool                    // the loop before does something
	count  *loop.Expr              // iterations of the loop: its number, or 0 where that is negative
}

// numbers is a new array with a number for each row.
func (b *matrixBuild) numbers(v *loop.Var) *loop.Var {
	if b.count == nil {
		if b.count = b.l.N; !b.Signs.NotNegative(b.l.N) && !b.Runs(b.l.N) &&
			!b.matrixMaker.rows.Positive(b.value(b.l.N).Plus(1, access.Const(1))) {
			n := b.In.Fresh("n", loop.IntType, nil)
			b.allocs = append(b.allocs, &loop.Let{Var: n,
				Rhs: loop.Prim(syntax.MustOp("imax"), b.l.N, loop.IntConst(0))})
			b.count = loop.Use(n)
		}
	}
	a := b.In.Fresh(v.Name, loop.RealType.Array(), nil)
	b.allocs = append(b.allocs, &loop.Alloc{Var: a, Dims: []*loop.Expr{b.count}, Dirty: true})
	b.Lengths[a] = b.l.N
	return a
}

// numbersOf is an array with the values of a variable that is declared before.
func (b *matrixBuild) numbersOf(v *loop.Var) *loop.Var {
	if a := b.kept[v]; a != nil {
		return a
	}
	if e := b.lets[v]; e != nil && e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr &&
		e.Args[1].IsVar(b.l.Var) {
		a := e.Args[0].Var
		if n := b.Lengths[a]; n != nil && loop.Equal(n, b.l.N) && !b.inside[a] && !b.In.Mutable(a) && b.unwritten(a) {
			b.kept[v] = a
			return a
		}
	}
	if a := b.storedIn(v); a != nil {
		b.kept[v] = a
		return a
	}
	a := b.numbers(v)
	b.kept[v] = a
	b.keep = append(b.keep, &loop.Assign{Lhs: []*loop.Expr{loop.Index(loop.Use(a), loop.Use(b.l.Var))},
		Rhs: []*loop.Expr{loop.Use(v)}})
	return a
}

// storedIn is an array in which a statement before stores a variable for each row, and no other writes; or nil.
func (b *matrixBuild) storedIn(v *loop.Var) (found *loop.Var) {
	for _, it := range b.items {
		a, ok := it.s.(*loop.Assign)
		if it.site != nil || !ok || it.group != matrixBefore {
			continue
		}
		for i, l := range a.Lhs {
			if a.Rhs[i].IsVar(v) && l.Kind == loop.IndexExpr && l.Args[0].Kind == loop.VarExpr &&
				l.Args[1].IsVar(b.l.Var) {
				found = l.Args[0].Var
			}
		}
	}
	if found == nil || b.inside[found] || b.In.Mutable(found) || b.Lengths[found] == nil ||
		!loop.Equal(b.Lengths[found], b.l.N) {
		return nil
	}
	writes := 0
	for _, it := range b.items {
		for _, w := range it.writes {
			if w.root == nil || b.In.MayShare(w.root, found) {
				writes++
			}
		}
	}
	if writes > 1 {
		return nil
	}
	return found
}

// unwritten reports whether nothing in the loop may write to an array.
func (b *matrixBuild) unwritten(a *loop.Var) bool {
	for _, it := range b.items {
		for _, w := range it.writes {
			if w.root == nil || b.In.MayShare(w.root, a) {
				return false
			}
		}
	}
	return true
}

// site is the loop over rows for one vector loop, with what it needs before; nil where that cannot be.
func (b *matrixBuild) site(m *matrixSite) []loop.Stmt {
	var num *loop.Var
	if m.op == loop.RowDots {
		m.r = b.numbers(m.v.Acc.Var)
		b.kept[m.v.Acc.Var] = m.r
		num = loop.NewVar(m.v.Acc.Var.Name, loop.RealType)
	} else {
		m.r = b.numbersOf(m.v.C.Var)
		num = loop.NewVar(m.v.C.Var.Name, loop.RealType)
	}
	var lets []loop.Stmt
	y, ok := b.outside(loop.Use(m.other), &lets, map[*loop.Var]*loop.Expr{})
	if !ok || y.Kind != loop.VarExpr {
		return nil
	}
	_, first := m.row.row.Split(b.l.Var)
	at := b.In.Fresh("at", loop.IntType, nil)
	w := b.In.Fresh("w", loop.IntType, nil)
	lets = append(lets, &loop.Let{Var: at, Rhs: loop.Add(loop.Mul(first.Expr(), m.row.stride), m.row.col.Expr())},
		&loop.Let{Var: w, Rhs: m.row.n.Expr()})
	out := append(lets, b.rows(m, num, y, loop.Use(at), loop.Use(w)))
	if m.guard != nil {
		g := &loop.If{Cond: m.guard, Then: out}
		if m.op == loop.RowDots {
			g.Else = []loop.Stmt{&loop.Clear{Dst: loop.Use(m.r)}}
		}
		out = []loop.Stmt{g}
	}
	// views that are there when the loop runs
	if len(lets) > 2 && !b.Runs(b.l.N) && (m.guard == nil || !loop.Equal(m.guard, edit.Positive(b.l.N))) {
		out = []loop.Stmt{&loop.If{Cond: edit.Positive(b.l.N), Then: out}}
	}
	return out
}

// rows is the vector loop over rows.
func (b *matrixBuild) rows(m *matrixSite, num *loop.Var, y, at, w *loop.Expr) *loop.For {
	r := loop.NewVar(b.l.Var.Name, loop.IntType)
	j := loop.NewVar("j", loop.IntType)
	row := b.In.Fresh("row", loop.RealType.Array(), m.row.root)
	lo := loop.Prim(syntax.OpIntAdd, loop.Prim(syntax.OpIntMul, loop.Use(r), m.row.stride), at)
	element := func(a *loop.Expr) *loop.Expr { return loop.Index(a, loop.Use(j)) }
	product := func(x, y *loop.Expr) *loop.Expr {
		e := loop.Prim(syntax.OpMul, x, y)
		if m.v.Neg {
			e = loop.Prim(syntax.OpNeg, e)
		}
		return e
	}
	number := loop.Index(loop.Use(m.r), loop.Use(r))
	start, over := number, loop.Use(row)
	var sum *loop.AddTo
	switch m.op {
	case loop.RankOne:
		sum = &loop.AddTo{Lhs: element(loop.Use(row)), Rhs: product(loop.Use(num), element(y)), Free: m.free}
	case loop.RowSums:
		over = y
		sum = &loop.AddTo{Lhs: element(y), Rhs: product(loop.Use(num), element(loop.Use(row))), Free: true}
	default:
		start = loop.RealConst(0)
		sum = &loop.AddTo{Lhs: loop.Use(num), Rhs: product(element(loop.Use(row)), element(y)), Free: true}
	}
	body := []loop.Stmt{
		&loop.Let{Var: row, Rhs: loop.Slice(loop.Use(m.row.root), lo, w)},
		&loop.Let{Var: num, Rhs: start},
		&loop.For{Var: j, N: loop.Len(over), Vector: true, Body: []loop.Stmt{sum}},
	}
	if m.op == loop.RowDots {
		body = append(body, &loop.Assign{Lhs: []*loop.Expr{number}, Rhs: []*loop.Expr{loop.Use(num)}})
	}
	return &loop.For{Var: r, N: loop.Len(loop.Use(m.r)), Vector: true, Body: body}
}

// outside is e over variables from outside of the loop and copies, which it adds to lets, of those inside.
func (b *matrixBuild) outside(e *loop.Expr, lets *[]loop.Stmt, with map[*loop.Var]*loop.Expr) (*loop.Expr, bool) {
	ok := true
	var visit func(e *loop.Expr) *loop.Expr
	visit = func(e *loop.Expr) *loop.Expr {
		if e.Kind != loop.VarExpr {
			ok = ok && (e.Kind != loop.IndexExpr || e.Type.IsArray())
			return e.MapArgs(visit)
		}
		v := e.Var
		if !b.inside[v] && v != b.l.Var {
			ok = ok && b.group[v] == 0 // nothing in the loop changes it
			return e
		}
		if x := with[v]; x != nil {
			return x
		}
		rhs := b.lets[v]
		if v == b.l.Var || rhs == nil || v.Flat != nil {
			ok = false
			return e
		}
		x := visit(rhs)
		if !ok {
			return e
		}
		w := b.In.Fresh(v.Name, v.Type, v)
		*lets = append(*lets, &loop.Let{Var: w, Rhs: x})
		with[v] = loop.Use(w)
		return with[v]
	}
	e = visit(e)
	return e, ok
}

// last is the loop with the statements that run after the loops over rows.
func (b *matrixBuild) last(after []loop.Stmt) (out []loop.Stmt, ok bool) {
	if len(after) == 0 {
		return nil, true
	}
	r := loop.NewVar(b.l.Var.Name, loop.IntType)
	c := &edit.Cloner{As: map[*loop.Var]*loop.Expr{b.l.Var: loop.Use(r)}, In: b.In}
	var body []loop.Stmt
	ok = true
	var need func(e *loop.Expr)
	need = func(e *loop.Expr) {
		facts.EachRead(e, func(v *loop.Var) {
			if !ok || c.As[v] != nil {
				return
			}
			it := b.declared[v]
			a := b.kept[v]
			switch {
			case it == nil || a == nil && it.group != matrixBefore:
				return
			case a == nil && v.Type == loop.RealType && (len(it.reads) > 0 || b.changes(it)):
				a = b.numbersOf(v)
			}
			if v.Flat != nil {
				ok = false
				return
			}
			rhs := it.s.(*loop.Let).Rhs
			if a != nil {
				rhs = loop.Index(loop.Use(a), loop.Use(b.l.Var))
			} else if len(it.reads) > 0 || b.changes(it) { // an int
				ok = false
				return
			}
			need(rhs)
			w := b.In.Fresh(v.Name, v.Type, v)
			body = append(body, &loop.Let{Var: w, Rhs: c.Expr(rhs)})
			c.As[v] = loop.Use(w)
		})
	}
	var first, end []loop.Stmt
	for _, t := range after {
		if a, is := t.(*loop.AddTo); is && b.settles(a) {
			v := b.In.Fresh("t", loop.RealType, nil)
			b.In.SetChanges(v, 1)
			first = append(first, &loop.Let{Var: v, Rhs: a.Lhs})
			end = append(end, &loop.Assign{Lhs: []*loop.Expr{a.Lhs}, Rhs: []*loop.Expr{loop.Use(v)}})
			t = &loop.AddTo{Lhs: loop.Use(v), Rhs: a.Rhs, Free: a.Free}
		}
		loop.Operands(t, func(e **loop.Expr, _ bool) { need(*e) })
		if !ok {
			return nil, false
		}
		if l, is := t.(*loop.Let); is && b.kept[l.Var] != nil {
			continue // a sum that is there
		}
		body = append(body, c.Block([]loop.Stmt{t})...)
	}
	out = append(append(first, &loop.For{Var: r, N: b.l.N, Down: b.l.Down, Body: body}), end...)
	if len(first) > 0 && !b.Runs(b.l.N) { // the elements are there when the loop runs
		out = []loop.Stmt{&loop.If{Cond: edit.Positive(b.l.N), Then: out}}
	}
	return out, ok
}

// settles reports whether an addition after the loops over rows is to one element in all iterations, which nothing else
// there uses, and which may be in a variable meanwhile.
func (b *matrixBuild) settles(a *loop.AddTo) bool {
	if a.Lhs.Kind != loop.IndexExpr || a.Lhs.Type != loop.RealType || b.varies(a.Lhs) {
		return false
	}
	steady := true
	facts.EachRead(a.Lhs, func(v *loop.Var) { steady = steady && b.group[v] == 0 })
	if !steady {
		return false
	}
	at := []span{b.element(a.Lhs)}
	for _, it := range b.items {
		if it.site != nil || it.group != matrixAfter {
			continue
		}
		reads, writes := it.reads, it.writes
		if it.s == loop.Stmt(a) {
			reads, writes = nil, nil
			b.elementsOf(a.Rhs, &reads)
		}
		if !b.spansApart(at, reads, true) || !b.spansApart(at, writes, true) {
			return false
		}
	}
	return true
}

// changes reports whether a declaration is of variables that change.
func (b *matrixBuild) changes(it *matrixItem) bool {
	found := false
	facts.EachRead(it.s.(*loop.Let).Rhs, func(v *loop.Var) { found = found || b.In.Mutable(v) && b.group[v] != 0 })
	return found
}
