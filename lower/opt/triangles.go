package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// triangles keeps the lower triangles of square matrices, one row behind the other, where nothing reads what is above the diagonal:
// row r begins at element r·(r+1)/2 and has r+1 elements. That is half the memory, and of neighbours in it no longer a power of 2 apart.
//
//	var a [][]real = new(n, n)          var size int = (n + 1) * n >> 1
//	for r < n {                         var a []real = new(size)
//	  for j < r + 1 {               →   for r < n {
//	    a[r][j] = x[j] * y[r]             for j < r + 1 {
//	  }                                     a[((r + 1) * r >> 1) + j] = x[j] * y[r]
//	  …                                   }
//	}                                     …
//
// What is written above the diagonal is for nobody, and goes unless it can fail. Libraries want whole matrices, and get them.
var triangles = Pass{ //nolint:gochecknoglobals // a constant
	Name: "triangles",
	Law: "A square matrix that belongs to the function, and of which only elements a[i][j] with j ≤ i are read, is as good as its rows " +
		"up to the diagonal, one behind the other: a[i][j] is a[i·(i+1)/2 + j].",
	Needs: Allocs,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.Kernels {
			return
		}
		t := findTriangles(f)
		if len(t.found) > 0 {
			p := &trianglePacker{triangleUses: t, packed: map[*loop.Var]*loop.Var{}}
			f.Body = p.block(f.Body)
			for i, r := range f.Results {
				f.Results[i] = p.expr(r)
			}
		}
	}),
}

// A triangle is a local array of matrices that are used by elements, rows and as a whole to clear or copy.
type triangle struct {
	v    *loop.Var  // the array of triangles, of a rank less
	side *loop.Expr // rows and columns
	// How deep in loops it is used, and how deep in a way that gets more to do.
	depth, slow int
}

type triangleUses struct {
	*facts
	found map[*loop.Var]*triangle
	// parts are the variables for what has the matrices of one of them, or is one; rows those for rows.
	parts map[*loop.Var]*loop.Expr
	rows  map[*loop.Var]*loop.Expr
	above map[loop.Stmt]bool      // what only writes above a diagonal
	whole map[*loop.For]*wholeRow // loops over the columns of a row, which need not go past the diagonal
	pairs [][2]*loop.Var          // arrays of which both or neither have triangles
	loops []*loop.For
}

// A wholeRow is a row that a loop writes to, and the array that has it.
type wholeRow struct {
	row  *loop.Expr
	root *loop.Var
}

func findTriangles(f *loop.Func) *triangleUses {
	in := Analyse(f)
	u := &triangleUses{facts: newFacts(in), found: map[*loop.Var]*triangle{}, parts: map[*loop.Var]*loop.Expr{}, rows: map[*loop.Var]*loop.Expr{},
		above: map[loop.Stmt]bool{}, whole: map[*loop.For]*wholeRow{}}
	loop.Walk(f.Body, func(s loop.Stmt) {
		a, ok := s.(*loop.Alloc)
		if !ok {
			return
		}
		r := int(a.Var.Type.Rank)
		if r < 2 || len(a.Dims) != r || in.Mutable(a.Var) || a.Var.Type.Base > loop.Bool || a.Var.Flat != nil {
			return
		}
		side := a.Dims[r-1]
		if !side.IsAtom() || !in.Fixed(side) || !loop.Equal(side, a.Dims[r-2]) {
			return
		}
		u.found[a.Var] = &triangle{v: loop.NewVar(a.Var.Name, a.Var.Type.Elem()), side: side}
	})
	if len(u.found) == 0 {
		return u
	}
	u.products, u.bounded = true, map[*loop.Var]bool{} // rows may run together (tile.go)
	for _, t := range u.found {
		if t.side.Kind == loop.VarExpr {
			u.bounded[t.side.Var] = true // a matrix of that side is there
		}
	}
	loop.Walk(f.Body, u.part)
	u.block(f.Body)
	for _, r := range f.Results {
		u.expr(r)
	}
	u.settle()
	return u
}

// settle takes out what gets slower where it is used most, and what goes with what is out.
func (u *triangleUses) settle() {
	up := map[*loop.Var]*loop.Var{} // what goes together is used as one
	first := func(v *loop.Var) *loop.Var {
		for up[v] != nil {
			if up[up[v]] != nil {
				up[v] = up[up[v]]
			}
			v = up[v]
		}
		return v
	}
	for _, p := range u.pairs {
		if a, b := first(p[0]), first(p[1]); a != b {
			up[a] = b
		}
	}
	out := map[*loop.Var]bool{}
	for _, p := range u.pairs {
		for _, v := range p {
			t, g := u.found[v], u.found[first(v)]
			if t == nil || g == nil || !loop.Equal(t.side, g.side) {
				out[first(v)] = true
				continue
			}
			g.depth, g.slow = max(g.depth, t.depth), max(g.slow, t.slow)
		}
	}
	for v := range u.found {
		if g := first(v); out[g] || u.found[g].slow >= u.found[g].depth {
			out[v] = true
		}
	}
	for v := range out {
		delete(u.found, v)
	}
}

// part notes a variable for a part of an array.
func (u *triangleUses) part(s loop.Stmt) {
	l, ok := s.(*loop.Let)
	if !ok || l.Rhs.Kind != loop.IndexExpr && l.Rhs.Kind != loop.VarExpr || !l.Rhs.Type.IsArray() || l.Var.Flat != nil || u.in.Mutable(l.Var) || u.root(l.Rhs) == nil {
		return
	}
	if l.Rhs.Type.Rank > 1 {
		u.parts[l.Var] = l.Rhs
	} else if l.Rhs.Kind == loop.VarExpr {
		return
	} else if i := l.Rhs.Args[1]; !i.CanFail() && u.in.Fixed(i) {
		u.rows[l.Var] = l.Rhs
	}
}

// root is the array that e is, or is a part of rank 1 or more of, or nil.
func (u *triangleUses) root(e *loop.Expr) *loop.Var {
	for {
		switch {
		case e.Kind == loop.IndexExpr:
			e = e.Args[0]
		case e.Kind != loop.VarExpr:
			return nil
		case u.parts[e.Var] != nil:
			e = u.parts[e.Var]
		case u.rows[e.Var] != nil:
			e = u.rows[e.Var]
		case u.found[e.Var] != nil:
			return e.Var
		default:
			return nil
		}
	}
}

func (u *triangleUses) block(block []loop.Stmt) {
	mark := len(u.known)
	for _, s := range block {
		u.statement(s)
		if l, ok := s.(*loop.For); ok {
			u.loops = append(u.loops, l)
		}
		u.inside(s, func(b *[]loop.Stmt) {
			if l, ok := s.(*loop.For); ok {
				u.columns(l)
			}
			u.block(*b)
		})
		if _, ok := s.(*loop.For); ok {
			u.loops = u.loops[:len(u.loops)-1]
		}
		u.after(s)
	}
	u.known = u.known[:mark]
}

// columns looks for a loop over all columns of a row that does nothing but write to that row of matrices. It is as good as one up to the
// diagonal if they all have triangles.
func (u *triangleUses) columns(l *loop.For) {
	var row *loop.Expr
	var root *loop.Var // of the first that is written
	inner := map[*loop.Var]bool{l.Var: true}
	same := func(e *loop.Expr) bool {
		r, j := u.element(e)
		if r == nil || !j.IsVar(l.Var) || row != nil && !loop.Equal(r, row) || !loop.Equal(u.found[u.root(e)].side, l.N) {
			return false
		}
		if row = r; root == nil {
			root = u.root(e)
		}
		return true
	}
	for _, s := range l.Body {
		if fails(s) {
			return // in an iteration past the diagonal, too
		}
		switch s := s.(type) {
		case *loop.Let:
			if s.Var.Type.IsArray() {
				return
			}
			inner[s.Var] = true
		case *loop.Assign:
			for _, e := range s.Lhs {
				if !same(e) {
					return
				}
			}
		case *loop.AddTo:
			if !same(s.Lhs) {
				return
			}
		default:
			return
		}
	}
	if row == nil || row.CanFail() || !u.in.Fixed(row) || l.Vector || l.Par != nil || mentionsAny(row, inner) {
		return
	}
	r := u.of(row)
	if r == nil || !u.holds(u.difference(l.N, row, 1)) {
		return
	}
	loop.Walk(l.Body, func(s loop.Stmt) { // what is read there goes with what is written
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			var visit func(e *loop.Expr)
			visit = func(e *loop.Expr) {
				if r, _ := u.element(e); r != nil {
					u.pairs = append(u.pairs, [2]*loop.Var{root, u.root(e)})
				}
				for _, a := range e.Args {
					visit(a)
				}
			}
			visit(*e)
		})
	})
	u.whole[l] = &wholeRow{row, root}
	u.upper[l.Var] = r
	u.known = append(u.known, r)
}

func (u *triangleUses) statement(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		if u.parts[s.Var] != nil || u.rows[s.Var] != nil {
			u.indices(s.Rhs)
			return
		}
	case *loop.Clear:
		if u.root(s.Dst) != nil {
			u.indices(s.Dst)
			return
		}
	case *loop.Copy:
		if a, b := u.root(s.Dst), u.root(s.Src); a != nil && b != nil && s.Dst.Type.Rank > 1 {
			u.pairs = append(u.pairs, [2]*loop.Var{a, b})
			u.indices(s.Dst)
			u.indices(s.Src)
			return
		}
	case *loop.Assign:
		for i, l := range s.Lhs {
			u.written(s, l, len(s.Lhs) == 1)
			u.expr(s.Rhs[i])
		}
		return
	case *loop.AddTo:
		u.written(s, s.Lhs, true)
		u.expr(s.Rhs)
		return
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { u.expr(*e) })
}

// indices looks at what e is indexed by.
func (u *triangleUses) indices(e *loop.Expr) {
	for ; e.Kind == loop.IndexExpr; e = e.Args[0] {
		u.expr(e.Args[1])
	}
}

// written looks at an element that s writes to.
func (u *triangleUses) written(s loop.Stmt, e *loop.Expr, alone bool) {
	if row, j := u.element(e); row != nil && alone && !fails(s) && u.holds(u.difference(j, row, 1)) {
		u.above[s] = true
		u.indices(e)
		return
	}
	u.expr(e)
}

// fails reports whether an operand of s can fail.
func fails(s loop.Stmt) (some bool) {
	loop.Operands(s, func(e **loop.Expr, _ bool) { some = some || (*e).CanFail() })
	return some
}

// element is the row and the column of an element of a matrix, or nil.
func (u *triangleUses) element(e *loop.Expr) (row, column *loop.Expr) {
	if e.Kind != loop.IndexExpr || e.Type.IsArray() || u.root(e) == nil {
		return nil, nil
	}
	r := e.Args[0]
	if r.Kind == loop.VarExpr {
		r = u.rows[r.Var]
	}
	if r == nil || r.Kind != loop.IndexExpr {
		return nil, nil
	}
	return r.Args[1], e.Args[1]
}

// below reports whether an element is on the diagonal or below it, wherever later passes may take it: what only a branch or a loop says that
// it may leave is no reason, see [facts.leaves].
func (u *triangleUses) below(row, column *loop.Expr) bool {
	all := u.known
	defer func() { u.known = all }()
	if mark, some := u.leaves(column); some {
		u.known = all[:mark]
	}
	return u.holds(u.difference(row, column, 0))
}

// difference is x - y - c, or nil.
func (u *triangleUses) difference(x, y *loop.Expr, c int64) *affine {
	a, b := u.of(x), u.of(y)
	if a == nil || b == nil {
		return nil
	}
	return a.add(-1, b).add(1, &affine{c: -c})
}

func (u *triangleUses) expr(e *loop.Expr) {
	switch e.Kind {
	case loop.VarExpr:
		delete(u.found, u.root(e))
		return
	case loop.IndexExpr:
		v := u.root(e)
		if v == nil {
			break
		}
		row, column := u.element(e)
		if row == nil || row.CanFail() || column.CanFail() || !u.below(row, column) {
			delete(u.found, v)
			break
		}
		t := u.found[v]
		t.depth = max(t.depth, len(u.loops))
		if n := len(u.loops); n > 0 && !u.steady(row, u.loops[n-1]) {
			t.slow = max(t.slow, n)
		}
		u.indices(e)
		return
	}
	for _, a := range e.Args {
		u.expr(a)
	}
}

// steady reports whether an index is the same in all iterations of a loop.
func (u *triangleUses) steady(e *loop.Expr, l *loop.For) bool {
	x := u.of(e)
	return x != nil && x.coefficient(atom{v: l.Var}) == 0
}

// trianglePacker rewrites the uses.
type trianglePacker struct {
	*triangleUses
	packed map[*loop.Var]*loop.Var // what stands for the variables of parts
	out    []loop.Stmt
}

func (p *trianglePacker) block(block []loop.Stmt) []loop.Stmt {
	outer := p.out
	p.out = make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		p.statement(s)
	}
	block, p.out = p.out, outer
	return block
}

func (p *trianglePacker) statement(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Alloc:
		if t := p.found[s.Var]; t != nil {
			size := loop.NewVar("size", loop.IntType)
			n := len(s.Dims)
			dims := append(append([]*loop.Expr{}, s.Dims[:n-2]...), loop.Use(size))
			p.out = append(p.out, &loop.Let{Var: size, Rhs: triangular(t.side)}, &loop.Alloc{Var: t.v, Dims: dims, Dirty: s.Dirty})
			return
		}
	case *loop.Let:
		if t := p.whose(s.Rhs); t != nil && (p.parts[s.Var] != nil || p.rows[s.Var] != nil) {
			v := s.Var // that of a row stays
			if v.Type.Rank > 1 {
				v = loop.NewVar(v.Name, v.Type.Elem())
				p.packed[s.Var] = v
			}
			p.out = append(p.out, &loop.Let{Var: v, Rhs: p.array(s.Rhs)})
			return
		}
	case *loop.Assign, *loop.AddTo:
		if p.above[s] && p.whose(left(s)) != nil {
			return
		}
	}
	if l, ok := s.(*loop.For); ok {
		if w := p.whole[l]; w != nil && p.found[w.root] != nil {
			l.N = loop.Add(w.row, loop.IntConst(1))
		}
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { *e = p.expr(*e) })
	loop.Blocks(s, func(b *[]loop.Stmt) { *b = p.block(*b) })
	p.out = append(p.out, s)
}

func left(s loop.Stmt) *loop.Expr {
	if a, ok := s.(*loop.Assign); ok {
		return a.Lhs[0]
	}
	return s.(*loop.AddTo).Lhs
}

// whose is the array that e is a part or an element of.
func (p *trianglePacker) whose(e *loop.Expr) *triangle { return p.found[p.root(e)] }

// array is e, a whole array or a part of one, in the array of triangles.
func (p *trianglePacker) array(e *loop.Expr) *loop.Expr {
	switch {
	case e.Kind == loop.IndexExpr && e.Type.Rank > 1:
		return loop.Index(p.array(e.Args[0]), p.expr(e.Args[1]))
	case e.Kind == loop.IndexExpr:
		r := p.expr(e.Args[1])
		return loop.Slice(p.array(e.Args[0]), triangular(r), loop.Add(r, loop.IntConst(1)))
	case p.rows[e.Var] != nil:
		return e
	case p.parts[e.Var] != nil:
		return loop.Use(p.packed[e.Var])
	}
	return loop.Use(p.found[e.Var].v)
}

func (p *trianglePacker) expr(e *loop.Expr) *loop.Expr {
	if e.Kind != loop.IndexExpr && e.Kind != loop.VarExpr || p.whose(e) == nil {
		return e.MapArgs(p.expr)
	}
	if e.Type.IsArray() {
		return p.array(e)
	}
	j := p.expr(e.Args[1])
	row := e.Args[0]
	if row.Kind == loop.VarExpr {
		return loop.Index(row, j)
	}
	return loop.Index(p.array(row.Args[0]), loop.Add(triangular(p.expr(row.Args[1])), j))
}

// triangular is the sum of the numbers up to n.
func triangular(n *loop.Expr) *loop.Expr {
	return fold(loop.Prim(syntax.MustOp("ishr"), loop.Mul(n, loop.Add(n, loop.IntConst(1))), loop.IntConst(1)))
}
