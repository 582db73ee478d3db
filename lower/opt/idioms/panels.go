package idioms

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A PanelSize says how many rows a panel has, and from how many rows on, and up to how many columns, there are panels.
type PanelSize struct{ Rows, From, Columns int64 }

// panelBody bounds the statements of a loop that there are two copies of.
const panelBody = 48

// Panels takes loops over the rows of a matrix that take inner products with each row and add multiples of it, which
// depend on those, to an array, or take several inner products, a few rows at a time: the rows of a panel are copied
// one after the other, the inner products are taken for all of them, then the other statements run for each, and the
// multiples are added. [Matrices] cannot do all rows at once there, and the copies cost less than what a library saves
// on a panel, which stays in the cache.
//
//	for i < n {                            if 16 <= n && m <= 1024 {
//	  var r []real = a[i][0 :+ m]            loop {
//	  var s real = 0.0                         while from < n
//	  for vector j < len(r) {                  var k int = imin(16, n - from)
//	    s +~= r[j] * x[j]                      for q < k { copy(panel[q * m :+ m], a[from + q][0 :+ m]) }
//	  }                                        for vector q < len(sums) { … sums[q] = … }
//	  var f real = s - b[i]          →         for q < k {
//	  t += f * f                                 var s real = sums[q]
//	  for vector j < len(y) {                    var f real = s - b[from + q]
//	    y[j] +~= f * r[j]                        t += f * f
//	  }                                          factors[q] = f
//	}                                          }
//	                                           for vector q < len(factors) { … y[j] +~= … }
//	                                           from += 16
//	                                         }
//	                                       } else { … }
//
// Few rows, and long ones, of which sixteen are more than a cache holds, are taken one after the other as before.
//
// Fast allows what changes the last bits.
func Panels(f *loop.Func, size PanelSize, fast bool) {
	p := &panelMaker{in: facts.Analyse(f), size: size, fast: fast}
	p.block(&f.Body)
}

type panelMaker struct {
	in   *facts.Info
	size PanelSize
	fast bool
}

// block looks for loops over rows and reports whether it has changed one.
func (p *panelMaker) block(b *[]loop.Stmt) (changed bool) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		inner := false
		loop.Blocks(s, func(c *[]loop.Stmt) { inner = p.block(c) || inner })
		if l, ok := s.(*loop.For); ok && !inner {
			if l := p.find(l); l != nil {
				s, inner = l.build(), true
			}
		}
		changed = changed || inner
		out = append(out, s)
	}
	*b = out
	return changed
}

// A panelLoop is a loop that panels stand for.
type panelLoop struct {
	*panelMaker
	l      *loop.For
	row    *loop.Let // row i of the matrix, or the beginning of it
	sites  map[loop.Stmt]loop.Vector
	dots   []*loop.For // in the order of the source
	adds   []*loop.For
	shared map[*loop.Var]*loop.Let // views that are the same in all iterations
	inside map[*loop.Var]bool
	lets   map[*loop.Var]*loop.Let // of the loop itself
	at     *loop.Var               // where the first row of a panel begins
}

// find reports what is done to rows in a loop, or nil.
func (p *panelMaker) find(l *loop.For) *panelLoop {
	if l.Vector || l.Down || l.Par != nil || !l.N.IsAtom() || !p.in.Fixed(l.N) || l.N.IsConst() && l.N.I < p.size.From {
		return nil
	}
	count := 0
	x := &panelLoop{panelMaker: p, l: l, sites: map[loop.Stmt]loop.Vector{}, shared: map[*loop.Var]*loop.Let{},
		inside: map[*loop.Var]bool{l.Var: true},
		lets:   map[*loop.Var]*loop.Let{}}
	loop.Walk(l.Body, func(s loop.Stmt) {
		count++
		loop.Declared(s, func(v *loop.Var) { x.inside[v] = true })
	})
	if count > panelBody {
		return nil
	}
	for _, s := range l.Body {
		if d, ok := s.(*loop.Let); ok {
			x.lets[d.Var] = d
			if d.Rhs.Type.IsArray() && !p.in.Mutable(d.Var) && x.steadyView(d.Rhs) {
				x.shared[d.Var] = d
			}
		}
	}
	for _, s := range l.Body {
		if f, ok := s.(*loop.For); ok && f.Vector && !x.site(f) {
			return nil
		}
	}
	// A row is copied for its second use: a tangent beside the value, or a multiple.
	if len(x.dots) == 0 || len(x.dots)+len(x.adds) < 2 || !x.apart() {
		return nil
	}
	return x
}

// steadyView reports whether e is a part of an array that is the same in all iterations.
func (x *panelLoop) steadyView(e *loop.Expr) bool {
	return e.Kind == loop.SliceExpr && e.Args[0].Kind == loop.VarExpr && x.outside(e.Args[0].Var) &&
		x.outsideAtom(e.Args[1]) && x.outsideAtom(e.Args[2])
}

// outside reports whether a variable is declared outside of the loop and never changes.
func (x *panelLoop) outside(v *loop.Var) bool {
	return !x.inside[v] && !x.in.Mutable(v) && v.Flat == nil
}

func (x *panelLoop) outsideAtom(e *loop.Expr) bool {
	return e.IsConst() || e.Kind == loop.VarExpr && !x.inside[e.Var] && x.in.Fixed(e)
}

// site notes a vector loop that reads the row of the iteration; ok is false if it reads it in another way.
func (x *panelLoop) site(f *loop.For) (ok bool) {
	v, ok := loop.VectorOf(f)
	if !ok {
		return true
	}
	switch v.Op {
	case loop.Dot:
		a, b := v.X.Var, v.Y.Var
		if !x.isRow(a) {
			a, b = b, a
		}
		if !x.isRow(a) || !x.common(b) || !x.inside[v.Acc.Var] || v.Acc.Var.Flat != nil {
			return true
		}
		x.dots = append(x.dots, f)
	case loop.Axpy:
		if !x.isRow(v.X.Var) || !x.common(v.Dst.Var) || v.C == nil || !x.factor(v.C) ||
			!f.Body[0].(*loop.AddTo).Free && !x.fast {
			return true
		}
		x.adds = append(x.adds, f)
	default:
		return true
	}
	x.sites[f] = v
	return true
}

// factor reports whether e still has its value at the end of an iteration.
func (x *panelLoop) factor(e *loop.Expr) bool {
	for _, f := range x.dots { // an inner product that is there
		if v := x.sites[f]; e.IsVar(v.Acc.Var) && x.in.Changes(e.Var) == 1 {
			return true
		}
	}
	return e.IsConst() || e.Kind == loop.VarExpr && !x.in.Mutable(e.Var) && (!x.inside[e.Var] || x.lets[e.Var] != nil)
}

// isRow reports whether a variable is the row of the iteration, of the one matrix of which rows are taken.
func (x *panelLoop) isRow(v *loop.Var) bool {
	d := x.lets[v]
	if d == nil || x.in.Mutable(v) || v.Flat != nil {
		return false
	}
	if x.row != nil {
		return x.row == d
	}
	e := d.Rhs
	if e.Kind != loop.SliceExpr || e.Type != loop.RealType.Array() || !e.Args[1].IsZero() || !x.outsideAtom(e.Args[2]) {
		return false
	}
	if m := e.Args[2]; m.IsConst() && m.I > x.size.Columns {
		return false
	}
	a := e.Args[0]
	if a.Kind != loop.IndexExpr || a.Args[0].Kind != loop.VarExpr || !x.outside(a.Args[0].Var) ||
		!a.Args[1].IsVar(x.l.Var) {
		return false
	}
	x.row = d
	return true
}

// common reports whether an array is the same in all iterations.
func (x *panelLoop) common(v *loop.Var) bool { return x.shared[v] != nil || x.outside(v) }

// apart reports whether no statement changes what inner products are taken of, and only the additions of multiples of
// rows have to do with the arrays that those are added to.
func (x *panelLoop) apart() bool {
	var rest []loop.Stmt
	for _, s := range x.l.Body {
		if _, site := x.sites[s]; !site {
			if d, ok := s.(*loop.Let); ok && x.shared[d.Var] == d {
				continue
			}
			rest = append(rest, s)
		}
	}
	reads := map[*loop.Var]bool{x.in.Class(x.row.Var): true}
	for _, f := range x.dots {
		v := x.sites[f]
		for _, a := range v.Arrays() {
			reads[x.in.Class(a.Var)] = true
		}
	}
	for _, r := range x.in.Effects(rest...).RegionList {
		if reads[r.Class] {
			return false
		}
	}
	sums := map[*loop.Var]bool{}
	for _, f := range x.adds {
		v := x.sites[f]
		if sums[x.in.Class(v.Dst.Var)] = true; reads[x.in.Class(v.Dst.Var)] {
			return false
		}
	}
	ok := true
	loop.Walk(rest, func(s loop.Stmt) {
		note := func(v *loop.Var) { ok = ok && !(facts.Holds(v.Type) && sums[x.in.Class(v)]) }
		loop.Declared(s, note)
		loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, note) })
		if a, is := s.(*loop.Append); is {
			note(a.Var)
		}
	})
	return ok
}

// build is the loop with panels, beside the loop that there was.
func (x *panelLoop) build() loop.Stmt {
	n, m, a := x.l.N, x.row.Rhs.Args[2], x.row.Rhs.Args[0].Args[0].Var
	p := x.size.Rows
	fresh := func(name string, t loop.Type) *loop.Var { return x.in.Fresh(name, t, nil) }
	numbers := func(name string) *loop.Var { return fresh(name, loop.RealType.Array()) }
	var then []loop.Stmt
	alloc := func(v *loop.Var, size *loop.Expr) {
		then = append(then, &loop.Alloc{Var: v, Dims: []*loop.Expr{size}, Dirty: true})
	}
	panel, size := numbers(a.Name), loop.IntConst(p)
	words := fresh("n", loop.IntType)
	then = append(then, &loop.Let{Var: words, Rhs: loop.Mul(size, m)})
	alloc(panel, loop.Use(words))
	views := map[*loop.Var]*loop.Expr{}
	for _, s := range x.l.Body { // in the order of the source
		if d, ok := s.(*loop.Let); ok && x.shared[d.Var] == d {
			w := x.in.Fresh(d.Var.Name, d.Var.Type, d.Var)
			then = append(then, &loop.Let{Var: w, Rhs: d.Rhs})
			views[d.Var] = loop.Use(w)
		}
	}
	x.at = fresh("at", loop.IntType)
	then = append(then, &loop.Let{Var: x.at, Rhs: loop.IntConst(0)})
	from := fresh("from", loop.IntType)
	x.in.SetChanges(from, 1)
	k := fresh("k", loop.IntType)
	body := []loop.Stmt{&loop.Let{Var: k, Rhs: loop.Prim(syntax.MustOp("imin"), size,
		loop.Prim(syntax.OpIntSub, n, loop.Use(from)))}}
	q := fresh("q", loop.IntType)
	row := loop.Slice(loop.Index(loop.Use(a), loop.Add(loop.Use(from), loop.Use(q))), loop.IntConst(0), m)
	body = append(body, &loop.For{Var: q, N: loop.Use(k), Body: []loop.Stmt{
		&loop.Copy{Dst: loop.Slice(loop.Use(panel), loop.Mul(loop.Use(q), m), m), Src: row},
	}})
	// An array with a number for each row of a panel, and the part of it that this one has.
	part := func(v *loop.Var) *loop.Var {
		all, some := numbers(v.Name), numbers(v.Name)
		alloc(all, size)
		body = append(body, &loop.Let{Var: some, Rhs: loop.Slice(loop.Use(all), loop.IntConst(0), loop.Use(k))})
		return some
	}
	nums := map[*loop.For]*loop.Var{}
	for _, f := range x.dots {
		nums[f] = part(x.sites[f].Acc.Var)
		body = append(body, x.dotsOf(f, nums[f], panel, m, views))
	}
	for _, f := range x.adds {
		name := x.row.Var
		if c := x.sites[f].C; c.Kind == loop.VarExpr {
			name = c.Var
		}
		nums[f] = part(name)
	}
	body = append(body, x.statements(loop.Use(from), loop.Use(k), nums, views))
	for _, f := range x.adds {
		body = append(body, x.addsOf(f, nums[f], panel, m, views))
	}
	body = append(body, &loop.AddTo{Lhs: loop.Use(from), Rhs: size})
	then = append(then, &loop.Let{Var: from, Rhs: loop.IntConst(0)},
		&loop.While{Cond: loop.Prim(syntax.MustOp("ilt"), loop.Use(from), n), Body: body})
	cond := loop.Prim(syntax.MustOp("ile"), size, n)
	if x.size.From != p {
		cond = loop.Prim(syntax.MustOp("ile"), loop.IntConst(x.size.From), n)
	}
	if !m.IsConst() {
		cond = loop.Prim(syntax.MustOp("and"), cond, loop.Prim(syntax.MustOp("ile"), m, loop.IntConst(x.size.Columns)))
	}
	return &loop.If{Cond: cond, Then: then, Else: []loop.Stmt{x.l}}
}

// rowOf declares row r of a panel in a loop over its rows.
func (x *panelLoop) rowOf(panel, r *loop.Var, m *loop.Expr) *loop.Let {
	// as loop.MatrixOf has it
	lo := loop.Prim(syntax.OpIntAdd, loop.Prim(syntax.OpIntMul, loop.Use(r), m), loop.Use(x.at))
	return &loop.Let{Var: x.in.Fresh(x.row.Var.Name, loop.RealType.Array(), panel),
		Rhs: loop.Slice(loop.Use(panel), lo, m)}
}

// dotsOf takes the inner products of a panel.
func (x *panelLoop) dotsOf(f *loop.For, nums, panel *loop.Var, m *loop.Expr, views map[*loop.Var]*loop.Expr) loop.Stmt {
	r, j := loop.NewVar(x.l.Var.Name, loop.IntType), loop.NewVar(f.Var.Name, loop.IntType)
	row := x.rowOf(panel, r, m)
	sum := loop.NewVar(x.sites[f].Acc.Var.Name, loop.RealType)
	x.in.SetChanges(sum, 1)
	add := *f.Body[0].(*loop.AddTo)
	add.Lhs = loop.Use(sum)
	add.Rhs = x.of(add.Rhs, f, row, j, views)
	return &loop.For{Var: r, N: loop.Len(loop.Use(nums)), Vector: true, Body: []loop.Stmt{
		row,
		&loop.Let{Var: sum, Rhs: loop.RealConst(0)},
		&loop.For{Var: j, N: loop.Len(loop.Use(row.Var)), Vector: true, Body: []loop.Stmt{&add}},
		&loop.Assign{Lhs: []*loop.Expr{loop.Index(loop.Use(nums), loop.Use(r))}, Rhs: []*loop.Expr{loop.Use(sum)}},
	}}
}

// addsOf adds multiples of the rows of a panel.
func (x *panelLoop) addsOf(f *loop.For, nums, panel *loop.Var, m *loop.Expr, views map[*loop.Var]*loop.Expr) loop.Stmt {
	v := x.sites[f]
	r, j := loop.NewVar(x.l.Var.Name, loop.IntType), loop.NewVar(f.Var.Name, loop.IntType)
	row := x.rowOf(panel, r, m)
	c := loop.NewVar(nums.Name, loop.RealType)
	dst := edit.Substitute(v.Dst, views)
	product := loop.Prim(syntax.OpMul, loop.Use(c), loop.Index(loop.Use(row.Var), loop.Use(j)))
	if v.Neg {
		product = loop.Prim(syntax.OpNeg, product)
	}
	return &loop.For{Var: r, N: loop.Len(loop.Use(nums)), Vector: true, Body: []loop.Stmt{
		row,
		&loop.Let{Var: c, Rhs: loop.Index(loop.Use(nums), loop.Use(r))},
		&loop.For{Var: j, N: loop.Len(dst), Vector: true, Body: []loop.Stmt{
			&loop.AddTo{Lhs: loop.Index(dst, loop.Use(j)), Rhs: product, Free: true},
		}},
	}}
}

// of is what a vector loop adds, over another index and row.
func (x *panelLoop) of(e *loop.Expr, f *loop.For, row *loop.Let, j *loop.Var,
	views map[*loop.Var]*loop.Expr) *loop.Expr {
	with := map[*loop.Var]*loop.Expr{x.row.Var: loop.Use(row.Var), f.Var: loop.Use(j)}
	for v, w := range views {
		with[v] = w
	}
	return edit.Substitute(e, with)
}

// statements runs what is neither an inner product nor an addition to an array for the rows of a panel.
func (x *panelLoop) statements(from, k *loop.Expr, nums map[*loop.For]*loop.Var,
	views map[*loop.Var]*loop.Expr) loop.Stmt {
	q, i := loop.NewVar("q", loop.IntType), x.in.Fresh(x.l.Var.Name, loop.IntType, nil)
	number := func(f *loop.For) *loop.Expr { return loop.Index(loop.Use(nums[f]), loop.Use(q)) }
	// What an inner product is added to is often a zero that nothing else has to do with.
	fresh := map[*loop.Let]bool{}
	first := map[*loop.For]bool{}
	for _, f := range x.dots {
		s := x.sites[f].Acc.Var
		if d := x.lets[s]; d != nil && d.Rhs.IsZero() && x.in.Changes(s) == 1 && !x.usedBefore(f, s) {
			fresh[d], first[f] = true, true
		}
	}
	c := &edit.Cloner{As: map[*loop.Var]*loop.Expr{x.l.Var: loop.Use(i)}, In: x.in}
	for v, w := range views {
		c.As[v] = w
	}
	body := []loop.Stmt{&loop.Let{Var: i, Rhs: loop.Add(from, loop.Use(q))}}
	for _, s := range x.l.Body {
		d, _ := s.(*loop.Let)
		f, _ := s.(*loop.For)
		v, site := x.sites[s]
		switch {
		case d != nil && (fresh[d] || x.shared[d.Var] == d):
		case f != nil && first[f]:
			s := loop.NewVar(v.Acc.Var.Name, loop.RealType)
			body = append(body, &loop.Let{Var: s, Rhs: number(f)})
			c.As[v.Acc.Var] = loop.Use(s)
		case site && v.Op == loop.Dot:
			body = append(body, &loop.AddTo{Lhs: c.Expr(v.Acc), Rhs: number(f), Free: true})
		case !site:
			body = append(body, c.Block([]loop.Stmt{s})...)
		}
	}
	for _, f := range x.adds {
		body = append(body, &loop.Assign{Lhs: []*loop.Expr{number(f)}, Rhs: []*loop.Expr{c.Expr(x.sites[f].C)}})
	}
	return &loop.For{Var: q, N: k, Body: body}
}

// usedBefore reports whether anything but its declaration uses a variable before a statement.
func (x *panelLoop) usedBefore(f *loop.For, v *loop.Var) bool {
	for _, s := range x.l.Body {
		if s == loop.Stmt(f) {
			return false
		}
		if x.lets[v] == nil || s != loop.Stmt(x.lets[v]) {
			if facts.Mentions(s, v) > 0 {
				return true
			}
		}
	}
	return false
}
