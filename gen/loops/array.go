package loops

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
)

// alloc writes the making of an array.
func (p *emitter) alloc(s *loop.Alloc) {
	p.allocIn(s, p.g.memory.plan.Where[s], p.g.memory.plan.Levels[s.Var])
}

func (p *emitter) allocIn(s *loop.Alloc, where plan.Where, level int) {
	n := p.expr(s.Dims[0])
	t := s.Var.Type
	depth := len(s.Dims)
	if s.Var.Flat != nil {
		for _, d := range s.Dims[1:] {
			n = code.Binary("*", n, p.expr(d))
		}
		t, depth = t.Scalar().Array(), 1
	}
	if p.g.rows[s.Var] != 0 {
		depth = 1
	}
	switch {
	case depth > 2:
		p.define(s.Var, p.take(s.Var, where, level, t, n))
		i, row := loop.NewVar("i", loop.IntType), loop.NewVar("row", t.Elem())
		inner := &loop.Alloc{Var: row, Dims: s.Dims[1:], Dirty: s.Dirty}
		p.names.Push()
		id := p.declare(i)
		body := p.subs(func() {
			p.allocIn(inner, where, level)
			p.stmt(&loop.Assign{Lhs: []*loop.Expr{loop.Index(loop.Use(s.Var), loop.Use(i))},
				Rhs: []*loop.Expr{loop.Use(row)}})
		})
		p.names.Pop()
		p.out.Add(&code.Stmt{Kind: code.RangeStmt, Idents: []*code.Ident{id}, Exprs: []*code.Expr{p.expr(s.Dims[0])},
			Body: body})
		return
	case depth == 1:
		p.define(s.Var, p.take(s.Var, where, level, t, n))
	case where == plan.Heap:
		p.g.Helper("matrix", matrixHelper)
		p.define(s.Var, code.Call("", "matrix["+p.g.loopType(t.Elem().Elem())+"]", n, p.expr(s.Dims[1])))
	default:
		p.g.Helper("cutRows", CutRowsHelper)
		m := p.expr(s.Dims[1])
		elems := p.take(s.Var, where, level, t.Elem(), code.Binary("*", n, m))
		p.define(s.Var, code.Call("", "cutRows", p.take(s.Var, where, level, t, n), elems, m))
	}
	switch {
	case where == plan.Heap:
	case s.Dirty:
	case s.Var.Flat == nil && len(s.Dims) < int(s.Var.Type.Rank):
		p.clearRows(loop.Use(s.Var), depth) // what it held before must not be cleared through it
	default:
		p.clear(loop.Use(s.Var))
	}
}

// clearRows sets the rows at a depth, 1 or 2, to nil.
func (p *emitter) clearRows(a *loop.Expr, depth int) {
	if depth == 1 {
		p.out.Add(&code.Stmt{Kind: code.ExprStmt, Exprs: []*code.Expr{code.Call("", "clear", p.expr(a))}})
		return
	}
	i := loop.NewVar("i", loop.IntType)
	p.names.Push()
	id := p.declare(i)
	body := p.subs(func() { p.clearRows(loop.Index(a, loop.Use(i)), depth-1) })
	p.names.Pop()
	p.out.Add(&code.Stmt{Kind: code.RangeStmt, Idents: []*code.Ident{id}, Exprs: []*code.Expr{code.LenOf(p.expr(a))},
		Body: body})
}

const matrixHelper = `// matrix is an n×m matrix of zeros, its rows cut from one slice.
func matrix[T any](n, m int) [][]T {
	rows, all := make([][]T, n), make([]T, n*m)
	for i := range rows {
		rows[i], all = all[:m:m], all[m:]
	}
	return rows
}`

// copy writes the copying of all elements.
func (p *emitter) copy(dst, src *loop.Expr) {
	if dst.Type.Rank == 1 || flat(dst) && flat(src) {
		p.out.Add(&code.Stmt{Kind: code.ExprStmt,
			Exprs: []*code.Expr{code.Call("", "copy", p.operand(dst), p.operand(src))}})
		return
	}
	i := loop.NewVar("i", loop.IntType)
	p.count(&loop.For{Var: i, N: loop.Len(src), Body: []loop.Stmt{
		&loop.Copy{Dst: loop.Index(dst, loop.Use(i)), Src: loop.Index(src, loop.Use(i))},
	}})
}

func flat(e *loop.Expr) bool { return e.Kind == loop.VarExpr && e.Var.Flat != nil }

// clear writes the zeroing of all elements.
func (p *emitter) clear(dst *loop.Expr) {
	if dst.Type.Rank == 1 || flat(dst) || dst.Kind == loop.VarExpr && p.g.rows[dst.Var] != 0 {
		p.out.Add(&code.Stmt{Kind: code.ExprStmt, Exprs: []*code.Expr{code.Call("", "clear", p.operand(dst))}})
		return
	}
	i := loop.NewVar("i", loop.IntType)
	p.count(&loop.For{Var: i, N: loop.Len(dst), Body: []loop.Stmt{&loop.Clear{Dst: loop.Index(dst, loop.Use(i))}}})
}

// literal writes, at the head of stmts, a new array whose elements follow as a composite literal,
// and a new array that is a copy as a clone. It returns the number of statements written.
func (p *emitter) literal(stmts []loop.Stmt) int {
	a, ok := stmts[0].(*loop.Alloc)
	if !ok || p.g.memory.plan.Where[a] != plan.Heap || len(a.Dims) != 1 || a.Var.Type.Rank != 1 || len(stmts) < 2 {
		return 0
	}
	if c, ok := stmts[1].(*loop.Copy); ok && c.Dst.IsVar(a.Var) && loop.Equal(a.Dims[0], loop.Len(c.Src)) &&
		c.Src.Root() != a.Var {
		p.define(a.Var, code.Call("slices", "Clone", p.operand(c.Src)))
		return 2
	}
	if !a.Dims[0].IsConst() || a.Dims[0].I <= 0 || a.Dims[0].I >= int64(len(stmts)) {
		return 0
	}
	n := int(a.Dims[0].I)
	elems := make([]*loop.Expr, n)
	for i := range elems {
		s, ok := stmts[i+1].(*loop.Assign)
		if !ok || len(s.Lhs) != 1 || s.Lhs[0].Kind != loop.IndexExpr || !s.Lhs[0].Args[0].IsVar(a.Var) ||
			!loop.Equal(s.Lhs[0].Args[1], loop.IntConst(int64(i))) {
			return 0
		}
		used := false
		s.Rhs[0].EachVar(func(v *loop.Var) { used = used || v == a.Var })
		if used {
			return 0
		}
		elems[i] = s.Rhs[0]
	}
	p.define(a.Var, code.Node(code.TypedExpr, p.g.loopType(a.Var.Type), p.exprs(elems)...))
	return n + 1
}
