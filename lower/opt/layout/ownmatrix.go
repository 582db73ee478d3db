package layout

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// OwnMatrices gives functions a matrix of their own for one that callers take results from, where loops in loops in
// loops use it and a library does what they do to rows that stand one after the other (package idioms): the copy at
// the end is next to nothing. So is a copy at the beginning of one that callers give, if a loop goes through all its
// rows again and again. So are copies of matrices with few columns, a constant number of them, whatever is done with
// their rows.
//
//	check len(y) == n                    check len(y) == n
//	for i < n { check len(y[i]) == m }   for i < n { check len(y[i]) == m }
//	                                  →  var y2 [][]real = dirty(n, m)
//	…                                    …
//	y[i][j] += s * u[j]                  y2[i][j] += s * u[j]
//	…                                    …
//	                                     copy(y, y2)
//
// Kernels says that a library does loops.
func OwnMatrices(f *loop.Func, kernels bool) {
	in := facts.Analyse(f)
	deep := deepArrays(f, in)
	for _, p := range f.Params {
		if p.Var.Flat == nil && p.Var.Type == loop.RealType.Array().Array() && deep[in.Class(p.Var)] &&
			!in.Mutable(p.Var) &&
			!p.Shared && (p.Out || rowsAgain(f, p.Var)) {
			ownMatrix(f, in, p, kernels)
		}
	}
}

// shortRow is the length of rows, constant, up to which they are better one behind the other whoever uses them: there
// are three words for where such a row is.
const shortRow = 8

// ownDepth is the number of loops around uses of a matrix from which the copy of it is next to nothing.
const ownDepth = 3

// deepArrays are the alias classes of arrays that are used in so many loops around one another.
func deepArrays(f *loop.Func, in *facts.Info) map[*loop.Var]bool {
	deep := map[*loop.Var]bool{}
	var block func(b []loop.Stmt, depth int)
	block = func(b []loop.Stmt, depth int) {
		for _, s := range b {
			if depth >= ownDepth {
				loop.Operands(s, func(e **loop.Expr, _ bool) {
					facts.EachRead(*e, func(v *loop.Var) {
						if facts.Holds(v.Type) {
							deep[in.Class(v)] = true
						}
					})
				})
			}
			d := depth
			if l, ok := s.(*loop.For); ok && !l.N.IsConst() {
				d++
			}
			loop.Blocks(s, func(c *[]loop.Stmt) { block(*c, d) })
		}
	}
	block(f.Body, 0)
	return deep
}

// rowsAgain reports whether a loop inside another takes the rows of a matrix by its variable.
func rowsAgain(f *loop.Func, p *loop.Var) bool {
	again := false
	var block func(b []loop.Stmt, depth int, inner map[*loop.Var]bool)
	block = func(b []loop.Stmt, depth int, inner map[*loop.Var]bool) {
		var visit func(e *loop.Expr)
		visit = func(e *loop.Expr) {
			again = again || e.Kind == loop.IndexExpr && e.Args[0].IsVar(p) && e.Args[1].Kind == loop.VarExpr &&
				inner[e.Args[1].Var]
			for _, a := range e.Args {
				visit(a)
			}
		}
		for _, s := range b {
			loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) })
			d := depth
			if l, ok := s.(*loop.For); ok && !l.N.IsConst() {
				inner[l.Var] = depth > 0
				d++
			}
			loop.Blocks(s, func(c *[]loop.Stmt) { block(*c, d, inner) })
		}
	}
	block(f.Body, 0, map[*loop.Var]bool{})
	return again
}

// ownMatrix replaces one parameter after the statements that check lengths.
func ownMatrix(f *loop.Func, in *facts.Info, q loop.Param, kernels bool) {
	p := q.Var
	n := in.Lengths()[p]
	if n == nil {
		return
	}
	m := facts.RowLength(f.Body[:in.Prologue()], in, p, n)
	if m == nil || m.IsConst() && m.I > shortRow || !m.IsConst() && !kernels {
		return
	}
	rest := f.Body[in.Prologue():]
	u := &flatUses{found: map[*loop.Var]*flatArray{p: {dims: []*loop.Expr{n, m}}}, parts: map[*loop.Var]*loop.Expr{}}
	for _, r := range f.Results {
		u.expr(r)
	}
	loop.Walk(rest, func(s loop.Stmt) {
		if _, ok := s.(*loop.Call); ok {
			u.expr(loop.Use(p)) // what it is given is looked at no further
		}
		u.statement(s)
	})
	if u.found[p] == nil {
		return
	}
	own := loop.NewVar(p.Name, p.Type)
	loop.MapExprs(rest, func(e *loop.Expr) *loop.Expr {
		return edit.Substitute(e, map[*loop.Var]*loop.Expr{p: loop.Use(own)})
	})
	body := append([]loop.Stmt(nil), f.Body[:in.Prologue()]...)
	body = append(body, &loop.Alloc{Var: own, Dims: []*loop.Expr{n, m}, Dirty: true})
	if !q.Out || q.Adds {
		body = append(body, &loop.Copy{Dst: loop.Use(own), Src: loop.Use(p)})
	}
	if body = append(body, rest...); q.Out {
		body = append(body, &loop.Copy{Dst: loop.Use(p), Src: loop.Use(own)})
	}
	f.Body = body
}
